"""How pictures are drawn, marked, moved and stored."""
