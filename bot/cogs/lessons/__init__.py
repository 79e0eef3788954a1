"""The commands by which a game is learnt: help, rules and tutorials."""
