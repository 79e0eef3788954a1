"""The bot: a shell around the engine that deals with Discord, the database and time."""
