"""Stores what belongs to people: what they prefer, how they are reached, practice, tutorials."""

from functools import partial

from sqlalchemy import select

from bot.storage.access import COMMAND_SECONDS, Access
from bot.storage.databases.dialects import put
from bot.storage.tables.practice import drop_request, put_request, read_requests
from bot.storage.tables.records import PracticeRequest, ServerDefaults, TutorialProgress
from bot.storage.tables.schema import REACHED, fits
from bot.storage.tables.servers import (
    put_language,
    put_text_boards,
    put_theme,
    read_all_defaults,
    read_languages,
    read_text_boards,
    read_themes,
)
from bot.storage.tables.tutorials import put_tutorial, read_tutorial
from bot.texts.language import Language
from rendering.themes import Theme


class PeopleStore:
    """What is kept of people."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def put_theme(self, user_id: int, theme: Theme | None) -> None:
        """Set what a person's own boards are painted in; None for what the server's are.

        Raises:
            NotStored: The database cannot store it right now.
        """
        await self._access.promptly(lambda connection: put_theme(connection, user_id, theme))

    async def put_language(self, user_id: int, language: Language) -> None:
        """Set in which language somebody last used the Dealer.

        Raises:
            NotStored: The database cannot store it right now.
        """
        await self._access.promptly(lambda connection: put_language(connection, user_id, language))

    async def put_text_boards(self, user_id: int, *, is_sent: bool) -> None:
        """Set whether somebody is sent the boards of their matches in words and symbols, too.

        Raises:
            NotStored: The database cannot store it right now.
        """
        await self._access.promptly(
            lambda connection: put_text_boards(connection, user_id, is_sent=is_sent)
        )

    async def preferences(
        self,
    ) -> tuple[dict[int, ServerDefaults], dict[int, Theme], dict[int, Language], dict[int, bool]]:
        """The defaults of servers; people's themes, languages, and who is sent text boards."""
        return await self._access.read(
            lambda connection: (
                read_all_defaults(connection),
                read_themes(connection),
                read_languages(connection),
                read_text_boards(connection),
            )
        )

    async def put_reached(self, user_id: int, message_id: int) -> None:
        """Note by which message somebody was reached; `user_id` may be their private channel.

        Raises:
            NotStored: The database cannot store it right now.
        """
        key, values = {"user_id": user_id}, {"message_id": message_id}
        await self._access.promptly(lambda connection: put(connection, REACHED, key, values))

    async def reached(self, user_id: int) -> int | None:
        """The latest message by which somebody was reached."""
        query = select(REACHED.c.message_id).where(REACHED.c.user_id == user_id)
        kept = await self._access.read(lambda connection: connection.scalar(query))
        return kept if fits(REACHED.c.message_id, kept) else None

    async def put_practice_request(self, request: PracticeRequest) -> None:
        """Let somebody wait to practise, instead of what they asked for before.

        Raises:
            NotStored: The database cannot store it right now.
        """
        await self._access.promptly(lambda connection: put_request(connection, request))

    async def drop_practice_request(self, user_id: int) -> None:
        """Let somebody wait no longer."""
        await self._access.write(lambda connection: drop_request(connection, user_id))

    async def practice_requests(self) -> list[PracticeRequest]:
        """Who waits to practise, the oldest first."""
        return await self._access.read(read_requests)

    async def put_tutorial(
        self, user_id: int, game: str, progress: TutorialProgress, patience: float = COMMAND_SECONDS
    ) -> None:
        """Set how far somebody is in a game's tutorial; once finished, it stays so.

        Raises:
            NotStored: The database does not store it, or not within so many seconds.
        """
        put = partial(put_tutorial, user_id=user_id, game=game, progress=progress)
        await self._access.promptly(put, patience)

    async def tutorial(self, user_id: int, game: str) -> TutorialProgress:
        """How far somebody is in a game's tutorial."""
        return await self._access.read(partial(read_tutorial, user_id=user_id, game=game))
