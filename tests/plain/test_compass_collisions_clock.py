"""Clocks, removals, lots, hosts and records of Compass Collisions, put to both referees."""

from dataclasses import dataclass, field

import pytest

from tests.plain.compass_cases import (
    AWAITED,
    DMO_LAYOUT,
    EC_LAYOUT,
    ONE_AIR_EACH,
    alternating,
    both_referees,
    codes,
    idle_moves,
    map_of,
    on_squares,
    record,
    set_up,
)

# --------------------------------------------------------------------------------- the clock


@dataclass
class ClockCase:
    """Entries, what becomes of each, the periods left to both, and who is awaited in the end."""

    entries: list[str]
    codes: str
    periods: tuple[int, int] = (3, 3)
    to_act: str = "ec"
    options: dict[str, str] = field(default_factory=lambda: {"first": "ec"})
    result: tuple[str | None, str] | None = None
    expected: str | None = None


SET = set_up(at="@0 ")
PLACED = "ok ok ok ok ok "
MOVE, BACK, REPLY, REPLY_BACK = "C2 E 2", "E2 W 2", "E9 W 2", "C9 E 2"


def played(*entries: str, codes: str, **others) -> ClockCase:
    """A case that begins with the sets placed, EC to move, at 0."""
    return ClockCase([*SET, *entries], PLACED + codes, **others)


def removal_at_241(*entries: str, codes: str, **others) -> ClockCase:
    return played("dealer @241", *entries, codes="ok " + codes, **{"periods": (0, 3), **others})


