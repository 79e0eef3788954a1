"""What the operator reads where the bot cannot start: one line that says what to do."""

import asyncio
import os
from pathlib import Path

import pytest

from sandbox.server import BOT_TOKEN, Sandbox
from tests.bot_process import DEALER

NO_INTENTS = 0


async def run_bot(folder: Path, **environment: str) -> tuple[int, str]:
    """Run the bot until it ends by itself; its exit status and what it said."""
    process = await asyncio.create_subprocess_exec(
        DEALER,
        "run",
        cwd=folder,
        env=os.environ | {"LOG_LEVEL": "ERROR"} | environment,
        stderr=asyncio.subprocess.PIPE,
    )
    _, said = await asyncio.wait_for(process.communicate(), 30)
    return process.returncode or 0, said.decode()


@pytest.mark.parametrize(
    ("token", "granted", "advice"),
    [
        ("wrong", None, "refuses DISCORD_TOKEN"),
        (BOT_TOKEN, NO_INTENTS, "Message Content Intent"),
    ],
)
async def test_discord_that_does_not_let_the_bot_in_is_one_line(
    tmp_path: Path, token: str, granted: int | None, advice: str
) -> None:
    intents = {} if granted is None else {"granted_intents": granted}
    async with Sandbox(**intents) as sandbox:
        status, said = await run_bot(
            tmp_path,
            DISCORD_TOKEN=token,
            DISCORD_API=sandbox.api,
            DISCORD_GATEWAY=sandbox.gateway,
        )
    assert status == 1
    assert advice in said
    assert len(said.splitlines()) == 1, said


async def test_discord_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    async with Sandbox() as sandbox:
        api, gateway = sandbox.api, sandbox.gateway
    status, said = await run_bot(
        tmp_path, DISCORD_TOKEN=BOT_TOKEN, DISCORD_API=api, DISCORD_GATEWAY=gateway
    )
    assert status == 1
    assert "cannot be reached" in said
    assert len(said.splitlines()) == 1, said


async def test_a_port_that_is_taken_is_one_line(tmp_path: Path) -> None:
    async with Sandbox() as sandbox:
        port = sandbox.address.rpartition(":")[2]
        process = await asyncio.create_subprocess_exec(
            DEALER, "play", "--port", port, cwd=tmp_path, stderr=asyncio.subprocess.PIPE
        )
        _, said = await asyncio.wait_for(process.communicate(), 30)
    assert process.returncode == 1
    assert f"Port {port}" in said.decode()
    assert len(said.decode().splitlines()) == 1
