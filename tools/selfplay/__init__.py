"""Games of the Dealer's levels: whole matches without a clock, each fixed by a seed."""
