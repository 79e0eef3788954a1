"""Answers to the buttons, forms and selects through which secret submissions come.

They are told by their ids alone, so those of an earlier process work as well.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, cast

import discord
from discord.ext import commands

from bot import words
from bot.client import DealerClient, Declined, tell
from bot.cogs import words_of
from bot.discord_clock import snowflake_ms
from bot.events import Typed
from bot.hearing import hear_secret
from bot.panels import CHOSEN_MATCH, OPEN_FORM, SENT_FORM, form, text_of_form
from bot.private import without_room
from bot.tables import Table
from engine.seats import PUBLIC, Seat

log = logging.getLogger(__name__)


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
        table, _ = self._seat(interaction, match_id)
        match = table.match
        if match.result or not match.game.takes_secrets(match.state):
            raise Declined(words.NONE_AWAITED)
        notation = words_of(match.game).notation(match.view(PUBLIC))
        await interaction.response.send_modal(form(match_id, match.game.title, notation))

    async def _take_form(self, interaction: discord.Interaction[Any], match_id: int) -> None:
        # The answer comes through the outbox, once what was sent is kept.
        await interaction.response.defer(ephemeral=True, thinking=True)
        # Looked for after that: a match that ended meanwhile hears nothing more.
        table, seat = self._seat(interaction, match_id)
        text, at_ms = _form_text(interaction), snowflake_ms(interaction.id)
        table.put(
            Typed(seat, text, interaction.id, at_ms, is_private=True, token=interaction.token)
        )

    async def _take_choice(self, interaction: discord.Interaction[Any], message_id: int) -> None:
        # To fetch the message may take longer than an answer may.
        await interaction.response.defer()
        channel = self.bot.get_partial_messageable(interaction.channel_id or 0)
        try:
            message = await channel.fetch_message(message_id)
        except discord.NotFound:
            raise Declined(words.MESSAGE_GONE) from None
        if message.author.id != interaction.user.id:
            raise Declined(words.NOT_YOUR_MATCH)
        (chosen,) = _data(interaction).get("values", ["0"])
        table, _ = self._seat(interaction, int(chosen))
        hear_secret(table, message, without_room(message.content))
        taken = words.FOR_ROOM.format(room=f"<#{table.card.room_id}>")
        await interaction.edit_original_response(content=taken, view=None)

    def _seat(self, interaction: discord.Interaction[Any], match_id: int) -> tuple[Table, Seat]:
        """A live match and the seat at it of whoever pressed.

        Raises:
            Declined: The match is over, or it is somebody else's.
        """
        table = self.bot.house.table_of(match_id)
        if table is None:
            raise Declined(words.MATCH_ENDED)
        seat = table.card.seat_of(interaction.user.id)
        if seat is None:
            raise Declined(words.NOT_YOUR_MATCH)
        return table, seat


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
