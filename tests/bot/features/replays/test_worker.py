"""Steps of matches that are over: what is said and shown of each, in every game."""

from dataclasses import replace

import pytest

from bot.features.replays.steps import ReplayStep, shown_step
from bot.texts.seating import LONGEST_MESSAGE
from bot.values.card import MatchCard
from bot.values.effects import SourcedEntry
from engine.games import GAMES
from engine.games.free_table.rules import FreeTable
from engine.grids.grid import Cell
from engine.matches.match import Match
from engine.seats import Seat
from tests.engine.playing import begun, fire_and_ice, played
from tests.helpers.games.samples import GAMES_OF_EACH_KIND, sample
from tests.helpers.matches.played import entries_of
from tests.helpers.matches.scripts import write_script
from tests.helpers.rooms.cards import card_of
from tests.helpers.rooms.changes import unsourced

BEYOND = 10**9
LINES = 12


Log = tuple[MatchCard, tuple[SourcedEntry, ...]]


def log_of(match: Match) -> Log:
    return card_of(match.game), unsourced(match.entries)


def brief(name: str) -> Log:
    script = write_script(name, 1, LINES)
    return log_of(Match.replay(script.dealt(), entries_of(script)))


def steps_of(*lines: str) -> list[ReplayStep]:
    log = log_of(played(begun(fire_and_ice(first="ec"), by_posts=True), *lines))
    return [shown_step(*log, number) for number in range(shown_step(*log, BEYOND).last + 1)]


@pytest.mark.parametrize("name", sample(GAMES, GAMES_OF_EACH_KIND))
def test_every_step_of_every_game_is_told_and_shown(name: str):
    log = brief(name)
    last = shown_step(*log, BEYOND)
    assert (last.number, "🏁" in last.content) == (last.last, True)
    for number in range(last.last + 1):
        step = shown_step(*log, number)
        assert f"Move {number} of {last.last}" in step.content
        assert len(step.content) <= LONGEST_MESSAGE
        assert all(picture.alt for picture in step.pictures)


@pytest.mark.parametrize("board", [None, Cell(7, 7)])
def test_a_step_shows_the_board_if_there_is_one(board: Cell | None):
    match = begun(FreeTable(first=Seat.EC, board=board), by_posts=True)
    match = played(match, "dealer @1 posted", "ec @2 !bid 5")
    for number in range(2):
        step = shown_step(*log_of(match), number)
        assert bool(step.pictures) is (board is not None)
        assert len(step.content) <= LONGEST_MESSAGE


def test_a_step_is_told_with_its_time_and_both_clocks():
    _, first, *_ = steps_of(
        "dealer @1 posted", "ec @101 E6 E7", "dealer @106", "dealer @107 posted"
    )
    assert first.content.splitlines() == [
        "-# Move 1 of 1",
        "1. 1:41 **Ada**: `E6 E7`, 1:40",
        "**Ada** lays E6 (white) and E7 (red).",
        "⏱️ **Ada**: 4:20 of reserve. **Bob**: 5:00 of reserve.",
    ]


def test_what_was_undone_is_a_step_that_says_so():
    lines = ("dealer @1 posted", "ec @2 E6 E7", "dealer @7", "dealer @8 posted", "host @9 undo")
    _, move, undo = steps_of(*lines)
    assert "(taken back)" in move.content
    assert "undoes the last action" in undo.content
    assert move.pictures != undo.pictures


@pytest.mark.parametrize(
    ("name", "paused", "resumed"),
    [
        (
            "dealer",
            "**Dealer**: the clocks are stopped",
            "**Dealer**: I was away for 2:05. Nobody loses time for it.",
        ),
        ("host", "**Host**: the clocks are stopped", "**Host**: the clocks run again"),
    ],
)
def test_the_dealer_says_that_it_was_away_and_a_hosts_pause_is_a_hosts(
    name: str, paused: str, resumed: str
):
    _, first, second = steps_of("dealer @1 posted", f"{name} @5 pause", f"{name} @130.4 resume")
    assert first.content.splitlines()[1] == f"1. 0:05 {paused}"
    assert second.content.splitlines()[1] == f"2. 2:10 {resumed}"


def test_a_player_has_the_name_of_whoever_sat_there_then():
    lines = ("dealer @1 posted", "ec @2 E6 E7", "dealer @7", "dealer @8 posted")
    _, move, seat, concession = steps_of(*lines, "host @9 seat ec Cleo", "ec @10 concede")
    assert "**Ada**: `E6 E7`" in move.content
    assert "Cleo" in seat.content
    assert "**Cleo**: concedes" in concession.content


def test_a_step_leads_to_its_message_unless_that_was_private():
    match = begun(fire_and_ice(first="ec"), by_posts=True)
    match = played(match, "dealer @1 posted", "ec @2 E6 E7")
    card = card_of(match.game)
    sources = (None, "message:77")
    log = card, tuple(map(SourcedEntry, match.entries, sources))
    assert f"(<{card.link(77)}>)" in shown_step(*log, 1).content
    card, entries = brief("demeters-anguish")
    entries = tuple(replace(sourced, source="message:77") for sourced in entries)
    assert "77" not in shown_step(card, entries, 1).content
