"""`/match analyse`: where a finished match was lost."""

import asyncio
from typing import Final

from discord import app_commands

from bot.cogs.bot import BotCog, Interaction
from bot.cogs.components import theme_for
from bot.cogs.interactions import DeclinedError, defer_for_reader, reply
from bot.cogs.permissions import require_latest
from bot.features.replays import texts
from bot.live.feature import Feature
from bot.live.services.processes import for_reader
from bot.live.services.thought import Question
from bot.posts.attachments import picture_files
from bot.posts.boards import DescribedPicture
from bot.posts.compose import Composer
from bot.values.card import MatchCard
from engine.matches.match import Match
from engine.opponents.analysis import Course
from engine.opponents.choose import has_opponent
from engine.opponents.thinking import Level, SearchResult
from rendering.chances import picture

POSITION_SECONDS: Final = 0.2
"""Time to think about each position of an analysed match."""
MAX_SECONDS: Final = 120.0
"""Time to think about all of them: after 15 minutes Discord takes no answer any more."""
LONGEST_WAIT_SECONDS: Final = 600.0
"""Longest wait of an analysis for other work for the same person."""
PROGRESS_SECONDS: Final = 2.0
"""Shortest time between two progress reports of an analysis."""


class Analysis(Feature, BotCog):
    """Analyses a finished match, one at a time for each person."""

    below = "match"

    @app_commands.command(description="Where the finished match was lost")
    async def analyse(self, interaction: Interaction) -> None:
        """Show the chance of winning over the moves, and the moves that turned the match."""
        if not await defer_for_reader(interaction):
            return
        card, match = await require_latest(interaction)
        if match.result is None:
            raise DeclinedError(texts.NOT_OVER())
        if not has_opponent(type(match.game)):
            raise DeclinedError(texts.NO_OPPONENT())
        # It waits until the user has no practice match or other analysis under way.
        runners, user_id = self.bot.runners, interaction.user.id
        if runners.is_busy(user_id):
            await reply(interaction, texts.WAITS())
        try:
            async with asyncio.timeout(LONGEST_WAIT_SECONDS):
                await runners.begin_analysis(user_id)
        except TimeoutError:
            raise DeclinedError(texts.WAITED_TOO_LONG()) from None
        try:
            await self._analyse(interaction, card, match)
        finally:
            runners.end_analysis(user_id)
            self.bot.registry.free_room()

    async def _analyse(self, interaction: Interaction, card: MatchCard, match: Match) -> None:
        course = await for_reader(Course.of, match)
        analysis = course.analysis(await self._thoughts(interaction, course))
        theme = theme_for(interaction)
        graph = await for_reader(picture, analysis, theme)
        described = DescribedPicture(graph.name, graph.png, texts.alt(analysis, card.names))
        content = texts.turning_points(analysis, Composer(card).seating.bold_names)
        await reply(interaction, content, lambda: picture_files((described,)))

    async def _thoughts(self, interaction: Interaction, course: Course) -> list[SearchResult[str]]:
        thoughts, loop = list[SearchResult[str]](), asyncio.get_running_loop()
        seconds = min(POSITION_SECONDS, MAX_SECONDS / max(1, len(course.questions)))
        progress = float("-inf")
        for asked in course.questions:
            if loop.time() - progress >= PROGRESS_SECONDS:
                await reply(interaction, texts.progress(len(thoughts), len(course.questions)))
                progress = loop.time()
            question = Question(course.game, asked.view, asked.seat, Level.HARD)
            thoughts.append(await self.bot.services.thinkers.assess(question, seconds))
        return thoughts
