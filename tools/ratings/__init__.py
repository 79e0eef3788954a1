"""How strong the Dealer's levels are in each game: `make ratings` plays them against each other."""
