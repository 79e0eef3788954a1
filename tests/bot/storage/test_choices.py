"""Themes and languages: the public's are a server's, a seat's are its person's own. All stay."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.storage.choices import Choices, read_choices
from bot.storage.store import Store
from bot.storage.tables.records import ServerDefaults
from bot.texts.language import Language
from bot.values.card import NO_SERVER
from bot.values.post import DisplaySettings
from engine.games import GAMES
from engine.options import RowOne
from engine.seats import PUBLIC, Seat
from rendering.themes import Theme
from tests.helpers.rooms.cards import ADA, BOB, GUILD, card_of
from tests.helpers.rooms.changes import spoil

CARD = card_of()
OTHER = GUILD + 1
VIEWERS = (PUBLIC, Seat.EC, Seat.DMO)
TOP = ServerDefaults(
    row1=RowOne.TOP, ready=False, pings=False, theme=Theme.PRINT, language=Language.DE
)


def choices_of(store: Store, **locales: str) -> Choices:
    """Return choices with Discord's locales of servers, by `s` and their numbers."""
    choices = Choices(store.access)
    choices.locale_of = lambda guild_id: locales.get(f"s{guild_id}")
    return choices


@pytest.fixture
def choices(store: Store) -> Choices:
    return choices_of(store)


async def test_the_public_sees_the_servers_theme_and_a_seat_its_own_if_there_is_one(
    choices: Choices,
):
    await choices.put_server_defaults(GUILD, ServerDefaults(theme=Theme.LIGHT))
    await choices.choose_theme(ADA, Theme.PRINT)
    seen = [choices.display_settings(CARD, viewer).theme for viewer in VIEWERS]
    assert seen == [Theme.LIGHT, Theme.PRINT, Theme.LIGHT]
    direct = replace(CARD, guild_id=NO_SERVER)
    seen = [choices.display_settings(direct, viewer).theme for viewer in (Seat.EC, Seat.DMO)]
    assert seen == [Theme.PRINT, Theme.DARK]
    assert choices.server_defaults(OTHER).theme is Theme.DARK
    await choices.choose_theme(ADA, None)
    assert choices.display_settings(CARD, Seat.EC).theme is Theme.LIGHT


async def test_what_is_chosen_before_everything_stored_is_read_is_newer(store: Store):
    earlier, choices = choices_of(store), choices_of(store)
    await earlier.put_server_defaults(GUILD, ServerDefaults(theme=Theme.LIGHT))
    await earlier.put_server_defaults(OTHER, ServerDefaults(theme=Theme.PRINT))
    for person in (ADA, BOB):
        earlier.hear(person, "de")
    await asyncio.gather(*earlier._tasks._running)
    await choices.put_server_defaults(GUILD, ServerDefaults(theme=Theme.HIGH_CONTRAST))
    choices.hear(BOB, "en-GB")
    for person in (ADA, BOB):
        await earlier.choose_text_boards(person, is_sent=True)
    await choices.choose_text_boards(ADA, is_sent=False)
    await choices.start()
    assert choices.readers_of(CARD).in_text == {Seat.DMO}
    seen = [choices.server_defaults(guild_id).theme for guild_id in (GUILD, OTHER)]
    assert seen == [Theme.HIGH_CONTRAST, Theme.PRINT]
    spoken = [choices.language_of_person(number, Language.EN) for number in (ADA, BOB)]
    assert spoken == [Language.DE, Language.EN]


@pytest.mark.parametrize(
    ("chosen", "locale", "spoken"),
    [
        (None, None, Language.EN),
        (None, "de", Language.DE),
        (None, "en-US", Language.EN),
        (None, "ko", Language.EN),
        (Language.EN, "de", Language.EN),
        (Language.DE, "ko", Language.DE),
    ],
)
async def test_a_server_is_spoken_to_as_a_host_chose_or_else_as_discord_says(
    store: Store, chosen: Language | None, locale: str | None, spoken: Language
):
    choices = choices_of(store, **({f"s{GUILD}": locale} if locale else {}))
    await choices.put_server_defaults(GUILD, ServerDefaults(language=chosen))
    assert choices.language_of_server(GUILD) is spoken


async def test_the_room_reads_what_its_match_began_with_and_a_seat_what_its_person_last_used(
    choices: Choices,
):
    german = replace(CARD, language=Language.DE)
    choices.hear(ADA, "de")
    choices.hear(ADA, "en-GB")
    assert [choices.display_settings(german, viewer) for viewer in VIEWERS] == [
        DisplaySettings(language=Language.DE),
        DisplaySettings(language=Language.EN),
        DisplaySettings(language=Language.DE),
    ]
    languages = choices.readers_of(german).languages
    assert languages == {Seat.EC: Language.EN, Seat.DMO: Language.DE}


async def test_nobody_is_sent_boards_in_words_who_has_not_chosen_that(choices: Choices):
    assert choices.readers_of(CARD).in_text == frozenset()
    await choices.choose_text_boards(ADA, is_sent=True)
    assert choices.readers_of(CARD).in_text == {Seat.EC}
    await choices.choose_text_boards(ADA, is_sent=False)
    assert choices.readers_of(CARD).in_text == frozenset()


# Storage


async def test_the_latest_choices_of_servers_and_people_are_kept(store: Store, database: Path):
    choices = choices_of(store)
    for person, locale in ((ADA, "de"), (BOB, "de"), (ADA, "en-GB")):
        choices.hear(person, locale)
        await asyncio.gather(*choices._tasks._running)
    for person, theme in ((ADA, Theme.PRINT), (BOB, Theme.LIGHT), (ADA, Theme.DARK), (BOB, None)):
        await choices.choose_theme(person, theme)
    for person, is_sent in ((ADA, True), (BOB, True), (BOB, True), (ADA, False)):
        await choices.choose_text_boards(person, is_sent=is_sent)
    for defaults in (ServerDefaults(), TOP):
        await choices.put_server_defaults(GUILD, defaults)
    await store.close()
    again = await Store.open(f"sqlite:///{database}")
    people = {ADA: Theme.DARK}, {ADA: Language.EN, BOB: Language.DE}, {BOB: True}
    in_memory = await again.access.read(read_choices)
    assert [*in_memory.values()] == [{GUILD: TOP}, {}, *people]
    await again.close()


async def test_a_theme_that_is_not_known_is_the_usual_one_and_nothing_else_is_lost(store: Store):
    choices = choices_of(store)
    await choices.put_server_defaults(GUILD, TOP)
    await choices.choose_theme(ADA, Theme.LIGHT)
    for table in ("server_defaults", "themes"):
        await spoil(store, table, "theme", "pink")
    usual = replace(TOP, theme=Theme.DARK)
    in_memory = await store.access.read(read_choices)
    assert [*in_memory.values()] == [{GUILD: usual}, {}, {}, {}, {}]


@pytest.mark.parametrize(
    ("name", "options"), [("fire-and-ice", {"row1": "top"}), ("compass-collisions", {})]
)
def test_defaults_set_only_what_a_game_has(name: str, options: dict[str, str]):
    assert TOP.options_of(GAMES[name]) == options
