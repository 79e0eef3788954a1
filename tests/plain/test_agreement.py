"""The real referee and the slow one agree on random match records, object for object."""

import functools
import json
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from engine.record import RecordError
from engine.referee import referee as real_referee
from tests.plain.fire_and_ice import LotFromTheSeed, NotARecord, referee
from tests.plain.random_records import RandomRecord, random_record

CHUNKS = 20
# The variable can only raise the number: with fewer records, not everything would occur.
RECORDS = max(4000, int(os.environ.get("DEALER_RANDOM_RECORDS", "0")))
IN_A_CHUNK = max(1, RECORDS // CHUNKS)

PLAYERS_CODES = {
    "match-over",
    "not-a-submission",
    "paused",
    "not-your-turn",
    "malformed",
    "wrong-phase",
    "nothing-held",
    "move-held",
    "too-late",
    "off-board",
    "not-adjacent",
    "occupied",
    "not-connected",
    "colour-clash",
}
OTHER_CODES = {"not-paused", "nothing-to-undo", "no-lot-due"}
REASONS = {"no-legal-move", "out-of-time", "conceded", "awarded", "aborted"}
LIMITS = ("hold", "choice", "turn", "flag", "flag while held")
SIDES = ("before", "at", "beyond")

Judged = list[dict] | str


# ------------------------------------------------------------------------- both referees' words


def real_judgement(text: str) -> Judged:
    """What the real referee says of a record, or of which line that it is none."""
    try:
        objects = json.loads(json.dumps(list(real_referee(text))))
    except RecordError as fault:
        return f"no record: line {fault.line}" if fault.problem else "no record, but no problem"
    for one in objects:
        assert ("message" in one) == (one.get("verdict") == "rejected")
        assert one.get("message", "none is due") != ""
        assert isinstance(one.get("message", ""), str)
    return without_messages(objects)


def plain_judgements(text: str) -> Iterator[Judged]:
    """What the slow referee says, once for each way in which lots left to the seed could fall."""
    ways: list[tuple[str, ...]] = [()]
    while ways:
        drawn = ways.pop()
        try:
            yield without_messages(referee(text, drawn))
        except LotFromTheSeed:
            ways += [(*drawn, "ec"), (*drawn, "dmo")]
        except NotARecord as fault:
            yield f"no record: line {fault.line}"


def without_messages(objects: list[dict]) -> list[dict]:
    return [{key: one[key] for key in one if key != "message"} for one in objects]


def disagree(text: str) -> bool:
    return real_judgement(text) not in plain_judgements(text)


def smallest(text: str, is_wanted: Callable[[str], bool]) -> str:
    """A text with as many lines left out as can be while it stays what is wanted."""
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        fewer = lines[:number] + lines[number + 1 :]
        if is_wanted("\n".join(fewer)):
            lines, number = fewer, 0
        else:
            number += 1
    return "\n".join(lines)


def account_of(text: str) -> str:
    """A small record on which the two disagree, with what each says where they part."""
    text = smallest(text, disagree)
    real, plain = real_judgement(text), next(plain_judgements(text))
    if isinstance(real, str) or isinstance(plain, str):
        return f"{text}\nreal: {real}\nslow: {plain}"
    parts = [
        f"real: {one}\nslow: {other}"
        for one, other in zip(real, plain, strict=True)
        if one != other
    ]
    return "\n".join([text, *parts])


# ------------------------------------------------------------------------------ random records


@dataclass
class Tally:
    """What occurred in the records of one chunk."""

    disagreements: list[str] = field(default_factory=list)
    disagreements_on_damaged: list[str] = field(default_factory=list)
    no_records_of_damaged: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    tries: Counter[str] = field(default_factory=Counter)
    single_faults: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    limits_hit: Counter[str] = field(default_factory=Counter)

    def count(self, record: RandomRecord, objects: list[dict]) -> None:
        for one in objects[:-1]:
            self.codes[one.get("code", "accepted")] += 1
        for illegal_try in record.illegal_tries:
            assert illegal_try.code in illegal_try.rules_broken
            self.tries[illegal_try.code] += 1
            if illegal_try.rules_broken == {illegal_try.code}:
                self.single_faults[illegal_try.code] += 1
        result = objects[-1]["result"]
        self.reasons[result["reason"] if result else "not over"] += 1
        self.limits_hit += record.limits_hit


@functools.cache
def judged(chunk: int) -> Tally:
    """Each record of a chunk, whole and damaged, judged by both and counted."""
    tally = Tally()
    for seed in range(chunk * IN_A_CHUNK, (chunk + 1) * IN_A_CHUNK):
        record = random_record(seed)
        judge_whole(record, tally)
        judge_damaged(damaged(record.text, random.Random(f"damaged {seed}")), tally)
    return tally


def judge_whole(record: RandomRecord, tally: Tally) -> None:
    real = real_judgement(record.text)
    if real not in plain_judgements(record.text):
        tally.disagreements.append(record.text)
        return
    assert len(real) == record.entries + 1
    tally.count(record, real)


def judge_damaged(text: str, tally: Tally) -> None:
    real = real_judgement(text)
    if real not in plain_judgements(text):
        tally.disagreements_on_damaged.append(text)
    tally.no_records_of_damaged += isinstance(real, str)


def total(name: str) -> Counter[str]:
    """One of the tallies, over all chunks."""
    return sum((getattr(judged(chunk), name) for chunk in range(CHUNKS)), Counter())


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_referees_agree_on_random_records(chunk):
    disagreements = judged(chunk).disagreements
    assert disagreements == [], account_of(disagreements[0])


def test_every_code_occurs_and_no_other():
    codes = total("codes")
    assert set(codes) == PLAYERS_CODES | OTHER_CODES | {"accepted"}
    assert not {code: count for code, count in codes.items() if count < RECORDS // 40}


def test_half_of_the_illegal_tries_break_exactly_one_rule():
    tries, single_faults = total("tries"), total("single_faults")
    assert sum(tries.values()) > RECORDS
    assert sum(single_faults.values()) * 2 >= sum(tries.values())


@pytest.mark.parametrize("code", sorted(PLAYERS_CODES - {"not-a-submission"}))
def test_every_rule_is_broken_alone(code):
    assert total("single_faults")[code] >= RECORDS // 40


@pytest.mark.parametrize("reason", sorted(REASONS))
def test_every_way_to_end_occurs(reason):
    assert total("reasons")[reason] >= RECORDS // 100


def test_no_match_ends_in_another_way():
    assert set(total("reasons")) == REASONS | {"not over"}


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("side", SIDES)
def test_every_limit_of_the_clock_is_hit(limit, side):
    assert total("limits_hit")[f"{limit} {side}"] >= RECORDS // 100


# ---------------------------------------------------------------------------- damaged records

HEADERS_TO_SLIP_IN = (
    "turn: -1",
    "turn: 1e3",
    "turn: .5",
    "turn: 5.",
    "turn: 1234567890123",
    "turn:",
    "Turn: 60",
    "reserve: 10 s",
    "takeback: +5",
    "choice: 0",
    "fire: ice",
    "fire: EC",
    "first: me",
    "first: dmo",
    "row1: left",
    "row1: top",
    "seed: x",
    "seed: 1.5",
    "seed: -3",
    "ec:",
    "dmo: ",
    "game: fire-and-ice",
    "game: chess",
    "periods: 3",
    "no colon",
    "# a comment",
    "",
)
ENTRIES_TO_SLIP_IN = (
    "ec",
    "dmo @1",
    "dealer",
    "host",
    "host @3",
    "dealer @",
    "dealer @0",
    "dealer @9999999999999",
    "ec @1.2.3 E6 E7",
    "ec @-1 E6 E7",
    "EC @1 E6 E7",
    "bob E6 E7",
    "ec: E6 E7",
    "dealer POSTED",
    "host UNDO",
    "ec @1000000 concede",
    "# a comment",
    " # no comment",
    "",
)
CHARACTERS = "0123456789.:@#/-,+ \tabcdefghiEAJZm\n"


def damaged(text: str, dice: random.Random) -> str:
    """A record with one or two small faults, many of which make it no record."""
    text = text.replace("\r\n", "\n")  # a stray half of a line end would be no fair question
    for _ in range(dice.choice([1, 1, 2])):
        lines = text.split("\n")
        number = dice.randrange(min(len(lines), dice.choice([4, 12, 1000])))
        damage = dice.choice([without_line, with_line_twice, with_line_moved, with_line_slipped_in])
        if dice.random() < 0.5:
            lines[number] = with_character_changed(lines[number], dice)
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


def with_line_slipped_in(lines: list[str], number: int, dice: random.Random) -> None:
    among_headers = number < lines.index("") if "" in lines else True
    lines.insert(number, dice.choice(HEADERS_TO_SLIP_IN if among_headers else ENTRIES_TO_SLIP_IN))


def with_character_changed(line: str, dice: random.Random) -> str:
    place = dice.randint(0, len(line))
    kept_from = place + dice.choice([0, 1, 1])
    return line[:place] + dice.choice(["", dice.choice(CHARACTERS)]) + line[kept_from:]


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_referees_agree_on_damaged_records(chunk):
    disagreements = judged(chunk).disagreements_on_damaged
    assert disagreements == [], account_of(disagreements[0])


def test_many_damaged_records_are_none_and_many_still_are():
    no_records = sum(judged(chunk).no_records_of_damaged for chunk in range(CHUNKS))
    assert RECORDS * 0.2 < no_records < RECORDS * 0.8


def test_an_empty_file_is_no_record():
    assert real_judgement("") == "no record: line 1"
    assert list(plain_judgements("")) == ["no record: line 1"]
