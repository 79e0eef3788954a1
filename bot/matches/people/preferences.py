"""What servers and people prefer: how boards are shown, and which language they are spoken to in.

All of it is kept in memory, since every post asks for it; what somebody chooses is stored first.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress

from bot.card import MatchCard
from bot.matches.tasks import Tasks
from bot.posts.attachments import Look
from bot.storage.access import NotStored
from bot.storage.store import Store
from bot.storage.tables.records import ServerDefaults
from bot.texts.language import Language, language_of
from engine.seats import Seat, Viewer
from rendering.themes import Theme


class Preferences:
    """What servers and people have chosen or, for languages, what Discord says of them."""

    def __init__(self, store: Store, locale_of: Callable[[int], str | None]) -> None:
        """Make them of what is kept.

        Args:
            store: Keeps them.
            locale_of: Discord's locale for a server; None if that is not known.
        """
        self._store = store
        self._locale_of = locale_of
        self._servers: dict[int, ServerDefaults] = {}
        self._themes: dict[int, Theme] = {}
        self._languages: dict[int, Language] = {}
        self._text_boards: dict[int, bool] = {}
        self._tasks = Tasks("preferences")

    async def start(self) -> None:
        """Read what was chosen earlier; what has been chosen meanwhile is newer."""
        servers, themes, languages, text_boards = await self._store.people.preferences()
        self._servers, self._themes = servers | self._servers, themes | self._themes
        self._languages = languages | self._languages
        self._text_boards = text_boards | self._text_boards

    async def put_server_defaults(self, guild_id: int, defaults: ServerDefaults) -> None:
        """Set a server's defaults.

        Raises:
            NotStored: The database cannot store it right now.
        """
        await self._store.servers.put_server_defaults(guild_id, defaults)
        self._servers[guild_id] = defaults

    # Boards

    async def choose_theme(self, user_id: int, theme: Theme | None) -> None:
        """Set the theme of a person's own boards; None for that of the server.

        Raises:
            NotStored: The database cannot store it right now.
        """
        await self._store.people.put_theme(user_id, theme)
        if theme:
            self._themes[user_id] = theme
        else:
            self._themes.pop(user_id, None)

    def theme_chosen_by(self, user_id: int) -> Theme | None:
        """What a person has chosen for their own boards; None if nothing."""
        return self._themes.get(user_id)

    def theme_of_server(self, guild_id: int | None) -> Theme:
        """The theme of what everybody on a server sees."""
        return self._servers.get(guild_id or 0, ServerDefaults()).theme

    def theme_of_person(self, user_id: int, guild_id: int | None) -> Theme:
        """The theme of what only one person sees, about a match on a server."""
        return self.theme_chosen_by(user_id) or self.theme_of_server(guild_id)

    async def choose_text_boards(self, user_id: int, *, is_sent: bool) -> None:
        """Set whether somebody is sent the boards of their matches in words and symbols, too.

        Raises:
            NotStored: The database cannot store it right now.
        """
        await self._store.people.put_text_boards(user_id, is_sent=is_sent)
        self._text_boards[user_id] = is_sent

    def is_sent_text_boards(self, user_id: int) -> bool:
        """Whether somebody has chosen that."""
        return self._text_boards.get(user_id, False)

    def sent_text_boards(self, card: MatchCard) -> frozenset[Seat]:
        """The seats of a match whose players have."""
        return frozenset(
            seat for seat in card.people if self.is_sent_text_boards(card.players[seat].id)
        )

    # Languages

    def hear(self, user_id: int, locale: str) -> None:
        """Note in which of Discord's locales somebody has just used the Dealer.

        Nobody waits until that is stored: if it never is, their next command tells it again.
        """
        language = language_of(locale)
        if self._languages.get(user_id) is not language:
            self._languages[user_id] = language
            self._tasks.spawn(self._keep_language(user_id, language))

    async def _keep_language(self, user_id: int, language: Language) -> None:
        with suppress(NotStored):
            await self._store.people.put_language(user_id, language)

    async def stop(self) -> None:
        """Stop storing."""
        await self._tasks.stop()

    def language_of_server(self, guild_id: int | None) -> Language:
        """The language of what everybody on a server reads: as chosen there, or as Discord says."""
        chosen = self._servers.get(guild_id or 0, ServerDefaults()).language
        return chosen or language_of(self._locale_of(guild_id or 0))

    def language_of_person(self, user_id: int, otherwise: Language) -> Language:
        """The language in which somebody last used the Dealer, if they ever have."""
        return self._languages.get(user_id, otherwise)

    def languages_of(self, card: MatchCard) -> Mapping[Seat, Language]:
        """The language of what each player of a match reads alone."""
        return {
            seat: self.language_of_person(card.players[seat].id, card.language)
            for seat in card.people
        }

    def look(self, card: MatchCard, viewer: Viewer) -> Look:
        """How a match is shown to a seat alone, or to the public."""
        if viewer is None:
            return Look(self.theme_of_server(card.guild_id), card.language)
        user_id = card.players[viewer].id
        theme = self.theme_of_person(user_id, card.guild_id)
        return Look(theme, self.language_of_person(user_id, card.language))
