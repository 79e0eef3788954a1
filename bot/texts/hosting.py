"""Sentences for hosts: starting a match, missing permissions, failures."""

from collections.abc import Sequence
from typing import Final

from bot.texts.language import Text, _, say
from bot.texts.seating import Seating, at_most, plain_name
from engine.clocks import Seconds
from engine.options import RowOne
from engine.words.sentences import Words, listing

# Starting a match

COMMON_OPTIONS: Final = {
    "ec": Text("The Elimination Candidate"),
    "dmo": Text("The Death Match Opponent"),
    "room": Text("The text channel to play in (this one if not set)"),
    "first": Text("Who goes first (the DMO chooses if not set)"),
    "row1": Text("Where pictures have row 1 (as `/dealer defaults` says if not set)"),
    "seed": Text("For a rehearsal: a number that fixes every draw (drawn in secret if not set)"),
    "grace": Text("Free seconds at the start of each turn, to offset Discord's delay (0)"),
    "level": Text("My playing strength, if you give me a seat (normal if not set)"),
    "ready": Text("Whether both players must press Ready first (yes if not set)"),
    "at": Text("When to start: 20:30 Europe/Berlin, in 2 hours (at once if not set)"),
    "force": Text("Start despite warnings (false if not set)"),
}
"""The descriptions of start commands' options that all games have."""
START_COMMAND: Final = Text("Start a match of {title} (hosts)")
STARTED: Final = Text("The match is starting in {room}.")
SERVERS_ONLY: Final = Text("Use this command in a channel of a server.")
NOT_HERE: Final = Text("Both players must be members of this server.")
SAME_PLAYER: Final = Text("The EC and the DMO must be two different people.")
BOT_PLAYER: Final = Text("{name} is a bot, and I'm the only bot that can play.")
NO_OPPONENT: Final = Text("I can't play {game} myself: give both seats to people.")
NO_SEAT_OF_MINE: Final = Text("The option `level` is for a match in which I have a seat.")
ROOM_TAKEN: Final = Text(
    "There is already a live match in {room}, or one about to start. `/match abort` there ends it."
)
ROOM_MISSING: Final = Text("Choose a text channel with the option `room`.")
OTHER_SERVER: Final = Text("That channel isn't on this server.")
NOT_A_TIME: Final = Text("expected a time such as 90, 5m, 1h30m or 3d, up to 7 days, got {text}")
FILE_TOO_LARGE: Final = Text("the file is too large; at most {most} bytes are allowed")
FILE_NOT_TEXT: Final = Text("the file isn't text in UTF-8")
FILE_NOT_FETCHED: Final = Text("I couldn't get the file from Discord; try again")
LONGEST_PROBLEM: Final = 500


def bad_option(name: str, problem: Words) -> str:
    """Refuse a start command's option."""
    return _("Option `{name}`: {problem}.", name=name, problem=say(problem)[:LONGEST_PROBLEM])


def slowed(room_id: int, seconds: int, limit: Seconds) -> str:
    """Say that a room's slow mode is too slow for its game."""
    return _(
        "Slow mode in {room} is {seconds} s, and this game allows {most} s at most: players have "
        "to wait before they can correct a move or take it back, and may run out of time. Shorten "
        "it, or grant the players *Bypass Slowmode*.",
        room=f"<#{room_id}>",
        seconds=seconds,
        most=int(limit),
    )


# Rights

HOSTS_ONLY: Final = Text(
    "Only a host can do that: anyone with Manage Server, or with the role set by `/dealer "
    "host-role`."
)
MANAGERS_ONLY: Final = Text("Only someone with Manage Server can choose the host role.")
OWN_MATCH: Final = Text(
    "You are playing in this match, so you can't rule on it. Ask another host: anyone else with "
    "Manage Server, or with the role set by `/dealer host-role`."
)
EVERYONE_NO_HOST: Final = Text(
    "@everyone can't be the host role: every player would be a host. Choose a role that only hosts "
    "have."
)
HOST_ROLE_SET: Final = Text("Everyone with {role} is now a host.")


# Missing permissions

OBSTRUCTED: Final = {
    "FORBIDDEN": Text(
        "I can no longer read or write in {room}, so the match and its clocks are paused. Restore "
        "my access, then use `/match resume` there."
    ),
    "NO_HISTORY": Text(
        "I can no longer read the message history of {room} and could miss a move, so the match "
        "and its clocks are paused. Grant me *Read Message History*, then use `/match resume` "
        "there."
    ),
    "REFUSED": Text(
        "Discord rejected the post for this turn in {room}, so the match is paused. "
        "`/match resume` there sends it again; `/match board` shows the position."
    ),
    "GONE": Text(
        "The room has been deleted. The match is paused and saved. To end it, use `/match abort` "
        "with the match's number in another room of the server."
    ),
    "REMOVED": Text(
        "I was removed from the server that {room} is on. The match is paused and saved. Invite me "
        "again, then use `/match resume` there."
    ),
    "TIMED_OUT": Text(
        "I'm timed out and can't write in {room}, so the match and its clocks are paused. "
        "Right-click my name → *Remove Timeout*, then use `/match resume` there."
    ),
    "UNREADABLE": Text(
        "I can't read {room}: Discord's answers are unreadable. The match is paused and no clock "
        "is running. `/match resume` there lets me try again; `/match abort` ends the match."
    ),
}
"""Why a match cannot go on, by the obstacle's name."""

