"""Writing a record: what is written reads back, and is judged to the same end."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.fire_and_ice.rules import FireAndIce
from engine.matches.entries import POSTED, Entry, Speaker
from engine.matches.match import Match
from engine.options import write_options
from engine.records.record import decode, read_record, write_record
from engine.records.referee import final_match, referee
from engine.seats import Seat
from tests.engine.playing import begun, fire_and_ice, played, reserves, standing
from tests.engine.records.short import PLAYERS

EC, DMO = Seat.EC, Seat.DMO


def test_a_record_is_headers_a_blank_line_and_entries():
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
        "grace: 0\n"
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


def test_a_match_without_clocks_is_written_without_times():
    game = fire_and_ice()
    entries = [
        Entry(Speaker.DMO, Decimal(0), "first ec"),
        Entry(Speaker.EC, Decimal(0), "E6 E7"),
        Entry(Speaker.HOST, Decimal(0), "undo"),
    ]
    written = write_record(game, PLAYERS, entries, has_clocks=False)
    assert written.partition("\n\n")[2] == "dmo first ec\nec E6 E7\nhost undo\n"


def test_options_are_written_even_at_their_defaults_which_may_change():
    usual = {
        "seed": "0",
        "grace": "0",
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
def test_a_display_name_is_written_on_one_line(name: str, written: str):
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


POST = Entry(Speaker.DEALER, Decimal(0), POSTED)
one_line = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), min_size=1
).filter(lambda text: text == text.strip())
moments = st.decimals(0, 10**9, places=3)


@given(st.lists(st.tuples(st.sampled_from(Speaker), moments, one_line)))
def test_what_is_written_is_what_is_read(typed: list[tuple[Speaker, Decimal, str]]):
    game = fire_and_ice(first="ec", seed="-5", turn="7.25")
    in_order = sorted(typed, key=lambda row: row[1])
    entries = [POST, *(Entry(speaker, instant, text) for speaker, instant, text in in_order)]
    record = read_record(write_record(game, PLAYERS, entries))
    assert (record.game, record.players) == (game, PLAYERS)
    assert [entry.entry for entry in record.entries] == entries


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
def test_line_breaks_are_written_as_slashes_with_the_same_meaning(typed: str, written: str):
    game = fire_and_ice(first="ec")
    text = write_record(game, {}, [POST, Entry(Speaker.EC, Decimal(1), typed)])
    assert text.endswith(f"\n\ndealer @0 posted\nec @1 {written}\n")
    read_again = read_record(text).entries[1].entry.text
    assert game.read(game.begin(), EC, read_again) == game.read(game.begin(), EC, typed)


@given(st.sampled_from(["\n", "\r\n", "\x0b", "\x0c", "\t", "  ", " \n ", "\r", "/", "\x1c"]))
def test_a_move_means_the_same_whatever_separates_its_cells(separator: str):
    match = begun(fire_and_ice(first="ec", takeback="0"))
    step = match.enter(Entry(Speaker.EC, Decimal(1), f"E6{separator}E7"))
    if step.refusal:
        assert step.refusal.code == "not-a-submission"
        return
    record = read_record(write_record(match.game, PLAYERS, step.match.entries))
    assert standing(final_match(record))["state"] == step.match.state


# Exports: the referee reaches the end that the match reached


def ends_as(match: Match, text: str) -> None:
    """Check that the referee accepts every entry and ends where the match did."""
    objects = referee(text)
    *verdicts, end = objects
    assert {verdict["verdict"] for verdict in verdicts} <= {"accepted"}
    result = match.result
    assert end["result"] == (result and result.written)
    assert end["position"] == match.game.position(match.state)
    assert end["to_act"] == [seat.value for seat in match.to_act]
    left = [{"reserve": float(reserve)} for reserve in reserves(match)]
    assert list(end["clock"].values()) == left
    assert standing(final_match(read_record(text))) == standing(match)


@pytest.mark.parametrize(
    "lines",
    [
        ["ec @400 concede"],
        ["host @400 abort"],
        ["ec @70 E6 E7", "dealer @1000", "dmo @1001 concede"],
        ["host @100 pause", "dmo @200 concede"],
    ],
)
def test_an_export_of_a_match_whose_post_never_arrived_ends_where_its_match_did(lines: list[str]):
    match = played(begun(fire_and_ice(first="ec"), by_posts=True), *lines)
    ends_as(match, write_record(match.game, PLAYERS, match.entries))


@pytest.mark.parametrize(
    ("timed", "lines"),
    [
        (False, ["dmo @0 first ec", "ec @0 E6 E7", "dmo @0 E3 F3", "ec @0 D6 D7"]),
        (False, ["dmo @0 first ec", "ec @0 E6 E7", "ec @0 takeback", "ec @0 D4 C4"]),
        (False, ["dmo @0 first dmo", "dmo @0 E6 E7", "host @0 undo"]),
        (True, ["dmo @10 first ec", "ec @75 E6 E7", "dealer @80", "dmo @400 concede"]),
        (True, ["dealer @61", "dealer @61 first dmo", "dmo @100 E6 E7", "dealer @2000"]),
    ],
)
def test_an_export_of_a_match_without_posts_ends_where_its_match_did(timed: bool, lines: list[str]):
    match = played(begun(fire_and_ice(), timed=timed), *lines)
    text = write_record(
        match.game, PLAYERS, match.entries, has_clocks=timed, starts_clock_by_post=False
    )
    ends_as(match.close(), text)
