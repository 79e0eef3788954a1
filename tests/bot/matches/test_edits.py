"""A message is edited into a submission: over a restart and a gap, and in Discord's order."""

import asyncio
import time
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from bot.discord_clock import snowflake_ms, timestamp_ms
from bot.live.values.events import Away, Deleted, Edited, Event, Scope, Typed
from bot.matches.runner import MatchRunner
from bot.texts import submissions
from engine.game import Outcome, Reason
from engine.games.compass_collisions.rules import CompassCollisions
from engine.games.demeters_anguish.rules import DemetersAnguish
from tests.bot.cards import DMO, EC
from tests.bot.fake_clock import BEGAN_MS, snowflake
from tests.bot.live_rooms import FLAG_MS, POSTED_MS, SECOND, Room, Rooms, held, typed, whispered
from tests.bot.servers import Server
from tests.people import Message
from tests.waiting import eventually

WRONG, RIGHT = "E6 E8", "E6 E7"


async def refused(deal: Rooms, **options: str) -> tuple[Room, int]:
    """A match in which EC's first move is refused in the 10th second."""
    room = await deal(**({"takeback": "0"} | options))
    message = await room.typed(EC, WRONG, 10 * SECOND)
    (reply,) = room.told()
    assert reply.reply_to == message
    return room, message


def edit(message: int, text: str, at_ms: int) -> Edited:
    return Edited(EC, message, text, BEGAN_MS + at_ms)


def replies(room: Room, event: Edited) -> set[int]:
    """The letters that answer an event; one that still waits is sent again after a restart."""
    return {each.sequence for each in room.sent if each.answers == event.source}


# Over a restart


async def test_what_was_refused_before_a_restart_is_mended_after_it(deal: Rooms):
    room, message = await refused(deal)
    await room.restart(20 * SECOND, 30 * SECOND)
    await room.edited(message, RIGHT, 40 * SECOND)
    assert room.log[-1] == f"ec {RIGHT}"
    assert (await room.sources())[-1] == edit(message, RIGHT, 40 * SECOND).source


async def test_what_was_refused_is_mended_though_it_was_edited_while_nobody_listened(deal: Rooms):
    room, message = await refused(deal, turn="60", reserve="100")
    room.unheard = [edit(message, RIGHT, POSTED_MS + 300 * SECOND)]
    await room.restart(alive_ms=POSTED_MS + 80 * SECOND, now_ms=POSTED_MS + 500 * SECOND)
    assert room.log[-1] == f"ec {RIGHT}"
    assert room.match.reserve_left(EC) == 80


async def test_what_is_older_than_the_turns_post_is_not_mended_over_a_restart(deal: Rooms):
    room, message = await refused(deal)
    await room.typed(EC, RIGHT, 11 * SECOND)
    await room.typed(DMO, "E3 E2", 12 * SECOND)
    await room.stands(room.sent[-1].sequence, 13 * SECOND)
    room.unheard = [edit(message, "D4 C4", 25 * SECOND)]
    await room.restart(20 * SECOND, 30 * SECOND)
    await room.edited(message, "D4 C4", 40 * SECOND)
    assert "ec D4 C4" not in room.log
    assert room.match.to_act == (EC,)


async def test_what_counts_in_private_leaves_a_refused_message_to_be_mended(deal: Rooms):
    room = await deal(CompassCollisions)
    message = await room.typed(DMO, "layout", 10 * SECOND)
    layout = "layout EEWWFFA / ..A.. / ... / F.E.W.F / .A.A. / W.E"
    await room.happen(whispered(EC, layout, 12 * SECOND))
    await room.restart(20 * SECOND, 30 * SECOND)
    await room.edited(message, "take first", 40 * SECOND, DMO)
    assert room.log[-1] == "dmo take first"


