"""Posting, editing and deleting messages, within Discord's limits on their contents."""
