"""Hand-made matches of Deep Sea Voyage as short stories, put to both referees."""

import json
import re
from dataclasses import dataclass, field

import pytest

from engine.records.referee import referee as real_referee
from tests.plain import deep_sea_voyage
from tests.plain.record import cell_named, rows_of
from tests.plain.sea_charts import Chart


def real(text: str) -> list[dict]:
    return json.loads(json.dumps(list(real_referee(text))))


slow = deep_sea_voyage.referee
both_referees = pytest.mark.parametrize("referee", [real, slow], ids=["real", "slow"])


# ------------------------------------------------------------------------------------- boards


def chart_with(side: int, tiles: str, ground: str = ".") -> Chart:
    """A square board of this tile and of those listed, as in `A1R A2-C2#`.

    A hyphen between two cells means the rectangle with these corners.
    """
    cells = [(column, row) for column in range(1, side + 1) for row in range(1, side + 1)]
    chart = dict.fromkeys(cells, ground)
    for text in tiles.split():
        (left, low), (right, high) = map(cell_named, (text[:-1] + "-" + text[:-1]).split("-")[:2])
        chart |= {
            (column, row): text[-1]
            for column, row in cells
            if left <= column <= right and low <= row <= high
        }
    return chart


CORNERS = "A1R A13W M1B M13K"
BOARDS = {
    # That of the rules' worked cases.
    "worked": chart_with(13, f"{CORNERS} G7D F7C H7C D4# D10# J4# J10#"),
    # Two lanes of two rows; each ship has six steps to the middle of its own.
    "lanes": chart_with(13, f"A3-M11# {CORNERS} G1D G13D"),
    # Nothing fits.
    "full": chart_with(13, f"{CORNERS} G7D", ground="C"),
    # The straight one fits in two places, and nothing else does.
    "slots": chart_with(13, f"{CORNERS} G7D E3-I3. E11-I11.", ground="C"),
    # All twelve fit, and no ship can be cut off.
    "sea": chart_with(18, "B2-Q17. A1R A18W R1B R18K A9D R9D A10D R10D", ground="C"),
}


def headers(*boards: str) -> dict[str, str]:
    """The headers of three boards by their names; the last named fills up."""
    names = [*boards, boards[-1], boards[-1]][:3]
    return {f"board{number}": rows_of(BOARDS[name]) for number, name in enumerate(names, start=1)}


# -------------------------------------------------------------------------------------- cases


def record(*entries: str, **options: str) -> str:
    """A record with these options and entries; the first entry is on line 3 + their number."""
    lines = ["game: deep-sea-voyage", *(f"{key}: {value}" for key, value in options.items())]
    return "\n".join([*lines, "", *entries, ""])


def codes(objects: list[dict]) -> list[str]:
    """What became of each entry: `ok`, or the code of its refusal."""
    return [one.get("code", "ok") for one in objects[:-1]]


@dataclass
class Case:
    """A record, what becomes of each of its entries, and how it stands at its end.

    Each line of `story` is an entry, `=>`, `ok` or a code, the cells, and, in brackets where it
    matters, from whom something is awaited then. `placed` is what lies on the boards, as in
    `1 T A12 A11 A10 B11 C11 / 2 ...`, None where it does not matter; `result` is the winner and the
    reason. EC is the Empire and the pregame is over at once, unless `options` say otherwise.
    """

    story: str
    placed: str | None = None
    result: str = ""
    boards: tuple[str, ...] = ("worked",)
    options: dict[str, str] = field(default_factory=dict)
    begins: str = "ec ready => ok\n dmo ready => ok"


def play(referee, case: Case) -> list[dict]:
    """The objects for a case's record, after its story has been compared."""
    story = case.begins + "\n" + case.story
    lines = [line.split("=>") for line in story.splitlines() if line.strip()]
    entries = [entry.strip() for entry, _ in lines]
    options = {"first": "ec"} | headers(*case.boards) | case.options
    objects = referee(
        record(*entries, **{key: value for key, value in options.items() if value != "asked"})
    )
    for (entry, outcome), one in zip(lines, objects, strict=False):
        code, cells, awaited = re.fullmatch(
            r"\s*([a-z-]+)((?: [A-Z][0-9]+)*)\s*(?:\(([a-z ]*)\))?\s*", outcome
        ).groups()
        said = (one.get("code", "ok"), one.get("cells", []))
        assert said == (code, cells.split()), entry
        assert one["verdict"] == ("accepted" if code == "ok" else "rejected")
        if awaited is not None:
            assert one["to_act"] == awaited.split(), entry
    assert len(objects) == len(lines) + 1
    return objects


def position_with(boards: tuple[str, ...], placed: str) -> dict[str, str]:
    """The three boards with these placements."""
    names = [*boards, boards[-1], boards[-1]][:3]
    charts = {str(number): dict(BOARDS[name]) for number, name in enumerate(names, start=1)}
    for text in placed.split("/") if placed else []:
        number, letter, *cells = text.split()
        charts[number].update(dict.fromkeys(map(cell_named, cells), letter.lower()))
    return {number: rows_of(chart) for number, chart in charts.items()}


def check(referee, case: Case) -> None:
    """Put a case to a referee and compare all that it says of the end."""
    end = play(referee, case)[-1]
    if case.placed is not None:
        assert end["position"] == position_with(case.boards, case.placed)
    winner, _, reason = case.result.partition(" ")
    assert end["result"] == ({"winner": winner, "reason": reason} if case.result else None)
    if case.result:
        assert end["to_act"] == []
    assert end["clock"] == {}
