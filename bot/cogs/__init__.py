"""The commands: one module a game, named as its rules, and those of hosts and players."""

from typing import Final

from engine.games import GAMES
from engine.matches.match import AnyGame

SHARED: Final = ("room_listener", "server_listener", "dealer", "match", "rules", "submissions")


def module_of(game: type[AnyGame]) -> str:
    """The module of a game's cog: named as the folder of its rules."""
    return f"{__name__}.games.{game.folder()}"


def extensions() -> tuple[str, ...]:
    """All cogs by module; games that share their rules share one."""
    shared = tuple(f"{__name__}.{name}" for name in SHARED)
    return shared + tuple(dict.fromkeys(map(module_of, GAMES.values())))
