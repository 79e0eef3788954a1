"""Clocks in a test's hands, and patience with those that are not."""
