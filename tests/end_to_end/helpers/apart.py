"""A sandbox and a bot of their own, for the tests of a file that would disturb all others.

A file that imports one of these fixtures uses it in place of the one that tests share.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sandbox.server import Sandbox
from tests.end_to_end.conftest import fixture, open_sandbox, running_bot
from tests.helpers.processes.bot_forker import Forker
from tests.helpers.processes.bot_process import BotProcess


@fixture(scope="module", name="sandbox")
async def own_sandbox() -> AsyncIterator[Sandbox]:
    async with open_sandbox() as sandbox:
        yield sandbox


@fixture(scope="module", name="bot")
async def own_bot(
    sandbox: Sandbox, forker: Forker, new_database: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    async with running_bot(sandbox, forker, new_database, tmp_path_factory.mktemp("bot")) as bot:
        yield bot
