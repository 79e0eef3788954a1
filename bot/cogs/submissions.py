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

from bot.client import DealerClient, Declined
from bot.cogs import words_of
from bot.cogs.permissions import require_match, require_seat, require_secrets_awaited
from bot.incoming.components import (
    CHOSEN_MATCH,
    LONGEST_SUBMISSION,
    OPEN_FORM,
    SENT_FORM,
    form,
    text_of_form,
)
from bot.incoming.messages import chosen
from bot.incoming.replies import LONGEST_PROMISE_SECONDS, insist, promise, seconds_left, tell
from bot.live.events import Choice, Submission, Typed
from bot.matches.runner import MatchRunner
from bot.storage.store import NotKept, NotLive
from bot.texts import common as words
from engine.seats import PUBLIC

log = logging.getLogger(__name__)

LARGEST_ID: Final = 2**63 - 1
LONGEST_KEEPING_SECONDS: Final = 2.0
"""How long after its sending a form waits to be kept; then there is still time to give it back."""


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
        if kind not in self._handlers or not number.isdecimal() or int(number) > LARGEST_ID:
            return
        try:
            await self._handle(kind, interaction, int(number))
        except Declined as declined:
            await _decline(interaction, declined.reason)
        except NotKept:
            await _decline(interaction, words.NOT_KEPT)
        except NotLive:
            await _decline(interaction, words.MATCH_ENDED)
        except Exception:
            log.exception("a component failed")
            await _decline(interaction, words.TRY_AGAIN)

    async def _handle(self, kind: str, interaction: discord.Interaction[Any], number: int) -> None:
        if not self.bot.registry.is_open:
            raise Declined(words.STARTING)
        await self._handlers[kind](interaction, number)

    async def _open_form(self, interaction: discord.Interaction[Any], match_id: int) -> None:
        runner = require_match(self.bot.registry, match_id)
        require_secrets_awaited(runner)
        seat, match = require_seat(runner, interaction.user.id), runner.match
        notation = words_of(match.game).notation(match.view(PUBLIC))
        asked = form(match_id, match.game.title, notation, is_final=match.ends_phase(seat))
        await insist(lambda: interaction.response.send_modal(asked))

    async def _take_form(self, interaction: discord.Interaction[Any], match_id: int) -> None:
        runner = require_match(self.bot.registry, match_id)
        seat = require_seat(runner, interaction.user.id)
        text = _form_text(interaction)
        if len(text) > LONGEST_SUBMISSION:
            raise Declined(words.TOO_LONG.format(most=LONGEST_SUBMISSION))
        form = Typed.by_form(seat, text, interaction.id, interaction.token)
        await self._keep(runner, form, interaction)
        # The answer comes through the outbox, as the match judges it.
        await self._put(runner, form)

    async def _take_choice(self, interaction: discord.Interaction[Any], message_id: int) -> None:
        (value,) = _data(interaction).get("values", ["0"])
        try:
            runner = require_match(self.bot.registry, int(value))
            seat = require_seat(runner, interaction.user.id)
            choice = Choice(interaction.id, seat, interaction.channel_id or 0, message_id)
            await self._keep(runner, choice, interaction, thinking=False)
        except (Declined, NotKept, NotLive):
            # The question says why, and can be answered again.
            await promise(interaction, thinking=False)
            raise
        # To fetch the message may take longer than an acknowledgement may.
        try:
            typed = await self._chosen(runner, choice)
        except Declined:
            await runner.forget(choice)
            raise
        await self._put(runner, typed)
        taken = words.FOR_ROOM.format(room=f"<#{runner.card.room_id}>")
        await tell(interaction, taken, view=None)

    async def _keep(
        self,
        runner: MatchRunner,
        submission: Submission,
        interaction: discord.Interaction[Any],
        *,
        thinking: bool = True,
    ) -> None:
        """Keep what somebody did, and only then acknowledge it.

        If it cannot be acknowledged any more, it counts all the same: it was done in time.
        """
        clock = self.bot.registry.clock
        await runner.keep(submission, seconds_left(clock, interaction.id, LONGEST_KEEPING_SECONDS))
        with suppress(TimeoutError):
            async with asyncio.timeout(
                seconds_left(clock, interaction.id, LONGEST_PROMISE_SECONDS)
            ):
                await promise(interaction, thinking=thinking)

    async def _put(self, runner: MatchRunner, typed: Typed) -> None:
        """Let the match judge what is kept for it, or give it back if it is over by now."""
        if self.bot.registry.runner_of(runner.card.id) is runner:
            runner.put(typed)
        else:
            await self.bot.registry.return_submissions()

    async def _chosen(self, runner: MatchRunner, choice: Choice) -> Typed:
        channel = self.bot.get_partial_messageable(choice.channel_id)
        try:
            typed = chosen(runner.card, choice, await channel.fetch_message(choice.message_id))
        except discord.NotFound:
            raise Declined(words.MESSAGE_GONE) from None
        except (discord.HTTPException, aiohttp.ClientError, OSError):
            raise Declined(words.MESSAGE_NOT_FETCHED) from None
        if typed is None:
            raise Declined(words.NOT_YOUR_MATCH)
        return typed


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
