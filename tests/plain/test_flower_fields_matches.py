"""Words, phases, refusals and full boards of both Flower Fields, put to both referees."""

import itertools

import pytest

from tests.plain.flower_field_stories import (
    EC_BEGINS,
    Case,
    both_referees,
    check,
    codes,
    record,
    rows_with,
)
from tests.plain.flower_field_words import BOARD, DOUBTING, PLAIN
from tests.plain.record import name_of

# ---------------------------------------------------------------------------------- the words

BEFORE = ("ec C4R", "dmo E4R")

# What EC types then, in either game.
SAID_IN_BOTH = {
    "D5 red": "ok",
    "d5 RED": "ok",
    "D5R": "ok",
    "d5-r": "ok",
    "D5 b, C5 r": "ok",
    "D5 blue and C5 red": "ok",
    "D5RC5B": "ok",
    "D5B D3B": "ok",
    "D5 blue / D3 blue": "ok",
    "D5, red": "ok",
    "D5 red!": "ok",
    "D5: red.": "ok",
    "D5 \N{EN DASH} (red)": "ok",
    "challenge": "ok",
    "Challenge,": "ok",
    "concede": "ok",
    # What is meant for the Dealer and cannot be understood.
    "D5": "malformed",
    "D5 C5": "malformed",
    "D5 C5 red": "malformed",
    "D5B4": "malformed",
    "D5R4": "malformed",
    "red D5": "malformed",
    "D5 red blue": "malformed",
    "D5 red D5 blue": "malformed",
    "D5R C5R D3R": "malformed",
    "concede D5": "malformed",
    "pass pass": "malformed",
    "give D5R": "malformed",
    "give up D5": "malformed",
    "challenge D5": "malformed",
    "challenge red": "malformed",
    "challenge B4 C4 D4 E4": "malformed",
    "challenge B4 C4 D4 E4 / C4 D4 E4": "malformed",
    "challenge B4 C4 D4 / E4 C4 D4 E4 F4": "malformed",
    "challenge B4 C4 D4 E4 / C4 D4 E4 F4 / D5": "malformed",
    "challenge B4 C4 D4 E4 C4 D4 E4 F4 D5": "malformed",
    "B4 C4 D4 E4 / C4 D4 E4 F4": "malformed",
    "B4 C4 D4 E4 / C4 D4 E4 F4 challenge": "malformed",
    "challenge challenge challenge": "malformed",
    "challenge give up": "malformed",
    # What can be understood and is wrong.
    "H4R": "off-board",
    "D0B": "off-board",
    "D5R H4R": "off-board",
    "C4B": "occupied",
    "D4R": "occupied",
    "C4B D5B": "occupied",
    "A1R": "not-beside",
    "D5R D6R": "not-beside",
    "C4B H4R": "off-board",
    "C4B A1R": "occupied",
    "challenge B4 C4 D4 E4 / C4 D4 E4 H4": "off-board",
    "challenge C4 D4 E4 F5 / C4 D4 E4 F4": "not-a-field",
    "challenge C4 D4 E4 C4 / C4 D4 E4 F4": "not-a-field",
    "challenge C4 C4 C4 C4 / C4 D4 E4 F4": "not-a-field",
    "challenge B4 C4 D4 E4 / E4 D4 C4 B4": "same-field",
    "challenge B4C4D4E4E4D4C4B4": "same-field",
    "challenge B4 C4 D4 A4 / C4 D4 E4 F4": "too-many-unseen",
    "give up": "not-committed",
    "Give-up": "not-committed",
    "doubt": "nothing-to-doubt",
    "cc": "nothing-to-doubt",
    "challenge-challenge": "nothing-to-doubt",
    "accept": "nothing-to-doubt",
    "pass": "wrong-phase",
    "first me": "wrong-phase",
    "hide A1R, G7B": "wrong-phase",
    # Conversation.
    "red": "not-a-submission",
    "r": "not-a-submission",
    "red and blue": "not-a-submission",
    "up": "not-a-submission",
    "give": "not-a-submission",
    "give me blue": "not-a-submission",
    "ec": "not-a-submission",
    "I challenge you": "not-a-submission",
    "I doubt it": "not-a-submission",
    "pass the salt": "not-a-submission",
    "D5 green": "not-a-submission",
    "D5RB": "not-a-submission",
    "D05 red": "not-a-submission",
    "D100 red": "not-a-submission",
    "D5 red?": "not-a-submission",
    ": D5 red": "not-a-submission",
    "D5red": "not-a-submission",
    "takeback": "not-a-submission",
}
SAID_IN_ONE = {
    DOUBTING: {
        "D5 yellow": "ok",
        "D5Y": "ok",
        "D5 purple": "not-a-submission",
        "D5P": "not-a-submission",
        "D5 p": "not-a-submission",
        "challenge B4 C4 D4 E4 / C4 D4 E4 F4": "ok",
        "challenge B4C4D4E4C4D4E4F4": "ok",
        "challenge / B4 C4 D4 E4 / C4 D4 E4 F4": "ok",
        "challenge B4, C4, D4 and E4 / C4-D4-E4-F4": "ok",
        "challenge B4 C4 D4 D5 / C4 D4 D5 D3": "too-many-unseen",
        "challenge B4 C4 D4 C5 / C4 D4 C5 B4": "same-field",
    },
    PLAIN: {
        "D5 purple": "ok",
        "D5P": "ok",
        "D5 yellow": "not-a-submission",
        "D5Y": "not-a-submission",
        "challenge B4 C4 D4 E4 / C4 D4 E4 F4": "too-many-unseen",
    },
}
SAID = [
    (game, text, code)
    for game in (DOUBTING, PLAIN)
    for text, code in (SAID_IN_BOTH | SAID_IN_ONE[game]).items()
]
NOTHING_HIDDEN = {DOUBTING: ("ec hide A1R A7R", "dmo hide A1B A7B"), PLAIN: ()}


