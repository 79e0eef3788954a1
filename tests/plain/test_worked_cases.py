"""The worked cases of the rules for A Battle of Fire and Ice, put to both referees."""

import json
import random
from dataclasses import dataclass, field

import pytest

from engine.records.record import RecordError
from engine.records.referee import referee as real_referee
from tests.plain import fire_and_ice
from tests.plain.fire_and_ice import legal_moves, opening_board, pairs_of_cells, ways_to_lay
from tests.plain.record import NotARecord, name_of, rows_of

# As the rules list them.
FIRST_MOVES = "D4C4 D5C5 D3E3 D3D4 D5D6 D6E6 E2E3 E3F3 E6F6 E6E7 F3F4 F4G4 F5G5 F5F6"


def real(text: str) -> list[dict]:
    return json.loads(json.dumps(list(real_referee(text))))


def slow(text: str) -> list[dict]:
    return fire_and_ice.referee(text)


both_referees = pytest.mark.parametrize("referee", [real, slow])
both_seats = pytest.mark.parametrize("seat", ["ec", "dmo"])


def record(*entries: str, **options: str) -> str:
    """A record with these options and entries; the first entry is on line 2 + their number."""
    headers = ["game: fire-and-ice", *(f"{key}: {value}" for key, value in options.items())]
    return "\n".join([*headers, "", *entries, ""])


def codes(objects: list[dict]) -> list[str]:
    """What became of each entry: `ok`, or the code of its refusal."""
    return [one.get("code", "ok") for one in objects[:-1]]


def cell_in(position: str, name: str) -> str:
    """What lies on a cell of a position."""
    rows = position.split("/")
    return rows[9 - int(name[1])]["ABCDEFGHI".index(name[0])]


# --------------------------------------------------------------------------------- the board


@both_referees
@both_seats
def test_exactly_fourteen_first_moves_are_legal(referee, seat):
    legal = set()
    for one, other in pairs_of_cells(opening_board()):
        cells = f"{name_of(one)} {name_of(other)}"
        if codes(referee(record(f"{seat} {cells}", first=seat))) == ["ok"]:
            legal.add(frozenset(cells.split()))
    assert legal == {frozenset((pair[:2], pair[2:])) for pair in FIRST_MOVES.split()}
    assert len(legal) == 14


@both_referees
@both_seats
def test_the_order_of_the_two_cells_does_not_matter(referee, seat):
    for pair in FIRST_MOVES.split():
        forth, back = (
            referee(record(f"{seat} {cells}", first=seat, takeback="0"))
            for cells in (pair, pair[2:] + pair[:2])
        )
        assert codes(forth) == codes(back) == ["ok"]
        assert forth[-1] == back[-1]


@dataclass
class Continuation:
    """A move after Fire's D4 C4: what becomes of it, and where which half then lies."""

    entries: list[str]
    code: str = "ok"
    cells: list[str] = field(default_factory=list)
    halves: str = ""


AFTER_D4_C4 = {
    "the white half lies on D4, the red one on C4": Continuation([], halves="D4w C4r"),
    "Ice C5 B5 touches red": Continuation(["dmo C5 B5"], "colour-clash", ["C4"]),
    "Ice D5 D6 puts white on D5": Continuation(["dmo D5 D6"], halves="D5w D6b"),
    "Ice D3 D2 puts white on D3": Continuation(["dmo D3 D2"], halves="D3w D2b"),
    "Ice D3 C3 touches both colours": Continuation(["dmo D3 C3"], "colour-clash", ["C4", "D4"]),
    "Fire B4 A4 puts red on B4": Continuation(["dmo F5 G5", "ec B4 A4"], halves="B4r A4w"),
    "Fire D5 C5 touches with both": Continuation(["dmo F5 G5", "ec D5 C5"], halves="D5w C5r"),
}


