"""Hosts, and players' private channels."""
