"""Tests that huge inputs cost in proportion to their size, by calls at n and at 2n."""

import re
import tracemalloc
from collections.abc import Callable, Iterable
from contextlib import suppress
from decimal import Decimal
from functools import partial
from typing import Any

import pytest

from bot.texts import answers
from bot.texts.seating import MAX_LISTED
from bot.values.post import Origin
from engine.games.compass_collisions.erosion import EROSION
from engine.games.deep_sea_voyage.board import read_boards
from engine.hints.near_misses import near_miss
from engine.matches.entries import Entry, Speaker
from engine.options import OptionError
from engine.records.record import RecordError, read_record, write_record
from engine.records.referee import referee
from engine.refusals import MALFORMED, Refused
from engine.seats import SEATS
from tests.engine.scribbles import LONGEST_MESSAGE, MAX_CELLS
from tests.games.common.grounds import Ground, grounds_of
from tests.games.common.samples import EVERY_GAME, game_of
from tests.games.deep_sea_voyage.positions import WORKED
from tests.helpers.counting import calls_of
from tests.helpers.rooms.cards import card_of, composer_of
from tools.fuzz.parsers import check_posts

pytestmark = pytest.mark.exhaustive

FEW = 60
"""Of whatever a text is made of; the other text has twice as many."""
MAX_GROWTH = 2.3
FEW_CALLS = 2_000
"""Calls allowed to any input, however small it is."""
CELL_NAMED = re.compile(r"\b[A-Z][0-9]{1,2}\b")


