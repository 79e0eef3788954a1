"""Components that work whichever process posted them, found by their ids."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, cast

import discord

from bot.cogs.bot import Interaction
from bot.cogs.interactions import (
    ACKNOWLEDGE_SECONDS,
    DeclinedError,
    answer_in_own_language,
    defer,
    defer_for_reader,
    follow_up,
    reason_of,
    reply,
    seconds_left,
    text_of_form,
)
from bot.live.runner import MatchRunner
from bot.texts import answers
from bot.texts.language import Text
from bot.values.events import PlayerMessage
from rendering.themes import Theme

HANDLERS: Final = {
    discord.InteractionType.component: "components",
    discord.InteractionType.modal_submit: "forms",
}
"""The attributes in which cogs have their handlers, by the kind of interaction."""
NUMBER: Final = r":(?P<number>[0-9]{1,19})"
LARGEST_ID: Final = 2**63 - 1
LONGEST_KEEPING_SECONDS: Final = 2.0
"""Longest wait of an interaction to be stored, which leaves time to say no."""


def number_in(match: re.Match[str]) -> int:
    """Return the number in a component's id; one that is too large to exist is capped."""
    return min(int(match["number"]), LARGEST_ID)


async def carry_out(interaction: Interaction) -> None:
    """Carry out the use of a component, or a form, that a cog knows by its id.

    The library dispatches only those that it keeps in memory.
    """
    custom_id = str(data_of(interaction).get("custom_id", ""))
    for cog in interaction.client.cogs.values():
        handlers = getattr(cog, HANDLERS.get(interaction.type, ""), {})
        for pattern, handle in handlers.items():
            if used := re.fullmatch(pattern, custom_id):
                await answer(interaction, handle, used)


async def answer(
    interaction: Interaction, handle: Callable[..., Awaitable[None]], *value: Any
) -> None:
    """Carry out a component or a form, or say why it is not done.

    What was typed into a form goes back with the reason. The library would only log an error.
    """
    answer_in_own_language(interaction)
    if not interaction.client.registry.is_open:
        await _give_back(interaction, answers.STARTING())
        return
    try:
        await handle(interaction, *value)
    except Exception as error:  # noqa: BLE001 - whatever it is, its user is told
        await _give_back(interaction, reason_of(error, "a component"))


async def _give_back(interaction: Interaction, reason: str) -> None:
    await reply(interaction, answers.given_back(reason, form_text(interaction)))


async def turn_page(interaction: Interaction, show: Callable[[], Awaitable[None]]) -> None:
    """Show something else in the message of a component, which stays as it is if that fails."""
    if not await defer_for_reader(interaction, thinking=False):
        return
    try:
        await show()
    except Exception as error:  # noqa: BLE001 - whatever it is, its user is told
        await follow_up(interaction, reason_of(error, "a page"))


def patience_of(interaction: Interaction) -> float:
    """Return how many seconds an interaction may wait to be stored for a no to come in time."""
    client = interaction.client
    in_time = min(LONGEST_KEEPING_SECONDS, ACKNOWLEDGE_SECONDS - client.limiter.latency)
    return seconds_left(client.clock, interaction.id, in_time)


def theme_for(interaction: Interaction) -> Theme:
    """Return the theme of pictures that only the user of an interaction sees."""
    choices = interaction.client.choices
    return choices.theme_of_person(interaction.user.id, interaction.guild_id)


def require_own(interaction: Interaction, reason: Text) -> None:
    """Check that a button or form belongs to a private answer, or raise DeclinedError."""
    if interaction.message is None or not interaction.message.flags.ephemeral:
        raise DeclinedError(reason())


async def take(interaction: Interaction, runner: MatchRunner, typed: PlayerMessage) -> None:
    """Hand a form or a word on to its match; the answer comes once it is judged.

    Raises:
        StorageUnavailableError: It cannot be stored in time.
        NotLiveError: The match is over.
    """
    with runner.acknowledging(typed):
        await runner.take(typed, patience_of(interaction))
        await acknowledge(interaction)


async def acknowledge(interaction: Interaction, *, thinking: bool = True) -> None:
    """Acknowledge a player's input, now that it is stored.

    If it can no longer be acknowledged, it counts all the same: it was done in time.
    """
    clock = interaction.client.clock
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds_left(clock, interaction.id, ACKNOWLEDGE_SECONDS)):
            await defer(interaction, thinking=thinking)


def form_text(interaction: Interaction) -> str:
    """Return a form's text; empty for a component."""
    return text_of_form(data_of(interaction).get("components"))


def data_of(interaction: Interaction) -> dict[str, Any]:
    """Return an interaction's raw data."""
    return cast("dict[str, Any]", interaction.data or {})