@both_referees
@pytest.mark.parametrize("case", AFTER_D4_C4.values(), ids=AFTER_D4_C4.keys())
def test_continuations_after_d4_c4(referee, case):
    entries = ["ec D4 C4", *case.entries]
    objects = referee(record(*entries, first="ec", takeback="0"))
    assert codes(objects) == ["ok"] * (len(entries) - 1) + [case.code]
    assert objects[-2].get("cells", []) == case.cells
    for half in case.halves.split():
        assert cell_in(objects[-1]["position"], half[:2]) == half[2]


@both_referees
def test_the_dmo_lays_red_where_he_is_fire(referee):
    objects = referee(record("dmo E6 E7", "ec E3 E2", first="dmo", takeback="0", fire="dmo"))
    assert codes(objects) == ["ok", "ok"]
    assert cell_in(objects[-1]["position"], "E7") == "r"
    assert cell_in(objects[-1]["position"], "E2") == "b"


@both_referees
def test_row_1_at_the_top_turns_the_picture_only(referee):
    entries = ["ec E6 E7", "dmo D4 C4"]
    usual, turned = (
        referee(record(*entries, first="ec", takeback="0", row1=row)) for row in ("bottom", "top")
    )
    assert usual == turned


REFUSED_FIRST_MOVES = {
    "E9 E10": ("off-board", ["E10"]),
    "Z9 A0": ("off-board", ["Z9", "A0"]),
    "E6 E8": ("not-adjacent", ["E6", "E8"]),
    "E6 E6": ("not-adjacent", ["E6", "E6"]),
    "D3 E4": ("not-adjacent", ["D3", "E4"]),
    "E5 E6": ("occupied", ["E5"]),
    "E5 E4": ("occupied", ["E5", "E4"]),
    "A1 A2": ("not-connected", ["A1", "A2"]),
    "D4 D5": ("colour-clash", ["E4", "E5"]),
    "E6": ("malformed", ["E6"]),
    "E6 E7 E8": ("malformed", ["E6", "E7", "E8"]),
    "takeback": ("nothing-held", []),
    "first ec": ("wrong-phase", []),
    "first": ("malformed", []),
    "I think E5 is lost": ("not-a-submission", []),
    "pass the salt": ("not-a-submission", []),
}


@both_referees
@pytest.mark.parametrize("text", REFUSED_FIRST_MOVES)
def test_refusals_name_the_rule_and_the_cells(referee, text):
    refused, _ = referee(record(f"ec {text}", first="ec"))
    assert refused["verdict"] == "rejected"
    assert (refused["code"], refused.get("cells", [])) == REFUSED_FIRST_MOVES[text]
    assert refused["position"] == rows_of(opening_board())
    assert refused["to_act"] == ["ec"]


@both_referees
@pytest.mark.parametrize(
    "text",
    ["E6E7", "e6, e7", "E6-E7", "E6 and E7", "e6 / e7", "E7 - AND - e6", "e6,e7", "\tE6  E7 "],
)
def test_a_move_may_be_spelled_in_many_ways(referee, text):
    assert codes(referee(record(f"ec {text}", first="ec"))) == ["ok"]


def test_a_legal_move_never_has_two_ways_to_be_laid():
    dice = random.Random(14)
    looked_at = 0
    for _ in range(40):
        board, colours = opening_board(), "wr"
        while moves := list(legal_moves(board, colours)):
            assert all(len(ways_to_lay(board, colours, cells)) == 1 for cells in moves)
            looked_at += len(moves)
            (halves,) = ways_to_lay(board, colours, dice.choice(moves))
            board.update(halves)
            colours = "wb" if colours == "wr" else "wr"
    assert looked_at > 5000