ALL_BY_LOT = [
    f"dealer @600 layout dmo {DMO_LAYOUT}",
    f"dealer @600 layout ec {EC_LAYOUT}",
    "dealer @660 take placement",
    "dealer @720 place ec1 south, dmo1 north",
    "dealer @780 place ec2 west",
]
CLOCK_CASES = {
    "60 s use nothing": played(f"ec @60 {MOVE}", codes="ok", to_act="dmo"),
    "a bit more uses a period": played(
        f"ec @60.000000001 {MOVE}", codes="ok", periods=(2, 3), to_act="dmo"
    ),
    "61 s use one": played(f"ec @61 {MOVE}", codes="ok", periods=(2, 3), to_act="dmo"),
    "120 s use one": played(f"ec @120 {MOVE}", codes="ok", periods=(2, 3), to_act="dmo"),
    "121 s use two": played(f"ec @121 {MOVE}", codes="ok", periods=(1, 3), to_act="dmo"),
    "240 s use three": played(f"ec @240 {MOVE}", codes="ok", periods=(0, 3), to_act="dmo"),
    "more than 240 s are too many": played(
        f"ec @240.001 {MOVE}", codes="must-remove", periods=(0, 3)
    ),
    "turns of 60, 61 and 121 s use three in all": played(
        f"ec @60 {MOVE}",
        f"dmo @60 {REPLY}",
        f"ec @121 {BACK}",
        f"dmo @121 {REPLY_BACK}",
        f"ec @242 {MOVE}",
        f"dmo @242 {REPLY}",
        f"ec @302 {BACK}",
        codes="ok ok ok ok ok ok ok",
        periods=(0, 3),
        to_act="dmo",
    ),
    "without periods the flag falls with the turn": played(
        f"ec @60 {MOVE}",
        f"dmo @120.001 {REPLY}",
        codes="ok must-remove",
        periods=(0, 0),
        to_act="dmo",
        options={"first": "ec", "periods": "0"},
    ),
    "the running turn counts": played("dealer @60.5", codes="ok", periods=(2, 3)),
    "up to its last moment": played("dealer @239.999", codes="ok", periods=(0, 3)),
    "nothing typed up to the limit is late": played(
        "dealer @240", f"ec @240 {MOVE}", codes="ok must-remove", periods=(0, 3)
    ),
    # Removals.
    "a removal is the turn": removal_at_241(
        "ec @250 remove D1", f"dmo @310 {REPLY}", codes="ok ok", expected="D1. A1# E9. C9a"
    ),
    "a removal in time, exactly": removal_at_241(
        "ec @300 remove D1", codes="ok", to_act="dmo", expected="D1. A1#"
    ),
    "what is refused meanwhile": removal_at_241(
        f"ec @242 {MOVE}",
        "ec remove E9",
        "ec remove E5",
        "ec remove J1",
        "ec remove",
        "ec take first",
        f"dmo {REPLY}",
        "dealer remove D1",
        "ec hello",
        codes="must-remove not-yours not-yours off-board malformed wrong-phase not-your-turn "
        "no-lot-due not-a-submission",
        expected="D1F A1.",
    ),
    "a removal that is late is a lot": removal_at_241(
        "dealer @300", codes="ok", to_act="none", expected="D1F A1."
    ),
    "the lot counts from when it fell due": removal_at_241(
        "dealer @310 remove D1", "dealer @361", codes="ok ok", to_act="dmo", periods=(0, 2)
    ),
    "after it every turn is of one minute": removal_at_241(
        "ec @241 remove D1",
        f"dmo @241 {REPLY}",
        f"ec @301 {MOVE}",
        f"dmo @301 {REPLY_BACK}",
        f"ec @361.001 {BACK}",
        codes="ok ok ok ok must-remove",
    ),
    "who removes their last piece of an element has lost": ClockCase(
        [*set_up(**ONE_AIR_EACH, at="@0 "), "ec @241 remove C5"],
        PLACED + "ok",
        (0, 3),
        "none",
        result=("dmo", "element-lost"),
        expected="C5. D7a A1.",
    ),
    "who removed counts as who moved last": ClockCase(
        [*set_up(**ONE_AIR_EACH, at="@0 "), "dealer @241", "ec remove A5"],
        PLACED + "ok ok",
        (0, 3),
        "none",
        {"first": "ec", "erosion": map_of("C5:31 D7:31")},
        ("dmo", "element-lost"),
        "C5# D7#",
    ),
    "a removal starts the count of moves anew": ClockCase(
        [
            *SET,
            *(f"{entry[:3]} @0 {entry[3:]}" for entry in alternating(idle_moves("ec", 20))),
            "ec @241 remove A5",
            *(f"{entry} " for entry in alternating(idle_moves("dmo", 39), "dmo")),
        ],
        PLACED + "ok " * 60,
        (0, 3),
        "ec",
        expected="A1# I9. A9.",
    ),
    # Hosts.
    "a host gives and takes whole periods": played(
        "host @1 time ec +2",
        "host @1 time dmo -1",
        "host @1 time ec 1",
        "host @1 time ec +0.5",
        codes="ok ok ok malformed",
        periods=(6, 2),
    ),
    "a host takes no more than there is": played(
        "host @61 time ec -9",
        f"ec @120 {MOVE}",
        codes="ok ok",
        periods=(0, 3),
        to_act="dmo",
    ),
    "what a host takes shortens the turn": played(
        "host @61 time ec -9", f"ec @120.001 {MOVE}", codes="ok must-remove", periods=(0, 3)
    ),
    "a period given during a removal is for later": removal_at_241(
        "host @250 time ec +1", f"ec @250 {MOVE}", codes="ok must-remove", periods=(1, 3)
    ),
    "an undo sets the periods as at the start of the turn": played(
        f"ec @100 {MOVE}",
        f"dmo @200 {REPLY}",
        "host @250 undo",
        "dealer @310",
        "host @320 undo",
        "dealer @380",
        codes="ok ok ok ok ok ok",
        expected="C2E E2. E9a C9.",
    ),
    "an undo of a removal asks for it anew": removal_at_241(
        "ec @290 remove D1",
        "host @295 undo",
        f"ec @354 {MOVE}",
        "ec @355 remove D1",
        codes="ok ok must-remove ok",
        to_act="dmo",
        expected="D1. A1#",
    ),
    "an undo takes back what followed by lot": played(
        f"ec @0 {MOVE}",
        "dealer @300 remove E9",
        "host @310 undo",
        codes="ok ok ok",
        expected="C2E E2. E9a A1.",
    ),
    "a pause is nobody's time": played(
        "host @50 pause",
        "ec @55 C2",
        f"ec @55 {MOVE}",
        "host @1050 resume",
        f"ec @1061 {MOVE}",
        codes="ok paused paused ok ok",
        periods=(2, 3),
        to_act="dmo",
    ),
    "conceding is heard while paused": played(
        "host @61 pause",
        "dmo @70 concede",
        codes="ok ok",
        periods=(2, 3),
        to_act="none",
        result=("ec", "conceded"),
    ),
    # The set-up, its choices and their lots.
    "the last moments of all that is asked for": ClockCase(
        [
            f"ec @600 layout {EC_LAYOUT}",
            f"dmo @600 layout {DMO_LAYOUT}",
            "dmo @660 take first",
            "ec @720 ec1 north, ec2 south",
            "dmo @780 dmo1 west",
            "dmo @840 first me",
            f"dmo @900 {REPLY}",
        ],
        "ok ok ok ok ok ok not-yours",
        to_act="dmo",
        options={},
    ),
    "all by lot, and the first turn counts from then": ClockCase(
        [*ALL_BY_LOT, "dealer @901"], "ok ok ok ok ok ok", (1, 3)
    ),
    "lots that are stated late count from when they fell due": ClockCase(
        [entry[: len("dealer ")] + "@781" + entry[len("dealer @600") :] for entry in ALL_BY_LOT]
        + ["dealer @901"],
        "ok ok ok ok ok ok",
        (1, 3),
    ),
    "lots of choices of no seconds count from the very beginning": ClockCase(
        [
            *set_up(at="@0 ")[:2],
            "dealer @10 take placement",
            "dealer @20 place ec1 south, dmo1 north",
            "dealer @30 place ec2 west",
            "dealer @61",
        ],
        "ok ok ok ok ok ok",
        (2, 3),
        options={"first": "ec", "choice": "0"},
    ),
    "a layout that is in needs no lot": ClockCase(
        [f"ec @1 layout {EC_LAYOUT}", "dealer @599.999", "dealer @600", ALL_BY_LOT[0]],
        "ok ok ok ok",
        to_act="dmo",
    ),
    "a lot that is due awaits nobody": ClockCase(["dealer @600"], "ok", to_act="none"),
    "and still does when one of two is stated": ClockCase(ALL_BY_LOT[:1], "ok", to_act="none"),
    "no lot is due before": ClockCase(
        ["dealer @599.999 " + ALL_BY_LOT[0][len("dealer @600 ") :], "dealer @599.999 first ec"],
        "no-lot-due no-lot-due",
        to_act="both",
    ),
    "a layout that is late": ClockCase(
        [*ALL_BY_LOT[:2], f"ec @600 layout {EC_LAYOUT}", f"dmo @600 layout {DMO_LAYOUT}"],
        "ok ok not-your-turn wrong-phase",
        to_act="dmo",
    ),
    "the privilege taken before is not asked for": ClockCase(
        [
            "dmo @10 take placement",
            f"dmo @20 layout {DMO_LAYOUT}",
            f"dmo @30 layout {DMO_LAYOUT}",
            f"ec @40 layout {EC_LAYOUT}",
            "dmo @100 ec1 south, dmo1 north",
            "ec @160 ec2 west",
            f"ec @220 {MOVE}",
        ],
        "ok ok ok ok ok ok ok",
        to_act="dmo",
    ),
    "who begins, by lot": ClockCase(
        [*set_up(at="@0 "), "dealer @60 first ec", "dealer @121"],
        "ok ok ok ok ok ok ok",
        (2, 3),
        options={},
    ),
    "an undo opens the set-up anew, but for what was in before": ClockCase(
        [
            f"ec @100 layout {EC_LAYOUT}",
            "dmo @200 take first",
            f"dmo @300 layout {DMO_LAYOUT}",
            "host @400 undo",
            "host @400 undo",
            f"dmo @1000 layout {DMO_LAYOUT}",
            "dmo @1060 take placement",
        ],
        "ok ok ok ok ok ok ok",
        to_act="dmo",
    ),
    # `posted` lines.
    "where positions are posted, clocks start by that alone": ClockCase(
        [
            "dealer @10 posted",
            f"ec @610 layout {EC_LAYOUT}",
            f"dmo @610 layout {DMO_LAYOUT}",
            "dmo @900 take placement",
            "dealer @901 posted",
            "dmo @961 ec1 south, dmo1 north",
            "dealer @970 posted",
            "dealer @971 posted",
            "ec @1030 ec2 west",
            f"ec @2000 {MOVE}",
            "dealer @2001 posted",
            f"dmo @2062 {REPLY}",
        ],
        "ok " * 12,
        (3, 2),
    ),
    "a removal too": played(
        "dealer @10 posted",
        "dealer @250",
        "ec @900 remove",
        "dealer @901 posted",
        "ec @961 remove D1",
        codes="ok ok malformed ok ok",
        periods=(0, 3),
        to_act="dmo",
    ),
}


