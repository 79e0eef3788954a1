"""Hosts' rulings below `/match`: most are shown first, and count once they are confirmed.

A host may confirm a ruling even much later.
"""

import asyncio
import re
from decimal import Decimal
from functools import partial
from typing import ClassVar, Final, Literal

import discord
from discord import app_commands, ui

from bot.cogs.bot import BotCog, Interaction, setup_of
from bot.cogs.components import NUMBER, number_in, theme_for
from bot.cogs.interactions import DeclinedError, command, defer, reply, when_done
from bot.cogs.permissions import (
    own_practice,
    require_host,
    require_latest,
    require_live,
    require_no_player,
    require_players,
    require_room,
    require_rulable_match,
)
from bot.features.panels import texts as panel_texts
from bot.features.panels.cog import panels_of
from bot.features.private_channels.cog import private_channels_of, require_unread
from bot.features.rulings import texts
from bot.features.rulings.store import NotProposedError, Proposal, ProposalStore, drop_judged
from bot.live.decide.rulings import undone_entry_of
from bot.live.feature import Feature
from bot.live.runner import MatchRunner
from bot.posts.answers import Answers
from bot.posts.attachments import picture_files
from bot.posts.boards import described_pictures
from bot.posts.buttons import finished
from bot.posts.compose import Composer
from bot.texts import answers
from bot.texts.clocks import with_countdowns
from bot.values.card import MatchCard, Person
from bot.values.events import HostReminderRequested
from engine.matches import rulings
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.opponents.thinking import Level
from engine.refusals import Refused
from engine.seats import PUBLIC, Seat

LONGEST_REASON: Final = 300
LONGEST_SAID: Final = 500
MAX_TIME: Final = 86_400
CONFIRM: Final = "confirm"
CANCEL: Final = "cancel"
ANSWER: Final = f"(?P<answer>{CONFIRM}|{CANCEL}){NUMBER}"
"""The pattern of the id of a button under a ruling that was shown."""


async def rule(interaction: Interaction, ruling: rulings.Ruling, number: int | None = None) -> None:
    """Give a ruling at once, or raise Declined."""
    runner = await require_rulable_match(interaction, number)
    written, host_id = rulings.write_ruling(ruling), interaction.user.id
    _require_accepted(await runner.rule(written, interaction.id, host_id=host_id))


async def propose(
    interaction: Interaction,
    ruling: rulings.Ruling,
    reason: str = "",
    person: Person | None = None,
) -> None:
    """Show a host the effect of a ruling, with a button that gives it, or raise Declined."""
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
    """Give a ruling that was shown, or forget it; the outcome replaces the question."""
    number, reason = number_in(pressed), texts.NOT_GIVEN()
    await defer(interaction, thinking=False)
    if pressed["answer"] == CONFIRM:
        try:
            text = await _given(interaction, number)
        except DeclinedError as declined:
            reason = declined.reason
        else:
            await reply(interaction, text, view=None, attachments=[])
            return
    # The buttons go, whatever the reason was.
    await _store(interaction).drop(number)
    await reply(interaction, reason, view=None, attachments=[])


async def _given(interaction: Interaction, number: int) -> str:
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
            host_id=interaction.user.id,
            person=proposal.person,
            reason=proposal.reason,
            undone_entry=proposal.undone_entry,
        )
    except NotProposedError:
        raise DeclinedError(texts.GONE()) from None
    _require_accepted(refusal)
    if proposal.person:
        await private_channels_of(interaction.client).find_channels(runner)
    return texts.GIVEN()


def _buttons(number: int) -> ui.View:
    main, other = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    return finished(
        ui.Button(label=texts.CONFIRM_LABEL(), style=main, custom_id=f"{CONFIRM}:{number}"),
        ui.Button(label=texts.CANCEL_LABEL(), style=other, custom_id=f"{CANCEL}:{number}"),
    )


def _store(interaction: Interaction) -> ProposalStore:
    return ProposalStore(interaction.client.store.access)


async def _ruled_match(interaction: Interaction, ruling: rulings.Ruling) -> tuple[MatchCard, Match]:
    """Return a ruling's match here, live or, for an undo, the last one, or raise Declined."""
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
    """Return the runner of a ruling's match, which is reopened if it is over, or raise Declined."""
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


