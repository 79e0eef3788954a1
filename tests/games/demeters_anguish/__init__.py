"""Tests of Demeter's Anguish."""
