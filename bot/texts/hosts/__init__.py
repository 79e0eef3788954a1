"""Texts for hosts, and about their seasons and rulings."""