@both_referees
@pytest.mark.parametrize(("game", "text", "code"), SAID)
def test_what_is_said_in_a_turn(referee, game, text, code):
    entries = [*NOTHING_HIDDEN[game], *BEFORE, f"ec {text}"]
    objects = referee(game, record(game, *entries, **EC_BEGINS))
    assert codes(objects) == ["ok"] * (len(entries) - 1) + [code]
    if code != "ok":
        assert objects[-1]["position"]["field"] == rows_with("C4R E4R")
        assert objects[-1]["to_act"] == ["ec"]


# ------------------------------------------------------------------------- phases and refusals

PHASES = {
    "hidden flowers may be replaced until both are in": Case(
        """
        ec hide A1R G7B => ok (dmo)
        ec hide A1R H7B => off-board H7 (dmo)
        ec hide D4R H7B => off-board H7
        ec hide A1R D4B => occupied D4
        ec hide A1R => malformed A1
        ec hide A1R A1B => malformed A1 A1
        ec hide A1R B1B C1B => malformed A1 B1 C1
        ec hide A1 B1 => malformed A1 B1
        ec A1R B1R => wrong-phase
        ec challenge => wrong-phase
        ec doubt => wrong-phase
        ec give up => wrong-phase
        ec pass => wrong-phase
        dmo first me => wrong-phase (dmo)
        ec hide D5R D3B => ok (dmo)
        dmo hide yellow => malformed
        dmo hide A1 yellow, G7 red => ok (dmo)
        ec hide A1R G7B => not-your-turn (dmo)
        dmo hide A1R G7B => wrong-phase (dmo)
        ec first ec => not-your-turn
        dmo D5R => wrong-phase
        dmo first them => ok (ec)
        ec D5B => ok (dmo)
        """,
        flowers="D5B",
        lives=(4, 5),
        options={},
        game=DOUBTING,
    ),
    "none in time hides none": Case(
        """
        dmo @5 hide D5R D3B => ok (ec)
        ec @600.001 hide D5R D3B => not-your-turn (dmo)
        dmo @610 first ec => ok (ec)
        ec @620 D5B => ok (dmo)
        """,
        flowers="D5B",
        lives=(4, 5),
        options={},
        game=DOUBTING,
    ),
    "in time at the limit": Case(
        """
        dmo @5 hide D5R D3B => ok (ec)
        ec @600 hide D5R D3B => ok (dmo)
        dealer @660 first ec => ok (ec)
        ec @661 D5B => ok (dmo)
        """,
        lives=(5, 5),
        options={},
        game=DOUBTING,
    ),
    "nothing is hidden in the other game": Case(
        """
        dmo hide A1R G7B => wrong-phase (dmo)
        ec hide A1R G7B => not-your-turn
        dmo first me => ok (dmo)
        dmo hide A1R G7B => wrong-phase
        dmo D5P => ok (ec)
        """,
        flowers="D5Y",
        lives=(3, 3),
        options={},
    ),
    "the second may not stand beside the first": Case(
        """
        ec D5R D6R => not-beside D6 (ec)
        ec D6R D5R => not-beside D6
        ec D6R D7R => not-beside D6 D7
        """,
    ),
    "unless the host allows it": Case(
        """
        ec D6R D5R => not-beside D6 (ec)
        ec D5R D6R => ok (dmo)
        dmo G7R => not-beside G7
        """,
        flowers="D5R D6R",
        options={"first": "ec", "chain": "on"},
    ),
    "cells at fault are named as they were typed, each once": Case(
        """
        ec H4R A0B => off-board H4 A0
        ec D4R => occupied D4
        ec E4R => ok
        dmo E4R D4B => occupied E4 D4
        dmo challenge E4 D4 D5 D6 / E4 D4 D5 E5 => too-many-unseen D5 D6 E5
        dmo challenge H4 G4 F4 E4 / D0 D1 H4 H5 => off-board H4 D0 H5
        dmo challenge A1 D4 E4 F4 / A1 B1 C1 D1 => not-a-field A1 D4 E4 F4
        dmo challenge A1 B1 C1 D1 / D1 C1 B1 A1 => same-field A1 B1 C1 D1
        """,
    ),
    "fields without a flower of the latest planting": Case(
        """
        ec C4R E4R => ok
        dmo D5R D3R => ok
        ec C5R => ok
        dmo challenge C4 D4 E4 D5 / C4 D4 E4 D3 => old-flowers C5 (dmo)
        dmo D6R => ok
        ec challenge C4 D4 E4 D5 / C4 D4 E4 C5 => old-flowers D6 (ec)
        ec challenge C4 D4 E4 D5 / D3 D4 D5 D6 => ok (ec)
        """,
        lives=(2, 3),
    ),
}


