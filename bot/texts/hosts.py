"""What hosts read: starting a match, what is missing in a room, what has gone wrong."""

from collections.abc import Sequence
from typing import Final

from bot.texts.seating import Seating, at_most, listing, plain_name
from engine.clocks import Seconds
from engine.seats import Seat

OBSTRUCTED: Final = {
    "FORBIDDEN": (
        "I can no longer read or write in {room}, so the match is paused and nobody's clock runs. "
        "Let me back in, then use `/match resume` there."
    ),
    "NO_HISTORY": (
        "I can no longer read the message history of {room}, so I could miss a move: the match is "
        "paused and nobody's clock runs. Grant me *Read Message History*, then use `/match resume` "
        "there."
    ),
    "REFUSED": (
        "Discord does not accept the turn's post in {room}, so the match is paused. "
        "`/match resume` there sends it again; `/match board` shows the position."
    ),
    "GONE": (
        "The room is deleted. The match is paused and kept; `/match abort` in another room of the "
        "server, with its number, ends it."
    ),
    "REMOVED": (
        "I was removed from the server of {room}. The match is paused and kept. Invite me again, "
        "then use `/match resume` there."
    ),
    "UNREADABLE": (
        "I cannot read {room}: Discord's answers make no sense to me. The match is paused and "
        "nobody's clock runs. `/match resume` there lets me try again; `/match abort` ends it."
    ),
}

LACKING: Final = {
    "attach_files": (
        "📎 I can no longer attach files here, so boards come in words; the match goes on. "
        "{host} Grant me *Attach Files*, and the pictures come back."
    ),
    "add_reactions": (
        "👀 I can no longer add reactions here, so I reply when I have heard a move. "
        "{host} Grant me *Add Reactions*, and the 👀 comes back."
    ),
}


def lacking(lack: str, host_id: int) -> str:
    """The room is told that the Dealer has to do without something."""
    return LACKING[lack].format(host=f"<@{host_id}>")


def slowed(room_id: int, seconds: int, most: Seconds) -> str:
    """The host is told that a room is slower than its game allows for."""
    return (
        f"Slow mode in <#{room_id}> is {seconds} s, and this game allows for {int(most)} s at "
        "most: players have to wait before they can correct a move or take it back, and may run "
        "out of time. Make it shorter, or grant the players *Bypass Slowmode*."
    )


def left(seating: Seating, seat: Seat, room_id: int) -> str:
    """The host is told that a player cannot be there."""
    return (
        f"{seating.name(seat)} has left the server. The match in <#{room_id}> goes on, and so "
        "does the clock. To stop it, use `/match pause` or `/match abort` there."
    )


def set_aside(number: int, room_id: int) -> str:
    """A match cannot go on as it was kept; its room is 0 where not even that is known."""
    where = f" in <#{room_id}>" if room_id else ""
    return (
        f"⚠️ Match no. {number}{where} is paused: what I kept of it cannot be replayed, so "
        "I leave it as it is. Nobody's clock runs."
    )


def why_aside(reason: str) -> str:
    """What the host is told beside that."""
    return (
        f"The reason: {plain_name(reason)}. `dealer verify` says more; `/match abort` with its "
        "number ends it."
    )


def about(seating: Seating) -> str:
    """Which match a letter to its host is about."""
    return f"⚠️ {seating.game.title}, {seating.name(Seat.EC)} against {seating.name(Seat.DMO)}:"


def standstill(room_ids: Sequence[int], reason: str) -> str:
    """What a host is told of it, with the database's own reason."""
    rooms = listing(at_most([f"<#{room_id}>" for room_id in room_ids]))
    return (
        f"⚠️ I cannot save anything right now ({plain_name(reason)}), so the clocks in {rooms} "
        "stand still and nobody is charged. The matches go on by themselves once I can write to "
        "the database again."
    )


EVERYONE_NO_HOST: Final = (
    "@everyone cannot be the host role: every player would be a host. Choose a role that only "
    "hosts have."
)

SAME_PLAYER: Final = "The two players must be different people."

BOT_PLAYER: Final = "A bot cannot play: {name} is one."

ROOM_TAKEN: Final = "There is a live match in {room} already. `/match abort` there ends it."

ROOM_MISSING: Final = "Choose a text channel with the option `room`."

ROOM_PERMISSIONS: Final = "I lack permissions in {room}: {missing}. Grant them and start again."

OTHER_SERVER: Final = "That channel is not on this server."

STARTED: Final = "The match is dealt in {room}. (Seed of its lots: {seed}.)"

PLAYER_PERMISSIONS: Final = "{player} may not play in {room}: {missing} is missing there."

FILE_TOO_LARGE: Final = "the file is too large; {most} bytes are more than enough"

FILE_NOT_TEXT: Final = "the file is no text in UTF-8"

FILE_NOT_FETCHED: Final = "the file cannot be fetched from Discord; try again"

LONGEST_PROBLEM: Final = 500


def host_role_set(role_id: int) -> str:
    """The answer to `/dealer host-role`."""
    return f"Whoever has <@&{role_id}> is a host from now on."


def bad_option(name: str, problem: str) -> str:
    """A start command's option was refused."""
    return f"Option `{name}`: {problem[:LONGEST_PROBLEM]}."
