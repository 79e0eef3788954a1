"""Tests of the Flower Fields."""
