"""Which boards of Deep Sea Voyage may be played on, asked of both referees in headers."""

import random

import pytest

from engine.records.record import RecordError
from tests.plain.record import NotARecord, rows_of
from tests.plain.sea_charts import (
    PENTOMINOES,
    SHIPS_OF,
    SIDES,
    Chart,
    anything_fits,
    legal_placements,
    read_chart,
    side_of,
    total,
)
from tests.plain.sea_stories import (
    BOARDS,
    CORNERS,
    both_referees,
    chart_with,
    codes,
    headers,
    real,
    record,
    slow,
)

WORKED = rows_of(BOARDS["worked"])

# ---------------------------------------------------------------------- what may be played on

GOOD = {
    **{
        f"{side} by {side}": chart_with(side, f"A1R A{side}W {last}1B {last}{side}K E5-F6D")
        | {(side - 5, 5): "D", (side - 4, 5): "D", (side - 5, 6): "D", (side - 4, 6): "D"}
        for side, last in zip(SIDES, "MNOPQR", strict=True)
    },
    "over the horizontal axis": chart_with(13, "A1R C2W A13B C12K F7D B2# B12# D3C D11C"),
    "over the horizontal axis, the ships the other way round": chart_with(
        13, "A1R C2W A13K C12B F7D B2# B12# D3C D11C"
    ),
    "over the horizontal axis, each side at both edges": chart_with(
        13, "A1R C12W A13B C2K F7D B3# B11# D3C D11C"
    ),
    "over the vertical axis": chart_with(13, "A1R C2W M1B K2K G5D B2# L2# D3C J3C"),
    "over both, the ships over one only": chart_with(13, "A1R C2W M1B K2K G7D D3# J3# D11# J11#"),
    "over both, the ships by half a turn": chart_with(
        13, "A1R C2W M13B K12K G7D D3# J3# D11# J11#"
    ),
    "by quarter turns, the ships too": chart_with(13, "A2R C5W B13B E11K G7D C4# D11# K10# J3#"),
    "by quarter turns, the ships the other way": chart_with(
        13, "A2R C5W L1B I3K G7D C4# D11# K10# J3#"
    ),
    "by quarter turns, the ships by half a turn": chart_with(
        13, "A2R C5W M12B K9K G7D C4# D11# K10# J3#"
    ),
    "each side at opposite corners": chart_with(13, "A1R A13K M1B M13W G7D"),
    "ships side by side": chart_with(13, "A7R A6W M7B M6K G7D"),
    "ships of one side beside the other's": chart_with(13, "F1R F2W H1B H2K G13D"),
    "no empty tile": chart_with(13, f"{CORNERS} G7D", ground="C"),
    "little room": chart_with(13, "A1-M11# A12-M12D A13-M13C A13R C13W M13B K13K"),
    "a dropoff for one ship each, walled off": chart_with(
        13, f"{CORNERS} G7D D1D J1D D2# J2# E1# I1# C2# K2# B2# L2# A2# M2#"
    ),
}


@both_referees
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("chart", GOOD.values(), ids=GOOD.keys())
def test_boards_that_may_be_played_on(referee, number, chart):
    boards = headers("worked") | {f"board{number}": rows_of(chart)}
    objects = referee(record("ec ready", **boards))
    assert codes(objects) == ["ok"]
    assert objects[-1]["position"] == {key[-1]: value for key, value in boards.items()}


# ------------------------------------------------------------------------------------ faults


def with_tiles(tiles: str) -> str:
    """The board of the worked cases, some tiles of it changed."""
    changed = chart_with(13, tiles, ground="")
    return rows_of({cell: changed[cell] or tile for cell, tile in BOARDS["worked"].items()})


def with_row(number: int, row: str) -> str:
    """The board of the worked cases with another row at this place, counted from the top."""
    rows = WORKED.split("/")
    rows[number - 1] = row
    return "/".join(rows)


FAULTY = {
    "nothing": "",
    "one tile": "R",
    "12 by 12": rows_of(chart_with(12, "A1R A12W L1B L12K F6-G7D")),
    "19 by 19": rows_of(chart_with(19, "A1R A19W S1B S19K J10D")),
    "13 rows of 14": rows_of(chart_with(13, f"{CORNERS} G7D")).replace("/", "./") + ".",
    "14 rows of 13": "/".join([*WORKED.split("/"), "." * 13]),
    "a row too few": WORKED.partition("/")[2],
    "a row too short": with_row(3, "." * 12),
    "a row too long": with_row(3, "." * 14),
    "an empty row": with_row(3, ""),
    "a slash at the end": WORKED + "/",
    "a slash at the beginning": "/" + WORKED,
    "commas for slashes": WORKED.replace("/", ","),
    "blanks among the rows": WORKED.replace("/", " / "),
    "small letters": WORKED.lower(),
    "a small channel": WORKED.replace("C", "c"),
    "another letter": with_tiles("C3X K3X C11X K11X"),
    "a pentomino's letter": with_tiles("C3t K3t C11t K11t"),
    "another sign": with_tiles("C3* K3* C11* K11*"),
    "a blank for an empty tile": WORKED.replace("/.", "/ "),
    "no red ship": with_tiles("A1."),
    "no black ship": with_tiles("M13."),
    "no ship": with_tiles("A1. A13. M1. M13."),
    "two red ships": with_tiles("A2R M2B"),
    "red for white": with_tiles("A13R"),
    "no dropoff": with_tiles("G7C"),
    "a wall too many": with_tiles("C3#"),
    "a channel too many": with_tiles("B7C"),
    "a dropoff too many": with_tiles("G9D H9D"),
    "a wall against a channel": with_tiles("C3# K3C C11# K11C"),
    "a channel against a dropoff": with_tiles("B7C L7D"),
    "half a turn only": with_tiles("B3# L11#"),
    "over a diagonal only": rows_of(chart_with(13, "A2R A4W B1B D1K G7D C6# F3#")),
    "the ships over no axis": with_tiles("A1. B2R"),
    "one ship over one axis, one over the other": with_tiles("M1. M13. A13B C2W K2K"),
    "the ships over an axis over which the tiles are not": rows_of(
        chart_with(13, "A1R A13W M1B M13K G7D B3# B11#")
    ),
    "tiles over the horizontal axis, ships by half a turn": rows_of(
        chart_with(13, "A1R C2W M13B K12K G7D B3# B11#")
    ),
    "tiles over both, ships by a quarter turn": rows_of(
        chart_with(13, "A2R C5W B13B E11K G7D D3# J3# D11# J11#")
    ),
    "tiles by quarter turns, ships over an axis": rows_of(
        chart_with(13, "A2R C5W M2B K5K G7D C4# D11# K10# J3#")
    ),
    "ships that do not lie as the others": with_tiles("M1. L2B"),
    "the Empire's ships exchanged with each other": rows_of(chart_with(13, "A1R M1W C6B K6K G13D")),
    "all ships walled in": with_tiles("A2# B1# A12# B13# M2# L1# M12# L13#"),
    "a ship of each side walled in": with_tiles("A2# B1# M2# L1#"),
    "the dropoff walled in": with_tiles("F7# H7# G6# G8#"),
    "some dropoff in reach, but not of all": rows_of(
        chart_with(13, "A7-M7# A1R A13W M1B M13K G13D")
    ),
}