@both_referees
@pytest.mark.parametrize("seed", range(5))
def test_the_one_to_move_without_a_legal_move_has_lost(referee, seed):
    dice = random.Random(seed)
    board, seat, entries = opening_board(), "ec", []
    colours = {"ec": "wr", "dmo": "wb"}
    while moves := list(legal_moves(board, colours[seat])):
        cells = dice.choice(moves)
        entries.append(f"{seat} {name_of(cells[0])} {name_of(cells[1])}")
        board.update(ways_to_lay(board, colours[seat], cells)[0])
        seat = "dmo" if seat == "ec" else "ec"
    objects = referee(record(*entries, "ec concede", first="ec"))
    assert codes(objects) == ["ok"] * len(entries) + ["match-over"]
    winner = "dmo" if seat == "ec" else "ec"
    assert objects[-1]["result"] == {"winner": winner, "reason": "no-legal-move"}
    assert objects[-1]["position"] == rows_of(board)


# --------------------------------------------------------------------------------- the clock


@dataclass
class ClockCase:
    """Entries, what becomes of each, what is left in both banks, and how the match ended."""

    entries: list[str]
    codes: str
    banks: tuple[float, float] = (300.0, 300.0)
    reason: str | None = None
    options: dict[str, str] = field(default_factory=dict)


AT_ONCE = {"first": "ec", "takeback": "0"}
HELD = {"first": "ec"}
TWO_MINUTES = {"first": "ec", "takeback": "0", "turn": "120"}
CHOSEN = {"takeback": "0"}
LONG_CHOICE = {"choice": "100", "takeback": "0"}

