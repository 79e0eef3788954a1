"""The worked cases of the rules for both Flower Fields and others, put to both referees."""

import itertools

import pytest

from engine.records.record import RecordError
from tests.plain.flower_field_stories import (
    EC_BEGINS,
    Case,
    both_referees,
    check,
    codes,
    real,
    record,
    rows_with,
    slow,
)
from tests.plain.flower_field_words import DOUBTING, PLAIN, turned_and_flipped
from tests.plain.record import NotARecord, name_of

# ----------------------------------------------------------------- which fields match each other

CROSS = {"C4", "D4", "E4", "D5", "D3"}
FIELDS_OF_CROSS = {arm: sorted(CROSS - {arm}) for arm in sorted(CROSS - {"D4"})}


@both_referees
@pytest.mark.parametrize(("below", "true_pairs"), [("R", None), ("B", {("C4", "E4")})])
@pytest.mark.parametrize("pair", list(itertools.combinations(FIELDS_OF_CROSS, 2)))
def test_which_fields_of_the_cross_match(referee, below, true_pairs, pair):
    fields = " / ".join(" ".join(FIELDS_OF_CROSS[arm]) for arm in pair)
    is_true = true_pairs is None or pair in true_pairs
    entries = ["ec C4R E4R", f"dmo D5R D3{below}", f"ec challenge {fields}"]
    objects = referee(PLAIN, record(PLAIN, *entries, **EC_BEGINS))
    assert codes(objects) == ["ok"] * 3
    assert objects[-1]["position"]["lives"] == (
        {"ec": 3, "dmo": 2} if is_true else {"ec": 2, "dmo": 3}
    )
    assert objects[-1]["to_act"] == (["dmo"] if is_true else ["ec"])


FIRST_FIELD = {(4, 4): "y", (4, 5): "r", (4, 6): "b", (5, 6): "b"}


def in_the_corner(flowers):
    """The same flowers, as near to A1 as can be."""
    left, low = (min(cell[side] for cell in flowers) for side in (0, 1))
    return {(cell[0] - left + 1, cell[1] - low + 1): colour for cell, colour in flowers.items()}


def planted_in_turn(flowers) -> list[str]:
    """Entries of both seats that plant these and all that lies nearer, EC the farthest, last."""
    by_distance = sorted(
        ((column, row) for column in range(1, 8) for row in range(1, 8) if (column, row) != (4, 4)),
        key=lambda cell: (abs(cell[0] - 4) + abs(cell[1] - 4), cell not in flowers),
    )
    wanted = by_distance[: 1 + max(by_distance.index(cell) for cell in flowers if cell != (4, 4))]
    seats = itertools.cycle(("ec", "dmo"))
    names = {"r": "red", "b": "blue", "y": "purple"}
    texts = [f"{name_of(cell)} {names[flowers.get(cell, 'r')]}" for cell in wanted]
    if len(texts) % 2 == 0:
        texts[:2] = [" ".join(texts[:2])]
    return [f"{seat} {text}" for seat, text in zip(seats, texts, strict=False)]


@both_referees
@pytest.mark.parametrize("form", range(8))
@pytest.mark.parametrize(
    ("colours", "lives"),
    [("ryb", (3, 2)), ("byr", (2, 3)), ("rby", (2, 3))],
    ids=["the same colours", "two colours exchanged", "two others exchanged"],
)
def test_a_field_may_be_turned_and_flipped_but_not_recoloured(referee, form, colours, lives):
    other = in_the_corner(turned_and_flipped(FIRST_FIELD)[form])
    exchanged = {cell: colours["ryb".index(colour)] for cell, colour in other.items()}
    entries = planted_in_turn({**FIRST_FIELD, **exchanged})
    fields = " / ".join(" ".join(map(name_of, cells)) for cells in (FIRST_FIELD, other))
    objects = referee(PLAIN, record(PLAIN, *entries, f"dmo challenge {fields}", **EC_BEGINS))
    assert set(codes(objects)) == {"ok"}
    assert objects[-1]["position"]["lives"] == {"dmo": lives[0], "ec": lives[1]}


