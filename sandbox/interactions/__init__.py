"""Application commands, and interactions from the person's click to the bot's answer."""
