"""The chaos run: whole matches of every game while the bot is killed at any instant."""
