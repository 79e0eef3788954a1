"""The match record: reading, writing, its faults, and what the referee makes of it."""

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GAMES
from engine.games.fire_and_ice.rules import FireAndIce
from engine.matches.entries import POSTED, Entry, Speaker
from engine.matches.match import Match
from engine.options import RowOne, option_kinds, write_options, write_seconds
from engine.records.record import (
    MOST_BYTES,
    MOST_ENTRIES,
    RecordError,
    decode,
    read_record,
    write_record,
)
from engine.records.referee import final_match, referee
from engine.refusals import Refused
from engine.seats import Seat
from tests.engine.playing import begun, fire_and_ice, played, random_live_match, reserves, standing

EC, DMO = Seat.EC, Seat.DMO
HEAD = "game: fire-and-ice\n"
PLAYERS = {EC: "Ada", DMO: "Bob"}


def judged(body: str, **headers: str) -> list[dict]:
    """The referee's objects for entries under headers."""
    lines = [f"{key}: {value}\n" for key, value in headers.items()]
    return referee(HEAD + "".join(lines) + "\n" + body)


# Reading


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
    assert record.timed
    assert record.by_posts
    assert [(each.line, each.entry) for each in record.entries] == [
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
def test_marks_line_ends_blanks_and_comments_do_not_matter(text: str):
    record = read_record(text)
    assert read_record(decode(text.encode())) == record
    assert record.game == fire_and_ice(first="ec", takeback="0")
    assert [each.entry for each in record.entries] == [
        Entry(Speaker.EC, Decimal(1), "E6 E7"),
        Entry(Speaker.DMO, Decimal(2), "E3 F3"),
    ]


def test_a_byte_order_mark_is_no_part_of_the_text():
    assert decode(b"\xef\xbb\xbfgame") == "game"


def test_lines_are_counted_with_comments_and_headers():
    objects = referee("# one\r\n" + HEAD + "first: ec\n# four\n\nec E6 E7\n# seven\nec E3 F3\n")
    assert [each.get("line") for each in objects] == [6, 8, None]


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
    assert (record.timed, record.by_posts) == (timed, by_posts)


@pytest.mark.parametrize(
    ("posted", "left"),
    [("dealer @40 posted", 290), ("dealer @40 Posted", 290), ("dealer @40", 250)],
)
def test_clocks_start_by_posts_alone_where_there_are_any(posted: str, left: int):
    objects = judged(f"{posted}\nec @110 E6 E7\n", first="ec", takeback="0")
    assert [each.get("verdict") for each in objects] == ["accepted", "accepted", None]
    assert objects[-1]["clock"]["ec"] == {"reserve": left}


# Faults: each with its line

ENTRY = HEAD + "\n"


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("", 1, "'game' is missing"),
        ("\n", 1, "'game' is missing"),
        ("# only a comment\n", 1, "'game' is missing"),
        ("ec: Ada\ndmo: Bob\n\nec E6 E7\n", 4, "'game' is missing"),
        ("Game: fire-and-ice\n", 1, "'game' is missing"),
        ("\n" + "game: chess\n", 2, "chess"),
        ("game: Fire-and-Ice\n", 1, "Fire-and-Ice"),
        ("game:\n", 1, "''"),
        # Headers
        (HEAD + "komi: 6\n", 2, "komi"),
        (HEAD + "periods: 3\n", 2, "periods"),
        (HEAD + "title: x\n", 2, "title"),
        (HEAD + "name: x\n", 2, "name"),
        (HEAD + "Turn: 60\n", 2, "Turn"),
        (HEAD + "turn : 60\n", 2, "turn "),
        (HEAD + "ec: Ada\nturn: 60\nec: Ada\n", 4, "repeated"),
        (HEAD + HEAD, 2, "repeated"),
        (HEAD + "turn: 60\n# hm\nturn: 60\n", 4, "repeated"),
        (HEAD + "turn 60\n", 2, "key: value"),
        (HEAD + " # indented\n", 2, "key: value"),
        (HEAD + "ec @0 E6 E7\n", 2, "key: value"),
        (HEAD + "ec:\n", 2, "ec"),
        (HEAD + "dmo:   \n", 2, "dmo"),
        (HEAD + "turn: soon\n", 2, "turn"),
        # Entries
        (ENTRY + "spectator @1 E6 E7\n", 3, "spectator"),
        (ENTRY + "EC @1 E6 E7\n", 3, "EC"),
        (ENTRY + "ec: E6 E7\n", 3, "ec:"),
        (ENTRY + "@1 ec E6 E7\n", 3, "@1"),
        (ENTRY + "first: ec\n", 3, "first:"),
        (ENTRY + "ec\n", 3, "nothing"),
        (ENTRY + "ec @1\n", 3, "nothing"),
        (ENTRY + "host @1\n", 3, "nothing"),
        (ENTRY + "host\n", 3, "nothing"),
        (ENTRY + "dealer\n", 3, "nothing"),
        (ENTRY + "ec @ E6 E7\n", 3, "@"),
        (ENTRY + "ec @1s E6 E7\n", 3, "@1s"),
        (ENTRY + "ec @-1 E6 E7\n", 3, "@-1"),
        (ENTRY + "ec @+1 E6 E7\n", 3, "@+1"),
        (ENTRY + "ec @1e3 E6 E7\n", 3, "@1e3"),
        (ENTRY + "ec @1,5 E6 E7\n", 3, "@1,5"),
        (ENTRY + "ec @.5 E6 E7\n", 3, "@.5"),
        (ENTRY + "ec @5. E6 E7\n", 3, "@5."),
        (ENTRY + "ec @NaN E6 E7\n", 3, "@NaN"),
        (ENTRY + "ec @inf E6 E7\n", 3, "@inf"),
        (ENTRY + "ec @1_0 E6 E7\n", 3, "@1_0"),
        (ENTRY + "ec @\N{ARABIC-INDIC DIGIT ONE} E6 E7\n", 3, "@"),
        (ENTRY + "ec @5E6 E7\n", 3, "@5E6"),
        (ENTRY + "ec @2 E6 E7\n# hm\ndmo @1.999 E3 F3\n", 5, "backwards"),
        (ENTRY + "ec @2 E6 E7\ndmo hello\ndealer @1\n", 5, "backwards"),
        # The first fault is the one that is told.
        (HEAD + "turn: soon\nkomi: 6\n\nspectator: hi\n", 2, "turn"),
        (ENTRY + "ec @5 E6 E7\nwho @1 E3 F3\n", 4, "who"),
    ],
)
def test_a_file_that_is_no_record_is_told_with_its_line(text: str, line: int, told: str):
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert caught.value.line == line
    assert told in caught.value.problem
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


