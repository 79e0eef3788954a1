"""Answers to the buttons, forms and selects through which secret submissions come.

They are told by their ids alone, so those of an earlier process work as well.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, cast

import aiohttp
import discord
from discord.ext import commands

from bot import words
from bot.answers import insist, promise, tell
from bot.client import DealerClient, Declined
from bot.cogs import words_of
from bot.cogs.who_may import require_match, require_seat, require_secrets_awaited
from bot.discord_clock import snowflake_ms
from bot.events import Typed
from bot.hearing import hear_secret
from bot.panels import (
    CHOSEN_MATCH,
    LONGEST_SUBMISSION,
    OPEN_FORM,
    SENT_FORM,
    form,
    text_of_form,
)
from bot.private import without_room
from engine.seats import PUBLIC

log = logging.getLogger(__name__)

LONGEST_PROMISE_SECONDS: Final = 2.8
"""How long a form waits to be acknowledged; a little later Discord takes no promise any more."""


class Submissions(commands.Cog):
    """Opens the form, takes what was sent with it, and hears which match a message is for."""

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot
        self._handlers: Final[
            dict[str, Callable[[discord.Interaction[Any], int], Awaitable[None]]]
        ] = {
            OPEN_FORM: self._open_form,
            SENT_FORM: self._take_form,
            CHOSEN_MATCH: self._take_choice,
        }

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[DealerClient]) -> None:
        """Something was pressed, sent or chosen."""
        kind, _, number = str(_data(interaction).get("custom_id", "")).partition(":")
        if kind not in self._handlers or not number.isdecimal():
            return
        try:
            await self._handle(kind, interaction, int(number))
        except Declined as declined:
            await _decline(interaction, declined.reason)
        except Exception:
            log.exception("a component failed")
            await _decline(interaction, words.TRY_AGAIN)

    async def _handle(self, kind: str, interaction: discord.Interaction[Any], number: int) -> None:
        if not self.bot.house.is_open:
            raise Declined(words.STARTING)
        await self._handlers[kind](interaction, number)

    async def _open_form(self, interaction: discord.Interaction[Any], match_id: int) -> None:
        table = require_match(self.bot.house, match_id)
        require_secrets_awaited(table)
        seat, match = require_seat(table, interaction.user.id), table.match
        notation = words_of(match.game).notation(match.view(PUBLIC))
        asked = form(match_id, match.game.title, notation, is_final=match.ends_phase(seat))
        await insist(lambda: interaction.response.send_modal(asked))

    async def _take_form(self, interaction: discord.Interaction[Any], match_id: int) -> None:
        # The answer comes through the outbox, once what was sent is kept.
        # If it cannot be promised, what was sent counts all the same: it was sent in time.
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_PROMISE_SECONDS):
                await promise(interaction)
        # Looked for after that: a match that ended meanwhile hears nothing more.
        table = require_match(self.bot.house, match_id)
        seat = require_seat(table, interaction.user.id)
        text, at_ms = _form_text(interaction), snowflake_ms(interaction.id)
        if len(text) > LONGEST_SUBMISSION:
            raise Declined(words.TOO_LONG.format(most=LONGEST_SUBMISSION))
        table.put(
            Typed(seat, text, interaction.id, at_ms, is_private=True, token=interaction.token)
        )

    async def _take_choice(self, interaction: discord.Interaction[Any], message_id: int) -> None:
        # To fetch the message may take longer than an answer may.
        if not await promise(interaction, thinking=False):
            return
        message = await self._message(interaction.channel_id or 0, message_id)
        (chosen,) = _data(interaction).get("values", ["0"])
        table = require_match(self.bot.house, int(chosen))
        require_seat(table, interaction.user.id)
        if message.author.id != interaction.user.id:
            raise Declined(words.NOT_YOUR_MATCH)
        hear_secret(table, message, without_room(message.content))
        taken = words.FOR_ROOM.format(room=f"<#{table.card.room_id}>")
        await tell(interaction, taken, view=None)

    async def _message(self, channel_id: int, message_id: int) -> discord.Message:
        try:
            return await self.bot.get_partial_messageable(channel_id).fetch_message(message_id)
        except discord.NotFound:
            raise Declined(words.MESSAGE_GONE) from None
        except (discord.HTTPException, aiohttp.ClientError, OSError):
            raise Declined(words.MESSAGE_NOT_FETCHED) from None


def _data(interaction: discord.Interaction[Any]) -> dict[str, Any]:
    """What Discord tells of what was pressed or sent, as it came."""
    return cast("dict[str, Any]", interaction.data or {})


def _form_text(interaction: discord.Interaction[Any]) -> str:
    """What a form held; empty where something else was pressed."""
    return text_of_form(_data(interaction).get("components"))


async def _decline(interaction: discord.Interaction[Any], reason: str) -> None:
    await tell(interaction, words.given_back(reason, _form_text(interaction)))


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(Submissions(bot))
