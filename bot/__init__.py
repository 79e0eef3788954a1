"""Discord, storage and time: the shell that carries what the engine decides."""
