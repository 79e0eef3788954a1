"""Changes in the pictures, to look at: `make pictures`."""
