"""A match over a compressed gateway, for which discord.py asks by the libraries that it finds."""

import importlib.util
import shutil
import sys
from functools import partial
from pathlib import Path

import aiohttp
import discord
import pytest

from sandbox.gateway import client
from sandbox.gateway.compression import Compress, compression
from tests.end_to_end.conftest import open_sandbox, started
from tests.end_to_end.helpers.matches import World
from tests.helpers.processes.bot_forker import Forker
from tests.helpers.processes.bot_process import BotProcess
from tests.helpers.processes.forked_bot import animate_nothing
from tests.helpers.processes.patient_dealer import be_patient


def be_without_zstandard() -> None:
    """Have discord.py ask for what it asks for where zstandard is not installed."""
    be_patient(shares_database=False)
    animate_nothing()
    sys.modules["zstandard"] = None  # type: ignore[assignment]
    spec = importlib.util.find_spec("discord.utils")
    bare = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bare)
    discord.utils._ActiveDecompressionContext = bare._ActiveDecompressionContext


@pytest.mark.parametrize(
    ("name", "prepare"), [("zstd-stream", None), ("zlib-stream", be_without_zstandard)]
)
async def test_a_match_is_played_over_a_compressed_gateway(
    forker: Forker,
    session: aiohttp.ClientSession,
    new_database: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    name: str,
    prepare,
):
    asked, texts = [], []

    def noted(requested: str | None) -> Compress | None:
        compress = compression(requested)
        if compress is None:
            return None
        asked.append(requested)
        return lambda data: texts.append(data) or compress(data)

    monkeypatch.setattr(client, "compression", noted)
    database = tmp_path / "dealer.sqlite"
    shutil.copy(new_database, database)
    async with open_sandbox() as sandbox:
        bot = BotProcess(sandbox, database, partial(forker.begin, prepare=prepare))
        async with started(bot):
            world = await World.visit(session, sandbox.address)
            room = await world.new_room()
            await world.start(room)
            move = await world.ec.say(room, "E6 E7")
            await world.turn_after(room, move, world.dmo)
            record = await world.concede(room)
    assert [record.count(item) for item in ("E6 E7", "concede")] == [1, 1]
    assert asked == [name]
    for said in (b'"op":10', b'"READY"', b'"INTERACTION_CREATE"', b'"content":"E6 E7"', b'"op":11'):
        assert any(said in text for text in texts), said
