"""`/match rematch`: seats change, the seed is new, and nobody who left is dealt one."""

from bot.features.starting.texts import NO_REMATCH, PLAYER_LEFT
from tests.end_to_end.helpers.matches import World
from tests.helpers.people import Listener, from_dealer


async def test_a_rematch_swaps_seats_and_has_a_new_committed_seed(
    world: World, host: Listener, room: str
):
    assert await host.ask_text(room, "/match rematch") == NO_REMATCH()
    first = await world.played(host, room, seed=7, reserve=77)
    answer = await host.ask(room, "/match rematch")
    assert "is starting in" in answer["content"]
    swapped = await world.host.read(room, from_dealer("## A Battle"), first["id"])
    assert "live match" in await host.ask_text(room, "/match rematch")
    # The former DMO is the EC now, and it is their turn.
    await world.clock_runs(room)
    record = await world.concede(room)
    assert f"ec: {world.dmo.name}\n" in record
    assert "reserve: 77\n" in record
    assert "commitment: " in record
    await host.ask(room, "/match rematch", swap=False)
    await world.host.read(room, from_dealer("## A Battle"), swapped["id"])
    await world.clock_runs(room)
    assert f"ec: {world.dmo.name}\n" in await world.concede(room)


async def test_nobody_who_left_is_dealt_a_rematch(world: World, host: Listener, room: str):
    guest = await world.newcomer()
    players = {"ec": guest.id, "dmo": world.dmo.id}
    await host.ask(room, "/fire-and-ice start", **players, first="ec")
    await world.clock_runs(room)
    await world.concede(room, guest)
    await world.host.request("DELETE", f"/guilds/{world.guild_id}/members/{guest.id}")
    answer = await host.ask(room, "/match rematch")
    assert answer["content"] == PLAYER_LEFT(player=guest.name)
