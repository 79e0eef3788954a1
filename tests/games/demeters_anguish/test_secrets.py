"""Demeter's Anguish: the comparison of secrets would catch a game that tells of an opening."""

from dataclasses import replace
from typing import Any

import pytest

from engine.clocks import Deadline, Timing
from engine.game import Json
from engine.games.demeters_anguish.notation import Agreement
from engine.games.demeters_anguish.position import DemeterPosition, DemetersAnguishView, Phase
from engine.games.demeters_anguish.rules import WRONG_PHASE, DemetersAnguish
from engine.options import option_kinds
from engine.seats import SEATS, Seat, Viewer
from tests.games.common.secrets import Leak
from tests.games.common.test_secrets import compare, script
from tests.games.demeters_anguish.positions import in_play, say_all

TRIED = 300
"""Scripts, of which one at least has to tell of a leak."""


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
def test_a_game_that_leaks_is_caught(leaky: type[DemetersAnguish]):
    def compare_all() -> None:
        for seed in range(TRIED):
            match, hider, here, there = script(DemetersAnguish.name, seed)
            options = {name: getattr(match.game, name) for name in option_kinds(leaky)}
            compare(leaky(**options), match, hider, here, there)

    with pytest.raises(Leak):
        compare_all()


def test_a_match_in_play_hides_nothing():
    match = say_all(in_play(ec="flower A1", dmo="pass"), "ec rock A1")
    views = [replace(match.view(viewer), viewer=None) for viewer in (None, *SEATS)]
    assert views[0] == views[1] == views[2]