# -------------------------------------------------------------------------------- challenges

CROSS_RED = """
    ec C4R E4R => ok (dmo)
    dmo D5R D3R => ok (ec)
"""
TRUE_PAIR = "C4 D4 E4 D5 / C4 D4 E4 D3"
CROSS_BLUE = CROSS_RED.replace("D3R", "D3B")
# EC may claim B4 and F4 truly; the first two plantings make a row of four.
EC_HID_ENDS = """
    ec hide B4R F4R => ok (dmo)
    dmo hide A1R A7R => ok (ec)
    ec C4R => ok (dmo)
    dmo E4R => ok (ec)
"""
CLAIM = "B4 C4 D4 E4 / C4 D4 E4 F4"
EC_HID_ELSEWHERE = EC_HID_ENDS.replace("ec hide B4R F4R", "ec hide B4R G1R")

CHALLENGES = {
    "true: the planting is undone and its planter redoes the turn": Case(
        CROSS_RED + f"ec challenge {TRUE_PAIR} => ok (dmo)",
        flowers="C4R E4R",
        lives=(3, 2),
    ),
    "false: the planting stays and the challenger redoes the turn": Case(
        CROSS_BLUE + f"ec challenge {TRUE_PAIR} => ok (ec)",
        flowers="C4R E4R D5R D3B",
        lives=(2, 3),
    ),
    "fields may overlap": Case(
        f"""
        ec C4P E4P => ok
        dmo B4P F4P => ok
        ec challenge {CLAIM} => ok (dmo)
        """,
        flowers="C4Y E4Y",
        lives=(3, 2),
    ),
    "committed first, and the word may be left out": Case(
        CROSS_RED + f"ec challenge => ok (ec)\n ec {TRUE_PAIR} => ok (dmo)",
        flowers="C4R E4R",
        lives=(3, 2),
    ),
    "giving up is a wrong challenge": Case(
        CROSS_RED + "ec challenge => ok (ec)\n ec give up => ok (ec)\n ec give up => not-committed",
        flowers="C4R E4R D5R D3R",
        lives=(2, 3),
    ),
    "once committed nothing else is accepted": Case(
        CROSS_RED
        + f"""
        ec challenge => ok (ec)
        ec challenge => committed (ec)
        ec D6R => committed (ec)
        ec doubt => committed
        ec accept => committed
        ec pass => committed
        ec first me => committed
        ec hide A1R A2R => committed
        ec D6R D6 => malformed D6 D6
        dmo D6R => not-your-turn
        ec challenge {TRUE_PAIR} => ok (dmo)
        """,
    ),
    "a redo may itself be a challenge, of an older planting now": Case(
        f"""
        ec C4P E4P => ok
        dmo B4P F4P => ok
        ec D5P D3P => ok
        dmo challenge {TRUE_PAIR} => ok (ec)
        ec challenge {CLAIM} => ok (dmo)
        dmo challenge {CLAIM} => too-many-unseen B4 F4
        dmo challenge => ok
        dmo give up => ok (dmo)
        dmo G4P => not-beside G4
        dmo F4P => ok (ec)
        """,
        flowers="C4Y E4Y F4Y",
        lives=(2, 1),
    ),
    "an undone planting counts as never made": Case(
        CROSS_RED
        + f"""
        ec challenge {TRUE_PAIR} => ok (dmo)
        dmo D5B => ok (ec)
        ec challenge {TRUE_PAIR} => too-many-unseen D3
        ec C4 D4 E4 D5 => malformed C4 D4 E4 D5
        ec B4R => ok (dmo)
        dmo challenge B4 C4 D4 D5 / D5 D4 E4 C4 => ok (dmo)
        """,
        flowers="C4R E4R D5B B4R",
        lives=(3, 1),
    ),
    "nobody can challenge what nobody planted": Case(
        """
        ec challenge => no-planting (ec)
        ec challenge D4 D5 D6 D7 / D1 D2 D3 D4 => too-many-unseen D5 D6 D7 D1 D2 D3
        """,
    ),
    "the last life": Case(
        CROSS_RED + f"ec challenge {TRUE_PAIR} => ok ()\n dmo D5B => match-over ()",
        flowers="C4R E4R",
        lives=(1, 0),
        result="ec no-lives",
        options={"first": "ec", "lives": "1"},
    ),
    "the last life of a challenger": Case(
        CROSS_BLUE + f"ec challenge {TRUE_PAIR} => ok ()",
        flowers="C4R E4R D5R D3B",
        lives=(0, 1),
        result="dmo no-lives",
        options={"first": "ec", "lives": "1"},
    ),
}

