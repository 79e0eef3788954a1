"""Matches that are over, replayed for the audience: step by step, and as an animation."""
