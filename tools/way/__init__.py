"""The functions through which a move goes, from its message to a second after its board."""
