"""A stand-in for Discord on loopback: REST, gateway and a page for people."""
