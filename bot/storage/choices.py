"""The choices of servers and people.

What every post asks for is kept in memory; changes are stored first.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, Table, select

from bot.storage.databases.dialects import put_if_new
from bot.storage.tables.records import ServerDefaults
from bot.storage.tables.schema import (
    HOST_ROLES,
    LANGUAGES,
    SERVER_DEFAULTS,
    TEXT_BOARDS,
    THEMES,
    read_rows,
)
from bot.storage.writer import Access, StorageUnavailableError
from bot.texts.language import Language, language_of
from bot.values.card import MatchCard, Readers
from bot.values.post import DisplaySettings
from bot.values.tasks import Tasks
from engine.options import RowOne
from engine.seats import Viewer
from rendering.themes import USUAL, Theme


class Choices:
    """The choices of servers and people; for languages, Discord's locale is the default.

    Writing methods raise StorageUnavailableError if the database cannot store it; rows that cannot
    be read are left out.

    Attributes:
        locale_of: Returns Discord's locale for a server; None if unknown.
    """

    def __init__(self, access: Access) -> None:
        self.locale_of: Callable[[int], str | None] = lambda _: None
        self._access = access
        self._servers: dict[int, ServerDefaults] = {}
        self._host_roles: dict[int, int] = {}
        self._themes: dict[int, Theme] = {}
        self._languages: dict[int, Language] = {}
        self._text_boards: dict[int, bool] = {}
        self._tasks = Tasks("choices")

    async def start(self) -> None:
        """Read the stored choices; choices made meanwhile are newer."""
        stored = await self._access.read(read_choices)
        self._servers = stored[SERVER_DEFAULTS] | self._servers
        self._host_roles = stored[HOST_ROLES] | self._host_roles
        self._themes = stored[THEMES] | self._themes
        self._languages = stored[LANGUAGES] | self._languages
        self._text_boards = stored[TEXT_BOARDS] | self._text_boards

    async def stop(self) -> None:
        """Stop storing."""
        await self._tasks.stop()

    # Servers

    def server_defaults(self, guild_id: int | None) -> ServerDefaults:
        """Return a server's defaults for its start commands."""
        return self._servers.get(guild_id or 0, ServerDefaults())

    async def put_server_defaults(self, guild_id: int, defaults: ServerDefaults) -> None:
        """Set a server's defaults."""
        await self._access.put(SERVER_DEFAULTS, {"guild_id": guild_id}, _values(defaults))
        self._servers[guild_id] = defaults

    async def put_host_role(self, guild_id: int, role_id: int) -> None:
        """Give everyone with a role a host's rights on a server."""
        await self._access.put(HOST_ROLES, {"guild_id": guild_id}, {"role_id": role_id})
        self._host_roles[guild_id] = role_id

    def host_role_of(self, guild_id: int) -> int | None:
        """Return the role whose members are hosts on a server."""
        return self._host_roles.get(guild_id)

    # Boards

    async def choose_theme(self, user_id: int, theme: Theme | None) -> None:
        """Set a person's own theme, or None."""
        if theme is None:
            await self._access.delete(THEMES, user_id=user_id)
            self._themes.pop(user_id, None)
        else:
            await self._access.put(THEMES, {"user_id": user_id}, {"theme": theme.value})
            self._themes[user_id] = theme

    def theme_chosen_by(self, user_id: int) -> Theme | None:
        """Return a person's own theme; None if they have chosen none."""
        return self._themes.get(user_id)

    def theme_of_person(self, user_id: int, guild_id: int | None) -> Theme:
        """Return the theme of a person's private boards of a match on a server."""
        return self.theme_chosen_by(user_id) or self.server_defaults(guild_id).theme

    async def choose_text_boards(self, user_id: int, *, is_sent: bool) -> None:
        """Set whether a person is sent text boards too."""
        key = {"user_id": user_id}
        if is_sent:
            await self._access.write_once(
                lambda connection: put_if_new(connection, TEXT_BOARDS, key)
            )
        else:
            await self._access.delete(TEXT_BOARDS, **key)
        self._text_boards[user_id] = is_sent

    def is_sent_text_boards(self, user_id: int) -> bool:
        """Return whether a person is sent text boards."""
        return self._text_boards.get(user_id, False)

    def readers_of(self, card: MatchCard) -> Readers:
        """Return the manner in which the players of a match read."""
        people = {seat: card.players[seat].id for seat in card.people}
        return Readers(
            {seat: self.language_of_person(people[seat], card.language) for seat in people},
            frozenset(seat for seat in people if self.is_sent_text_boards(people[seat])),
        )

    # Languages

    def hear(self, user_id: int, locale: str) -> bool:
        """Note the Discord locale of a person's latest command; return whether it is new.

        Nobody waits for its storage: their next command would report it again.
        """
        language = language_of(locale)
        is_new = self._languages.get(user_id) is not language
        if is_new:
            self._languages[user_id] = language
            self._tasks.spawn(self._keep_language(user_id, language))
        return is_new

    async def _keep_language(self, user_id: int, language: Language) -> None:
        with suppress(StorageUnavailableError):
            await self._access.put(LANGUAGES, {"user_id": user_id}, {"language": language.value})

    def language_of_server(self, guild_id: int | None) -> Language:
        """Return the language for a server's public texts: its choice, or Discord's."""
        return self.server_defaults(guild_id).language or language_of(self.locale_of(guild_id or 0))

    def language_of_person(self, user_id: int, otherwise: str) -> str:
        """Return the language of a person's latest command, if there was any."""
        return self._languages.get(user_id, otherwise)

    def display_settings(self, card: MatchCard, viewer: Viewer) -> DisplaySettings:
        """Return the display settings of a match for a seat alone, or for the public."""
        if viewer is None:
            theme = self._servers.get(card.guild_id, ServerDefaults()).theme
            return DisplaySettings(theme, card.language)
        user_id = card.players[viewer].id
        theme = self.theme_of_person(user_id, card.guild_id)
        return DisplaySettings(theme, self.language_of_person(user_id, card.language))


def read_choices(connection: Connection) -> dict[Table, dict[int, Any]]:
    """Read all data for the memory."""
    return {
        table: dict(read_rows(table, connection.execute(select(table)).mappings(), read))
        for table, read in _IN_MEMORY.items()
    }


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


_IN_MEMORY: Final[Mapping[Table, Callable[[RowMapping], tuple[int, Any]]]] = {
    SERVER_DEFAULTS: lambda row: (row["guild_id"], _defaults(row)),
    HOST_ROLES: itemgetter("guild_id", "role_id"),
    THEMES: lambda row: (row["user_id"], Theme(row["theme"])),
    LANGUAGES: lambda row: (row["user_id"], language_of(row["language"])),
    TEXT_BOARDS: lambda row: (row["user_id"], True),
}