async def test_an_edit_into_another_error_is_refused_once_over_a_restart(deal: Rooms):
    room, message = await refused(deal)
    wrong = edit(message, "E4 E5", 25 * SECOND)
    room.unheard = [wrong]
    await room.restart(20 * SECOND, 30 * SECOND)
    await room.happen(wrong)
    assert len(replies(room, wrong)) == 1
    room.unheard = [wrong]
    await room.restart(40 * SECOND, 50 * SECOND)
    assert not replies(room, wrong), "the one that there is stands already"
    await room.edited(message, RIGHT, 60 * SECOND)
    assert room.log[-1] == f"ec {RIGHT}"


async def test_an_edit_that_counted_before_a_restart_does_not_count_again(deal: Rooms):
    room, message = await refused(deal)
    right = edit(message, RIGHT, 15 * SECOND)
    await room.happen(right)
    room.unheard = [right]
    await room.restart(20 * SECOND, 30 * SECOND)
    await room.happen(right)
    assert room.log.count(f"ec {RIGHT}") == 1
    assert room.match.to_act == (DMO,)
    assert not replies(room, right)


async def test_an_edit_that_is_both_read_and_told_mends_once(deal: Rooms):
    room, message = await refused(deal)
    right = edit(message, RIGHT, 25 * SECOND)
    room.unheard = [right]
    await room.happen(Away(BEGAN_MS + 20 * SECOND), right)
    await room.room_is_read()
    assert room.log.count(f"ec {RIGHT}") == 1
    assert not replies(room, right)


async def test_an_edit_counts_before_a_flag_only_if_it_was_made_before(deal: Rooms):
    for edited_ms, reason in ((FLAG_MS, None), (FLAG_MS + 1, Reason.OUT_OF_TIME)):
        room, message = await refused(deal, turn="60", reserve="10")
        room.unheard = [edit(message, RIGHT, edited_ms)]
        # The process ended before it had judged the flag.
        await room.restart(alive_ms=FLAG_MS + SECOND, now_ms=FLAG_MS + 60 * SECOND)
        assert room.match.result == (reason and Outcome(DMO, reason))


async def test_a_flag_does_not_fall_before_an_edit_that_was_not_told(deal: Rooms):
    room, message = await refused(deal, turn="60", reserve="10")
    await room.wakes(FLAG_MS)
    room.unheard = [edit(message, RIGHT, FLAG_MS)]
    await room.room_is_read()
    assert room.log[-1] == f"ec {RIGHT}"


async def test_who_mends_once_a_hold_is_over_takes_no_board_from_the_room(deal: Rooms):
    room, _ = await held(deal)
    message = await room.typed(DMO, "E3 E5", 12 * SECOND)
    room.told()
    await room.edited(message, "E3 E2", 15_100, DMO)
    assert room.match.held
    assert [post.opens for post in room.told()].count(True) == 1


# Whatever it was before

BEFORE = ["hm", "E6 and then E7", "E6 E7?", WRONG, "takeback", "\N{FIRE}"]


@pytest.mark.parametrize("before", BEFORE, ids=ascii)
@pytest.mark.parametrize("is_up", [True, False], ids=["up", "down"])
async def test_any_message_of_the_turn_may_be_edited_into_a_move(
    deal: Rooms, before: str, *, is_up: bool
):
    room = await deal(takeback="0", turn="60", reserve="100")
    message = await room.typed(EC, before, 10 * SECOND)
    right = edit(message, RIGHT, 40 * SECOND)
    if is_up:
        await room.happen(right)
    else:
        room.unheard = [right]
        await room.restart(20 * SECOND, 50 * SECOND)
    assert room.log[-1] == f"ec {RIGHT}"
    assert (await room.sources())[-1] == right.source


@pytest.mark.parametrize("is_up", [True, False], ids=["up", "down"])
async def test_what_is_older_than_the_turns_post_stays_conversation(deal: Rooms, *, is_up: bool):
    room = await deal(takeback="0")
    chatter = await room.typed(DMO, "hm", 10 * SECOND)
    await room.typed(EC, RIGHT, 11 * SECOND)
    await room.stands(room.sent[-1].sequence, 12 * SECOND)
    room.told()
    late = Edited(DMO, chatter, "E3 E2", BEGAN_MS + 13 * SECOND)
    unread = Typed(DMO, "E3 E2", chatter, late.at_ms, is_edit=True, heard_to=chatter)
    if is_up:
        await room.happen(late, unread)
    else:
        room.unheard = [unread]
        await room.restart(14 * SECOND, 15 * SECOND)
    assert room.match.to_act == (DMO,)
    assert not replies(room, late)


