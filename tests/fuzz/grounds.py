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
from engine.options import read_options
from engine.seats import SEATS
from tests.engine.games.compass_collisions.positions import ONE_LAYOUT, OTHER_LAYOUT
from tests.engine.games.deep_sea_voyage.positions import CRAMPED_BOARDS, FLOODED, WORKED

CONSIDERED = 300
"""Out of how many legal actions one is chosen."""
KEPT = 3
"""How many matches are kept that stand alike."""

WORDS: Mapping[str, Sequence[str]] = {name: sorted(game.words) for name, game in GAMES.items()}
FLOWER_TEXTS = (
    *("D5 red", "d5r c4b", "D5 red, C4 blue", "challenge", "give up", "cc", "doubt", "accept"),
    *("challenge C4 D4 E4 D5 / C4 D4 E4 D3", "C4 D4 E4 D5\nC4 D4 E4 D3", "hide A1 red, G7 blue"),
)
# What the rules show, beside what is legal just then.
TEXTS: Mapping[str, Sequence[str]] = {
    "fire-and-ice": ("E6 E7", "e6e7", "E6-E7", "takeback", "take back", "undo"),
    "compass-collisions": (
        *(ONE_LAYOUT, OTHER_LAYOUT.replace(" / ", "\n"), "take first", "take placement"),
        *("ec1 north, dmo2 south", "ec2 east", "D2 N 2", "D2 N2", "D2-D4", "remove D4"),
    ),
    "demeters-anguish": (
        *("flower U G7 H7 I7 G8 I8", "flower U on G7 H7 I7 G8 I8 / rock A1", "rock G9 H9 G10 H10"),
        *("demeter: H8", "hades A1", "pass", "pass flower", "pass rock", "agree"),
    ),
    "deep-sea-voyage": (
        *("T A13 A12 A11 B12 C12", "T on A13, A12, A11, B12, C12", "board 2", "ready", "lock"),
        *("route 1 red A1 A7 G7", "route 1 red A1 A7 G7 / route 1 white A13 A7 G7", "empire"),
    ),
    "doubting-flower-field": FLOWER_TEXTS,
    "flower-field": (*FLOWER_TEXTS, "C4 purple", "C4P D5R"),
}
COMMON_TEXTS = ("first me", "first them", "first ec", "pass", "concede", "E5", "hello there")

SEAS = {f"board{number}": WORKED for number in (1, 2, 3)}
OPTIONS: Mapping[str, Sequence[dict[str, str]]] = {
    "fire-and-ice": ({}, {"first": "dmo", "takeback": "0"}),
    "compass-collisions": ({}, {"first": "ec", "periods": "0"}),
    "demeters-anguish": ({}, {"first": "dmo"}),
    "deep-sea-voyage": (
        *(SEAS, {**CRAMPED_BOARDS, "first": "ec"}),
        {**SEAS, "board2": FLOODED, "board3": FLOODED, "early": "off"},
    ),
    # With so many lives a field can become full.
    "doubting-flower-field": ({}, {"lives": "1"}, {"lives": "999", "first": "ec"}),
    "flower-field": ({}, {"lives": "1"}, {"lives": "999"}),
}
MOST_STEPS = 150
RUNS = 4


@dataclass(frozen=True)
class Ground:
    """A match in which something is typed, and what could be meant there."""

    match: Match
    said: tuple[str, ...]

    @property
    def hears_much(self) -> bool:
        """Whether the match goes on."""
        return self.match.result is None and self.match.paused_since is None


def game_of(name: str, **options: str) -> AnyGame:
    """A game by its name, with options in a record's notation."""
    kind = GAMES[name]
    return kind(**read_options(kind, options))


@cache
def grounds_of(name: str) -> tuple[Ground, ...]:
    """Matches of a game in all its phases, a few of each."""
    generator = Random(f"grounds of {name}")
    kept: defaultdict[object, list[Match]] = defaultdict(list)
    for options in (*OPTIONS[name],) * RUNS:
        for match in _played(game_of(name, **options), generator):
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
        *(match.to_act, bool(match.held), bool(match.paused_since), bool(match.result)),
        bool(getattr(state, "doubtful", None)),
    )


def _played(game: AnyGame, generator: Random) -> Iterator[Match]:
    """A random match, instant by instant, in which some time runs out and the host looks on."""
    match = Match.begin(game).match
    for _ in range(MOST_STEPS):
        yield match
        if generator.random() < 0.05:
            yield match.enter(Entry(Speaker.HOST, match.now, "pause")).match
        if match.result:
            return
        match = _next(match, generator).match.draw_lots().match


def _next(match: Match, generator: Random) -> Step:
    due = match.next_due()
    takes_secrets = match.game.takes_secrets(match.state)
    if due is not None and generator.random() < (0.3 if match.held or takes_secrets else 0.01):
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
    return (*texts, *TEXTS[match.game.name], *COMMON_TEXTS)
