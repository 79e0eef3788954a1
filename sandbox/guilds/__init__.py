"""Changes to guilds, told to everyone who may know of them."""
