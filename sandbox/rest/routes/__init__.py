"""Discord's routes, one module for each of its resources."""

from sandbox.rest.request import Route
from sandbox.rest.routes import (
    channels,
    commands,
    guilds,
    interactions,
    messages,
    reactions,
    roles,
    threads,
    users,
)

ROUTES: tuple[Route, ...] = (
    *users.ROUTES,
    *guilds.ROUTES,
    *roles.ROUTES,
    *threads.ROUTES,
    *channels.ROUTES,
    *messages.ROUTES,
    *reactions.ROUTES,
    *commands.ROUTES,
    *interactions.ROUTES,
)
