"""One module a game, and the commands of hosts and players."""
