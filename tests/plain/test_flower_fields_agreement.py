"""Both referees of both Flower Fields agree on random match records, object for object."""

import functools
import os

import pytest

from tests.plain.agreement import OTHER_CODES, PEOPLES_CODES, SIDES, Trial, damaged
from tests.plain.flower_field_words import DOUBTING, PLAIN
from tests.plain.flower_fields import doubting_referee, plain_referee
from tests.plain.random_flower_fields import random_doubting_record, random_plain_record

CHUNKS = 10
# The variable can only raise the number: with fewer records, not everything would occur.
RECORDS = max(260, int(os.environ.get("DEALER_RANDOM_RECORDS", "0")))

CODES = PEOPLES_CODES | {
    "off-board",
    "occupied",
    "not-beside",
    "not-a-field",
    "same-field",
    "too-many-unseen",
    "no-planting",
    "old-flowers",
    "committed",
    "not-committed",
    "nothing-to-doubt",
}
PLAYERS_CODES = {DOUBTING: CODES | {"accept-or-doubt"}, PLAIN: CODES}
REASONS = {"no-lives", "full-board", "out-of-time", "conceded", "awarded", "aborted"}
CLOCK = ("choice", "turn", "period", "flag", "challenge turn", "challenge period", "challenge flag")
LIMITS = {DOUBTING: ("setup", *CLOCK), PLAIN: CLOCK}
HAPPENINGS_OF_BOTH = (
    "phase choice",
    "phase turn",
    "phase final",
    "1 flowers planted",
    "2 flowers planted",
    "0 explosions",
    "visible, true",
    "visible, not true",
    "give up",
    "on the full board, true",
    "on the full board, not true",
    "on the full board, give up",
    "on the full board, pass",
    "full board, equal",
    "full board, more lives",
)
HAPPENINGS = {
    DOUBTING: (
        *HAPPENINGS_OF_BOTH,
        "phase hiding",
        "hidden by both",
        "1 explosions",
        "2 explosions",
        "with unseen cells, true",
        "with unseen cells, not true",
        "accepted",
        "accepted as the last hope",
        "out of time as the last hope",
        *(
            f"doubted, {truth}{hope}"
            for truth in ("true", "not true")
            for hope in ("", ", as the last hope")
        ),
    ),
    PLAIN: HAPPENINGS_OF_BOTH,
}

HEADERS_TO_SLIP_IN = (
    "turn: -1",
    "turn: 5.",
    "Turn: 60",
    "extra: 1e3",
    "extra:",
    "extra: 0",
    "periods: 2.0",
    "periods: -1",
    "periods: 1",
    "period: 0",
    "period: 0.0",
    "period: 7",
    "lives: 0",
    "lives: 00",
    "lives: 2",
    "lives: -3",
    "lives: 1.0",
    "lives: many",
    "chain: on",
    "chain: On",
    "chain: yes",
    "setup: 10 s",
    "setup: 30",
    "reserve: 300",
    "row1: top",
    "row1: left",
)
ENTRIES_TO_SLIP_IN = (
    "ec @1.2.3 D5 red",
    "ec @-1 D5 red",
    "DMO @1 pass",
    "ec: pass",
    "ec D5 red, D3 red",
    "dmo challenge",
    "ec give up",
    "dmo hide C3R E5B",
    "dmo doubt",
)


def trial_of(referee, random_record) -> Trial:
    return Trial(
        referee,
        random_record,
        functools.partial(damaged, headers=HEADERS_TO_SLIP_IN, entries=ENTRIES_TO_SLIP_IN),
        chunks=CHUNKS,
        in_a_chunk=max(1, RECORDS // CHUNKS),
    )


TRIALS = {
    DOUBTING: trial_of(doubting_referee, random_doubting_record),
    PLAIN: trial_of(plain_referee, random_plain_record),
}
both_games = pytest.mark.parametrize("game", TRIALS)


def pairs_of(by_game) -> list[tuple[str, str]]:
    """Each game with each of what is listed for it."""
    return [(game, one) for game in TRIALS for one in sorted(by_game[game])]


@both_games
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_referees_agree_on_random_records(game, chunk):
    disagreements = TRIALS[game].judged(chunk).disagreements
    assert disagreements == [], TRIALS[game].account_of(disagreements[0])


@both_games
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_referees_agree_on_damaged_records(game, chunk):
    disagreements = TRIALS[game].judged(chunk).disagreements_on_damaged
    assert disagreements == [], TRIALS[game].account_of(disagreements[0])


@both_games
def test_every_code_occurs_and_no_other(game):
    assert set(TRIALS[game].total("codes")) == PLAYERS_CODES[game] | OTHER_CODES | {"accepted"}


@both_games
def test_half_of_the_illegal_tries_break_exactly_one_rule(game):
    tries, single_faults = TRIALS[game].total("tries"), TRIALS[game].total("single_faults")
    assert sum(tries.values()) > RECORDS
    assert sum(single_faults.values()) * 2 >= sum(tries.values())


@pytest.mark.parametrize(
    ("game", "code"),
    pairs_of({game: codes - {"not-a-submission"} for game, codes in PLAYERS_CODES.items()}),
)
def test_every_rule_is_broken_alone(game, code):
    assert TRIALS[game].total("single_faults")[code] > 0


@pytest.mark.parametrize(("game", "reason"), pairs_of(dict.fromkeys(TRIALS, REASONS)))
def test_every_way_to_end_occurs(game, reason):
    assert TRIALS[game].total("reasons")[reason] > 0


@both_games
def test_no_match_ends_in_another_way(game):
    assert set(TRIALS[game].total("reasons")) == REASONS | {"not over"}


@pytest.mark.parametrize(("game", "happening"), pairs_of(HAPPENINGS))
def test_every_row_of_the_table_of_challenges_occurs_and_all_else(game, happening):
    assert TRIALS[game].total("seen")[happening] > 0


@pytest.mark.parametrize(("game", "limit"), pairs_of(LIMITS))
@pytest.mark.parametrize("side", SIDES)
def test_every_limit_of_the_clock_is_hit(game, limit, side):
    assert TRIALS[game].total("limits_hit")[f"{limit} {side}"] > 0


@both_games
def test_many_damaged_records_are_none_and_many_still_are(game):
    no_records = sum(TRIALS[game].judged(chunk).no_records_of_damaged for chunk in range(CHUNKS))
    assert RECORDS * 0.1 < no_records < RECORDS * 0.8
