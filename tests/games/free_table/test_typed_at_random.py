"""Lines of all kinds at a free table: nothing crashes, and chat does not count."""

from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.free_table.line import ActionLine
from engine.games.free_table.notation import read_ruled
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.notation import counted
from engine.options import read_options, write_options
from engine.records.record import read_record, write_record
from engine.records.referee import referee
from engine.refusals import Refused
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.hints.test_near_miss_lines import PARTS, lines_of
from tests.games.free_table.playing import begun, free_table

CHAT: Final = Path(__file__).parent / "lines" / "chat.txt"
PIECES: Final = (
    *("E4", "b2", "Z9", "T20", "E4=K", "A1=-", "A1=#", "E4=", "=", "=K", "ec", "dmo", "both", "x"),
    *("chips+1", "pot=3", "pot-1", "pot=-3", "chips", "+1", "-", "--", "+", "roll", "2d6", "d6"),
    *("21d6", "2d1001", "deck", "cards", "1..9", "1..9x4", "9..1", "deal", "2", "60", "open", "1"),
    *("next", "sealed", "secret", "aloud", "90", "clear", "/", "\n", "!", "?", ",", "->", "(", "é"),
    *("\N{FULLWIDTH PLUS SIGN}", "\N{ROSE}", "\u200d", "\x00", "\ud800", "pass", "bid"),
)
WHOS: Final = ("ec !", "ec ", "dmo !", "dmo ", "host !", "host !", "host !", "host undo ruling ")
lines = st.builds(
    lambda person, glue, messages: person + glue.join(messages),
    st.sampled_from(WHOS),
    st.sampled_from(("", " ", " ", " / ")),
    st.lists(st.sampled_from(PIECES), max_size=12),
)


def entered(match: Match, typed: list[str]) -> Match:
    for line in typed:
        name, _, text = line.partition(" ")
        match = match.enter(Entry(Speaker(name), match.now + 1, text)).chain(Match.draw_lots).match
    return match


@given(
    st.lists(lines, max_size=30),
    st.sampled_from(("turns", "judged", "rounds")),
    st.sampled_from(("none", "8x8")),
)
def test_whatever_is_typed_a_record_of_it_ends_in_the_same_position(
    typed: list[str], order: str, board: str
):
    match = entered(begun(order=order, board=board, setup="chips=5"), typed)
    text = write_record(match.game, {}, match.entries)
    if "\ud800" in text:
        return
    *verdicts, end = referee(text)
    assert {verdict["verdict"] for verdict in verdicts} <= {"accepted"}
    assert end["position"] == match.game.position(match.state)
    match.view(PUBLIC)


@given(st.text(max_size=700))
def test_any_text_is_read_or_refused(text: str):
    for order in ("turns", "rounds"):
        match = begun(order=order)
        for words in (text, f"!{text}"):
            try:
                action = match.game.read(match.state, Seat.EC, words)
            except Refused:
                continue
            written = match.game.write(action)
            assert match.game.read(match.state, Seat.EC, written) == action
    try:
        parts = read_ruled(text)
    except Refused:
        return
    assert read_ruled(str(ActionLine(parts))) == parts


@given(lines)
def test_what_a_host_types_is_written_as_it_is_read(line: str):
    try:
        parts = read_ruled(line.partition(" ")[2])
    except Refused:
        return
    assert read_ruled(str(ActionLine(parts))) == parts


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"title": "Five-Card Trick", "board": "none", "order": "rounds", "late": "lose"},
        {"board": "20x3", "setup": "ec A1=M / deck 1..9 / deal 2 ec", "envelope": "a / b"},
        {"periods": "3", "period": "30.5", "turn": "15", "row1": "top", "reserve": "0"},
    ],
)
def test_options_are_written_as_they_are_read(options: dict[str, str]):
    game = free_table(**options)
    assert type(game)(**read_options(type(game), write_options(game))) == game
    assert read_record(write_record(game, {}, ())).game == game


def test_an_envelope_of_several_lines_is_one_header():
    game = free_table(envelope="walls:\n A1|A2 \n\nB1|B2")
    assert game.envelope == "walls: / A1|A2 / B1|B2"
    assert read_record(write_record(game, {}, ())).game == game


def test_of_300_lines_of_chat_at_most_one_in_a_hundred_counts():
    messages = [line for part in PARTS for line in lines_of("conversation", part)]
    assert len(messages) == len({*messages}) == 300
    match = begun(setup="ec B2 / dmo B3 / chips=5")
    counts = [line for line in messages if _counts(match, line)]
    assert len(counts) <= 3, counts


@pytest.mark.parametrize("order", ["turns", "rounds"])
def test_of_300_lines_of_chat_at_a_table_at_most_one_in_a_hundred_counts(order: str):
    texts = CHAT.read_text(encoding="utf-8").splitlines()
    assert len({*texts}) >= 300
    match = begun(order=order, setup="ec B2 / dmo B3 / chips=5")
    counts = [line for line in texts if any(_counts(match, line, seat) for seat in SEATS)]
    assert len(counts) <= len(texts) // 100, counts
    assert not any(map(counted, texts)), "a host's line begins with a mark"


def _counts(match: Match, line: str, seat: Seat = Seat.EC) -> bool:
    try:
        match.game.read(match.state, seat, line)
    except Refused as refused:
        return refused.code != "not-a-submission"
    return True
