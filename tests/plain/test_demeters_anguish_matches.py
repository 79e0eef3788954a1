"""Phases, turns and endings of Demeter's Anguish, put to both referees."""

import functools
import random

import pytest

from tests.plain.demeters_gardens import (
    KINDS,
    Garden,
    Kind,
    empty_garden,
    fault_of_rock,
    kind_of,
    legal_flowers,
    score,
)
from tests.plain.demeters_stories import (
    DMO_BEGINS,
    EC_BEGINS,
    Case,
    both_referees,
    check,
    codes,
    record,
)
from tests.plain.record import SEATS, Cell, name_of, other_seat

# ------------------------------------------------------------------------ phases, turns, endings

PHASES_AND_TURNS = {
    "flowers of the opening are secret until the one who begins is named": Case(
        """
        ec flower H8 => ok (dmo)
        dmo flower C3 => ok (dmo)
        """,
        gardens=("", ""),
    ),
    "and stay so where the match ends before": Case(
        """
        ec flower H8 => ok (dmo)
        dmo flower C3 => ok (dmo)
        ec concede => ok ()
        """,
        gardens=("", ""),
        result="dmo conceded",
    ),
    "then they are shown": Case(
        """
        ec flower H8 => ok (dmo)
        dmo flower C3 => ok (dmo)
        dmo first them => ok (ec)
        """,
        gardens=("* H8", "* C3"),
    ),
    "at once where the host has named who begins": Case(
        """
        ec flower H8 => ok (dmo)
        dmo flower C3 => ok (dmo)
        """,
        gardens=("* H8", "* C3"),
        options=DMO_BEGINS,
    ),
    "a flower of the opening may be replaced until both are in": Case(
        """
        ec flower H8 => ok (dmo)
        ec flower A1 A2 => ok (dmo)
        ec pass => ok (dmo)
        ec flower B2 B3 => ok (dmo)
        dmo flower C3 => ok (dmo)
        ec flower H8 => not-your-turn (dmo)
        dmo flower H8 => wrong-phase (dmo)
        dmo first me => ok (dmo)
        """,
        gardens=("* B2 B3", "* C3"),
    ),
    "an illegal one later does not cancel it": Case(
        """
        ec flower H8 => ok (dmo)
        ec flower H8 H10 => not-a-flower H8 H10 (dmo)
        ec rock A1 => wrong-phase (dmo)
        ec flower => malformed (dmo)
        dmo pass => ok (ec)
        """,
        gardens=("* H8", ""),
        options=EC_BEGINS,
    ),
    "the choice is the DMO's, and comes after the opening": Case(
        """
        dmo first dmo => wrong-phase (ec dmo)
        ec pass => ok (dmo)
        dmo pass => ok (dmo)
        ec first ec => not-your-turn (dmo)
        ec rock => not-your-turn (dmo)
        dmo rock A1 => wrong-phase (dmo)
        dmo pass => wrong-phase (dmo)
        ec agree => wrong-phase (dmo)
        dmo agree => wrong-phase (dmo)
        dmo first / me => ok (dmo)
        dmo first me => wrong-phase (dmo)
        ec first me => not-your-turn (dmo)
        """
    ),
    "the one who begins has the Hades half only": Case(
        """
        ec pass => ok
        dmo pass => ok
        ec flower H8 => half-done (ec)
        ec pass flower => half-done (ec)
        ec flower H8 / rock H8 => half-done (ec)
        ec rock H8 / flower H8 => half-done (ec)
        ec rock H8 / pass => ok (dmo)
        """,
        gardens=("", "o H8"),
        options=EC_BEGINS,
    ),
    "from then on turns have both halves, in either order and either way": Case(
        """
        ec pass => ok
        dmo pass => ok
        ec pass => ok (dmo)
        dmo rock A1 => ok (dmo)
        dmo rock A3 => half-done (dmo)
        dmo pass rock => half-done (dmo)
        dmo flower C3 / rock A3 => half-done (dmo)
        dmo rock A3 / flower C3 => half-done (dmo)
        ec flower C3 => not-your-turn (dmo)
        dmo flower C3 => ok (ec)
        ec flower C3 / rock A1 => ok (dmo)
        dmo pass flower => ok (dmo)
        dmo flower D4 D5 => half-done (dmo)
        dmo pass => ok (ec)
        ec rock O15 / pass => ok (dmo)
        """,
        gardens=("o A1 * C3", "* C3 o A1 o O15"),
        options=EC_BEGINS,
    ),
    "a message with two halves is judged as a whole": Case(
        """
        ec pass => ok
        dmo pass => ok
        ec pass => ok
        dmo flower C3 / rock A1 B1 => not-a-rock A1 B1 (dmo)
        dmo rock A1 / flower C3 E3 => not-a-flower C3 E3 (dmo)
        dmo rock A1 B1 / flower C3 E3 => not-a-rock A1 B1 (dmo)
        dmo flower C3 / rock C3 => ok (ec)
        """,
        gardens=("o C3", "* C3"),
        options=EC_BEGINS,
    ),
    "the opponent may only agree or concede": Case(
        """
        ec pass => ok
        dmo pass => ok
        dmo rock A1 => not-your-turn
        dmo pass => not-your-turn
        dmo agree pass => not-your-turn
        dmo A1 => not-your-turn
        dmo first me => not-your-turn
        dmo pass the salt => not-a-submission
        dmo agree => ok (ec)
        dmo concede => ok ()
        """,
        result="ec conceded",
        options=EC_BEGINS,
    ),
}

