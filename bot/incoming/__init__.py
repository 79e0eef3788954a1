"""What comes in from Discord, turned into events of a match, and answers to interactions."""