@pytest.mark.parametrize(
    ("name", "notation"),
    [
        *[("seed", each) for each in ("", "1.5", "+1", "one", "1 2", "0x10", "1_000")],
        *[("first", each) for each in ("", "EC", "me", "none", "None", "both")],
        *[("fire", each) for each in ("", "red", "ec dmo")],
        *[("row1", each) for each in ("", "up", "Bottom", "1")],
        *[
            (name, each)
            for name in ("turn", "reserve", "takeback", "choice")
            for each in (
                "",
                "-1",
                "+1",
                "1e2",
                "inf",
                "nan",
                "1,5",
                ".5",
                "5.",
                "60s",
                "1 0",
                "\u0663",
            )
        ],
    ],
)
def test_an_option_of_the_wrong_kind_is_a_fault(name: str, notation: str):
    with pytest.raises(RecordError, match=rf"line 2: {name}: "):
        read_record(HEAD + f"{name}: {notation}\n")


def test_every_option_of_the_rulings_is_a_header():
    assert list(option_kinds(FireAndIce)) == [
        *("seed", "first", "fire", "row1", "turn", "reserve", "takeback", "choice")
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


# Writing


def test_a_record_is_written_as_it_is_read():
    game = fire_and_ice(takeback="0", seed="7")
    entries = [
        Entry(Speaker.DMO, Decimal("0.0"), "first ec"),
        Entry(Speaker.EC, Decimal("12.50"), "E6 E7"),
        Entry(Speaker.DEALER, Decimal(13), "posted"),
        Entry(Speaker.DEALER, Decimal(200)),
        Entry(Speaker.HOST, Decimal(300), "time ec +60"),
    ]
    assert write_record(game, PLAYERS, entries) == (
        "game: fire-and-ice\n"
        "ec: Ada\n"
        "dmo: Bob\n"
        "seed: 7\n"
        "fire: ec\n"
        "row1: bottom\n"
        "turn: 60\n"
        "reserve: 300\n"
        "takeback: 0\n"
        "choice: 60\n"
        "\n"
        "dmo @0 first ec\n"
        "ec @12.5 E6 E7\n"
        "dealer @13 posted\n"
        "dealer @200\n"
        "host @300 time ec +60\n"
    )


def test_every_option_that_has_a_value_is_written_so_that_a_record_outlives_its_defaults():
    usual = {
        "seed": "0",
        "fire": "ec",
        "row1": "bottom",
        "turn": "60",
        "reserve": "300",
        "takeback": "5",
        "choice": "60",
    }
    assert write_options(FireAndIce()) == usual
    changed = fire_and_ice(turn="60.50", first="dmo", row1="top", seed="-3")
    assert write_options(changed) == usual | {
        "turn": "60.5",
        "first": "dmo",
        "row1": "top",
        "seed": "-3",
    }
    assert fire_and_ice(**write_options(changed)) == changed


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Ada", "Ada"),
        ("Ada: Queen", "Ada: Queen"),
        ("#1", "#1"),
        ("# ec: x", "# ec: x"),
        (": ", ":"),
        ("  Ada  ", "Ada"),
        ("Ada\nfirst: dmo", "Ada first: dmo"),
        ("Ada\r\n\r\nec @0 concede", "Ada ec @0 concede"),
        ("A\u2028B\u2029C\x85D\x0bE", "A B C D E"),
        ("\u00c9lo\u00efse \U0001f525", "\u00c9lo\u00efse \U0001f525"),
        ("", "?"),
        ("\n", "?"),
        ("\x00\x1f", "?"),
    ],
)
def test_a_display_name_is_one_line_whatever_it_holds(name: str, written: str):
    text = write_record(FireAndIce(), {EC: name, DMO: "Bob"}, [])
    record = read_record(text)
    assert record.players == {EC: written, DMO: "Bob"}
    assert record.game == FireAndIce()
    assert record.entries == ()


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_no_display_name_breaks_a_record(name: str):
    text = write_record(FireAndIce(), {EC: name, DMO: name}, [])
    record = read_record(decode(text.encode()))
    assert record.game == FireAndIce()
    assert record.players[EC] == record.players[DMO] != ""


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("E6\nE7", "E6 / E7"),
        ("E6 \r\n  E7\n", "E6 / E7"),
        ("E6\n\n\nE7", "E6 / E7"),
        ("  E6 E7  ", "E6 E7"),
        ("E6 / E7", "E6 / E7"),
    ],
)
def test_line_breaks_become_slashes_and_mean_the_same(typed: str, written: str):
    game = fire_and_ice(first="ec")
    posted = Entry(Speaker.DEALER, Decimal(0), POSTED)
    text = write_record(game, {}, [posted, Entry(Speaker.EC, Decimal(1), typed)])
    assert text.endswith(f"\n\ndealer @0 posted\nec @1 {written}\n")
    read_again = read_record(text).entries[1].entry.text
    assert game.read(game.begin(), EC, read_again) == game.read(game.begin(), EC, typed)


