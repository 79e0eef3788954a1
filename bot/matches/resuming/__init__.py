"""What goes first after a restart, and what cannot go on."""
