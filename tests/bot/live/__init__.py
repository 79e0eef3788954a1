"""Tests of the consequences of events in live matches."""
