"""The real referee and the slow one agree on random match records, object for object."""

import functools
import os

import pytest

from tests.plain.agreement import (
    OTHER_CODES,
    PEOPLES_CODES,
    SIDES,
    Trial,
    damaged,
    plain_judgements,
    real_judgement,
)
from tests.plain.fire_and_ice import referee
from tests.plain.random_records import random_record

CHUNKS = 20
# The variable can only raise the number: with fewer records, not everything would occur.
RECORDS = max(4000, int(os.environ.get("DEALER_RANDOM_RECORDS", "0")))

PLAYERS_CODES = PEOPLES_CODES | {
    "nothing-held",
    "move-held",
    "too-late",
    "off-board",
    "not-adjacent",
    "occupied",
    "not-connected",
    "colour-clash",
    "wrong-colour",
}
REASONS = {"no-legal-move", "out-of-time", "conceded", "awarded", "aborted"}
LIMITS = ("hold", "choice", "turn", "flag", "flag while held")

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
    "fire: ice",
    "fire: EC",
    "row1: left",
    "row1: top",
    "game: fire-and-ice",
    "periods: 3",
)
ENTRIES_TO_SLIP_IN = ("ec @1.2.3 E6 E7", "ec @-1 E6 E7", "EC @1 E6 E7", "ec: E6 E7")

trial = Trial(
    referee,
    random_record,
    functools.partial(damaged, headers=HEADERS_TO_SLIP_IN, entries=ENTRIES_TO_SLIP_IN),
    chunks=CHUNKS,
    in_a_chunk=max(1, RECORDS // CHUNKS),
)


@pytest.mark.parametrize("chunk", trial.chunks)
def test_both_referees_agree_on_random_records(chunk):
    disagreements = trial.judged(chunk).disagreements
    assert disagreements == [], trial.account_of(disagreements[0])


def test_every_code_occurs_and_no_other():
    codes = trial.total("codes")
    assert set(codes) == PLAYERS_CODES | OTHER_CODES | {"accepted"}
    assert not {code: count for code, count in codes.items() if count < RECORDS // 40}


def test_half_of_the_illegal_tries_break_exactly_one_rule():
    tries, single_faults = trial.total("tries"), trial.total("single_faults")
    assert sum(tries.values()) > RECORDS
    assert sum(single_faults.values()) * 2 >= sum(tries.values())


@pytest.mark.parametrize("code", sorted(PLAYERS_CODES - {"not-a-submission"}))
def test_every_rule_is_broken_alone(code):
    assert trial.total("single_faults")[code] >= RECORDS // 40


@pytest.mark.parametrize("reason", sorted(REASONS))
def test_every_way_to_end_occurs(reason):
    assert trial.total("reasons")[reason] >= RECORDS // 100


def test_no_match_ends_in_another_way():
    assert set(trial.total("reasons")) == REASONS | {"not over"}


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("side", SIDES)
def test_every_limit_of_the_clock_is_hit(limit, side):
    assert trial.total("limits_hit")[f"{limit} {side}"] >= RECORDS // 100


@pytest.mark.parametrize("chunk", trial.chunks)
def test_both_referees_agree_on_damaged_records(chunk):
    disagreements = trial.judged(chunk).disagreements_on_damaged
    assert disagreements == [], trial.account_of(disagreements[0])


def test_many_damaged_records_are_none_and_many_still_are():
    no_records = sum(trial.judged(chunk).no_records_of_damaged for chunk in trial.chunks)
    assert RECORDS * 0.2 < no_records < RECORDS * 0.8


def test_an_empty_file_is_no_record():
    assert real_judgement("") == "no record: line 1"
    assert list(plain_judgements(referee, "")) == ["no record: line 1"]
