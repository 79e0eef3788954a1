"""`/match`: a match for players and the audience, with the hosts' rulings."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import Final, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.bot import DealerClient, Interaction
from bot.cogs.components import theme_for
from bot.cogs.interactions import DeclinedError, defer, described, follow_up, reply, when_done
from bot.cogs.permissions import (
    is_host,
    require_guild,
    require_host,
    require_live,
    require_players,
    require_text_channel,
)
from bot.features.replays.cog import Replay
from bot.features.starting.cog import Rematch
from bot.features.starting.options import game_with
from bot.features.starting.players import facts_of, with_private
from bot.features.starting.presets import GAME_CHOICES, named, preset_of
from bot.live.services.checks import report, run_checks
from bot.live.services.thought import Question
from bot.posts.attachments import picture_files
from bot.posts.boards import DescribedPicture, described_pictures, text_boards
from bot.posts.compose import composer_of
from bot.texts import answers, boards, matches, seating, texts_of
from bot.texts.clocks import with_countdowns
from bot.texts.hosts import hosting, match_log, presets
from bot.texts.players import analyses
from bot.values.card import MatchCard
from bot.values.events import host_of, message_of
from engine.game import AnyGame
from engine.games import GAMES
from engine.matches.match import Match
from engine.opponents.analysis import Course
from engine.opponents.choose import has_opponent
from engine.opponents.thinking import Level, SearchResult
from engine.records.history import HistoryStep, fresh_match, history
from engine.records.record import write_record
from engine.seats import HOST, Seat
from rendering.chances import picture

POSITION_SECONDS: Final = 0.2
"""Time to think about each position of an analysed match."""
MAX_SECONDS: Final = 120.0
"""Time to think about all of them: after 15 minutes Discord takes no answer any more."""
LONGEST_WAIT_SECONDS: Final = 600.0
"""Longest wait of an analysis for other work for the same person."""
PROGRESS_SECONDS: Final = 2.0
"""Shortest time between two progress reports of an analysis."""


@app_commands.allowed_contexts(guilds=True, dms=True)
class MatchCog(
    Rematch,
    Replay,
    commands.GroupCog,
    group_name="match",
    group_description="About the match here",
):
    """Answers in private, about the match in the room of the command."""

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot

    @app_commands.command(description="Who plays, and whose turn it is")
    async def status(self, interaction: Interaction) -> None:
        """Name the players and the seat to act."""
        runner = require_live(interaction)
        match = runner.match
        content = answers.status(
            _seating(runner.card),
            match.to_act,
            awaits_host=match.awaits_host,
            is_paused=match.clock.paused_since is not None,
        )
        link = runner.live.board_link
        await reply(interaction, matches.linked(content, matches.LATEST_BOARD, link))

    @app_commands.command(description="What could go wrong in a match here (hosts)")
    @app_commands.describe(
        game="A game to check with its default options",
        preset="A preset to check instead",
        ec=described(hosting.COMMON_OPTIONS["ec"]),
        dmo=described(hosting.COMMON_OPTIONS["dmo"]),
        room=described(hosting.COMMON_OPTIONS["room"]),
    )
    @app_commands.choices(game=GAME_CHOICES)
    @app_commands.autocomplete(preset=named)
    async def check(  # noqa: PLR0913 - each is an option of the command
        self,
        interaction: Interaction,
        *,
        game: str | None = None,
        preset: str | None = None,
        ec: discord.Member | None = None,
        dmo: discord.Member | None = None,
        room: discord.TextChannel | None = None,
    ) -> None:
        """Make the checks of a start, and report all findings."""
        guild = await require_host(interaction)
        players = {seat: member for seat, member in ((Seat.EC, ec), (Seat.DMO, dmo)) if member}
        require_players(*players.values())
        where = require_text_channel(room or interaction.channel, guild)
        checking = self._checked(where, game, preset, players)
        await reply(interaction, await when_done(interaction, checking))

    @app_commands.command(description="The current board, with your own secrets if you play")
    @app_commands.describe(
        large="Which board to show alone, in games with several: a player's, or by its number",
        text="In words and symbols instead of a picture, also for screen readers",
    )
    async def board(
        self,
        interaction: Interaction,
        large: Literal["ec", "dmo", "1", "2", "3"] | None = None,
        *,
        text: bool = False,
    ) -> None:
        """Show the position as the user may see it."""
        # Reading and drawing it may take longer than Discord waits for an answer.
        if not await defer(interaction):
            return
        card, match = await self._latest(interaction)
        link = await self.bot.registry.latest_board_in(card.room_id)
        viewer = card.seat_of(interaction.user.id)
        theme = theme_for(interaction)
        draw = partial(described_pictures, match, viewer, card.names, large, theme=theme)
        pictures = () if text else await asyncio.to_thread(draw)
        lines = self._told_alone(interaction, card, match)
        if not pictures:
            words = await asyncio.to_thread(text_boards, match, viewer, card.names, large)
            await reply(interaction, words[0])
            await _continue(interaction, (*words[1:], *boards.in_messages(lines)))
            return
        linked = matches.linked("", matches.LATEST_BOARD, link)
        content, *other_texts = boards.in_messages(filter(None, (*lines, linked))) or ("",)
        await reply(interaction, content, lambda: picture_files(pictures))
        await _continue(interaction, other_texts)

    def _told_alone(
        self, interaction: Interaction, card: MatchCard, match: Match
    ) -> tuple[str, ...]:
        """Return the user's secrets beside the board: closed items, or a judge's reading."""
        seat = card.seat_of(interaction.user.id)
        if match.result:
            return ()
        if seat:
            return tuple(filter(None, (composer_of(card).own_secret(match, seat),)))
        if not is_host(interaction):
            return ()
        return texts_of(match.game).host_reading(_seating(card), match.view(HOST))

    @app_commands.command(description="The clocks of both players")
    async def clock(self, interaction: Interaction) -> None:
        """Show how much time each player has left."""
        runner = require_live(interaction)
        now_ms = self.bot.registry.clock.now_ms()
        content = composer_of(runner.card).clocks(runner.live.match_at(now_ms))
        await reply(interaction, with_countdowns(content, now_ms))

    @app_commands.command(name="list", description="All live matches on this server")
    async def list_live(self, interaction: Interaction) -> None:
        """List the live matches on the server, then those about to begin, then quarantined ones."""
        guild, registry = require_guild(interaction), self.bot.registry
        quarantine = [
            hosting.quarantined(match.address.match_id, match.address.room_id)
            for match in registry.quarantine.of_guild(guild.id)
        ]
        runners = registry.runners.on_server(guild.id)
        lines = [
            answers.match_line(_seating(runner.card), runner.card.id, runner.card.room_id)
            for runner in runners
        ]
        waiting = [line for _, line in registry.waiting(guild.id)]
        await reply(interaction, answers.match_list([*lines, *waiting, *quarantine]))

    @app_commands.command(description="The finished match as a record")
    async def record(self, interaction: Interaction) -> None:
        """Send the record, once nothing in it is secret."""
        if not await defer(interaction):
            return
        card, match = await self._latest(interaction)
        if match.result is None:
            raise DeclinedError(answers.RECORD_LATER())
        text = write_record(match.game, card.names_at_first, match.entries)
        name = f"match-{card.id}.dm"
        await reply(interaction, "", lambda: [discord.File(BytesIO(text.encode()), name)])

    @app_commands.command(description="Who did what and when, with links to the messages")
    async def log(self, interaction: Interaction) -> None:
        """Show the log; secrets only once the match is over."""
        if not await defer(interaction):
            return
        latest = await self.bot.registry.latest_log_in(interaction.channel_id or 0)
        if latest is None:
            raise DeclinedError(answers.NO_MATCH())
        card, match, sources = latest
        lines = await asyncio.to_thread(_logged, card, match, sources)
        text, name = "\n".join(lines), f"match-{card.id}-log.txt"
        await reply(
            interaction,
            match_log.newest(lines),
            lambda: [discord.File(BytesIO(text.encode()), name)] if lines else [],
        )

    @app_commands.command(description="Where the finished match was lost")
    async def analyse(self, interaction: Interaction) -> None:
        """Show the chance of winning over the moves, and the moves that turned the match."""
        if not await defer(interaction):
            return
        card, match = await self._latest(interaction)
        if match.result is None:
            raise DeclinedError(analyses.NOT_OVER())
        if not has_opponent(type(match.game)):
            raise DeclinedError(analyses.NO_OPPONENT())
        await self._begin_analysis(interaction)
        try:
            await self._analyse(interaction, card, match)
        finally:
            self.bot.registry.runners.end_analysis(interaction.user.id)
            self.bot.registry.free_room()

    async def _begin_analysis(self, interaction: Interaction) -> None:
        """Wait until the user has no practice match or other analysis under way.

        Raises:
            Declined: That takes too long.
        """
        runners, user_id = self.bot.registry.runners, interaction.user.id
        if runners.is_busy(user_id):
            await reply(interaction, analyses.WAITS())
        try:
            async with asyncio.timeout(LONGEST_WAIT_SECONDS):
                await runners.begin_analysis(user_id)
        except TimeoutError:
            raise DeclinedError(analyses.WAITED_TOO_LONG()) from None

    async def _analyse(self, interaction: Interaction, card: MatchCard, match: Match) -> None:
        course = await asyncio.to_thread(Course.of, match)
        analysis = course.analysis(await self._thoughts(interaction, course))
        theme = theme_for(interaction)
        graph = await asyncio.to_thread(picture, analysis, theme)
        described = DescribedPicture(graph.name, graph.png, analyses.alt(analysis, card.names))
        called = {seat: _seating(card).name(seat) for seat in Seat}
        content = analyses.turning_points(analysis, called)
        await reply(interaction, content, lambda: picture_files((described,)))

    async def _thoughts(self, interaction: Interaction, course: Course) -> list[SearchResult[str]]:
        thoughts, loop = list[SearchResult[str]](), asyncio.get_running_loop()
        seconds = min(POSITION_SECONDS, MAX_SECONDS / max(1, len(course.questions)))
        progress = float("-inf")
        for other_question in course.questions:
            if loop.time() - progress >= PROGRESS_SECONDS:
                await reply(interaction, analyses.progress(len(thoughts), len(course.questions)))
                progress = loop.time()
            question = Question(course.game, other_question.view, other_question.seat, Level.HARD)
            thoughts.append(await self.bot.registry.thinkers.assess(question, seconds))
        return thoughts

    async def _checked(
        self,
        room: discord.TextChannel,
        game: str | None,
        preset: str | None,
        players: Mapping[Seat, discord.Member],
    ) -> str:
        dealt = await self._dealt(room.guild, game, preset)
        facts = await with_private(self.bot, room, await facts_of(self.bot, room, dealt, players))
        names = {seat: player.display_name for seat, player in players.items()}
        # To tell what was chosen, a game may have to draw its boards.
        return await asyncio.to_thread(report, run_checks(facts), facts, names)

    async def _dealt(
        self, guild: discord.Guild, game: str | None, preset: str | None
    ) -> AnyGame | None:
        """Return the game to check, as a start command would deal it, or raise Declined."""
        options: Mapping[str, str] = {}
        if preset is not None:
            stored = await preset_of(self.bot, guild, preset)
            if game not in {None, stored.game}:
                called, title = presets.called(preset), GAMES[stored.game].title
                raise DeclinedError(presets.OTHER_GAME(name=called, title=title))
            game, options = stored.game, stored.options
        if game is None:
            return None
        defaults = await self.bot.registry.preferences.server_defaults(guild.id)
        return await game_with(GAMES[game], {}, options, defaults.options_of(GAMES[game]))

    async def _latest(self, interaction: Interaction) -> tuple[MatchCard, Match]:
        latest = await self.bot.registry.latest_in(interaction.channel_id or 0)
        if latest is None:
            raise DeclinedError(answers.NO_MATCH())
        return latest


async def _continue(interaction: Interaction, messages: Iterable[str]) -> None:
    for message in messages:
        await follow_up(interaction, message)


def _logged(card: MatchCard, match: Match, sources: tuple[str | None, ...]) -> list[str]:
    """Return the lines of a match's log; while it goes on, without secret entries and lots.

    Even the times and number of secret submissions are nobody's business.
    """
    steps = history(fresh_match(match), match.entries)
    names = dict(card.names_at_first)
    lines = list[str]()
    for step in steps:
        if match.result or not step.is_secret:
            logged = _logged_step(card, step, sources[step.number])
            seated = replace(_seating(card), names=dict(names))
            lines.append(match_log.line(seated, len(lines) + 1, logged))
        names |= step.renamed
    return lines


def _logged_step(card: MatchCard, step: HistoryStep, source: str | None) -> match_log.LoggedStep:
    message_id = None if step.is_secret else message_of(source)
    link = card.link(message_id) if message_id else ""
    return match_log.LoggedStep(step, link, host_of(source))


def _seating(card: MatchCard) -> seating.Seating:
    return composer_of(card).seating


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(MatchCog(bot))