@given(st.sampled_from(["\n", "\r\n", "\x0b", "\x0c", "\t", "  ", " \n ", "\r", "/", "\x1c"]))
def test_whatever_separates_an_accepted_text_comes_back_the_same(separator: str):
    match = begun(fire_and_ice(first="ec", takeback="0"))
    step = match.enter(Entry(Speaker.EC, Decimal(1), f"E6{separator}E7"))
    if step.refusal:
        assert step.refusal.code == "not-a-submission"
        return
    record = read_record(write_record(match.game, PLAYERS, step.match.entries))
    assert standing(final_match(record))["state"] == step.match.state


# The referee


def test_one_object_for_each_entry_and_one_for_the_end():
    objects = judged("dmo first ec\nec E4 E5\nec E6 E7\n", takeback="0")
    start = (
        "........./........./........./........./....w..../....w..../........./........./........."
    )
    after = (
        "........./........./....r..../....w..../....w..../....w..../........./........./........."
    )
    assert objects == [
        {"line": 4, "who": "dmo", "verdict": "accepted", "position": start, "to_act": ["ec"]},
        {
            "line": 5,
            "who": "ec",
            "verdict": "rejected",
            "code": "occupied",
            "message": "occupied: E4 E5",
            "cells": ["E4", "E5"],
            "position": start,
            "to_act": ["ec"],
        },
        {"line": 6, "who": "ec", "verdict": "accepted", "position": after, "to_act": ["dmo"]},
        {
            "result": None,
            "position": after,
            "to_act": ["dmo"],
            "clock": {"ec": {"reserve": 300.0}, "dmo": {"reserve": 300.0}},
        },
    ]
    assert json.loads(json.dumps(objects)) == objects