@pytest.mark.parametrize(
    ("referee", "error"), [(real, RecordError), (slow, NotARecord)], ids=["real", "slow"]
)
@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize("rows", FAULTY.values(), ids=FAULTY.keys())
def test_boards_that_make_a_file_no_record(referee, error, number, rows):
    with pytest.raises(error) as raised:
        referee(record("ec ready", **headers("worked") | {f"board{number}": rows}))
    assert raised.value.line == number + 1


NO_RECORDS = {
    "a fourth board": (f"board4: {WORKED}", 1),
    "one board twice": (f"board1: {WORKED}\nboard1: {WORKED}", 2),
    "no side": ("pregame: -1", 1),
    "no number": ("pick: soon", 1),
    "a unit": ("action: 90 s", 1),
    "an exponent": ("routes: 1e3", 1),
    "neither on nor off": ("early: yes", 1),
    "large letters": ("early: ON", 1),
    "another endgame": ("endgame: none", 1),
    "a reserve": ("reserve: 300", 1),
    "a turn": ("turn: 90", 1),
    "a set-up": ("setup: 600", 1),
    "a choice": ("choice: 60", 1),
    "row 1 at the top": ("row1: top", 1),
    "somebody who is first": ("first: empire", 1),
}


@pytest.mark.parametrize(
    ("referee", "error"), [(real, RecordError), (slow, NotARecord)], ids=["real", "slow"]
)
@pytest.mark.parametrize(("lines", "line"), NO_RECORDS.values(), ids=NO_RECORDS.keys())
def test_other_faults_that_make_a_file_no_record(referee, error, lines, line):
    with pytest.raises(error) as raised:
        referee(f"{lines}\ngame: deep-sea-voyage\n\nec ready\n")
    assert raised.value.line == line


# ------------------------------------------------------------------------------ drawn boards

SEEDS = (0, 1, -5, 12345678901234567890)


def drawn_boards(seed: int, **options: str) -> dict[str, str]:
    """The headers of the boards that the Dealer draws from a seed."""
    end = real(record("ec ready", seed=str(seed), **options))[-1]
    return {f"board{number}": rows for number, rows in end["position"].items()}


def pentominoes_laid_at_random(chart: Chart, dice: random.Random) -> int:
    """How many different ones lie there when each in turn was laid where it still fitted."""
    chart, count = dict(chart), 0
    for letter in dice.sample(sorted(PENTOMINOES), len(PENTOMINOES)):
        if anything_fits(chart, [letter]):
            cells = dice.choice(list(legal_placements(chart, [letter])))
            chart.update(dict.fromkeys(cells, letter.lower()))
            count += 1
    return count


@pytest.mark.parametrize("seed", SEEDS)
def test_drawn_boards_may_be_played_on_and_are_not_too_easy(seed):
    for rows in drawn_boards(seed).values():
        chart = read_chart(rows)
        assert min(total(chart, side) for side in SHIPS_OF) >= side_of(chart)
        laid = (pentominoes_laid_at_random(chart, random.Random(tries)) for tries in range(20))
        assert any(count >= 8 for count in laid)


def test_each_seed_draws_other_boards_and_each_of_them_is_another():
    drawn = [rows for seed in SEEDS for rows in drawn_boards(seed).values()]
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("seed", SEEDS)
def test_drawn_boards_may_be_stated_as_well(seed):
    entries = ["ec ready", "dmo marauder", "dmo ready", "ec board 2", "dmo board 3", "ec lock"]
    boards = drawn_boards(seed)
    stated = record(*entries, seed=str(seed), **boards)
    unstated = record(*entries, seed=str(seed))
    texts = [dict(one, line=0) for one in real(unstated)]
    assert [dict(one, line=0) for one in real(stated)] == texts
    assert [dict(one, line=0) for one in slow(stated)] == texts


@pytest.mark.parametrize("stated", [(1, 2), (1, 3), (2, 3)])
def test_only_what_is_not_stated_is_drawn(stated):
    boards = {f"board{number}": WORKED for number in stated}
    drawn = drawn_boards(7, **boards)
    assert {key: drawn[key] for key in boards} == boards
    assert [key for key in drawn if drawn[key] == WORKED] == list(boards)
