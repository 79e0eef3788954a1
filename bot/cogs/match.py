"""`/match`: what players, audience and hosts ask about a match."""

import asyncio
from io import BytesIO
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.card import MatchCard
from bot.client import DealerClient
from bot.cogs import words_of
from bot.cogs.permissions import require_guild, require_host, require_live, require_no_player
from bot.command_tree import Declined
from bot.incoming.replies import promise, tell, when_done
from bot.live.gaps import PAUSE, RESUME
from bot.posts.attachments import picture_files
from bot.posts.compose import Composer
from bot.posts.post import with_countdowns
from bot.texts import common as words
from engine.matches.match import Match
from engine.seats import Seat, Viewer
from rendering import CloseUpPainter, Picture, painter_of


class MatchCog(commands.GroupCog, group_name="match", group_description="About the match here"):
    """Questions are answered in private; they concern the room in which they are asked."""

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot

    @app_commands.command(description="Who plays, and who is awaited")
    async def status(self, interaction: discord.Interaction[DealerClient]) -> None:
        """Say who plays and who is awaited."""
        runner = require_live(interaction)
        is_paused = runner.match.paused_since is not None
        content = words.status(_seating(runner.card), runner.match.to_act, is_paused=is_paused)
        await tell(interaction, content)

    @app_commands.command(description="The board as it stands, with your own secrets if you play")
    @app_commands.describe(large="Whose part is wanted large, in games in which each has one")
    async def board(
        self,
        interaction: discord.Interaction[DealerClient],
        large: Literal["ec", "dmo"] | None = None,
    ) -> None:
        """Show the position, as whoever asks may see it."""
        # It has to be drawn, and perhaps to be found; that may take longer than an answer may.
        if not await promise(interaction):
            return
        card, match = await self._latest(interaction)
        seat = Seat(large) if large else None
        viewer = card.seat_of(interaction.user.id)
        pictures = await asyncio.to_thread(_pictures, card, match, viewer, seat)
        await tell(interaction, "", lambda: picture_files(pictures))

    @app_commands.command(description="The clocks of both players")
    async def clock(self, interaction: discord.Interaction[DealerClient]) -> None:
        """Show what each player has left."""
        runner = require_live(interaction)
        content = _composer(runner.card).clocks(
            runner.live.match_at(self.bot.registry.clock.now_ms())
        )
        await tell(interaction, with_countdowns(content, self.bot.registry.clock.now_ms()))

    @app_commands.command(name="list", description="All live matches on this server")
    async def list_live(self, interaction: discord.Interaction[DealerClient]) -> None:
        """List the guild's live matches."""
        guild, registry = require_guild(interaction), self.bot.registry
        quarantine = [
            words.set_aside(each.match_id, each.room_id)
            for each in registry.quarantine.of_guild(guild.id)
        ]
        runners = registry.runners_of(guild.id)
        lines = [
            words.match_line(_seating(each.card), each.card.id, each.card.room_id)
            for each in runners
        ]
        await tell(interaction, words.match_list([*lines, *quarantine]))

    @app_commands.command(description="Stop the clocks of the match here (hosts)")
    async def pause(self, interaction: discord.Interaction[DealerClient]) -> None:
        """Stop the clocks, and hear nobody but hosts and who concedes."""
        await self._rule(interaction, PAUSE, words.PAUSED)

    @app_commands.command(description="Let the match here go on after a pause (hosts)")
    async def resume(self, interaction: discord.Interaction[DealerClient]) -> None:
        """Let the clocks run again."""
        await self._rule(interaction, RESUME, words.RESUMED)

    @app_commands.command(description="End a match without a winner (hosts)")
    @app_commands.describe(number="Which one, as /match list shows it (the one here if not set)")
    async def abort(
        self, interaction: discord.Interaction[DealerClient], number: int | None = None
    ) -> None:
        """End a live match; one whose room is gone can be ended from another room."""
        guild = await require_host(interaction)
        quarantine = self.bot.registry.quarantine
        aside = quarantine.wanted(guild.id, interaction.channel_id or 0, number)
        if aside:
            require_no_player(aside.player_ids, interaction.user.id)
            if await when_done(interaction, quarantine.abort(aside.match_id, interaction.id)):
                await tell(interaction, words.ABORTED)
                await self.bot.registry.return_submissions()
                return
        await self._rule(interaction, "abort", words.ABORTED, number)

    @app_commands.command(description="The finished match as a record")
    async def record(self, interaction: discord.Interaction[DealerClient]) -> None:
        """Give out the record, once nothing in it is secret any more."""
        if not await promise(interaction):
            return
        card, match = await self._latest(interaction)
        if match.result is None:
            raise Declined(words.RECORD_LATER)
        text = _composer(card).record(match)
        name = f"match-{card.id}.dm"
        await tell(interaction, "", lambda: [discord.File(BytesIO(text.encode()), name)])

    async def _rule(
        self,
        interaction: discord.Interaction[DealerClient],
        ruling: str,
        done: str,
        number: int | None = None,
    ) -> None:
        await require_host(interaction)
        runner = require_live(interaction, number)
        require_no_player(runner.card.player_ids, interaction.user.id)
        refusal = await when_done(interaction, runner.rule(ruling, interaction.id))
        if refusal:
            raise Declined(words_of(runner.card.game).refusal(runner.card.game, refusal))
        await tell(interaction, done)

    async def _latest(
        self, interaction: discord.Interaction[DealerClient]
    ) -> tuple[MatchCard, Match]:
        require_guild(interaction)
        latest = await self.bot.registry.latest_in(interaction.channel_id or 0)
        if latest is None:
            raise Declined(words.NO_MATCH)
        return latest


def _pictures(
    card: MatchCard, match: Match, viewer: Viewer, large: Seat | None
) -> tuple[Picture, ...]:
    painter, view = painter_of(match.game), match.view(viewer)
    if large and isinstance(painter, CloseUpPainter):
        return (painter.close_up(view, card.names, large),)
    return painter.pictures(view, card.names)


def _composer(card: MatchCard) -> Composer:
    return Composer(card, words_of(card.game))


def _seating(card: MatchCard) -> words.Seating:
    return _composer(card).seating


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(MatchCog(bot))
