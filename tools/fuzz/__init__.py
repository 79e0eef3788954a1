"""Great numbers of inputs for everything that can be typed or handed in."""
