"""The Discord client: how it logs in, stays connected, and sends and answers slash commands."""
