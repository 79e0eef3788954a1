"""The drawing, marking, animation and storage of pictures."""
