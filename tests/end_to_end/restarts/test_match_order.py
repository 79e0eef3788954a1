"""A room's matches are told one after another, though their posts failed and the bot was killed."""

import pytest

from tests.end_to_end.games.test_practice import practise
from tests.end_to_end.helpers.matches import World
from tests.end_to_end.helpers.stored import count
from tests.end_to_end.moves.test_kill_between import POSTING, start_again
from tests.end_to_end.readers.test_mirror import mirrored
from tests.helpers.clocks.waiting import eventually
from tests.helpers.people import Listener, Person, from_dealer
from tests.helpers.processes.bot_process import BotProcess

OPENING, RESULT = "A Battle of Fire and Ice", "wins the Death Match!"


async def concede_unheard(bot: BotProcess, world: World, room: str, person: Person) -> None:
    """End a match by somebody's word while Discord takes no posts, as from now on."""
    await world.fault(fault="5xx-before", status=503, match=POSTING, count=None)
    await person.say(room, "concede")
    await eventually(lambda: count(bot, f"matches WHERE room_id = {room} AND reason > ''") == 1)


async def kill_after_the_next_start(bot: BotProcess, world: World, room: str) -> None:
    await eventually(lambda: count(bot, f"matches WHERE room_id = {room}") == 2)
    await start_again(bot, world)


async def tells_in_order(person: Person, room: str) -> None:
    """Wait for the opening of a room's second match; it stands below all of the first."""
    first = await person.read(room, from_dealer(OPENING))
    result = await person.read(room, from_dealer(RESULT))
    await person.read(room, from_dealer(OPENING), first["id"])
    messages = await person.history(room)
    openings = [message for message in messages if from_dealer(OPENING)(message)]
    assert len(openings) == 2
    assert int(openings[0]["id"]) < int(result["id"]) < int(openings[1]["id"])


async def test_a_result_stands_above_the_next_opening_in_the_room_and_in_its_mirror(
    bot: BotProcess, world: World, room: str
):
    mirror = await mirrored(world, room)
    await world.start(room)
    await world.clock_runs(room)
    await world.host.read(mirror, from_dealer(OPENING))
    await concede_unheard(bot, world, room, world.ec)
    await world.host.command(room, "/fire-and-ice start", **world.players)
    await kill_after_the_next_start(bot, world, room)
    await tells_in_order(world.host, room)
    await tells_in_order(world.host, mirror)


@pytest.mark.parametrize("is_direct", [True, False])
async def test_a_result_stands_above_the_next_opening_where_somebody_practises(
    bot: BotProcess, beginner: Listener, host: Listener, world: World, room: str, *, is_direct: bool
):
    person = beginner.person
    await host.ask(room, "/dealer practice", room=room)
    place = await person.direct() if is_direct else room
    await practise(beginner, place)
    await concede_unheard(bot, world, place, person)
    await person.command(place, "/practice", game="fire-and-ice", level="easy")
    await kill_after_the_next_start(bot, world, place)
    await tells_in_order(person, place)
