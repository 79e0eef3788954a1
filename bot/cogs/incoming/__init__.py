"""Discord's messages, and those that were missed."""
