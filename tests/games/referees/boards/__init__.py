"""Boards and what lies on them, as the referees see them."""
