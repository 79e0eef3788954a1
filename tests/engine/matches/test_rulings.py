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
from engine.seats import Seat
from tests.engine.playing import begun, fire_and_ice, played, tried
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


def test_a_name_is_written_in_one_line():
    assert write_ruling(Replace(EC, " Eve\nvon  Ach ")) == "seat ec Eve von Ach"


# What stands after them


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
