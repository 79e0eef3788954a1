"""Both referees of Deep Sea Voyage agree on random match records, object for object."""

import os

import pytest

from tests.plain.agreement import OTHER_CODES, PEOPLES_CODES, SIDES, Trial
from tests.plain.deep_sea_voyage import referee
from tests.plain.random_deep_sea_voyage import (
    PHASES,
    PLACEMENT_RULES,
    ROUTE_RULES,
    damaged_record,
    random_record,
)

CHUNKS = 10
# The variable can only raise the number: with fewer records, not everything would occur.
RECORDS = max(320, int(os.environ.get("DEALER_RANDOM_RECORDS", "0")))

PLAYERS_CODES = {
    *PEOPLES_CODES,
    "already-chosen",
    "already-ready",
    "board-closed",
    "board-taken",
    "locked",
    *PLACEMENT_RULES,
    *ROUTE_RULES,
}
HOSTS_AND_DEALERS_CODES = OTHER_CODES | {"no-reserve"}
REASONS = {"boards", "conceded", "awarded", "aborted"}
HAPPENINGS = (
    *(f"phase {phase}" for phase in PHASES),
    *(f"round with {number} boards open" for number in range(4)),
    "lot side",
    "lot board",
    "cut off in placing",
    "cut off in last",
    "nothing fits in pregame",
    "nothing fits in placing",
    "nothing fits in last",
    "both locked in placing",
    "both locked in routes",
    "both passed in a round",
    "two passes on the last board",
    "the last board closed",
    "all boards lost",
    "early",
    "a shorter route",
    "a longer route",
    *(
        f"{endgame}, {balance}"
        for endgame in ("tracked", "automatic")
        for balance in ("equal", "more boards")
    ),
)

trial = Trial(
    referee, random_record, damaged_record, chunks=CHUNKS, in_a_chunk=max(1, RECORDS // CHUNKS)
)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_referees_agree_on_random_records(chunk):
    disagreements = trial.judged(chunk).disagreements
    assert disagreements == [], trial.account_of(disagreements[0])


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_referees_agree_on_damaged_records(chunk):
    disagreements = trial.judged(chunk).disagreements_on_damaged
    assert disagreements == [], trial.account_of(disagreements[0])


def test_every_code_occurs_and_no_other():
    assert set(trial.total("codes")) == PLAYERS_CODES | HOSTS_AND_DEALERS_CODES | {"accepted"}


def test_half_of_the_illegal_tries_break_exactly_one_rule():
    tries, single_faults = trial.total("tries"), trial.total("single_faults")
    assert sum(tries.values()) > RECORDS
    assert sum(single_faults.values()) * 2 >= sum(tries.values())


@pytest.mark.parametrize("code", sorted(PLAYERS_CODES - {"not-a-submission"}))
def test_every_rule_is_broken_alone(code):
    assert trial.total("single_faults")[code] > 0


@pytest.mark.parametrize("reason", sorted(REASONS))
def test_every_way_to_end_occurs(reason):
    assert trial.total("reasons")[reason] > 0


def test_no_match_ends_in_another_way():
    assert set(trial.total("reasons")) == REASONS | {"not over"}


@pytest.mark.parametrize("happening", HAPPENINGS)
def test_every_phase_occurs_and_every_way_to_leave_it(happening):
    assert trial.total("seen")[happening] > 0


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("side", SIDES)
def test_the_end_of_every_phase_is_hit(phase, side):
    assert trial.total("limits_hit")[f"{phase} {side}"] > 0


def test_many_damaged_records_are_none_and_many_still_are():
    no_records = sum(trial.judged(chunk).no_records_of_damaged for chunk in range(CHUNKS))
    assert RECORDS * 0.1 < no_records < RECORDS * 0.8
