"""Last Cell: the smallest game the Dealer could deal, to be copied where a new one is begun."""
