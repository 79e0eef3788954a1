"""The Dealer as a player of A Battle of Fire and Ice."""
