"""Tests of Deep Sea Voyage."""
