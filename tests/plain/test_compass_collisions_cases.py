"""The worked cases of the rules for Compass Collisions, and more, put to both referees."""

import itertools
from dataclasses import dataclass, field

import pytest

from tests.plain.compass_board import FALLING_FIRST
from tests.plain.compass_cases import (
    AWAITED,
    DMO_LAYOUT,
    EC_LAYOUT,
    EC_ONE_AIR,
    ONE_AIR_EACH,
    START,
    alternating,
    both_referees,
    codes,
    idle_moves,
    map_of,
    on_squares,
    record,
    set_up,
)

# -------------------------------------------------------------------------------- the set-up

IRREGULAR = "EEWF.AF / W..FA / .WA / FF....W / ....E / A.."
FIRST_SET = {
    "south": "B1E C1E D1W E1F F1. G1A H1F C2W D2. E2. F2F G2A D3. E3W F3A",
    "west": "A8E A7E A6W A5F A4. A3A A2F B7W B6. B5. B4F B3A C6. C5W C4A",
    "north": "H9E G9E F9W E9F D9. C9A B9F G8W F8. E8. D8F C8A F7. E7W D7A",
    "east": "I2E I3E I4W I5F I6. I7A I8F H3W H4. H5. H6F H7A G4. G5W G6A",
}
SECOND_SET = {
    "south": "B1F C1F D1. E1. F1. G1. H1W C2. D2. E2. F2. G2E D3A E3. F3.",
    "west": "A8F A7F A6. A5. A4. A3. A2W B7. B6. B5. B4. B3E C6A C5. C4.",
    "north": "H9F G9F F9. E9. D9. C9. B9W G8. F8. E8. D8. C8E F7A E7. D7.",
    "east": "I2F I3F I4. I5. I6. I7. I8W H3. H4. H5. H6. H7E G4A G5. G6.",
}
SIDES = ("north", "east", "south", "west")


@both_referees
@pytest.mark.parametrize("seat", ["ec", "dmo"])
@pytest.mark.parametrize(("side", "other_side"), list(itertools.permutations(SIDES, 2)))
def test_sets_are_turned_to_their_side_and_never_mirrored(referee, seat, side, other_side):
    other = "dmo" if seat == "ec" else "ec"
    entries = [
        f"{seat} layout {IRREGULAR}",
        f"{other} layout {EC_LAYOUT}",
        "dmo take first",
        f"ec {seat}1 {side}, {seat}2 {other_side}",
        f"dmo {other}1 {next(free for free in SIDES if free not in (side, other_side))}",
    ]
    position = referee(record(*entries, first="ec"))[-1]["position"]
    for expected in (FIRST_SET[side], SECOND_SET[other_side]):
        letters = (
            expected
            if seat == "ec"
            else " ".join(item[:2] + item[2].lower() for item in expected.split())
        )
        assert on_squares(position, expected) == letters


@both_referees
def test_the_position_is_shown_once_all_sets_are_placed(referee):
    *objects, end = referee(record(*set_up(), "ec first dmo"))
    assert [one["position"] for one in objects] == [None] * 4 + [START] * 2
    assert [one["to_act"] for one in objects] == [["dmo"]] * 3 + [["ec"]] * 2 + [["dmo"]]
    assert end["position"] == START


