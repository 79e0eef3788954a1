"""How the Dealer plays Demeter's Anguish."""
