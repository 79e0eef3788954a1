"""Whoever does a hundred things at once in the room delays nobody, and is answered all the same."""

from collections.abc import Awaitable, Callable

import pytest

from bot.matches.events import Delivered
from bot.posts import rate_limit
from bot.posts.acknowledgements import ANSWER_KEEPS_MS, Acknowledgements
from bot.posts.post import Manner, Post, Urgency
from bot.posts.rate_limit import (
    MOST_BEFORE_A_REPLY,
    MOST_NOT_URGENT,
    MOST_OF_A_KIND,
    ROOM_WINDOW_SECONDS,
    RoomRateLimiter,
)
from bot.storage.records import numbered
from bot.texts.matches import HEARD
from tests.bot.cards import DMO, EC
from tests.bot.fake_clock import BEGAN_MS
from tests.bot.office import Office
from tests.bot.rooms import SECOND, Room, Rooms, held, message_id, typed
from tests.waiting import eventually

FLOOD = 60


def refused_at(at_ms: int) -> int:
    """DMO types out of turn; the message."""
    return message_id(DMO, at_ms)


async def unanswered(deal: Rooms) -> Room:
    """A match in which what is on its way stands only when a test says so."""
    room = await deal()
    room.answers_stand = False
    return room


async def flood(room: Room) -> None:
    """DMO types out of turn, again and again."""
    await room.happen(*(typed(DMO, "E3 E2", 10 * SECOND + each) for each in range(FLOOD)))


async def stand(room: Room, at_ms: int) -> list[Post]:
    """What is on its way stands; what follows it."""
    on_the_way = [each.sequence for each in room.sent]
    room.told()
    for sequence in on_the_way:
        await room.stands(sequence, at_ms)
    return room.posts


# What is written


async def test_of_a_flood_the_first_and_the_newest_message_are_answered(deal: Rooms):
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


async def test_one_players_flood_takes_nothing_from_what_the_other_is_told(deal: Rooms):
    room = await unanswered(deal)
    await flood(room)
    await room.typed(EC, "E4 E5", 11 * SECOND)
    await room.typed(EC, "E6 E7", 12 * SECOND)
    assert [each.acknowledges for each in room.posts] == [DMO, EC, EC]
    assert [each.slot and each.slot[1] for each in room.posts[1:]] == [
        Manner.REPLY,
        Manner.REACTION,
    ]


async def test_what_was_not_answered_within_seconds_is_not_answered(deal: Rooms):
    room = await unanswered(deal)
    room.clock.ms = BEGAN_MS + 10 * SECOND
    await flood(room)
    (first,) = room.posts
    assert first.expires_ms == room.clock.ms + ANSWER_KEEPS_MS
    room.clock.ms += ANSWER_KEEPS_MS + 1
    await room.happen(Delivered(room.sent[0].sequence, None, room.clock.ms))
    assert len(room.posts) == 1
    # Whatever happened to the earlier ones, the next is answered at once.
    await room.typed(DMO, "E3 E2", 30 * SECOND)
    assert room.posts[-1].reply_to == refused_at(30 * SECOND)


async def test_a_private_message_is_always_answered_by_itself(deal: Rooms):
    room = await unanswered(deal)
    for each in range(3):
        await room.whispers(DMO, "E3 E2", 10 * SECOND + each)
    assert [(each.to, each.slot, each.expires_ms) for each in room.posts] == 3 * [(DMO, None, None)]


async def moves_and_takes_back(room: Room, at_ms: int) -> None:
    await room.typed(EC, "E6 E7", at_ms)
    await room.typed(EC, "takeback", at_ms + 1)


async def edits(room: Room, at_ms: int) -> None:
    await room.edited(room.runner.held_message or 0, "E6 E7", at_ms)
    await room.edited(room.runner.held_message or 0, "D4 C4", at_ms + 1)


async def moves_and_deletes(room: Room, at_ms: int) -> None:
    await room.deleted(await room.typed(EC, "E6 E7", at_ms), at_ms + 1)


