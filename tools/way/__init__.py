"""The functions through which a move goes, from the message to a second after its board."""
