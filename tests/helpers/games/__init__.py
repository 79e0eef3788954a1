"""Which games there are, and ways to play them at random."""
