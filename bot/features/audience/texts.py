"""Texts for spectators, by pings or in a mirror room, and for their hosts."""

from collections.abc import Iterable
from typing import Final

from bot.texts.language import Text
from bot.texts.matches import SMALL_PRINT

LONGEST_GIST: Final = 1_500
"""Longest gist of an event; a link follows it."""

# In a mirror room

IN_THE_ROOM: Final = Text("[In the game room](<{link}>)")

# Pings

NEW_TURN: Final = Text("🔔 [A new turn](<{link}>) has begun.")
OVER: Final = Text("🔔 [The match is over.](<{link}>)")


def pinging(text: str, users: Iterable[int]) -> str:
    """Address several users with mentions."""
    return f"{text}\n{SMALL_PRINT}{' '.join(f'<@{user}>' for user in users)}"


# `/match follow`

NO_LONGER: Final = Text("You aren't following this match.")
TOO_MANY: Final = Text("This match already has as many followers as I can ping.")


def follows(place: int, *, every_turn: bool, is_mirror: bool) -> str:
    """Confirm that somebody is pinged from now on, with every turn only in a mirror room."""
    if not every_turn:
        return f"{WITH_RESULT(channel=place)} {OFF()}"
    if not is_mirror:
        return f"{WITH_RESULT(channel=place)} {NEEDS_MIRROR()} {OFF()}"
    return f"{WITH_EVERY_TURN(channel=place)} {OFF()}"


WITH_EVERY_TURN: Final = Text("I'll ping you in <#{channel}> for every turn and for the result.")
WITH_RESULT: Final = Text("I'll ping you in <#{channel}> for the result.")
OFF: Final = Text("`/match follow pings:off` stops that.")
NEEDS_MIRROR: Final = Text(
    "To keep the game room quiet, I ping for every turn only in a mirror room that you can read. "
    "Hosts set one up with `/match mirror`."
)


# `/match mirror`

NO_MIRROR: Final = Text("This room has no mirror. `/match mirror channel:` sets one up.")
MIRROR_SET: Final = Text(
    "From now on I'll copy every board from this room to <#{channel}>, as the public sees it, "
    "with a link. `/match mirror` without a channel stops it."
)
MIRROR_REMOVED: Final = Text("I've stopped copying this room's boards to <#{channel}>.")
SAME_ROOM: Final = Text(
    "<#{channel}> is this room. Choose another channel where the audience can talk."
)
ROOM_OF_A_MATCH: Final = Text(
    "There is a match in <#{channel}>, or one about to start. Choose a channel where the "
    "audience can talk."
)
MIRROR_TAKEN: Final = Text(
    "<#{channel}> already mirrors <#{room}>. Each game room needs its own mirror room."
)
MIRROR_LOST: Final = Text(
    "I can no longer post in {channel}, so I've stopped copying the boards of <#{room}> there. "
    "The match goes on. `/match mirror` sets it up again."
)
