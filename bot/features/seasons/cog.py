"""`/season`: matches that are counted together, their standings, and an export of everything."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.bot import DealerClient, Interaction, setup_of
from bot.cogs.components import theme_for
from bot.cogs.interactions import DeclinedError, command, defer, follow_up, reply
from bot.cogs.permissions import require_guild, require_host
from bot.features.seasons import texts
from bot.features.seasons.export import export
from bot.features.seasons.store import SeasonStore, StoredSeason
from bot.features.seasons.table import described, lines_of, results_lines
from bot.live.feature import Feature
from bot.posts.attachments import picture_files
from bot.posts.buttons import MAX_CHOICES
from bot.storage.tables.archive import Section, archive_of
from bot.storage.tables.records import LoadedMatch
from bot.texts import match_log
from bot.texts.language import speak
from bot.texts.seating import bold_name
from bot.values.card import LONGEST_STAKE, MatchCard, Stakes
from bot.values.discord_time import snowflake_ms
from bot.values.post import Post
from bot.values.standings import Result, result_of, standings
from engine.refusals import Refused

WHICH: Final = "Which season (the latest if not set)"
PUBLIC: Final = "Post it in this channel for everybody to see (hosts; false if not set)"


@dataclass(frozen=True, slots=True)
class LookedBack:
    """A season with the results of its matches.

    Attributes:
        stored: Dates and stakes of the season.
        results: Results of the matches that can be replayed.
        left_out: Numbers of the others.
    """

    stored: StoredSeason
    season: Section
    results: tuple[Result, ...]
    left_out: tuple[int, ...]

    @property
    def heading(self) -> str:
        """The heading of an answer about it."""
        stored, stakes = self.stored, self.stored.stakes
        text = match_log.at_stake(stakes.winner, stakes.loser)
        return texts.head(stored.title, stored.began_ms, stored.ended_ms, text)


async def seasons_here(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the seasons of a server, newest first."""
    guild_id = interaction.guild.id if interaction.guild else 0
    seasons = await SeasonStore(interaction.client.store.access).of_server(guild_id)
    offered = [
        app_commands.Choice(
            name=texts.choice(season.title, runs=season.ended_ms is None), value=str(season.id)
        )
        for season in reversed(seasons)
        if typed.casefold() in season.title.casefold()
    ]
    return offered[:MAX_CHOICES]


