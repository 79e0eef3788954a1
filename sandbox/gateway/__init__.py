"""The gateway: its sessions, and what is sent to each of them when something changes."""
