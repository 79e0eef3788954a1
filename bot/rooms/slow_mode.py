"""Works out how long a room's slow mode may be for the game that is played there."""

from typing import TYPE_CHECKING, Final

from engine.clocks import Seconds
from engine.game import AnyGame
from engine.options import SECONDS, option_kinds

if TYPE_CHECKING:
    # What words a post must not have to load a Discord client.
    import discord

MESSAGES_A_TURN: Final = 3
"""A move, its take-back and another move; or both halves of a turn, one of them retyped."""
TAKE_BACK: Final = "takeback"
NOT_TURNS: Final = {TAKE_BACK, "reserve", "setup", "extra"}
"""Options in seconds that are not the length of a turn typed in the room."""


def longest_slow_mode(game: AnyGame) -> Seconds:
    """The longest slow mode that a game can bear with its clock.

    The shortest turn must leave time for a few messages. The take-back window must leave time for
    the take-back, and as much again to decide on it.
    """
    kinds = option_kinds(type(game))
    times = {name: getattr(game, name) for name, kind in kinds.items() if kind is SECONDS}
    turns = [each / MESSAGES_A_TURN for name, each in times.items() if name not in NOT_TURNS]
    bounds = [*turns, times.get(TAKE_BACK, Seconds(0)) / 2]
    # A time of zero switches the option off: nothing has to be typed in it.
    return min((each for each in bounds if each), default=Seconds(0))


def is_too_slow(seconds: int, game: AnyGame) -> bool:
    """Whether a slow mode is longer than a game can bear."""
    return seconds > longest_slow_mode(game)


def slow_mode_for(players: "list[discord.Member]", room: "discord.TextChannel") -> int:
    """The slow mode, in seconds, that applies to any of the players; 0 where none does."""
    is_bound = not all(room.permissions_for(each).bypass_slowmode for each in players)
    return room.slowmode_delay if is_bound else 0
