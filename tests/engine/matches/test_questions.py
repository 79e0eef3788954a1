"""The number of a match's questions to its game: once for each state."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from engine.clocks import Seconds
from engine.game import AnyGame
from engine.matches.match import Match
from engine.seats import PUBLIC, SEATS
from tests.engine.playing import fire_and_ice, tried

# The end of a match is not a question to the game: the state carries it.
ABOUT_A_STATE = ("to_act", "timing")


class CountingGame:
    """Counts the questions a match asks; questions the game asks itself do not count."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.asked: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        answer = getattr(self._game, name)
        return self._counted(name, answer) if callable(answer) else answer

    def _counted(self, name: str, answer: Callable[..., Any]) -> Callable[..., Any]:
        def ask(*arguments: Any) -> Any:
            self.asked[name] += 1
            return answer(*arguments)

        return ask


def ask_everything(match: Match) -> None:
    match.next_due()
    match.next_wake()
    for seat in SEATS:
        match.reserve_left(seat)
        match.ends_phase(seat)
    match.view(PUBLIC)
    list(match.entries_in_force())


def test_a_move_asks_the_game_once_about_the_state_it_leads_to():
    game: Any = CountingGame(fire_and_ice(first="ec"))
    match = Match.begin(game, starts_clock_by_post=True).match
    match = tried(match, "dealer @1 posted").match
    game.asked.clear()
    match = tried(match, "ec @40 E6 E7").match
    ask_everything(match)
    assert {name: game.asked[name] for name in ABOUT_A_STATE} == dict.fromkeys(ABOUT_A_STATE, 0)
    match = match.advance_time(Seconds(45)).match
    match = tried(match, "dealer @46 posted").match
    ask_everything(match)
    assert {name: game.asked[name] for name in ABOUT_A_STATE} == dict.fromkeys(ABOUT_A_STATE, 1)
    assert {name: game.asked[name] for name in ("accepts_from", "act")} == {
        "accepts_from": 1,
        "act": 1,
    }


def test_an_entry_that_changes_no_state_asks_nothing_about_it():
    game: Any = CountingGame(fire_and_ice(first="ec"))
    match = Match.begin(game).match
    game.asked.clear()
    lines = ("dealer @40", "ec @41 A1 A2", "dmo @41 hello", "host @42 pause", "host @50 resume")
    for line in (*lines, "host @51 time ec +5", "ec @52 concede"):
        match = tried(match, line).match
        ask_everything(match)
    assert {name: game.asked[name] for name in ABOUT_A_STATE} == dict.fromkeys(ABOUT_A_STATE, 0)


def test_an_undo_asks_about_the_state_it_brings_back_once():
    game: Any = CountingGame(fire_and_ice(first="ec"))
    match = tried(Match.begin(game).match, "ec @1 concede").match
    game.asked.clear()
    match = tried(match, "host @2 undo").match
    ask_everything(match)
    assert {name: game.asked[name] for name in ABOUT_A_STATE} == dict.fromkeys(ABOUT_A_STATE, 1)
