"""What hosts read: how a match starts, what a room lacks, what has gone wrong."""

from collections.abc import Sequence
from typing import Final

from bot.texts.seating import Seating, at_most, listing, plain_name
from engine.clocks import Seconds
from engine.seats import Seat

# Starting a match

COMMON_OPTIONS: Final = {
    "ec": "The Elimination Candidate",
    "dmo": "The Death Match Opponent",
    "room": "The text channel to play in (this one if not set)",
    "first": "Who goes first (the DMO chooses if not set)",
    "seed": "A number that fixes every random draw (random if not set)",
    "level": "How well I play, if you give me a seat (normal if not set)",
}
"""What start commands say of the options that all games have."""
STARTED: Final = "The match is dealt in {room}. (Random seed: {seed}.)"
SERVERS_ONLY: Final = "Use this command in a channel of a server."
NOT_HERE: Final = "Both players must be members of this server."
SAME_PLAYER: Final = "The EC and the DMO must be two different people."
BOT_PLAYER: Final = "{name} is a bot, and I'm the only bot that can play."
NO_SEAT_OF_MINE: Final = "The option `level` is for a match in which I have a seat."
ROOM_TAKEN: Final = "There is already a live match in {room}. `/match abort` there ends it."
ROOM_MISSING: Final = "Choose a text channel with the option `room`."
OTHER_SERVER: Final = "That channel isn't on this server."
ROOM_PERMISSIONS: Final = (
    "I need more permissions in {room}: {missing}. Grant them, then start the match again."
)
PLAYER_PERMISSIONS: Final = (
    "{player} needs more permissions in {room}: {missing}. Grant them, then start the match again."
)
FILE_TOO_LARGE: Final = "the file is too large; at most {most} bytes are allowed"
FILE_NOT_TEXT: Final = "the file isn't text in UTF-8"
FILE_NOT_FETCHED: Final = "I couldn't get the file from Discord; try again"
LONGEST_PROBLEM: Final = 500


def bad_option(name: str, problem: str) -> str:
    """A start command's option was refused."""
    return f"Option `{name}`: {problem[:LONGEST_PROBLEM]}."


def slowed(room_id: int, seconds: int, most: Seconds) -> str:
    """A room's slow mode is slower than its game allows for."""
    return (
        f"Slow mode in <#{room_id}> is {seconds} s, and this game allows {int(most)} s at most: "
        "players have to wait before they can correct a move or take it back, and may run out of "
        "time. Shorten it, or grant the players *Bypass Slowmode*."
    )


# Who may do what

HOSTS_ONLY: Final = (
    "Only a host can do that: anyone with Manage Server, or with the role set by `/dealer "
    "host-role`."
)
MANAGERS_ONLY: Final = "Only someone with Manage Server can choose the host role."
OWN_MATCH: Final = (
    "You are playing in this match, so you can't rule on it. Ask another host: anyone else with "
    "Manage Server, or with the role set by `/dealer host-role`."
)
EVERYONE_NO_HOST: Final = (
    "@everyone can't be the host role: every player would be a host. Choose a role that only hosts "
    "have."
)


def host_role_set(role_id: int) -> str:
    """The answer to `/dealer host-role`."""
    return f"Everyone with <@&{role_id}> is now a host."


# What a room lacks

OBSTRUCTED: Final = {
    "FORBIDDEN": (
        "I can no longer read or write in {room}, so the match is paused and no clock is running. "
        "Let me back in, then use `/match resume` there."
    ),
    "NO_HISTORY": (
        "I can no longer read the message history of {room} and could miss a move, so the match is "
        "paused and no clock is running. Grant me *Read Message History*, then use `/match resume` "
        "there."
    ),
    "REFUSED": (
        "Discord doesn't accept the turn's post in {room}, so the match is paused. "
        "`/match resume` there sends it again; `/match board` shows the position."
    ),
    "GONE": (
        "The room has been deleted. The match is paused and saved. To end it, use `/match abort` "
        "with the match's number in another room of the server."
    ),
    "REMOVED": (
        "I was removed from the server that {room} is on. The match is paused and saved. Invite me "
        "again, then use `/match resume` there."
    ),
    "UNREADABLE": (
        "I can't read {room}: Discord's answers make no sense to me. The match is paused and no "
        "clock is running. `/match resume` there lets me try again; `/match abort` ends the match."
    ),
}
"""Why a match cannot go on, by the obstacle's name."""

LACKING: Final = {
    "attach_files": (
        "📎 I can no longer attach files here, so I describe boards in words; the match goes on. "
        "{host} Grant me *Attach Files*, and the pictures come back."
    ),
    "add_reactions": (
        "👀 I can no longer add reactions here, so I reply once I have a move. "
        "{host} Grant me *Add Reactions*, and the 👀 comes back."
    ),
}
"""What a match has to do without, by the permission's name."""


def lacking(lack: str, host_id: int) -> str:
    """The room is told what the match has to do without."""
    return LACKING[lack].format(host=f"<@{host_id}>")


# What goes wrong in a match


def about(seating: Seating) -> str:
    """Which match a message to its host is about."""
    return f"⚠️ {seating.game.title}, {seating.name(Seat.EC)} against {seating.name(Seat.DMO)}:"


def left(seating: Seating, seat: Seat, room_id: int) -> str:
    """A player has left the server."""
    return (
        f"{seating.name(seat)} has left the server. The match in <#{room_id}> goes on, and so "
        "does the clock. To stop it, use `/match pause` or `/match abort` there."
    )


def quarantined(number: int, room_id: int) -> str:
    """A match cannot go on as it was saved; its room is 0 where not even that is known."""
    where = f" in <#{room_id}>" if room_id else ""
    return (
        f"⚠️ Match no. {number}{where} is paused: I can't replay what I saved of it, so I'm "
        "leaving it as it is. No clock is running."
    )


def why_quarantined(reason: str) -> str:
    """What the host is told beside that."""
    return (
        f"Reason: {plain_name(reason)}. `dealer verify` says more; `/match abort` with the match's "
        "number ends it."
    )


def standstill(room_ids: Sequence[int], reason: str) -> str:
    """Nothing can be saved, for the database's own reason."""
    rooms = listing(at_most([f"<#{room_id}>" for room_id in room_ids]))
    return (
        f"⚠️ I can't save anything right now ({plain_name(reason)}), so the clocks in {rooms} are "
        "stopped and nobody loses time. The matches go on by themselves once I can write to the "
        "database again."
    )