LAYOUTS = {
    EC_LAYOUT: "ok",
    IRREGULAR: "ok",
    IRREGULAR.lower(): "ok",
    "/" + IRREGULAR.replace(" ", ""): "ok",
    "EWFAEWF / WFAEW / EWF / FA..... / ..... / .E.": "wrong-count",  # 18
    "EWFAEWF / WFAE. / ... / FA..... / ..... / ..E": "wrong-count",  # 11 + 3
    "EWFAEWF / WFAEW / E.. / FA..... / ..... / ..E": "too-few",  # 13 + 3
    "FA..... / ..... / ..E / EWFAEWF / WFAEW / E..": "too-few",  # 3 + 13
    "EWFAEWF / WFAEW / ... / FA..... / E.... / ..E": "ok",  # 12 + 4
    "EWWAEWW / WWAEW / ... / WA..... / E.... / ..E": "missing-element",
    "EEEEEEE / EEEEE / ... / EEEE... / ..... / ...": "missing-element",
    "EWFAEWF / WFAEW / ... / FA..... / E.... / ..E / ...": "layout-rows",
    "EWFAEWF / WFAEW / ... / FA..... / E....": "layout-rows",
    "EWFAEWF / WFAEW / ... / FA..... / E.... / ..E.": "layout-rows",
    "WFAEW / EWFAEWF / ... / FA..... / E.... / ..E": "layout-rows",
    "EWFA EWF / WFAEW / ... / FA..... / E.... / ..E": "layout-rows",
    "EWFAEW F / WFAEW / ... / FA..... / E.... / ..E": "layout-rows",
    "EWFAEWF WFAEW ... FA..... E.... ..E": "layout-rows",
    "E": "layout-rows",
    "EWFAEWF / WFAEX / ... / FA..... / E.... / ..E": "not-a-submission",
    "EWFAEWF / please": "not-a-submission",
    "": "malformed",
    "E5": "malformed",
}


@both_referees
@pytest.mark.parametrize("seat", ["ec", "dmo"])
@pytest.mark.parametrize(("rows", "code"), LAYOUTS.items())
def test_layouts(referee, seat, rows, code):
    judged, end = referee(record(f"{seat} layout {rows}"))
    assert judged.get("code", "ok") == code
    waiting = ["dmo" if seat == "ec" else "ec"] if code == "ok" else ["ec", "dmo"]
    assert judged["to_act"] == end["to_act"] == waiting
    assert end["position"] is None


@dataclass
class Phases:
    """Entries, what becomes of each, and who is awaited after each."""

    entries: list[str]
    codes: str
    to_act: str  # of each entry: ec, dmo, both, none
    options: dict[str, str] = field(default_factory=dict)


EC, DMO = f"ec layout {EC_LAYOUT}", f"dmo layout {DMO_LAYOUT}"
PHASES = {
    "the one with the other privilege names who begins": Phases(
        [EC, DMO, "dmo take first", "ec ec1 north, dmo2 south", "dmo ec2 east", "dmo first them"],
        "ok ok ok ok ok ok",
        "dmo dmo ec dmo dmo ec",
    ),
    "and the one who placed second names in the other case": Phases(
        [EC, DMO, "dmo TAKE placement", "dmo place ec1 N and dmo1 W", "ec ec2 s", "ec first me"],
        "ok ok ok ok ok ok",
        "dmo dmo dmo ec ec ec",
    ),
    "a layout can be replaced until both are in": Phases(
        [EC, f"ec layout {EC_ONE_AIR}", "ec layout E", DMO, EC, "dmo layout E", DMO],
        "ok ok layout-rows ok not-your-turn wrong-phase wrong-phase",
        "dmo dmo dmo dmo dmo dmo dmo",
    ),
    "the privilege may be taken before, once, and by the DMO alone": Phases(
        ["ec take first", "dmo take first", "dmo take placement", "dmo take first", EC, DMO],
        "not-your-turn ok already-chosen already-chosen ok ok",
        "both both both both dmo ec",
    ),
    "a fixed beginner is not asked for": Phases(
        [*set_up(), "ec first ec", "dmo E9 W"],
        "ok ok ok ok ok not-your-turn ok",
        "dmo dmo dmo ec dmo dmo ec",
        {"first": "dmo"},
    ),
    "what is said in the wrong phase": Phases(
        [
            "ec C2 N",
            "dmo remove C2",
            "ec first ec",
            "dmo ec1 north, dmo1 south",
            "ec C2",
            EC,
            DMO,
            "dmo ec1 north, dmo1 south",
            "dmo first ec",
            "dmo C2 N",
            "ec take first",
            "dmo take placement",
            "dmo take first",
            "dmo first ec",
            "dmo ec1 north, dmo1 south",
            "ec take first",
            "ec E9 W",
            "ec ec2 east",
            "ec ec2 east",
            "ec E9 W",
            "ec first dmo",
            "dmo first dmo",
            "dmo take first",
            "dmo remove E9",
            "dmo ec1 north",
            DMO,
        ],
        "wrong-phase wrong-phase wrong-phase wrong-phase malformed ok ok "
        "wrong-phase wrong-phase wrong-phase not-your-turn ok "
        "wrong-phase wrong-phase ok wrong-phase wrong-phase ok wrong-phase wrong-phase ok "
        "wrong-phase wrong-phase wrong-phase wrong-phase wrong-phase",
        "both both both both both dmo dmo dmo dmo dmo dmo dmo dmo dmo ec ec ec ec ec ec dmo "
        "dmo dmo dmo dmo dmo",
    ),
    "the last two sets may both be named": Phases(
        [EC, DMO, "dmo take first", "ec dmo1 east, dmo2 west", "dmo ec2 south, ec1 north"],
        "ok ok ok ok ok",
        "dmo dmo ec dmo ec",
        {"first": "ec"},
    ),
}


