"""Who types nearly a submission in the room is told how one is typed, once in 20 seconds."""

import pytest

from bot.live.hearing import HINT_EVERY_MS
from bot.texts import submissions
from engine.games import GAMES
from engine.games.compass_collisions.rules import CompassCollisions
from engine.games.flower_fields.rules import DoubtingFlowerField
from tests.bot.cards import DMO, EC, card_of, composer_of
from tests.bot.live_rooms import SECOND, Rooms, held
from tests.fuzz.grounds import grounds_of

NEARLY = "E6 and then E7"


async def test_a_near_miss_is_answered_with_how_it_is_typed_and_changes_nothing(deal: Rooms):
    room = await deal(takeback="0")
    before = room.match
    message = await room.typed(EC, NEARLY, 10 * SECOND)
    (reply,) = room.told()
    assert reply.reply_to == message
    assert "`E6 E7`" in reply.content
    assert room.match == before
    assert "posted" in room.log[-1]


@pytest.mark.parametrize("text", ["e 6 e 7", "i play E6 E7 please", "E6xE7", "7E E6 lol"])
async def test_where_a_near_miss_means_one_thing_it_is_named(deal: Rooms, text: str):
    room = await deal()
    await room.typed(EC, text, 10 * SECOND)
    (reply,) = room.told()
    assert "Did you mean `E" in reply.content
    assert room.match.held is None


async def test_a_secret_that_is_mistyped_in_the_room_is_not_repeated_there(deal: Rooms):
    room = await deal(DoubtingFlowerField)
    await room.typed(EC, "hide B3 redd, G6 blue", 10 * SECOND)
    (reply,) = room.told()
    assert "direct message" in reply.content
    assert "B3" not in reply.content


async def test_a_secret_that_is_mistyped_in_private_is_named_there(deal: Rooms):
    room = await deal(DoubtingFlowerField)
    for at_ms in (10 * SECOND, 11 * SECOND):
        await room.whispers(EC, "hide B3 redd, G6 blue", at_ms)
        (reply,) = room.told()
        assert reply.to is EC
        assert "Did you mean `hide B3 red, G6 blue`?" in reply.content


async def test_each_player_is_told_once_in_20_seconds_by_the_messages_own_times(deal: Rooms):
    room = await deal()
    told = []
    for at_ms in (10_000, 11_000, 29_999, 10_000 + HINT_EVERY_MS, 49_999, 50_000):
        message = await room.typed(EC, NEARLY, at_ms)
        told += [at_ms for post in room.told() if post.reply_to == message]
    assert told == [10_000, 30_000, 50_000]


async def test_what_was_answered_is_not_answered_anew_after_a_restart(deal: Rooms):
    room = await deal()
    await room.typed(EC, NEARLY, 10 * SECOND)
    await room.restart(20 * SECOND, 30 * SECOND)
    room.told()
    await room.typed(EC, NEARLY, 10 * SECOND)
    assert room.told() == []


@pytest.mark.parametrize("text", ["resign", "I give up", "I resign.", "I'll surrender!", "forfeit"])
async def test_another_word_for_conceding_is_answered_with_the_right_one(deal: Rooms, text: str):
    room = await deal()
    await room.typed(EC, text, 10 * SECOND)
    assert [post.content for post in room.told()] == [submissions.HOW_TO_CONCEDE()]
    assert room.match.result is None


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
async def test_conversation_stays_unanswered(deal: Rooms, seat, text: str):
    room = await deal()
    await room.typed(seat, text, 10 * SECOND)
    assert room.told() == []


async def test_while_paused_nobody_is_told(deal: Rooms):
    room = await deal()
    await room.ruled("pause", 5 * SECOND)
    room.told()
    await room.typed(EC, NEARLY, 10 * SECOND)
    await room.typed(EC, "resign", 11 * SECOND)
    assert room.told() == []


async def test_an_edit_into_a_near_miss_is_answered_too(deal: Rooms):
    room, message = await held(deal)
    await room.edited(message, NEARLY, 11 * SECOND)
    taken_back, reply = room.told()
    assert "takes the move back" in taken_back.content
    assert reply.reply_to == message


async def test_in_a_phase_of_secrets_the_player_is_sent_to_where_they_are_told(deal: Rooms):
    room = await deal(CompassCollisions)
    await room.typed(EC, "take E5 first ok", 10 * SECOND)
    (reply,) = room.told()
    assert "direct message" in reply.content
    assert "`layout" in reply.content


async def test_in_private_the_notation_is_told_as_ever(deal: Rooms):
    room = await deal(CompassCollisions)
    for at_ms in (10 * SECOND, 11 * SECOND):
        await room.whispers(EC, "take E5 ok", at_ms)
        (reply,) = room.told()
        assert reply.to is EC


@pytest.mark.parametrize("name", GAMES)
def test_every_phase_says_how_it_is_typed(name: str):
    for ground in grounds_of(name):
        match = ground.match
        if match.to_act:
            notation = composer_of(card_of(match.game)).texts.notation(match.view(None))
            assert "`" in notation