LACKING: Final = {
    "attach_files": Text(
        "📎 I can no longer attach files here, so I describe boards in words; the match goes on. "
        "{host} Grant me *Attach Files* to bring the pictures back."
    ),
    "add_reactions": Text(
        "👀 I can no longer add reactions here, so I reply once I have a move. {host} Grant me "
        "*Add Reactions* to bring the 👀 back."
    ),
}
"""The losses of a match, by the permission's name."""


# Failures in a match


def about(seating: Seating) -> str:
    """Name the match that a message to its host is about."""
    return _("⚠️ {game}, {ec} against {dmo}:", game=seating.game.title, **seating.bold_names)


CHANNEL_LOST: Final = Text(
    "I don't use {channel}, the private channel of {player}, in this match: it has been deleted, "
    "is closed to me, or the other player can read it. They can submit by direct message or with "
    "the button in the room. Once that's fixed, use `/dealer private-channel` again."
)
LEFT: Final = Text(
    "{player} has left the server. The match in {room} goes on, and so does the clock. To stop it, "
    "use `/match pause` or `/match abort` there."
)
TIMED_OUT: Final = Text(
    "{player} is timed out until {moment} and can't write in {room}. Right-click their name → "
    "*Remove Timeout*; `/match pause` stops a running clock."
)


def absent(player: str, room_id: int, timed_out_ms: int | None) -> str:
    """Say that a player is timed out, or else has left the server."""
    if timed_out_ms is None:
        return LEFT(player=player, room=f"<#{room_id}>")
    moment = f"<t:{timed_out_ms // 1000}:f>"
    return TIMED_OUT(player=player, room=f"<#{room_id}>", moment=moment)


def quarantined(number: int, room_id: int) -> str:
    """Say that a match's data does not replay; `room_id` is 0 if that is unknown too."""
    if not room_id:
        return _(
            "⚠️ Match no. {number} is paused: its saved data can't be replayed, so I've left it "
            "untouched. No clock is running.",
            number=number,
        )
    return _(
        "⚠️ Match no. {number} in {room} is paused: its saved data can't be replayed, so I've left "
        "it untouched. No clock is running.",
        number=number,
        room=f"<#{room_id}>",
    )


WHY_QUARANTINED: Final = Text(
    "Reason: {reason}. `dealer verify` says more; `/match abort` with the match's number ends it."
)


def standstill(room_ids: Sequence[int], reason: str) -> str:
    """Say that nothing can be saved, with the database's own reason."""
    return _(
        "⚠️ I can't save anything right now ({reason}), so the clocks in {rooms} are stopped and "
        "nobody loses time. The matches resume by themselves once I can write to the database "
        "again.",
        reason=plain_name(reason),
        rooms=listing(at_most([f"<#{room_id}>" for room_id in room_ids])),
    )


# Defaults of a server

WHERE: Final = {
    RowOne.BOTTOM: Text("at the bottom of pictures"),
    RowOne.TOP: Text("at the top of pictures"),
}
"""The place of row 1, as an adverb."""
BEGINNING: Final = {True: Text("after both players are ready"), False: Text("at once")}
"""When matches begin, by whether both players have to be ready."""
PINGS: Final = {
    True: Text("From the next match on, my posts ping whoever has to act (`pings`)."),
    False: Text(
        "From the next match on, my posts ping nobody, except by `/match remind` and in the last "
        "minute before time runs out (`pings`)."
    ),
}
"""The pings of posts, by whether they ping players."""


def defaults(row1: RowOne, theme: str, *, ready: bool, pings: bool) -> str:
    """Answer `/dealer defaults`."""
    usual = _(
        "Defaults on this server: row 1 is {where} (`row1`), and matches start {beginning} "
        "(`ready`). A start command can override both.",
        where=WHERE[row1],
        beginning=BEGINNING[ready],
    )
    drawn = _("From the next picture on, boards are {theme} (`theme`).", theme=theme)
    return f"{usual} {PINGS[pings]()} {drawn}"


SPOKEN_HERE: Final = {
    True: Text(
        "From the next match on, I use {language} here; anyone who uses a command is answered in "
        "their own Discord language (`language`)."
    ),
    False: Text(
        "From the next match on, I use {language} here, this server's language on Discord; anyone "
        "who uses a command is answered in their own Discord language (`language`)."
    ),
}
"""The language spoken to everybody on a server, by whether a host has chosen it."""