CLOCK_CASES = {
    # The bank, with the turn of two minutes for which the rules work it out.
    "150 s of 120 take 30 from the bank": ClockCase(
        ["ec @150 E6 E7"], "ok", (270.0, 300.0), options=TWO_MINUTES
    ),
    "with 270 left 390 s are in time": ClockCase(
        ["ec @150 E6 E7", "dmo @150 D4 C4", "ec @540 E3 E2"],
        "ok ok ok",
        (0.0, 300.0),
        options=TWO_MINUTES,
    ),
    "with 270 left the flag falls at 390 s": ClockCase(
        ["ec @150 E6 E7", "dmo @150 D4 C4", "ec @540.001 E3 E2"],
        "ok ok match-over",
        (0.0, 300.0),
        "out-of-time",
        TWO_MINUTES,
    ),
    "400 s with 270 left are too many": ClockCase(
        ["ec @150 E6 E7", "dmo @150 D4 C4", "ec @550 E3 E2"],
        "ok ok match-over",
        (0.0, 300.0),
        "out-of-time",
        TWO_MINUTES,
    ),
    "119 s take nothing": ClockCase(["ec @119 E6 E7"], "ok", options=TWO_MINUTES),
    "120 s take nothing": ClockCase(["ec @120 E6 E7"], "ok", options=TWO_MINUTES),
    "121 s take one": ClockCase(["ec @121 E6 E7"], "ok", (299.0, 300.0), options=TWO_MINUTES),
    "an empty bank leaves the turn itself": ClockCase(
        ["ec @420 E6 E7", "dmo @420 D4 C4", "ec @540 E3 E2"],
        "ok ok ok",
        (0.0, 300.0),
        options=TWO_MINUTES,
    ),
    # This game's own turn of a minute, on both sides of each limit.
    "exactly a minute is in time": ClockCase(["ec @60 E6 E7"], "ok", options=AT_ONCE),
    "a bit more is taken from the bank": ClockCase(
        ["ec @60.5 E6 E7"], "ok", (299.5, 300.0), options=AT_ONCE
    ),
    "the running turn counts": ClockCase(["dealer @72.5"], "ok", (287.5, 300.0), options=AT_ONCE),
    "exactly turn and bank are in time": ClockCase(
        ["ec @360 E6 E7"], "ok", (0.0, 300.0), options=AT_ONCE
    ),
    "a millisecond more is late": ClockCase(
        ["ec @360.001 E6 E7"], "match-over", (0.0, 300.0), "out-of-time", AT_ONCE
    ),
    "nothing typed up to and including the limit is late": ClockCase(
        ["dealer @360"], "ok", (0.0, 300.0), "out-of-time", AT_ONCE
    ),
    "nothing typed until just before it is not": ClockCase(
        ["dealer @359.999"], "ok", (0.001, 300.0), None, AT_ONCE
    ),
    "seconds are decimals, not binary fractions": ClockCase(
        ["ec @60.1 E6 E7", "dmo @60.1 D4 C4", "ec @120.3 E3 E2"],
        "ok ok ok",
        (299.7, 300.0),
        options=AT_ONCE,
    ),
    "without a bank exactly the turn is in time": ClockCase(
        ["ec @60 E6 E7"], "ok", (0.0, 0.0), options={**AT_ONCE, "reserve": "0"}
    ),
    "without a bank the flag falls with the turn": ClockCase(
        ["ec @60.001 E6 E7"], "match-over", (0.0, 0.0), "out-of-time", {**AT_ONCE, "reserve": "0"}
    ),
    "however little is beyond the limit, it is beyond": ClockCase(
        ["ec @360.000000000001 E6 E7"], "match-over", (0.0, 300.0), "out-of-time", AT_ONCE
    ),
    # A held move.
    "a take-back at the very end of the window is in time": ClockCase(
        ["ec @10 E6 E7", "ec @15 takeback", "ec @15 E3 E2"], "ok ok ok", options=HELD
    ),
    "a take-back after it comes in the other's turn": ClockCase(
        ["ec @10 E6 E7", "ec @15.001 takeback"], "ok not-your-turn", options=HELD
    ),
    "nothing typed up to the end of the window makes the move final": ClockCase(
        ["ec @10 E6 E7", "dealer @15", "ec @15 undo", "dmo @15 D4 C4"],
        "ok ok not-your-turn ok",
        options=HELD,
    ),
    "the opponent waits for the end of the window": ClockCase(
        ["ec @10 E6 E7", "dmo @15 D4 C4", "dmo @15.001 D4 C4"], "ok not-your-turn ok", options=HELD
    ),
    "another move meanwhile is refused": ClockCase(
        ["ec @10 E6 E7", "ec @12 E3 E2", "ec @12 E5 E4", "ec @13 take back"],
        "ok move-held move-held ok",
        options=HELD,
    ),
    "the clock reads on as if a move taken back had never been sent": ClockCase(
        ["ec @58 E6 E7", "ec @62 takeback", "dealer @70"], "ok ok ok", (290.0, 300.0), options=HELD
    ),
    "a held move costs the time up to its sending": ClockCase(
        ["ec @58 E6 E7", "dealer @63"], "ok ok", options=HELD
    ),
    "the flag cannot fall while a move is held": ClockCase(
        ["ec @359 E6 E7", "dealer @363"], "ok ok", (1.0, 300.0), options=HELD
    ),
    "a take-back when the flag would fall is in time": ClockCase(
        ["ec @359 E6 E7", "ec @360 undo", "dealer @360"],
        "ok ok ok",
        (0.0, 300.0),
        "out-of-time",
        HELD,
    ),
    "a take-back when the flag would have fallen is refused and the move stands": ClockCase(
        ["ec @359 E6 E7", "ec @360.001 undo", "ec @361 D4 C4", "dmo @364.001 E3 E2"],
        "ok too-late move-held ok",
        (1.0, 300.0),
        options=HELD,
    ),
    "the other's clock starts when the window has ended": ClockCase(
        ["ec @10 E6 E7", "dealer @80"], "ok ok", (300.0, 295.0), options=HELD
    ),
    # The choice of who begins.
    "the choice in time": ClockCase(["dmo @60 first me", "dmo E6 E7"], "ok ok", options=CHOSEN),
    "them is the one who is not asked": ClockCase(
        ["ec @1 first ec", "dmo @1 first them", "ec E6 E7"], "not-your-turn ok ok", options=CHOSEN
    ),
    "a move must wait for the choice": ClockCase(
        ["dmo @1 E6 E7", "dmo undo", "dmo first"],
        "wrong-phase wrong-phase malformed",
        options=CHOSEN,
    ),
    "a lot counts from when it fell due": ClockCase(
        ["dealer @90", "dealer @170 first ec", "dealer @180"],
        "ok ok ok",
        (280.0, 300.0),
        options=LONG_CHOICE,
    ),
    "a lot is due at the very end of the choice": ClockCase(
        ["dealer @100 first dmo", "dmo @160 E6 E7"], "ok ok", options=LONG_CHOICE
    ),
    "no lot is due before": ClockCase(
        ["dealer @99.999 first dmo", "dmo @100 first ec"], "no-lot-due ok", options=LONG_CHOICE
    ),
    "a choice of no seconds leaves the lot due at once": ClockCase(
        ["dealer @30 first ec", "dealer @70"],
        "ok ok",
        (290.0, 300.0),
        options={"choice": "0"},
    ),
    "a lot stated in a pause counts from when it fell due": ClockCase(
        ["host @110 pause", "dealer @150 first ec", "host @200 resume", "dealer @260"],
        "ok ok ok ok",
        (290.0, 300.0),
        options=LONG_CHOICE,
    ),
    "a lot stated after the flag of the one it names has fallen": ClockCase(
        ["dealer @460.001 first ec", "ec @460.001 E6 E7"],
        "ok match-over",
        (0.0, 300.0),
        "out-of-time",
        LONG_CHOICE,
    ),
    # `posted` lines.
    "where positions are posted, clocks start by that alone": ClockCase(
        ["ec @100 E6 E7", "dealer @103 posted", "dmo @163 D4 C4", "dealer @900"],
        "ok ok ok ok",
        options=AT_ONCE,
    ),
    "from the post of the position on": ClockCase(
        ["dealer @3 posted", "ec @64 E6 E7", "dealer @70 posted", "dmo @132 D4 C4"],
        "ok ok ok ok",
        (299.0, 298.0),
        options=AT_ONCE,
    ),
    "a second post starts nothing anew": ClockCase(
        ["dealer @0 posted", "dealer @50 posted", "dealer @61"],
        "ok ok ok",
        (299.0, 300.0),
        options=AT_ONCE,
    ),
    "a post at the very end of a window finds the move final": ClockCase(
        ["dealer @0 posted", "ec @10 E6 E7", "dealer @15 posted", "dealer @76"],
        "ok ok ok ok",
        (300.0, 299.0),
        options=HELD,
    ),
    "posted in any case": ClockCase(
        ["dealer @3 Posted", "dealer @64"], "ok ok", (299.0, 300.0), options=AT_ONCE
    ),
    # Hosts.
    "a pause is nobody's time": ClockCase(
        ["host @50 pause", "ec @55 E6 E7", "host @1050 resume", "ec @1061 E6 E7"],
        "ok paused ok ok",
        (299.0, 300.0),
        options=AT_ONCE,
    ),
    "a pause lengthens the take-back window": ClockCase(
        ["ec @10 E6 E7", "host @12 pause", "host @112 resume", "ec @115 takeback"],
        "ok ok ok ok",
        options=HELD,
    ),
    "conceding is heard while paused, by either seat": ClockCase(
        ["host @5 pause", "dmo @6 concede"], "ok ok", reason="conceded", options=AT_ONCE
    ),
    "pausing twice and resuming what runs": ClockCase(
        ["host @5 resume", "host @5 pause", "host @6 pause"],
        "not-paused ok paused",
        options=AT_ONCE,
    ),
    "a host's seconds count at once": ClockCase(
        ["host @1 time ec +60", "host @1 time dmo -30"], "ok ok", (360.0, 270.0), options=AT_ONCE
    ),
    "a host takes no more than there is": ClockCase(
        ["host @100 time ec -1000"], "ok", (0.0, 300.0), options=AT_ONCE
    ),
    "an undo sets both clocks as at the start of the turn": ClockCase(
        ["ec @100 E6 E7", "dmo @190 D4 C4", "host @200 undo", "dealer @270"],
        "ok ok ok ok",
        (260.0, 290.0),
        options=AT_ONCE,
    ),
    "a second undo takes the entry before": ClockCase(
        ["ec @100 E6 E7", "dmo @190 D4 C4", "host @200 undo", "host @200 undo", "host @200 undo"],
        "ok ok ok ok nothing-to-undo",
        options=AT_ONCE,
    ),
    "an undo takes back a concession too": ClockCase(
        ["dmo @5 concede", "ec @6 E6 E7", "host @7 undo", "ec @8 E6 E7"],
        "ok match-over ok ok",
        options=AT_ONCE,
    ),
    "conceding is one word, whatever stands around it": ClockCase(
        ["dmo @5 concede now", "dmo @5 Concede,"],
        "not-a-submission ok",
        reason="conceded",
        options=AT_ONCE,
    ),
    "an award ends the match": ClockCase(
        ["host @5 award dmo", "host @6 pause", "dealer @7"],
        "ok match-over ok",
        reason="awarded",
        options=AT_ONCE,
    ),
    "an abort ends it too": ClockCase(
        ["host @5 abort", "ec @6 concede"], "ok match-over", reason="aborted", options=AT_ONCE
    ),
    # No times.
    "without times a move is held until the next entry": ClockCase(
        ["ec E6 E7", "ec takeback", "ec E3 E2", "dmo D4 C4", "dmo E5 E4", "dmo undo"],
        "ok ok ok ok not-your-turn not-your-turn",
        options=HELD,
    ),
}