def check_growth(operation: Callable[[int], Callable[[], Any]]) -> None:
    operation(FEW // 2)()  # Caches that last are filled once; those of one text are not.
    once, twice = (calls_of(operation(count)).total() for count in (FEW, 2 * FEW))
    assert twice <= MAX_GROWTH * once + FEW_CALLS, f"{once} calls, then {twice}"


# Typed texts

LAYOUT = "layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E."


def _different(count: int) -> str:
    return " ".join(f"{chr(65 + index % 26)}{index // 26 % 99 + 1}" for index in range(count))


def _back_and_forth(start: str, other: str, count: int) -> str:
    return f"{start} {other} " * (count // 2)


LENGTHENED: dict[str, Callable[[int], str]] = {
    "different cells": _different,
    "one cell": lambda count: "A1 " * count,
    "cells without blanks": lambda count: "E5F6" * count,
    "cells with letters": lambda count: "E5R" * count,
    "half a cell": lambda count: "E" * count,
    "digits": lambda count: "A" + "1" * count,
    "slashes": lambda count: "/" * count,
    "lines": lambda count: "\n" * count,
    "blanks": lambda count: "E6" + " " * count + "E7",
    "blanks and a word": lambda count: " " * count + "hello",
    "and": lambda count: "E6 " + "and " * count + "E7",
    "words": lambda count: "first me pass " * count,
    "challenges": lambda count: "challenge " * count,
    "a claim": lambda count: f"challenge {_different(count)} / {_different(count)}",
    "claims": lambda count: "challenge C4 D4 E4 D5 / C4 D4 E4 D3 / " * count,
    "plantings": lambda count: "D5 red, C4 blue, " * count,
    "hidden flowers": lambda count: "hide " + "A1 red, G7 blue, " * count,
    "a flower": lambda count: f"flower {_different(count)}",
    "a flower on one row": lambda count: (
        "flower " + " ".join(f"A{index}" for index in range(1, 100))
    ),
    "halves": lambda count: "flower U G7 H7 I7 G8 I8 / rock A1 / " * count,
    "rocks": lambda count: f"rock {_different(count)}",
    "colons": lambda count: "flower " + ": " * count,
    "a layout": lambda count: "layout " + "E.W.F.A" * count,
    "rows": lambda count: LAYOUT + " / EWFA" * count,
    "blanks in a layout": lambda count: "layout E" + " " * count + "W",
    "sets": lambda count: "ec1 north, dmo2 south, " * count,
    "a placement": lambda count: f"T {_different(count)}",
    "a route": lambda count: f"route 1 red {_back_and_forth('A1', 'A7', count)}",
    "a route to nowhere": lambda count: f"route 1 red A1 {_different(count)}",
    "routes": lambda count: "route 1 red A1 A7 G7 / " * count,
    "routes of every ship": lambda count: "route 2 blue M1 M7 G7\nroute 3 white A13\n" * count,
    "another alphabet": lambda count: "Е5" * count,  # noqa: RUF001
    "marks of direction": lambda count: "E6" + "\u202e" * count + "E7",
    "marks": lambda count: "*" * count + "E6 E7" + "*" * count,
    "dashes and arrows": lambda count: "E6" + " -\u2013>" * count + " E7",
    "full stops": lambda count: "E6" + " ." * count + "E7" + "." * count,
    "colons and blanks": lambda count: "E6" + " " * count + ":" + ": " * count + "E7",
    "accents": lambda count: "E6" + "\u0301" * count + " E7",
    "full width": lambda count: "\uff25\uff16 " * count,
    "nearly a move": lambda count: "E6 E7" + " hello" * count,
}


def _one_of_each_phase(name: str) -> Iterable[Ground]:
    open_ones = [ground for ground in grounds_of(name) if ground.hears_much]
    by_phase = {
        (getattr(one.match.state, "phase", None), bool(one.match.held)): one for one in open_ones
    }
    return by_phase.values()


def _judge(ground: Ground, text: str) -> Refused | None:
    """Judge a text in the room and in private, with all answers."""
    match, seat = ground.match, (*ground.match.to_act, *SEATS)[0]
    match.is_secret(seat, text)
    step = match.enter(Entry(Speaker(seat.value), match.now + 1, text))
    composer = composer_of(card_of(match.game))
    posts = [*composer.posts(step, Origin(recipient=seat)), composer.misplaced(match, Origin(5))]
    if step.refusal:
        posts += composer.refusal(step.match, step.refusal, Origin(message_id=1))
    near_miss(match, seat, text)
    check_posts(tuple(posts))
    return step.refusal


@pytest.mark.parametrize("name", EVERY_GAME)
def test_to_judge_and_answer_a_text_costs_in_proportion_to_its_length(name: str) -> None:
    for ground in _one_of_each_phase(name):
        for text_of in LENGTHENED.values():
            check_growth(partial(_work_on, ground, text_of))


def _work_on(ground: Ground, text_of: Callable[[int], str], count: int) -> Callable[[], Any]:
    return partial(_judge, ground, text_of(count))


@pytest.mark.parametrize("name", EVERY_GAME)
def test_no_refusal_names_more_cells_than_a_post_takes(name: str) -> None:
    for ground in _one_of_each_phase(name):
        for text_of in LENGTHENED.values():
            refusal = _judge(ground, text_of(MAX_CELLS if text_of is _different else FEW))
            text = answers.refusal(refusal or MALFORMED())
            # The two more are the board's own corners.
            assert len(CELL_NAMED.findall(text)) <= MAX_LISTED + 2, text


# Files and forms

RECORD = "game: fire-and-ice\n"
DEMETER = "game: demeters-anguish\n"
LINES = (
    *("ec E6 E7", "ec hello", "dmo @{at} first ec", "dealer @{at}", "dealer @{at} posted", "\n# x"),
    *(
        "host @{at} pause\nhost @{at} resume",
        "host @{at} time ec +1",
        "dealer first ec",
        "dmo @{at} first ec\nhost @{at} undo",
        "host undo",
    ),
)


def _lines(line: str, count: int, head: str = RECORD) -> str:
    body = "\n".join(line.format(at=index, row=index % 15 + 1) for index in range(count))
    return f"{head}\n{body}\n"


def _tried(read: Callable[[str], Any], text: str) -> None:
    with suppress(RecordError, OptionError):
        read(text)


@pytest.mark.parametrize("line", LINES)
def test_to_judge_a_record_costs_in_proportion_to_its_lines(line: str) -> None:
    check_growth(lambda count: partial(referee, _lines(line, count)))


def test_to_undo_one_entry_after_the_other_costs_in_proportion_to_their_number() -> None:
    def undone(count: int) -> str:
        return _lines("ec flower A{row}", count, DEMETER) + "host undo\n" * count

    check_growth(lambda count: partial(referee, undone(count)))


@pytest.mark.parametrize("seconds", [60, 4_000, 9_000_000])
def test_time_that_passes_in_a_record_costs_nothing_however_long_it_is(seconds: int) -> None:
    bank = f"{RECORD}first: ec\nreserve: 999999999999\n\ndealer @0 posted\n"

    def passing(step: int) -> int:
        lines = (f"dealer @{index * step}\n" for index in range(1, FEW + 1))
        return calls_of(partial(referee, bank + "".join(lines))).total()

    passing(1)
    assert abs(passing(seconds) - passing(1)) <= FEW


@pytest.mark.parametrize(
    ("read", "text_of"),
    [
        (read_record, lambda count: RECORD + "".join(f"x{index}: 1\n" for index in range(count))),
        (read_record, lambda count: RECORD + "\n" * count),
        (read_record, lambda count: "#\n" * count + RECORD),
        (read_record, lambda count: f"{RECORD}seed: {'1' * count}\n"),
        (EROSION.read, lambda count: "1,2,3 4 - " * count),
        (EROSION.read, lambda count: "1" + " " * count + "2/" * count),
        (EROSION.read, lambda count: "-,-,-,-,-,-,-,-,-\n" * count),
        (read_boards, lambda count: ("." * 13 + "\n") * count),
        (read_boards, lambda count: WORKED.replace("/", "\n") + "\n\n" * count),
        (read_boards, lambda count: "\n\n".join([WORKED.replace("/", "\n")] * count)),
        (read_boards, lambda count: "." * count + "\n" + "#" * count),
    ],
)
def test_to_read_what_is_handed_in_costs_in_proportion_to_its_size(
    read: Callable[[str], Any], text_of: Callable[[int], str]
) -> None:
    check_growth(lambda count: partial(_tried, read, text_of(count)))


def test_to_keep_all_that_was_typed_takes_room_in_proportion_to_it() -> None:
    once, more = (
        _bytes_for(partial(referee, _lines("ec flower A{row}", count, DEMETER)))
        for count in (FEW, 6 * FEW)
    )
    assert more <= 7 * once, (once, more)


def _bytes_for(operation: Callable[[], Any]) -> int:
    tracemalloc.start()
    try:
        operation()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_move_with_many_blanks_is_written_as_it_was_typed() -> None:
    typed = "E6" + " " * LONGEST_MESSAGE + "E7 \r\n \n\n E8"
    entries = (Entry(Speaker.EC, Decimal(1), typed),)
    written = write_record(game_of("fire-and-ice"), {}, entries).splitlines()[-1]
    assert written == "ec @1 E6" + " " * LONGEST_MESSAGE + "E7 / E8"