async def test_before_the_turns_post_stands_no_edit_counts(deal: Rooms):
    room = await deal(takeback="0", posted=False)
    message = await room.typed(EC, "hm", 1 * SECOND)
    await room.edited(message, RIGHT, 2 * SECOND)
    await room.stands(1, 3 * SECOND)
    await room.edited(message, RIGHT, 4 * SECOND)
    assert room.log == ["dealer posted"]
    later = await room.typed(EC, "hm", 5 * SECOND)
    await room.edited(later, RIGHT, 6 * SECOND)
    assert room.log[-1] == f"ec {RIGHT}"


async def test_an_edit_waits_for_the_word_that_the_turns_post_stands(deal: Rooms):
    """A process that ended between sending and keeping leaves the next one to find the post."""
    room = await deal(takeback="0", posted=False)
    message = await room.typed(EC, "hm", 10 * SECOND)
    await room.edited(message, RIGHT, 12 * SECOND)
    assert room.log == []
    await room.stands(1, 5 * SECOND)
    assert room.log[-1] == f"ec {RIGHT}"
    await room.typed(DMO, "concede", 13 * SECOND)
    assert room.closed == 1


@pytest.mark.parametrize(
    "after",
    [
        Deleted(snowflake(BEGAN_MS + 3 * SECOND), BEGAN_MS + 5 * SECOND),
        typed(EC, "takeback", 5 * SECOND),
    ],
)
async def test_what_takes_back_an_edit_that_waits_for_the_post_comes_after_it(
    deal: Rooms, after: Event
):
    room = await deal(posted=False)
    message = snowflake(BEGAN_MS + 3 * SECOND)
    await room.happen(edit(message, RIGHT, 4 * SECOND), after)
    await room.stands(1, POSTED_MS)
    assert room.log[-2:] == [f"ec {RIGHT}", "ec takeback"]


async def test_the_answer_to_an_edit_that_waits_for_the_post_comes_after_it(deal: Rooms):
    room = await deal(posted=False, takeback="0")
    message = await room.typed(EC, WRONG, 3 * SECOND)
    await room.edited(message, RIGHT, 4 * SECOND)
    await room.typed(DMO, "E3 E2", 5 * SECOND)
    await room.stands(1, POSTED_MS)
    assert room.log[-2:] == [f"ec {RIGHT}", "dmo E3 E2"]


async def test_a_move_that_waits_behind_an_edit_is_not_lost_with_the_process(deal: Rooms):
    room = await deal(posted=False, takeback="0")
    move = typed(EC, RIGHT, 5 * SECOND)
    await room.happen(edit(snowflake(BEGAN_MS + 3 * SECOND), WRONG, 4 * SECOND), move)
    await room.typed(DMO, "hm", 6 * SECOND)
    assert (await room.stored()).read_to < move.said_id


async def test_who_concedes_waits_for_no_post(deal: Rooms):
    room = await deal(posted=False)
    await room.edited(snowflake(BEGAN_MS + 3 * SECOND), RIGHT, 4 * SECOND)
    await room.typed(EC, "concede", 5 * SECOND)
    assert room.match.result == Outcome(DMO, Reason.CONCEDED)


async def test_an_edit_that_waits_for_the_post_takes_the_place_of_nothing_later(deal: Rooms):
    room = await deal(DemetersAnguish, posted=False)
    edited = whispered(EC, "flower I A1 B1 C1 D1 E1", 3 * SECOND, edited_ms=4 * SECOND)
    later = "flower I A1 A2 A3 A4 A5"
    await room.happen(edited, whispered(EC, later, 5 * SECOND))
    await room.stands(1, POSTED_MS)
    assert room.log[-1] == f"ec {later}"


