"""What is posted, and how it reaches Discord."""
