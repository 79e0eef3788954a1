"""A server that Discord loses, that removes the Dealer, or lets it do less; and several of them."""

import pytest

from sandbox.server import Sandbox
from tests.end_to_end.helpers.matches import World, count_requests, judge
from tests.helpers.people import Listener, from_dealer
from tests.helpers.processes.bot_process import BotProcess

VIEW, WRITE, ATTACH, READ = 1 << 10, 1 << 11, 1 << 15, 1 << 16
HISTORY = "GET /channels/{channel_id}/messages"


def guild(world: World) -> str:
    return f"/guilds/{world.guild_id}"


async def resume(world: World, room: str) -> None:
    assert "has resumed" in await world.host.ask_text(room, "/match resume")


# Outages


@pytest.mark.parametrize("restarts", [False, True], ids=["live", "over a restart"])
async def test_a_move_typed_in_an_outage_is_heard_at_its_end_and_nobody_is_charged(
    bot: BotProcess, world: World, sandbox: Sandbox, room: str, *, restarts: bool
):
    opening = await world.start(room, turn=600, reserve=1)
    await world.clock_runs(room)
    await world.fault("guild-outage")
    if restarts:
        await bot.kill()
    move = await world.ec.say(room, "E6 E7")
    await world.dmo.say(room, "chatter")
    if restarts:
        requests = count_requests(sandbox, room)
        await bot.start()
        # Nothing is read before the end of the outage, and all of it is one gap.
        assert requests[HISTORY] == 0
    await world.clear_faults()
    await world.turn_after(room, move, world.dmo)
    await world.host.read(room, from_dealer("was away for"), opening["id"])
    assert judge(await world.concede(room))["clock"]["ec"] == {"reserve": 1.0}
    assert await world.gaps(room) == 1


# Removed


async def test_a_dealer_that_was_removed_goes_on_once_it_is_back_and_told_to(
    world: World, room: str
):
    await world.start(room)
    await world.host.request("DELETE", f"{guild(world)}/members/{world.about['bot_id']}")
    move = await world.ec.say(room, "E6 E7")
    await world.add_member(world.about["bot_id"])
    # With no server in common it could not be told before.
    await world.told_to_host(room, "removed from the server", "is paused and saved")
    await resume(world, room)
    await world.turn_after(room, move, world.dmo)


# The Dealer's permissions


async def test_a_role_that_allows_less_shuts_the_rooms(world: World, room: str):
    await world.start(room)
    role = await world.role("Dealer")
    path = f"{guild(world)}/roles/{role['id']}"
    await world.host.request("PATCH", path, json={"permissions": str(VIEW | READ)})
    try:
        await world.told_to_host(room, "no longer read or write", "are paused")
    finally:
        await world.host.request("PATCH", path, json={"permissions": role["permissions"]})
    await resume(world, room)
    judge(await world.concede(room))


async def test_a_dealer_that_is_stripped_of_its_role_is_shut_out(world: World, room: str):
    await world.start(room)
    role = await world.role("Dealer")
    await world.overwrite(room, world.guild_id, deny=WRITE)
    await world.overwrite(room, role["id"], allow=WRITE)
    member = f"{guild(world)}/members/{world.about['bot_id']}/roles/{role['id']}"
    await world.host.request("DELETE", member)
    try:
        await world.told_to_host(room, "are paused")
    finally:
        await world.host.request("PUT", member)
    await world.overwrite(room, world.guild_id)
    await resume(world, room)
    judge(await world.concede(room))


async def test_what_was_typed_while_the_history_was_hidden_counts_once_it_is_not(
    world: World, room: str
):
    await world.start(room, turn=600, reserve=1)
    await world.clock_runs(room)
    await world.fault(fault="guild-outage")
    await world.deny(room, READ)
    move = await world.ec.say(room, "E6 E7")
    await world.clear_faults()
    message = await world.told_to_host(room, "message history", "are paused")
    # A host who resumes too early is told again.
    await resume(world, room)
    await world.told_to_host(room, "message history", "are paused", next_message=message)
    await world.deny(room, 0)
    await resume(world, room)
    await world.turn_after(room, move, world.dmo)
    assert judge(await world.concede(room))["clock"]["ec"] == {"reserve": 1.0}


async def test_boards_come_in_words_while_no_options_are_allowed(world: World, room: str):
    await world.start(room)
    await world.deny(room, ATTACH)
    message = await world.host.read(room, from_dealer("no longer attach files"))
    assert f"<@{world.host.id}>" in message["content"]
    turn = await world.turn_after(room, await world.ec.say(room, "E6 E7"), world.dmo)
    assert turn["attachments"] == []
    assert "E6" in turn["content"].partition("```")[2]
    turn = await world.turn_after(room, await world.dmo.say(room, "E3 F3"), world.ec)
    assert turn["attachments"] == []
    await world.deny(room, 0)
    turn = await world.turn_after(room, await world.ec.say(room, "D4 C4"), world.dmo)
    assert len(turn["attachments"]) == 1
    history = await world.host.history(room)
    assert sum("no longer attach files" in message["content"] for message in history) == 1


# Slow mode


async def slow_down(world: World, room: str, seconds: int) -> None:
    await world.host.request("PATCH", f"/channels/{room}", json={"rate_limit_per_user": seconds})


async def test_a_room_that_is_slower_than_its_game_bears_is_said_to_be(world: World, room: str):
    await slow_down(world, room, 30)
    async with Listener(world.host) as ear:
        await world.start(room)
        answer = (await ear.answer())["content"]
    assert "is starting" in answer
    assert "Slow mode" in answer
    assert "is 30 s, and this game allows 20 s at most" in answer
    await slow_down(world, room, 20)
    await slow_down(world, room, 120)
    await world.told_to_host(room, "Slow mode", "is 120 s")
    messages = await world.host.history(await world.host.direct())
    assert not [message for message in messages if "is 20 s" in message["content"]]
    judge(await world.concede(room))


# Players


async def test_the_host_is_told_that_a_player_has_left_and_the_match_goes_on(
    world: World, room: str
):
    await world.start(room, turn=31)
    await world.ec.request("DELETE", f"/users/@me{guild(world)}")
    await world.told_to_host(room, "Ada", "has left the server", "goes on")
    await world.add_member(world.ec.id)
    await world.turn_after(room, await world.ec.say(room, "E6 E7"), world.dmo)


# Several servers


async def test_each_server_has_matches_players_and_hosts_of_its_own(world: World, room: str):
    other = await world.new_guild()
    elsewhere = await other.new_room()
    await other.start(elsewhere, turn=600)
    listed = []
    for host, where in ((world.host, room), (other.host, elsewhere)):
        listed.append(f"<#{elsewhere}>" in await host.ask_text(where, "/match list"))
    assert listed == [False, True]
    move = await other.ec.say(elsewhere, "E6 E7")
    await other.turn_after(elsewhere, move, other.dmo)
    judge(await other.concede(elsewhere))
