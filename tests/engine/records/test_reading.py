"""Reading a record: what it says, where it is wrong, and what is too large."""

import json
import re
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clocks import write_seconds
from engine.games import GAMES
from engine.games.fire_and_ice.rules import FireAndIce
from engine.matches.entries import Entry, Speaker
from engine.options import RowOne, option_kinds
from engine.records.record import MAX_BYTES, MAX_ENTRIES, RecordError, decode, read_record
from engine.records.referee import referee
from engine.seats import Seat
from tests.engine.playing import fire_and_ice
from tests.engine.records.short import HEAD, PLAYERS

EC, DMO = Seat.EC, Seat.DMO


def test_a_record_is_headers_a_blank_line_and_entries():
    record = read_record(
        "# a match\n"
        "game: fire-and-ice\n"
        "ec: Ada\n"
        "# between headers\n"
        "dmo: Bob\n"
        "takeback: 0\n"
        "\n"
        "dmo @0 first ec\n"
        "# between entries\n"
        "ec @12.5 E6 E7\n"
        "\n"
        "dealer @13 posted\n"
        "dmo E3-F3\n"
        "dealer @200\n"
    )
    assert record.game == fire_and_ice(takeback="0")
    assert record.players == PLAYERS
    assert record.has_clocks
    assert record.starts_clock_by_post
    assert [(entry.line, entry.entry) for entry in record.entries] == [
        (8, Entry(Speaker.DMO, Decimal(0), "first ec")),
        (10, Entry(Speaker.EC, Decimal("12.5"), "E6 E7")),
        (12, Entry(Speaker.DEALER, Decimal(13), "posted")),
        (13, Entry(Speaker.DMO, Decimal(13), "E3-F3")),
        (14, Entry(Speaker.DEALER, Decimal(200), "")),
    ]


PLAIN = HEAD + "first: ec\ntakeback: 0\n\nec @1 E6 E7\ndmo @2 E3 F3\n"


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        "\ufeff" + PLAIN,
        PLAIN.replace("\n", "\r\n"),
        "\ufeff" + PLAIN.replace("\n", "\r\n"),
        PLAIN.rstrip("\n"),
        PLAIN + "\n\n",
        "\n" + PLAIN,
        "# comment: with a colon\n#\n" + PLAIN,
        PLAIN.replace("\n\n", "\n\n\n"),
        PLAIN.replace("\n\n", "\n \t\n"),
        PLAIN.replace("first: ec", "first:ec").replace("takeback: 0", "takeback:  0  "),
        "takeback: 0\nfirst: ec\n" + HEAD + PLAIN[PLAIN.index("\n\n") + 1 :],
        PLAIN.replace("\nec @1 E6 E7", "\n#ec @1 E4 E5\nec @1 E6 E7\n# dmo @0 first"),
        PLAIN.replace("ec @1 E6 E7", "ec  @1  E6 E7  "),
    ],
)
def test_byte_order_marks_line_ends_blanks_and_comments_make_no_difference(text: str):
    record = read_record(text)
    assert read_record(decode(text.encode())) == record
    assert record.game == fire_and_ice(first="ec", takeback="0")
    assert [entry.entry for entry in record.entries] == [
        Entry(Speaker.EC, Decimal(1), "E6 E7"),
        Entry(Speaker.DMO, Decimal(2), "E3 F3"),
    ]


def test_a_byte_order_mark_is_not_part_of_the_text():
    assert decode(b"\xef\xbb\xbfgame") == "game"


def test_lines_are_counted_with_comments_and_headers():
    objects = referee("# one\r\n" + HEAD + "first: ec\n# four\n\nec E6 E7\n# seven\nec E3 F3\n")
    assert [description.get("line") for description in objects] == [6, 8, None]


@pytest.mark.parametrize(
    ("body", "timed", "by_posts"),
    [
        ("ec E6 E7\n", False, False),
        ("ec @0 E6 E7\n", True, False),
        ("ec E6 E7\ndealer @3\n", True, False),
        ("dealer @3 posted\nec E6 E7\n", True, True),
        ("dealer @3 POSTED\nec E6 E7\n", True, True),
        ("dealer posted\nec E6 E7\n", False, True),
        ("ec @3 posted\n", True, False),
        ("dealer @3 posted now\n", True, False),
        ("", False, False),
    ],
)
def test_a_clock_runs_if_any_entry_has_a_time_and_waits_for_posts_if_any_is_posted(
    body: str, timed: bool, by_posts: bool
):
    record = read_record(HEAD + "\n" + body)
    assert (record.has_clocks, record.starts_clock_by_post) == (timed, by_posts)


# Faults: each with its line


FAULTY = re.findall(r'(\d+) (".*?"): (".*")', Path(__file__).with_name("faults.txt").read_text())
"""The line of a fault, what is told of it, and the file, the latter two as JSON."""


