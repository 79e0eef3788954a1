"""A sandbox and a bot of their own, for the tests of a file that would disturb all others.

A file that imports one of these fixtures uses it in place of the one that tests share.
"""

from collections.abc import AsyncIterator

from sandbox.server import Sandbox
from tests.end_to_end.conftest import fixture, open_sandbox, running_bot


@fixture(scope="module", name="sandbox")
async def own_sandbox() -> AsyncIterator[Sandbox]:
    async with open_sandbox() as sandbox:
        yield sandbox


own_bot = fixture(scope="module", name="bot")(running_bot)
