"""How the Dealer plays Deep Sea Voyage."""
