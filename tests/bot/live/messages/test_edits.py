"""A message is edited into a submission: over a restart and a gap, and in Discord's order."""

import asyncio
import time
from datetime import UTC, datetime

import pytest

from bot.live.runner import MatchRunner
from bot.values.discord_time import snowflake_ms, timestamp_ms
from bot.values.events import PlayerMessage, ReadingScope
from tests.helpers.clocks.waiting import eventually
from tests.helpers.people import Message
from tests.helpers.rooms.servers import Server

WRONG, RIGHT = "E6 E8", "E6 E7"


# Places


async def heard(server: Server, runner: MatchRunner, message: Message) -> None:
    """Let a table hear a message, and all before it."""
    await server.hear(runner)
    await eventually(lambda: runner.live.read_through >= int(message["id"]))


async def refused_in_server(server: Server) -> tuple[MatchRunner, Message]:
    runner = await server.open()
    message = await server.world.ec.say(server.room, WRONG)
    await heard(server, runner, message)
    return runner, message


async def test_an_edit_of_a_refused_message_is_found_in_its_place_by_its_own_time(server: Server):
    runner, message = await refused_in_server(server)
    await heard(server, runner, await server.world.dmo.say(server.room, "E2 E3"))
    post = await server.world.dmo.say(server.room, "E3 E2")
    # Of what happens within a millisecond, the older message comes first.
    await eventually(lambda: time.time() * 1000 >= snowflake_ms(int(post["id"])) + 1)
    await server.world.ec.edit(message, RIGHT)
    result = await server.world.dmo.say(server.room, "E3 F3")
    reading = await server.read(runner)
    assert [event.text for event in reading.messages] == ["E3 E2", RIGHT, "E3 F3"]
    cursors = [
        other_message.heard_through
        for other_message in reading.messages
        if isinstance(other_message, PlayerMessage)
    ]
    assert cursors == [int(result["id"]) - 1, int(result["id"])]


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
    result = await server.world.dmo.say(server.room, "E3 E4")
    early = await server.read(runner, ReadingScope(until_ms=snowflake_ms(int(before["id"]))))
    assert [event.text for event in early.messages] == ["E3 E2"]
    # The Dealer may have spoken in the same millisecond.
    assert int(before["id"]) <= early.read_through < int(result["id"])
    late = await server.read(runner, ReadingScope(until_ms=snowflake_ms(int(result["id"]))))
    assert [event.text for event in late.messages] == ["E3 E2", RIGHT, "E3 E4"]


async def test_after_a_restart_what_was_said_since_the_turns_post_is_read_again(server: Server):
    runner = await server.open()
    early = await server.world.dmo.say(server.room, "hm")
    move = await server.world.ec.say(server.room, RIGHT)
    await heard(server, runner, move)
    await eventually(
        lambda: runner.live.turn_message_id and runner.live.turn_message_id > int(move["id"])
    )
    chatter = await server.world.dmo.say(server.room, "so")
    await heard(server, runner, chatter)
    again = await server.restart()
    await eventually(lambda: not again.live.is_catching_up)
    for message, text in ((early, "E3 F3"), (move, "D4 C4"), (chatter, "E3 E2")):
        await (server.world.ec if message is move else server.world.dmo).edit(message, text)
    reading = await server.read(again)
    assert [event.text for event in reading.messages] == ["E3 E2"]
