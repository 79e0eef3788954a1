"""Takes each direct message to the match it is for, or asks its author which one that is."""

import asyncio
import logging
from dataclasses import replace
from typing import Any, Final

import aiohttp
import discord

from bot.discord_clock import snowflake_ms
from bot.incoming.components import match_select
from bot.incoming.messages import hear_secret
from bot.incoming.which_match import Route, route
from bot.matches.runner import MatchRunner, Runners
from bot.posts.failures import FINAL_STATUSES
from bot.texts import submissions

log = logging.getLogger(__name__)

PAUSES_SECONDS: Final = (0.3, 1.0, 5.0, 0.0)
"""After each try that may have failed; Discord recognises a repetition by its nonce."""


class DirectMessages:
    """The direct messages between people and the Dealer; `runners` are those of live matches."""

    def __init__(self, client: discord.Client, runners: Runners) -> None:
        self._client = client
        self._runners = runners

    async def hear(self, message: discord.Message, *, is_edit: bool = False) -> None:
        """Take a message to the match that it is for, or answer it."""
        await self.can_be_told_apart()
        found = self.route(message)
        if len(found.runners) == 1:
            hear_secret(found.runners[0], message, found.text)
        elif found.runners:
            await self.ask_which(message, found.runners)
        elif not is_edit and not found.is_unsure:
            # If unsure, it is left alone: once Discord tells of the room, it is read again.
            await _reply(message, submissions.no_seat(found.room))

    async def can_be_told_apart(self) -> None:
        """Wait until all matches are there that a message may be for."""
        await self._runners.are_complete.wait()

    async def since(self, user_id: int, since: discord.Object) -> list[discord.Message]:
        """Return what somebody and the Dealer have said to each other; nothing if they cannot."""
        try:
            direct = await self._client.create_dm(discord.Object(user_id))
            return [message async for message in direct.history(limit=None, after=since)]
        except discord.HTTPException as error:
            if error.status not in FINAL_STATUSES:
                raise
            log.warning("the direct messages of %s cannot be read: %s", user_id, error)
            return []

    def route(self, message: discord.Message) -> Route:
        """Find the matches that a message may be for."""
        user_id = message.author.id
        # A message from before a match began is not for it, even if it is edited now.
        runners = [
            each
            for each in self._runners
            if each.card.seat_of(user_id) and each.card.began_ms <= snowflake_ms(message.id)
        ]
        found = route(runners, user_id, message.content, self._room_name)
        judged = tuple(each for each in runners if each.live.has_judged(f"message:{message.id}"))
        # An edit that names no room is for the match that the message was for.
        return replace(found, runners=judged) if judged and not found.room else found

    async def ask_which(self, message: discord.Message, runners: tuple[MatchRunner, ...]) -> None:
        """Ask the author of a message which of several matches it is for."""
        rooms = [each.card.room_id for each in runners]
        choices = [
            (each.card.id, f"#{self._room_name(room) or room}: {each.card.game.title}")
            for each, room in zip(runners, rooms, strict=True)
        ]
        await _reply(message, submissions.WHICH_MATCH, view=match_select(message.id, choices))

    def _room_name(self, room_id: int) -> str | None:
        room = self._client.get_channel(room_id)
        return getattr(room, "name", None)


async def _reply(message: discord.Message, content: str, **more: Any) -> None:
    """Answer a message once, if its author takes direct messages.

    The library does not try again where a connection is cut.
    """
    for seconds in PAUSES_SECONDS:
        try:
            await message.reply(content, nonce=str(message.id), **more)
        except (aiohttp.ClientError, OSError, discord.DiscordServerError) as error:
            log.warning("message %s is not answered yet: %s", message.id, error)
            await asyncio.sleep(seconds)
        except discord.HTTPException as error:
            log.warning("message %s cannot be answered: %s", message.id, error)
            return
        else:
            return