class Rulings(Feature, BotCog):
    """The commands of rulings, and the buttons that confirm them."""

    below = "match"
    components: ClassVar = {ANSWER: answer_question}

    @command(description="Pause the match here and stop its clocks (hosts)")
    async def pause(self, interaction: Interaction) -> str:
        """Stop the clocks; only hosts and concessions are heard."""
        await rule(interaction, rulings.Pause())
        return answers.PAUSED()

    @command(description="Resume the match here (hosts)")
    async def resume(self, interaction: Interaction) -> str:
        """Start the clocks again."""
        await rule(interaction, rulings.Resume())
        return answers.RESUMED()

    @app_commands.command(description="Take back the last move here, or the last ruling (hosts)")
    @app_commands.describe(what="What to take back (the last move if not set)")
    async def undo(
        self, interaction: Interaction, what: Literal["move", "ruling"] = "move"
    ) -> None:
        """Take back the last move, even one that ended the match, or the last ruling."""
        if own_practice(interaction):
            await when_done(interaction, rule(interaction, rulings.Undo()))
            await reply(interaction, answers.UNDONE())
            return
        await propose(interaction, rulings.UndoRuling() if what == "ruling" else rulings.Undo())

    @app_commands.command(description="Give a player here more reserve, or less (hosts)")
    @app_commands.describe(
        player="Whose reserve",
        amount="Seconds, or periods in a game that has them; a minus takes them away",
    )
    async def time(
        self,
        interaction: Interaction,
        player: Seat,
        amount: app_commands.Range[int, -MAX_TIME, MAX_TIME],
    ) -> None:
        """Change a player's reserve."""
        await propose(interaction, rulings.ChangeReserve(player, Decimal(amount)))

    @app_commands.command(description="End the match here: a player wins (hosts)")
    @app_commands.describe(player="Who wins", reason="The reason; the room sees it")
    async def award(
        self,
        interaction: Interaction,
        player: Seat,
        reason: app_commands.Range[str, 1, LONGEST_REASON],
    ) -> None:
        """Award the match to a player."""
        await propose(interaction, rulings.Award(player), reason)

    @app_commands.command(description="Submit something for a player here (hosts)")
    @app_commands.describe(player="For whom", text="What they would have typed")
    async def say(
        self,
        interaction: Interaction,
        player: Seat,
        text: app_commands.Range[str, 1, LONGEST_SAID],
    ) -> None:
        """Submit, now, a player's text that Discord has lost."""
        await propose(interaction, rulings.Say(player, text))

    @app_commands.command(description="Give a seat of the match here to another person (hosts)")
    @app_commands.describe(player="Who leaves", by="Who takes the seat, secrets and all")
    async def replace(self, interaction: Interaction, player: Seat, by: discord.Member) -> None:
        """Give a seat to another person."""
        runner = await require_rulable_match(interaction)
        other = runner.card.players[player.opponent]
        require_players(by, other_id=other.id, game=type(runner.match.game))
        require_room(interaction.channel, by.guild, by)
        require_unread(runner.card, player, by)
        level = Level.NORMAL if by == by.guild.me else None
        person = Person(by.id, by.display_name, level)
        await propose(interaction, rulings.Replace(player, by.display_name), person=person)

    @command(description="Remind the players who have to act in the match here (hosts)")
    async def remind(self, interaction: Interaction) -> str:
        """Ping those who are awaited."""
        runner = await require_rulable_match(interaction)
        if not runner.match.to_act:
            raise DeclinedError(texts.NOBODY_AWAITED())
        if runner.match.clock.paused_since is not None:
            raise DeclinedError(answers.PAUSED())
        runner.enqueue(HostReminderRequested())
        return texts.CALLED()

    @command(description="End a match without a winner (hosts)")
    @app_commands.describe(number="Its number in /match list (the match here if not set)")
    async def abort(self, interaction: Interaction, number: int | None = None) -> str:
        """End a live match; if its room is gone, from another room by its number."""
        if own_practice(interaction) and number is None:
            await rule(interaction, rulings.Abort())
            return answers.ABORTED()
        guild, room_id = await require_host(interaction), interaction.channel_id or 0
        panels = panels_of(self.bot)
        if number is None and (panel := panels.in_room(room_id)):
            await panels.call_off(panel, interaction.user.id)
            return panel_texts.CANCELLED()
        quarantine = self.bot.quarantine
        quarantined = quarantine.wanted(guild.id, room_id, number)
        if quarantined:
            require_no_player(quarantined.address.player_ids, interaction.user.id)
            if await quarantine.abort(quarantined.address.match_id, interaction.id):
                await self.bot.finished.return_submissions()
                return answers.ABORTED()
        await rule(interaction, rulings.Abort(), number)
        return answers.ABORTED()


setup = setup_of(Rulings)
