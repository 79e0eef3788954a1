"""The state: people, guilds, channels and messages, kept in memory or in a file."""
