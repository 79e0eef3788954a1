"""What a room on Discord is like: its history, what the Dealer may do there, its slow mode."""
