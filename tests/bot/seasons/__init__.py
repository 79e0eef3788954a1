"""Tests of the seasons: archive and standings."""
