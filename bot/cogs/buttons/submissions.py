"""Takes secret submissions from the buttons, forms and selects that players use."""

import re

import aiohttp
import discord

from bot.client.client import DealerClient, Interaction
from bot.client.command_tree import Declined
from bot.cogs.components import (
    NUMBER,
    ComponentCog,
    acknowledge,
    component,
    data_of,
    form_text,
    number_in,
    on_form,
    patience_of,
    take,
)
from bot.cogs.permissions import require_match, require_seat, require_secrets_awaited
from bot.incoming.components import CHOSEN_MATCH, LONGEST_SUBMISSION, SENT_FORM, form
from bot.incoming.messages import chosen
from bot.incoming.replies import defer, reply, respond
from bot.live.values.events import Choice, NotChosen, Typed
from bot.matches.runner import MatchRunner
from bot.posts.buttons import OPEN_FORM
from bot.storage.access import NotStored
from bot.storage.store import NotLive
from bot.texts import submissions, texts_of
from engine.seats import PUBLIC


async def open_form(interaction: Interaction, pressed: re.Match[str]) -> None:
    """Open the form for a match's secret submissions."""
    match_id = number_in(pressed)
    runner = require_match(interaction.client.registry, match_id)
    require_secrets_awaited(runner)
    seat, match = require_seat(runner, interaction.user.id), runner.match
    notation = texts_of(match.game).notation(match.view(PUBLIC))
    asked = form(match_id, match.game.title, notation, is_final=match.ends_phase(seat))
    await respond(lambda: interaction.response.send_modal(asked))


async def take_form(interaction: Interaction, sent: re.Match[str]) -> None:
    """Hand a form on to its match; the answer comes through the outbox, once it is judged."""
    runner = require_match(interaction.client.registry, number_in(sent))
    seat = require_seat(runner, interaction.user.id)
    text = form_text(interaction)
    if len(text) > LONGEST_SUBMISSION:
        raise Declined(submissions.TOO_LONG(most=LONGEST_SUBMISSION))
    typed = Typed.by_form(seat, text, interaction.id, interaction.token)
    await take(interaction, runner, typed)


async def take_choice(interaction: Interaction, selected: re.Match[str]) -> None:
    """Hand a direct message on to the match that its author has chosen for it."""
    (match_id,) = map(int, data_of(interaction)["values"])
    message_id = number_in(selected)
    try:
        runner = require_match(interaction.client.registry, match_id)
        seat = require_seat(runner, interaction.user.id)
        choice = Choice(interaction.id, seat, interaction.channel_id or 0, message_id)
        await runner.take(choice, patience_of(interaction))
        await acknowledge(interaction, thinking=False)
    except (Declined, NotStored, NotLive):
        if interaction.guild_id is None:
            # The reason takes the place of the question, whose select can be used again.
            await defer(interaction, thinking=False)
        raise
    # Fetching the message may take longer than Discord waits to be acknowledged.
    try:
        typed = await _chosen(runner, choice, interaction.client)
    except Declined:
        await _hand_on(runner, NotChosen(choice.inbox_id), interaction.client)
        raise
    await _hand_on(runner, typed, interaction.client)
    taken = submissions.FOR_ROOM(room=f"<#{runner.card.room_id}>")
    await reply(interaction, taken, view=None)


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
        raise Declined(submissions.MESSAGE_GONE()) from None
    except (discord.HTTPException, aiohttp.ClientError, OSError):
        raise Declined(submissions.MESSAGE_NOT_FETCHED()) from None
    if typed is None:
        raise Declined(submissions.NOT_YOUR_MATCH())
    return typed


FormButton = component(OPEN_FORM + NUMBER, open_form)
"""The button under a post that asks for secret submissions."""
MatchSelect = component(CHOSEN_MATCH + NUMBER, take_choice)
"""The question which match a direct message is for."""


class Submissions(ComponentCog):
    """Listens for buttons, selects and forms."""

    components = (FormButton, MatchSelect)
    on_interaction = on_form(SENT_FORM + NUMBER, take_form)


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(Submissions(bot))
