"""Deep Sea Voyage."""
