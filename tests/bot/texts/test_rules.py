"""The rules in short, and the result: true of the match at hand, in whole sentences."""

import re

import pytest

from bot.posts.post import NOWHERE
from bot.texts import matches, texts_of
from engine.game import Outcome, Reason
from engine.games import GAMES
from engine.matches.entries import Cause, CauseKind
from engine.matches.match import Match, Step
from engine.matches.notices import Ended
from engine.seats import Seat
from tests.bot.cards import DMO, EC, card_of, composer_of
from tests.engine.playing import begun

CHOOSES = re.compile(r"\b(DMO|Bob\*\*) (chooses|names|says|decides|may choose)\b")
LEFT_OPEN = {
    "demeters-anguish": "then the DMO names who begins",
    "deep-sea-voyage": "The DMO chooses a side",
}


def start_post(name: str, first: Seat | None) -> str:
    """The first post of a match."""
    game = GAMES[name](first=first)
    (post,) = composer_of(card_of(game)).posts(Match.begin(game), NOWHERE)
    return post.content


@pytest.mark.parametrize("first", Seat)
@pytest.mark.parametrize("name", [each for each in GAMES if each != "compass-collisions"])
def test_no_start_post_says_that_the_dmo_chooses_what_the_host_has_fixed(name: str, first: Seat):
    assert not CHOOSES.search(start_post(name, first))


@pytest.mark.parametrize("first", Seat)
def test_the_privilege_that_is_left_to_the_dmo_says_that_who_moves_first_is_fixed(first: Seat):
    # In Compass Collisions there is still something to choose.
    assert "who moves first is fixed already" in start_post("compass-collisions", first)


@pytest.mark.parametrize(("name", "said"), LEFT_OPEN.items())
def test_the_rules_of_a_match_say_who_chooses_or_what_is_fixed(name: str, said: str):
    kind, card = GAMES[name], texts_of(GAMES[name])
    assert said in card.rules_of(kind())
    assert "unless the host has" not in card.rules_of(kind())
    assert "unless the host has" in card.rules
    for first in Seat:
        fixed = card.rules_of(kind(first=first))
        assert said not in fixed
        assert re.search(rf"\b{first.upper()} (begins|plays the Empire)\b", fixed)


@pytest.mark.parametrize("reason", Reason)
@pytest.mark.parametrize("winner", [EC, DMO])
def test_the_reason_of_a_result_is_a_sentence_with_a_capital(reason: Reason, winner: Seat):
    outcome = Outcome(None if reason is Reason.ABORTED else winner, reason)
    match = begun(card_of().game)
    step = Step(match, (Ended(outcome, Cause(CauseKind.ACTION, winner)),))
    (post,) = composer_of().posts(step, NOWHERE)
    result = post.content.splitlines()[-1].removeprefix("🏁 ")
    for sentence in re.split(r"(?<=[.!]) ", result):
        assert sentence.lstrip("*")[0].isupper()
        assert sentence[-1] in ".!"


def test_no_reason_is_missing():
    assert {*matches.REASONS} == {*Reason} - {Reason.ABORTED}
