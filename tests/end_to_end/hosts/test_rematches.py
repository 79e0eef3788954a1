"""`/match rematch`: seats change, the seed is new, and nobody who left is dealt one."""

from typing import Any

from bot.features.starting.texts import NO_REMATCH, PLAYER_LEFT
from tests.end_to_end.helpers.matches import clock_runs, played, record_of, result_after
from tests.helpers.people import Listener, Message, World, from_dealer


async def test_a_rematch_swaps_seats_and_has_a_new_committed_seed(
    world: World, host: Listener, room: str
):
    assert await host.ask_text(room, "/match rematch") == NO_REMATCH()
    first = await played(world, host, room, seed=7, reserve=77)
    answer = await host.ask(room, "/match rematch")
    assert "is starting in" in answer["content"]
    swapped = await world.host.read(room, from_dealer("## A Battle"), first["id"])
    assert "live match" in await host.ask_text(room, "/match rematch")
    # The former DMO is the EC now, and it is their turn.
    record = await conceded(world, room, swapped, world.dmo)
    assert f"ec: {world.dmo.name}\n" in record
    assert "reserve: 77\n" in record
    assert "commitment: " in record
    await host.ask(room, "/match rematch", swap=False)
    same = await world.host.read(room, from_dealer("## A Battle"), swapped["id"])
    assert f"ec: {world.dmo.name}\n" in await conceded(world, room, same, world.dmo)


async def conceded(world: World, room: str, opening: Message, person: Any) -> str:
    await clock_runs(world, room)
    await person.say(room, "concede")
    return await record_of(world, await result_after(world, room, opening))


async def test_nobody_who_left_is_dealt_a_rematch(world: World, host: Listener, room: str):
    guest = await world.newcomer()
    await host.person.command(
        room, "/fire-and-ice start", ec=guest.id, dmo=world.dmo.id, first="ec"
    )
    opening = await world.host.read(room, from_dealer("## A Battle"))
    await host.answer()
    await conceded(world, room, opening, guest)
    await world.host.request("DELETE", f"/guilds/{world.guild_id}/members/{guest.id}")
    answer = await host.ask(room, "/match rematch")
    assert answer["content"] == PLAYER_LEFT(player=guest.name)
