"""What a player seems to have meant who typed no move."""