UNSEEN = {
    "always succeeds at first, true or not": Case(
        EC_HID_ELSEWHERE + f"ec challenge {CLAIM} => ok (dmo)", flowers="C4R", lives=(5, 4)
    ),
    "accepted": Case(
        EC_HID_ENDS + f"ec challenge {CLAIM} => ok (dmo)\n dmo accept => ok (dmo)",
        flowers="C4R",
        lives=(5, 4),
    ),
    "accepted, and then nothing can be doubted": Case(
        EC_HID_ELSEWHERE
        + f"""
        ec challenge {CLAIM} => ok (dmo)
        dmo accept => ok (dmo)
        dmo doubt => nothing-to-doubt (dmo)
        dmo accept => nothing-to-doubt (dmo)
        dmo E4B => ok (ec)
        """,
        flowers="C4R E4B",
        lives=(5, 4),
    ),
    "doubted and true": Case(
        EC_HID_ENDS
        + f"""
        ec challenge {CLAIM} => ok (dmo)
        dmo challenge-challenge => ok (dmo)
        dmo cc => nothing-to-doubt (dmo)
        """,
        flowers="C4R",
        lives=(5, 3),
    ),
    "doubted and not true": Case(
        EC_HID_ELSEWHERE + f"ec challenge {CLAIM} => ok (dmo)\n dmo doubt => ok (ec)",
        flowers="C4R E4R",
        lives=(4, 5),
    ),
    "doubted and not true, from 1 and 1": Case(
        EC_HID_ELSEWHERE + f"ec challenge {CLAIM} => ok (dmo)\n dmo cc => ok ()",
        flowers="C4R E4R",
        lives=(0, 1),
        result="dmo no-lives",
        options={"first": "ec", "lives": "1"},
    ),
    "doubted and true, from 1": Case(
        EC_HID_ENDS + f"ec challenge {CLAIM} => ok (dmo)\n dmo cc => ok ()",
        flowers="C4R",
        lives=(1, -1),
        result="ec no-lives",
        options={"first": "ec", "lives": "1"},
    ),
    "doubted and true, from 2": Case(
        EC_HID_ENDS + f"ec challenge {CLAIM} => ok (dmo)\n dmo cc => ok ()",
        lives=(2, 0),
        result="ec no-lives",
        options={"first": "ec", "lives": "2"},
    ),
    "without lives only a doubt or its waiver is heard": Case(
        EC_HID_ENDS
        + f"""
        ec challenge {CLAIM} => ok (dmo)
        dmo E4B => accept-or-doubt (dmo)
        dmo challenge => accept-or-doubt (dmo)
        dmo give up => accept-or-doubt
        dmo pass => accept-or-doubt
        dmo first me => accept-or-doubt
        dmo E4 => malformed E4
        ec accept => not-your-turn
        dmo accept => ok ()
        """,
        lives=(1, 0),
        result="ec no-lives",
        options={"first": "ec", "lives": "1"},
    ),
    "a planting forgoes the doubt, a refused one does not": Case(
        EC_HID_ELSEWHERE
        + f"""
        ec challenge {CLAIM} => ok (dmo)
        dmo G4B => not-beside G4 (dmo)
        dmo E4B E5B => not-beside E5 (dmo)
        dmo give up => not-committed
        dmo doubt => ok (ec)
        """,
        lives=(4, 5),
    ),
    "a commitment forgoes the doubt": Case(
        EC_HID_ELSEWHERE
        + f"""
        ec challenge {CLAIM} => ok (dmo)
        dmo challenge => ok (dmo)
        dmo doubt => committed (dmo)
        dmo give up => ok (dmo)
        dmo doubt => nothing-to-doubt (dmo)
        """,
        flowers="C4R",
        lives=(5, 3),
    ),
    "so does an accepted challenge, which may be doubted in turn": Case(
        EC_HID_ELSEWHERE.replace("ec C4R =>", "ec C4R D5R =>")
        + f"""
        ec challenge {CLAIM} => ok (dmo)
        dmo challenge C4 D4 D5 E4 / C4 E4 D5 D4 => same-field C4 D4 D5 E4 (dmo)
        dmo challenge C4 D4 D5 C5 / B4 C4 D4 E4 => too-many-unseen C5 B4 E4 (dmo)
        dmo challenge C4 D4 D5 C5 / C4 D4 D5 E4 => ok (ec)
        ec doubt => ok (dmo)
        dmo doubt => nothing-to-doubt (dmo)
        """,
        flowers="C4R D5R",
        lives=(5, 3),
    ),
    "where all of the opponent's is undone nothing is left to challenge": Case(
        """
        ec hide B4R F4R => ok
        dmo hide A1R A7R => ok
        ec C4Y E4Y => ok (dmo)
        dmo challenge B4 C4 D4 E4 / C4 D4 E4 F4 => ok (ec)
        ec challenge => no-planting (ec)
        ec challenge D4 D5 C5 C4 / D4 D5 C5 C6 => too-many-unseen D5 C5 C4 C6
        ec doubt => ok (dmo)
        """,
        flowers="C4Y E4Y",
        lives=(5, 4),
    ),
    "a hidden flower of the wrong colour": Case(
        EC_HID_ENDS.replace("B4R F4R", "B4R F4B")
        + f"ec challenge {CLAIM} => ok (dmo)\n dmo cc => ok (ec)",
        lives=(4, 5),
    ),
    "a flower that the opponent hid": Case(
        EC_HID_ELSEWHERE.replace("A1R A7R", "A1R F4R")
        + f"ec challenge {CLAIM} => ok (dmo)\n dmo cc => ok (ec)",
        lives=(4, 5),
    ),
    "a flower that both hid": Case(
        EC_HID_ENDS.replace("A1R A7R", "A1R F4R")
        + f"ec challenge {CLAIM} => ok (dmo)\n dmo cc => ok (ec)",
        lives=(4, 5),
    ),
    "a hidden flower serves more than once": Case(
        EC_HID_ENDS
        + f"""
        ec challenge {CLAIM} => ok (dmo)
        dmo E4R => ok (ec)
        ec challenge {CLAIM} => ok (dmo)
        dmo cc => ok (dmo)
        """,
        lives=(5, 2),
    ),
    "unseen cells may be the same in both fields": Case(
        """
        ec hide C5R G1R => ok
        dmo hide A1R A7R => ok
        ec C4R => ok
        dmo D5R => ok
        ec challenge C4 D4 D5 C5 / C4 C5 D5 D6 => ok (dmo)
        dmo cc => ok (ec)
        """,
        lives=(4, 5),
    ),
}
for case in UNSEEN.values():
    case.game = DOUBTING


