"""Rules with pictures, the tutorial and help."""