@both_referees
@pytest.mark.parametrize("case", CLOCK_CASES.values(), ids=CLOCK_CASES.keys())
def test_clock_cases(referee, case):
    objects = referee(record(*case.entries, **case.options))
    assert codes(objects) == case.codes.split()
    end = objects[-1]
    assert (end["clock"]["ec"], end["clock"]["dmo"]) == tuple(
        {"reserve": left} for left in case.banks
    )
    assert (end["result"] and end["result"]["reason"]) == case.reason


# -------------------------------------------------------------------------------- the record

EXAMPLE = """\
# anything after a hash at the start of a line is a comment
game: fire-and-ice
ec: Ada
dmo: Bob
takeback: 0

dmo @0 first ec
ec @12.5 E6 E7
dealer @13 posted
dmo @40.25 E3-F3
dealer @200
"""


@both_referees
def test_the_example_of_the_record(referee):
    start = (
        "........./........./........./........./....w..../....w..../........./........./........."
    )
    one = (
        "........./........./....r..../....w..../....w..../....w..../........./........./........."
    )
    two = (
        "........./........./....r..../....w..../....w..../....w..../....wb.../........./........."
    )
    accepted = [
        (7, "dmo", start, ["ec"]),
        (8, "ec", one, ["dmo"]),
        (9, "dealer", one, ["dmo"]),
        (10, "dmo", two, ["ec"]),
        (11, "dealer", two, ["ec"]),
    ]
    end = {
        "result": None,
        "position": two,
        "to_act": ["ec"],
        "clock": {"ec": {"reserve": 300.0}, "dmo": {"reserve": 300.0}},
    }
    assert referee(EXAMPLE) == [
        {"line": line, "who": who, "verdict": "accepted", "position": board, "to_act": to_act}
        for line, who, board, to_act in accepted
    ] + [end]


