"""The likely meaning of texts that state no move."""
