"""The worked cases of the rules for Demeter's Anguish and others, put to both referees."""

import pytest

from engine.records.record import RecordError
from tests.plain.demeters_stories import (
    EC_BEGINS,
    Case,
    both_referees,
    check,
    codes,
    garden,
    real,
    record,
    slow,
)
from tests.plain.record import Cell, NotARecord, cell_named, name_of

U_AND_ROCK = """
    ec flower A1                   => ok (dmo)
    dmo flower U G7 H7 I7 G8 I8    => ok (ec)
    ec rock G9 H9 G10 H10          => ok (dmo)
"""
U_MARKS = "* G7 H7 I7 G8 I8 o G9 H9 G10 H10"

FLOWERS_AND_ROCKS = {
    "the worked flower beside a rock, meeting the first at a corner": Case(
        U_AND_ROCK + "dmo flower I B9 C9 D9 E9 F9 => ok (dmo)",
        gardens=("* A1", U_MARKS + " * B9 C9 D9 E9 F9"),
    ),
    "not beside an earlier flower": Case(
        U_AND_ROCK + "dmo flower I B8 C8 D8 E8 F8 => touches-flower G8 (dmo)",
        gardens=("* A1", U_MARKS),
    ),
    "not away from every flower": Case(
        U_AND_ROCK + "dmo flower I A12 B12 C12 D12 E12 => no-corner A12 B12 C12 D12 E12 (dmo)",
    ),
    "not in the notch of the U": Case(
        U_AND_ROCK + "dmo flower H8 => touches-flower G8 H7 I8",
    ),
    "a rock may lie in the notch": Case(
        U_AND_ROCK + "dmo pass => ok (ec)\n ec rock H8 => ok (ec)",
        gardens=("* A1", U_MARKS + " o H8"),
    ),
    "a rock may not lie on anything": Case(
        U_AND_ROCK + "dmo pass => ok\n ec rock H8 I8 H9 I9 => occupied I8 H9 (ec)",
    ),
    "a corner of a rock is no contact": Case(
        U_AND_ROCK + "dmo flower F11 => no-corner F11",
    ),
    "a corner of the first flower is": Case(
        U_AND_ROCK + "dmo flower J6 => ok",
        gardens=("* A1", U_MARKS + " * J6"),
    ),
    "rocks of other shapes": Case(
        U_AND_ROCK
        + """
        dmo rock G9 H9 => not-a-rock G9 H9
        dmo rock A1 B2 => not-a-rock A1 B2
        dmo rock A2 A3 B2 => not-a-rock A2 A3 B2
        dmo rock A2 B2 C2 D2 => not-a-rock A2 B2 C2 D2
        dmo rock D5 D6 E5 F5 => not-a-rock D5 D6 E5 F5
        dmo rock B2 C2 D2 B3 C3 D3 => not-a-rock B2 C2 D2 B3 C3 D3
        dmo rock C3 B2 C2 B3 => ok
        """,
        gardens=("* A1 o B2 C2 B3 C3", U_MARKS),
    ),
    "both mirror images are the F, and only once": Case(
        """
        ec flower F B1 C1 A2 B2 B3 => ok
        ec flower F B1 A1 C2 B2 B3 => ok
        dmo pass => ok
        ec pass => ok
        dmo pass => ok
        ec flower F E4 F4 D5 E5 E6 => piece-used E4 F4 D5 E5 E6
        ec demeter D4 => no-corner D4
        ec demeter C4 => ok (ec)
        """,
        gardens=("* B1 A1 C2 B2 B3 C4", ""),
    ),
    "connected by corners only is no flower": Case(
        """
        ec flower A1 B2 => not-a-flower A1 B2 (ec dmo)
        ec flower A1 B1 D1 => not-a-flower A1 B1 D1
        ec flower A1 B1 C1 D1 E1 F1 => not-a-flower A1 B1 C1 D1 E1 F1
        ec flower I A1 B1 C1 D1 E1 F1 => not-a-flower A1 B1 C1 D1 E1 F1
        """
    ),
    "the garden ends at O15": Case(
        """
        ec flower O15 O16 => off-board O16
        ec flower P15 O15 => off-board P15
        ec flower A0 A1 Z99 => off-board A0 Z99
        ec flower O15 => ok (dmo)
        """,
    ),
    "off the board counts before the shape, the letter and what is taken": Case(
        U_AND_ROCK
        + """
        dmo flower A1 C1 P1 => off-board P1
        dmo flower X G7 O16 => off-board O16
        dmo rock G9 P9 => off-board P9
        """
    ),
    "the shape counts before the letter, the letter before what is taken": Case(
        U_AND_ROCK
        + """
        dmo flower X G7 G9 => not-a-flower G7 G9
        dmo flower T G7 G8 G9 => wrong-letter G7 G8 G9
        dmo flower I G7 G8 G9 => occupied G7 G8 G9
        """
    ),
    "what is taken counts before what was laid before": Case(
        U_AND_ROCK + "dmo flower H8 I8 I9 I10 H10 => occupied I8 H10",
    ),
    "a kind laid before counts before contact": Case(
        U_AND_ROCK
        + """
        dmo flower U A1 A2 B1 C1 C2 => piece-used A1 A2 B1 C1 C2
        dmo flower U F8 F7 E7 D7 D8 => piece-used F8 F7 E7 D7 D8
        """
    ),
    "touching by a side counts before the want of a corner": Case(
        U_AND_ROCK + "dmo flower H6 => touches-flower H7\n dmo flower F9 => ok"
    ),
    "cells touched are named once, by column and row": Case(
        U_AND_ROCK + "dmo flower J8 J7 H8 => not-a-flower J8 J7 H8\n"
        "dmo flower Y J7 J8 J6 J9 K7 => touches-flower I7 I8\n"
    ),
    "without a first flower any place will do, and once only": Case(
        """
        ec pass => ok
        dmo pass flower => ok (ec)
        ec pass rock => ok (dmo)
        dmo flower H8 => ok (dmo)
        dmo pass rock => ok (ec)
        ec flower M3 / rock I9 => ok (dmo)
        dmo flower A1 A2 => no-corner A1 A2
        dmo flower I9 I10 => occupied I9
        dmo flower G9 G10 => ok
        """,
        gardens=("* M3", "* H8 o I9 * G9 G10"),
    ),
    "each Demeter has her own kinds": Case(
        """
        ec flower H8 => ok
        dmo flower H8 => ok
        ec rock A1 => ok
        dmo flower G7 => piece-used G7
        dmo flower G7 G6 => ok
        dmo pass => ok
        ec flower G7 => piece-used G7
        ec flower G7 G6 => ok
        """,
        gardens=("* H8 G7 G6", "* H8 o A1 * G7 G6"),
    ),
}


