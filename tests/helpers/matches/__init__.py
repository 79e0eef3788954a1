"""Real games to their end, played as the bot plays them, and laid into many rooms."""