@pytest.mark.parametrize("does", [moves_and_takes_back, edits, moves_and_deletes])
async def test_moves_taken_back_in_a_flood_fill_no_room_and_do_not_outlast_the_turn(
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
    assert all(each.for_turn or each.reaction or each is opening for each in room.posts)
    room.clock.ms = BEGAN_MS + 30 * SECOND
    assert not any(each.for_turn for each in await stand(room, 30 * SECOND))


async def test_what_is_under_way_is_known_after_a_restart(deal: Rooms):
    room = await unanswered(deal)
    room.clock.ms = BEGAN_MS + 10 * SECOND
    await room.typed(DMO, "E3 E2", 10 * SECOND)
    await room.restart(11 * SECOND, 12 * SECOND)
    room.told()
    await room.typed(DMO, "E3 E2", 13 * SECOND)
    assert room.posts == []
    await room.stands(2, 14 * SECOND)
    assert [each.reply_to for each in room.posts] == [refused_at(13 * SECOND)]


def test_each_kind_for_each_player_is_bounded_by_itself():
    posts = [
        Post(each, reply_to=at, reaction=reaction, acknowledges=seat)
        for each in ("one", "two", "three")
        for seat in (EC, DMO)
        for at, reaction in ((1, None), (1, HEARD), (None, None))
    ]
    told, waiting = Acknowledgements().bounded([*posts, Post("paused")], 1)
    assert [each.content for each in told] == 6 * ["one"] + ["paused"]
    assert {each.post.content for each in waiting.behind.values()} == {"three"}
    placed = numbered(told, 1, 0, last=0, told={})
    follower, rest = waiting.told(placed).delivered(3, lambda _: True)
    assert follower
    assert (follower.post.slot, follower.earlier) == ((EC, Manner.ANNOUNCEMENT), 1)
    assert len(rest.behind) == len(rest.under_way) == 5
    assert rest.delivered(3, lambda _: True) == (None, rest)


# How fast it goes

TURN = Post("turn", urgency=Urgency.TURN)
SAID = Post("paused")


def reply(seat: str = "ec", reaction: str | None = None) -> Post:
    return Post("no", acknowledges=EC if seat == "ec" else DMO, reply_to=1, reaction=reaction)


@pytest.mark.parametrize(
    ("sent", "post", "waits"),
    [
        ([], SAID, False),
        ((MOST_NOT_URGENT - 1) * [SAID], SAID, False),
        (MOST_NOT_URGENT * [SAID], SAID, True),
        (9 * [TURN], SAID, False),
        (9 * [SAID], TURN, False),
        (MOST_BEFORE_A_REPLY * [SAID], reply(), True),
        ((MOST_OF_A_KIND - 1) * [reply()], reply(), False),
        (MOST_OF_A_KIND * [reply()], reply(), True),
        (MOST_OF_A_KIND * [reply()], reply("dmo"), False),
        (MOST_OF_A_KIND * [reply()], reply(reaction=HEARD), False),
        (9 * [SAID, reply(reaction=HEARD)], reply(reaction=HEARD), False),
        (9 * [reply(reaction=HEARD)], SAID, False),
    ],
)
def test_what_is_not_urgent_leaves_room_for_what_is(sent: list[Post], post: Post, *, waits: bool):
    room = RoomRateLimiter()
    for number, each in enumerate(sent):
        # One after another, the first of them just now.
        begun = room.begin(each, number / 10)
        room.end(begun, number / 10, stands=True, is_message=not each.reaction)
    assert (room.seconds_to_wait(post, 1.0) > 0) is waits
    assert room.seconds_to_wait(post, 1.0 + ROOM_WINDOW_SECONDS) == 0


def test_whatever_is_asked_for_a_window_has_a_place_left_for_what_is_urgent():
    room, now, stood = RoomRateLimiter(), 0.0, list[float]()
    asked = 20 * [SAID, reply(), reply("dmo")]
    while asked:
        now += min(room.seconds_to_wait(each, now) for each in asked)
        post = next(each for each in asked if not room.seconds_to_wait(each, now))
        asked.remove(post)
        room.end(room.begin(post, now), now, stands=True, is_message=True)
        stood.append(now)
        assert sum(at > now - ROOM_WINDOW_SECONDS for at in stood) <= MOST_NOT_URGENT < 5


def test_reactions_that_had_to_be_put_into_words_are_messages():
    room, mark = RoomRateLimiter(), reply(reaction=HEARD)
    for _ in range(MOST_OF_A_KIND):
        assert room.seconds_to_wait(mark, 0.0) == 0
        room.end(room.begin(mark, 0.0), 0.0, stands=True, is_message=True)
    assert room.seconds_to_wait(mark, 0.0) > 0


def test_what_was_dropped_takes_no_place():
    room = RoomRateLimiter()
    for _ in range(9):
        room.end(room.begin(SAID, 0.0), 0.0, stands=False, is_message=True)
    assert room.seconds_to_wait(SAID, 0.0) == 0


# How it is delivered


async def test_what_is_held_back_lets_pass_what_is_urgent_and_keeps_its_own_order(
    office: Office, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(rate_limit, "ROOM_WINDOW_SECONDS", 0.5)
    for number in range(MOST_NOT_URGENT + 2):
        office.put(Post(f"said {number}"))
    await eventually(lambda: len(office.reports) == MOST_NOT_URGENT)
    office.put(Post("turn", urgency=Urgency.TURN))
    office.put(Post("warning", urgency=Urgency.WARNING))
    assert await office.texts() == [
        "said 0",
        "said 1",
        "said 2",
        "said 3",
        "turn",
        "warning",
        "said 4",
        "said 5",
    ]


async def test_what_is_not_held_back_stands_before_what_is_urgent_after_it(office: Office):
    office.put(Post("result of the move"))
    office.put(Post("turn", urgency=Urgency.TURN))
    assert await office.texts() == ["result of the move", "turn"]


async def test_an_answer_that_cannot_be_given_keeps_nobody_waiting(office: Office):
    said = await office.world.ec.say(office.room, "E6 E9")
    await office.world.fault(fault="latency", match={"route": "/reactions/"}, seconds=60)
    mark = Post(reaction=HEARD, reply_to=int(said["id"]), acknowledges=EC)
    office.put(mark)
    office.put(Post("turn", urgency=Urgency.TURN))
    office.put(Post("no", reply_to=int(said["id"]), acknowledges=DMO))
    await eventually(lambda: len(office.reports) == 2)
    assert {sequence for sequence, _ in office.reports} == {2, 3}


async def test_what_stood_beside_others_when_the_process_was_killed_is_found_again(office: Office):
    """An answer may stand after a turn that was written later, and the other way round."""
    said = await office.world.ec.say(office.room, "E6 E9")
    no = Post("no", reply_to=int(said["id"]), acknowledges=EC)
    office.put(Post("turn", urgency=Urgency.TURN, board=True))
    await office.all_reported()
    office.put(no)
    before = dict(await office.all_reported())
    await office.restart()
    await office.world.fault(fault="forget-nonces")
    office.reports.clear()
    office.put_in = 0
    office.put_again(2, 1)
    assert dict(await office.all_reported()) == before


def test_answers_are_ordered_among_themselves_alone():
    orders = [each.order for each in (TURN, SAID, reply(), reply("dmo"), Post(to=EC))]
    assert len({*orders}) == len(orders)
