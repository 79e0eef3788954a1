"""The preferences of servers and people: themes, text boards and languages.

All of it is kept in memory, since every post asks for it; changes are stored first.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from operator import itemgetter
from typing import TypeAlias

from sqlalchemy import Connection, RowMapping, delete, select

from bot.storage.databases.dialects import put, put_if_new
from bot.storage.store import Store
from bot.storage.tables.records import ServerDefaults
from bot.storage.tables.schema import (
    LANGUAGES,
    SERVER_DEFAULTS,
    TEXT_BOARDS,
    THEMES,
    read_rows,
)
from bot.storage.writer import NotStored
from bot.texts.language import Language, language_of
from bot.values.card import MatchCard
from bot.values.post import Look
from bot.values.tasks import Tasks
from engine.options import RowOne
from engine.seats import Seat, Viewer
from rendering.themes import USUAL, Theme

_Kept: TypeAlias = tuple[
    dict[int, ServerDefaults], dict[int, Theme], dict[int, Language], dict[int, bool]
]


class Preferences:
    """The choices of servers and people; for languages, Discord's locale is the default."""

    def __init__(self, store: Store, locale_of: Callable[[int], str | None]) -> None:
        """Read from `store`; `locale_of` is Discord's locale for a server, None if unknown."""
        self._store = store
        self._locale_of = locale_of
        self._servers: dict[int, ServerDefaults] = {}
        self._themes: dict[int, Theme] = {}
        self._languages: dict[int, Language] = {}
        self._text_boards: dict[int, bool] = {}
        self._tasks = Tasks("preferences")

    async def start(self) -> None:
        """Read the stored choices; choices made meanwhile are newer."""
        servers, themes, languages, text_boards = await self._store.access.read(read_preferences)
        self._servers, self._themes = servers | self._servers, themes | self._themes
        self._languages = languages | self._languages
        self._text_boards = text_boards | self._text_boards

    async def server_defaults(self, guild_id: int) -> ServerDefaults:
        """Return a server's stored defaults for its start commands."""
        query = select(SERVER_DEFAULTS).where(SERVER_DEFAULTS.c.guild_id == guild_id)
        kept = read_rows(SERVER_DEFAULTS, await self._store.access.rows(query), _defaults)
        return kept[0] if kept else ServerDefaults()

    async def put_server_defaults(self, guild_id: int, defaults: ServerDefaults) -> None:
        """Set a server's defaults; raise NotStored if the database cannot."""
        key, values = {"guild_id": guild_id}, _values(defaults)
        await self._store.access.promptly(lambda each: put(each, SERVER_DEFAULTS, key, values))
        self._servers[guild_id] = defaults

    # Boards

    async def choose_theme(self, user_id: int, theme: Theme | None) -> None:
        """Set a person's own theme, or None; raise NotStored if the database cannot."""
        if theme is None:
            forget = delete(THEMES).where(THEMES.c.user_id == user_id)
            await self._store.access.promptly(lambda connection: connection.execute(forget))
            self._themes.pop(user_id, None)
        else:
            key, values = {"user_id": user_id}, {"theme": theme.value}
            await self._store.access.promptly(
                lambda connection: put(connection, THEMES, key, values)
            )
            self._themes[user_id] = theme

    def theme_chosen_by(self, user_id: int) -> Theme | None:
        """Return a person's own theme; None if they have chosen none."""
        return self._themes.get(user_id)

    def theme_of_server(self, guild_id: int | None) -> Theme:
        """Return the theme of a server's public boards."""
        return self._servers.get(guild_id or 0, ServerDefaults()).theme

    def theme_of_person(self, user_id: int, guild_id: int | None) -> Theme:
        """Return the theme of a person's private boards of a match on a server."""
        return self.theme_chosen_by(user_id) or self.theme_of_server(guild_id)

    async def choose_text_boards(self, user_id: int, *, is_sent: bool) -> None:
        """Set whether a person is sent text boards too; raise NotStored if the database cannot."""
        forget = delete(TEXT_BOARDS).where(TEXT_BOARDS.c.user_id == user_id)

        def choose(connection: Connection) -> None:
            if is_sent:
                put_if_new(connection, TEXT_BOARDS, {"user_id": user_id})
            else:
                connection.execute(forget)

        await self._store.access.promptly(choose)
        self._text_boards[user_id] = is_sent

    def is_sent_text_boards(self, user_id: int) -> bool:
        """Return whether a person is sent text boards."""
        return self._text_boards.get(user_id, False)

    def sent_text_boards(self, card: MatchCard) -> frozenset[Seat]:
        """Return the seats whose players are sent text boards."""
        return frozenset(
            seat for seat in card.people if self.is_sent_text_boards(card.players[seat].id)
        )

    # Languages

    def hear(self, user_id: int, locale: str) -> None:
        """Note the Discord locale of a person's latest command.

        Nobody waits for its storage: their next command would report it again.
        """
        language = language_of(locale)
        if self._languages.get(user_id) is not language:
            self._languages[user_id] = language
            self._tasks.spawn(self._keep_language(user_id, language))

    async def _keep_language(self, user_id: int, language: Language) -> None:
        key, values = {"user_id": user_id}, {"language": language.value}
        with suppress(NotStored):
            await self._store.access.promptly(lambda each: put(each, LANGUAGES, key, values))

    async def stop(self) -> None:
        """Stop storing."""
        await self._tasks.stop()

    def language_of_server(self, guild_id: int | None) -> Language:
        """Return the language for a server's public texts: its choice, or Discord's."""
        chosen = self._servers.get(guild_id or 0, ServerDefaults()).language
        return chosen or language_of(self._locale_of(guild_id or 0))

    def language_of_person(self, user_id: int, otherwise: Language) -> Language:
        """Return the language of a person's latest command, if there was any."""
        return self._languages.get(user_id, otherwise)

    def languages_of(self, card: MatchCard) -> Mapping[Seat, Language]:
        """Return the language of each player's private texts in a match."""
        return {
            seat: self.language_of_person(card.players[seat].id, card.language)
            for seat in card.people
        }

    def look(self, card: MatchCard, viewer: Viewer) -> Look:
        """Return the display settings of a match for a seat alone, or for the public."""
        if viewer is None:
            return Look(self.theme_of_server(card.guild_id), card.language)
        user_id = card.players[viewer].id
        theme = self.theme_of_person(user_id, card.guild_id)
        return Look(theme, self.language_of_person(user_id, card.language))


