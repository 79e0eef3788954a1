"""What the tests of all games try in each, found by the name of the folder of its rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from random import Random

from engine.game import AnyGame, Game
from engine.games import GAMES
from engine.options import read_options
from tests.helpers.games.samples import GAMES_OF_EACH_KIND, sample

Options = Mapping[str, str]

GAMES_WITH_SECRETS = tuple(
    name for name, game in GAMES.items() if game.takes_secrets is not Game.takes_secrets
)
"""The games in which players submit something in secret."""


ONE_OF_EACH_KIND = (*GAMES_OF_EACH_KIND, "doubting-flower-field")
"""The last has a hidden set-up, which the engine takes otherwise than secret turns."""
EVERY_GAME = sample(GAMES, ONE_OF_EACH_KIND)
"""For what no game has code of its own: the others are tried with `make test-all`."""


def no_options(_: Random) -> Options:
    """For games that need none of their own."""
    return {}


Line = Callable[[Random], str]
"""A random line that somebody types."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Samples:
    """What random tests try in a game, beside what is legal, its examples and its words.

    A game that needs nothing of it has `Samples()`.

    Attributes:
        texts: Other ways to type things, and mistakes that chance seldom makes.
        options: Options to play with, in a record's notation. Between them, random play gets into
            every phase.
        draw_options: Random options of its own: files, and values that much depends on.
        draw_line: What a player types, in a game where much more is legal than can be listed.
        draw_ruling: What a host types who judges the game with lines of its own.
        rare: The refusal codes and phases that random play hardly ever gets to, or cannot.
        length: How many entries a long record has at most.
    """

    texts: tuple[str, ...] = ()
    options: tuple[Options, ...] = ({},)
    draw_options: Callable[[Random], Options] = no_options
    draw_line: Line | None = None
    draw_ruling: Line | None = None
    rare: frozenset[object] = frozenset()
    length: int = 90


def samples_of(game: str) -> Samples:
    """The samples of a game, by its name."""
    module = import_module(f"tests.games.{GAMES[game].folder}.samples")
    samples: Samples = module.SAMPLES[game]
    return samples


def game_of(name: str, **options: str) -> AnyGame:
    """A game by its name, with options in a record's notation."""
    kind = GAMES[name]
    return kind(**read_options(kind, options))


def usual_game(name: str, **options: str) -> AnyGame:
    """A game with the first of its sample options, and perhaps more."""
    return game_of(name, **{**samples_of(name).options[0], **options})