@pytest.mark.parametrize(("line", "sentence", "text"), FAULTY)
def test_a_file_that_is_not_a_record_is_refused_at_its_first_fault(
    line: str, sentence: str, text: str
):
    with pytest.raises(RecordError) as caught:
        read_record(json.loads(text))
    assert caught.value.line == int(line)
    assert json.loads(sentence) in caught.value.problem
    assert str(caught.value) == f"line {line}: {caught.value.problem}"
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("data", "line"), [(b"\xff\xfegame", 1), (b"game: x\n# \xe4\n", 2), (b"\n\n\nec: \xc3", 4)]
)
def test_a_record_is_utf_8(data: bytes, line: int):
    with pytest.raises(RecordError) as caught:
        decode(data)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("name", "notation", "value"),
    [
        ("seed", "0", 0),
        ("seed", "-12", -12),
        ("seed", "9007199254740993", 9007199254740993),
        ("first", "ec", EC),
        ("first", "dmo", DMO),
        ("fire", "dmo", DMO),
        ("row1", "top", RowOne.TOP),
        ("row1", "bottom", RowOne.BOTTOM),
        ("turn", "60", Decimal(60)),
        ("turn", "0", Decimal(0)),
        ("reserve", "0.25", Decimal("0.25")),
        ("takeback", "007.50", Decimal("7.5")),
        ("choice", "3600", Decimal(3600)),
    ],
)
def test_options_are_read_from_headers(name: str, notation: str, value: object):
    assert getattr(read_record(HEAD + f"{name}: {notation}\n").game, name) == value


def test_every_option_of_a_game_is_a_header():
    assert list(option_kinds(FireAndIce)) == [
        *("seed", "commitment", "first", "grace", "fire", "row1"),
        *("turn", "reserve", "takeback", "unheld", "choice"),
    ]
    assert option_kinds(GAMES["fire-and-ice"]) == option_kinds(FireAndIce)


@pytest.mark.parametrize(
    ("seconds", "notation"),
    [
        *[("0", "0"), ("0.000", "0"), ("40.250", "40.25"), ("100", "100"), ("1E+3", "1000")],
        *[("1E-3", "0.001"), ("123456789.123", "123456789.123")],
    ],
)
def test_seconds_are_written_as_plain_decimals(seconds: str, notation: str):
    assert write_seconds(Decimal(seconds)) == notation


# Any text at all

pieces = st.sampled_from(
    [
        *("game: fire-and-ice", "ec: Ada", "turn: 5", "first: ec", "seed: x", ":", "#", "@", " "),
        *("\n", "\n\n", "\r\n", "ec ", "dmo ", "dealer ", "host ", "@1 ", "@2.5 ", "@0.", "E6 E7"),
        *("posted", "undo", "pause", "resume", "concede", "first dmo", "\x00", "\u2028", "\ufeff"),
    ]
)


@given(st.one_of(st.text(max_size=80), st.lists(pieces, max_size=25).map("".join)))
def test_any_text_is_a_record_or_is_refused(text: str):
    try:
        objects = referee(text)
    except RecordError as error:
        assert 1 <= error.line <= text.count("\n") + 1  # noqa: PT017
    else:
        assert "result" in objects[-1]


@given(st.binary(max_size=60))
def test_any_bytes_are_a_record_or_are_refused(data: bytes):
    try:
        referee(decode(data))
    except RecordError as error:
        assert error.line >= 1  # noqa: PT017


@pytest.mark.parametrize("break_", ["\x0b", "\x1b[2J", "\r", "\x85", "\u2028"])
def test_a_fault_is_one_printable_line_whatever_the_header(break_: str):
    with pytest.raises(RecordError) as caught:
        read_record(f"{HEAD}no{break_}thing: 1\n")
    assert caught.value.line == 2
    assert caught.value.problem.isprintable()


# Too large


def test_a_file_with_too_many_bytes_is_refused():
    assert len(decode(b"#" * MAX_BYTES)) == MAX_BYTES
    with pytest.raises(RecordError, match="too large") as raised:
        decode(b"#" * (MAX_BYTES + 1))
    assert raised.value.line == 1


def test_a_file_with_too_many_entries_is_refused_at_the_first_of_them():
    limit = HEAD + "\n# The entries.\n" + "ec hello\n" * MAX_ENTRIES
    assert len(read_record(limit).entries) == MAX_ENTRIES
    with pytest.raises(RecordError, match="too large") as raised:
        read_record(limit + "\nec hello\n")
    assert raised.value.line == 3 + MAX_ENTRIES + 2


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "\nec @{huge} E6 E7\n",
        HEAD + "\n{huge} E6 E7\n",
        HEAD + "turn: {huge}\n",
        HEAD + "{huge}: 1\n",
        HEAD + "{huge}: 1\n{huge}: 1\n",
        "game: {huge}\n",
    ],
)
def test_a_fault_quotes_only_the_beginning_of_something_huge(text: str):
    with pytest.raises(RecordError) as raised:
        read_record(text.format(huge="9" * 10_000))
    assert "999..." in raised.value.problem
    assert str(raised.value).count("9") < 100


@pytest.mark.parametrize(
    "place", ["1e999", "1E5", "NaN", "Infinity", "-0", "9" * 5_000, "0." + "1" * 13]
)
@pytest.mark.parametrize("line", ["dealer @{at}", "ec @{at} E6 E7"])
def test_a_time_is_plain_decimal_seconds_of_at_most_twelve_digits(line: str, place: str):
    with pytest.raises(RecordError, match="a time is @ and decimal seconds") as raised:
        read_record(f"{HEAD}\n{line.format(at=place)}\n")
    assert raised.value.line == 3
