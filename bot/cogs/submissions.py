"""Takes secret submissions from the buttons, forms and selects that players use.

Buttons and selects are the library's dynamic items, so those that an earlier process sent work too.
Forms come through `on_interaction`: the library dispatches only those that it keeps in memory.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, Self, TypeAlias, cast

import aiohttp
import discord
from discord import ui
from discord.ext import commands

from bot.client.client import DealerClient
from bot.client.command_tree import Declined
from bot.cogs.permissions import (
    require_match,
    require_open,
    require_seat,
    require_secrets_awaited,
)
from bot.incoming.components import (
    CHOSEN_MATCH,
    LONGEST_SUBMISSION,
    SENT_FORM,
    form,
    text_of_form,
)
from bot.incoming.messages import chosen
from bot.incoming.replies import ACKNOWLEDGE_SECONDS, defer, reply, respond, seconds_left
from bot.live.events import Choice, NotChosen, Typed
from bot.matches.runner import MatchRunner
from bot.posts.attachments import OPEN_FORM
from bot.storage.store import NotLive, NotStored
from bot.texts import answers, submissions, texts_of
from engine.seats import PUBLIC

Interaction: TypeAlias = discord.Interaction[DealerClient]

log = logging.getLogger(__name__)

NUMBER: Final = r":(?P<number>[0-9]{1,19})"
LARGEST_ID: Final = 2**63 - 1
LONGEST_KEEPING_SECONDS: Final = 2.0
"""How long after it was sent a form may wait to be kept: there is time left to give it back."""


class FormButton(ui.DynamicItem[ui.Button[Any]], template=OPEN_FORM + NUMBER):
    """The button under a post that asks for secret submissions."""

    def __init__(self, button: ui.Button[Any], match_id: int) -> None:
        super().__init__(button)
        self.match_id = match_id

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Recognise the button."""
        return cls(cast("ui.Button[Any]", item), int(match["number"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Open the form."""
        await answer(interaction, open_form, self.match_id)


class MatchSelect(ui.DynamicItem[ui.Select[Any]], template=CHOSEN_MATCH + NUMBER):
    """The question which match a direct message is for."""

    def __init__(self, select: ui.Select[Any], message_id: int) -> None:
        super().__init__(select)
        self.message_id = message_id

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Recognise the question."""
        return cls(cast("ui.Select[Any]", item), int(match["number"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Take the message to the match that was chosen."""
        (match_id,) = self.item.values
        await answer(interaction, take_choice, int(match_id), self.message_id)


class Submissions(commands.Cog):
    """Listens for buttons, selects and forms."""

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Listen for buttons and selects, whoever sent them."""
        self.bot.add_dynamic_items(FormButton, MatchSelect)

    async def cog_unload(self) -> None:
        """Stop listening for them."""
        self.bot.remove_dynamic_items(FormButton, MatchSelect)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Take a form that was sent."""
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        sent = re.fullmatch(SENT_FORM + NUMBER, _data(interaction).get("custom_id", ""))
        if sent and int(sent["number"]) <= LARGEST_ID:
            await answer(interaction, take_form, int(sent["number"]))


async def answer(
    interaction: Interaction, handle: Callable[..., Awaitable[None]], *given: int
) -> None:
    """Do what a component or a form asks for, or say why that is not done.

    What was typed into a form goes back with the reason. The library would only log an error.
    """
    try:
        require_open(interaction.client.registry)
        await handle(interaction, *given)
    except Declined as declined:
        await _give_back(interaction, declined.reason)
    except NotStored:
        await _give_back(interaction, answers.NOT_KEPT)
    except NotLive:
        await _give_back(interaction, submissions.MATCH_ENDED)
    except Exception:
        log.exception("a component failed")
        await _give_back(interaction, answers.TRY_AGAIN)


async def open_form(interaction: Interaction, match_id: int) -> None:
    """Open the form for a match's secret submissions."""
    runner = require_match(interaction.client.registry, match_id)
    require_secrets_awaited(runner)
    seat, match = require_seat(runner, interaction.user.id), runner.match
    notation = texts_of(match.game).notation(match.view(PUBLIC))
    asked = form(match_id, match.game.title, notation, is_final=match.ends_phase(seat))
    await respond(lambda: interaction.response.send_modal(asked))


async def take_form(interaction: Interaction, match_id: int) -> None:
    """Hand a form on to its match; the answer comes through the outbox, once it is judged."""
    runner = require_match(interaction.client.registry, match_id)
    seat = require_seat(runner, interaction.user.id)
    text = _form_text(interaction)
    if len(text) > LONGEST_SUBMISSION:
        raise Declined(submissions.TOO_LONG.format(most=LONGEST_SUBMISSION))
    typed = Typed.by_form(seat, text, interaction.id, interaction.token)
    clock = interaction.client.registry.clock
    with runner.acknowledging(typed):
        patience = seconds_left(clock, interaction.id, LONGEST_KEEPING_SECONDS)
        await runner.take_form(typed, patience)
        await _acknowledge(interaction)


async def take_choice(interaction: Interaction, match_id: int, message_id: int) -> None:
    """Hand a direct message on to the match that its author has chosen for it."""
    try:
        runner = require_match(interaction.client.registry, match_id)
        seat = require_seat(runner, interaction.user.id)
        choice = Choice(interaction.id, seat, interaction.channel_id or 0, message_id)
        clock = interaction.client.registry.clock
        patience = seconds_left(clock, interaction.id, LONGEST_KEEPING_SECONDS)
        await runner.keep_choice(choice, patience)
        await _acknowledge(interaction, thinking=False)
    except (Declined, NotStored, NotLive):
        # The reason takes the place of the question, whose select stays and can be used again.
        await defer(interaction, thinking=False)
        raise
    # Fetching the message may take longer than Discord waits to be acknowledged.
    try:
        typed = await _chosen(runner, choice, interaction.client)
    except Declined:
        await _hand_on(runner, NotChosen(choice.inbox_id), interaction.client)
        raise
    await _hand_on(runner, typed, interaction.client)
    taken = submissions.FOR_ROOM.format(room=f"<#{runner.card.room_id}>")
    await reply(interaction, taken, view=None)


async def _acknowledge(interaction: Interaction, *, thinking: bool = True) -> None:
    """Acknowledge what a player did, now that it is kept.

    If it can no longer be acknowledged, it counts all the same: it was done in time.
    """
    clock = interaction.client.registry.clock
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds_left(clock, interaction.id, ACKNOWLEDGE_SECONDS)):
            await defer(interaction, thinking=thinking)


async def _hand_on(runner: MatchRunner, event: Typed | NotChosen, bot: DealerClient) -> None:
    """Let the match judge what is kept for it, or give it back if the match is over by now."""
    if bot.registry.runner_of(runner.card.id) is runner:
        runner.put(event)
    else:
        await bot.registry.return_submissions()


async def _chosen(runner: MatchRunner, choice: Choice, bot: DealerClient) -> Typed:
    """Fetch the message that a choice is about.

    Raises:
        Declined: It is gone, cannot be fetched, or is somebody else's.
    """
    channel = bot.get_partial_messageable(choice.channel_id)
    try:
        typed = chosen(runner.card, choice, await channel.fetch_message(choice.message_id))
    except discord.NotFound:
        raise Declined(submissions.MESSAGE_GONE) from None
    except (discord.HTTPException, aiohttp.ClientError, OSError):
        raise Declined(submissions.MESSAGE_NOT_FETCHED) from None
    if typed is None:
        raise Declined(submissions.NOT_YOUR_MATCH)
    return typed


async def _give_back(interaction: Interaction, reason: str) -> None:
    await reply(interaction, submissions.given_back(reason, _form_text(interaction)))


def _form_text(interaction: Interaction) -> str:
    """Return what a form held; nothing for a component."""
    return text_of_form(_data(interaction).get("components"))


def _data(interaction: Interaction) -> dict[str, Any]:
    return cast("dict[str, Any]", interaction.data or {})


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(Submissions(bot))
