"""`/match`: shows a match to players and the audience, and lets hosts pause, resume and end it."""

import asyncio
from io import BytesIO
from typing import Final, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.card import MatchCard
from bot.client.client import DealerClient
from bot.client.command_tree import Declined
from bot.cogs.permissions import require_guild, require_host, require_live, require_no_player
from bot.incoming.replies import defer, reply, when_done
from bot.live.gaps import PAUSE, RESUME
from bot.opponents.worker import Question
from bot.posts.attachments import DescribedPicture, described_pictures, picture_files
from bot.posts.compose import composer_of
from bot.texts import analyses, answers, hosts, seating, texts_of
from bot.texts.countdowns import with_countdowns
from engine.matches.match import Match
from engine.opponents.analysis import Course
from engine.opponents.thinking import Level, Thought
from engine.seats import Seat
from rendering.chances import picture

POSITION_SECONDS: Final = 0.2
"""How long each position of an analysed match is thought about."""
MOST_SECONDS: Final = 120.0
"""How long all of them are thought about: after 15 minutes Discord takes no answer any more."""
PROGRESS_SECONDS: Final = 2.0
"""How often at most somebody who waits for an analysis is told how far it has come."""


class MatchCog(commands.GroupCog, group_name="match", group_description="About the match here"):
    """Answers in private, about the match in the room where it is asked."""

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot
        self._analysing = set[int]()

    @app_commands.command(description="Who plays, and whose turn it is")
    async def status(self, interaction: discord.Interaction[DealerClient]) -> None:
        """Say who plays and whose turn it is."""
        runner = require_live(interaction)
        is_paused = runner.match.paused_since is not None
        content = answers.status(_seating(runner.card), runner.match.to_act, is_paused=is_paused)
        await reply(interaction, content)

    @app_commands.command(description="The board as it stands, with your own secrets if you play")
    @app_commands.describe(large="Whose part to show large, in games where each player has one")
    async def board(
        self,
        interaction: discord.Interaction[DealerClient],
        large: Literal["ec", "dmo"] | None = None,
    ) -> None:
        """Show the position as whoever asks may see it."""
        # Reading and drawing it may take longer than Discord waits for an answer.
        if not await defer(interaction):
            return
        card, match = await self._latest(interaction)
        seat = Seat(large) if large else None
        viewer = card.seat_of(interaction.user.id)
        pictures = await asyncio.to_thread(described_pictures, match, viewer, card.names, seat)
        await reply(interaction, "", lambda: picture_files(pictures))

    @app_commands.command(description="The clocks of both players")
    async def clock(self, interaction: discord.Interaction[DealerClient]) -> None:
        """Show how much time each player has left."""
        runner = require_live(interaction)
        now_ms = self.bot.registry.clock.now_ms()
        content = composer_of(runner.card).clocks(runner.live.match_at(now_ms))
        await reply(interaction, with_countdowns(content, now_ms))

    @app_commands.command(name="list", description="All live matches on this server")
    async def list_live(self, interaction: discord.Interaction[DealerClient]) -> None:
        """List the live matches on the server, quarantined ones last."""
        guild, registry = require_guild(interaction), self.bot.registry
        quarantine = [
            hosts.quarantined(each.match_id, each.room_id)
            for each in registry.quarantine.of_guild(guild.id)
        ]
        runners = registry.runners_of(guild.id)
        lines = [
            answers.match_line(_seating(each.card), each.card.id, each.card.room_id)
            for each in runners
        ]
        await reply(interaction, answers.match_list([*lines, *quarantine]))

    @app_commands.command(description="Pause the match here and stop its clocks (hosts)")
    async def pause(self, interaction: discord.Interaction[DealerClient]) -> None:
        """Stop the clocks; only hosts are heard, and whoever concedes."""
        await self._rule(interaction, PAUSE, answers.PAUSED)

    @app_commands.command(description="Resume the match here (hosts)")
    async def resume(self, interaction: discord.Interaction[DealerClient]) -> None:
        """Start the clocks again."""
        await self._rule(interaction, RESUME, answers.RESUMED)

    @app_commands.command(description="End a match without a winner (hosts)")
    @app_commands.describe(number="Its number in /match list (the match here if not set)")
    async def abort(
        self, interaction: discord.Interaction[DealerClient], number: int | None = None
    ) -> None:
        """End a live match; if its room is gone, from another room by its number."""
        guild = await require_host(interaction)
        quarantine = self.bot.registry.quarantine
        quarantined = quarantine.wanted(guild.id, interaction.channel_id or 0, number)
        if quarantined:
            require_no_player(quarantined.player_ids, interaction.user.id)
            if await when_done(interaction, quarantine.abort(quarantined.match_id, interaction.id)):
                await reply(interaction, answers.ABORTED)
                await self.bot.registry.return_submissions()
                return
        await self._rule(interaction, "abort", answers.ABORTED, number)

    @app_commands.command(description="The finished match as a record")
    async def record(self, interaction: discord.Interaction[DealerClient]) -> None:
        """Give out the record, once nothing in it is secret."""
        if not await defer(interaction):
            return
        card, match = await self._latest(interaction)
        if match.result is None:
            raise Declined(answers.RECORD_LATER)
        text = composer_of(card).record(match)
        name = f"match-{card.id}.dm"
        await reply(interaction, "", lambda: [discord.File(BytesIO(text.encode()), name)])

    @app_commands.command(description="Where the match that is over was lost")
    async def analyse(self, interaction: discord.Interaction[DealerClient]) -> None:
        """Show the chance of winning over the moves, and the moves that turned the match."""
        if not await defer(interaction):
            return
        card, match = await self._latest(interaction)
        if match.result is None:
            raise Declined(analyses.NOT_OVER)
        if interaction.user.id in self._analysing:
            raise Declined(analyses.ONE_AT_A_TIME)
        self._analysing.add(interaction.user.id)
        try:
            await self._analyse(interaction, card, match)
        finally:
            self._analysing.remove(interaction.user.id)

    async def _analyse(
        self, interaction: discord.Interaction[DealerClient], card: MatchCard, match: Match
    ) -> None:
        course = await asyncio.to_thread(Course.of, match)
        analysis = course.analysis(await self._thoughts(interaction, course))
        graph = await asyncio.to_thread(picture, analysis, card.names)
        described = DescribedPicture(graph.name, graph.png, analyses.alt(analysis, card.names))
        called = {seat: _seating(card).name(seat) for seat in Seat}
        content = analyses.turning_points(analysis, called)
        await reply(interaction, content, lambda: picture_files((described,)))

    async def _thoughts(
        self, interaction: discord.Interaction[DealerClient], course: Course
    ) -> list[Thought[str]]:
        """Think about every position, and now and then say how far that has come."""
        thoughts, loop = list[Thought[str]](), asyncio.get_running_loop()
        seconds = min(POSITION_SECONDS, MOST_SECONDS / max(1, len(course.questions)))
        told = float("-inf")
        for each in course.questions:
            if loop.time() - told >= PROGRESS_SECONDS:
                await reply(interaction, analyses.progress(len(thoughts), len(course.questions)))
                told = loop.time()
            question = Question(course.game, each.view, each.seat, Level.HARD)
            thoughts.append(await self.bot.registry.thinkers.assess(question, seconds))
        return thoughts

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
            raise Declined(texts_of(runner.card.game).refusal(runner.card.game, refusal))
        await reply(interaction, done)

    async def _latest(
        self, interaction: discord.Interaction[DealerClient]
    ) -> tuple[MatchCard, Match]:
        require_guild(interaction)
        latest = await self.bot.registry.latest_in(interaction.channel_id or 0)
        if latest is None:
            raise Declined(answers.NO_MATCH)
        return latest


def _seating(card: MatchCard) -> seating.Seating:
    return composer_of(card).seating


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(MatchCog(bot))
