"""The Dealer as a player of Compass Collisions."""
