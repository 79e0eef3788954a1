"""The Dealer as a player of Demeter's Anguish."""
