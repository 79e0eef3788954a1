"""One module for each game, named as the folder of its rules."""
