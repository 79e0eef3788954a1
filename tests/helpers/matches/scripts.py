"""The texts of the bench's matches: legal moves to the end of a game, the same each time."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from engine.game import AnyGame
from engine.games import GAMES
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.notation import CONCEDE
from engine.options import option_kinds, read_options
from engine.seats import Seat
from tests.end_to_end.helpers.matches import unhurried
from tests.helpers.games.random_texts import random_text

TRIES: Final = 8
"""Out of how many moves one is looked for that does not end the game."""
MAX_TEXTS: Final = 160
USUAL: Final[dict[str, str | float]] = {"first": "ec", "takeback": 0}
"""Options that all matches have whose games know them: nobody chooses, and no move is held."""


@dataclass(frozen=True, slots=True)
class Line:
    """Something that a seat says."""

    seat: Seat
    text: str
    is_private: bool


@dataclass(frozen=True, slots=True)
class Script:
    """All that is said in one match."""

    game: str
    options: dict[str, str | float]
    lines: tuple[Line, ...]

    def dealt(self) -> AnyGame:
        return _dealt(self.game, self.options)


def write_script(game: str, seed: int, limit: int = MAX_TEXTS) -> Script:
    """Write a match of a game, as long as careful players can make it, or as long as asked."""
    offered = {name for name, kind in option_kinds(GAMES[game]).items() if kind.by_host}
    known = {**unhurried(game), **USUAL, "seed": seed}
    chosen = {name: value for name, value in known.items() if name in offered}
    return Script(
        game, chosen, tuple(_lines(_dealt(game, chosen), Random(f"{game} {seed}"), limit))
    )


def _dealt(game: str, options: Mapping[str, str | float]) -> AnyGame:
    texts = {name: str(value) for name, value in options.items()}
    return GAMES[game](**read_options(GAMES[game], texts))


def _lines(game: AnyGame, dice: Random, limit: int) -> Iterator[Line]:
    match = Match.begin(game, has_clocks=False).match
    for _ in range(limit):
        if match.result:
            return
        seat = dice.choice(match.to_act)
        for _ in range(TRIES):
            text = random_text(match, seat, dice)
            # A held move becomes final at once: there is no clock.
            step = match.enter(Entry(Speaker(seat.value), match.now, text)).chain(Match.draw_lots)
            if not step.match.result:
                break
        yield Line(seat, text, bool(match.is_secret(seat, text)))
        match = step.match.close()
    yield Line(Seat.EC, CONCEDE, is_private=False)
