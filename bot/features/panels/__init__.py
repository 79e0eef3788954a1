"""The panels on which players say that they are ready."""