BOTH_LAID_ONE = """
    ec flower A1 => ok
    dmo flower A1 => ok
"""

ENDINGS = {
    "two turns in a row in which everything was passed": Case(
        BOTH_LAID_ONE
        + """
        ec rock O15 => ok
        dmo pass => ok (ec)
        ec pass flower => ok (ec)
        ec pass rock => ok ()
        ec pass => match-over ()
        """,
        result="dmo both-passed",
        options=EC_BEGINS,
    ),
    "the opening turn does not count as one": Case(
        BOTH_LAID_ONE
        + """
        ec pass => ok
        dmo pass => ok (ec)
        ec pass => ok ()
        """,
        result="dmo both-passed",
        options=EC_BEGINS,
    ),
    "one half made is not everything passed": Case(
        BOTH_LAID_ONE
        + """
        ec pass => ok
        dmo pass => ok
        ec pass rock / flower B2 B3 => ok
        dmo pass => ok
        ec rock O15 / pass => ok
        dmo pass => ok
        ec pass => ok ()
        """,
        result="ec both-passed",
        options=EC_BEGINS,
    ),
    "turns passed must follow one another": Case(
        BOTH_LAID_ONE
        + """
        ec pass => ok
        dmo pass => ok
        ec rock O15 / pass => ok
        dmo rock O15 / pass => ok
        ec pass => ok (dmo)
        """,
        options=EC_BEGINS,
    ),
    "both agree, in turn and out of turn": Case(
        BOTH_LAID_ONE
        + "dmo agree => ok (ec)\n dmo agree => already-agreed (ec)\n ec agree => ok ()",
        result="dmo agreed",
        options=EC_BEGINS,
    ),
    "an agreement lapses with any half": Case(
        BOTH_LAID_ONE
        + """
        dmo agree => ok
        ec rock O15 => ok
        ec agree => ok (dmo)
        dmo pass flower => ok
        dmo agree => ok (dmo)
        dmo rock H8 H9 => not-a-rock H8 H9
        dmo agree => already-agreed (dmo)
        ec agree => ok ()
        """,
        result="dmo agreed",
        options=EC_BEGINS,
    ),
    "a message of one's own takes one's agreement back too": Case(
        BOTH_LAID_ONE
        + """
        ec agree => ok
        ec pass => ok
        dmo agree => ok (dmo)
        """,
        options=EC_BEGINS,
    ),
    "no flower fits on either board": Case(
        BOTH_LAID_ONE
        + """
        ec rock B2 => ok (dmo)
        dmo pass flower => ok (dmo)
        dmo rock B2 => ok ()
        """,
        gardens=("* A1 o B2", "* A1 o B2"),
        result="dmo no-flower-fits",
        options=EC_BEGINS,
    ),
    "which is seen after the first half already, and the second is moot": Case(
        BOTH_LAID_ONE
        + """
        ec rock B2 => ok (dmo)
        dmo rock B2 / flower O15 => ok ()
        """,
        gardens=("* A1 o B2", "* A1 o B2"),
        result="dmo no-flower-fits",
        options=EC_BEGINS,
    ),
    "but not before it": Case(
        BOTH_LAID_ONE
        + """
        ec rock B2 => ok (dmo)
        dmo flower O15 / rock B2 => piece-used O15 (dmo)
        dmo flower O15 O14 / rock B2 => no-corner O15 O14 (dmo)
        """,
        options=EC_BEGINS,
    ),
    "a corner with no room about it is of no use once the monomino is laid": Case(
        BOTH_LAID_ONE
        + """
        ec rock C2 => ok
        dmo rock B3 / pass => ok
        ec rock B3 / pass => ok
        dmo flower B2 C2 => occupied C2
        dmo flower B2 => piece-used B2
        dmo rock C2 / flower B2 => ok ()
        """,
        gardens=("* A1 o B3 C2", "* A1 o B3 C2"),
        result="dmo no-flower-fits",
        options=EC_BEGINS,
    ),
    "but room for one flower on either board is enough": Case(
        BOTH_LAID_ONE
        + """
        ec rock C2 => ok
        dmo rock B2 / pass => ok
        ec rock B5 / pass => ok
        dmo pass => ok
        ec rock A3 / pass => ok
        dmo pass => ok
        ec rock C3 / pass => ok
        dmo pass => ok
        ec rock A4 / pass => ok
        dmo pass => ok
        ec rock C4 / pass => ok (dmo)
        dmo flower B2 B3 B4 => ok (dmo)
        dmo pass => ok (ec)
        """,
        gardens=("* A1 o B2", "* A1 B2 B3 B4 o C2 B5 A3 C3 A4 C4"),
        options=EC_BEGINS,
    ),
    "a garden without any flower still has room": Case(
        """
        ec flower A1 => ok
        dmo pass => ok
        ec pass => ok
        dmo rock B2 => ok (dmo)
        """,
        options=EC_BEGINS,
    ),
    "a square rock blocks as well": Case(
        """
        ec flower B1 A1 => ok
        dmo flower O15 N15 => ok
        dmo rock C1 C2 D1 D2 => ok
        ec flower M14 => no-corner M14
        ec rock M14 L14 M13 L13 => ok ()
        """,
        result="dmo no-flower-fits",
        options=DMO_BEGINS,
    ),
    "more cells under flowers win": Case(
        """
        ec flower A1 A2 => ok
        dmo flower A1 => ok
        ec agree => ok
        dmo agree => ok ()
        """,
        result="ec agreed",
        options=EC_BEGINS,
    ),
    "more cells win before more pentominoes": Case(
        """
        ec flower A1 A2 A3 A4 => ok
        dmo flower A1 A2 A3 A4 A5 => ok
        dmo pass => ok
        ec flower B5 B6 / pass => ok
        ec agree => ok
        dmo agree => ok ()
        """,
        result="ec agreed",
        options=DMO_BEGINS,
    ),
    "then more pentominoes": Case(
        """
        ec flower A1 A2 A3 A4 A5 => ok
        dmo flower A1 A2 A3 A4 => ok
        ec pass => ok
        dmo flower B5 / pass => ok
        ec agree => ok
        dmo agree => ok ()
        """,
        result="ec agreed",
        options=EC_BEGINS,
    ),
    "then more tetrominoes": Case(
        """
        ec flower A1 A2 A3 A4 => ok
        dmo flower A1 A2 A3 => ok
        dmo pass => ok
        ec flower B5 / pass => ok
        dmo flower B4 B5 / pass => ok
        ec agree => ok
        dmo agree => ok ()
        """,
        result="ec agreed",
        options=DMO_BEGINS,
    ),
    "then more trominoes": Case(
        """
        ec flower A1 A2 A3 => ok
        dmo flower A1 A2 A3 => ok
        dmo pass => ok
        ec flower B4 B5 C4 / pass => ok
        dmo flower B4 B5 / pass => ok
        ec pass => ok
        dmo flower A6 / pass => ok
        ec agree => ok
        dmo agree => ok ()
        """,
        result="ec agreed",
        options=DMO_BEGINS,
    ),
    "then the DMO": Case(
        """
        ec flower A1 A2 A3 => ok
        dmo flower A1 B1 B2 => ok
        ec agree => ok
        dmo agree => ok ()
        """,
        result="dmo agreed",
        options=EC_BEGINS,
    ),
}

