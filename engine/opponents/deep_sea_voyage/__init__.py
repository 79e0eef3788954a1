"""The Dealer as a player of Deep Sea Voyage."""