def read_preferences(connection: Connection) -> _Kept:
    """Read everything that can be read."""
    defaults, themes, languages, text_boards = (
        connection.execute(select(table)).mappings()
        for table in (SERVER_DEFAULTS, THEMES, LANGUAGES, TEXT_BOARDS)
    )
    return (
        dict(read_rows(SERVER_DEFAULTS, defaults, lambda row: (row["guild_id"], _defaults(row)))),
        dict(read_rows(THEMES, themes, lambda row: (row["user_id"], Theme(row["theme"])))),
        dict(read_rows(LANGUAGES, languages, _language)),
        dict.fromkeys(read_rows(TEXT_BOARDS, text_boards, itemgetter("user_id")), True),
    )


def _language(row: RowMapping) -> tuple[int, Language]:
    return row["user_id"], language_of(row["language"])


def _defaults(row: RowMapping) -> ServerDefaults:
    theme = Theme(row["theme"]) if row["theme"] in set(Theme) else USUAL
    return ServerDefaults(
        RowOne(row["row1"]),
        ready=bool(row["ready"]),
        pings=bool(row["pings"]),
        theme=theme,
        language=language_of(row["language"]) if row["language"] else None,
    )


def _values(defaults: ServerDefaults) -> dict[str, object]:
    return {
        "row1": defaults.row1.value,
        "ready": int(defaults.ready),
        "pings": int(defaults.pings),
        "theme": defaults.theme.value,
        "language": defaults.language and defaults.language.value,
    }
