"""Another Discord bot that draws pictures of a game, to hold the Dealer against."""