@both_referees
@pytest.mark.parametrize("case", PHASES.values(), ids=PHASES.keys())
def test_phases(referee, case):
    objects = referee(record(*case.entries, **case.options))
    assert codes(objects) == case.codes.split()
    awaited = [AWAITED[word] for word in case.to_act.split()]
    assert [one["to_act"] for one in objects[:-1]] == awaited


# ------------------------------------------------------------------------------------ moves


@dataclass
class Scene:
    """Moves by EC and the DMO in turn, the last of which counts, and what then stands where."""

    moves: list[str]
    expected: str = ""
    code: str = "ok"
    cells: list[str] = field(default_factory=list)
    g6: str = "F"  # the DMO's piece that can come to E6

    def layout_of_dmo(self) -> str:
        return DMO_LAYOUT[:-1] + self.g6


EARTH_ON_E5 = ["C5 E5", "E9 C9"]
ENEMY_ON_E6 = ["C5 E5", "G6 E6"]
SCENES = {
    # The worked cases of the rules.
    "north to an empty square, one stage on": Scene([*EARTH_ON_E5, "E5 N"], "E5. E6W"),
    "east, two stages": Scene([*EARTH_ON_E5, "E5 E"], "E5. F5F"),
    "south, three stages": Scene([*EARTH_ON_E5, "E5 S"], "E5. E4A"),
    "west, none": Scene([*EARTH_ON_E5, "E5 W"], "E5. D5E"),
    "two squares to an empty one change nothing": Scene([*EARTH_ON_E5, "E5 N2"], "E5. E6. E7E"),
    "a friend and the enemy behind it are pushed": Scene(
        ["C5 E5", "D7 E", "C6 E6", "E9 C9", "E5 N"], "E5. E6E E7W E8w E9."
    ),
    "the opposite and what stands behind it are pushed": Scene(
        ["E3 E5", "E9 C9", "E5 E7", "C9 E9", "C5 E5", "G6 E6", "E5 N"], "E5. E6E E7f E8W E9a"
    ),
    # Battles with one square to go and with two.
    "the next one is defeated": Scene([*ENEMY_ON_E6, "E5 N"], "E5. E6E E7. A1# I9.", g6="W"),
    "the previous one defeats": Scene([*ENEMY_ON_E6, "E5 N"], "E5. E6a E7. A1# I9.", g6="A"),
    "of the same both go": Scene([*ENEMY_ON_E6, "E5 N"], "E5. E6. E7. A1# I9# A9.", g6="E"),
    "the opposite is pushed": Scene([*ENEMY_ON_E6, "E5 N"], "E5. E6E E7f A1.", g6="F"),
    "over a friend onto an enemy that is defeated": Scene(
        ["C5 E5", "D7 E", "C6 E6", "E9 C9", "E5 E7"], "E5. E6W E7E E8. A1#"
    ),
    "two squares onto one that defeats": Scene(["B7 D7"], "B7. C7. D7a A1#"),
    "two squares onto the opposite": Scene(["C5 E", "F7 F5", "D5 F5"], "D5. E5. F5F G5e A1."),
    "two squares onto the same": Scene(["C4 E4", "G6 E6", "E4 E6"], "E4. E5. E6. A1# I9# A9."),
    "a line pushed by the opposite over the edge": Scene(
        ["C5 E", "F7 F5", "C2 E 2", "G6 S", "D5 F5"], "D5. F5F G5e H5w I5f A1# I9."
    ),
    # Pushing and jumping friends.
    "a friend is pushed over the edge": Scene(["B7 W"], "B7. A7E A1#"),
    "a friend is pushed onto a removed square": Scene(
        ["A5 W", "E9 C9", "C1 W"], "C1. B1W A1# I9# A9."
    ),
    "a gap ends the line": Scene(["C2 E 2", "G6 E6", "B6 E"], "B6. C6W D6W E6f"),
    "a friend is jumped": Scene(["B6 D6"], "B6. C6W D6W"),
    "nothing is jumped": Scene(["C4 E4"], "C4. D4. E4F"),
    "two squares onto a friend": Scene(["E1 N2"], "E1A E3W", "friend-there", ["E3"]),
    "two squares onto a friend over a friend": Scene(["C6 A6"], "", "friend-there", ["A6"]),
    "an enemy in between": Scene([*ENEMY_ON_E6, "E5 N 2"], "E5E", "enemy-between", ["E6"]),
    "an enemy in between before a friend": Scene(
        ["E3 E5", "E9 C9", "E5 E7", "C9 E9", "C5 E5", "G6 E6", "E5 E7"],
        "E5E",
        "enemy-between",
        ["E6"],
    ),
    "an enemy in between before the edge": Scene(
        ["E3 E5", "G4 E4", "E5 E7", "E4 G4", "E7 N", "G4 E4", "E8 N 2"],
        "E8F E9a",
        "enemy-between",
        ["E9"],
    ),
    # Over the edge and onto removed squares.
    "off the board": Scene(["A5 W"], "A5. A1#"),
    "off the board at the second step, over a friend": Scene(["B6 W 2"], "B6. A6F A1#"),
    "off the board at the first of two steps": Scene(["A5 W 2"], "A5. A1#"),
    "onto a removed square": Scene(["A5 W", "E9 C9", "B1 W"], "B1. A1# I9#"),
    "onto a removed square by name": Scene(["A5 W", "E9 C9", "B1 A1"], "B1. A1# I9#"),
    "onto a removed square at the second step": Scene(
        ["A5 W", "E9 C9", "C1 A1"], "B1E C1. A1# I9#"
    ),
    "onto a removed square at the first of two steps": Scene(
        ["A5 W", "E9 C9", "B1 W 2"], "B1. A1# I9#"
    ),
    # Refusals.
    "an empty square moves nowhere": Scene(["D5 N"], "", "not-yours", ["D5"]),
    "nor does an enemy": Scene(["E9 C9"], "", "not-yours", ["E9"]),
    "nor does a removed square": Scene(["A5 W", "E9 C9", "A1 N"], "", "not-yours", ["A1"]),
    "off the board needs a direction": Scene(["A5 A0"], "", "off-board", ["A0"]),
    "all squares off the board are named": Scene(["J5 K10"], "", "off-board", ["J5", "K10"]),
    "a square off the board before what stands there": Scene(["D5 Z5"], "", "off-board", ["Z5"]),
    "N5 is a square off the board": Scene(["C5 N5"], "", "off-board", ["N5"]),
    "and so is S3 as where a move begins": Scene(["S3 N"], "", "off-board", ["S3"]),
    "not yours before not straight": Scene(["D5 E6"], "", "not-yours", ["D5"]),
    "aslant": Scene(["C5 D6"], "", "not-straight", ["C5", "D6"]),
    "three squares": Scene(["C5 F5"], "", "not-straight", ["C5", "F5"]),
    "E2 is a square even after a square": Scene(["C5 E2"], "", "not-straight", ["C5", "E2"]),
    "no way at all": Scene(["C5 C5"], "", "not-straight", ["C5", "C5"]),
}


