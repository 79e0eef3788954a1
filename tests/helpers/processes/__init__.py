"""The bot and the sandbox in processes of their own."""