def test_the_message_is_what_the_player_would_be_told():
    def explain(game: object, refusal: Refused) -> str:
        return f"{type(game).__name__} {refusal.code}"

    objects = referee(HEAD + "first: ec\n\nec E4 E5\n", explain)
    assert objects[0]["message"] == "FireAndIce occupied"


@pytest.mark.parametrize(
    ("body", "headers", "verdicts"),
    [
        # Everybody's entries have a verdict, the Dealer's and the host's too.
        (
            "dealer @0 posted\nhost @1 pause\nec @2 E6 E7\nec @2 hm\nhost @3 resume\ndealer @9\n",
            {"first": "ec"},
            ["accepted", "accepted", "paused", "not-a-submission", "accepted", "accepted"],
        ),
        ("dealer hello\nhost hello\n", {"first": "ec"}, ["no-lot-due", "malformed"]),
        # Lots: stated, stated wrongly, stated when none is due.
        (
            "dealer @60\ndealer @99 first ec\ndealer @99 first ec\n",
            {},
            ["accepted", "accepted", "no-lot-due"],
        ),
        ("dealer @60\ndealer @99 first nobody\n", {}, ["accepted", "no-lot-due"]),
        ("dealer @60\nhost @61 pause\ndealer @70 First EC\n", {}, ["accepted"] * 3),
        # After the end nothing but an undo is heard; that no more was typed may still be said.
        (
            (
                "ec @1 concede\nec @2 hm\ndmo @2 concede\nhost @2 pause\n"
                "dealer @3\ndealer @3 posted\nhost @4 undo\nec @5 E6 E7\n"
            ),
            {"first": "ec"},
            [
                "accepted",
                "match-over",
                "match-over",
                "match-over",
                "accepted",
                "match-over",
                "accepted",
                "accepted",
            ],
        ),
    ],
)
def test_every_entry_is_judged(body: str, headers: dict[str, str], verdicts: list[str]):
    objects = judged(body, **headers)[:-1]
    assert [each.get("code", each["verdict"]) for each in objects] == verdicts


def test_while_a_lot_is_due_nobody_is_to_act_and_an_entry_has_it_drawn():
    objects = judged("dealer @60\nhost @61 pause\nhost @62 resume\nec @63 hm\ndealer @64\n")
    assert [each["to_act"] for each in objects[:3]] == [[], [], []]
    assert objects[3]["code"] == "not-a-submission"
    assert objects[3]["to_act"] in (["ec"], ["dmo"])


