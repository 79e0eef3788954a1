"""Where something can be typed: matches of every game in every phase, reached by random play."""

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
from engine.matches.match import Match, Step
from engine.seats import SEATS
from tests.games.common.samples import Line, game_of, samples_of

CONSIDERED = 300
"""Out of how many legal actions one is chosen."""
KEPT = 3
"""How many matches are kept that stand alike."""

WORDS: Mapping[str, Sequence[str]] = {name: sorted(game.words) for name, game in GAMES.items()}
COMMON_TEXTS = ("first me", "first them", "first ec", "pass", "concede", "E5", "hello there")

MOST_STEPS = 150
RUNS = 4
RULED = 0.05
"""How often a host types a line while somebody else is awaited."""


@dataclass(frozen=True)
class Ground:
    """A match in which something is typed, and what could be meant there."""

    match: Match
    said: tuple[str, ...]

    @property
    def hears_much(self) -> bool:
        """Whether the match goes on."""
        return self.match.result is None and self.match.clock.paused_since is None


def texts_of(game: AnyGame) -> tuple[str, ...]:
    """What is typed in a game, beside what is legal just then."""
    return tuple(dict.fromkeys((*game.examples, *samples_of(game.name).texts)))


@cache
def grounds_of(name: str) -> tuple[Ground, ...]:
    """Matches of a game in all its phases, a few of each."""
    generator = Random(f"grounds of {name}")
    kept: defaultdict[object, list[Match]] = defaultdict(list)
    for options in samples_of(name).options * RUNS:
        for match in _played(game_of(name, **options), generator, samples_of(name).draw_ruling):
            alike = kept[_sort_of(match)]
            if len(alike) < KEPT:
                alike.append(match)
    return tuple(
        Ground(match, _said(match, generator)) for alike in kept.values() for match in alike
    )


def phases_of(name: str) -> set[object]:
    """The phases, by the game's own names, that the grounds stand in."""
    return {getattr(ground.match.state, "phase", None) for ground in grounds_of(name)}


def _sort_of(match: Match) -> object:
    """What tells matches apart in which other things may be said."""
    state = match.state
    return (
        *(getattr(state, name, None) for name in ("phase", "committed", "must_answer", "missing")),
        *(match.to_act, bool(match.held), bool(match.clock.paused_since), bool(match.result)),
        *(match.awaits_host, match.game.takes_secrets(state)),
        bool(getattr(state, "doubtful", None)),
    )


def _played(game: AnyGame, generator: Random, draw_ruling: Line | None) -> Iterator[Match]:
    """A random match, instant by instant, in which some time runs out and the host has a say."""
    match = Match.begin(game).then(Match.draw_lots).match
    for _ in range(MOST_STEPS):
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


def _next(match: Match, generator: Random) -> Step:
    due = match.next_due()
    game = match.game
    often = match.held or game.takes_secrets(match.state) or game.is_judged
    if due is not None and generator.random() < (0.3 if often else 0.01):
        return match.pass_to(due)
    seat = generator.choice(match.to_act)
    # Now and then one of the first few, without which no field would ever become full.
    legal = _some_legal(match, seat)[: generator.choice((6, 30, CONSIDERED))]
    text = match.game.write(generator.choice(legal))
    return match.enter(Entry(Speaker(seat.value), match.now + 1, text))


def _some_legal(match: Match, seat: Any) -> list[Any]:
    return list(islice(match.game.legal(match.state, seat), CONSIDERED))


def _said(match: Match, generator: Random) -> tuple[str, ...]:
    """What is legal there, some of it, and what is typed in the game at all."""
    legal = [action for seat in SEATS for action in _some_legal(match, seat)]
    chosen = generator.sample(legal, min(12, len(legal)))
    texts = [match.game.write(action) for action in chosen]
    return (*texts, *texts_of(match.game), *COMMON_TEXTS)
