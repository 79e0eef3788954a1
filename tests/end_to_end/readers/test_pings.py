"""A server may do without pings: those awaited are named all the same, and called in time."""

from tests.end_to_end.conftest import fixture
from tests.end_to_end.helpers.matches import World
from tests.end_to_end.readers.test_following import pinged
from tests.helpers.people import from_dealer
from tests.helpers.processes.bot_process import BotProcess


@fixture()
async def quiet(world: World, room: str) -> str:
    """Return a room on a server without pings."""
    assert "ping nobody" in await world.host.ask_text(room, "/dealer defaults", pings=False)
    return room


async def test_without_pings_a_match_names_those_awaited_and_only_a_host_calls_them_to_its_end(
    bot: BotProcess, world: World, quiet: str
):
    opening = await world.start(quiet)
    assert f"<@{world.ec.id}>" in opening["content"]
    await bot.restart()
    # What a server changes counts for the next match.
    answer = await world.host.ask_text(quiet, "/dealer defaults", pings=True)
    assert "ping whoever has to act" in answer
    turn = await world.turn_after(quiet, await world.ec.say(quiet, "E6 E7"), world.dmo)
    await world.host.command(quiet, "/match remind")
    called = await world.host.read(quiet, from_dealer("🔔"), turn["id"])
    result = await world.result_after(quiet, await world.dmo.say(quiet, "concede"))
    awaited = [pinged(item) for item in (opening, turn, called, result)]
    assert awaited == [set(), set(), {world.dmo.id}, set()]
    assert pinged(await world.start(quiet)) == {world.ec.id, world.dmo.id}
