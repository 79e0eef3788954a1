"""Hand-made matches of Demeter's Anguish as short stories, put to both referees."""

import json
import re
from dataclasses import dataclass, field

import pytest

from engine.records.referee import referee as real_referee
from tests.plain import demeters_anguish
from tests.plain.demeters_gardens import empty_garden
from tests.plain.record import cell_named, rows_of

EC_BEGINS = {"first": "ec"}
DMO_BEGINS = {"first": "dmo"}


def real(text: str) -> list[dict]:
    return json.loads(json.dumps(list(real_referee(text))))


def slow(text: str) -> list[dict]:
    return demeters_anguish.referee(text)


both_referees = pytest.mark.parametrize("referee", [real, slow])


def record(*entries: str, **options: str) -> str:
    """A record with these options and entries; the first entry is on line 2 + their number."""
    headers = ["game: demeters-anguish", *(f"{key}: {value}" for key, value in options.items())]
    return "\n".join([*headers, "", *entries, ""])


def codes(objects: list[dict]) -> list[str]:
    """What became of each entry: `ok`, or the code of its refusal."""
    return [one.get("code", "ok") for one in objects[:-1]]


def garden(marks: str) -> str:
    """A garden's position from what stands in it, as in `* A1 B1 o C2`."""
    cells, mark = empty_garden(), "."
    for token in marks.split():
        if token in "*o":
            mark = token
        else:
            cells[cell_named(token)] = mark
    return rows_of(cells)


@dataclass
class Case:
    """A record, what becomes of each of its entries, and how it stands at its end.

    Each line of `story` is an entry, `=>`, `ok` or a code, the cells, and, in brackets where it
    matters, from whom something is awaited then. `gardens` are EC's and DMO's, None where it does
    not matter; `result` is the winner and the reason.
    """

    story: str
    gardens: tuple[str | None, str | None] = (None, None)
    result: str = ""
    reserves: tuple[float, float] | None = None
    options: dict[str, str] = field(default_factory=dict)


def play(referee, case: Case) -> list[dict]:
    """The objects for a case's record, after its story has been compared."""
    lines = [line.split("=>") for line in case.story.splitlines() if line.strip()]
    objects = referee(record(*(entry.strip() for entry, _ in lines), **case.options))
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


def check(referee, case: Case) -> None:
    """Put a case to a referee and compare all that it says of the end."""
    end = play(referee, case)[-1]
    for seat, marks in zip(("ec", "dmo"), case.gardens, strict=True):
        assert marks is None or end["position"][seat] == garden(marks)
    winner, _, reason = case.result.partition(" ")
    assert end["result"] == ({"winner": winner, "reason": reason} if case.result else None)
    if case.result:
        assert end["to_act"] == []
    if case.reserves is not None:
        left = tuple(end["clock"][seat]["reserve"] for seat in ("ec", "dmo"))
        assert left == case.reserves