@both_referees
@pytest.mark.parametrize("case", FLOWERS_AND_ROCKS.values(), ids=FLOWERS_AND_ROCKS.keys())
def test_flowers_and_rocks(referee, case):
    case.options.update(EC_BEGINS)
    check(referee, case)


# -------------------------------------------------------------------------------- the letters

KINDS = {
    "pentomino F": ("F", "B1 C1 A2 B2 B3"),
    "pentomino I": ("I", "C1 C2 C3 C4 C5"),
    "pentomino L": ("L", "C1 C2 C3 C4 B4"),
    "pentomino N": ("N", "C1 C2 C3 B3 B4"),
    "pentomino P": ("P", "C1 C2 C3 B3 B2"),
    "pentomino T": ("T", "C1 C2 C3 B3 D3"),
    "pentomino U": ("U", "C1 C2 D1 E1 E2"),
    "pentomino V": ("V", "C1 C2 C3 D3 E3"),
    "pentomino W": ("W", "C1 D1 D2 E2 E3"),
    "pentomino X": ("X", "C2 D1 D2 D3 E2"),
    "pentomino Y": ("Y", "C1 C2 C3 C4 D2"),
    "pentomino Z": ("Z", "C1 D1 D2 D3 E3"),
    "pentomino Z, its mirror image": ("Z", "E1 D1 D2 D3 C3"),
    "tetromino I": ("I", "C1 D1 E1 F1"),
    "tetromino O": ("O", "C1 D1 C2 D2"),
    "tetromino T": ("T", "C1 D1 E1 D2"),
    "tetromino S": ("SZ", "C1 D1 D2 E2"),
    "tetromino Z": ("SZ", "C2 D2 D1 E1"),
    "tetromino L": ("LJ", "C1 C2 C3 D1"),
    "tetromino J": ("LJ", "C1 D1 D2 D3"),
    "tromino I": ("I", "C1 C2 C3"),
    "tromino L": ("LV", "C1 C2 D2"),
    "domino": ("I", "C1 C2"),
    "monomino": ("", "C1"),
}


@both_referees
@pytest.mark.parametrize(("letters", "cells"), KINDS.values(), ids=KINDS.keys())
def test_a_letter_may_be_left_out_but_not_be_wrong(referee, letters, cells):
    every_letter = "FIJLNOPSTUVWXYZ"
    entries = [f"ec flower {cells}", *(f"ec flower {letter} {cells}" for letter in every_letter)]
    objects = referee(record(*entries))
    right = ["ok" if letter in letters else "wrong-letter" for letter in every_letter]
    assert codes(objects) == ["ok", *right]
    assert all(one["cells"] == cells.split() for one in objects if "code" in one)


