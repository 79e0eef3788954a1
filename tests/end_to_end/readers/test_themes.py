"""Themes: a server's for every board in its rooms, a person's own for boards that only they see."""

from io import BytesIO

from PIL import Image

from rendering.compass_collisions.colors import COLORS as COMPASS
from rendering.fire_and_ice.colors import COLORS as FIRE_AND_ICE
from rendering.themes import Theme
from tests.end_to_end.conftest import fixture
from tests.end_to_end.helpers.matches import World, unhurried
from tests.games.compass_collisions.positions import EC_LAYOUT
from tests.helpers.people import Message, Person, from_dealer
from tests.helpers.processes.bot_process import BotProcess

THEMES = {colors[theme].ground: theme for colors in (COMPASS, FIRE_AND_ICE) for theme in Theme}
"""By the colour around a board; light and print share theirs, and are not both asked for."""


async def theme_of(world: World, post: Message) -> Theme:
    picture = Image.open(BytesIO(await world.file(post["attachments"][0]))).convert("RGB")
    return THEMES[picture.getpixel((0, 0))]  # type: ignore[index]


async def board_for(world: World, person: Person, room: str) -> Theme:
    return await theme_of(world, await person.ask(room, "/match board"))


@fixture()
async def themed(world: World, room: str) -> str:
    answer = await world.host.ask(room, "/dealer defaults", theme="print")
    assert "boards are print" in answer["content"]
    return room


async def test_boards_are_painted_in_the_servers_theme_also_after_a_restart(
    bot: BotProcess, world: World, themed: str
):
    opening = await world.start(themed)
    assert await theme_of(world, opening) is Theme.PRINT
    await bot.restart()
    turn = await world.turn_after(themed, await world.ec.say(themed, "E6 E7"), world.dmo)
    assert await theme_of(world, turn) is Theme.PRINT
    assert await board_for(world, world.spectator, themed) is Theme.PRINT
    # A change in the middle of a match counts from the next board on.
    await world.host.ask(themed, "/dealer defaults", theme="high contrast")
    result = await world.result_after(themed, await world.dmo.say(themed, "concede"))
    assert await theme_of(world, result) is Theme.HIGH_CONTRAST
    assert await theme_of(world, opening) is Theme.PRINT


async def test_a_players_own_theme_colours_only_what_they_alone_see(
    bot: BotProcess, world: World, themed: str
):
    answer = await world.ec.ask(themed, "/me", theme="high contrast")
    assert "are high contrast" in answer["content"]
    await bot.restart()
    opening = await world.deal(themed, "compass-collisions", **unhurried("compass-collisions"))
    await world.clock_runs(themed)
    seen = []
    for person in (world.ec, world.dmo):
        message = await person.tell(EC_LAYOUT)
        seen.append(await theme_of(world, await person.reply(message)))
    assert seen == [Theme.HIGH_CONTRAST, Theme.PRINT]
    assert await board_for(world, world.ec, themed) is Theme.HIGH_CONTRAST
    assert await board_for(world, world.dmo, themed) is Theme.PRINT
    assert await theme_of(world, opening) is Theme.PRINT
    result = await world.result_after(themed, await world.dmo.say(themed, "concede"))
    assert await theme_of(world, result) is Theme.PRINT


async def test_practice_in_direct_messages_has_the_own_theme(world: World, themed: str):
    direct = await world.dmo.direct()
    for theme in (Theme.HIGH_CONTRAST, None):
        await world.dmo.ask(direct, "/me", theme=theme or "as the server")
        # The match may be opened before the command is answered.
        before = (await world.dmo.tell("hello"))["id"]
        await world.dmo.command(direct, "/practice", game="fire-and-ice", level="easy")
        opening = await world.dmo.read(direct, from_dealer("## "), before)
        assert await theme_of(world, opening) is (theme or Theme.DARK)
        message = await world.dmo.say(direct, "concede")
        await world.dmo.read(direct, from_dealer("🏁"), message["id"])
