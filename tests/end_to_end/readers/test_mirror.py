"""A game room's boards are repeated in a room for the audience: each of them once, none before."""

from typing import Any

import pytest

from tests.end_to_end.helpers.matches import World
from tests.helpers.people import Message, from_dealer
from tests.helpers.processes.bot_process import BotProcess

VIEW, WRITE, ATTACH = 1 << 10, 1 << 11, 1 << 15
IN_THE_ROOM = "-# [In the game room](<https://discord.com/channels/"


async def mirrored(world: World, room: str, *, is_public: bool = False) -> str:
    mirror = await world.new_room()
    if is_public:
        await world.overwrite(mirror, world.guild_id, allow=VIEW)
    answer = await world.host.ask_text(room, "/match mirror", channel=mirror)
    assert f"From now on I'll copy every board from this room to <#{mirror}>" in answer
    return mirror


def repeats(post: Message) -> Any:
    """Return a test for the copied board of a post of the game room."""
    return from_dealer(f"{IN_THE_ROOM}", f"/{post['channel_id']}/{post['id']}>)")


async def in_mirror(world: World, mirror: str, post: Message) -> Message:
    return await world.host.read(mirror, repeats(post))


async def boards_in(world: World, room: str) -> list[Message]:
    messages = await world.host.history(room)
    return [message for message in messages if "board.png" in str(message["attachments"])]


async def picture(world: World, post: Message) -> tuple[bytes, str]:
    (file,) = [file for file in post["attachments"] if file["filename"].endswith(".png")]
    return await world.file(file), file["description"]


@pytest.mark.usefixtures("animating")
async def test_each_board_is_repeated_with_a_link_and_without_pings_or_buttons(
    world: World, room: str
):
    mirror = await mirrored(world, room)
    opening = await world.start(room)
    turn = await world.turn_after(room, await world.ec.say(room, "E6 E7"), world.dmo)
    second = await in_mirror(world, mirror, turn)
    result = await world.result_after(room, await world.dmo.say(room, "concede"))
    last = await in_mirror(world, mirror, result)
    first = await in_mirror(world, mirror, opening)
    assert first["content"].startswith("A Battle of Fire and Ice: **")
    gist = "**Ada** lays E6 (white) and E7 (red).\nWaiting for **Bob**."
    assert second["content"].startswith(gist)
    assert "wins the Death Match!" in last["content"]
    for message, repeated in ((opening, first), (turn, second), (result, last)):
        assert await picture(world, message) == await picture(world, repeated)
        assert int(repeated["id"]) > int(message["id"])
        assert repeated["mentions"] == []
        assert repeated["components"] == []
    # The animation is for the game room alone: the result links there.
    await world.host.read(room, from_dealer("🎞️ The whole of match "), result["id"])
    assert await world.host.history(mirror) == [first, second, last]


async def test_nothing_is_doubled_or_missing_where_the_dealer_is_killed_in_the_middle(
    bot: BotProcess, world: World, room: str
):
    mirror = await mirrored(world, room)
    messages = [await world.start(room)]
    message = await world.ec.say(room, "E6 E7")
    await bot.restart()
    messages.append(await world.turn_after(room, message, world.dmo))
    message = await world.dmo.say(room, "concede")
    messages.append(await world.result_after(room, message))
    await bot.restart()
    repeated = [await in_mirror(world, mirror, command) for command in messages]
    # Another match in the room comes after all that is still to be said of this one.
    again = await world.start(room)
    repeated.append(await in_mirror(world, mirror, again))
    assert await boards_in(world, mirror) == repeated
    await world.dmo.say(room, "concede")
    result = await world.host.read(room, from_dealer("\U0001f3c1"), again["id"])
    await in_mirror(world, mirror, result)


async def test_a_mirror_room_that_is_closed_to_the_dealer_ends_the_mirror_and_the_host_is_told_once(
    world: World, room: str
):
    mirror = await mirrored(world, room)
    await in_mirror(world, mirror, await world.start(room))
    await world.deny(mirror, WRITE)
    turn = await world.turn_after(room, await world.ec.say(room, "E6 E7"), world.dmo)
    await world.told_to_host(room, f"I can no longer post in <#{mirror}>")
    await world.turn_after(room, await world.dmo.say(room, "E3 E2"), world.ec)
    answers = await world.host.history(await world.host.direct())
    assert sum(f"<#{mirror}>" in message["content"] for message in answers) == 1
    assert turn["attachments"]
    assert len(await boards_in(world, mirror)) == 1
    assert "has no mirror" in await world.host.ask_text(room, "/match mirror")


async def test_what_cannot_be_a_mirror_room_is_refused_with_what_to_do(world: World, room: str):
    async def answer(channel: str) -> str:
        return await world.host.ask_text(room, "/match mirror", channel=channel)

    assert "is this room" in await answer(room)
    other, taken = await world.new_room(), await world.new_room()
    await world.start(other)
    assert "There is a match" in await answer(other)
    await world.dmo.say(other, "concede")
    await world.host.ask_text(other, "/match mirror", channel=taken)
    assert f"already mirrors <#{other}>" in await answer(taken)
    shut = await world.new_room()
    await world.deny(shut, WRITE | ATTACH)
    text = await answer(shut)
    assert "I don't have *Send Messages* and *Attach Files*" in text
    assert "Edit Channel → Permissions" in text
    assert "has no mirror" in await world.host.ask_text(room, "/match mirror")


async def test_a_host_ends_it_and_it_holds_for_the_next_matches_of_the_room(
    world: World, room: str
):
    mirror = await mirrored(world, room)
    first = await world.start(room)
    await world.result_after(room, await world.ec.say(room, "concede"))
    await in_mirror(world, mirror, first)
    second = await world.start(room)
    await in_mirror(world, mirror, second)
    text = await world.host.ask_text(room, "/match mirror")
    assert text == f"I've stopped copying this room's boards to <#{mirror}>."
    before = len(await boards_in(world, mirror))
    await world.result_after(room, await world.ec.say(room, "concede"))
    # Anything later in another mirror of the room would come after it.
    other = await mirrored(world, room)
    third = await world.start(room)
    await in_mirror(world, other, third)
    assert len(await boards_in(world, mirror)) == before
