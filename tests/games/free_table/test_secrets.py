"""Secrets at a free table before they are opened: non-interference for every viewer."""

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import GameView
from engine.games.free_table.table import owned_by
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.records.history import fresh_match, history
from engine.seats import HOST, PUBLIC, SEATS, Host, Seat
from tests.engine.playing import entry
from tests.games.common.secrets import compare_in_lockstep
from tests.games.free_table.playing import free_table

TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=40
)
OTHERS: Final = (
    *("ec !hello", "dmo E4", "dmo !E5", "host !pot=1", "host !ec chip+1", "host !open dmo 9"),
    *("host !A1 / A1", "host !next ec", "dmo !open 7", "host !roll 2d6"),
)


def entries(*lines: str) -> list[Entry]:
    return [entry(line.replace(" ", f" @{index} ", 1)) for index, line in enumerate(lines)]


def compare(hider: Seat, *logs: list[str], blind: tuple[Host, ...] = (), **options: str) -> int:
    """Compare two matches in which a seat has different secrets; how often it saw them differ."""
    here, there = (entries(*log) for log in logs)
    return compare_in_lockstep(free_table(**options), here, there, hider, is_over, blind=blind)


def is_over(match: Match) -> bool:
    return match.result is not None


BESIDE_A_SEALED_TURN: Final = ("host !pot=1", "dmo hello", "host !roll 2d6", "host !open dmo 9")


@given(TEXTS, TEXTS, st.lists(st.sampled_from(BESIDE_A_SEALED_TURN), max_size=6))
def test_a_sealed_text_is_seen_by_its_seat_alone(one: str, other: str, between: list[str]):
    for hider in SEATS:
        logs = ([f"{hider} !x{text}", *between] for text in (one, other))
        differs = compare(hider, *logs, blind=(HOST,), order="rounds")
        assert differs == (0 if one == other else 1 + len(between))


@given(TEXTS, TEXTS, st.lists(st.sampled_from(OTHERS), max_size=6))
def test_a_secret_text_is_seen_by_its_seat_and_by_the_host_once_the_turn_closes(
    one: str, other: str, between: list[str]
):
    lines = ("host !next both secret", "ec !x{}", "dmo !south", *between)
    here, there = ([line.replace("{}", text) for line in lines] for text in (one, other))
    compare(Seat.EC, here, there, order="judged")
    compare(Seat.EC, here[:2], there[:2], blind=(HOST,), order="judged")


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.lists(st.sampled_from(OTHERS), max_size=6))
def test_closed_dice_and_cards_are_seen_by_their_seat_alone(
    seed: int, other: int, between: list[str]
):
    kept = [line for line in between if "roll" not in line]
    log = entries("host !deck cards / roll 4d6 ec / deal 3 ec", *kept)
    games = [free_table(seed=str(number)) for number in (seed, other)]
    compare_in_lockstep(games[0], log, log, Seat.EC, is_over, other_game=games[1], blind=(HOST,))


def test_the_envelope_is_seen_by_nobody_before_the_end():
    here, there = (Match.begin(free_table(envelope=text)).match for text in ("A1", "walls"))
    for viewer in (PUBLIC, HOST, *SEATS):
        assert here.view(viewer) == there.view(viewer)


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("roll 4d6 ec", []),
        ("roll 4d6 ec / roll 2d6", []),
        ("deck 1..9 / deal 2 / deal 2 dmo", []),
        ("roll 2d6", ["roll"]),
        ("deck 1..9 / deal 2", ["deal"]),
    ],
)
def test_a_lot_of_something_closed_is_no_part_of_what_the_room_is_told(line: str, lines: list[str]):
    match = Match.begin(free_table(setup="deck 1..5 / deal 3 dmo")).chain(Match.draw_lots).match
    match = match.enter(entry(f"host @5 !{line}")).chain(Match.draw_lots).match
    steps = history(fresh_match(match), match.entries)
    lots = [step.text.split()[0] for step in steps if step.entry.speaker is Speaker.DEALER]
    assert len(lots) == 1 + line.count("roll") + line.count("deal")
    shown_steps = [
        step for step in steps if step.entry.speaker is Speaker.DEALER and not step.is_secret
    ]
    assert [step.text.split()[0] for step in shown_steps] == lines


def test_what_is_done_never_holds_what_is_closed():
    match = Match.begin(free_table(seed="3")).match
    step = match.enter(entry("host @1 !deck cards / roll 20d1000 ec / deal 20 dmo"))
    match = step.chain(Match.draw_lots).match
    view = match.view(PUBLIC)
    assert isinstance(view, GameView)
    hidden = [item.text for seat in SEATS for item in owned_by(seat, match.view(seat).closed)]
    assert len(hidden) == 40
    picture = repr((view, match.game.position(match.state)))
    assert not [text for text in hidden if f"'{text}'" in picture]