async def test_another_message_of_the_turn_may_be_mended_after_half_of_it_is_made(deal: Rooms):
    room = await deal(DemetersAnguish, first="ec")
    await room.happen(whispered(EC, "pass", 10 * SECOND), whispered(DMO, "pass", 11 * SECOND))
    await room.stands(room.sent[-1].sequence, 12 * SECOND)
    await room.typed(EC, "rock G9", 13 * SECOND)
    await room.stands(room.sent[-1].sequence, 14 * SECOND)
    wrong = await room.typed(DMO, "flower A1 C1", 15 * SECOND)
    half = await room.typed(DMO, "rock A1", 16 * SECOND)
    await room.edited(half, "rock B1", 17 * SECOND, DMO)
    assert room.log[-1] == "dmo rock A1"
    await room.edited(wrong, "flower A1 B1", 18 * SECOND, DMO)
    assert room.log[-1] == "dmo flower A1 B1"


@pytest.mark.parametrize("way", ["word", "edit"])
async def test_what_was_taken_back_is_not_final(deal: Rooms, way: str):
    room, message = await held(deal)
    if way == "word":
        await room.typed(EC, "takeback", 11 * SECOND)
    else:
        await room.edited(message, "never mind", 11 * SECOND)
    await room.restart(12 * SECOND, 13 * SECOND)
    await room.edited(message, "D4 C4", 14 * SECOND)
    assert room.log[-1] == "ec D4 C4"
    assert room.match.held


# What is final


async def final_move(deal: Rooms) -> tuple[Room, int]:
    """DMO's turn, its post and EC's final move before it."""
    room = await deal(takeback="0")
    message = await room.typed(EC, RIGHT, 10 * SECOND)
    await room.stands(room.sent[-1].sequence, 11 * SECOND)
    room.told()
    return room, message


async def test_who_edits_a_final_move_is_told_once_that_it_stands(deal: Rooms):
    room, message = await final_move(deal)
    before = room.match
    await room.edited(message, "D4 C4", 12 * SECOND)
    (reply,) = room.told()
    assert (reply.content, reply.reply_to) == (submissions.FINAL(), message)
    await room.edited(message, "never mind", 13 * SECOND)
    again = edit(message, "F3 F4", 14 * SECOND)
    await room.happen(again)
    assert room.told() == []
    assert room.match == before
    room.unheard = [again, edit(message, "F3 F4", 25 * SECOND)]
    await room.restart(20 * SECOND, 30 * SECOND)
    assert submissions.FINAL() not in [each.content for each in room.posts]


async def test_a_final_move_is_known_after_a_restart(deal: Rooms):
    room, message = await final_move(deal)
    room.unheard = [edit(message, "D4 C4", 25 * SECOND)]
    await room.restart(20 * SECOND, 30 * SECOND)
    assert [each.content for each in room.posts].count(submissions.FINAL()) == 1
    assert room.match.to_act == (DMO,)


async def test_a_move_that_the_host_has_undone_is_not_said_to_stand(deal: Rooms):
    room, message = await final_move(deal)
    assert await room.ruled("undo", 12 * SECOND) is None
    await room.stands(room.sent[-1].sequence, 13 * SECOND)
    room.told()
    await room.edited(message, "D4 C4", 14 * SECOND)
    assert room.told() == []
    assert room.match.to_act == (EC,)


# Where it is found


async def heard(server: Server, runner: MatchRunner, message: Message) -> None:
    """Let a table hear a message, and all before it."""
    await server.hear(runner)
    await eventually(lambda: runner.live.read_to >= int(message["id"]))


async def refused_in_server(server: Server) -> tuple[MatchRunner, Message]:
    """A table at which EC's first move is refused, and its message."""
    runner = await server.open()
    message = await server.world.ec.say(server.room, WRONG)
    await heard(server, runner, message)
    return runner, message


