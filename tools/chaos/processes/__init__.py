"""The bot's processes: their faults and how they end."""