@both_referees
def test_a_byte_order_mark_and_crlf_are_taken_too(referee):
    assert referee("\ufeff" + EXAMPLE.replace("\n", "\r\n")) == referee(EXAMPLE)


@both_referees
def test_lines_are_counted_with_comments_and_blanks(referee):
    objects = referee("\n# first\ngame: fire-and-ice\n\n\n# then\nec concede\n\n#\ndmo concede")
    assert [one["line"] for one in objects[:-1]] == [7, 10]


@both_referees
def test_a_held_move_is_not_shown_until_it_is_final(referee):
    objects = referee(record("ec @1 E6 E7", "ec @6 E5", "dealer @6", first="ec"))
    assert [cell_in(one["position"], "E6") for one in objects] == [".", ".", "w", "w"]
    assert [one["to_act"] for one in objects] == [["ec"], ["ec"], ["dmo"], ["dmo"]]


@both_referees
def test_a_lot_that_is_due_awaits_nobody(referee):
    objects = referee(record("dealer @60", "host @70 time ec +5", "dealer @70 FIRST  ec"))
    assert codes(objects) == ["ok", "ok", "ok"]
    assert [one["to_act"] for one in objects] == [[], [], ["ec"], ["ec"]]


@both_referees
@pytest.mark.parametrize("seed", ["0", "-12", "007", "123456789012345678901234567890"])
def test_a_seed_is_any_integer(referee, seed):
    assert codes(referee(record("ec concede", seed=seed))) == ["ok"]


