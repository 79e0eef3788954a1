"""The gateway: its sessions, and the events that are sent to them."""
