"""Pings of followers, where they can read them and nobody is disturbed."""

from tests.end_to_end.helpers.matches import World
from tests.end_to_end.readers.test_mirror import VIEW, in_mirror, mirrored
from tests.helpers.people import Message, Person, from_dealer
from tests.helpers.processes.bot_process import BotProcess

TURN, OVER = "🔔 [A new turn](<", "🔔 [The match is over.](<"


async def pings(world: World, room: str) -> list[Message]:
    """Return the pings of followers in a room."""
    messages = await world.host.history(room)
    return [message for message in messages if from_dealer("🔔 [")(message)]


def pinged(message: Message) -> set[str]:
    return {mention["id"] for mention in message["mentions"]}


async def test_without_a_mirror_room_followers_are_pinged_below_the_result_only(
    world: World, room: str
):
    await world.start(room)
    text = await world.spectator.ask_text(room, "/match follow")
    assert f"I'll ping you in <#{room}> for the result." in text
    assert "only in a mirror room" in text
    other = await world.newcomer("spectator")
    text = await other.ask_text(room, "/match follow", pings="result")
    assert "mirror" not in text
    gone = await world.newcomer("spectator")
    await gone.ask_text(room, "/match follow")
    assert "You aren't following" in await gone.ask_text(room, "/match follow", pings="off")
    await world.turn_after(room, await world.ec.say(room, "E6 E7"), world.dmo)
    result = await world.result_after(room, await world.dmo.say(room, "concede"))
    (ping,) = [await world.host.read(room, from_dealer(OVER), result["id"])]
    assert pinged(ping) == {world.spectator.id, other.id}
    assert result["id"] in ping["content"]
    assert len(await pings(world, room)) == 1


async def test_in_the_mirror_room_they_are_pinged_with_each_turn_also_after_a_restart(
    bot: BotProcess, world: World, room: str
):
    await world.start(room)
    await world.spectator.ask_text(room, "/match follow")
    # Everybody can read the new room: who followed before is pinged there from now on.
    mirror = await mirrored(world, room, is_public=True)
    other = await world.newcomer("spectator")
    text = await other.ask_text(mirror, "/match follow", pings="result")
    assert f"I'll ping you in <#{mirror}> for the result." in text
    await world.dmo.ask_text(mirror, "/match follow")
    await bot.restart()
    turn = await world.turn_after(room, await world.ec.say(room, "E6 E7"), world.dmo)
    ping = await world.host.read(mirror, from_dealer(TURN, turn["id"]))
    # The room's own post has pinged whose turn it is.
    assert pinged(ping) == {world.spectator.id}
    turn = await world.turn_after(room, await world.dmo.say(room, "E3 E2"), world.ec)
    ping = await world.host.read(mirror, from_dealer(TURN, turn["id"]))
    assert pinged(ping) == {world.spectator.id, world.dmo.id}
    board = await in_mirror(world, mirror, turn)
    assert int(board["id"]) < int(ping["id"])
    result = await world.result_after(room, await world.ec.say(room, "concede"))
    ping = await world.host.read(mirror, from_dealer(OVER, result["id"]))
    assert pinged(ping) == {world.spectator.id, other.id}
    assert await pings(world, room) == []


async def test_who_cannot_read_the_mirror_room_is_pinged_in_the_game_room(world: World, room: str):
    mirror = await mirrored(world, room)
    await world.deny(mirror, VIEW, world.spectator)
    opening = await world.start(room)
    text = await world.spectator.ask_text(room, "/match follow")
    assert f"I'll ping you in <#{room}> for the result." in text
    await in_mirror(world, mirror, opening)
    turn = await world.turn_after(room, await world.ec.say(room, "E6 E7"), world.dmo)
    result = await world.result_after(room, await world.dmo.say(room, "concede"))
    ping = await world.host.read(room, from_dealer(OVER, result["id"]))
    assert pinged(ping) == {world.spectator.id}
    await world.host.read(mirror, from_dealer(result["id"]))
    assert await pings(world, mirror) == []
    assert turn["attachments"]


async def test_a_follower_who_leaves_keeps_nothing_from_the_others(world: World, room: str):
    await world.start(room)
    leaver: Person = await world.newcomer("spectator")
    await leaver.ask_text(room, "/match follow")
    await world.spectator.ask_text(room, "/match follow")
    await world.host.request("DELETE", f"/guilds/{world.guild_id}/members/{leaver.id}")
    result = await world.result_after(room, await world.ec.say(room, "concede"))
    ping = await world.host.read(room, from_dealer(OVER, result["id"]))
    assert world.spectator.id in pinged(ping)
