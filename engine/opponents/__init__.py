"""The automated DMO: a seat's view in, an action out."""