@both_referees
@pytest.mark.parametrize("case", SCENES.values(), ids=SCENES.keys())
def test_scenes(referee, case):
    opening = set_up(dmo=case.layout_of_dmo())
    *objects, last, end = referee(record(*opening, *alternating(case.moves), first="ec"))
    assert {one["verdict"] for one in objects} == {"accepted"}
    assert (last.get("code", "ok"), last.get("cells", [])) == (case.code, case.cells)
    assert on_squares(last["position"], case.expected) == case.expected
    assert end["position"] == last["position"]
    if case.code != "ok":
        assert last["position"] == objects[-1]["position"]


SPELLINGS = {
    "B6 D6": ["b6 d6", "B6D6", "B6-D6", "B6, D6", "B6 / D6", "B6 E 2", "b6 east 2", "B6 EAST, 2"],
    "C5 C7": ["C5 N 2", "C5 N2", "C5n2", "C5-north-2", "c5 North 2", "C5 C7"],
    "C5 D5": ["C5 E", "c5 e", "C5 East", "C5 E 1", "C5 east 1", "C5D5"],
    "C4 C3": ["C4 S", "C4 S1", "C4 s 1", "C4S1", "C4 south", "C4 C3"],
    "E3 D3": ["E3 W", "E3 W1", "E3 w 1", "E3 West", "E3-D3"],
    "E3 C3": ["E3 W2", "E3 W 2", "E3 west 2"],
}


