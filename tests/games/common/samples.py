"""Samples of each game for the tests of all games, found by the folder of its rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
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
    return {}


Line = Callable[[Random], str]
"""A random line that somebody types."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Samples:
    """Samples for random tests of a game, beside its legal actions, its examples and its words.

    A game that needs nothing of it has no module `samples`.

    Attributes:
        texts: Other ways to type things, and mistakes that chance seldom makes.
        options: Options in a record's notation. Between them, random play gets into every phase.
        draw_options: Random options of its own: files, and values that much depends on.
        draw_line: Player's texts, for a game with more legal ones than can be listed.
        draw_ruling: Lines of a host who judges the game.
        rare: Refusal codes and phases that random play hardly ever gets to, or cannot.
        length: Most entries of a long record.
        unlisted: First words of texts with so many ways that only some legal ones are listed.
    """

    texts: tuple[str, ...] = ()
    options: tuple[Options, ...] = ({},)
    draw_options: Callable[[Random], Options] = no_options
    draw_line: Line | None = None
    draw_ruling: Line | None = None
    rare: frozenset[object] = frozenset()
    length: int = 90
    unlisted: tuple[str, ...] = ()


def samples_of(game: str) -> Samples:
    folder = f"tests.games.{GAMES[game].folder}"
    if not (find_spec(folder) and find_spec(f"{folder}.samples")):
        return Samples()
    samples: Samples = import_module(f"{folder}.samples").SAMPLES[game]
    return samples


def game_of(name: str, **options: str) -> AnyGame:
    kind = GAMES[name]
    return kind(**read_options(kind, options))


def usual_game(name: str, **options: str) -> AnyGame:
    """Return a game with the first of its sample options, and perhaps more."""
    return game_of(name, **{**samples_of(name).options[0], **options})