NO_RECORDS = {
    "an empty file": ("", 1),
    "no game": ("turn: 60\n\n# that is all\n", 3),
    "an unknown game": ("ec: Ada\ngame: chess\n", 2),
    "an unknown header": ("game: fire-and-ice\ncolour: red\n", 2),
    "an option of another game": ("periods: 3\ngame: fire-and-ice\n", 1),
    "a header in capitals": ("game: fire-and-ice\nTurn: 60\n", 2),
    "a repeated header": ("game: fire-and-ice\nturn: 60\nturn: 60\n", 3),
    "a repeated header before an unknown one is read": ("x: 1\nturn: 60\nturn: 60\ngame: z\n", 3),
    "a header without a colon": ("game: fire-and-ice\nec Ada\n", 2),
    "entries without a blank line before": ("game: fire-and-ice\nec @1 E6 E7\n", 2),
    "an empty name": ("game: fire-and-ice\nec:\n", 2),
    "a turn below nothing": ("game: fire-and-ice\nturn: -1\n", 2),
    "a turn that is no decimal": ("game: fire-and-ice\nturn: 1e2\n", 2),
    "a reserve of too many digits": ("game: fire-and-ice\nreserve: 1234567890123\n", 2),
    "a take-back that is half a decimal": ("game: fire-and-ice\ntakeback: 5.\n", 2),
    "a seed that is no integer": ("game: fire-and-ice\nseed: 1.5\n", 2),
    "a choice in words": ("game: fire-and-ice\nchoice: long\n", 2),
    "fire to nobody": ("game: fire-and-ice\nfire: ice\n", 2),
    "a first seat that is none": ("game: fire-and-ice\nfirst: me\n", 2),
    "row 1 at the side": ("game: fire-and-ice\nrow1: left\n", 2),
    "the first wrong header counts": ("game: fire-and-ice\nrow1: left\nturn: x\n\nbob E6\n", 2),
    "an unknown WHO": ("game: fire-and-ice\n\nec E6 E7\nbob E6 E7\n", 4),
    "WHO in capitals": ("game: fire-and-ice\n\nEC E6 E7\n", 3),
    "a player who says nothing": ("game: fire-and-ice\n\nec @3\n", 3),
    "a Dealer with neither time nor text": ("game: fire-and-ice\n\ndealer\n", 3),
    "a time that is none": ("game: fire-and-ice\n\nec @soon E6 E7\n", 3),
    "a time below nothing": ("game: fire-and-ice\n\nec @-1 E6 E7\n", 3),
    "a time of too many digits": ("game: fire-and-ice\n\ndealer @1234567890123\n", 3),
    "time that runs backwards": ("game: fire-and-ice\n\ndealer @2\nec chat\ndealer @1.999\n", 5),
    "the first wrong entry counts": ("game: fire-and-ice\n\ndealer @2\ndealer @1\nbob E6\n", 4),
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
