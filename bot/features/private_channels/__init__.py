"""Channels in which a player tells the Dealer secrets."""
