"""Runs live matches: hands events to `bot.live`, and carries out what follows."""
