"""What those read who follow a match along, by pings or in a mirror room, and their hosts."""

from collections.abc import Iterable
from typing import Final

from bot.texts.answers import waiting
from bot.texts.language import Text, _
from bot.texts.matches import SMALL_PRINT
from bot.texts.seating import Seating, shortened
from engine.seats import Seat

LONGEST_GIST: Final = 1_500
"""How much is said of what happened; a link follows it."""

# In a mirror room

IN_THE_ROOM: Final = Text("[In the game room](<{link}>)")


def mirrored(gist: str, link: str) -> str:
    """The text of a board that is repeated elsewhere: what happened, and where."""
    said = shortened(gist, LONGEST_GIST)
    return linked(said, IN_THE_ROOM, link)


def happened(seating: Seating, done: str, awaited: tuple[Seat, ...]) -> str:
    """What a board that is repeated elsewhere is about: what was done, and who is awaited."""
    return f"{done}\n{waiting(seating, awaited)}" if awaited else done


# Pings

NEW_TURN: Final = Text("🔔 [A new turn](<{link}>) has begun.")
OVER: Final = Text("🔔 [The match is over.](<{link}>)")


def pinging(said: str, users: Iterable[int]) -> str:
    """Something said to several users."""
    return f"{said}\n{SMALL_PRINT}{' '.join(f'<@{each}>' for each in users)}"


# `/match follow`

NO_LONGER: Final = Text("You aren't following this match.")
TOO_MANY: Final = Text("This match already has as many followers as I can ping.")


def follows(place: int, *, every_turn: bool) -> str:
    """Somebody is pinged from now on."""
    told = (
        _("I'll ping you in <#{channel}> for every turn and for the result.", channel=place)
        if every_turn
        else _with_the_result(place)
    )
    return f"{told} {OFF()}"


def follows_result_only(place: int) -> str:
    """Somebody wanted to be pinged with every turn, but there is no place for that."""
    return f"{_with_the_result(place)} {NEEDS_MIRROR()} {OFF()}"


def _with_the_result(place: int) -> str:
    return _("I'll ping you in <#{channel}> for the result.", channel=place)


OFF: Final = Text("`/match follow pings:off` stops that.")
NEEDS_MIRROR: Final = Text(
    "To keep the game room quiet, I ping for every turn only in a mirror room that you can read. "
    "Hosts set one up with `/match mirror`."
)


# `/match mirror`

NO_MIRROR: Final = Text("This room has no mirror. `/match mirror channel:` sets one up.")


def mirrors(channel_id: int) -> str:
    """The boards of a room are repeated elsewhere from now on."""
    return _(
        "From now on I'll copy every board from this room to <#{channel}>, as the public sees it, "
        "with a link. `/match mirror` without a channel stops it.",
        channel=channel_id,
    )


def mirrors_no_longer(channel_id: int) -> str:
    """The boards of a room are no longer repeated."""
    return _("I've stopped copying this room's boards to <#{channel}>.", channel=channel_id)


def same_room(channel_id: int) -> str:
    """A room was to be its own mirror."""
    return _(
        "<#{channel}> is this room. Choose another channel where the audience can talk.",
        channel=channel_id,
    )


def has_match(channel_id: int) -> str:
    """A room with a match of its own was to be a mirror."""
    return _(
        "There is a match in <#{channel}>, or one about to start. Choose a channel where the "
        "audience can talk.",
        channel=channel_id,
    )


def is_taken(channel_id: int, room_id: int) -> str:
    """A channel is the mirror of another room already."""
    return _(
        "<#{channel}> already mirrors <#{room}>. Each game room needs its own mirror room.",
        channel=channel_id,
        room=room_id,
    )


def lost(channel_id: int, room_id: int) -> str:
    """A mirror room is gone, or closed to the Dealer."""
    return _(
        "I can no longer post in {channel}, so I've stopped copying the boards of <#{room}> there. "
        "The match goes on. `/match mirror` sets it up again.",
        channel=f"<#{channel_id}>",
        room=room_id,
    )


# Links


LATEST_BOARD: Final = Text("[The latest board](<{link}>)")
TURNS_POST: Final = Text("[The turn's post](<{link}>)")
FIRST_BOARD: Final = Text("[The first board](<{link}>)")


def linked(content: str, label: Text, link: str) -> str:
    """A text with a link below it in small print; as it is where the link is not known."""
    return "\n".join(filter(None, (content, link and f"{SMALL_PRINT}{label(link=link)}")))
