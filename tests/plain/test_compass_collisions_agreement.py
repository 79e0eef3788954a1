"""Both referees of Compass Collisions agree on random match records, object for object."""

import functools
import os

import pytest

from tests.plain.agreement import OTHER_CODES, PEOPLES_CODES, SIDES, Trial, damaged
from tests.plain.compass_collisions import referee
from tests.plain.random_compass_collisions import LAYOUT_RULES, MOVE_RULES, random_record

CHUNKS = 20
# The variable can only raise the number: with fewer records, not everything would occur.
RECORDS = max(400, int(os.environ.get("DEALER_RANDOM_RECORDS", "0")))

PLAYERS_CODES = {
    *PEOPLES_CODES,
    *MOVE_RULES,
    *LAYOUT_RULES,
    "already-chosen",
    "must-remove",
    "two-sets",
    "set-placed",
    "side-taken",
}
REASONS = {"element-lost", "conceded", "awarded", "aborted"}
LIMITS = ("setup", "choice", "turn", "period", "flag", "remove")
HAPPENINGS = (
    *(f"phase {phase}" for phase in ("layouts", "privilege", "naming", "play", "removal")),
    "phase first placement",
    "phase second placement",
    *(f"1 {direction} to an empty square" for direction in ("north", "east", "south", "west")),
    *(f"2 {direction} to an empty square" for direction in ("north", "east", "south", "west")),
    "2 north to an empty square over a friend",
    "1 onto a friend",
    "1 onto a friend with a line",
    "1 onto a friend, over the edge",
    *(
        f"{steps} onto an enemy: {outcome}"
        for steps in (1, 2)
        for outcome in ("both go", "defeats it", "is defeated", "pushes it")
    ),
    "2 onto an enemy over a friend: pushes it",
    "2 onto an enemy: pushes it with a line",
    "2 onto an enemy: pushes it, over the edge",
    "1 over the edge at once",
    "2 over the edge at once",
    "2 over the edge",
    "2 over the edge over a friend",
    "removal",
    "1 waves",
    "2 waves",
    "3 waves",
    "1 waves of a collapse",
    "collapse of 2 squares",
    "collapse of 3 squares",
    "both lack an element",
    "stall decided by the pieces left",
    "stall decided by an earlier position",
    "stall decided by who moved last",
)

HEADERS_TO_SLIP_IN = (
    "turn: -1",
    "turn: .5",
    "turn:",
    "Turn: 60",
    "reserve: 300",
    "periods: 2.0",
    "periods: -1",
    "periods: 1",
    "period: 0",
    "period: 0.0",
    "period: 7",
    "remove: +5",
    "setup: 10 s",
    "row1: bottom",
    "erosion: -",
    "erosion:",
    "game: compass-collisions",
)
ENTRIES_TO_SLIP_IN = (
    "ec @1.2.3 E5 N",
    "ec @-1 E5 N",
    "EC @1 E5 N",
    "ec: E5 N",
    "dealer take first",
    "dealer @601 take placement",
    "host undo",
)

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


@pytest.mark.parametrize("chunk", trial.chunks)
def test_both_referees_agree_on_damaged_records(chunk):
    disagreements = trial.judged(chunk).disagreements_on_damaged
    assert disagreements == [], trial.account_of(disagreements[0])


def test_every_code_occurs_and_no_other():
    assert set(trial.total("codes")) == PLAYERS_CODES | OTHER_CODES | {"accepted"}


def test_half_of_the_illegal_tries_break_exactly_one_rule():
    tries, single_faults = trial.total("tries"), trial.total("single_faults")
    assert sum(tries.values()) > RECORDS
    assert sum(single_faults.values()) * 2 >= sum(tries.values())


@pytest.mark.parametrize("code", sorted(PLAYERS_CODES - {"not-a-submission"}))
def test_every_rule_is_broken_alone(code):
    assert trial.total("single_faults")[code] >= RECORDS // 200


@pytest.mark.parametrize("reason", sorted(REASONS))
def test_every_way_to_end_occurs(reason):
    assert trial.total("reasons")[reason] >= RECORDS // 100


def test_no_match_ends_in_another_way():
    assert set(trial.total("reasons")) == REASONS | {"not over"}


@pytest.mark.parametrize("happening", HAPPENINGS)
def test_everything_happens_on_the_board(happening):
    assert trial.total("seen")[happening] > 0


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("side", SIDES)
def test_every_limit_of_the_clock_is_hit(limit, side):
    assert trial.total("limits_hit")[f"{limit} {side}"] > 0


def test_many_damaged_records_are_none_and_many_still_are():
    no_records = sum(trial.judged(chunk).no_records_of_damaged for chunk in trial.chunks)
    assert RECORDS * 0.1 < no_records < RECORDS * 0.8