@both_referees
@pytest.mark.parametrize("move", SPELLINGS)
def test_a_move_may_be_spelled_in_many_ways(referee, move):
    spellings = [move, *SPELLINGS[move]]
    ends = [referee(record(*set_up(), f"ec {text}", first="ec"))[-1] for text in spellings]
    assert ends[0]["position"] != START
    assert all(end == ends[0] for end in ends)


NO_MOVES = {
    "C5": ("malformed", ["C5"]),
    "C5 N 3": ("malformed", ["C5"]),
    "C5 N 0": ("malformed", ["C5"]),
    "C5 N 2 2": ("malformed", ["C5"]),
    "C5 2": ("malformed", ["C5"]),
    "C5 N N": ("malformed", ["C5"]),
    "C5 D5 E5": ("malformed", ["C5", "D5", "E5"]),
    "N C5": ("malformed", ["C5"]),
    "first": ("malformed", []),
    "first north": ("malformed", []),
    "take": ("malformed", []),
    "take placement first": ("malformed", []),
    "ec1": ("malformed", []),
    "place ec1": ("malformed", []),
    "place": ("malformed", []),
    "ec1 E5": ("malformed", ["E5"]),
    "north ec1": ("malformed", []),
    "remove": ("malformed", []),
    "remove C5 E3": ("malformed", ["C5", "E3"]),
    "concede C5": ("malformed", ["C5"]),
    "I think E5 is lost": ("not-a-submission", []),
    "pass the salt": ("not-a-submission", []),
    "C5 up": ("not-a-submission", []),
    "C05 N": ("not-a-submission", []),
    "C5 N?": ("not-a-submission", []),
    "north": ("not-a-submission", []),
    "e": ("not-a-submission", []),
    "n, s and w": ("not-a-submission", []),
    "2": ("not-a-submission", []),
    "me": ("not-a-submission", []),
    "and": ("not-a-submission", []),
    "placement": ("not-a-submission", []),
}


@both_referees
@pytest.mark.parametrize("text", NO_MOVES)
def test_texts_that_are_no_move(referee, text):
    *_, judged, end = referee(record(*set_up(), f"ec {text}", first="ec"))
    assert (judged.get("code"), judged.get("cells", [])) == NO_MOVES[text]
    assert end["position"] == START


# ---------------------------------------------------------------- erosion, losses and stalls


@dataclass
class Course:
    """A match from the first move on, and how the board and the result are in the end."""

    moves: list[str]
    expected: str = ""
    erosion: str | None = None  # the numbers, as `map_of` takes them; else the default map
    winner: str | None = None
    first: str = "ec"
    ec: str = EC_LAYOUT
    dmo: str = DMO_LAYOUT


