"""The Dealer's levels play each other: whole games without a clock, each fixed by a seed."""