@both_referees
@pytest.mark.parametrize("case", CHALLENGES.values(), ids=CHALLENGES.keys())
def test_challenges(referee, case):
    check(referee, case)


@both_referees
@pytest.mark.parametrize("case", UNSEEN.values(), ids=UNSEEN.keys())
def test_claims_with_unseen_cells(referee, case):
    check(referee, case)


# -------------------------------------------------------------------------------- explosions

HIDDEN = """
    ec hide D5R E5B => ok
    dmo hide D3R D6R => ok
"""
EXPLOSIONS = {
    "one's own flower": Case(HIDDEN + "ec D5B => ok (dmo)", flowers="D5B", lives=(4, 5)),
    "the opponent's": Case(HIDDEN + "ec D3B C4R => ok (dmo)", flowers="D3B C4R", lives=(4, 5)),
    "two at once": Case(HIDDEN + "ec D3B D5R => ok (dmo)", flowers="D3B D5R", lives=(3, 5)),
    "not where both hid one": Case(
        HIDDEN.replace("D3R", "D5Y") + "ec D5R => ok (dmo)", flowers="D5R", lives=(5, 5)
    ),
    "it ends the match at once": Case(
        HIDDEN + "ec D3B D5R => ok ()",
        flowers="D3B D5R",
        lives=(-1, 1),
        result="dmo no-lives",
        options={"first": "ec", "lives": "1"},
    ),
    "once only, though the planting be undone and made again": Case(
        HIDDEN
        + """
        ec C4R => ok
        dmo D5R E4R => ok (ec)
        ec challenge B4 C4 D4 E4 / C4 D4 E4 F4 => ok (dmo)
        dmo D5R E4R => ok (ec)
        """,
        flowers="C4R D5R E4R",
        lives=(5, 3),
    ),
    "nor when it is put back": Case(
        HIDDEN
        + """
        ec C4R => ok
        dmo D5R E4R => ok (ec)
        ec challenge B4 C4 D4 E4 / C4 D4 E4 F4 => ok (dmo)
        dmo cc => ok (ec)
        """,
        flowers="C4R D5R E4R",
        lives=(4, 4),
    ),
    "a flower that exploded cannot be claimed any more": Case(
        """
        ec hide C5R D5R => ok
        dmo hide A1R A7R => ok
        ec C4R => ok
        dmo D5R E4R => ok (ec)
        ec challenge C4 D4 E4 F4 / B4 C4 D4 E4 => ok (dmo)
        dmo E4R => ok (ec)
        ec challenge C4 D4 E4 D5 / C4 C5 D4 E4 => ok (dmo)
        dmo doubt => ok (ec)
        """,
        flowers="C4R E4R",
        lives=(4, 3),
    ),
    "hidden flowers give nothing to stand beside": Case(
        HIDDEN + "ec D7R => not-beside D7 (ec)", flowers="", lives=(5, 5)
    ),
}
for case in EXPLOSIONS.values():
    case.game = DOUBTING


