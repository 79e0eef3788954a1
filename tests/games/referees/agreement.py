"""The comparison of two referees on a record, and records with small faults in their text.

Lots that a record leaves to the seed may fall in any way for the two to agree.
"""

import itertools
import json
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from engine.games import GAMES
from engine.records.record import RecordError
from engine.records.referee import referee as real_referee
from tests.games.referees.record import NotARecord
from tests.games.referees.values import LotFromTheSeed

Judged = list[dict] | str
PlainReferee = Callable[[str, tuple[str, ...]], list[dict]]

MAX_WAYS = 600


# ------------------------------------------------------------------------- both referees' words


def referee_of(game: str) -> PlainReferee:
    """Return the second referee of a game, found by the name of the folder of its rules."""
    module = import_module(f"tests.games.referees.games.{GAMES[game].folder}")
    referee: PlainReferee = module.REFEREES[game]
    return referee


def real_judgement(text: str) -> Judged:
    """Return the real referee's verdicts on a record, or the line that is at fault."""
    try:
        objects = as_printed(real_referee(text))
    except RecordError as fault:
        return f"no record: line {fault.line}" if fault.problem else "no record, but no problem"
    for description in objects:
        assert ("message" in description) == (description.get("verdict") == "rejected")
        assert description.get("message", "none is due") != ""
        assert isinstance(description.get("message", ""), str)
    return without_messages(objects)


def plain_judgements(referee: PlainReferee, text: str) -> Iterator[Judged]:
    """Yield a plain referee's verdicts, one for each way in which lots of the seed could fall."""
    ways: list[tuple[str, ...]] = [()]
    while ways:
        drawn = ways.pop()
        try:
            yield without_messages(referee(text, drawn))
        except LotFromTheSeed as lot:
            ways += [(*drawn, way) for way in lot.ways]
        except NotARecord as fault:
            yield f"no record: line {fault.line}"


def disagreement(referee: PlainReferee, text: str, real: Judged) -> Judged | None:
    """Return the plain referee's verdicts closest to the real one's; None if they are equal.

    Lots left to the seed may fall in any way, and ways that the real referee did not go are not
    followed. Where lots can fall in too many ways at once, only what comes before is compared.
    """
    nearest: list[dict] = []
    ways = [Way()]
    while ways:
        way = ways.pop()
        try:
            plain, lots = without_messages(referee(text, way.drawn)), None
        except LotFromTheSeed as lot:
            plain, lots = without_messages(lot.so_far), lot.ways
        except NotARecord as fault:
            plain = f"no record: line {fault.line}"
            return None if real == plain else plain
        if plain == (real if lots is None else real[: len(plain)]):
            further = way.further(len(plain), lots or [])
            if not 0 < further.at_once <= MAX_WAYS:
                return None
            ways += [replace(further, drawn=(*way.drawn, lot)) for lot in lots]
        nearest = max(plain, nearest, key=lambda item: length_in_common(item, real))
    return nearest


@dataclass
class Way:
    """A way for the seed's lots to fall, and the number of ways since the last object."""

    drawn: tuple[str, ...] = ()
    objects: int = 0
    at_once: int = 1

    def further(self, objects: int, lots: list[str]) -> "Way":
        before = self.at_once if objects == self.objects else 1
        return Way(self.drawn, objects, before * len(lots))


def length_in_common(one: list[dict], other: Judged) -> int:
    equal = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return sum(1 for _ in equal)


def as_printed(objects: Iterable[Any]) -> list[dict]:
    return json.loads(json.dumps(list(objects)))


def without_messages(objects: list[dict]) -> list[dict]:
    return [
        {key: description[key] for key in description if key != "message"}
        for description in objects
    ]


def smallest(text: str, is_wanted: Callable[[str], bool]) -> str:
    """Return a text with as many lines left out as can be while it stays what is wanted."""
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        fewer = lines[:number] + lines[number + 1 :]
        if is_wanted("\n".join(fewer)):
            lines, number = fewer, 0
        else:
            number += 1
    return "\n".join(lines)


def account_of(referee: PlainReferee, text: str) -> str:
    """Return a small record on which the two disagree, with what each says where they part."""

    def disagree(text: str) -> bool:
        return disagreement(referee, text, real_judgement(text)) is not None

    text = smallest(text, disagree)
    real = real_judgement(text)
    plain = disagreement(referee, text, real)
    if isinstance(real, str) or isinstance(plain, str):
        return f"{text}\nreal: {real}\nslow: {plain}"
    parts = [
        f"real: {line}\nslow: {other}"
        for line, other in zip(real, plain, strict=False)
        if line != other
    ]
    return "\n".join([text, *parts])


# ---------------------------------------------------------------------------- damaged records

ENTRIES_TO_SLIP_IN = (
    "ec",
    "dmo @1",
    "dealer",
    "host",
    "host @3",
    "dealer @",
    "dealer @0",
    "dealer @9999999999999",
    "bob E6 E7",
    "dealer POSTED",
    "host UNDO",
    "host undo ruling",
    "host say ec concede",
    "host seat",
    "ec @1000000 concede",
    "# a comment",
    " # no comment",
    "",
)
HEADERS_TO_SLIP_IN = (
    "choice: 0",
    "commitment: 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9",
    "first: me",
    "first: dmo",
    "seed: x",
    "seed: 1.5",
    "seed: -3",
    "ec:",
    "dmo: ",
    "game: chess",
    "no colon",
    "# a comment",
    "",
)
CHARACTERS = "0123456789.:@#/-,+ \tabcdefghiEAJZm\n"


def damaged(
    text: str, dice: random.Random, headers: tuple[str, ...] = (), entries: tuple[str, ...] = ()
) -> str:
    """Return a record with one or two small faults, many of which make it no record.

    Among the faults are these headers and entries, slipped in besides those of any game.
    """
    text = text.replace("\r\n", "\n")  # a stray half of a line end would be no fair question
    headers += HEADERS_TO_SLIP_IN
    entries += ENTRIES_TO_SLIP_IN
    for _ in range(dice.choice([1, 1, 2])):
        lines = text.split("\n")
        number = dice.randrange(min(len(lines), dice.choice([4, 1000, 1000, 1000])))
        damage = dice.choice([without_line, with_line_twice, with_line_moved, with_line_slipped_in])
        if dice.random() < 0.5:
            lines[number] = with_character_changed(lines[number], dice)
        elif damage is with_line_slipped_in:
            among_headers = number < lines.index("") if "" in lines else True
            damage(lines, number, dice.choice(headers if among_headers else entries))
        else:
            damage(lines, number, dice)
        text = "\n".join(lines)
    return text


def without_line(lines: list[str], number: int, dice: random.Random) -> None:
    if len(lines) > 1:
        del lines[number]


def with_line_twice(lines: list[str], number: int, dice: random.Random) -> None:
    lines.insert(dice.randint(0, len(lines)), lines[number])


def with_line_moved(lines: list[str], number: int, dice: random.Random) -> None:
    line = lines.pop(number)
    lines.insert(dice.randint(0, len(lines)), line)


def with_line_slipped_in(lines: list[str], number: int, line: str) -> None:
    lines.insert(number, line)


def with_character_changed(line: str, dice: random.Random) -> str:
    place = dice.randint(0, len(line))
    kept_from = place + dice.choice([0, 1, 1])
    return line[:place] + dice.choice(["", dice.choice(CHARACTERS)]) + line[kept_from:]
