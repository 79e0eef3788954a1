"""The processes in which the Dealer thinks about its own moves."""
