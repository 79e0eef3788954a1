"""Frozen values that all parts hand each other."""
