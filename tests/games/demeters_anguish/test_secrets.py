"""Demeter's Anguish: nobody learns anything about an opening before both are revealed."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import Phase as Trying
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.clocks import Deadline, Seconds, Timing
from engine.game import Json
from engine.games.demeters_anguish.notation import Agreement
from engine.games.demeters_anguish.position import DemeterPosition, DemetersAnguishView, Phase
from engine.games.demeters_anguish.rules import WRONG_PHASE, DemetersAnguish
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.options import read_options
from engine.seats import SEATS, Seat, Viewer
from tests.games.common.secrets import Leak, compare_in_lockstep
from tests.games.demeters_anguish.positions import in_play, say_all
from tests.helpers.games.samples import sample

OPENINGS = (
    *("pass", "pass flower", "flower A1", "flower O15", "flower U G7 H7 I7 G8 I8"),
    *("flower I A1 A2", "flower: X on H8 G8 I8 H7 H9", "demeter T A1 B1 C1 B2"),
)
NO_OPENINGS = ("flower A1 A3", "flower P1", "flower U A1", "rock A1")
ALOUD = (
    *("hello", "agree", "first me", "first them", "rock A1", "flower", "pass rock", "first ec"),
    *("rock H8 / flower A1", "pass"),
)

Line = tuple[Speaker, str, str, int]
"""The speaker, both matches' texts, and the seconds since the line before."""


def lines_of(hider: Seat) -> st.SearchStrategy[list[Line]]:
    own, other = Speaker(hider), Speaker(hider.opponent)
    seconds = st.sampled_from([1, 1, 1, 20, 70, 700])
    legal = st.sampled_from(OPENINGS)
    refused = st.sampled_from(NO_OPENINGS)
    hidden = st.one_of(
        st.tuples(st.just(own), legal, legal, seconds),
        st.tuples(st.just(own), legal, legal, seconds),
        st.tuples(st.just(own), refused, refused, seconds),
    )

    def same(person: st.SearchStrategy[Speaker], text: st.SearchStrategy[str]) -> Any:
        both = st.tuples(person, text, seconds)
        return both.map(lambda line: (line[0], line[1], line[1], line[2]))

    anybody = st.sampled_from([own, other])
    aloud = same(anybody, st.sampled_from([line for line in ALOUD if line != "pass"]))
    theirs = same(st.just(other), st.sampled_from([*OPENINGS, *NO_OPENINGS, *ALOUD]))
    ruled = same(
        st.sampled_from([Speaker.HOST, Speaker.DEALER]),
        st.sampled_from(["undo", "pause", "resume", "", "first ec"]),
    )
    # The hider submits early, so that there is something to hide.
    rest = st.lists(st.one_of(hidden, aloud, theirs, theirs, ruled), max_size=9)
    return st.tuples(hidden, rest).map(lambda drawn: [drawn[0], *drawn[1]])


def entries_of(lines: list[Line], which: int) -> list[Entry]:
    now, entries = 0, []
    for speaker, *texts, seconds in lines:
        now += seconds
        entries.append(Entry(speaker, Seconds(now), texts[which]))
    return entries


def is_shown(match: Match) -> bool:
    return match.state.phase is Phase.PLAY or match.result is not None


def count_of(game: DemetersAnguish, lines: list[Line], hider: Seat) -> int:
    here, there = (entries_of(lines, which) for which in (0, 1))
    return compare_in_lockstep(game, here, there, hider, is_shown)


@pytest.mark.parametrize("hider", SEATS)
@pytest.mark.parametrize("first", [{}, {"first": "ec"}])
def test_nobody_else_sees_an_opening_until_both_are_revealed(hider: Seat, first: dict[str, str]):
    compared = []

    @settings(max_examples=30)
    @given(lines_of(hider))
    def try_it(lines: list[Line]) -> None:
        game = DemetersAnguish(**read_options(DemetersAnguish, first))
        compared.append(count_of(game, lines, hider))

    try_it()
    # Comparing matches that hide nothing would be useless.
    assert sum(count > 0 for count in compared) > 12
    assert sum(compared) > 20


