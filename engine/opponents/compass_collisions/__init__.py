"""How the Dealer plays Compass Collisions."""
