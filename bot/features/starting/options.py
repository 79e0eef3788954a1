"""Start commands' options, from the options that a game declares, and their values."""

import asyncio
import inspect
import secrets
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from datetime import UTC, datetime
from functools import partial
from types import NoneType
from typing import Any, Final, Literal, get_args

import aiohttp
import discord
from discord import app_commands

from bot.cogs.interactions import DeclinedError, require_time
from bot.features.panels.panel import Panel, set_up
from bot.features.panels.start_time import StartTimeError, read_start_time
from bot.texts import hosting
from bot.values.card import LEVELS, MatchCard
from bot.values.discord_time import timestamp_ms
from engine.clocks import write_seconds
from engine.game import AnyGame
from engine.opponents.thinking import Level
from engine.options import OptionError, OptionKind, option_kinds, read_options, times_of
from engine.seeds import commitment_to

SEED_BITS: Final = 128
LARGEST_NUMBER: Final = 2**53 - 1
LARGEST_FILE: Final = 20_000
LONGEST_FETCH_SECONDS: Final = 20.0
# One thread: it takes the interpreter in turns with all that live matches need.
DRAWER: Final = ThreadPoolExecutor(1, "drawer")


def parameters_of(game: type[AnyGame]) -> tuple[inspect.Parameter, ...]:
    """Return the library's parameters for a start command's options."""
    annotations = {
        "interaction": discord.Interaction,
        "ec": discord.Member,
        "dmo": discord.Member,
        "room": discord.TextChannel | None,
        "level": Literal[tuple(map(str, LEVELS))] | None,
        "ready": bool | None,
        "at": str | None,
        "force": bool | None,
        **dict.fromkeys(game.files, discord.Attachment | None),
        **{
            name: _annotation(kind) | None
            for name, kind in option_kinds(game).items()
            if kind.by_host
        },
    }
    return tuple(
        inspect.Parameter(
            name,
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            annotation=annotation,
            default=None if NoneType in get_args(annotation) else inspect.Parameter.empty,
        )
        for name, annotation in annotations.items()
    )


def panel_for(card: MatchCard, asks_ready: bool, start_time: str | None) -> Panel:  # noqa: FBT001
    """Set a match up to wait for its players or for a time, or raise DeclinedError."""
    now = datetime.fromtimestamp(card.began_ms / 1000, UTC)
    try:
        start = None if start_time is None else read_start_time(start_time, now)
    except StartTimeError as bad:
        raise DeclinedError(hosting.bad_option("at", str(bad))) from None
    at_ms = None if start is None else timestamp_ms(start)
    return set_up(card, at_ms, asks_ready=asks_ready)


def level_of_dealer(value: str | None, *, has_seat: bool) -> Level | None:
    """Return the Dealer's strength, if it has a seat.

    Raises:
        DeclinedError: A level is given, but no seat to the Dealer.
    """
    if value and not has_seat:
        raise DeclinedError(hosting.NO_SEAT_OF_MINE())
    return Level(value or Level.NORMAL) if has_seat else None


def _annotation(kind: OptionKind[Any]) -> Any:
    if kind.in_file:
        return discord.Attachment
    if kind.choices:
        return Literal[tuple(map(str, kind.choices))]
    if isinstance(kind.number, int):
        return app_commands.Range[int, kind.number, int(kind.maximum or LARGEST_NUMBER)]
    return str


async def game_with(
    game: type[AnyGame], options: Mapping[str, Any], defaults: Mapping[str, str]
) -> AnyGame:
    """Set up a game with the host's options and defaults for others, or raise DeclinedError."""
    values = dict(defaults) | {
        name: await _written(game, name, value)
        for name, value in options.items()
        if value is not None
    }
    if "seed" not in values:
        # The seed is secret; the room is told the commitment to it.
        seed = secrets.randbits(SEED_BITS)
        values |= {"seed": str(seed), "commitment": commitment_to(seed)}
    try:
        # A game may have to draw its boards first, which takes a while.
        draw = partial(copy_context().run, _set_up, game, values)
        return await asyncio.get_running_loop().run_in_executor(DRAWER, draw)
    except OptionError as bad:
        raise DeclinedError(hosting.bad_option(bad.name, bad.problem)) from None


def _set_up(game: type[AnyGame], values: dict[str, str]) -> AnyGame:
    for name in game.files.keys() & values:
        values |= game.files[name].read(values.pop(name))
    return game(**read_options(game, values))


def in_notation(game: type[AnyGame], name: str, text: str) -> str:
    """Return a host's text for an option as records have it, or raise DeclinedError."""
    return write_seconds(require_time(name, text)) if name in times_of(game) else text


async def _written(game: type[AnyGame], name: str, value: Any) -> str:
    if isinstance(value, discord.Attachment):
        return await _text_of(name, value)
    return in_notation(game, name, str(value))


async def _text_of(name: str, file: discord.Attachment) -> str:
    try:
        async with asyncio.timeout(LONGEST_FETCH_SECONDS):
            beginning = await _beginning_of(file.url)
    except (aiohttp.ClientError, OSError, TimeoutError):
        raise DeclinedError(hosting.bad_option(name, hosting.FILE_NOT_FETCHED())) from None
    if len(beginning) > LARGEST_FILE:
        raise DeclinedError(hosting.bad_option(name, hosting.FILE_TOO_LARGE(most=LARGEST_FILE)))
    try:
        return beginning.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DeclinedError(hosting.bad_option(name, hosting.FILE_NOT_TEXT())) from None


async def _beginning_of(url: str) -> bytes:
    """Fetch a file, but at most one byte more than is allowed, whatever size was declared.

    The library's `Attachment.read` would fetch all of it, and unpack it, however large it becomes.
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