@both_referees
@pytest.mark.parametrize("case", CLOCK_CASES.values(), ids=CLOCK_CASES.keys())
def test_clock_cases(referee, case):
    objects = referee(record(*case.entries, **case.options))
    assert codes(objects) == case.codes.split()
    end = objects[-1]
    assert end["to_act"] == AWAITED[case.to_act]
    assert end["clock"] == {
        seat: {"periods": left} for seat, left in zip(("ec", "dmo"), case.periods, strict=True)
    }
    result = case.result and {"winner": case.result[0], "reason": case.result[1]}
    assert end["result"] == result
    if case.expected is not None:
        assert on_squares(end["position"], case.expected) == case.expected


# --------------------------------------------------------------------------------- the record

GAME = "game: compass-collisions"
ROW = "-,-,-,-,-,-,-,-,-"
ROWS = "/".join([ROW] * 8)
NO_RECORDS = {
    "an option of another game": (f"{GAME}\nreserve: 300\n", 2),
    "row 1 is always below": (f"{GAME}\nrow1: bottom\n", 2),
    "half a period": (f"{GAME}\nperiods: 1.5\n", 2),
    "fewer periods than none": (f"periods: -1\n{GAME}\n", 1),
    "periods of no length": (f"{GAME}\nperiod: 0\n", 2),
    "periods of no length, in decimals": (f"{GAME}\nperiod: 0.00\n", 2),
    "a removal that is no decimal": (f"{GAME}\nturn: 60\nremove: soon\n", 3),
    "a map of eight rows": (f"{GAME}\nerosion: {ROWS}\n", 2),
    "a map of ten rows": (f"{GAME}\nerosion: {ROWS}/{ROW}/{ROW}\n", 2),
    "a row of eight entries": (f"{GAME}\nerosion: {ROWS}/{ROW[:-2]}\n", 2),
    "a row of ten entries": (f"{GAME}\nerosion: {ROWS}/{ROW},-\n", 2),
    "a number below 1": (f"{GAME}\nerosion: {ROWS}/0{ROW[1:]}\n", 2),
    "a number below 0": (f"{GAME}\nerosion: {ROWS}/-1{ROW[1:]}\n", 2),
    "a number of seven digits": (f"{GAME}\nerosion: {ROWS}/1234567{ROW[1:]}\n", 2),
    "a half number": (f"{GAME}\nerosion: {ROWS}/1.5{ROW[1:]}\n", 2),
    "an entry that is none": (f"{GAME}\nerosion: {ROWS}/x{ROW[1:]}\n", 2),
    "no map": (f"{GAME}\nerosion:\n", 2),
}


@both_referees
@pytest.mark.parametrize(("text", "line"), NO_RECORDS.values(), ids=NO_RECORDS.keys())
def test_faults_that_make_a_file_no_record(referee, text, line):
    assert referee(text) == f"no record: line {line}"


@both_referees
@pytest.mark.parametrize("row", ["123456 - - 20 - - - - -", "123456, -, -, 20, -, -, -, -, -"])
def test_a_map_may_be_written_with_blanks(referee, row):
    entries = [*set_up(), f"ec {MOVE}"]
    written = f"{row} / {ROWS.replace('/', ' / ')}"
    stated = map_of("A9:123456 D9:20")
    spaced, usual = (
        referee(record(*entries, first="ec", erosion=erosion)) for erosion in (written, stated)
    )
    assert spaced == usual
    assert on_squares(spaced[-1]["position"], "A9# D9.") == "A9# D9."
