"""Changes to guilds and their threads, told to everyone who may know of them."""
