"""A database that is taken away under a running bot: saved beside it, and told in one line."""

import asyncio

from bot.storage.maintenance import verify
from tests.end_to_end.helpers.apart import own_bot, own_sandbox  # noqa: F401 - fixtures
from tests.end_to_end.helpers.matches import World
from tests.helpers.people import from_dealer
from tests.helpers.processes.bot_process import BotProcess


async def test_a_bot_that_loses_its_file_saves_what_it_held_and_ends(
    bot: BotProcess, world: World, room: str
):
    opening = await world.start(room, takeback=0)
    database = bot.database
    # The loss may be noticed before or after this answer: it is stored in any case.
    database.unlink()
    move = await world.ec.say(room, "E6 E7")
    status = await bot.ended()
    copy = database.with_name(f"{database.name}-rescued")
    last = bot.log.decode().splitlines()[-1]
    assert status == 1
    assert last.startswith(str(database))
    assert f"was deleted: all that it held is in {copy}." in last
    findings = await asyncio.to_thread(verify, copy)
    assert (findings.faults, findings.live) == ((), 1)
    for suffix in ("-wal", "-shm"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)
    copy.rename(database)
    await bot.start()
    await world.host.read(room, from_dealer("was away for"), opening["id"])
    turn = await world.turn_after(room, move, world.dmo)
    assert "E6 (white) and E7 (red)" in turn["content"]
