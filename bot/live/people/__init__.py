"""Who hosts, and the channels of one player."""
