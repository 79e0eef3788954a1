"""Who types nearly a submission in the room is told how one is typed, once in 20 seconds."""

import pytest

from bot.live.decide import HINT_EVERY_MS
from bot.texts import common as words
from engine.games import GAMES
from engine.games.compass_collisions.rules import CompassCollisions
from tests.bot.halls import SECOND, Halls, held
from tests.bot.support import DMO, EC, card_of, composer_of
from tests.fuzz.grounds import grounds_of

NEARLY = "E6 and then E7"


async def test_a_near_miss_is_answered_with_how_it_is_typed_and_changes_nothing(deal: Halls):
    hall = await deal(takeback="0")
    before = hall.match
    message = await hall.typed(EC, NEARLY, 10 * SECOND)
    (reply,) = hall.told()
    assert reply.reply_to == message
    assert "`E6 E7`" in reply.content
    assert hall.match == before
    assert "posted" in hall.log[-1]


async def test_each_player_is_told_once_in_20_seconds_by_the_messages_own_times(deal: Halls):
    hall = await deal()
    told = []
    for at_ms in (10_000, 11_000, 29_999, 10_000 + HINT_EVERY_MS, 49_999, 50_000):
        message = await hall.typed(EC, NEARLY, at_ms)
        told += [at_ms for post in hall.told() if post.reply_to == message]
    assert told == [10_000, 30_000, 50_000]


async def test_what_was_answered_is_not_answered_anew_after_a_restart(deal: Halls):
    hall = await deal()
    await hall.typed(EC, NEARLY, 10 * SECOND)
    await hall.restart(20 * SECOND, 30 * SECOND)
    hall.told()
    await hall.typed(EC, NEARLY, 10 * SECOND)
    assert hall.told() == []


@pytest.mark.parametrize("text", ["resign", "I give up", "I resign.", "I'll surrender!", "forfeit"])
async def test_another_word_for_conceding_is_answered_with_the_right_one(deal: Halls, text: str):
    hall = await deal()
    await hall.typed(EC, text, 10 * SECOND)
    assert [post.content for post in hall.told()] == [words.HOW_TO_CONCEDE]
    assert hall.match.result is None


@pytest.mark.parametrize(
    ("seat", "text"),
    [
        (DMO, NEARLY),
        (DMO, "resign"),
        (EC, f"{NEARLY}?"),
        (EC, "I think E5 is lost"),
        (EC, "pass the salt"),
        (EC, "well E6 and then maybe E7 or so I"),
    ],
)
async def test_conversation_stays_unanswered(deal: Halls, seat, text: str):
    hall = await deal()
    await hall.typed(seat, text, 10 * SECOND)
    assert hall.told() == []


async def test_while_paused_nobody_is_told(deal: Halls):
    hall = await deal()
    await hall.ruled("pause", 5 * SECOND)
    hall.told()
    await hall.typed(EC, NEARLY, 10 * SECOND)
    await hall.typed(EC, "resign", 11 * SECOND)
    assert hall.told() == []


async def test_an_edit_into_a_near_miss_is_answered_too(deal: Halls):
    hall, message = await held(deal)
    await hall.edited(message, NEARLY, 11 * SECOND)
    taken_back, reply = hall.told()
    assert "takes the move back" in taken_back.content
    assert reply.reply_to == message


async def test_in_a_phase_of_secrets_the_player_is_sent_to_where_they_are_told(deal: Halls):
    hall = await deal(CompassCollisions)
    await hall.typed(EC, "take E5 first ok", 10 * SECOND)
    (reply,) = hall.told()
    assert "direct message" in reply.content
    assert "`layout" in reply.content


async def test_in_private_the_notation_is_told_as_ever(deal: Halls):
    hall = await deal(CompassCollisions)
    for at_ms in (10 * SECOND, 11 * SECOND):
        await hall.whispers(EC, "take E5 ok", at_ms)
        (reply,) = hall.told()
        assert reply.to is EC


@pytest.mark.parametrize("name", GAMES)
def test_every_phase_says_how_it_is_typed(name: str):
    for ground in grounds_of(name):
        match = ground.match
        if match.to_act:
            notation = composer_of(card_of(match.game)).words.notation(match.view(None))
            assert "`" in notation
