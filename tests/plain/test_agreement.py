"""Both referees of every game agree on random records, object for object, whole and damaged."""

import os
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
    Judged,
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
"""How many of each game are put to both referees, if not as many as is usual for it."""
MOST_RECORDS = 3_000
"""How many are looked through for what has not occurred by then."""

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
        *("off-board", "not-yours", "not-straight", "friend-there"),
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
RARE = {"enemy-between"}
"""What random play seldom comes to; the games' own tests hold it."""
RULINGS = {"conceded", "awarded", "aborted"}

every_game = pytest.mark.parametrize("game", GAMES)


@dataclass
class Seen:
    """What came of the random records of a game."""

    disagreement: str = ""
    occurred: set[str] = field(default_factory=set)
    records: int = 0
    no_records: int = 0

    def missing(self, game: str) -> set[str]:
        """What has not occurred."""
        return expected(game) - self.occurred


def damaged_record(game: str, seed: int, text: str) -> str:
    """A record with a small fault or two in its text."""
    dice, habits = Random(f"damaged {game} {seed}"), HABITS[game]
    players = (f"{dice.choice(('ec', 'dmo', 'DMO', 'ec @1.2.3'))} {text}" for text in habits.texts)
    return damaged(text, dice, tuple(habits.bad_headers), tuple(players))


@cache
def judged(game: str) -> Seen:
    """The records of a game, put to both referees up to the first on which they differ.

    After as many as are usual, only those count in which something occurs for the first time.
    """
    seen, referee, usual = Seen(), REFEREES[game], RECORDS or HABITS[game].records
    for seed in range(usual if RECORDS else MOST_RECORDS):
        if seed >= usual and not seen.missing(game):
            break
        seen.records += seed < usual
        for text in texts_of(game, seed) if seed < usual else [random_record(game, seed)]:
            real = real_judgement(text)
            if seed >= usual and not occurring(real) & seen.missing(game):
                continue
            if disagreement(referee, text, real) is not None:
                seen.disagreement = f"seed {seed}\n{account_of(referee, text)}"
                return seen
            seen.occurred.update(occurring(real))
            seen.no_records += isinstance(real, str)
    return seen


def texts_of(game: str, seed: int) -> tuple[str, str]:
    """A random record, and one with faults in its text."""
    text = random_record(game, seed)
    return text, damaged_record(game, seed, text)


def occurring(real: Judged) -> set[str]:
    """The refusals of a record, `accepted`, and how it ends."""
    if isinstance(real, str):
        return set()
    result = real[-1]["result"]
    return {
        *(one.get("code", "accepted") for one in real[:-1]),
        result["reason"] if result else "not over",
    }


def expected(game: str) -> set[str]:
    """All that can occur in a game."""
    reasons = {reason.value for reason in GAMES[game].reasons}
    return CODES_OF_ALL | CODES[game] | reasons | RULINGS | {"not over"}


@every_game
def test_both_referees_agree_on_random_records(game: str):
    assert judged(game).disagreement == ""


@every_game
def test_every_refusal_and_every_end_occurs_and_no_other(game: str):
    assert judged(game).occurred - RARE == expected(game)


@every_game
def test_many_damaged_records_are_none_and_many_still_are(game: str):
    seen = judged(game)
    assert seen.records * 0.1 < seen.no_records < seen.records * 0.8


@pytest.mark.parametrize("name", REFEREES)
def test_an_empty_file_is_no_record(name: str):
    assert real_judgement("") == "no record: line 1"
    assert [*plain_judgements(REFEREES[name], "")] == ["no record: line 1"]