def test_a_lot_depends_on_the_seed_alone_and_falls_both_ways():
    def first(seed: int) -> list[str]:
        return judged("dealer @60\nec @61 hm\n", seed=str(seed))[1]["to_act"]

    firsts = [first(seed) for seed in range(40)]
    assert firsts == [first(seed) for seed in range(40)]
    assert {*map(tuple, firsts)} == {("ec",), ("dmo",)}


def test_a_held_move_is_accepted_but_not_shown_until_it_is_final():
    objects = judged("ec @1 E6 E7\ndmo @6 E3 F3\ndealer @6\ndmo @6 E3 F3\ndealer @12\n", first="ec")
    shown = [sum(each["position"].count(half) for half in "rb") for each in objects]
    assert [each.get("code", each.get("verdict")) for each in objects] == [
        *("accepted", "not-your-turn", "accepted", "accepted", "accepted", None)
    ]
    assert shown == [0, 0, 1, 1, 2, 2]
    assert [each["to_act"] for each in objects] == [
        [s] for s in ("ec", "ec", "dmo", "dmo", "ec", "ec")
    ]


def test_in_a_file_without_times_a_held_move_becomes_final_at_its_end():
    objects = judged("ec E6 E7\n", first="ec")
    assert objects[0]["to_act"] == ["ec"]
    assert objects[-1]["to_act"] == ["dmo"]
    assert objects[-1]["position"].count("r") == 1


@pytest.mark.parametrize(
    ("body", "winner", "reason"),
    [
        ("ec @1 concede\n", "dmo", "conceded"),
        ("dealer @360\n", "dmo", "out-of-time"),
        ("host @1 award ec\n", "ec", "awarded"),
        ("host @1 abort\n", None, "aborted"),
    ],
)
def test_the_last_object_tells_the_result(body: str, winner: str | None, reason: str):
    last = judged(body, first="ec")[-1]
    assert last["result"] == {"winner": winner, "reason": reason}
    assert last["to_act"] == []


def test_the_clock_is_what_is_left_at_the_last_entry():
    last = judged("dealer @72.5\n", first="ec")[-1]
    assert last["clock"] == {"ec": {"reserve": 287.5}, "dmo": {"reserve": 300.0}}


# An export: the referee comes to the same end as the match did

seeds = st.integers(0, 10**6)


def ends_as(match: Match, text: str) -> None:
    """The last sentence of RECORD.md on the file, for one match."""
    objects = referee(text)
    *verdicts, end = objects
    assert {each["verdict"] for each in verdicts} <= {"accepted"}
    result = match.result
    assert end["result"] == (
        result and {"winner": result.winner and result.winner.value, "reason": result.reason.value}
    )
    assert end["position"] == match.game.position(match.state)
    assert end["to_act"] == [seat.value for seat in match.to_act]
    left = [{"reserve": float(each)} for each in reserves(match)]
    assert list(end["clock"].values()) == left
    assert standing(final_match(read_record(text))) == standing(match)


@given(seeds)
def test_an_export_ends_as_its_match_did(seed: int):
    live = random_live_match(seed)
    live.enter(Speaker.DEALER, "posted")
    match = live.finish()
    ends_as(match, write_record(match.game, PLAYERS, match.entries))


@given(seeds)
def test_an_export_of_what_was_read_is_the_same_export(seed: int):
    live = random_live_match(seed)
    live.enter(Speaker.DEALER, "posted")
    match = live.finish()
    text = write_record(match.game, PLAYERS, match.entries)
    record = read_record(text)
    entries = [each.entry for each in record.entries]
    assert entries == list(match.entries)
    assert write_record(record.game, record.players, entries) == text


