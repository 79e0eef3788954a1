"""`/match`: what players, audience and hosts ask about a match."""

import asyncio
from io import BytesIO
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot import words
from bot.client import DealerClient, Declined, tell
from bot.cogs import words_of
from bot.cogs.base import require_guild, require_host
from bot.kept import MatchCard
from bot.parcel import picture_files
from bot.secretary import Secretary
from bot.tables import Table
from engine.match import Match
from engine.seats import SEATS, Seat, Viewer
from rendering import CloseUpPainter, Picture, painter_of


class MatchCog(commands.GroupCog, group_name="match", group_description="About the match here"):
    """Questions are answered in private; they concern the room in which they are asked."""

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot

    @app_commands.command(description="Who plays, and who is awaited")
    async def status(self, interaction: discord.Interaction[DealerClient]) -> None:
        """Say who plays and who is awaited."""
        table = self._live(interaction)
        is_paused = table.match.paused_since is not None
        content = words.status(_seating(table.card), table.match.to_act, is_paused=is_paused)
        await tell(interaction, content)

    @app_commands.command(description="The board as it stands, with your own secrets if you play")
    @app_commands.describe(large="Whose part is wanted large, in games in which each has one")
    async def board(
        self,
        interaction: discord.Interaction[DealerClient],
        large: Literal["ec", "dmo"] | None = None,
    ) -> None:
        """Show the position, as whoever asks may see it."""
        card, match = await self._latest(interaction)
        seat = Seat(large) if large else None
        viewer = card.seat_of(interaction.user.id)
        pictures = await asyncio.to_thread(_pictures, card, match, viewer, seat)
        await interaction.response.send_message(files=picture_files(pictures), ephemeral=True)

    @app_commands.command(description="The clocks of both players")
    async def clock(self, interaction: discord.Interaction[DealerClient]) -> None:
        """Show what each player has left."""
        table = self._live(interaction)
        await tell(interaction, self._clock_lines(table))

    @app_commands.command(name="list", description="All live matches on this server")
    async def list_live(self, interaction: discord.Interaction[DealerClient]) -> None:
        """List the guild's live matches."""
        tables = self.bot.house.tables_of(require_guild(interaction).id)
        lines = [words.match_line(_seating(each.card), each.card.room_id) for each in tables]
        await tell(interaction, words.match_list(lines))

    @app_commands.command(description="End the match here without a winner (hosts)")
    async def abort(self, interaction: discord.Interaction[DealerClient]) -> None:
        """End the live match of the room."""
        await require_host(interaction)
        # A flag that has fallen is judged first, which may take longer than an answer may.
        await interaction.response.defer(ephemeral=True, thinking=True)
        table = self._live(interaction)
        refusal = await self.bot.house.rule(table, "abort", interaction.id)
        if refusal:
            raise Declined(words_of(table.card.game).refusal(table.card.game, refusal))
        await tell(interaction, words.ABORTED)

    @app_commands.command(description="The finished match as a record")
    async def record(self, interaction: discord.Interaction[DealerClient]) -> None:
        """Give out the record, once nothing in it is secret any more."""
        card, match = await self._latest(interaction)
        if match.result is None:
            raise Declined(words.RECORD_LATER)
        text = _secretary(card).record(match)
        file = discord.File(BytesIO(text.encode()), f"match-{card.id}.dm")
        await interaction.response.send_message(file=file, ephemeral=True)

    def _live(self, interaction: discord.Interaction[DealerClient]) -> Table:
        require_guild(interaction)
        table = self.bot.house.table_in(interaction.channel_id or 0)
        if table is None:
            raise Declined(words.NO_LIVE_MATCH)
        return table

    async def _latest(
        self, interaction: discord.Interaction[DealerClient]
    ) -> tuple[MatchCard, Match]:
        require_guild(interaction)
        latest = await self.bot.house.latest_in(interaction.channel_id or 0)
        if latest is None:
            raise Declined(words.NO_MATCH)
        return latest

    def _clock_lines(self, table: Table) -> str:
        match = table.match_now()
        flag, timing = match.flag_at(), match.timing
        lines = []
        for seat in SEATS:
            has_reserve = match.game.starting_reserve is not None
            # While a move is held, its mover's flag cannot fall.
            runs = timing is not None and seat in match.to_act and match.held is None
            lines.append(
                words.clock_line(
                    _seating(table.card),
                    seat,
                    match.reserve_left(seat) if has_reserve else None,
                    table.card.discord_ms(flag) if runs and flag is not None else None,
                )
            )
        return "\n".join(lines)


def _pictures(
    card: MatchCard, match: Match, viewer: Viewer, large: Seat | None
) -> tuple[Picture, ...]:
    painter, view = painter_of(match.game), match.view(viewer)
    if large and isinstance(painter, CloseUpPainter):
        return (painter.close_up(view, card.names, large),)
    return painter.pictures(view, card.names)


def _secretary(card: MatchCard) -> Secretary:
    return Secretary(card, words_of(card.game))


def _seating(card: MatchCard) -> words.Seating:
    return _secretary(card).seating


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(MatchCog(bot))