TABLES = {"phases and turns": PHASES_AND_TURNS, "endings": ENDINGS}


@both_referees
@pytest.mark.parametrize(
    "case",
    [case for table in TABLES.values() for case in table.values()],
    ids=[f"{table}: {name}" for table, cases in TABLES.items() for name in cases],
)
def test_phases_turns_and_endings(referee, case):
    check(referee, case)


# ------------------------------------------------------------------------------ whole matches


def largest_flower(dice: random.Random, garden: Garden, laid: list[Kind]) -> list[Cell] | None:
    """A flower of the first kind left that fits, the largest kinds first; None if none does."""
    for kind in KINDS:
        if kind not in laid:
            ways = list(legal_flowers(garden, [other for other in KINDS if other != kind]))
            if ways:
                return dice.choice(ways)
    return None


def some_rock(dice: random.Random, garden: Garden) -> list[Cell]:
    """A square rock, or a single one where none was found soon."""
    for _ in range(100):
        column, row = dice.choice(list(garden))
        cells = [(column, row), (column, row + 1), (column + 1, row), (column + 1, row + 1)]
        if fault_of_rock(garden, cells) is None:
            return cells
    return [dice.choice([cell for cell in garden if garden[cell] == "."])]


@functools.cache
def match_without_mercy(seed: int) -> tuple[list[str], str]:
    """A match in which both lay flowers and square rocks until none fits, and who wins it."""
    dice = random.Random(seed)
    gardens = {seat: empty_garden() for seat in SEATS}
    laid = {seat: [] for seat in SEATS}

    def lay(seat: str) -> str:
        cells = largest_flower(dice, gardens[seat], laid[seat])
        if cells is None:
            return "pass flower"
        laid[seat].append(kind_of(cells))
        gardens[seat].update(dict.fromkeys(cells, "*"))
        return "flower " + " ".join(map(name_of, cells))

    def block(seat: str) -> str:
        cells = some_rock(dice, gardens[other_seat(seat)])
        gardens[other_seat(seat)].update(dict.fromkeys(cells, "o"))
        return "rock " + " ".join(map(name_of, cells))

    entries = [f"ec {lay('ec')}", f"dmo {lay('dmo')}", f"ec {block('ec')}"]
    seat = "dmo"
    while any(largest_flower(dice, gardens[one], laid[one]) for one in SEATS):
        entries.append(f"{seat} {lay(seat)} / {block(seat)}")
        seat = other_seat(seat)
    return entries, "ec" if score(laid["ec"]) > score(laid["dmo"]) else "dmo"


@both_referees
@pytest.mark.parametrize("seed", range(4))
def test_flowers_and_rocks_laid_until_no_flower_fits_end_the_match(referee, seed):
    entries, winner = match_without_mercy(seed)
    objects = referee(record(*entries, "dmo pass", "ec pass", **EC_BEGINS))
    assert codes(objects) == ["ok"] * len(entries) + ["match-over"] * 2
    assert [one["to_act"] == [] for one in objects[:-3]] == [False] * (len(entries) - 1) + [True]
    assert objects[-1]["result"] == {"winner": winner, "reason": "no-flower-fits"}
