"""A server's defaults and presets, and who was reached in private, are kept."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.storage.choices import MAX_PRESETS, read_choices
from bot.storage.store import Store
from bot.storage.tables.records import Preset, ServerDefaults
from bot.texts.language import Language
from engine.games import GAMES
from engine.options import RowOne
from rendering.themes import Theme
from tests.bot.storage.test_preferences import preferences_of
from tests.helpers.databases.new_databases import on_both
from tests.helpers.rooms.cards import ADA, BOB, GUILD
from tests.helpers.rooms.changes import spoil

TOP = ServerDefaults(
    row1=RowOne.TOP, ready=False, pings=False, theme=Theme.PRINT, language=Language.DE
)
FINAL = Preset("Final 'night'", "fire-and-ice", {"turn": "90", "row1": "top"})


async def test_a_server_has_its_own_defaults_and_keeps_them(store: Store, database: Path):
    preferences = preferences_of(store)
    assert await preferences.server_defaults(GUILD) == ServerDefaults(
        RowOne.BOTTOM, ready=True, pings=True, theme=Theme.DARK
    )
    for defaults in (ServerDefaults(), TOP):
        await preferences.put_server_defaults(GUILD, defaults)
    await store.close()
    again = await Store.open(f"sqlite:///{database}")
    assert await preferences_of(again).server_defaults(GUILD) == TOP
    assert await preferences_of(again).server_defaults(GUILD + 1) == ServerDefaults()
    await again.close()


@pytest.mark.parametrize(
    ("name", "options"), [("fire-and-ice", {"row1": "top"}), ("compass-collisions", {})]
)
def test_defaults_set_only_what_a_game_has(name: str, options: dict[str, str]):
    assert TOP.options_of(GAMES[name]) == options


async def test_a_theme_that_is_not_known_is_the_usual_one_and_nothing_else_is_lost(store: Store):
    preferences = preferences_of(store)
    await preferences.put_server_defaults(GUILD, TOP)
    await preferences.choose_theme(ADA, Theme.LIGHT)
    for table in ("server_defaults", "themes"):
        await spoil(store, table, "theme", "pink")
    usual = replace(TOP, theme=Theme.DARK)
    assert await preferences.server_defaults(GUILD) == usual
    in_memory = await store.access.read(read_choices)
    assert [*in_memory.values()] == [{GUILD: usual}, {}, {}, {}, {}]


async def test_people_keep_what_they_have_chosen_and_the_language_of_their_own(
    store: Store, database: Path
):
    preferences = preferences_of(store)
    for person, locale in ((ADA, "de"), (BOB, "de"), (ADA, "en-GB")):
        preferences.hear(person, locale)
        await asyncio.gather(*preferences._tasks._running)
    for person, theme in ((ADA, Theme.PRINT), (BOB, Theme.LIGHT), (ADA, Theme.DARK), (BOB, None)):
        await preferences.choose_theme(person, theme)
    for person, is_sent in ((ADA, True), (BOB, True), (BOB, True), (ADA, False)):
        await preferences.choose_text_boards(person, is_sent=is_sent)
    await preferences.put_server_defaults(GUILD, TOP)
    await store.close()
    again = await Store.open(f"sqlite:///{database}")
    people = {ADA: Theme.DARK}, {ADA: Language.EN, BOB: Language.DE}, {BOB: True}
    in_memory = await again.access.read(read_choices)
    assert [*in_memory.values()] == [{GUILD: TOP}, {}, *people]
    await again.close()


async def test_presets_are_listed_by_name_and_belong_to_one_server(store: Store):
    other = Preset("Another", "flower-field", {})
    for preset in (FINAL, other):
        assert await store.choices.put_preset(GUILD, preset)
    assert await store.choices.presets(GUILD) == (other, FINAL)
    assert await store.choices.presets(GUILD + 1) == ()


@on_both
async def test_a_preset_takes_the_place_of_the_one_of_its_name(store: Store):
    changed = Preset(FINAL.name, "flower-field", {"lives": "4"})
    for preset in (FINAL, changed):
        assert await store.choices.put_preset(GUILD, preset)
    assert await store.choices.presets(GUILD) == (changed,)


@on_both
async def test_a_preset_is_deleted_once(store: Store):
    await store.choices.put_preset(GUILD, FINAL)
    assert not await store.choices.delete_preset(GUILD + 1, FINAL.name)
    assert [await store.choices.delete_preset(GUILD, FINAL.name) for _ in range(2)] == [True, False]
    assert await store.choices.presets(GUILD) == ()


async def test_a_server_has_as_many_presets_as_discord_offers_choices(store: Store):
    for number in range(MAX_PRESETS):
        assert await store.choices.put_preset(GUILD, Preset(str(number), "fire-and-ice", {}))
    assert not await store.choices.put_preset(GUILD, FINAL)
    assert await store.choices.put_preset(GUILD, Preset("0", "flower-field", {}))
    assert await store.choices.put_preset(GUILD + 1, FINAL)
    assert len(await store.choices.presets(GUILD)) == MAX_PRESETS


async def test_the_latest_message_that_reached_somebody_is_kept(store: Store):
    assert await store.choices.reached(ADA) is None
    for message in (7, 2**62):
        await store.choices.put_reached(ADA, message)
    assert await store.choices.reached(ADA) == 2**62
    assert await store.choices.reached(BOB) is None
