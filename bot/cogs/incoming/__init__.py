"""What comes from Discord: messages, and what was missed."""
