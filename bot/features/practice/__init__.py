"""Matches against the Dealer."""
