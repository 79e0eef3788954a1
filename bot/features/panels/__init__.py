"""Panels on which players press *Ready*."""
