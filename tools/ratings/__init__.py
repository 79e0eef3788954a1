"""The strength of the Dealer's levels in each game: `make ratings` plays them out."""
