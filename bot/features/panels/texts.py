"""Matches that wait to begin: panels, pings, and answers to presses."""

from collections.abc import Collection
from typing import Final

from bot.texts import clocks, matches
from bot.texts.language import Text, _
from bot.texts.seating import Seating
from engine.seats import Seat
from engine.texts import GameTexts
from engine.words.sentences import listing

# The panel

READY_LABEL: Final = Text("Ready")
NOT_READY_LABEL: Final = Text("Not ready")
START_LABEL: Final = Text("Start now")
CANCEL_LABEL: Final = Text("Cancel")


def panel(seating: Seating, texts: GameTexts) -> str:
    """Return the head of a panel: players and clocks."""
    game = seating.game
    head = _("Next: {game}", game=game.title)
    return f"## {head}\n{matches.players(seating, texts)}\n🕰️ {clocks.of_game(game)}.\n"


def when(at_ms: int | None, *, asks_ready: bool) -> str:
    """Say when the match of a panel begins."""
    if at_ms is None:
        return _("It starts once both players have pressed *Ready*, or when a host starts it.")
    place = _("Start: {moment} ({from_now}).", moment=moment(at_ms), from_now=from_now(at_ms))
    if not asks_ready:
        text = _("A host can start it earlier.")
    else:
        text = _(
            "If somebody isn't ready by then, it starts once both players are. You can press "
            "*Ready* from 15 minutes before; a host can start it at any time."
        )
    return f"{place} {text}"


def who_is_ready(seating: Seating, awaited: Collection[Seat]) -> str:
    """Say which players are ready."""
    parts = ((AWAITED if seat in awaited else IS_READY, seating.name(seat)) for seat in Seat)
    return "\n".join(text(player=name) for text, name in parts)


AWAITED: Final = Text("⌛ {player} isn't ready yet")
IS_READY: Final = Text("✅ {player} is ready")
MISSED: Final = Text("I was away at the start time, so I'm asking both players again.")
COULD_NOT_BEGIN: Final = Text(
    "⛔ The match can't start yet.\n{hitch}\nOnce that's fixed, a host can press *Start now*."
)
ENDED: Final = {
    "begun": Text("▶️ The match has started."),
    "cancelled": Text("✖️ The match has been called off."),
    "lapsed": Text("✖️ The match has been called off: it couldn't start for 24 hours."),
}
"""The text of a panel in place of its buttons, by its end."""


def line(seating: Seating, room_id: int, at_ms: int | None) -> str:
    """Return a line of `/match list`."""
    text = IN_LIST_AT if at_ms else IN_LIST
    return text(
        room=f"<#{room_id}>",
        game=seating.game.title,
        **seating.bold_names,
        from_now=from_now(at_ms or 0),
    )


IN_LIST: Final = Text("Next in {room}, {game}: {ec} against {dmo} once both are ready")
IN_LIST_AT: Final = Text("Next in {room}, {game}: {ec} against {dmo} {from_now}")


# Pings


def ping(mentions: str, at_ms: int, link: str, *, asks_ready: bool) -> str:
    """Ping players whose match begins soon."""
    text = _(
        "⏰ {players} your match (start {from_now}): {link}.",
        players=mentions,
        from_now=from_now(at_ms),
        link=link,
    )
    return f"{text} {PRESS_READY()}" if asks_ready else text


PRESS_READY: Final = Text("Press *Ready* there if you haven't yet.")
MISSED_PING: Final = Text(
    "⏰ {players} I was away when your match was due to start. It starts once you've both pressed "
    "*Ready* again: {link}."
)


def moment(at_ms: int) -> str:
    """Return an instant in Discord's mark, shown in each reader's time zone."""
    return f"<t:{at_ms // 1000}:F>"


def from_now(at_ms: int) -> str:
    """Return Discord's live countdown to an instant."""
    return f"<t:{at_ms // 1000}:R>"


# Answers

STARTING: Final = Text("The match is starting.")
CANCELLED: Final = Text("The match has been called off.")
CANNOT_BEGIN: Final = Text("The match can't start yet.\n{hitch}")
NOT_READY_ANY_MORE: Final = Text("You're no longer marked as ready. Press *Ready* when you are.")
READY: Final = Text("Everybody is ready.")
OVER: Final = Text("This match has already started or been called off, so nothing has changed.")
NOT_A_PLAYER: Final = Text("Only the two players can press *Ready*.")
ALREADY_READY: Final = Text("You're already marked as ready.")
NOT_READY_YET: Final = Text("You aren't marked as ready.")
TOO_EARLY: Final = Text("You can press *Ready* from {moment}, 15 minutes before the match.")


def set_up(room: str, at_ms: int | None) -> str:
    """Answer a start that has to wait."""
    if at_ms is None:
        return _("The match is set up in {room}. It starts once both players are ready.", room=room)
    return _(
        "The match is set up in {room} for {moment} ({from_now}).",
        room=room,
        moment=moment(at_ms),
        from_now=from_now(at_ms),
    )


def readied(seating: Seating, awaited: Collection[Seat], at_ms: int | None) -> str:
    """Answer *Ready*; `at_ms` is the start of the match, if it is still ahead."""
    if awaited:
        other_names = listing([seating.name(seat) for seat in awaited])
        return _("You're ready. {player} isn't yet.", player=other_names)
    if at_ms:
        return _("You're ready. Start of the match: {from_now}.", from_now=from_now(at_ms))
    return READY()


# Times that hosts write

NO_TIME: Final = Text(
    "write a time and its zone, such as `20:30 Europe/Berlin` or `2026-12-24 20:30 "
    "America/New_York`, or how far ahead it is, such as `in 90 minutes` or `in 2 hours`"
)
NO_ZONE: Final = Text("add a time zone, such as `{time} Europe/Berlin`")
NO_SUCH_ZONE: Final = Text("I don't know the zone {zone}; write one such as Europe/Berlin or UTC")
LEFT_OUT: Final = Text(
    "there is no {time} on {day} in {zone}: the clocks skip it when they go forward"
)
PAST: Final = Text("that is in the past")
TOO_FAR: Final = Text("that is too far ahead; at most {days} days are allowed")