# Squares that fall by a stall, and by the wave that it sets off.
SIX_THEN_A_WAVE = "A8:28 A7:28 A6:28 H9:27 G9:27 F9:27 C5:26 D7:26 C4:26"

COURSES = {
    # Waves.
    "five waves, as the rules work them out": Course(
        ["B1 W", "H9 E", "A8 N", "I2 S", "A5 W"], "A1# I9# A9# I1# B1# H9. A8. I2. A2. A5."
    ),
    "nothing falls before the first move": Course([], "B1E E5.", "B1:99 E5:32"),
    "what bears a high number falls after it": Course(
        ["E3 E5"], "B1# E5# D5# F5.", "B1:99 E5:32 D5:32 F5:29"
    ),
    "squares of one wave fall together": Course(
        ["A5 W"], "A1# B1# C1# I9.", "A1:31 B1:31 C1:31 I9:28"
    ),
    "a number falls when it is the count": Course(
        ["A5 W"], "A1# B1# C1# I9#", "A1:31 B1:31 C1:31 I9:29"
    ),
    # Losses.
    "who changes their last piece of an element has lost": Course(
        ["C5 E"], "C5. D5W A1.", winner="dmo", **ONE_AIR_EACH
    ),
    "who loses their last piece of an element has lost": Course(
        ["C4 E4", "E9 C9", "E4 W", "C9 E9", "D4 N2", "E9 C9", "D6 N"],
        "D6. D7F A1.",
        winner="ec",
        **ONE_AIR_EACH,
    ),
    "where both lack one, EC who moved last loses": Course(
        ["C5 C7", "E9 C9", "C7 E"], "C7. D7. A1.", winner="dmo", **ONE_AIR_EACH
    ),
    "where both lack one, the DMO who moved last loses": Course(
        ["E9 C9", "C5 C7", "D7 W"], "C7. D7. A1.", winner="ec", first="dmo", **ONE_AIR_EACH
    ),
    "both by one wave, EC moved last": Course(
        ["A5 W"], "C5# D7#", "C5:31 D7:31", "dmo", **ONE_AIR_EACH
    ),
    "both by one wave, the DMO moved last": Course(
        ["I5 E"], "C5# D7#", "C5:31 D7:31", "ec", first="dmo", **ONE_AIR_EACH
    ),
    "EC by the first wave, and the second does not happen": Course(
        ["A5 W"], "C5# D7a", "C5:31 D7:30", "dmo", **ONE_AIR_EACH
    ),
    "the DMO by the first wave, and the second does not happen": Course(
        ["A5 W"], "C5A D7#", "C5:30 D7:31", "ec", **ONE_AIR_EACH
    ),
    # Stalls.
    "39 moves that remove nothing": Course(idle_moves("ec", 39), "A1. I9."),
    "40 moves that remove nothing": Course(idle_moves("ec", 40), "A1# I9# A9. I1."),
    "79 of them": Course(idle_moves("ec", 79), "A1# I9# A9. I1."),
    "80 of them": Course(idle_moves("ec", 80), "A1# I9# A9# I1# B1E"),
    "39 after a removal": Course(
        [*idle_moves("ec", 20), "A5 W", *idle_moves("dmo", 39)], "A1# I9. A9."
    ),
    "40 after a removal": Course(
        [*idle_moves("ec", 20), "A5 W", *idle_moves("dmo", 40)], "A1# I9# A9# I1."
    ),
    "all squares with the two highest numbers fall": Course(
        idle_moves("ec", 40), "A1# B9# I9# E5.", "A1:20 B9:20 I9:19 E5:18"
    ),
    "only one number is left": Course(idle_moves("ec", 40), "A1# B9# E5.", "A1:5 B9:5"),
    "no number is left": Course(idle_moves("ec", 80), "A1# B9# E5.", "A1:5 B9:5"),
    "there never was one": Course(idle_moves("ec", 40), "A1. I9. B1E", ""),
    "squares that fell are not the highest any more": Course(
        idle_moves("ec", 40), "A1# B9# I9# E5.", "A1:99 B9:20 I9:19 E5:18"
    ),
    "a stall takes what stands there and sets off waves": Course(
        idle_moves("ec", 40),
        "A8# A7# A6# H9# G9# B7# I3# D5# E8# D4.",
        "A8:28 A7:28 A6:28 H9:28 G9:28 B7:27 I3:27 D5:26 E8:25 D4:24",
    ),
    "a stall leaves one without an element": Course(
        idle_moves("ec", 40), "C5# D7a", "C5:20 A9:19", "dmo", **ONE_AIR_EACH
    ),
    "a stall leaves both without one, and EC with fewer": Course(
        idle_moves("ec", 40), "C5# D7# B7#", "C5:20 D7:20 B7:19", "dmo", **ONE_AIR_EACH
    ),
    "a stall leaves both without one, and the DMO with fewer": Course(
        idle_moves("dmo", 40),
        "C5# D7# H9#",
        "C5:20 D7:20 H9:19",
        "ec",
        first="dmo",
        **ONE_AIR_EACH,
    ),
    "always equal, the DMO moved last": Course(
        idle_moves("ec", 40), "C5# D7#", "C5:20 D7:19", "ec", **ONE_AIR_EACH
    ),
    "always equal, EC moved last": Course(
        idle_moves("dmo", 40), "C5# D7#", "C5:20 D7:19", "dmo", first="dmo", **ONE_AIR_EACH
    ),
    "equal now, EC had fewer just before": Course(
        ["A5 W", "G4 E4", "A6 W", "I5 E", *idle_moves("ec", 40)],
        "C5# D7# H9#",
        "C5:20 D7:20 H9:19",
        "dmo",
        **ONE_AIR_EACH,
    ),
    "equal now and for long, EC had fewer once": Course(
        ["A5 W", "I5 E", *idle_moves("ec", 40)], "C5# D7#", "C5:20 D7:19", "dmo", **ONE_AIR_EACH
    ),
    "equal now and for long, the DMO had fewer once": Course(
        ["I5 E", "A5 W", *idle_moves("dmo", 40)],
        "C5# D7#",
        "C5:20 D7:19",
        "ec",
        first="dmo",
        **ONE_AIR_EACH,
    ),
    "equal now, EC had fewer once and the DMO later": Course(
        ["A5 W", "I5 E", "C2 E2", "I4 E", "A6 W", "E9 C9", "E2 C2", "C9 E9", *idle_moves("ec", 37)],
        "C5# D7#",
        "C5:20 D7:19",
        "ec",
        **ONE_AIR_EACH,
    ),
    "both by a wave that a stall sets off, EC with fewer": Course(
        idle_moves("ec", 40), "A8# H9# C5# D7# C4#", SIX_THEN_A_WAVE, "dmo", **ONE_AIR_EACH
    ),
}


