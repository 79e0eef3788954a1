"""The operator's line for each cause that stops or delays a start."""

import asyncio
import os
import signal
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from bot.storage.store import Store
from sandbox.server import BOT_TOKEN, Sandbox
from tests.helpers.clocks.waiting import PATIENCE_SECONDS
from tests.helpers.processes.bot_forker import ForkedDealer, Forker
from tests.helpers.processes.bot_process import settings_at
from tests.helpers.rooms.cards import card_of

NO_INTENTS = {"granted_intents": 0}


@asynccontextmanager
async def started(
    forker: Forker, folder: Path, **environment: str
) -> AsyncIterator[tuple[ForkedDealer, asyncio.StreamReader]]:
    """Yield the bot in a process of its own, which does not outlive the test; and what it says."""
    database = {"DATABASE_URL": f"sqlite:///{folder}/dealer.sqlite"}
    process = await forker.begin(folder, os.environ | database | environment)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            yield process, process.stderr
    finally:
        process.send_signal(signal.SIGKILL)
        await process.wait()


async def failed_start(forker: Forker, folder: Path, **environment: str) -> str:
    """Run the bot until it ends by itself; return the one line that it says."""
    environment = {"LOG_LEVEL": "ERROR"} | environment
    async with started(forker, folder, **environment) as (process, log):
        (line,) = (await log.read()).decode().splitlines()
        assert await process.wait() == 1
        return line


@pytest.mark.parametrize(
    ("token", "granted", "advice"),
    [("wrong", {}, "refuses DISCORD_TOKEN"), (BOT_TOKEN, NO_INTENTS, "Message Content Intent")],
)
async def test_discord_that_does_not_let_the_bot_in_is_one_line(
    forker: Forker, tmp_path: Path, token: str, granted: dict[str, int], advice: str
):
    async with Sandbox(**granted) as sandbox:
        environment = settings_at(sandbox) | {"DISCORD_TOKEN": token}
        assert advice in await failed_start(forker, tmp_path, **environment)
        assert sandbox.services.limiter.session_start_limit()["remaining"] == 1000


async def test_a_bot_that_waits_for_discord_says_so_in_a_line_and_stops_at_once_when_told(
    forker: Forker, tmp_path: Path
):
    nowhere = {"DISCORD_API": "http://127.0.0.1:1/api/v10", "DISCORD_GATEWAY": "ws://127.0.0.1:1"}
    environment = {"LOG_LEVEL": "WARNING", "DISCORD_TOKEN": BOT_TOKEN} | nowhere
    async with started(forker, tmp_path, **environment) as (process, log):
        line = (await log.readline()).decode()
        process.send_signal(signal.SIGTERM)
        rest = await log.read()
        status = await process.wait()
    assert "does not let the bot in" in line
    assert status == 0
    assert b"Traceback" not in rest


async def test_a_port_for_metrics_that_is_taken_is_one_line(forker: Forker, tmp_path: Path):
    async with Sandbox() as sandbox:
        port = sandbox.address.rpartition(":")[2]
        settings = {"DISCORD_TOKEN": BOT_TOKEN, "METRICS_PORT": port}
        line = await failed_start(forker, tmp_path, **settings)
    assert line.startswith(f"METRICS_PORT: port {port} of 127.0.0.1 cannot be used")


async def test_a_database_with_a_damaged_page_is_one_line_that_says_what_to_do(
    forker: Forker, tmp_path: Path
):
    database = tmp_path / "dealer.sqlite"
    store = await Store.open(f"sqlite:///{database}")
    for room in range(40):
        await store.begin(card_of(room_id=room), read_through=0)
    await store.close()
    damage_table(database, "matches")
    async with Sandbox() as sandbox:
        line = await failed_start(forker, tmp_path, **settings_at(sandbox))
    assert "is damaged" in line
    assert "dealer verify" in line


def damage_table(database: Path, runner: str) -> None:
    """Write over where a table's first page says what is on it."""
    with closing(sqlite3.connect(database)) as other:
        root = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        page = other.execute(root, (runner,)).fetchone()[0]
    with database.open("r+b") as file:
        file.seek(4096 * (page - 1) + 8)
        file.write(b"\xff" * 64)
