"""Whoever runs out of time is shown from which post to which message, whatever happened between."""

import re
from collections.abc import Awaitable, Callable

import pytest

from bot.card import NO_SERVER
from bot.live.values.events import Edited
from bot.posts.post import Post
from engine.games.compass_collisions.rules import CompassCollisions
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.games.fire_and_ice.rules import FireAndIce
from engine.seats import Seat
from tests.bot.cards import DMO, EC, GUILD, ROOM, card_of
from tests.bot.fake_clock import BEGAN_MS, snowflake
from tests.bot.live_rooms import POSTED_MS, SECOND, Room, Rooms, message_id, typed

ALLOWED = "allowed 60 s and 10 s of reserve, used "
FLAG = POSTED_MS + 70 * SECOND
LATE_MS = 3_104


def link(room: Room, message: int) -> str:
    return f"<https://discord.com/channels/{GUILD}/{room.card.room_id}/{message}>"


def posted(at_ms: int, sequence: int = 1) -> int:
    """The message that a post became."""
    return snowflake(BEGAN_MS + at_ms, sequence)


async def loses(room: Room, flag_ms: int, *late: Callable[[], Awaitable[object]]) -> list[Post]:
    """What is posted when time is up, the room has been read, and something came meanwhile."""
    room.told()
    await room.wakes(flag_ms)
    for each in late:
        await each()
    await room.room_is_read()
    return room.told()


def sentence(posts: list[Post]) -> str:
    """What one of some posts says of the time; none of the others says anything."""
    lines = [line for post in posts for line in post.content.splitlines()]
    (told,) = [line for line in lines if line.startswith("⌛ Out of time: ")]
    return told.removeprefix("⌛ Out of time: ")


def silence(room: Room, opened_by: int, flag_ms: int, ran: str = "") -> str:
    moment = f"<t:{(BEGAN_MS + flag_ms) // 1000}:T>"
    return f"all of it{ran}, from [the turn's post]({link(room, opened_by)}) to {moment}."


def test_in_direct_messages_a_link_leads_to_ones_own():
    assert card_of(guild_id=NO_SERVER).link(5) == f"https://discord.com/channels/@me/{ROOM}/5"


def span_of(room: Room) -> str:
    return f"from [the turn's post]({link(room, posted(POSTED_MS))})"


def mine(room: Room, message: int) -> str:
    return f"[their message]({link(room, message)})"


async def dealt(deal: Rooms, **options: str) -> Room:
    return await deal(FireAndIce, **({"takeback": "0", "turn": "60", "reserve": "10"} | options))


# To which message


async def test_a_loss_by_silence_names_the_moment_at_which_time_ran_out(deal: Rooms):
    room = await dealt(deal)
    posts = await loses(room, FLAG)
    assert sentence(posts) == ALLOWED + silence(room, posted(POSTED_MS), FLAG)
    *_, result, _ = posts
    assert "**Ada** has run out of time. **Bob** wins" in result.content


async def test_a_loss_by_a_late_message_links_it_and_says_how_much_was_used(deal: Rooms):
    room = await dealt(deal)
    late = FLAG + LATE_MS
    told = sentence(await loses(room, FLAG, lambda: room.typed(EC, "E6 E7", late)))
    message = mine(room, message_id(EC, late))
    assert told == f"{ALLOWED}1:13.2, {span_of(room)} to {message}."


async def test_the_first_of_several_late_messages_is_the_one_that_was_judged(deal: Rooms):
    room = await dealt(deal)
    told = sentence(
        await loses(
            room,
            FLAG,
            lambda: room.typed(EC, "E6 E7", FLAG + 1),
            lambda: room.typed(EC, "D4 C4", FLAG + 900),
        )
    )
    assert "used 1:10.1, " in told
    assert link(room, message_id(EC, FLAG + 1)) in told


@pytest.mark.parametrize(
    ("seat", "text"), [(EC, "am I late?"), (EC, "concede"), (EC, "takeback"), (DMO, "E6 E7")]
)
async def test_nothing_but_a_move_of_whoever_was_awaited_is_a_late_one(
    deal: Rooms, seat: Seat, text: str
):
    room = await dealt(deal)
    told = sentence(await loses(room, FLAG, lambda: room.typed(seat, text, FLAG + 900)))
    assert told == ALLOWED + silence(room, posted(POSTED_MS), FLAG)


async def test_an_edit_that_came_too_late_is_said_to_be_one(deal: Rooms):
    room = await dealt(deal)
    message = await room.typed(EC, "hmm", 20 * SECOND)
    told = sentence(await loses(room, FLAG, lambda: room.edited(message, "E6 E7", FLAG + 500)))
    assert told.endswith(f"used 1:10.5, {span_of(room)} to the edit of {mine(room, message)}.")


async def test_what_is_said_late_in_private_is_never_linked(deal: Rooms):
    options = {"first": "ec", "setup": "60"}
    room = await deal(DemetersAnguish, **options)
    await room.whispers(DMO, "pass", 10 * SECOND)
    flag = POSTED_MS + 60 * SECOND
    # Forms and direct messages may still come for a while.
    room.clock.ms = BEGAN_MS + flag + 10 * SECOND
    room.told()
    await room.whispers(EC, "pass", flag + 900)
    await room.room_is_read()
    told = sentence(room.told())
    assert told == "allowed 60 s, used " + silence(room, posted(POSTED_MS), flag)