@both_referees
@pytest.mark.parametrize(("letters", "cells"), KINDS.values(), ids=KINDS.keys())
def test_turning_and_flipping_are_free_and_each_kind_is_laid_once(referee, letters, cells):
    entries = ["dmo pass", f"ec flower {cells}", "ec pass", "dmo pass"]
    places = [cell_named(cell) for cell in cells.split()]
    for one_side in (places, [(-column, row) for column, row in places]):
        turned = one_side
        for _ in range(4):
            turned = [(row, -column) for column, row in turned]
            entries.append("ec flower " + " ".join(far_away(turned)))
    assert codes(referee(record(*entries, **EC_BEGINS))) == ["ok"] * 4 + ["piece-used"] * 8


def far_away(cells: list[Cell]) -> list[str]:
    """The names of cells of the same shape beyond H8."""
    right = 9 - min(column for column, _ in cells)
    up = 9 - min(row for _, row in cells)
    return [name_of((column + right, row + up)) for column, row in cells]


# ---------------------------------------------------------------------------------- the words

# In the opening, which stays open while DMO has nothing in.
SAID_IN_THE_OPENING = {
    # What lays H8, or H8 and what is beside it.
    "flower H8": "ok",
    "FLOWER h8": "ok",
    "Demeter H8": "ok",
    "demeter: H8": "ok",
    "flower:H8": "ok",
    "flower : I : H8 H9": "ok",
    "flower I: H8 H9": "ok",
    "flower I:H8H9": "ok",
    "flower: i on H8, H9": "ok",
    "flower on H8": "ok",
    "flower L on H8 and H9 and I8": "ok",
    "flower H8H9, I8-I9": "ok",
    "flower H8 - H9 , and I8": "ok",
    "pass": "ok",
    "Pass flower": "ok",
    "pass demeter": "ok",
    "flower H8 / pass": "ok",
    "pass flower / pass": "ok",
    "flower-H8": "ok",
    # What is meant for the Dealer and cannot be understood.
    "H8": "malformed",
    "G7 H7": "malformed",
    "H8 flower": "malformed",
    "flower": "malformed",
    "flower U": "malformed",
    "flower:": "malformed",
    "flower on": "malformed",
    "U H8": "malformed",
    "flower H8 H8": "malformed",
    "flower H8 H9 H8": "malformed",
    "flower flower H8": "malformed",
    "flower I I H8 H9": "malformed",
    "flower H8 H9 I": "malformed",
    "flower on I H8 H9": "malformed",
    "flower H8 on H9": "malformed",
    "flower H8 : H9": "ok",
    "flower H8 rock H9": "malformed",
    "flower H8 pass": "malformed",
    "flower H8 / H9": "malformed",
    "pass H8": "malformed",
    "pass pass": "malformed",
    "pass flower rock": "malformed",
    "pass flower H8": "malformed",
    "pass on": "malformed",
    "flower pass": "malformed",
    "I pass": "malformed",
    "agree H8": "malformed",
    "agree agree": "malformed",
    "agree / pass": "malformed",
    "pass / agree": "malformed",
    "rock": "malformed",
    "rock: U H8": "malformed",
    "hades on": "malformed",
    "rock G9 G9": "malformed",
    "concede E5": "malformed",
    "concede concede": "malformed",
    "concede / pass": "malformed",
    "first": "malformed",
    "first ec dmo": "malformed",
    "flower H8 / flower H9": "malformed",
    "flower H8 / demeter H8": "malformed",
    "flower H8 / pass flower": "malformed",
    "rock H8 / hades H8": "malformed",
    "pass / pass": "malformed",
    "flower H8 / rock H8 / pass": "malformed",
    # What is for later.
    "rock H8": "wrong-phase",
    "hades: on H8": "wrong-phase",
    "pass rock": "wrong-phase",
    "rock P16": "wrong-phase",
    "flower H8 / rock H8": "wrong-phase",
    "flower H8 H10 / rock H8": "wrong-phase",
    "pass / hades H8": "wrong-phase",
    "agree": "wrong-phase",
    "Agree,": "wrong-phase",
    "first ec": "wrong-phase",
    "first them": "wrong-phase",
    # What was passed just before.
    "pass / flower H8": "half-done",
    "pass / pass flower": "half-done",
    # Conversation.
    "I": "not-a-submission",
    "on": "not-a-submission",
    "I and I": "not-a-submission",
    ":": "not-a-submission",
    "I: U": "not-a-submission",
    "me": "not-a-submission",
    "pass the salt": "not-a-submission",
    "I agree with you": "not-a-submission",
    "flower power": "not-a-submission",
    "flower H8!": "ok",
    "flower H8?": "not-a-submission",
    "flower UH8": "not-a-submission",
    "flower H08": "not-a-submission",
    "flower H100": "not-a-submission",
    "flower Q H8": "not-a-submission",
    "flower H8; rock H9": "malformed",
    "flowers H8": "not-a-submission",
    "flower H8 \N{EN DASH} H9": "ok",
    "flower H8 H\N{FULLWIDTH DIGIT NINE}": "ok",
    "flower H8 \N{CYRILLIC CAPITAL LETTER EN}9": "not-a-submission",
    "takeback": "not-a-submission",
    "lock": "not-a-submission",
}


