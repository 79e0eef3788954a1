"""The alt texts of the games' pictures."""