async def test_where_both_were_awaited_no_span_is_stated(deal: Rooms):
    room = await deal(DemetersAnguish, first="ec", setup="60")
    room.clock.ms = BEGAN_MS + POSTED_MS + 80 * SECOND
    await room.wakes(POSTED_MS + 80 * SECOND)
    await room.room_is_read()
    assert not [post for post in room.told() if "Out of time" in post.content]


# From which post


async def test_the_grace_is_allowed_on_top(deal: Rooms):
    room = await dealt(deal, grace="1")
    told = sentence(await loses(room, FLAG + SECOND))
    allowed = "allowed 60 s, 10 s of reserve and 1 s of grace, used "
    assert told == allowed + silence(room, posted(POSTED_MS), FLAG + SECOND)


async def test_a_pause_is_not_counted_and_the_sentence_says_so(deal: Rooms):
    room = await dealt(deal)
    await room.ruled("pause", 20 * SECOND)
    await room.ruled("resume", 50 * SECOND, number=2)
    flag = FLAG + 30 * SECOND
    told = sentence(await loses(room, flag, lambda: room.typed(EC, "E6 E7", flag + 1)))
    assert told.startswith(f"{ALLOWED}1:10.1 while the clock ran, from ")
    assert link(room, posted(POSTED_MS)) in told


async def test_time_that_a_host_has_given_is_allowed(deal: Rooms):
    room = await dealt(deal)
    await room.ruled("time ec +60", 20 * SECOND)
    flag = FLAG + 60 * SECOND
    told = sentence(await loses(room, flag))
    allowed = "allowed 60 s and 1:10 of reserve, used "
    assert told == allowed + silence(room, posted(POSTED_MS), flag)


async def test_after_an_undo_time_counts_from_the_post_that_opened_the_turn_anew(deal: Rooms):
    room = await dealt(deal)
    await room.typed(EC, "E6 E7", 10 * SECOND)
    await room.stands(2, 11 * SECOND)
    await room.ruled("undo", 20 * SECOND)
    sequence = room.runner.live.turn_post
    await room.stands(sequence, 21 * SECOND)
    flag = 91 * SECOND
    told = sentence(await loses(room, flag))
    assert told == ALLOWED + silence(room, posted(21 * SECOND, sequence), flag)


async def test_after_a_ruling_was_taken_back_time_counts_from_the_turns_own_post(deal: Rooms):
    room = await dealt(deal)
    await room.ruled("say ec E6 E7", 22 * SECOND)
    await room.stands(2, 23 * SECOND)
    await room.ruled("undo ruling", 42 * SECOND, number=2)
    await room.stands(room.runner.live.turn_post, 43 * SECOND)
    flag = FLAG + 20 * SECOND
    told = sentence(await loses(room, flag))
    assert told == ALLOWED + silence(room, posted(POSTED_MS), flag, " while the clock ran")


async def test_a_post_that_was_late_opens_the_turn_when_it_stands(deal: Rooms):
    room = await dealt(deal)
    await room.typed(EC, "E6 E7", 10 * SECOND)
    await room.stands(2, 45 * SECOND)
    flag = 115 * SECOND
    told = sentence(await loses(room, flag))
    assert told == ALLOWED + silence(room, posted(45 * SECOND, 2), flag)


async def test_after_a_restart_the_turns_post_is_still_known_and_the_gap_not_counted(deal: Rooms):
    room = await dealt(deal)
    await room.restart(20 * SECOND, 50 * SECOND)
    flag = FLAG + 30 * SECOND
    told = sentence(await loses(room, flag))
    assert told == ALLOWED + silence(room, posted(POSTED_MS), flag, " while the clock ran")


async def test_what_came_too_late_just_before_the_process_ended_is_found_and_linked(deal: Rooms):
    room = await dealt(deal)
    await room.stop()
    late = typed(EC, "E6 E7", FLAG + 500)
    room.unheard.append(late)
    await room.restart(FLAG + SECOND, FLAG + 60 * SECOND)
    told = sentence(room.told())
    assert told == f"{ALLOWED}1:10.5, {span_of(room)} to {mine(room, late.said_id)}."


async def test_an_edit_that_a_restart_finds_too_late_is_said_to_be_one(deal: Rooms):
    room = await dealt(deal)
    message = await room.typed(EC, "hmm", 20 * SECOND)
    room.unheard.append(Edited(EC, message, "E6 E7", BEGAN_MS + FLAG + 500))
    await room.restart(FLAG + SECOND, FLAG + 60 * SECOND)
    told = sentence(room.told())
    assert told == f"{ALLOWED}1:10.5, {span_of(room)} to the edit of {mine(room, message)}."


# Where the game goes on


async def test_a_turn_that_was_lost_says_so_in_the_post_of_the_next_one(deal: Rooms):
    room = await deal(CompassCollisions, first="ec", choice="60", setup="60")
    layout = "layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E."
    await room.whispers(EC, layout, 5 * SECOND)
    await room.whispers(DMO, layout, 6 * SECOND)
    sequence = room.runner.live.turn_post
    await room.stands(sequence, 7 * SECOND)
    flag = 67 * SECOND
    posts = await loses(room, flag)
    assert sentence(posts) == "allowed 60 s, used " + silence(
        room, posted(7 * SECOND, sequence), flag
    )
    (turn,) = [post for post in posts if post.opens]
    assert re.search(
        r"Drawn by lot.*\n⌛ Out of time.*\n.*\n?⏳ Time: 60 s", turn.content, re.DOTALL
    )
