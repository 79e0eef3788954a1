"""The sandbox, the bot and the people in the rooms, each in a process of its own."""
