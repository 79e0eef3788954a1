"""People who play, practise and rule while the bot is killed, and what they read."""