@both_referees
@pytest.mark.parametrize("case", PHASES.values(), ids=PHASES.keys())
def test_phases_and_refusals(referee, case):
    check(referee, case)


# -------------------------------------------------------------------------------- full boards


def filled(singles: int = 0) -> str:
    """A story in which the seats fill the board with red, G1 and G7 last, EC beginning.

    So many of the first turns plant one flower only. Where it is none the DMO plants last; where
    it is two, EC does.
    """
    cells = sorted(BOARD, key=lambda cell: abs(cell[0] - 4) + abs(cell[1] - 4))[1:]
    turns = [cells[number : number + 1] for number in range(singles)]
    turns += [cells[number : number + 2] for number in range(singles, 48, 2)]
    seats = itertools.cycle(("ec", "dmo"))
    return "".join(
        f"{seat} {' '.join(name_of(cell) + 'R' for cell in turn)} => ok\n"
        for seat, turn in zip(seats, turns, strict=False)
    )


def with_giving_up(story: str, seat: str) -> str:
    """The same, but that this seat first gives up a challenge where it plants last in it."""
    last = story.rindex(f"{seat} ")
    return f"{story[:last]}{seat} challenge => ok\n{seat} give up => ok\n{story[last:]}"


RIGHT = "G7 F7 E7 D7 / G7 G6 G5 G4"
WRONG = "G7 F7 E7 D7 / G7 G6 F6 F7"
FULL = filled()
ONE_LIFE = {"first": "ec", "lives": "1"}
FULL_BOARDS = {
    "passed at equal lives, who planted last has won": Case(
        FULL + "ec pass => ok ()", lives=(3, 3), result="dmo full-board"
    ),
    "be it the EC": Case(filled(2) + "dmo pass => ok ()", lives=(3, 3), result="ec full-board"),
    "a right challenge": Case(
        FULL + f"ec challenge {RIGHT} => ok ()", lives=(3, 2), result="ec full-board"
    ),
    "a wrong one": Case(
        FULL + f"ec challenge {WRONG} => ok ()", lives=(2, 3), result="dmo full-board"
    ),
    "committed first": Case(
        FULL + f"ec challenge => ok (ec)\n ec pass => committed\n ec {RIGHT} => ok ()",
        lives=(3, 2),
        result="ec full-board",
    ),
    "given up": Case(
        FULL + "ec give up => not-committed\n ec challenge => ok (ec)\n ec give up => ok ()",
        lives=(2, 3),
        result="dmo full-board",
    ),
    "the last life of who planted last": Case(
        FULL + f"ec challenge {RIGHT} => ok ()",
        lives=(1, 0),
        result="ec no-lives",
        options=ONE_LIFE,
    ),
    "the last life of the challenger": Case(
        FULL + f"ec challenge {WRONG} => ok ()",
        lives=(0, 1),
        result="dmo no-lives",
        options=ONE_LIFE,
    ),
    "more lives win, whoever planted last": Case(
        with_giving_up(FULL, "dmo") + "ec pass => ok ()", lives=(3, 2), result="ec full-board"
    ),
    "a right challenge may make lives equal": Case(
        with_giving_up(FULL, "ec") + f"ec challenge {RIGHT} => ok ()",
        lives=(2, 2),
        result="dmo full-board",
    ),
    "what else may be said then": Case(
        FULL
        + """
        ec D5R => occupied D5 (ec)
        ec H1R => off-board H1
        ec doubt => nothing-to-doubt
        ec accept => nothing-to-doubt
        ec first me => wrong-phase
        ec hide A1R A2R => wrong-phase
        ec challenge D7 C7 B7 A7 / D6 C6 B6 A6 => old-flowers G1 G7
        dmo pass => not-your-turn
        dmo concede => ok ()
        """,
        result="ec conceded",
    ),
    "an explosion that takes the last life comes before": Case(
        "ec hide G1R G7R => ok\n dmo hide A1R D5R => ok\n"
        + FULL.removesuffix("=> ok\n")
        + "=> ok ()",
        lives=(2, 0),
        result="ec no-lives",
        options={"first": "ec", "lives": "3"},
        game=DOUBTING,
    ),
    "lives lost by explosions count": Case(
        "ec hide G1R G7R => ok\n dmo hide A1R D5R => ok\n" + FULL + "ec pass => ok ()",
        lives=(4, 2),
        result="ec full-board",
        game=DOUBTING,
    ),
}


@both_referees
@pytest.mark.parametrize("case", FULL_BOARDS.values(), ids=FULL_BOARDS.keys())
def test_full_boards(referee, case):
    check(referee, case)