@both_referees
@pytest.mark.parametrize("case", COURSES.values(), ids=COURSES.keys())
def test_courses(referee, case):
    options = {"first": case.first}
    if case.erosion is not None:
        options["erosion"] = map_of(case.erosion)
    moves = alternating(case.moves, case.first)
    *objects, end = referee(record(*set_up(case.ec, case.dmo), *moves, **options))
    assert {one["verdict"] for one in objects} == {"accepted"}
    assert on_squares(end["position"], case.expected) == case.expected
    result = {"winner": case.winner, "reason": "element-lost"} if case.winner else None
    assert end["result"] == result


@both_referees
def test_the_default_map_has_one_square_for_each_number(referee):
    away_from_the_edge = "....... / EWFAE / WFA / ....... / EWFAE / WFA"
    moves = alternating(["E3 E5", "E7 E9", "E5 E3", "E9 E7"] * 120)
    entries = [*set_up(away_from_the_edge, away_from_the_edge), *moves]
    objects = referee(record(*entries, first="ec"))[len(set_up()) :]
    names = FALLING_FIRST.split()
    assert len(names) == 24
    for collapses in range(13):
        position = objects[max(0, 40 * collapses - 1)]["position"]
        fallen = names[: 2 * collapses]
        assert on_squares(position, " ".join(fallen)) == " ".join(name + "#" for name in fallen)
        assert position.count("#") == len(fallen)
