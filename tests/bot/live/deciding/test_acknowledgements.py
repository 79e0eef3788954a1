"""A player who types a hundred messages at once delays nobody and still gets an answer."""

from bot.texts.matches import HEARD
from bot.values.effects import Acknowledgements
from bot.values.post import AcknowledgementKind, Post, assign_places
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.rooms.cards import DMO, EC
from tests.helpers.rooms.live_rooms import SECOND, Room, Rooms, message_id


def refused_at(at_ms: int) -> int:
    return message_id(DMO, at_ms)


async def unanswered(deal: Rooms) -> Room:
    """Return a match whose posts arrive only when a test says so."""
    room = await deal()
    room.answers_stand = False
    return room


async def test_posts_on_their_way_are_known_after_a_restart(deal: Rooms):
    room = await unanswered(deal)
    room.clock.ms = BEGAN_MS + 10 * SECOND
    await room.typed(DMO, "E3 E2", 10 * SECOND)
    await room.restart(11 * SECOND, 12 * SECOND)
    room.told()
    await room.typed(DMO, "E3 E2", 13 * SECOND)
    assert room.posts == []
    await room.stands(2, 14 * SECOND)
    assert [post.reply_to for post in room.posts] == [refused_at(13 * SECOND)]


def test_each_kind_of_answer_is_limited_separately_for_each_player():
    posts = [
        Post(item, reply_to=index, reaction=reaction, acknowledges=seat)
        for item in ("one", "two", "three")
        for seat in (EC, DMO)
        for index, reaction in ((1, None), (1, HEARD), (None, None))
    ]
    answers, waiting = Acknowledgements().limit([*posts, Post("paused")], 1)
    assert [message.content for message in answers] == 6 * ["one"] + ["paused"]
    assert {up.post.content for up in waiting.follow_ups.values()} == {"three"}
    in_place = assign_places(answers, 1, 0, last_sequence=0, post_counts={})
    follower, rest = waiting.with_in_flight(in_place).settle(3)
    assert follower
    assert (follower.post.acknowledgement, follower.replaced_count) == (
        (EC, AcknowledgementKind.ANNOUNCEMENT),
        1,
    )
    assert len(rest.follow_ups) == len(rest.in_flight) == 5
    assert rest.settle(3) == (None, rest)
