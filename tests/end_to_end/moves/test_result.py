"""The end of a match: the result with its figures, and the animation, once."""

from io import BytesIO

import pytest
from PIL import Image

from bot.texts import match_log
from rendering.animation import MAX_BYTES, MAX_MS
from tests.end_to_end.helpers.matches import World
from tests.helpers.people import Message, from_dealer
from tests.helpers.processes.bot_process import BotProcess

pytestmark = pytest.mark.usefixtures("animating")

ANIMATION = from_dealer("🎞️ The whole of match ")


async def finish(world: World, room: str) -> Message:
    await world.start(room)
    await world.turn_after(room, await world.ec.say(room, "E6 E7"), world.dmo)
    return await world.result_after(room, await world.dmo.say(room, "concede"))


async def animations(world: World, room: str) -> list[Message]:
    return [message for message in await world.host.history(room) if ANIMATION(message)]


def _shown_ms(image: Image.Image, frame: int) -> int:
    image.seek(frame)
    return int(image.info["duration"])


async def test_a_killed_process_leaves_the_animation_to_the_next_one_which_posts_it_once(
    bot: BotProcess, world: World, room: str
):
    result = await finish(world, room)
    await bot.restart()
    message = await world.host.read(room, ANIMATION, result["id"])
    (attached,) = message["attachments"]
    assert attached["filename"].endswith("-replay.gif")
    assert attached["description"] == match_log.ANIMATION_ALT()
    assert attached["size"] <= MAX_BYTES
    image = Image.open(BytesIO(await world.file(attached)))
    frames = range(image.n_frames)
    assert len(frames) == 2
    assert sum(_shown_ms(image, frame) for frame in frames) <= MAX_MS
    await bot.restart()
    await world.start(room)
    assert len(await animations(world, room)) == 1
