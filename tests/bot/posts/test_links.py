"""Posts lead to each other: to the turn's post, to the first board, to the latest one."""

import pytest

from bot.posts.compose import Composer, composer_of
from bot.posts.links import Links
from bot.posts.post import NOWHERE, Origin, Urgency
from bot.texts.language import Language, speaking
from engine.game import Outcome, Reason
from engine.matches.entries import Cause, CauseKind
from engine.matches.match import Step
from engine.matches.notices import Ended
from engine.seats import Seat
from tests.bot.cards import card_of
from tests.bot.fake_clock import BEGAN_MS, snowflake
from tests.bot.live_rooms import POSTED_MS, SECOND, Rooms
from tests.engine.playing import begun

FIRST, TURN = "https://discord.com/channels/1/2/3", "https://discord.com/channels/1/2/4"
LINKS = Links(FIRST, TURN)
TURNS_POST = f"\n-# [The turn's post](<{TURN}>)"


def composer() -> Composer:
    return composer_of(card_of(), links=LINKS)


def test_a_result_leads_to_the_first_board_below_all_else():
    ended = Ended(Outcome(Seat.EC, Reason.CONCEDED), Cause(CauseKind.ACTION, Seat.DMO))
    (result, *_) = composer().posts(Step(begun(card_of().game), (ended,)), NOWHERE)
    assert result.content.endswith(f"`/match undo`.\n-# [The first board](<{FIRST}>)")


def test_what_is_said_within_a_turn_leads_to_its_post():
    match = begun(card_of().game)
    said = composer().called(match), composer().stale(Origin(1, to=Seat.EC))
    assert all(each.content.endswith(TURNS_POST) for each in said)


@pytest.mark.parametrize("language", Language)
def test_a_link_is_in_the_language_that_is_spoken(language: Language):
    with speaking(language):
        called = composer().called(begun(card_of().game))
    assert f"](<{TURN}>)" in called.content
    assert ("The turn's post" in called.content) == (language is Language.EN)


def test_where_no_post_is_known_to_stand_there_is_no_link():
    match = begun(card_of().game)
    assert "](<" not in composer_of(card_of()).called(match).content


async def test_reminders_lead_to_the_turns_post_but_for_the_last_seconds(deal: Rooms):
    room = await deal(turn="60", reserve="0")
    room.told()
    for seconds in (30, 55):
        await room.wakes(POSTED_MS + seconds * SECOND)
    warning, last = room.told()
    stands = room.card.link(snowflake(BEGAN_MS + POSTED_MS, 1))
    assert warning.content.endswith(f"\n-# [The turn's post](<{stands}>)")
    assert last.urgency is Urgency.LAST_WARNING
    assert "](<" not in last.content


async def test_a_live_match_knows_its_first_board_and_the_turns(deal: Rooms):
    room = await deal(takeback="0")
    first = room.card.link(snowflake(BEGAN_MS + POSTED_MS, 1))
    assert room.runner.live.links == Links(first, first)
    await room.typed(Seat.EC, "E6 E7", 10 * SECOND)
    assert room.runner.live.links == Links(first, "")
    (opening,) = [each for each in room.sent if each.opens]
    await room.stands(opening.sequence, 11 * SECOND)
    turn = room.card.link(snowflake(BEGAN_MS + 11 * SECOND, opening.sequence))
    assert room.runner.live.links == Links(first, turn)
