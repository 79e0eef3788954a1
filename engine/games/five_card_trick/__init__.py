"""Five-Card Trick."""
