"""Messages to the Dealer alone: each goes to its match, or its author is asked which one.

They are direct messages, or a player's texts in their private channel.
"""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Any, Final
from weakref import WeakValueDictionary

import aiohttp
import discord

from bot.cogs.incoming.messages import GameRoomsOf, Route, route, typed_in_private
from bot.cogs.interactions import match_select
from bot.live.runner import MatchRunner
from bot.live.runners import Runners, is_secret_awaited
from bot.posts.sending.failures import FINAL_STATUSES
from bot.posts.sending.room import Message
from bot.storage.choices import Choices
from bot.texts import answers
from bot.texts.language import Language, speaking
from bot.values.discord_time import snowflake_ms

log = logging.getLogger(__name__)

PAUSES_SECONDS: Final = (0.3, 1.0, 5.0, 0.0)
"""After each try that may have failed; Discord recognises a repetition by its nonce."""


@dataclass(eq=False)
class DirectMessages:
    """Hears people's messages to the Dealer alone."""

    client: discord.Client
    runners: Runners
    choices: Choices
    game_rooms_of: GameRoomsOf
    _turns: WeakValueDictionary[int, asyncio.Lock] = field(
        default_factory=WeakValueDictionary, init=False
    )

    async def hear(self, message: discord.Message, *, is_edit: bool = False) -> None:
        """Take a message to the match that it is for, or answer it."""
        is_direct = isinstance(message.channel, discord.DMChannel)
        if not (is_direct or self._is_in_private_channel(message)):
            # A match that has yet to be resumed reads its private channels then.
            return
        # A user's messages are heard in order, however long it takes to find their match.
        turn = self._turns.setdefault(message.author.id, asyncio.Lock())
        async with turn:
            answer = await self._hear(message, is_edit=is_edit)
        if answer:
            await answer

    async def _hear(
        self, message: discord.Message, *, is_edit: bool
    ) -> Coroutine[Any, Any, None] | None:
        """Take a message to its match; without one, return its answer."""
        known = await self.matches_of(message.author.id)
        practice = self.runners.in_room(message.channel.id)
        if practice and not self.is_for_another(known, message.channel.id, message):
            self.game_rooms_of(practice.card).hear(practice, message, is_edit=is_edit)
            return None
        found_route = self.route(known, message.channel.id, message)
        if len(found_route.runners) == 1:
            runner = found_route.runners[0]
            if typed := typed_in_private(runner.card, message, found_route.text):
                runner.enqueue(typed)
            return None
        if found_route.runners:
            return self.ask_which(message, found_route.runners)
        # If unsure, it is left alone: once Discord tells of the room, it is read again.
        is_left = is_edit or found_route.is_unsure
        return None if is_left else self._answer(message, found_route.room)

    async def _answer(self, message: discord.Message, room: str) -> None:
        with self._language_of(message.author.id):
            await _reply(message, answers.no_seat(room))

    async def matches_of(self, user_id: int) -> list[MatchRunner]:
        """Wait for all matches that a user's message may be for."""
        await self.runners.all_of(user_id)
        return sorted(self.runners, key=lambda runner: runner.card.id)

    async def since(
        self, user_id: int, since: discord.Object, private_channel: int | None = None
    ) -> list[discord.Message]:
        """Return the messages between a user and the Dealer; none if they cannot exchange any.

        In a private channel, other people's messages are left out.
        """
        try:
            channel = (
                await self.client.create_dm(discord.Object(user_id))
                if private_channel is None
                else self.client.get_partial_messageable(private_channel)
            )
            messages = [message async for message in channel.history(limit=None, after=since)]
        except discord.HTTPException as error:
            if error.status not in FINAL_STATUSES:
                raise
            log.warning("what %s says in private cannot be read: %s", user_id, error)
            return []
        me = self.client.user.id if self.client.user else 0
        return [message for message in messages if message.author.id in {user_id, me}]

    def is_for_another(self, known: list[MatchRunner], channel_id: int, message: Message) -> bool:
        """Return whether a direct message, where its author practises, is for a live match.

        While one awaits a secret of theirs, all their private messages belong to it.
        """
        practice = self.runners.in_room(channel_id)
        if practice and practice.live.has_judged(f"message:{message.id}"):
            return False
        found_route = self.route(known, channel_id, message)
        other_runners = _others_of(known, channel_id, message)
        is_judged = any(
            runner.live.has_judged(f"message:{message.id}") for runner in found_route.runners
        )
        is_awaited = any(is_secret_awaited(runner) for runner in other_runners)
        return is_judged or is_awaited or bool(found_route.room and found_route.runners)

    def _is_in_private_channel(self, message: discord.Message) -> bool:
        # Asked of all chat on servers: hardly ever is there any such match.
        channel_id = message.channel.id
        known = [
            runner for runner in self.runners if channel_id in runner.card.private_channels.values()
        ]
        return bool(_others_of(known, channel_id, message))

    def route(self, known: list[MatchRunner], channel_id: int, message: Message) -> Route:
        """Find the known matches in rooms that a message in a channel may be for."""
        user_id, runners = message.author.id, _others_of(known, channel_id, message)
        found_route = route(runners, user_id, message.content, self._room_name)
        judged = tuple(
            runner for runner in runners if runner.live.has_judged(f"message:{message.id}")
        )
        # An edit that names no room is for the match that the message was for.
        return (
            replace(found_route, runners=judged) if judged and not found_route.room else found_route
        )

    async def ask_which(self, message: discord.Message, runners: tuple[MatchRunner, ...]) -> None:
        """Ask the author of a message which of several matches it is for."""
        rooms = [runner.card.room_id for runner in runners]
        choices = [
            (runner.card.id, f"#{self._room_name(room) or room}: {runner.card.game.title}")
            for runner, room in zip(runners, rooms, strict=True)
        ]
        with self._language_of(message.author.id):
            select = match_select(message.id, choices)
            await _reply(message, answers.WHICH_MATCH(), view=select)

    def _language_of(self, user_id: int) -> AbstractContextManager[None]:
        return speaking(self.choices.language_of_person(user_id, Language.EN))

    def _room_name(self, room_id: int) -> str | None:
        return getattr(self.client.get_channel(room_id), "name", None)


def _others_of(known: list[MatchRunner], channel_id: int, message: Message) -> list[MatchRunner]:
    """Return the matches in rooms for which a message in a channel counts.

    In a private channel those are its player's on that server. A message from before a match began
    is not for it, even if it is edited now.
    """
    user_id = message.author.id
    is_private_channel = any(
        channel_id in runner.card.private_channels.values() for runner in known
    )
    return [
        runner
        for runner in known
        if runner.card.seat_of(user_id)
        and not runner.card.is_direct
        and runner.card.began_ms <= snowflake_ms(message.id)
        and (not is_private_channel or runner.card.private_channel_of(user_id) == channel_id)
    ]


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
