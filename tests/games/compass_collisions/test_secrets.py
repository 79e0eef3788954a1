"""Compass Collisions: nobody else learns anything about a hidden layout."""

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.clocks import Seconds
from engine.games.compass_collisions.position import Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.seats import SEATS, Seat
from tests.games.common.secrets import compare_in_lockstep
from tests.games.compass_collisions.positions import compass

GAME = CompassCollisions()
# Secrets: nobody else learns anything that a seat hides

SMALL_TALK = ("hello", "take", "layout", "layout E", "take back", "E5 N", "first me", "remove E5")
RULINGS = ("pause", "resume", "undo", "time ec +1")


def layout_by_lot(seed: int) -> str:
    lot = GAME.draw(replace(GAME.begin(), lot_due=True), Random(seed)) or ""
    return lot.replace("layout ec", "layout")


@st.composite
def scripts(draw: st.DrawFn) -> tuple[Seat, list[Entry], list[Entry]]:
    """Draw a hider, and the entries of two matches that differ only in the secret."""
    hider = draw(st.sampled_from(SEATS))
    generator = Random(draw(st.integers(0, 10**6)))
    here: list[Entry] = []
    there: list[Entry] = []
    for _ in range(draw(st.integers(2, 14))):
        result = generator.choice((0, 1, 5, 30))
        instant = (here[-1].at if here else 0) + Seconds(result)
        speaker, text, other = _something_said(generator, hider)
        here.append(Entry(speaker, instant, text))
        there.append(Entry(speaker, instant, other))
    return hider, here, there


def _something_said(generator: Random, hider: Seat) -> tuple[Speaker, str, str]:
    """Return a speaker and what is typed in either match."""
    text, other = (layout_by_lot(generator.randint(0, 10**6)) for _ in range(2))
    small_talk, ruling = generator.choice(SMALL_TALK), generator.choice(RULINGS)
    dmo, either = Speaker.DMO, Speaker(generator.choice(SEATS))
    return generator.choice(
        [
            *[(Speaker(hider), text, other)] * 8,
            *[(Speaker(hider.opponent), text, text)] * 3,
            *[(dmo, "take first", "take first"), (dmo, "take placement", "take placement")],
            *[(either, small_talk, small_talk)] * 3,
            (Speaker.HOST, ruling, ruling),
            (Speaker.DEALER, "", ""),
            (either, "concede", "concede"),
        ]
    )


def is_revealed(match: Match) -> bool:
    return match.result is not None or match.state.phase not in {Phase.LAYOUTS, Phase.PRIVILEGE}


def test_nobody_else_learns_anything_about_a_hidden_layout():
    counts: list[int] = []
    phases: Counter[Phase] = Counter()

    @settings(max_examples=100)
    @given(scripts())
    def compare(script: tuple[Seat, list[Entry], list[Entry]]) -> None:
        hider, here, there = script

        def watched(match: Match) -> bool:
            phases[match.state.phase] += 1
            return is_revealed(match)

        game = compass(setup="100", choice="20")
        counts.append(compare_in_lockstep(game, here, there, hider, watched))

    compare()
    assert sum(count > 2 for count in counts) >= 30
    assert min(phases[Phase.LAYOUTS], phases[Phase.PRIVILEGE]) >= 50
    assert phases[Phase.FIRST_PLACEMENT] >= 5
