"""How the Dealer plays A Battle of Fire and Ice."""
