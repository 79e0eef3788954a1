"""Both referees of every game agree on random records, object for object, whole and damaged."""

import os
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from random import Random

import pytest

from engine.games import GAMES
from tests.plain import (
    compass_collisions,
    deep_sea_voyage,
    demeters_anguish,
    fire_and_ice,
    flower_fields,
)
from tests.plain.agreement import (
    PlainReferee,
    account_of,
    damaged,
    disagreement,
    plain_judgements,
    real_judgement,
)
from tests.plain.habits import HABITS
from tests.plain.random_records import random_record

REFEREES: dict[str, PlainReferee] = {
    "fire-and-ice": fire_and_ice.referee,
    "compass-collisions": compass_collisions.referee,
    "demeters-anguish": demeters_anguish.referee,
    "deep-sea-voyage": deep_sea_voyage.referee,
    "doubting-flower-field": flower_fields.doubting_referee,
    "flower-field": flower_fields.plain_referee,
}
RECORDS = int(os.environ.get("DEALER_RANDOM_RECORDS", "0"))
"""How many of each game, if not as many as it takes until everything has occurred."""

CODES_OF_ALL = {
    *("accepted", "match-over", "not-a-submission", "paused", "not-your-turn", "malformed"),
    *("wrong-phase", "not-paused", "nothing-to-undo", "no-lot-due"),
}
FLOWER_CODES = {
    *("off-board", "occupied", "not-beside", "not-a-field", "same-field", "too-many-unseen"),
    *("no-planting", "old-flowers", "committed", "not-committed", "nothing-to-doubt"),
}
CODES = {
    "fire-and-ice": {
        *("nothing-held", "move-held", "too-late", "off-board", "not-adjacent", "occupied"),
        *("not-connected", "colour-clash", "wrong-colour"),
    },
    "compass-collisions": {
        *("off-board", "not-yours", "not-straight", "enemy-between", "friend-there"),
        *("layout-rows", "wrong-count", "too-few", "missing-element", "already-chosen"),
        *("must-remove", "two-sets", "set-placed", "side-taken"),
    },
    "demeters-anguish": {
        *("already-agreed", "half-done", "off-board", "not-a-flower", "not-a-rock"),
        *("wrong-letter", "occupied", "piece-used", "touches-flower", "no-corner"),
    },
    "deep-sea-voyage": {
        *("no-reserve", "already-chosen", "already-ready", "board-closed", "board-taken"),
        *("locked", "off-board", "not-a-pentomino", "wrong-letter", "piece-used", "not-empty"),
        *("not-your-ship", "not-at-start", "not-straight", "blocked", "no-dropoff", "board-lost"),
    },
    "doubting-flower-field": FLOWER_CODES | {"accept-or-doubt"},
    "flower-field": FLOWER_CODES,
}
RULINGS = {"conceded", "awarded", "aborted"}

every_game = pytest.mark.parametrize("game", GAMES)


@dataclass
class Seen:
    """What came of the random records of a game."""

    disagreement: str = ""
    codes: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    records: int = 0
    no_records: int = 0


def damaged_record(game: str, seed: int) -> str:
    """A random record with a small fault or two in its text."""
    dice, habits = Random(f"damaged {game} {seed}"), HABITS[game]
    players = (f"{dice.choice(('ec', 'dmo', 'DMO', 'ec @1.2.3'))} {text}" for text in habits.texts)
    return damaged(random_record(game, seed), dice, tuple(habits.bad_headers), tuple(players))


@cache
def judged(game: str) -> Seen:
    """All the records of a game, put to both referees up to the first on which they differ."""
    seen, referee = Seen(), REFEREES[game]
    for seed in range(RECORDS or HABITS[game].records):
        seen.records += 1
        for text in (random_record(game, seed), damaged_record(game, seed)):
            real = real_judgement(text)
            if disagreement(referee, text, real) is not None:
                seen.disagreement = f"seed {seed}\n{account_of(referee, text)}"
                return seen
            if isinstance(real, str):
                seen.no_records += 1
                continue
            seen.codes.update(one.get("code", "accepted") for one in real[:-1])
            result = real[-1]["result"]
            seen.reasons[result["reason"] if result else "not over"] += 1
    return seen


@every_game
def test_both_referees_agree_on_random_records(game: str):
    assert judged(game).disagreement == ""


@every_game
def test_every_refusal_occurs_in_the_random_records_and_no_other(game: str):
    assert set(judged(game).codes) == CODES_OF_ALL | CODES[game]


@every_game
def test_every_end_occurs_in_the_random_records_and_no_other(game: str):
    reasons = {reason.value for reason in GAMES[game].reasons}
    assert set(judged(game).reasons) == reasons | RULINGS | {"not over"}


@every_game
def test_many_damaged_records_are_none_and_many_still_are(game: str):
    seen = judged(game)
    are_records = seen.reasons.total() - seen.records
    assert seen.records * 0.1 < seen.no_records
    assert seen.records * 0.2 < are_records


@pytest.mark.parametrize("name", REFEREES)
def test_an_empty_file_is_no_record(name: str):
    assert real_judgement("") == "no record: line 1"
    assert [*plain_judgements(REFEREES[name], "")] == ["no record: line 1"]
