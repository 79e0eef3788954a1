"""Flower Field and Doubting Flower Field, which share their rules."""
