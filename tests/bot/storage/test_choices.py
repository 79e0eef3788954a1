"""Themes and languages: the public's are a server's, a seat's are its person's own."""

import asyncio
from dataclasses import replace

import pytest

from bot.storage.choices import Choices
from bot.storage.store import Store
from bot.storage.tables.records import ServerDefaults
from bot.texts.language import Language
from bot.values.card import NO_SERVER
from bot.values.post import DisplaySettings
from engine.seats import PUBLIC, Seat
from rendering.themes import Theme
from tests.helpers.rooms.cards import ADA, BOB, GUILD, card_of

CARD = card_of()
OTHER = GUILD + 1
VIEWERS = (PUBLIC, Seat.EC, Seat.DMO)


def preferences_of(store: Store, **locales: str) -> Choices:
    """Return choices with Discord's locales of servers, by `s` and their numbers."""
    choices = Choices(store.access)
    choices.locale_of = lambda guild_id: locales.get(f"s{guild_id}")
    return choices


@pytest.fixture
def preferences(store: Store) -> Choices:
    return preferences_of(store)


async def test_the_public_sees_the_servers_theme_and_a_seat_its_own_if_there_is_one(
    preferences: Choices,
):
    await preferences.put_server_defaults(GUILD, ServerDefaults(theme=Theme.LIGHT))
    await preferences.choose_theme(ADA, Theme.PRINT)
    seen = [preferences.look(CARD, viewer).theme for viewer in VIEWERS]
    assert seen == [Theme.LIGHT, Theme.PRINT, Theme.LIGHT]
    direct = replace(CARD, guild_id=NO_SERVER)
    seen = [preferences.look(direct, viewer).theme for viewer in (Seat.EC, Seat.DMO)]
    assert seen == [Theme.PRINT, Theme.DARK]
    assert preferences.theme_of_server(OTHER) is Theme.DARK
    await preferences.choose_theme(ADA, None)
    assert preferences.look(CARD, Seat.EC).theme is Theme.LIGHT


async def test_what_is_chosen_before_everything_stored_is_read_is_newer(store: Store):
    earlier, preferences = preferences_of(store), preferences_of(store)
    await earlier.put_server_defaults(GUILD, ServerDefaults(theme=Theme.LIGHT))
    await earlier.put_server_defaults(OTHER, ServerDefaults(theme=Theme.PRINT))
    for person in (ADA, BOB):
        earlier.hear(person, "de")
    await asyncio.gather(*earlier._tasks._running)
    await preferences.put_server_defaults(GUILD, ServerDefaults(theme=Theme.HIGH_CONTRAST))
    preferences.hear(BOB, "en-GB")
    for person in (ADA, BOB):
        await earlier.choose_text_boards(person, is_sent=True)
    await preferences.choose_text_boards(ADA, is_sent=False)
    await preferences.start()
    assert preferences.readers_of(CARD).in_text == {Seat.DMO}
    seen = [preferences.theme_of_server(guild_id) for guild_id in (GUILD, OTHER)]
    assert seen == [Theme.HIGH_CONTRAST, Theme.PRINT]
    spoken = [preferences.language_of_person(number, Language.EN) for number in (ADA, BOB)]
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
    preferences = preferences_of(store, **({f"s{GUILD}": locale} if locale else {}))
    await preferences.put_server_defaults(GUILD, ServerDefaults(language=chosen))
    assert preferences.language_of_server(GUILD) is spoken


async def test_the_room_reads_what_its_match_began_with_and_a_seat_what_its_person_last_used(
    preferences: Choices,
):
    german = replace(CARD, language=Language.DE)
    preferences.hear(ADA, "de")
    preferences.hear(ADA, "en-GB")
    assert [preferences.look(german, viewer) for viewer in VIEWERS] == [
        DisplaySettings(language=Language.DE),
        DisplaySettings(language=Language.EN),
        DisplaySettings(language=Language.DE),
    ]
    languages = preferences.readers_of(german).languages
    assert languages == {Seat.EC: Language.EN, Seat.DMO: Language.DE}


async def test_nobody_is_sent_boards_in_words_who_has_not_chosen_that(preferences: Choices):
    assert preferences.readers_of(CARD).in_text == frozenset()
    await preferences.choose_text_boards(ADA, is_sent=True)
    assert preferences.readers_of(CARD).in_text == {Seat.EC}
    await preferences.choose_text_boards(ADA, is_sent=False)
    assert preferences.readers_of(CARD).in_text == frozenset()