@pytest.mark.parametrize(
    "lines",
    [
        ["ec @400 concede"],
        ["host @400 abort"],
        ["ec @70 E6 E7", "dealer @1000", "dmo @1001 concede"],
        ["host @100 pause", "dmo @200 concede"],
    ],
)
def test_an_export_of_a_match_whose_post_never_stood_ends_as_its_match_did(lines: list[str]):
    match = played(begun(fire_and_ice(first="ec"), by_posts=True), *lines)
    ends_as(match, write_record(match.game, PLAYERS, match.entries))


# The parser of records meets all sorts of text

pieces = st.sampled_from(
    [
        *("game: fire-and-ice", "ec: Ada", "turn: 5", "first: ec", "seed: x", ":", "#", "@", " "),
        *("\n", "\n\n", "\r\n", "ec ", "dmo ", "dealer ", "host ", "@1 ", "@2.5 ", "@0.", "E6 E7"),
        *("posted", "undo", "pause", "resume", "concede", "first dmo", "\x00", "\u2028", "\ufeff"),
    ]
)


@given(st.one_of(st.text(max_size=80), st.lists(pieces, max_size=25).map("".join)))
def test_no_text_does_worse_than_to_be_no_record(text: str):
    try:
        objects = referee(text)
    except RecordError as error:
        assert 1 <= error.line <= text.count("\n") + 1  # noqa: PT017
    else:
        assert "result" in objects[-1]


@given(st.lists(pieces, max_size=20).map("".join))
def test_no_entries_crash_the_referee(body: str):
    try:
        objects = referee(HEAD + "first: ec\n\n" + body)
    except RecordError as error:
        assert error.line > 3  # noqa: PT017
    else:
        assert all(each["verdict"] in {"accepted", "rejected"} for each in objects[:-1])


@given(st.binary(max_size=60))
def test_no_bytes_do_worse_than_to_be_no_record(data: bytes):
    try:
        referee(decode(data))
    except RecordError as error:
        assert error.line >= 1  # noqa: PT017


@pytest.mark.parametrize("break_", ["\x0b", "\x1b[2J", "\r", "\x85", "\u2028"])
def test_what_is_wrong_is_told_in_one_line_whatever_the_header_is_called(break_: str):
    with pytest.raises(RecordError) as caught:
        read_record(f"{HEAD}no{break_}thing: 1\n")
    assert caught.value.line == 2
    assert caught.value.problem.isprintable()


# Too large


def test_a_file_of_more_bytes_than_any_match_fills_is_too_large():
    assert len(decode(b"#" * MOST_BYTES)) == MOST_BYTES
    with pytest.raises(RecordError, match="too large") as raised:
        decode(b"#" * (MOST_BYTES + 1))
    assert raised.value.line == 1


def test_more_entries_than_any_match_has_are_too_many_and_the_first_is_named():
    most = HEAD + "\n# The entries.\n" + "ec hello\n" * MOST_ENTRIES
    assert len(read_record(most).entries) == MOST_ENTRIES
    with pytest.raises(RecordError, match="too large") as raised:
        read_record(most + "\nec hello\n")
    assert raised.value.line == 3 + MOST_ENTRIES + 2


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
def test_of_what_is_huge_no_more_is_repeated_than_shows_what_is_meant(text: str):
    with pytest.raises(RecordError) as raised:
        read_record(text.format(huge="9" * 10_000))
    assert "999..." in raised.value.problem
    assert len(str(raised.value)) < 250


@pytest.mark.parametrize(
    "at", ["1e999", "1E5", "NaN", "Infinity", "-0", "9" * 5_000, "0." + "1" * 13]
)
@pytest.mark.parametrize("line", ["dealer @{at}", "ec @{at} E6 E7"])
def test_a_time_that_no_clock_shows_is_none(line: str, at: str):
    with pytest.raises(RecordError, match="a time is @ and decimal seconds") as raised:
        read_record(f"{HEAD}\n{line.format(at=at)}\n")
    assert raised.value.line == 3
