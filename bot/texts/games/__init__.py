"""One module for each game, named like the folder of its rules."""
