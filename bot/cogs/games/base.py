"""What the cogs of the games have in common: the start command and the checks of its options."""

import asyncio
import inspect
import secrets
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, ClassVar, Final, Literal

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.client import DealerClient
from bot.cogs.permissions import require_host
from bot.command_tree import Declined
from bot.incoming.discord_clock import snowflake_ms
from bot.incoming.replies import tell, when_done
from bot.matches.slow_mode import is_too_slow, longest_slow_mode, slow_mode_for
from bot.storage.records import MatchCard, Person
from bot.storage.store import RoomTaken
from bot.texts import hosts, seating, texts_of
from engine.matches.match import AnyGame
from engine.options import BadOption, Kind, option_kinds, read_options
from engine.seats import Seat

LONGEST_SECONDS: Final = 7 * 24 * 3600.0
LARGEST_NUMBER: Final = 2**53 - 1
LARGEST_FILE: Final = 20_000
LONGEST_FETCH_SECONDS: Final = 20.0

PLAYER_PERMISSIONS: Final = ("view_channel", "send_messages")
ROOM_PERMISSIONS: Final = (
    "view_channel",
    "send_messages",
    "attach_files",
    "read_message_history",
    "add_reactions",
)


class GameCog(commands.Cog):
    """`/<game> start`, made from the options that the engine declares for a game.

    Attributes:
        game: The game.
        files: Text files that stand for several options each: what reads them as those.
    """

    game: ClassVar[type[AnyGame]]
    files: ClassVar[Mapping[str, Callable[[str], Mapping[str, str]]]] = {}

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot
        self.group = app_commands.Group(name=self.game.name, description=self.game.title)
        self.group.add_command(self._start_command())

    async def cog_load(self) -> None:
        """Offer the commands."""
        self.bot.tree.add_command(self.group)

    async def cog_unload(self) -> None:
        """Take them back."""
        self.bot.tree.remove_command(self.group.name)

    def _start_command(self) -> app_commands.Command[Any, Any, Any]:
        kinds = option_kinds(self.game)

        async def start(interaction: discord.Interaction[Any], /, **given: Any) -> None:
            # A file has to be fetched and a match to be kept; that may take a while.
            await tell(interaction, await when_done(interaction, self._start(interaction, given)))

        parameters = {
            "interaction": discord.Interaction,
            "ec": discord.Member,
            "dmo": discord.Member,
            "room": discord.TextChannel | None,
            **dict.fromkeys(self.files, discord.Attachment | None),
            **{name: _annotation(kind) | None for name, kind in kinds.items()},
        }
        start.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [_parameter(name, annotation) for name, annotation in parameters.items()]
        )
        described = hosts.COMMON_OPTIONS | dict(texts_of(self.game).options)
        app_commands.describe(**{name: described[name] for name in list(parameters)[1:]})(start)
        return app_commands.Command(
            name="start", description=f"Start a match of {self.game.title} (hosts)", callback=start
        )

    async def _start(
        self, interaction: discord.Interaction[DealerClient], given: dict[str, Any]
    ) -> str:
        """Start a match; what is said of it."""
        guild = await require_host(interaction)
        players = {seat: given.pop(seat.value) for seat in Seat}
        room = given.pop("room", None) or interaction.channel
        _check_players(list(players.values()))
        room = _check_room(room, guild)
        for player in players.values():
            _check_access(player, room)
        card = MatchCard(
            guild_id=guild.id,
            room_id=room.id,
            # A game may have to draw its boards first.
            game=await asyncio.to_thread(self._configured, await _with_texts(given)),
            players={seat: Person(each.id, each.display_name) for seat, each in players.items()},
            host_id=interaction.user.id,
            began_ms=snowflake_ms(interaction.id),
        )
        try:
            await self.bot.registry.open_match(card, interaction.id)
        except RoomTaken:
            raise Declined(hosts.ROOM_TAKEN.format(room=room.mention)) from None
        started = hosts.STARTED.format(room=room.mention, seed=card.game.seed)
        slow = slow_mode_for(list(players.values()), room)
        if is_too_slow(slow, card.game):
            started += f"\n{hosts.slowed(room.id, slow, longest_slow_mode(card.game))}"
        return started

    def _configured(self, given: Mapping[str, Any]) -> AnyGame:
        values = {name: _notation(value) for name, value in given.items() if value is not None}
        values.setdefault("seed", str(secrets.randbelow(10**9)))
        try:
            for name in self.files.keys() & values.keys():
                values |= self.files[name](values.pop(name))
            return self.game(**read_options(self.game, values))
        except BadOption as bad:
            raise Declined(hosts.bad_option(bad.name, bad.problem)) from None


