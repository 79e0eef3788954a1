"""A player who types a hundred messages at once delays nobody and still gets an answer."""

from collections.abc import Awaitable, Callable

import pytest

from bot.live.values.acknowledgements import ANSWER_KEEPS_MS, Acknowledgements
from bot.live.values.events import Delivered
from bot.posts.post import Manner, Post, placed
from bot.texts.matches import HEARD
from tests.bot.cards import DMO, EC
from tests.bot.fake_clock import BEGAN_MS
from tests.bot.live_rooms import SECOND, Room, Rooms, held, message_id, typed

FLOOD = 60


def refused_at(at_ms: int) -> int:
    """DMO's message out of turn at an instant, refused."""
    return message_id(DMO, at_ms)


async def unanswered(deal: Rooms) -> Room:
    """A match whose posts arrive only when a test says so."""
    room = await deal()
    room.answers_stand = False
    return room


async def flood(room: Room) -> None:
    """DMO keeps typing out of turn."""
    await room.happen(*(typed(DMO, "E3 E2", 10 * SECOND + each) for each in range(FLOOD)))


async def stand(room: Room, at_ms: int) -> list[Post]:
    """Let the posts on their way arrive; return the posts that follow."""
    on_the_way = [each.sequence for each in room.sent]
    room.told()
    for sequence in on_the_way:
        await room.stands(sequence, at_ms)
    return room.posts


async def test_the_first_and_the_newest_message_of_a_flood_are_answered(deal: Rooms):
    room = await unanswered(deal)
    room.clock.ms = BEGAN_MS + 10 * SECOND
    await flood(room)
    (first,) = room.posts
    assert (first.reply_to, first.content) == (refused_at(10 * SECOND), "❌ It isn't your turn.")
    (newest,) = await stand(room, 11 * SECOND)
    assert newest.reply_to == refused_at(10 * SECOND + FLOOD - 1)
    assert newest.content == (
        "❌ It isn't your turn.\nThe 58 messages before it don't count either."
    )
    assert await stand(room, 12 * SECOND) == []
    assert (await room.stored()).sequence == 3


async def test_one_players_flood_costs_the_other_no_answer(deal: Rooms):
    room = await unanswered(deal)
    await flood(room)
    await room.typed(EC, "E4 E5", 11 * SECOND)
    await room.typed(EC, "E6 E7", 12 * SECOND)
    assert [each.acknowledges for each in room.posts] == [DMO, EC, EC]
    assert [each.acknowledgement and each.acknowledgement[1] for each in room.posts[1:]] == [
        Manner.REPLY,
        Manner.REACTION,
    ]


async def test_a_message_that_is_not_answered_within_seconds_is_never_answered(deal: Rooms):
    room = await unanswered(deal)
    room.clock.ms = BEGAN_MS + 10 * SECOND
    await flood(room)
    (first,) = room.posts
    assert first.expires_ms == room.clock.ms + ANSWER_KEEPS_MS
    room.clock.ms += ANSWER_KEEPS_MS + 1
    await room.happen(Delivered(room.sent[0].sequence, None, room.clock.ms))
    assert len(room.posts) == 1
    # Whatever became of the earlier ones, the next is answered at once.
    await room.typed(DMO, "E3 E2", 30 * SECOND)
    assert room.posts[-1].reply_to == refused_at(30 * SECOND)


async def test_every_private_message_gets_its_own_answer(deal: Rooms):
    room = await unanswered(deal)
    for each in range(3):
        await room.whispers(DMO, "E3 E2", 10 * SECOND + each)
    assert [(each.to, each.acknowledgement, each.expires_ms) for each in room.posts] == 3 * [
        (DMO, None, None)
    ]


async def moves_and_takes_back(room: Room, at_ms: int) -> None:
    await room.typed(EC, "E6 E7", at_ms)
    await room.typed(EC, "takeback", at_ms + 1)


async def edits(room: Room, at_ms: int) -> None:
    await room.edited(room.runner.live.held_message or 0, "E6 E7", at_ms)
    await room.edited(room.runner.live.held_message or 0, "D4 C4", at_ms + 1)


async def moves_and_deletes(room: Room, at_ms: int) -> None:
    await room.deleted(await room.typed(EC, "E6 E7", at_ms), at_ms + 1)


@pytest.mark.parametrize("does", [moves_and_takes_back, edits, moves_and_deletes])
async def test_a_flood_of_changed_moves_fills_no_room_and_does_not_outlast_the_turn(
    deal: Rooms, does: Callable[[Room, int], Awaitable[None]]
):
    room, _ = await held(deal, takeback="5")
    room.answers_stand = False
    if does is not edits:
        await room.typed(EC, "takeback", 10 * SECOND + 1)
    before = len(room.posts)
    for each in range(10):
        await does(room, 10 * SECOND + 10 * each + 10)
    assert len(room.posts) - before <= 2
    if does is not edits:
        await room.typed(EC, "E6 E7", 11 * SECOND)
    await room.wakes(20 * SECOND)
    await room.room_is_read()
    (opening,) = [each for each in room.posts if each.opens]
    assert all(each.for_turn or each.reaction or each == opening for each in room.posts)
    room.clock.ms = BEGAN_MS + 30 * SECOND
    assert not any(each.for_turn for each in await stand(room, 30 * SECOND))


async def test_posts_on_their_way_are_known_after_a_restart(deal: Rooms):
    room = await unanswered(deal)
    room.clock.ms = BEGAN_MS + 10 * SECOND
    await room.typed(DMO, "E3 E2", 10 * SECOND)
    await room.restart(11 * SECOND, 12 * SECOND)
    room.told()
    await room.typed(DMO, "E3 E2", 13 * SECOND)
    assert room.posts == []
    await room.stands(2, 14 * SECOND)
    assert [each.reply_to for each in room.posts] == [refused_at(13 * SECOND)]


def test_each_kind_of_answer_is_limited_separately_for_each_player():
    posts = [
        Post(each, reply_to=at, reaction=reaction, acknowledges=seat)
        for each in ("one", "two", "three")
        for seat in (EC, DMO)
        for at, reaction in ((1, None), (1, HEARD), (None, None))
    ]
    told, waiting = Acknowledgements().bounded([*posts, Post("paused")], 1)
    assert [each.content for each in told] == 6 * ["one"] + ["paused"]
    assert {each.post.content for each in waiting.follow_ups.values()} == {"three"}
    in_place = placed(told, 1, 0, last=0, told={})
    follower, rest = waiting.told(in_place).delivered(3)
    assert follower
    assert (follower.post.acknowledgement, follower.earlier) == ((EC, Manner.ANNOUNCEMENT), 1)
    assert len(rest.follow_ups) == len(rest.under_way) == 5
    assert rest.delivered(3) == (None, rest)
