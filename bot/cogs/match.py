"""`/match`: what players and the audience ask about a match."""

from functools import partial
from io import BytesIO
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.bot import BotCog, Interaction, setup_of
from bot.cogs.components import theme_for
from bot.cogs.interactions import DeclinedError, command, defer_for_reader, reply, reply_in_parts
from bot.cogs.permissions import is_host, require_guild, require_latest, require_live
from bot.live.services.processes import for_reader
from bot.posts.answers import Answers
from bot.posts.attachments import picture_files
from bot.posts.boards import described_pictures, text_boards
from bot.posts.compose import Composer
from bot.posts.logs import lines_of
from bot.texts import answers, boards, hosting, match_log, matches
from bot.texts.clocks import with_countdowns
from bot.texts.seating import lines_that_fit
from bot.values.card import MatchCard
from engine.matches.match import Match
from engine.records.record import write_record


@app_commands.allowed_contexts(guilds=True, dms=True)
class MatchCog(
    BotCog,
    commands.GroupCog,
    group_name="match",
    group_description="About the match here",
):
    """Answers in private, about the match in the room of the command."""

    @command(description="Who plays, and whose turn it is")
    async def status(self, interaction: Interaction) -> str:
        """Name the players and the seat to act."""
        runner = require_live(interaction)
        match = runner.match
        content = answers.status(
            Composer(runner.card).seating,
            match.to_act,
            awaits_host=match.awaits_host,
            is_paused=match.clock.paused_since is not None,
        )
        return matches.linked(content, matches.LATEST_BOARD, runner.live.board_link)

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
        if not await defer_for_reader(interaction):
            return
        card, match = await require_latest(interaction)
        link = await self.bot.registry.latest_board_in(card.room_id)
        viewer = card.seat_of(interaction.user.id)
        theme = theme_for(interaction)
        draw = partial(described_pictures, match, viewer, card.names, large, theme=theme)
        pictures = () if text else await for_reader(draw)
        lines = self._told_alone(interaction, card, match)
        if not pictures:
            words = await for_reader(text_boards, match, viewer, card.names, large)
            await reply_in_parts(interaction, (*words, *boards.in_messages(lines)))
            return
        linked = matches.linked("", matches.LATEST_BOARD, link)
        contents = boards.in_messages(filter(None, (*lines, linked))) or ("",)
        await reply_in_parts(interaction, contents, lambda: picture_files(pictures))

    def _told_alone(
        self, interaction: Interaction, card: MatchCard, match: Match
    ) -> tuple[str, ...]:
        """Return the user's secrets beside the board: closed items, or a judge's reading."""
        seat = card.seat_of(interaction.user.id)
        if match.result:
            return ()
        if seat:
            return tuple(filter(None, (Answers(card).own_secret(match, seat),)))
        if not is_host(interaction):
            return ()
        return Composer(card).host_reading(match)

    @command(description="The clocks of both players")
    async def clock(self, interaction: Interaction) -> str:
        """Show how much time each player has left."""
        runner = require_live(interaction)
        now_ms, stopped_ms = self.bot.clock.now_ms(), self.bot.storage_outage.since_ms
        match = runner.live.match_at(stopped_ms or now_ms)
        content = Answers(runner.card).clocks(match, is_standstill=stopped_ms is not None)
        return with_countdowns(content, now_ms)

    @command(name="list", description="All live matches on this server")
    async def list_live(self, interaction: Interaction) -> str:
        """List the live matches on the server, then those about to begin, then quarantined ones."""
        guild = require_guild(interaction)
        quarantine = [
            hosting.quarantined(match.address.match_id, match.address.room_id)
            for match in self.bot.quarantine.of_guild(guild.id)
        ]
        now_ms, stopped_ms = self.bot.clock.now_ms(), self.bot.storage_outage.since_ms
        lines = [
            Answers(runner.card).listed(
                runner.live.match_at(stopped_ms or now_ms), is_standstill=stopped_ms is not None
            )
            for runner in self.bot.runners.on_server(guild.id)
        ]
        waiting = [line for _, line in self.bot.registry.waiting(guild.id)]
        listed = lines_that_fit([*lines, *waiting, *quarantine]) or answers.NO_LIVE_MATCHES()
        return with_countdowns(listed, now_ms)

    @app_commands.command(description="The finished match as a record")
    async def record(self, interaction: Interaction) -> None:
        """Send the record, once nothing in it is secret."""
        if not await defer_for_reader(interaction):
            return
        card, match = await require_latest(interaction)
        if match.result is None:
            raise DeclinedError(answers.RECORD_LATER())
        text = write_record(match.game, card.names_at_first, match.entries)
        name = f"match-{card.id}.dm"
        await reply(interaction, "", lambda: [discord.File(BytesIO(text.encode()), name)])

    @app_commands.command(description="Who did what and when, with links to the messages")
    async def log(self, interaction: Interaction) -> None:
        """Show the log; secrets only once the match is over."""
        if not await defer_for_reader(interaction):
            return
        latest = await self.bot.registry.latest_log_in(interaction.channel_id or 0)
        if latest is None:
            raise DeclinedError(answers.NO_MATCH())
        card, match, sources = latest
        lines = await for_reader(lines_of, card, match, sources)
        text, name = "\n".join(lines), f"match-{card.id}-log.txt"
        await reply(
            interaction,
            match_log.newest(lines),
            lambda: [discord.File(BytesIO(text.encode()), name)] if lines else [],
        )


setup = setup_of(MatchCog)
