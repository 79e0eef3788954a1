"""Hand-made matches of both Flower Fields as short stories, put to both referees."""

import json
import re
from dataclasses import dataclass, field

import pytest

from engine.records.referee import referee as real_referee
from tests.plain import flower_fields
from tests.plain.flower_field_words import BOARD, DOUBTING, PLAIN
from tests.plain.record import SEATS, cell_named, rows_of

EC_BEGINS = {"first": "ec"}
SLOW_REFEREES = {DOUBTING: flower_fields.doubting_referee, PLAIN: flower_fields.plain_referee}


def real(game: str, text: str) -> list[dict]:
    return json.loads(json.dumps(list(real_referee(text))))


def slow(game: str, text: str) -> list[dict]:
    return SLOW_REFEREES[game](text)


both_referees = pytest.mark.parametrize("referee", [real, slow])


def record(game: str, *entries: str, **options: str) -> str:
    """A record with these options and entries; the first entry is on line 2 + their number."""
    headers = [f"game: {game}", *(f"{key}: {value}" for key, value in options.items())]
    return "\n".join([*headers, "", *entries, ""])


def codes(objects: list[dict]) -> list[str]:
    """What became of each entry: `ok`, or the code of its refusal."""
    return [one.get("code", "ok") for one in objects[:-1]]


def rows_with(flowers: str) -> str:
    """The field's rows from what stands besides the first flower, as in `C4R E4B`."""
    cells = dict.fromkeys(BOARD, ".")
    for flower in ["D4Y", *flowers.split()]:
        cells[cell_named(flower[:2])] = flower[2].lower()
    return rows_of(cells)


@dataclass
class Case:
    """A record, what becomes of each of its entries, and how it stands at its end.

    Each line of `story` is an entry, `=>`, `ok` or a code, the cells, and, in brackets where it
    matters, from whom something is awaited then. `flowers` are those besides the first, None where
    they do not matter; `lives` and `periods` are EC's and the DMO's; `result` is the winner and the
    reason.
    """

    story: str
    flowers: str | None = None
    lives: tuple[int, int] | None = None
    result: str = ""
    periods: tuple[int, int] | None = None
    options: dict[str, str] = field(default_factory=lambda: dict(EC_BEGINS))
    game: str = PLAIN


def play(referee, case: Case) -> list[dict]:
    """The objects for a case's record, after its story has been compared."""
    lines = [line.split("=>") for line in case.story.splitlines() if line.strip()]
    entries = [entry.strip() for entry, _ in lines]
    objects = referee(case.game, record(case.game, *entries, **case.options))
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
    if case.flowers is not None:
        assert end["position"]["field"] == rows_with(case.flowers)
    if case.lives is not None:
        assert tuple(end["position"]["lives"][seat] for seat in SEATS) == case.lives
    winner, _, reason = case.result.partition(" ")
    assert end["result"] == ({"winner": winner, "reason": reason} if case.result else None)
    if case.result:
        assert end["to_act"] == []
    if case.periods is not None:
        assert tuple(end["clock"][seat]["periods"] for seat in SEATS) == case.periods
