"""Square boards: cells, sets of cells as numbers, and shapes."""
