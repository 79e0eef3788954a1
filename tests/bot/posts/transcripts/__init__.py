"""Golden transcripts: records of matches, and beside each all that the Dealer posts in it."""
