"""The check before a match: missing permissions, where to grant them, and what is fine."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.texts.answers import SUBMIT_LABEL
from bot.texts.language import Text, _
from bot.texts.seating import SEAT_TITLES, at_most, bold_name, plain_name, shortened
from engine.clocks import Seconds, write_time
from engine.game import AnyGame
from engine.options import times_of
from engine.seats import Seat
from engine.words.sentences import listing

LONGEST_VALUE: Final = 40
"""Longest part of an option's value that is repeated."""
MARKS: Final = ("✅", "⚠️", "⚠️", "❌")
"""The marks of findings, by severity."""
VERDICTS: Final = (
    Text("✅ A match can start here."),
    Text("✅ A match can start here."),
    Text("⚠️ A match can start here only with the option `force`."),
    Text("❌ No match can start here."),
)
"""The verdicts on all findings, by the gravest severity."""
FORCED: Final = Text("Use the option `force` to start anyway.")


def refused(reason: str, more: int, *, can_be_forced: bool) -> str:
    """Refuse to start a match, with the gravest reason and the number of others."""
    other_names = (
        _("`/match check` lists the other problems ({count}).", count=more) if more else ""
    )
    return " ".join(filter(None, (reason, FORCED() if can_be_forced else "", other_names)))


ROOM_GONE: Final = Text("❌ The room has been deleted. Set the match up again, in another one.")

# Permissions

ALL_PERMISSIONS: Final = Text("I have every permission I need in {room}.")
PERMISSIONS: Final = {
    "view_channel": Text("View Channel"),
    "send_messages": Text("Send Messages"),
    "read_message_history": Text("Read Message History"),
    "attach_files": Text("Attach Files"),
    "add_reactions": Text("Add Reactions"),
    "embed_links": Text("Embed Links"),
}
"""The permissions as Discord's settings call them."""
WITHOUT: Final = {
    frozenset({"attach_files"}): Text("Without that, I describe boards in words."),
    frozenset({"add_reactions"}): Text("Without that, I confirm each move with a short reply."),
    frozenset({"attach_files", "add_reactions"}): Text(
        "Without that, I describe boards in words and confirm each move with a short reply."
    ),
}
"""The consequences of lacking optional permissions."""


def permission(name: str) -> str:
    """Name a permission like Discord's settings.

    >>> permission("read_message_history")
    '*Read Message History*'
    """
    return f"*{PERMISSIONS[name]()}*"


def in_room(room_id: int, whose: str) -> str:
    """Say where on Discord to grant somebody, or a role, a permission in one room."""
    return _(
        "{room} → Edit Channel → Permissions → {name}",
        room=f"<#{room_id}>",
        name=plain_name(whose),
    )


def on_server(role: str) -> str:
    """Say where on Discord to grant a role a permission on the whole server."""
    return _("Server Settings → Roles → {role}", role=plain_name(role))


def lacks(names: Sequence[str], room_id: int, place: str) -> str:
    """Say which permissions the Dealer needs for a request but lacks."""
    return _(
        "I don't have {permissions} in {room}. Allow it under {place}.",
        permissions=listing(map(permission, names)),
        room=f"<#{room_id}>",
        place=place,
    )


ROOM_IS_PRIVATE: Final = Text(
    "{channel} is a player's private channel; matches need a room that both can read."
)


def dealer_lacks(names: Sequence[str], room_id: int, place: str) -> str:
    """Say which permissions the Dealer lacks, all of them granted in one place."""
    lacking = lacks(names, room_id, place)
    without = WITHOUT.get(frozenset(names))
    return f"{lacking} {without()}" if without else lacking


def player_lacks(name: str, names: Sequence[str], room_id: int) -> str:
    """Say which permissions a player lacks; a room can grant them whatever the player's roles."""
    return _(
        "{player} doesn't have {permissions} in {room}. Allow it under {place}.",
        player=bold_name(name),
        permissions=listing(map(permission, names)),
        room=f"<#{room_id}>",
        place=in_room(room_id, name),
    )


TIMED_OUT: Final = Text(
    "I'm timed out and can't write in {room}. Right-click my name → *Remove Timeout*."
)

# Access to messages

READS_MESSAGES: Final = Text("I can read messages (Message Content Intent is on).")
NO_MESSAGE_CONTENT: Final = Text(
    "Discord doesn't send me the text of messages. Switch on *Message Content Intent* in Discord's "
    "Developer Portal → the application → Bot."
)
HOST_CLOCK: Final = Text(
    "My machine's clock is off by {time}. Nobody loses time, because matches go by Discord's, but "
    "the person who runs me should set it."
)


# Reaching the players in private


ANNOUNCED: Final = Text(
    "👋 You're about to play {title} in {room} on {server}. Parts of it are secret. When I ask "
    "for something secret, answer me here, or press *{button}* under my post in the room. "
    "There is nothing to do yet.",
    button=SUBMIT_LABEL,
)
REACHED: Final = Text("I can reach {players} in private.")
CLOSED: Final = Text(
    "{player} doesn't accept direct messages from me. They can still submit with the button "
    "*{button}* in the room.",
    button=SUBMIT_LABEL,
)
UNKNOWN: Final = Text(
    "I can't find out right now whether {player} accepts direct messages. The button "
    "*{button}* in the room works in any case.",
    button=SUBMIT_LABEL,
)


# Other matches


def busy(name: str, room_ids: Sequence[int], *, is_elsewhere: bool) -> str:
    """Say that a player has seats elsewhere too; rooms of other servers are not named."""
    rooms = at_most([f"<#{room_id}>" for room_id in room_ids])
    elsewhere = [_("outside this server")] if is_elsewhere else []
    return _(
        "{player} is also playing elsewhere ({places}). That is allowed.",
        player=bold_name(name),
        places=listing([*rooms, *elsewhere]),
    )


# The planned match


def headline(title: str, room_id: int, players: Mapping[Seat, str]) -> str:
    """Return the heading of a check: the game, its room and its known players."""
    room = f"<#{room_id}>"
    match [f"{bold_name(name)} ({SEAT_TITLES[seat]()})" for seat, name in players.items()]:
        case [ec, dmo]:
            where = _("In {room}: {ec} against {dmo}", room=room, ec=ec, dmo=dmo)
        case [player]:
            where = _("In {room}: {player}", room=room, player=player)
        case _:
            where = _("In {room}", room=room)
    return f"## {title}\n{where}" if title else where


def options(game: type[AnyGame], chosen: Mapping[str, str]) -> str:
    """Return a host's choices, by the names of the options."""
    if not chosen:
        return _("⚙️ All options at their defaults.")
    return _("⚙️ {options}; everything else at its default.", options=option_list(game, chosen))


def option_list(game: type[AnyGame], chosen: Mapping[str, str]) -> str:
    """Return options with their values, as a host writes them."""
    values = {name: " ".join(value.split()) for name, value in chosen.items()}
    for name in values.keys() & times_of(game):
        values[name] = write_time(Seconds(values[name]))
    return ", ".join(
        f"`{name}={shortened(value, LONGEST_VALUE)}`" for name, value in values.items()
    )
