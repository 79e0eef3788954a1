"""Demeter's Anguish."""
