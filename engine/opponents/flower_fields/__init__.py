"""The Dealer as a player of both Flower Fields."""
