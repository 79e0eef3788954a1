"""The notation of hosts' rulings, and what they leave in force."""

from decimal import Decimal

import pytest

from engine.games import GAMES
from engine.matches.notices import RulingUndone
from engine.matches.rulings import (
    Abort,
    Award,
    ChangeReserve,
    Pause,
    Replace,
    Resume,
    Ruling,
    Say,
    Undo,
    UndoRuling,
    read_ruling,
    write_ruling,
)
from engine.records.record import MAX_ENTRIES
from engine.records.referee import referee
from engine.refusals import Malformed
from engine.seats import Seat
from tests.engine.playing import begun, code, fire_and_ice, played, tried
from tests.helpers.games.samples import sample

EC, DMO = Seat.EC, Seat.DMO
NESTED = 2_400
"""Number of entries of which the half is more than Python calls one inside another."""


RULINGS: dict[str, Ruling] = {
    "undo": Undo(),
    "undo ruling": UndoRuling(),
    "pause": Pause(),
    "resume": Resume(),
    "time ec +60": ChangeReserve(EC, Decimal(60)),
    "time dmo -2.5": ChangeReserve(DMO, Decimal("-2.5")),
    "award dmo": Award(DMO),
    "abort": Abort(),
    "say ec E6 E7 / hello": Say(EC, "E6 E7 / hello"),
    "seat dmo Eve von Ach": Replace(DMO, "Eve von Ach"),
}


@pytest.mark.parametrize(("text", "ruling"), RULINGS.items())
def test_a_ruling_is_written_as_it_is_read(text: str, ruling: Ruling):
    assert read_ruling(text) == ruling
    assert write_ruling(ruling) == text


@pytest.mark.parametrize(
    ("text", "ruling"),
    [
        ("UNDO  Ruling", UndoRuling()),
        ("Say EC  E6 E7 ", Say(EC, "E6 E7 ")),
        ("Seat Dmo EVE", Replace(DMO, "EVE")),
        ("time EC 7", ChangeReserve(EC, Decimal(7))),
    ],
)
def test_the_case_of_a_ruling_does_not_matter_but_that_of_a_name_does(text: str, ruling: Ruling):
    assert read_ruling(text) == ruling


@pytest.mark.parametrize(
    "text",
    [
        *("undo both", "undo ruling now", "say", "say ec", "say both E6 E7", "seat", "seat dmo"),
        *("seat host Eve", "time ec", "time ec +-1", "time both 1", "award", "abort now", "hello"),
    ],
)
def test_anything_else_is_no_ruling(text: str):
    with pytest.raises(Malformed):
        read_ruling(text)
    assert code(tried(begun(fire_and_ice()), f"host @1 {text}")) == "malformed"


def test_a_name_is_written_in_one_line():
    assert write_ruling(Replace(EC, " Eve\nvon  Ach ")) == "seat ec Eve von Ach"


# What stands after them


@pytest.mark.parametrize(
    ("lines", "flag"),
    [
        # A second post does not restart a clock; one that comes in a pause or a hold waits.
        (["dealer @2 posted", "dealer @50 posted"], 362),
        (["host @5 pause", "dealer @8 posted", "host @20 resume"], 380),
        (["ec @1 E6 E7", "dealer @3 posted", "ec @4 takeback", "dealer @5 posted"], 363),
        (["dealer @2 posted", "ec @10 E6 E7", "dmo @5000 E3 F3", "dealer @5006 posted"], 5366),
        (["dealer @1 posted", "ec @10 E6 E7", "host @17 undo", "dealer @18 posted"], 378),
        (["host @1 time ec +60", "dealer @2 posted", "host @9 undo ruling"], None),
        # Pauses.
        (["dealer @0 posted", "host @10 pause", "dealer @30 resume"], 380),
        (["dealer @0 posted", "dealer @10 pause", "host @30 resume"], 380),
        # Undo, of what is held too.
        (["dealer @0 posted", "ec @100 E6 E7", "host @102 undo", "dealer @102 posted"], 462),
        (
            [
                *("dealer @0 posted", "ec @100 E6 E7", "host @106 pause", "host @200 undo"),
                *("dealer @201 posted", "host @300 resume"),
            ],
            660,
        ),
    ],
)
def test_clocks_end_after_what_posts_pauses_and_undos_make_of_them(
    lines: list[str], flag: int | None
):
    match = begun(fire_and_ice(first="ec"), by_posts=True)
    *before, last = lines
    assert tried(played(match, *before), last).match.clock.flag_at == flag


@pytest.mark.parametrize(
    "lines",
    [
        ["dealer @70 first ec", "host @70 pause", "host @100 resume"],
        ["host @70 pause", "dealer @80 first ec", "host @100 resume"],
        ["host @70 pause", "host @100 resume", "dealer @100 first ec"],
    ],
)
def test_a_pause_does_not_stop_the_time_between_a_lot_and_its_statement(lines: list[str]):
    assert played(begun(fire_and_ice()), "dealer @60", *lines).clock.flag_at == 450


def test_what_was_taken_back_or_undone_no_longer_stands():
    match = begun(fire_and_ice(first="ec", takeback="5"))
    for line, in_force in (
        ("ec @1 E6 E7", ["ec E6 E7"]),
        ("ec @2 takeback", []),
        ("ec @3 D4 C4", ["ec D4 C4"]),
        ("dmo @9 E3 E2", ["ec D4 C4", "dmo E3 E2"]),
        ("host @20 undo", ["ec D4 C4"]),
        ("dmo @21 D5 D6", ["ec D4 C4", "dmo D5 D6"]),
        ("dmo @22 undo", ["ec D4 C4"]),
    ):
        match = played(match, line)
        entries = [match.entries[number] for number in sorted(match.entries_in_force())]
        assert [f"{entry.speaker} {entry.text}" for entry in entries] == in_force


def test_the_room_learns_what_was_taken_back_but_not_what_was_said_in_secret():
    game = GAMES["doubting-flower-field"](first=EC)
    match = played(begun(game), "host @1 say ec hide A1 red, G7 blue")
    step = tried(match, "host @5 undo ruling")
    assert step.notices == (RulingUndone("say ec", (EC, DMO), Decimal(599)),)


@pytest.mark.parametrize("count", sample((NESTED, MAX_ENTRIES), [NESTED]))
def test_a_record_may_be_full_of_rulings_that_are_all_taken_back(count: int):
    half = count // 2
    messages = ["host say ec E6 E7", "host undo"] * (half // 2)
    text = "\n".join(["game: fire-and-ice", "first: ec", "takeback: 0", "", *messages])
    *verdicts, end = referee("\n".join([text, *["host undo ruling"] * half]))
    assert {verdict["verdict"] for verdict in verdicts} == {"accepted"}
    assert end["to_act"] == ["ec"]
