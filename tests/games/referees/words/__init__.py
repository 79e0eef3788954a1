"""Typed texts, as the referees read them."""
