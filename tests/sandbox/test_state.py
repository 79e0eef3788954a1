"""A sandbox with a state file is taken up again where it stopped; one without begins anew."""

import asyncio
import signal
import sys

import pytest

from sandbox.server import Sandbox
from tests.sandbox.support import PNG, open_town


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "state.sqlite"


async def test_everything_is_taken_up_again(path):
    async with Sandbox(state=path) as sandbox, open_town(sandbox) as town:
        await town.door("POST", "world", {"channels": 1, "users": 1})
        [command] = await town.register({"name": "ping", "description": "x"})
        dm_id = await town.bot.dm(town.ada.id)
        await town.bot.say(dm_id, "private")
        posted = await town.ada.say(town.room, "move")
        board = f"/channels/{town.room}/messages"
        await town.bot.expect(200, "POST", board, {"content": "board"}, {"b.png": PNG})
        gone = await town.ada.say(town.room, "gone")
        await town.ada.expect(204, "DELETE", f"{board}/{gone['id']}")
        await town.ada.expect(200, "PATCH", f"{board}/{posted['id']}", {"content": "moved"})
        await town.ada.expect(204, "PUT", f"{board}/{posted['id']}/reactions/👍/@me")
        await town.hana.expect(200, "DELETE", f"/channels/{town.other_room}")
        overwrite = f"/channels/{town.room}/permissions/{town.guild}"
        await town.hana.expect(204, "PUT", overwrite, {"type": 0, "deny": "8192"})
        before = await everything(town, dm_id)
    async with Sandbox(state=path) as sandbox, open_town(sandbox) as town:
        assert await everything(town, dm_id) == before
        assert await town.bot.dm(town.ada.id) == dm_id
        [board, moved] = await town.ada.get(f"/channels/{town.room}/messages")
        assert (moved["content"], moved["reactions"][0]["count"]) == ("moved", 1)
        async with town.http.get(board["attachments"][0]["url"]) as answer:
            assert await answer.read() == PNG
        assert (await town.use(town.ada, command)).status == 204
        later = await town.ada.say(town.general, "later")
        assert int(later["id"]) > int(gone["id"])


async def everything(town, dm_id):
    """All that has to survive, without the addresses, which have another port."""
    world = (await town.door("GET", "world")).body
    return {
        "world": {key: world[key] for key in world if key not in ("api", "gateway")},
        "channels": await town.hana.get(f"/guilds/{town.guild}/channels"),
        "dm": await town.ada.get(f"/channels/{dm_id}/messages"),
        "commands": await town.ada.get(f"/applications/{town.app}/commands"),
        "members": await town.ada.get(f"/guilds/{town.guild}/members?limit=100"),
        "roles": await town.ada.get(f"/guilds/{town.guild}/roles"),
    }


async def test_without_a_file_the_world_begins_anew():
    async with Sandbox() as sandbox, open_town(sandbox) as town:
        first = town.guild
        await town.ada.say(town.room, "x")
    async with Sandbox() as sandbox, open_town(sandbox) as town:
        assert town.guild != first
        assert await town.ada.get(f"/channels/{town.room}/messages") == []


async def test_another_bot_token_takes_the_place_of_the_old_one(path):
    async with Sandbox(state=path, bot_token="old") as sandbox:
        bot_id = sandbox.services.world.bot.id
    async with Sandbox(state=path, bot_token="new") as sandbox:
        assert sandbox.services.world.bot.id == bot_id
        assert sandbox.services.world.user_of_token("new") == sandbox.services.world.bot
        assert sandbox.services.world.user_of_token("old") is None


async def test_an_attachment_can_be_read_before_and_after_it_is_written(path):
    async with Sandbox(state=path) as sandbox, open_town(sandbox) as town:
        board = f"/channels/{town.room}/messages"
        for number in range(50):
            data = PNG + bytes([number])
            posted = await town.bot.call("POST", board, {}, {"b.png": data})
            if posted.status == 429:
                await town.door("POST", "limits", {"enforce": False})
                posted = await town.bot.call("POST", board, {}, {"b.png": data})
            async with town.http.get(posted.body["attachments"][0]["url"]) as answer:
                assert await answer.read() == data


async def start(path, *more):
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "sandbox", "--port", "0", "--state", str(path), *more),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    line = (await process.stdout.readline()).decode()
    assert line.startswith("Sandbox: http://127.0.0.1:"), line
    return process, line.removeprefix("Sandbox: ").rstrip("/\n")


class Running:
    """The address of a sandbox in a process of its own."""

    def __init__(self, address):
        self.address = address
        self.api = f"{address}/api/v10"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_the_sandbox_alone_stops_cleanly_when_told(path, number):
    process, address = await start(path, "--no-rate-limits")
    async with open_town(Running(address)) as town:
        assert (await town.door("GET", "limits")).body["enforce"] is False
        await town.ada.say(town.room, "kept")
        process.send_signal(number)
        assert await process.wait() == 0
    assert await process.stderr.read() == b""
    async with Sandbox(state=path) as sandbox, open_town(sandbox) as town:
        assert (await town.ada.get(f"/channels/{town.room}/messages"))[0]["content"] == "kept"


async def test_a_killed_sandbox_is_taken_up_again(path):
    process, address = await start(path)
    async with open_town(Running(address)) as town:
        await town.ada.say(town.room, "early")
        await asyncio.sleep(0.2)  # what was said longer ago than that has been written
        process.kill()
        await process.communicate()
    async with Sandbox(state=path) as sandbox, open_town(sandbox) as town:
        assert (await town.ada.get(f"/channels/{town.room}/messages"))[0]["content"] == "early"


async def test_a_port_that_is_taken_is_named_in_one_line(town):
    port = town.sandbox.address.rpartition(":")[2]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "sandbox", "--port", port), stderr=asyncio.subprocess.PIPE
    )
    _, said = await process.communicate()
    assert process.returncode == 1
    assert said.decode().count("\n") == 1
    assert port in said.decode()
