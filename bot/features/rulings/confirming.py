"""Confirmation of rulings: a host is shown the effect, and confirms, even much later."""

import asyncio
import re
from functools import partial
from typing import Final

import discord
from discord import ui

from bot.cogs.bot import Interaction
from bot.cogs.components import NUMBER, acknowledge, number_in, patience_of, theme_for
from bot.cogs.interactions import DeclinedError, defer, reply
from bot.cogs.permissions import (
    require_host,
    require_latest,
    require_live,
    require_no_player,
    require_rulable_match,
)
from bot.features.private_channels.cog import private_channels_of
from bot.features.rulings import texts
from bot.features.rulings.store import NotProposedError, Proposal, ProposalStore, drop_judged
from bot.live.decide.rulings import undone_entry_of
from bot.live.runner import MatchRunner
from bot.posts.answers import Answers
from bot.posts.attachments import picture_files
from bot.posts.boards import described_pictures
from bot.posts.buttons import finished
from bot.posts.compose import Composer
from bot.texts import answers
from bot.texts.clocks import with_countdowns
from bot.values.card import MatchCard, Person
from engine.matches import rulings
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.refusals import Refused
from engine.seats import PUBLIC

CONFIRM: Final = "confirm"
CANCEL: Final = "cancel"
ANSWER: Final = f"(?P<answer>{CONFIRM}|{CANCEL}){NUMBER}"
"""The pattern of the id of a button under a ruling that was shown."""


async def rule(interaction: Interaction, ruling: rulings.Ruling, number: int | None = None) -> None:
    """Give a ruling at once, or raise DeclinedError."""
    runner = await require_rulable_match(interaction, number)
    written, host_id = rulings.write_ruling(ruling), interaction.user.id
    _require_accepted(await runner.rule(written, interaction.id, host_id=host_id))


async def propose(
    interaction: Interaction,
    ruling: rulings.Ruling,
    reason: str = "",
    person: Person | None = None,
) -> None:
    """Show a host the effect of a ruling, with a button that gives it, or raise DeclinedError."""
    card, match = await _ruled_match(interaction, ruling)
    now_ms, written = interaction.client.clock.now_ms(), rulings.write_ruling(ruling)
    step = match.enter(Entry(Speaker.HOST, max(card.instant(now_ms), match.now), written))
    _require_accepted(step.refusal)
    if not await defer(interaction):
        return
    proposal = Proposal(
        match_id=card.id,
        ruling=written,
        undone_entry=undone_entry_of(ruling, match),
        reason=reason,
        person=person,
    )
    await _store(interaction).put(interaction.id, proposal)
    content = texts.outlook(Composer(card).seating, ruling, reason)
    if isinstance(ruling, rulings.ChangeReserve | rulings.UndoRuling):
        content += f"\n{Answers(card).clocks(step.match)}"
    shows_board = isinstance(ruling, rulings.Undo | rulings.UndoRuling)
    theme = theme_for(interaction)
    pictures = (
        await asyncio.to_thread(described_pictures, step.match, PUBLIC, card.names, theme=theme)
        if shows_board
        else ()
    )
    text = with_countdowns(content, now_ms)
    await reply(interaction, text, lambda: picture_files(pictures), view=_buttons(interaction.id))


async def answer_question(interaction: Interaction, pressed: re.Match[str]) -> None:
    """Give a ruling that was shown, or forget it; the outcome replaces the question.

    Either is stored before it is acknowledged, or else the question stays.
    """
    number, text, reseated = number_in(pressed), texts.NOT_GIVEN(), None
    try:
        if pressed["answer"] == CONFIRM:
            reseated, text = await _give(interaction, number), texts.GIVEN()
    except DeclinedError as declined:
        text = declined.reason
    # The buttons go, whatever the reason was.
    await _store(interaction).drop(number)
    await acknowledge(interaction, thinking=False)
    if reseated:
        await private_channels_of(interaction.client).find_channels(reseated)
    await reply(interaction, text, view=None, attachments=[])


async def _give(interaction: Interaction, number: int) -> MatchRunner | None:
    """Give a ruling, or raise DeclinedError; return its runner if a seat has a new player."""
    guild = await require_host(interaction)
    proposal = await _store(interaction).get(number)
    if proposal is None:
        raise DeclinedError(texts.GONE())
    runner = await _runner_of(interaction, proposal)
    if runner.card.guild_id != guild.id:
        raise DeclinedError(texts.GONE())
    try:
        # The match forgets the proposal in the transaction in which it keeps the ruling.
        refusal = await runner.rule(
            proposal.ruling,
            interaction.id,
            partial(drop_judged, number=number),
            patience=patience_of(interaction),
            host_id=interaction.user.id,
            person=proposal.person,
            reason=proposal.reason,
            undone_entry=proposal.undone_entry,
        )
    except NotProposedError:
        raise DeclinedError(texts.GONE()) from None
    _require_accepted(refusal)
    return runner if proposal.person else None


def _buttons(number: int) -> ui.View:
    main, other = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    return finished(
        ui.Button(label=texts.CONFIRM_LABEL(), style=main, custom_id=f"{CONFIRM}:{number}"),
        ui.Button(label=texts.CANCEL_LABEL(), style=other, custom_id=f"{CANCEL}:{number}"),
    )


def _store(interaction: Interaction) -> ProposalStore:
    return ProposalStore(interaction.client.store.access)


async def _ruled_match(interaction: Interaction, ruling: rulings.Ruling) -> tuple[MatchCard, Match]:
    """Return a ruling's match here, live or, for an undo, the last one, or raise DeclinedError."""
    client, room_id = interaction.client, interaction.channel_id or 0
    await require_host(interaction)
    if client.runners.in_room(room_id) is None and isinstance(ruling, rulings.MAY_FOLLOW_THE_END):
        card, match = await require_latest(interaction)
    else:
        runner = require_live(interaction)
        card, match = runner.card, runner.live.match_at(client.clock.now_ms())
    require_no_player(card.player_ids, interaction.user.id)
    return card, match


async def _runner_of(interaction: Interaction, proposal: Proposal) -> MatchRunner:
    """Return the runner of a ruling's match, reopened if it is over, or raise DeclinedError."""
    runner = interaction.client.runners.of_match(proposal.match_id)
    ruling, room_id = rulings.read_ruling(proposal.ruling), interaction.channel_id or 0
    if runner is None and isinstance(ruling, rulings.MAY_FOLLOW_THE_END):
        runner = await interaction.client.resume.reopen(room_id, proposal.match_id)
    if runner is None:
        raise DeclinedError(texts.OVER())
    require_no_player(runner.card.player_ids, interaction.user.id)
    return runner


def _require_accepted(refusal: Refused | None) -> None:
    if refusal:
        raise DeclinedError(answers.refusal(refusal))
