"""Tests of the bench: sound matches, and comparisons that name what became slower."""

import asyncio
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest

from bot.storage.maintenance import verify
from bot.storage.store import Store
from bot.storage.tables.records import StoredMatch
from bot.storage.tables.replay import replayed
from engine.matches.match import Match
from engine.seats import Seat
from tests.helpers.clocks.fake_clock import BEGAN_MS, snowflake
from tests.helpers.databases.new_databases import make_databases_on_server  # noqa: F401 - a fixture
from tests.helpers.games.offered import PLAYED
from tests.helpers.matches import laying
from tests.helpers.matches.laying import Room, lay
from tools.bench.__main__ import PAGE
from tools.bench.figures import Figure
from tools.bench.plan import Plan
from tools.bench.rows.live.chat import Talked, chat_figures
from tools.bench.rows.many.load import most_in_a_second
from tools.bench.rows.many.processes import take_overs
from tools.bench.runs import Run, compared, is_slower, slower, written

ROOMS = [
    Room(
        id=snowflake(BEGAN_MS, number),
        guild_id=snowflake(BEGAN_MS, 500),
        host_id=snowflake(BEGAN_MS, 600),
        player_ids={
            Seat.EC: snowflake(BEGAN_MS, 1_000 + number),
            Seat.DMO: snowflake(BEGAN_MS, 2_000 + number),
        },
    )
    for number in range(len(PLAYED) + 1)
]
MOVES = 6


async def test_a_laid_match_is_one_that_the_dealer_could_have_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laying, "SEEDS", 1)
    database = tmp_path / "laid.sqlite"
    laid = await lay(database, ROOMS, MOVES)
    findings = await asyncio.to_thread(verify, database)
    assert (findings.faults, findings.live) == ((), len(ROOMS))
    store = await Store.open(f"sqlite:///{database}")
    for laid_match, game in zip(laid, cycle(PLAYED), strict=False):
        stored = await store.latest_match(laid_match.room.id)
        assert isinstance(stored, StoredMatch)
        match = replayed(stored)
        assert isinstance(match, Match)
        assert match.game.name == game
        assert stored.card.player_ids == laid_match.room.player_ids
        assert stored.card.host_id == laid_match.room.host_id
        assert not stored.waiting
        # The room's messages are those of its outbox; the first one opened the turn.
        assert stored.turn_message_id == laid_match.stands[0][0]
        assert stored.newest_message_id == laid_match.stands[-1][0]
        # The script goes on from there: its next line is accepted.
        line = laid_match.template.rest[0].line
        assert line.seat in match.to_act
        assert match.game.read(match.state, line.seat, line.text)
    await store.close()


USUAL = Figure("turn", 10.0, "ms", samples=(9.0, 10.0, 11.0))


WIDE = replace(USUAL, samples=(5.0, 10.0, 15.0))
MORE = replace(USUAL, more_is_better=True)
UNRATED = replace(USUAL, is_rated=False)
NOTHING = Figure("refused", 0.0, "")
COMPARED = {
    "within a tenth and its noise": (USUAL, replace(USUAL, value=11.9), False),
    "beyond a tenth and its noise": (USUAL, replace(USUAL, value=12.1), True),
    "faster": (USUAL, replace(USUAL, value=5.0), False),
    "within the noise of the later run": (
        USUAL,
        replace(USUAL, value=15.0, samples=(5.0, 15.0, 25.0)),
        False,
    ),
    "within the noise of the earlier run": (WIDE, replace(USUAL, value=15.0), False),
    "less of what there should be more of": (MORE, replace(MORE, value=7.9), True),
    "more of what there should be more of": (MORE, replace(MORE, value=20.0), False),
    "a figure that rates nothing": (UNRATED, replace(UNRATED, value=99.0), False),
    "a count from nothing": (NOTHING, replace(NOTHING, value=1.0), True),
}


@pytest.mark.parametrize(("before", "next_figure", "expected"), COMPARED.values(), ids=COMPARED)
def test_slower_is_worse_by_more_than_a_tenth_and_the_noise(
    before: Figure, next_figure: Figure, expected: bool
) -> None:
    assert is_slower(before, next_figure) == expected


def test_a_comparison_names_only_what_was_measured_in_both_runs() -> None:
    before = Run({}, {}, "one", (USUAL, Figure("gone", 1.0, "s")))
    slow = replace(USUAL, value=20.0)
    next_run = Run({}, {}, "two", (slow, Figure("new", 9.0, "s")))
    (line,) = slower(before, next_run)
    assert line.startswith("turn: 10 -> 20 ms")


def test_runs_of_another_size_are_not_compared_in_silence() -> None:
    before, next_run = (Run({}, {"matches": count}, "one", (USUAL,)) for count in (10, 1_000))
    assert list(compared(before, before)) == ["against one: nothing is slower"]
    text, _ = compared(before, next_run)
    assert text.startswith("not the same size")


def test_a_run_is_read_as_it_was_written(tmp_path: Path) -> None:
    run = Run(
        {"cores": "2"}, {"matches": 10}, "one", (USUAL, Figure("held", 45.0, "/s", goal=45.0))
    )
    run.write(tmp_path / "bench.json")
    assert Run.read(tmp_path / "bench.json") == run


def test_the_page_takes_a_run_in_place_of_its_first_table_alone() -> None:
    run = Run({"cores": "2"}, {"matches": 10}, "one", (replace(USUAL, goal=9.0),))
    page = PAGE.read_text()
    lead, _, figures = page.partition("<!-- make bench -->\n\n")
    _, end, rest = figures.partition("\n\n<!-- end -->")
    assert written(page, run) == f"{lead}<!-- make bench -->\n\n{run.table()}{end}{rest}"
    *_, row = run.table().splitlines()
    assert [cell.strip() for cell in row.split("|")[1:6]] == ["turn", "10 ms", "±1", "9", "MISSED"]


@pytest.mark.parametrize(
    ("instants", "limit"),
    [([], 0), ([5.0], 1), ([0.0, 0.5, 0.999, 1.0, 1.4], 4), ([0.0, 1.0, 2.0], 1)],
)
def test_a_second_may_begin_anywhere(instants: list[float], limit: int) -> None:
    assert most_in_a_second(instants) == limit


@pytest.mark.parametrize(
    ("middles", "held"),
    [
        ({0: 10.0, 500: 11.0, 1_000: 11.4}, 1_000),
        ({0: 10.0, 500: 11.0, 1_000: 11.6}, 500),
        ({0: 10.0, 500: 14.0, 1_000: 10.0}, 0),
    ],
)
def test_chat_is_held_up_to_the_first_rate_at_which_boards_come_later(
    middles: dict[int, float], held: int
) -> None:
    talked = {rate: Talked([middle], 1_000, rate / 1_000) for rate, middle in middles.items()}
    rate, cpu = chat_figures("without a match", talked)
    assert rate.value == held
    assert cpu.value == pytest.approx(1.0)


@pytest.mark.exhaustive
async def test_each_take_over_ends_with_the_board_of_a_move_that_the_reserve_has_judged(
    tmp_path: Path,
) -> None:
    plan = Plan(frozenset(), 0, 0.0, tmp_path, {})
    figures = [over async for over in take_overs(plan, times=2)]
    assert [figure.name.rpartition(" ")[2] for figure in figures] == ["p50", "p100"] * 2
    assert [len(figure.samples) for figure in figures] == [2] * 4
    assert all(sample > 0 for figure in figures for sample in figure.samples)
