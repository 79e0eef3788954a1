"""A database that is taken away under a running bot: saved beside it, and told in one line."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.storage.maintenance import verify
from tests.end_to_end.helpers.apart import own_bot, own_sandbox  # noqa: F401 - fixtures
from tests.end_to_end.helpers.matches import result_after, start, turn_after
from tests.helpers.people import World, from_dealer
from tests.helpers.processes.bot_process import BotProcess


def remove(path: Path) -> None:
    path.unlink()


def replace(path: Path) -> None:
    copy = path.with_name("other")
    copy.write_bytes(path.read_bytes())
    copy.rename(path)


def put_in_place(copy: Path, path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    copy.rename(path)


LOSSES: dict[str, tuple[Callable[[Path], None], str]] = {
    "was deleted": (remove, ""),
    "was replaced": (replace, ""),
    "-wal was deleted": (remove, "-wal"),
}


@pytest.mark.parametrize("why", LOSSES)
async def test_a_bot_that_loses_its_file_saves_what_it_held_and_ends(
    bot: BotProcess, world: World, room: str, why: str
):
    lose, suffix = LOSSES[why]
    opening = await start(world, room, takeback=0)
    database = bot.database
    lost = database.with_name(database.name + suffix)
    messages = len(bot.log)
    # The loss may be noticed before or after this answer: it is stored in any case.
    lose(lost)
    move = await world.ec.say(room, "E6 E7")
    status = await bot.ended()
    copy = database.with_name(f"{database.name}-rescued")
    last = bot.log[messages:].decode().splitlines()[-1]
    assert status == 1
    assert last.startswith(str(database))
    assert f"{why}: all that it held is in {copy}." in last
    findings = await asyncio.to_thread(verify, copy)
    assert (findings.faults, findings.live) == ((), 1)
    put_in_place(copy, database)
    await bot.start()
    await world.host.read(room, from_dealer("was away for"), opening["id"])
    turn = await turn_after(world, room, move, world.dmo)
    assert "E6 (white) and E7 (red)" in turn["content"]
    # Of the next file that is lost, only the match that is played then is live.
    await result_after(world, room, await world.dmo.say(room, "concede"))
