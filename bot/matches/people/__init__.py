"""Who takes part, how they are reached in private, and what they have chosen for themselves."""
