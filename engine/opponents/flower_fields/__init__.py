"""How the Dealer plays both Flower Fields."""
