"""The grounds for typed texts: matches of every game in every phase, reached by random play."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from engine.game import AnyGame
from engine.games import GAMES
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match, Transition
from engine.seats import SEATS
from tests.games.common.samples import Line, game_of, samples_of

CONSIDERED = 300
"""Out of how many legal actions one is chosen."""
KEPT = 3
"""Number of similar matches that are kept."""

WORDS: Mapping[str, Sequence[str]] = {name: sorted(game.words) for name, game in GAMES.items()}
COMMON_TEXTS = ("first me", "first them", "first ec", "pass", "concede", "E5", "hello there")

MAX_STEPS = 150
RUNS = 4
RULED = 0.05
"""Frequency of a host's line while somebody else is awaited."""


@dataclass(frozen=True)
class Ground:
    """A match in which something is typed, and likely texts for it."""

    match: Match
    said: tuple[str, ...]

    @property
    def hears_much(self) -> bool:
        return self.match.result is None and self.match.clock.paused_since is None


def texts_of(game: AnyGame) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*game.examples, *samples_of(game.name).texts)))


@cache
def grounds_of(name: str) -> tuple[Ground, ...]:
    generator = Random(f"grounds of {name}")
    stored: defaultdict[object, list[Match]] = defaultdict(list)
    for options in samples_of(name).options * RUNS:
        for match in _played(game_of(name, **options), generator, samples_of(name).draw_ruling):
            alike = stored[_sort_of(match)]
            if len(alike) < KEPT:
                alike.append(match)
    return tuple(
        Ground(match, _said(match, generator)) for alike in stored.values() for match in alike
    )


def phases_of(name: str) -> set[object]:
    """Return the phases, by the game's own names, that the grounds stand in."""
    return {getattr(ground.match.state, "phase", None) for ground in grounds_of(name)}


def _sort_of(match: Match) -> object:
    """Return the features of a match on which its possible texts depend."""
    state = match.state
    return (
        *(getattr(state, name, None) for name in ("phase", "missing")),
        *(match.to_act, bool(match.held), bool(match.clock.paused_since), bool(match.result)),
        *(match.awaits_host, match.game.takes_secrets(state)),
        bool(getattr(state, "doubtful", None)),
    )


def _played(game: AnyGame, generator: Random, draw_ruling: Line | None) -> Iterator[Match]:
    """Yield a random match, instant by instant, with timeouts and a host's lines."""
    match = Match.begin(game).chain(Match.draw_lots).match
    for _ in range(MAX_STEPS):
        yield match
        if generator.random() < 0.05:
            yield match.enter(Entry(Speaker.HOST, match.now, "pause")).match
        if match.result:
            return
        if draw_ruling and (match.awaits_host or generator.random() < RULED):
            ruled = Entry(Speaker.HOST, match.now + 1, draw_ruling(generator))
            match = match.enter(ruled).match.draw_lots().match
        else:
            match = _next(match, generator).match.draw_lots().match


def _next(match: Match, generator: Random) -> Transition:
    due = match.next_due()
    game = match.game
    often = match.held or game.takes_secrets(match.state) or game.is_judged
    if due is not None and generator.random() < (0.3 if often else 0.01):
        return match.advance_time(due)
    seat = generator.choice(match.to_act)
    # Now and then one of the first few, without which no field would ever become full.
    legal = _some_legal(match, seat)[: generator.choice((6, 30, CONSIDERED))]
    text = match.game.write(generator.choice(legal))
    return match.enter(Entry(Speaker(seat.value), match.now + 1, text))


def _some_legal(match: Match, seat: Any) -> list[Any]:
    return list(islice(match.game.legal(match.state, seat), CONSIDERED))


def _said(match: Match, generator: Random) -> tuple[str, ...]:
    """Return some legal texts, and texts typed in the game at any time."""
    legal = [action for seat in SEATS for action in _some_legal(match, seat)]
    chosen = generator.sample(legal, min(12, len(legal)))
    texts = [match.game.write(action) for action in chosen]
    return (*texts, *texts_of(match.game), *COMMON_TEXTS)