@pytest.mark.parametrize("hider", SEATS)
def test_the_choice_is_asked_while_flowers_are_secret(hider: Seat):
    lines: list[Line] = [
        (Speaker(hider), "flower A1", "flower O15", 1),
        (Speaker(hider.opponent), "flower A1", "flower A1", 1),
        (Speaker(hider.opponent), "agree", "agree", 1),
        (Speaker.DEALER, "", "", 10),
        (Speaker.HOST, "pause", "pause", 1),
    ]
    assert count_of(DemetersAnguish(), lines, hider) == len(lines)


class TellsInTheChoice(DemetersAnguish):
    """Reveals the openings as soon as both are in."""

    def view(self, state: DemeterPosition, viewer: Viewer) -> DemetersAnguishView:
        seen = super().view(state, viewer)
        openings = tuple(filter(None, (state.ec_opening, state.dmo_opening)))
        return replace(seen, latest=openings) if state.phase is Phase.CHOICE else seen


class TellsTheOther(DemetersAnguish):
    """Shows each seat the other's opening as its own."""

    def view(self, state: DemeterPosition, viewer: Viewer) -> DemetersAnguishView:
        other = super().view(state, viewer.opponent if viewer else None)
        return replace(super().view(state, viewer), own=other.own)


class TellsWhoPassed(DemetersAnguish):
    """Counts a pass as no submission."""

    def view(self, state: DemeterPosition, viewer: Viewer) -> DemetersAnguishView:
        seen = super().view(state, viewer)
        there = [
            seat for seat in seen.submitted if (own := state.opening(seat)) and own.laid is not None
        ]
        return replace(seen, submitted=tuple(there))


class TellsInThePosition(DemetersAnguish):
    """Puts the opening flowers into the position."""

    def position(self, state: DemeterPosition) -> Json:
        return [super().position(state), str(state.ec_opening), str(state.dmo_opening)]


class TellsByTheClock(DemetersAnguish):
    """Gives less time after a pass."""

    def timing(self, state: DemeterPosition) -> Timing | None:
        timing = super().timing(state)
        passed = any(own and own.laid is None for own in (state.ec_opening, state.dmo_opening))
        if timing and passed:
            return Timing(timing.occasion, Deadline(self.setup - 1))
        return timing


class TellsInAnAnswer(DemetersAnguish):
    """Names the opponent's flower in a refusal."""

    def act(self, state: DemeterPosition, seat: Seat, action: Any) -> DemeterPosition:
        other = state.opening(seat.opponent)
        if action is Agreement.AGREE and other and other.laid:
            raise WRONG_PHASE(*other.laid.cells)
        return super().act(state, seat, action)


@pytest.mark.parametrize(
    "leaky",
    [
        TellsInTheChoice,
        TellsTheOther,
        TellsWhoPassed,
        TellsInThePosition,
        TellsByTheClock,
        TellsInAnAnswer,
    ],
)
@pytest.mark.parametrize("hider", sample(SEATS, [Seat.EC]))
def test_a_game_that_leaks_is_caught(leaky: Callable[[], DemetersAnguish], hider: Seat):
    @settings(max_examples=300, phases=[Trying.generate], report_multiple_bugs=False)
    @given(lines_of(hider))
    def try_it(lines: list[Line]) -> None:
        count_of(leaky(), lines, hider)

    with pytest.raises(Leak):
        try_it()


def test_a_match_in_play_hides_nothing():
    match = say_all(in_play(ec="flower A1", dmo="pass"), "ec rock A1")
    views = [replace(match.view(viewer), viewer=None) for viewer in (None, *SEATS)]
    assert views[0] == views[1] == views[2]


def test_which_texts_are_for_the_dealers_eyes_only():
    opening = Match.begin(DemetersAnguish()).match
    for text in ("flower A1", "pass", "pass flower", "flower A1 / rock A1", "flower P1 A1"):
        assert opening.is_secret(Seat.EC, text) is True
    for text in ("agree", "first me", "rock A1", "pass rock"):
        assert opening.is_secret(Seat.EC, text) is False
    for text in ("hello", "flower", "flower A1 A1", "concede"):
        assert opening.is_secret(Seat.EC, text) is None
    playing = in_play()
    choice = say_all(opening, "ec pass", "dmo pass")
    assert choice.is_secret(Seat.EC, "pass") is None
    for text in ("flower A1", "pass flower", "rock A1", "agree", "first me"):
        assert playing.is_secret(Seat.EC, text) is choice.is_secret(Seat.EC, text) is False
    takes = [match.game.takes_secrets(match.state) for match in (opening, choice, playing)]
    assert takes == [True, False, False]
