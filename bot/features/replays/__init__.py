"""Stepping through finished matches."""
