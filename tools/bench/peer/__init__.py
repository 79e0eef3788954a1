"""Another Discord bot that draws pictures of a game, for comparison."""
