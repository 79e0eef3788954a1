"""Both referees of every game agree on random records, object for object, whole and damaged."""

import os
from dataclasses import dataclass, field
from functools import cache
from random import Random

import pytest

from engine.game import Game
from engine.games import GAMES
from tests.engine.samples import samples_of
from tests.game_sources import codes_of
from tests.plain.agreement import (
    Judged,
    account_of,
    damaged,
    disagreement,
    plain_judgements,
    real_judgement,
    referee_of,
)
from tests.plain.random_options import bad_headers
from tests.plain.random_records import random_record

RECORDS = int(os.environ.get("DEALER_RANDOM_RECORDS", "0"))
"""How many of each game are put to both referees, if not as many as is usual for it."""
DAMAGED = 30
"""How many damaged records of each game are looked at, to see how much is still read."""
MOST_RECORDS = 3_000
"""How many are looked through for what has not occurred by then."""

CODES_OF_ALL = {
    *("accepted", "match-over", "not-a-submission", "paused", "not-your-turn", "malformed"),
    *("off-board", "not-paused", "nothing-to-undo", "no-lot-due"),
}
TAKE_BACK_CODES = {"move-held", "too-late"}
"""What a match refuses where moves may be taken back."""
RULINGS = {"conceded", "awarded", "aborted"}

LOT_CODES = {"wrong-lot"}
"""Why the Dealer's own lines are refused, which are no part of what a record is judged by."""

every_game = pytest.mark.parametrize("game", GAMES)


@dataclass
class Seen:
    """What came of the random records of a game."""

    disagreement: str = ""
    occurred: set[str] = field(default_factory=set)

    def missing(self, game: str) -> set[str]:
        """What has not occurred."""
        return expected(game) - self.occurred

    def judge(self, game: str, seed: int, text: str, real: Judged) -> None:
        """Put a judged text to the second referee, unless the two differ already."""
        referee = referee_of(game)
        if self.disagreement:
            return
        if disagreement(referee, text, real) is not None:
            self.disagreement = f"seed {seed}\n{account_of(referee, text)}"
        self.occurred.update(occurring(real))


def damaged_record(game: str, seed: int, text: str) -> str:
    """A record with a small fault or two in its text."""
    dice, texts = Random(f"damaged {game} {seed}"), samples_of(game).texts
    players = (f"{dice.choice(('ec', 'dmo', 'DMO', 'ec @1.2.3'))} {each}" for each in texts)
    return damaged(text, dice, bad_headers(dice), tuple(players))


@cache
def judged(game: str) -> Seen:
    """The records of a game, put to both referees up to the first on which they differ.

    After as many as are usual, only those count in which something occurs for the first time.
    """
    seen, samples = Seen(), samples_of(game)
    for seed in range(RECORDS or samples.records):
        text = random_record(game, seed)
        seen.judge(game, seed, text, real_judgement(text))
        text = damaged_record(game, seed, text)
        seen.judge(game, seed, text, real_judgement(text))
    looked_through = () if RECORDS else (*samples.telling, *range(samples.records, MOST_RECORDS))
    for seed in looked_through:
        if seen.disagreement or not seen.missing(game):
            break
        text = random_record(game, seed)
        real = real_judgement(text)
        if occurring(real) & seen.missing(game):
            seen.judge(game, seed, text, real)
    return seen


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
    kind = GAMES[game]
    codes = codes_of(kind) - {*LOT_CODES, *samples_of(game).rare}
    if kind.hold is not Game.hold:
        codes |= TAKE_BACK_CODES
    if kind().starting_reserve is None:
        codes |= {"no-reserve"}
    reasons = {reason.value for reason in kind.reasons}
    return CODES_OF_ALL | codes | reasons | RULINGS | {"not over"}


@every_game
def test_both_referees_agree_on_random_records(game: str):
    assert judged(game).disagreement == ""


@every_game
def test_every_refusal_and_every_end_occurs_and_no_other(game: str):
    assert judged(game).occurred - samples_of(game).rare == expected(game)


@every_game
def test_many_damaged_records_are_none_and_many_still_are(game: str):
    texts = (damaged_record(game, seed, random_record(game, seed)) for seed in range(DAMAGED))
    no_records = sum(isinstance(real_judgement(text), str) for text in texts)
    assert 0.1 < no_records / DAMAGED < 0.8


@every_game
def test_an_empty_file_is_no_record(game: str):
    assert real_judgement("") == "no record: line 1"
    assert [*plain_judgements(referee_of(game), "")] == ["no record: line 1"]