def _annotation(kind: Kind[Any]) -> Any:
    """The type of a command's option for a kind of engine option."""
    if kind.in_file:
        return discord.Attachment
    if kind.choices:
        return Literal[tuple(map(str, kind.choices))]
    if isinstance(kind.number, float):
        return app_commands.Range[float, kind.number, LONGEST_SECONDS]
    if kind.number is not None:
        return app_commands.Range[int, kind.number, LARGEST_NUMBER]
    return str


def _parameter(name: str, annotation: Any) -> inspect.Parameter:
    is_optional = type(None) in getattr(annotation, "__args__", ())
    return inspect.Parameter(
        name,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        annotation=annotation,
        default=None if is_optional else inspect.Parameter.empty,
    )


def _notation(value: Any) -> str:
    """A command's value in the notation of a record's header."""
    return format(Decimal(repr(value)), "f") if isinstance(value, float) else str(value)


async def _with_texts(given: Mapping[str, Any]) -> dict[str, Any]:
    """The options with the text of each file that was handed in."""
    return {
        name: await _text_of(name, value) if isinstance(value, discord.Attachment) else value
        for name, value in given.items()
    }


async def _text_of(name: str, file: discord.Attachment) -> str:
    try:
        async with asyncio.timeout(LONGEST_FETCH_SECONDS):
            beginning = await _beginning_of(file.url)
    except (aiohttp.ClientError, OSError, TimeoutError):
        raise Declined(hosts.bad_option(name, hosts.FILE_NOT_FETCHED)) from None
    if len(beginning) > LARGEST_FILE:
        raise Declined(hosts.bad_option(name, hosts.FILE_TOO_LARGE.format(most=LARGEST_FILE)))
    try:
        return beginning.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Declined(hosts.bad_option(name, hosts.FILE_NOT_TEXT)) from None


async def _beginning_of(url: str) -> bytes:
    """A file, but never more of it than a byte beyond what may be, whatever size was declared.

    Nothing is unpacked, for what is small on its way may be vast.
    """
    plain = {"Accept-Encoding": "identity"}
    async with (
        aiohttp.ClientSession(auto_decompress=False, headers=plain) as session,
        session.get(url, raise_for_status=True) as response,
    ):
        try:
            return await response.content.readexactly(LARGEST_FILE + 1)
        except asyncio.IncompleteReadError as whole:
            return whole.partial


def _check_players(players: list[discord.Member]) -> None:
    for player in players:
        if player.bot:
            raise Declined(hosts.BOT_PLAYER.format(name=seating.plain_name(player.display_name)))
    if players[0].id == players[1].id:
        raise Declined(hosts.SAME_PLAYER)


def _check_access(player: discord.Member, room: discord.TextChannel) -> None:
    missing = _missing(room.permissions_for(player), PLAYER_PERMISSIONS)
    if missing:
        name = seating.plain_name(player.display_name)
        raise Declined(
            hosts.PLAYER_PERMISSIONS.format(player=name, room=room.mention, missing=missing)
        )


def _missing(allowed: discord.Permissions, wanted: tuple[str, ...]) -> str:
    return seating.listing(
        [each.replace("_", " ") for each in wanted if not getattr(allowed, each)]
    )


def _check_room(room: Any, guild: discord.Guild) -> discord.TextChannel:
    if not isinstance(room, discord.TextChannel):
        raise Declined(hosts.ROOM_MISSING)
    if room.guild.id != guild.id:
        raise Declined(hosts.OTHER_SERVER)
    missing = _missing(room.permissions_for(guild.me), ROOM_PERMISSIONS)
    if missing:
        raise Declined(hosts.ROOM_PERMISSIONS.format(room=room.mention, missing=missing))
    return room