@both_referees
@pytest.mark.parametrize("case", EXPLOSIONS.values(), ids=EXPLOSIONS.keys())
def test_explosions(referee, case):
    check(referee, case)


# ---------------------------------------------------------------------- what is no record

NO_RECORDS = {
    "an option of the other game": (PLAIN, f"game: {PLAIN}\nsetup: 600\n", 2),
    "an option of another game": (DOUBTING, f"game: {DOUBTING}\nreserve: 300\n", 2),
    "no life at all": (DOUBTING, f"lives: 0\ngame: {DOUBTING}\n", 1),
    "half a life": (PLAIN, f"game: {PLAIN}\nlives: 2.5\n", 2),
    "a chain that is neither on nor off": (PLAIN, f"game: {PLAIN}\nchain: yes\n", 2),
    "periods that are not whole": (PLAIN, f"game: {PLAIN}\nperiods: 2.0\n", 2),
    "periods of no length": (DOUBTING, f"game: {DOUBTING}\nperiod: 0\n", 2),
    "less than no extra time": (DOUBTING, f"game: {DOUBTING}\nextra: -1\n", 2),
    "row 1 at the side": (PLAIN, f"game: {PLAIN}\nrow1: left\n", 2),
}


@pytest.mark.parametrize(
    ("referee", "error"), [(real, RecordError), (slow, NotARecord)], ids=["real", "slow"]
)
@pytest.mark.parametrize(("game", "text", "line"), NO_RECORDS.values(), ids=NO_RECORDS.keys())
def test_faults_that_make_a_file_no_record(referee, error, game, text, line):
    with pytest.raises(error) as raised:
        referee(game, text)
    assert raised.value.line == line


@both_referees
@pytest.mark.parametrize("game", [PLAIN, DOUBTING])
def test_row_1_at_the_top_turns_the_picture_only(referee, game):
    entries = ["dealer @601", "ec C4R", "dmo E4B"]
    usual, turned = (
        referee(game, record(game, *entries, first="ec", row1=row)) for row in ("bottom", "top")
    )
    assert usual == turned
    assert usual[-1]["position"]["field"] == rows_with("C4R E4B")