async def test_an_edit_of_a_refused_message_is_found_in_its_place_by_its_own_time(server: Server):
    runner, message = await refused_in_server(server)
    await heard(server, runner, await server.world.dmo.say(server.room, "E2 E3"))
    said = await server.world.dmo.say(server.room, "E3 E2")
    # Of what happens within a millisecond, the older message comes first.
    await eventually(lambda: time.time() * 1000 >= snowflake_ms(int(said["id"])) + 1)
    await server.world.ec.edit(message, RIGHT)
    after = await server.world.dmo.say(server.room, "E3 F3")
    reading = await server.read(runner)
    assert [each.text for each in reading.said] == ["E3 E2", RIGHT, "E3 F3"]
    cursors = [each.heard_to for each in reading.said if isinstance(each, Typed)]
    assert cursors == [int(after["id"]) - 1, int(after["id"])]


async def test_until_the_turns_post_is_known_to_stand_what_was_heard_before_it_is_read_again(
    deal: Rooms,
):
    """It may stand since before a message that was heard, and edited while nobody was there."""
    room = await deal(posted=False)
    wrong = typed(EC, "E6 E8", 20 * SECOND)
    await room.happen(wrong)
    await room.restart(alive_ms=21 * SECOND, now_ms=30 * SECOND, catch_up=False)
    after = room.runner.live.changeable_after
    assert after is not None
    assert after < wrong.said_id
    await room.stands(1, 31 * SECOND)
    assert room.runner.live.changeable_after == snowflake(BEGAN_MS + 31 * SECOND, 1)


@pytest.mark.parametrize("microseconds", [0, 499, 500, 999])
def test_an_edit_counts_in_the_millisecond_in_which_it_was_made_as_a_message_does(
    microseconds: int,
):
    made = datetime(2026, 5, 1, 12, 0, 0, 7_000 + microseconds, UTC)
    assert timestamp_ms(made) == timestamp_ms(made.replace(microsecond=7_000))


async def test_before_a_flag_an_edit_is_read_if_it_was_made_before_and_else_holds_nothing_back(
    server: Server,
):
    runner, message = await refused_in_server(server)
    before = await server.world.dmo.say(server.room, "E3 E2")
    await asyncio.sleep(0.002)  # a later millisecond, by Discord's clock
    await server.world.ec.edit(message, RIGHT)
    after = await server.world.dmo.say(server.room, "E3 E4")
    early = await server.read(runner, Scope(until_ms=snowflake_ms(int(before["id"]))))
    assert [each.text for each in early.said] == ["E3 E2"]
    # The Dealer may have spoken in the same millisecond.
    assert int(before["id"]) <= early.read_to < int(after["id"])
    late = await server.read(runner, Scope(until_ms=snowflake_ms(int(after["id"]))))
    assert [each.text for each in late.said] == ["E3 E2", RIGHT, "E3 E4"]


async def test_after_a_restart_what_was_said_since_the_turns_post_is_read_again(server: Server):
    runner = await server.open()
    early = await server.world.dmo.say(server.room, "hm")
    move = await server.world.ec.say(server.room, RIGHT)
    await heard(server, runner, move)
    await eventually(lambda: runner.live.opened_by and runner.live.opened_by > int(move["id"]))
    chatter = await server.world.dmo.say(server.room, "so")
    await heard(server, runner, chatter)
    await server.restart()
    again = server.registry.runner_in(int(server.room))
    assert again
    await eventually(lambda: not again.live.is_catching_up)
    for message, text in ((early, "E3 F3"), (move, "D4 C4"), (chatter, "E3 E2")):
        await (server.world.ec if message is move else server.world.dmo).edit(message, text)
    reading = await server.read(again)
    assert [each.text for each in reading.said] == ["E3 E2"]


async def test_a_room_in_which_something_refused_may_have_changed_is_read(
    server: Server, monkeypatch
):
    runner, message = await refused_in_server(server)
    newest = SimpleNamespace(last_message_id=runner.live.read_to)
    monkeypatch.setattr(server.client, "get_channel", lambda _: newest)
    await server.world.ec.edit(message, RIGHT)
    reading = await server.read(runner, Scope(knows_newest=True))
    assert [each.text for each in reading.said] == [RIGHT]
