"""A match over PostgreSQL: the bot is killed in the middle, and so is the server; all goes on."""

import asyncio
import signal
from collections.abc import AsyncIterator

import pytest

from bot.storage.databases.database_url import location_of
from bot.storage.maintenance import verify
from sandbox.server import Sandbox
from tests.end_to_end.conftest import fixture, started
from tests.end_to_end.helpers.apart import own_sandbox  # noqa: F401 - fixtures
from tests.end_to_end.helpers.matches import World
from tests.helpers.databases.postgres_server import CHEAPLY, Databases, Server, connected
from tests.helpers.people import from_dealer
from tests.helpers.processes.bot_forker import Forker
from tests.helpers.processes.bot_process import BotProcess
from tests.helpers.processes.command_line import dealer


@fixture(scope="module")
async def server() -> AsyncIterator[Server]:
    with Server.running(*CHEAPLY) as server:
        yield server


@fixture(scope="module")
async def url(server: Server) -> str:
    return await Databases(server.port).create("template1")


@fixture(scope="module")
async def bot(
    sandbox: Sandbox, forker: Forker, url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    folder = tmp_path_factory.mktemp("bot")
    async with started(BotProcess(sandbox, folder / "none", forker.begin, url)) as bot:
        yield bot


async def test_a_match_goes_on_after_the_bot_is_killed_and_the_server_crashes(
    bot: BotProcess, server: Server, url: str, world: World, room: str
):
    opening = await world.start(room, takeback=0)
    await world.clock_runs(room)
    first = await world.ec.say(room, "E6 E7")
    await world.turn_after(room, first, world.dmo)
    await bot.kill()
    second = await world.dmo.say(room, "E3 F3")
    await bot.start()
    await world.host.read(room, from_dealer("was away for"), opening["id"])
    await world.turn_after(room, second, world.ec)
    await asyncio.to_thread(server.stop, signal.SIGQUIT)
    third = await world.ec.say(room, "E8 F8")
    server.start()
    (await connected(server.port)).terminate()
    await world.turn_after(room, third, world.dmo)
    record = await world.concede(room)
    assert [record.count(item) for item in ("E6 E7", "E3 F3", "E8 F8", "concede")] == [1] * 4
    findings = await asyncio.to_thread(verify, location_of(url))
    assert (findings.live, findings.over, findings.faults) == (0, 1, ())


@pytest.mark.exhaustive
async def test_the_commands_read_the_database_while_the_bot_runs(
    bot: BotProcess, url: str, tmp_path_factory: pytest.TempPathFactory
):
    folder = tmp_path_factory.mktemp("commands")
    for arguments, line in (
        (("verify",), b"faults: 0."),
        (("site", "public"), b"public: matches: "),
    ):
        ended = await asyncio.to_thread(dealer, *arguments, folder=folder, DATABASE_URL=url)
        assert (ended.returncode, ended.stderr) == (0, b"")
        assert line in ended.stdout
    refused = await asyncio.to_thread(dealer, "copy", url, "sqlite:///copy.sqlite", folder=folder)
    assert refused.returncode == 1
    assert b"is in use by a Dealer" in refused.stderr
