"""What players and the audience read beside the room's own posts."""