@both_referees
@pytest.mark.parametrize("text", SAID_IN_THE_OPENING)
def test_what_is_said_in_the_opening(referee, text):
    said, _ = referee(record(f"ec {text}"))
    assert said.get("code", "ok") == SAID_IN_THE_OPENING[text]
    assert said["to_act"] == (["dmo"] if said["verdict"] == "accepted" else ["ec", "dmo"])
    assert said["position"] == {"ec": garden(""), "dmo": garden("")}


# In DMO's turn with both halves, EC's rock on B2 and both gardens' first flower on H8.
SAID_IN_A_TURN = {
    "flower G7": "piece-used",
    "flower G7 G6": "ok",
    "rock G7": "ok",
    "hades:on G7": "ok",
    "Hades : G7 G6 H7 H6": "ok",
    "rock G7 and G6 H7-H6": "ok",
    "pass rock": "ok",
    "pass hades": "ok",
    "pass": "ok",
    "agree": "ok",
    "flower G7 G6 / rock G7": "ok",
    "rock G7/demeter I: G7 G6": "ok",
    "flower G7 G6 / pass": "ok",
    "pass rock / flower G7 G6": "ok",
    "pass flower / pass rock": "ok",
    "pass flower / pass": "ok",
    "/ flower G7 G6 /": "ok",
    "flower G7 G6 / / rock G7": "ok",
    "pass / flower G7 G6": "half-done",
    "pass / pass rock": "half-done",
    "first ec": "wrong-phase",
    "flower G7 G6 / rock H8": "occupied",
    "rock H8 / flower G7 G6": "occupied",
    "flower G7 G6 / flower I9": "malformed",
    "rock G7 rock G6": "malformed",
    "rock U G7": "malformed",
    "rock on : G7": "ok",
    "flower G7 G6 / rock": "malformed",
    "flower H9 / agree": "malformed",
    "G7 G6": "malformed",
}


@both_referees
@pytest.mark.parametrize("text", SAID_IN_A_TURN)
def test_what_is_said_in_a_turn(referee, text):
    before = ("ec flower H8", "dmo flower H8", "ec rock B2")
    said = referee(record(*before, f"dmo {text}", **EC_BEGINS))[3]
    assert said.get("code", "ok") == SAID_IN_A_TURN[text]


@both_referees
def test_what_is_malformed_names_its_cells(referee):
    said, _ = referee(record("ec G7 flower: H8 / I9"))
    assert (said["code"], said["cells"]) == ("malformed", ["G7", "H8", "I9"])


# -------------------------------------------------------------------------------- the record


@both_referees
def test_row_1_at_the_top_turns_the_picture_only(referee):
    entries = ["ec flower A1 A2 B1", "dmo flower O1", "ec rock B2"]
    usual, turned = (referee(record(*entries, first="ec", row1=row)) for row in ("bottom", "top"))
    assert usual == turned


@both_referees
def test_two_records_that_differ_in_what_is_hidden_are_judged_alike(referee):
    one, other = (
        referee(record(f"ec {said}", "dmo flower C3", "ec flower C3", "dmo first", "dealer first"))
        for said in ("flower H8", "pass")
    )
    assert one == other


NO_RECORDS = {
    "an option of another game": ("game: demeters-anguish\ntakeback: 5\n", 2),
    "a map of another game": ("erosion: -\ngame: demeters-anguish\n", 1),
    "a turn in words": ("game: demeters-anguish\nturn: long\n", 2),
    "a set-up below nothing": ("game: demeters-anguish\nsetup: -1\n", 2),
    "a choice of too many digits": ("game: demeters-anguish\nchoice: 1234567890123\n", 2),
    "a reserve that is half a decimal": ("game: demeters-anguish\nreserve: 5.\n", 2),
    "row 1 at the side": ("game: demeters-anguish\nrow1: left\n", 2),
    "a first seat that is none": ("game: demeters-anguish\nfirst: them\n", 2),
}


@pytest.mark.parametrize(
    ("referee", "error"), [(real, RecordError), (slow, NotARecord)], ids=["real", "slow"]
)
@pytest.mark.parametrize(("text", "line"), NO_RECORDS.values(), ids=NO_RECORDS.keys())
def test_faults_that_make_a_file_no_record(referee, error, text, line):
    with pytest.raises(error) as raised:
        referee(text)
    assert raised.value.line == line
    assert raised.value.problem
