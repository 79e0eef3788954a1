"""Demeter's Anguish: the comparison of secrets would catch a game that tells of an opening."""

from dataclasses import replace
from typing import Any

import pytest

from engine.clocks import Deadline, Timing
from engine.games.demeters_anguish.notation import Agreement
from engine.games.demeters_anguish.position import DemeterPosition, Done, Phase
from engine.games.demeters_anguish.rules import WRONG_PHASE, DemetersAnguish
from engine.seats import SEATS, Seat
from tests.games.common.secrets import Leak
from tests.games.common.test_secrets import compare, script
from tests.games.demeters_anguish.positions import in_play, say_all

TRIED = 300
"""Scripts, of which one at least has to tell of a leak."""


def openings(state: DemeterPosition) -> list[Done]:
    return [done for done in (state.ec_opening, state.dmo_opening) if done]


def names_the_flower(told: Any, game: Any, state: DemeterPosition, seat: Seat, action: Any) -> Any:
    other = state.opening(seat.opponent)
    if action is Agreement.AGREE and other and other.laid:
        raise WRONG_PHASE(*other.laid.cells)
    return told(game, state, seat, action)


def gives_less_time_after_a_pass(told: Any, game: Any, state: DemeterPosition) -> Timing | None:
    timing, passed = told(game, state), any(done.laid is None for done in openings(state))
    return replace(timing, clock=Deadline(game.setup - 1)) if timing and passed else timing


def shows_openings_in_the_choice(told: Any, game: Any, state: DemeterPosition, viewer: Any) -> Any:
    seen = told(game, state, viewer)
    return replace(seen, latest=(*openings(state),)) if state.phase is Phase.CHOICE else seen


def shows_the_other_opening(told: Any, game: Any, state: DemeterPosition, viewer: Any) -> Any:
    return replace(told(game, state, viewer), own=viewer and state.opening(viewer.opponent))


def counts_a_pass_as_nothing(told: Any, game: Any, state: DemeterPosition, viewer: Any) -> Any:
    there = tuple(done.seat for done in openings(state) if done.laid)
    return replace(told(game, state, viewer), submitted=there)


def puts_flowers_into_the_position(told: Any, game: Any, state: DemeterPosition) -> Any:
    return [told(game, state), *map(str, openings(state))]


@pytest.mark.parametrize(
    ("method", "leak"),
    [
        *(("act", names_the_flower), ("timing", gives_less_time_after_a_pass)),
        *(("view", shows_openings_in_the_choice), ("view", shows_the_other_opening)),
        *(("view", counts_a_pass_as_nothing), ("position", puts_flowers_into_the_position)),
    ],
)
def test_a_game_that_leaks_is_caught(method: str, leak: Any, monkeypatch: pytest.MonkeyPatch):
    scripts = [script(DemetersAnguish.name, seed) for seed in range(TRIED)]
    told = getattr(DemetersAnguish, method)
    monkeypatch.setattr(DemetersAnguish, method, lambda *args: leak(told, *args))
    with pytest.raises(Leak):
        sum(compare(match.game, match, *others) for match, *others in scripts)


def test_a_match_in_play_hides_nothing():
    match = say_all(in_play(ec="flower A1", dmo="pass"), "ec rock A1")
    views = [replace(match.view(viewer), viewer=None) for viewer in (None, *SEATS)]
    assert views[0] == views[1] == views[2]
