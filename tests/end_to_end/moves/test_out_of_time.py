"""Proofs for a player who runs out of time: links to the turn's post and the late message."""

import asyncio
import re
import time
from decimal import ROUND_CEILING, Decimal

from sandbox.state.snowflakes import seconds_of
from tests.end_to_end.helpers.matches import start
from tests.helpers.people import Listener, Message, World, from_dealer

READING = {"method": "GET", "route": "/channels/{channel_id}/messages", "who": "bot"}


def link(world: World, message: Message) -> str:
    guild = world.about["guild"]["id"]
    return f"(<https://discord.com/channels/{guild}/{message['channel_id']}/{message['id']}>)"


async def loss_after(world: World, room: str, message: Message) -> str:
    result = await world.host.read(room, from_dealer("has run out of time"), message["id"])
    return result["content"]


async def test_a_loss_by_silence_says_when_the_time_ran_out(world: World, room: str):
    opening = await start(world, room, turn=1, reserve=1)
    text = await loss_after(world, room, opening)
    assert "Out of time: allowed 1 s and 1 s of reserve, used " in text
    opened = re.escape(f"from [the turn's post]{link(world, opening)}")
    match = re.search(rf"used all of it( on a running clock)?, {opened} to <t:([0-9]+):T>\.", text)
    assert match, text
    assert int(match[2]) == int(seconds_of(int(opening["id"])) + 2)


async def test_a_loss_by_a_late_message_links_it_and_says_how_much_was_used(
    world: World, room: str
):
    # As long as the room cannot be read, nothing is judged.
    await world.fault(fault="5xx-before", match=READING, seconds=600)
    opening = await start(world, room, turn=2, reserve=1)
    await asyncio.sleep(max(0, seconds_of(int(opening["id"])) + 3.01 - time.time()))
    late = await world.ec.say(room, "E6 E7")
    async with Listener(world.spectator) as ear:
        # Everything said before this question is heard before it.
        await ear.ask(room, "/match clock")
    await world.clear_faults()
    text = await loss_after(world, room, opening)
    used = Decimal(_ms(late) - _ms(opening)) / 1000
    assert f"used {used.quantize(Decimal('0.1'), ROUND_CEILING).normalize():f} s, " in text
    assert f"to [their message]{link(world, late)}." in text
    assert f"from [the turn's post]{link(world, opening)} " in text


def _ms(message: Message) -> int:
    return round(seconds_of(int(message["id"])) * 1000)
