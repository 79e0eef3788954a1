"""How slow a room may be for its game: what is typed must be mended in time."""

from typing import Final

import discord

from engine.clocks import Seconds
from engine.matches.match import AnyGame
from engine.options import SECONDS, option_kinds

MESSAGES_A_TURN: Final = 3
"""A move, the word that takes it back, and another one; or two halves of a turn, one of them twice.
"""
TAKE_BACK: Final = "takeback"
NOT_TURNS: Final = {TAKE_BACK, "reserve", "setup", "extra"}
"""Options in seconds that are no turns or phases in which something is typed in the room."""


def longest_slow_mode(game: AnyGame) -> Seconds:
    """The longest slow mode that a game bears with its clock.

    In the shortest turn, there must be time for a few messages; and in the time in which a move may
    be taken back, for the word that does so, with as much again to think of it.
    """
    kinds = option_kinds(type(game))
    times = {name: getattr(game, name) for name, kind in kinds.items() if kind is SECONDS}
    turns = [each / MESSAGES_A_TURN for name, each in times.items() if name not in NOT_TURNS]
    bounds = [*turns, times.get(TAKE_BACK, Seconds(0)) / 2]
    # What takes no time at all is not to be done in it.
    return min((each for each in bounds if each), default=Seconds(0))


def is_too_slow(seconds: int, game: AnyGame) -> bool:
    """Whether a slow mode is longer than a game bears."""
    return seconds > longest_slow_mode(game)


def slow_mode_for(players: list[discord.Member], room: discord.TextChannel) -> int:
    """The slow mode that binds any of the players, in seconds; 0 where none does."""
    is_bound = not all(room.permissions_for(each).bypass_slowmode for each in players)
    return room.slowmode_delay if is_bound else 0
