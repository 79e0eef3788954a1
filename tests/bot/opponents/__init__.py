"""Tests of the processes in which the Dealer thinks."""
