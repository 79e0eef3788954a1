"""The real referee and the plain one agree on random match records of Demeter's Anguish."""

import functools
import os
import random

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
from tests.plain.demeters_anguish import referee
from tests.plain.random_demeters_anguish import random_record

CHUNKS = 10
# The variable can only raise the number: with fewer records, not everything would occur.
RECORDS = max(300, int(os.environ.get("DEALER_RANDOM_RECORDS", "0")))

PLAYERS_CODES = PEOPLES_CODES | {
    "already-agreed",
    "half-done",
    "off-board",
    "not-a-flower",
    "not-a-rock",
    "wrong-letter",
    "occupied",
    "piece-used",
    "touches-flower",
    "no-corner",
}
REASONS = {"both-passed", "agreed", "no-flower-fits", "conceded", "awarded", "aborted"}
LIMITS = ("setup", "choice", "turn", "flag")

HEADERS_TO_SLIP_IN = (
    "turn: -1",
    "turn: 5.",
    "turn: 1234567890123",
    "setup: 10 s",
    "setup: +5",
    "Setup: 60",
    "setup: 3",
    "reserve:",
    "row1: left",
    "row1: top",
    "game: demeters-anguish",
    "takeback: 5",
    "periods: 3",
)
ENTRIES_TO_SLIP_IN = (
    "ec @1.2.3 flower G7",
    "ec @-1 flower G7",
    "DMO @1 pass",
    "ec: pass",
    "ec pass",
    "dmo agree",
    "ec flower G7 / rock G7",
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


def test_many_damaged_records_are_none_and_many_still_are():
    no_records = sum(trial.judged(chunk).no_records_of_damaged for chunk in trial.chunks)
    assert RECORDS * 0.2 < no_records < RECORDS * 0.8


# ------------------------------------------------------------------------------- words at random

VERBS = ("flower", "rock", "pass", "agree", "Demeter:", "hades")
OTHER_WORDS = ("on", "I", ":", "and", "G7", "G6", "F9", "G7G6", "/", "/ rock", "/ pass", "flower")
RARE_WORDS = ("first", "ec", "me", "concede", "U", "i", "s", "H8", "P1", "A0", "agree", "I:")


def jumble(dice: random.Random) -> str:
    """A few words of the game and cells, as nobody would type them but may."""
    words = [dice.choice(VERBS)] if dice.random() < 0.8 else []
    words += dice.choices(OTHER_WORDS * 3 + RARE_WORDS, k=dice.randint(1, 4))
    gaps = dice.choices([" ", " ", " ", " ", " / ", "/", ",", "-", ":"], k=len(words))
    return "".join(word + gap for word, gap in zip(words, gaps, strict=True))


@pytest.mark.parametrize("before", [[], ["ec flower H8", "dmo flower H8", "ec rock B2"]])
def test_both_referees_understand_words_at_random_alike(before):
    dice = random.Random(len(before))
    headers = ["game: demeters-anguish", "first: ec", ""]
    accepted = 0
    for _ in range(RECORDS):
        text = "\n".join([*headers, *before, f"dmo {jumble(dice)}"])
        real = real_judgement(text)
        assert [real] == list(plain_judgements(referee, text)), text
        accepted += real[-2]["verdict"] == "accepted"
    assert accepted > RECORDS // 200
