"""A bot that logs all it can writes no secret down."""

from collections.abc import AsyncIterator

import pytest

from sandbox.server import Sandbox
from tests.end_to_end.conftest import fixture
from tests.end_to_end.helpers.apart import own_sandbox  # noqa: F401 - fixtures
from tests.end_to_end.helpers.matches import deal, first_button_id
from tests.helpers.people import Listener, World
from tests.helpers.processes.bot_forker import Forker
from tests.helpers.processes.bot_process import BotProcess

LAYOUT = "layout EEWWFFA / ..A.. / ... / F.E.W.F / .A.A. / W.E"
REFUSED = "layout WWWWWWW / ..A.. / ... / F.E.W.F / .A.A. / W.E"


@fixture(scope="module")
async def bot(
    sandbox: Sandbox, forker: Forker, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LOG_LEVEL", "DEBUG")
        bot = BotProcess(sandbox, tmp_path_factory.mktemp("bot") / "dealer.sqlite", forker.begin)
    await bot.start()
    yield bot
    await bot.stop()


async def test_no_secret_is_logged_at_any_level(world: World, room: str, bot: BotProcess):
    post = await deal(world, room, "compass-collisions")
    for text in (LAYOUT, REFUSED):
        await world.ec.reply(await world.ec.tell(text))
    async with Listener(world.ec) as ear:
        await world.ec.press(post, first_button_id(post))
        await world.ec.fill_in(room, await ear.wait("INTERACTION_MODAL_CREATE"), LAYOUT)
        await ear.answer()
    await bot.stop()
    assert b"DEBUG" in bot.log
    assert b"EEWWFFA" not in bot.log
    assert b"WWWWWWW" not in bot.log
