"""The work between a claim and the post about it is the same whether the claim is true or a bluff.

Counted, not timed: every call of the rules, the words and the pictures, by what is called.
"""

from collections import Counter
from typing import Any

import pytest

from bot.posts.boards import described_pictures
from bot.posts.compose import Composer
from bot.values.post import Origin
from engine.games.flower_fields.rules import DoubtingFlowerField
from engine.matches.match import Match, Transition
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.playing import begun, played, tried
from tests.helpers.counting import calls_of
from tests.helpers.rooms.cards import card_of

CLAIM = "challenge C4 D4 E4 D5 / C4 D4 D5 D3"
# Its flower at D3 is seen by nobody; in the first way it is red, as is claimed.
HIDDEN = ("hide E4 red, D3 red", "hide E4 red, D3 blue", "hide E4 red, A7 red")


def before_the_claim(hider: Seat, hidden: str, lives: int = 3) -> Match:
    match = begun(DoubtingFlowerField(lives=lives), by_posts=True)
    return played(
        match,
        "dealer @1 posted",
        f"{hider.opponent} @2 hide A1 red, G7 blue",
        f"{hider} @3 {hidden}",
        "dealer @4 posted",
        f"dmo @5 {'first them' if hider is Seat.DMO else 'first me'}",
        "dealer @6 posted",
        f"{hider.opponent} @7 D5 red, C4 red",
        "dealer @8 posted",
    )


def post(match: Match, line: str) -> tuple[Transition, Any, Any]:
    """Return the room's posts about an action, and the picture."""
    card = card_of(match.game)
    step = tried(match, line)
    posts = Composer(card).posts(step, Origin(7))
    return step, posts, described_pictures(step.match, PUBLIC, card.names)


@pytest.mark.parametrize("hider", SEATS)
@pytest.mark.parametrize("lives", [1, 3])
def test_the_work_for_the_post_after_a_claim_does_not_depend_on_its_truth(hider: Seat, lives: int):
    line = f"{hider} @9 {CLAIM}"
    matches = [before_the_claim(hider, hidden, lives) for hidden in HIDDEN]
    # Caches are filled beforehand.
    answers = [post(match, line)[1:] for match in matches]
    assert answers[0] == answers[1] == answers[2]
    true, bluff, elsewhere = [calls_of(lambda match=match: post(match, line)) for match in matches]
    assert sum(true.values()) > 1_000
    assert true - bluff == bluff - true == Counter()
    assert true - elsewhere == elsewhere - true == Counter()


@pytest.mark.parametrize("hider", SEATS)
def test_work_that_depended_on_a_claims_truth_would_be_noticed(hider: Seat):
    true, bluff = [
        played(before_the_claim(hider, hidden), f"{hider} @9 {CLAIM}", "dealer @10 posted")
        for hidden in HIDDEN[:2]
    ]
    doubt = f"{hider.opponent} @11 doubt"
    for match in (true, bluff):
        post(match, doubt)
    assert calls_of(lambda: post(true, doubt)) != calls_of(lambda: post(bluff, doubt))