class Seasons(
    Feature,
    commands.GroupCog,
    group_name="season",
    group_description="Matches that count together",
):
    """The seasons of a server: hosts begin and end them, everybody may look."""

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot
        self.store = SeasonStore(bot.store.access)

    async def before_match(self, card: MatchCard) -> tuple[MatchCard, tuple[Post, ...]]:
        """Set the stakes of a match by the season in which it begins; practice has none."""
        if card.is_practice:
            return card, ()
        stakes = await self.store.stakes(card.guild_id, card.began_ms)
        return replace(card, stakes=stakes), ()

    @command(description="Start a season: matches that start from now on count in it (hosts)")
    @app_commands.describe(
        title="The season's name",
        winner="What each result says after the winner's name: receives 1 garnet and rejoins",
        loser="What each result says after the loser's name: is eliminated from the season",
    )
    async def start(
        self,
        interaction: Interaction,
        title: app_commands.Range[str, 1, texts.LONGEST_TITLE],
        winner: app_commands.Range[str, 1, LONGEST_STAKE] = "",
        loser: app_commands.Range[str, 1, LONGEST_STAKE] = "",
    ) -> str:
        """Begin a season."""
        guild = await require_host(interaction)
        began_ms, stakes = snowflake_ms(interaction.id), Stakes(winner.strip(), loser.strip())
        if not await self.store.start(guild.id, title, began_ms, stakes):
            raise DeclinedError(texts.ONE_RUNS())
        return texts.started(title, match_log.at_stake(stakes.winner, stakes.loser))

    @command(description="End the season; matches under way still count in it (hosts)")
    async def end(self, interaction: Interaction) -> str:
        """End the season that runs."""
        guild = await require_host(interaction)
        ended = await self.store.end(guild.id, snowflake_ms(interaction.id))
        if ended is None:
            raise DeclinedError(texts.NONE_RUNS())
        runners = self.bot.runners.on_server(guild.id)
        cards = [runner.card for runner in runners if not runner.card.is_practice]
        running = [card for card in cards if ended.has(guild.id, card.began_ms)]
        return texts.ended(ended.title, len(running))

    @app_commands.command(description="Who has won how often, and how long they thought")
    @app_commands.describe(season=WHICH, public=PUBLIC)
    @app_commands.autocomplete(season=seasons_here)
    async def standings(
        self, interaction: Interaction, season: str | None = None, *, public: bool = False
    ) -> None:
        """Show the standings as a table and as a picture."""
        result = await self._look_back(interaction, season, public=public)
        if result is None:
            return
        table = standings(result.results)
        text = texts.left_out(result.left_out)
        if not table:
            await reply(interaction, f"{result.heading}\n{texts.NOTHING_COUNTS()}{text}")
            return
        defaults = self.bot.choices.server_defaults(interaction.guild_id)
        theme = defaults.theme if public else theme_for(interaction)
        picture = await asyncio.to_thread(described, result.season.title, table, theme)
        content = texts.in_message(result.heading, lines_of(table), text)
        await reply(interaction, content, lambda: picture_files((picture,)))

    @app_commands.command(description="How the matches of a season ended")
    @app_commands.describe(season=WHICH, public=PUBLIC)
    @app_commands.autocomplete(season=seasons_here)
    async def results(
        self, interaction: Interaction, season: str | None = None, *, public: bool = False
    ) -> None:
        """List the matches of a season, those that do not count apart."""
        result = await self._look_back(interaction, season, public=public)
        if result is None:
            return
        text = texts.left_out(result.left_out)
        content = texts.results(result.heading, results_lines(result.results, bold_name), text)
        everything = "\n".join((*results_lines(result.results, match_log.name), ""))
        file = partial(_file, everything.encode(errors="replace"), "results.txt")
        await reply(interaction, content, file if result.results else tuple)

    @app_commands.command(description="All records, final boards and the standings as zip (hosts)")
    @app_commands.describe(season=WHICH)
    @app_commands.autocomplete(season=seasons_here)
    async def export(self, interaction: Interaction, season: str | None = None) -> None:
        """Send the export of a season, in as many parts as it takes."""
        await require_host(interaction)
        result = await self._look_back(interaction, season)
        if result is None:
            return
        parts = await asyncio.to_thread(export, result.season, result.results)
        for number, content in enumerate(parts, start=1):
            text = texts.exported(result.heading, len(result.results), number, len(parts))
            answer = reply if number == 1 else follow_up
            name = f"season-{result.stored.id}-part-{number}.zip"
            files = partial(_file, content, name)
            await answer(interaction, text + texts.left_out(result.left_out), files)

    async def _look_back(
        self, interaction: Interaction, requested: str | None, *, public: bool = False
    ) -> LookedBack | None:
        """Return a season with its matches, None if it cannot be sent, or raise DeclinedError."""
        guild = require_guild(interaction)
        if public:
            await require_host(interaction)
        # Declining comes first: an answer that is deferred may be public.
        stored = _chosen(await self.store.of_server(guild.id), requested)
        if not await defer(interaction, public=public):
            return None
        if public:
            speak(self.bot.choices.language_of_server(guild.id))
        loaded = await self.store.finished_matches(guild.id, stored.began_ms)
        return await asyncio.to_thread(_looked_back, stored, loaded)


def _chosen(seasons: Sequence[StoredSeason], requested: str | None) -> StoredSeason:
    """Return the chosen or named season, by default the latest, or raise DeclinedError."""
    if not seasons:
        raise DeclinedError(texts.NO_SEASON())
    if requested is None:
        return seasons[-1]
    named = [season for season in seasons if requested.casefold() == season.title.casefold()]
    chosen = [season for season in seasons if requested == str(season.id)] or named
    if not chosen:
        raise DeclinedError(texts.NO_SUCH_SEASON())
    return chosen[-1]


def _looked_back(stored: StoredSeason, loaded: Sequence[LoadedMatch]) -> LookedBack:
    begun = [
        match for match in loaded if stored.has(match.address.guild_id, match.address.began_ms)
    ]
    archive = archive_of(begun, (stored,))
    season = archive.sections[-1]
    results, left_out = list[Result](), [number for number, _ in archive.left_out]
    for match in season.matches:
        try:
            results.append(result_of(match))
        except Refused:
            left_out.append(match.card.id)
    return LookedBack(stored, season, tuple(results), tuple(left_out))


def _file(content: bytes, name: str) -> list[discord.File]:
    return [discord.File(BytesIO(content), name)]


setup = setup_of(Seasons)
