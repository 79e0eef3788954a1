"""Posting, editing and deleting messages, within Discord's limits on what they may contain."""
