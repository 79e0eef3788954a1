"""Black Hole: discs with numbers on a triangle, and the cell that stays empty."""
