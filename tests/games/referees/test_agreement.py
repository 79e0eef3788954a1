"""Both referees of every game agree on random records, object for object, whole and damaged."""

import os
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from engine.game import NOTHING_HELD
from engine.games import GAMES
from engine.kinds.grid_game import WordGame
from engine.options import option_kinds
from engine.records.record import write_record
from tests.games.common.samples import samples_of, usual_game
from tests.games.referees.agreement import (
    Judged,
    account_of,
    damaged,
    disagreement,
    plain_judgements,
    real_judgement,
    referee_of,
)
from tests.games.referees.drawn.decorations import disguised
from tests.games.referees.drawn.random_options import bad_headers
from tests.games.referees.drawn.random_records import random_record
from tests.helpers.games.game_sources import codes_of

RECORDS = int(os.environ.get("DEALER_RANDOM_RECORDS", "0"))
"""Number of random records of each game for both referees, if not the usual number."""
FEW, MANY = 3, 60
STORED = Path(__file__).parent / "records"
"""Records in which between them all that can occur in a game does, one file for each game."""
BETWEEN = "# next record\n"

CODES_OF_ALL = {
    *("accepted", "match-over", "not-a-submission", "paused", "not-your-turn", "malformed"),
    *("not-paused", "nothing-to-undo", "no-lot-due"),
}
TAKE_BACK_CODES = {"move-held", "too-late"}
"""A match's refusals if moves may be taken back."""
RULINGS = {"conceded", "awarded", "aborted"}

LOT_CODES = {"wrong-lot"}
"""Why the Dealer's own lines are refused, which are no part of what a record is judged by."""

every_game = pytest.mark.parametrize("game", GAMES)


def stored_records(game: str) -> list[str]:
    """Return the records of a game that are kept."""
    return (STORED / f"{game}.txt").read_text().split(BETWEEN)


def damaged_record(game: str, seed: int, text: str) -> str:
    """Return a record with a small fault or two in its text."""
    dice, texts = Random(f"damaged {game} {seed}"), samples_of(game).texts
    players = (
        f"{dice.choice(('ec', 'dmo', 'DMO', 'ec @1.2.3'))} {other_text}" for other_text in texts
    )
    return damaged(text, dice, bad_headers(dice), tuple(players))


def judge_twice(game: str, text: str) -> Judged:
    """Return the referee's verdicts on a record, if the second one agrees."""
    real, referee = real_judgement(text), referee_of(game)
    if disagreement(referee, text, real) is not None:
        pytest.fail(account_of(referee, text))
    return real


def occurring(real: Judged) -> set[str]:
    """Return the refusals of a record, `accepted`, and how it ends."""
    if isinstance(real, str):
        return set()
    result = real[-1]["result"]
    return {
        *(line.get("code", "accepted") for line in real[:-1]),
        result["reason"] if result else "not over",
    }


def expected(game: str) -> set[str]:
    """Return all that can occur in a game."""
    kind = GAMES[game]
    codes = codes_of(kind) - LOT_CODES
    if "takeback" in option_kinds(kind):
        codes |= TAKE_BACK_CODES
    else:
        codes -= {NOTHING_HELD.code}
    if not issubclass(kind, WordGame):
        codes |= {"off-board"}
    if kind().starting_reserve is None:
        codes |= {"no-reserve"}
    reasons = {reason.code for reason in kind.reasons}
    return (CODES_OF_ALL | codes | reasons | RULINGS | {"not over"}) - samples_of(game).rare


@every_game
def test_both_referees_agree_on_records_in_which_every_refusal_and_every_end_occurs(game: str):
    occurred = [occurring(judge_twice(game, text)) for text in stored_records(game)]
    assert set().union(*occurred) - samples_of(game).rare == expected(game)


@pytest.mark.parametrize(
    "count",
    [
        pytest.param(RECORDS or FEW, id="few"),
        pytest.param(MANY, id="many", marks=pytest.mark.exhaustive),
    ],
)
@every_game
def test_both_referees_agree_on_random_records(game: str, count: int):
    for seed in range(count):
        text = random_record(game, seed)
        codes = occurring(judge_twice(game, text)) | occurring(
            judge_twice(game, damaged_record(game, seed, text))
        )
        assert codes - samples_of(game).rare <= expected(game), seed


@every_game
def test_both_referees_tell_what_counts_from_talk_whatever_sign_is_in_it(game: str):
    """In a pause all that counts is refused in one way, and whatever does not in another."""
    rules = usual_game(game)
    texts = [text for text in disguised(rules.examples) if text == text.strip().lstrip("@")]
    record = "\n".join(
        [f"{write_record(rules, {}, ())}host pause", *(f"ec {text}" for text in texts)]
    )
    _, *verdicts, _ = real_judgement(record)
    _, *others, _ = next(plain_judgements(referee_of(game), record))
    judged = zip(texts, verdicts, others, strict=True)
    assert [ascii(text) for text, verdict, other in judged if verdict != other] == []
    codes = Counter(verdict["code"] for verdict in verdicts)
    assert codes.keys() == {"paused", "not-a-submission"}
    assert min(codes.values()) > len(texts) / 5


def test_many_damaged_records_are_none_and_many_still_are():
    texts = [
        damaged_record(game, number, text)
        for game in GAMES
        for number, text in enumerate(stored_records(game))
    ]
    no_records = sum(isinstance(real_judgement(text), str) for text in texts)
    assert 0.1 < no_records / len(texts) < 0.8


@every_game
def test_an_empty_file_is_no_record(game: str):
    assert real_judgement("") == "no record: line 1"
    assert [*plain_judgements(referee_of(game), "")] == ["no record: line 1"]
