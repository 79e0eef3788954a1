"""A server's defaults are kept."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.storage.choices import read_choices
from bot.storage.store import Store
from bot.storage.tables.records import ServerDefaults
from bot.texts.language import Language
from engine.games import GAMES
from engine.options import RowOne
from rendering.themes import Theme
from tests.bot.storage.test_choices import choices_of
from tests.helpers.rooms.cards import ADA, BOB, GUILD
from tests.helpers.rooms.changes import spoil

TOP = ServerDefaults(
    row1=RowOne.TOP, ready=False, pings=False, theme=Theme.PRINT, language=Language.DE
)


async def test_a_server_has_its_own_defaults_and_keeps_them(store: Store, database: Path):
    choices = choices_of(store)
    assert choices.server_defaults(GUILD) == ServerDefaults(
        RowOne.BOTTOM, ready=True, pings=True, theme=Theme.DARK
    )
    for defaults in (ServerDefaults(), TOP):
        await choices.put_server_defaults(GUILD, defaults)
    await store.close()
    again = await Store.open(f"sqlite:///{database}")
    choices = choices_of(again)
    await choices.start()
    assert choices.server_defaults(GUILD) == TOP
    assert choices.server_defaults(GUILD + 1) == ServerDefaults()
    await again.close()


@pytest.mark.parametrize(
    ("name", "options"), [("fire-and-ice", {"row1": "top"}), ("compass-collisions", {})]
)
def test_defaults_set_only_what_a_game_has(name: str, options: dict[str, str]):
    assert TOP.options_of(GAMES[name]) == options


async def test_a_theme_that_is_not_known_is_the_usual_one_and_nothing_else_is_lost(store: Store):
    choices = choices_of(store)
    await choices.put_server_defaults(GUILD, TOP)
    await choices.choose_theme(ADA, Theme.LIGHT)
    for table in ("server_defaults", "themes"):
        await spoil(store, table, "theme", "pink")
    usual = replace(TOP, theme=Theme.DARK)
    in_memory = await store.access.read(read_choices)
    assert [*in_memory.values()] == [{GUILD: usual}, {}, {}, {}, {}]


async def test_people_keep_what_they_have_chosen_and_the_language_of_their_own(
    store: Store, database: Path
):
    choices = choices_of(store)
    for person, locale in ((ADA, "de"), (BOB, "de"), (ADA, "en-GB")):
        choices.hear(person, locale)
        await asyncio.gather(*choices._tasks._running)
    for person, theme in ((ADA, Theme.PRINT), (BOB, Theme.LIGHT), (ADA, Theme.DARK), (BOB, None)):
        await choices.choose_theme(person, theme)
    for person, is_sent in ((ADA, True), (BOB, True), (BOB, True), (ADA, False)):
        await choices.choose_text_boards(person, is_sent=is_sent)
    await choices.put_server_defaults(GUILD, TOP)
    await store.close()
    again = await Store.open(f"sqlite:///{database}")
    people = {ADA: Theme.DARK}, {ADA: Language.EN, BOB: Language.DE}, {BOB: True}
    in_memory = await again.access.read(read_choices)
    assert [*in_memory.values()] == [{GUILD: TOP}, {}, *people]
    await again.close()
