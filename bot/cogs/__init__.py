"""The commands: one module a game, named as its rules, and those of hosts and players."""

from importlib import import_module
from typing import Final

from bot.texts.common import GameWords
from engine.games import GAMES
from engine.matches.match import AnyGame

SHARED: Final = ("room_listener", "server_listener", "dealer", "match", "rules", "submissions")


def module_of(game: type[AnyGame]) -> str:
    """The module of a game's cog: named as the folder of its rules."""
    return f"{__name__}.games.{game.folder()}"


def words_of(game: AnyGame | type[AnyGame]) -> GameWords:
    """What the Dealer says in a game."""
    kind = game if isinstance(game, type) else type(game)
    words: GameWords = import_module(module_of(kind)).WORDS[kind.name]
    return words


def extensions() -> tuple[str, ...]:
    """All cogs by module; games that share their rules share one."""
    shared = tuple(f"{__name__}.{name}" for name in SHARED)
    return shared + tuple(dict.fromkeys(map(module_of, GAMES.values())))
