import signal
from asyncio.subprocess import PIPE
from types import SimpleNamespace

import pytest

from sandbox.server import Sandbox
from tests.helpers.processes.sandbox_process import start_module
from tests.sandbox.clients import PNG, open_clients


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "state.sqlite"


async def test_everything_is_taken_up_again(path):
    async with Sandbox(state=path) as sandbox, open_clients(sandbox) as clients:
        await clients.control("POST", "world", {"channels": 1, "users": 1})
        [command] = await clients.register({"name": "ping", "description": "x"})
        dm_id = await clients.bot.direct(clients.ada.id)
        await clients.bot.say(dm_id, "private")
        posted = await clients.ada.say(clients.room, "move")
        board = clients.messages
        await clients.bot.expect(200, "POST", board, {"content": "board"}, {"b.png": PNG})
        gone = await clients.ada.say(clients.room, "gone")
        await clients.ada.expect(204, "DELETE", f"{board}/{gone['id']}")
        await clients.ada.expect(200, "PATCH", f"{board}/{posted['id']}", {"content": "moved"})
        await clients.ada.react(posted)
        await clients.ada.expect(200, "POST", f"{board}/{posted['id']}/threads", {"name": "Aside"})
        await clients.bob.say(posted["id"], "kept")
        await clients.hana.expect(200, "DELETE", f"/channels/{clients.other_room}")
        await clients.overwrite(clients.guild, deny=8192)
        second = await clients.second_guild()
        await clients.hana.expect(204, "DELETE", f"/guilds/{second.id}/members/{clients.ada.id}")
        await clients.bob.say(second.room, "elsewhere")
        channels = (dm_id, posted["id"], second.room)
        before = await everything(clients, channels)
    async with Sandbox(state=path) as sandbox, open_clients(sandbox) as clients:
        assert await everything(clients, channels) == before
        assert await clients.ada.guild_ids() == [clients.guild]
        assert await clients.bot.direct(clients.ada.id) == dm_id
        [board, moved] = await clients.ada.get(clients.messages)
        assert (moved["content"], moved["reactions"][0]["count"]) == ("moved", 1)
        assert await clients.file(board["attachments"][0]) == PNG
        assert (await clients.use(clients.ada, command)).status == 204
        later = await clients.ada.say(clients.general, "later")
        assert int(later["id"]) > int(gone["id"])


async def everything(clients, channels):
    """Return all data that has to survive, without the addresses, which have another port."""
    world = (await clients.control("GET", "world")).body
    return {
        "world": {key: world[key] for key in world if key not in ("api", "gateway")},
        "channels": await clients.hana.get(f"/guilds/{clients.guild}/channels"),
        "guilds": await clients.bot.guild_ids(),
        "others": [await clients.bot.get(f"/channels/{channel}") for channel in channels],
        "said": [await clients.bot.get(f"/channels/{channel}/messages") for channel in channels],
        "commands": await clients.ada.get(clients.commands),
        "members": await clients.ada.get(f"/guilds/{clients.guild}/members?limit=100"),
        "roles": await clients.ada.get(f"/guilds/{clients.guild}/roles"),
    }


async def test_without_a_file_the_world_begins_anew():
    async with Sandbox() as sandbox, open_clients(sandbox) as clients:
        first = clients.guild
        await clients.ada.say(clients.room, "x")
    async with Sandbox() as sandbox, open_clients(sandbox) as clients:
        assert clients.guild != first
        assert await clients.ada.get(clients.messages) == []


async def test_another_bot_token_takes_the_place_of_the_old_one(path):
    async with Sandbox(state=path, bot_token="old") as sandbox:
        bot_id = sandbox.services.world.bot.id
    async with Sandbox(state=path, bot_token="new") as sandbox:
        assert sandbox.services.world.bot.id == bot_id
        assert sandbox.services.world.user_of_token("new") == sandbox.services.world.bot
        assert sandbox.services.world.user_of_token("old") is None


async def start(path, *more):
    process = await start_module("sandbox", "--port", "0", "--state", str(path), *more, stderr=PIPE)
    line = (await process.stdout.readline()).decode()
    assert line.startswith("Sandbox: http://127.0.0.1:"), line
    return process, line.removeprefix("Sandbox: ").rstrip("/\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
async def test_the_sandbox_alone_ends_and_is_taken_up_again(path, number):
    process, address = await start(path, "--no-rate-limits", "--guilds", "2")
    async with open_clients(SimpleNamespace(address=address)) as clients:
        assert len(await clients.bot.guild_ids()) == 2
        assert (await clients.control("GET", "limits")).body["enforce"] is False
        await clients.ada.say(clients.room, "kept")
        process.send_signal(number)
        assert await process.wait() == (-number if number is signal.SIGKILL else 0)
    assert await process.stderr.read() == b""
    async with Sandbox(state=path) as sandbox, open_clients(sandbox) as clients:
        assert (await clients.ada.get(clients.messages))[0]["content"] == "kept"


async def test_a_port_that_is_taken_is_named_in_one_line(clients):
    port = clients.sandbox.address.rpartition(":")[2]
    process = await start_module("sandbox", "--port", port, stderr=PIPE)
    _, messages = await process.communicate()
    assert process.returncode == 1
    assert messages.decode().count("\n") == 1
    assert port in messages.decode()
