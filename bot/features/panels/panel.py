"""A match that waits to begin, and the effects of presses and time; pure functions.

All times are milliseconds by Discord's clock.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.features.panels import texts
from bot.texts import hosting
from bot.values.card import MatchCard
from bot.values.discord_time import snowflake_ms
from engine.seats import Seat

MINUTE_MS: Final = 60_000
PINGS_MS: Final = (15 * MINUTE_MS, MINUTE_MS)
"""The times of pings before a match's time, the first one first."""
MISSED_PING: Final = len(PINGS_MS) + 1
"""The number of the ping that follows if the Dealer was away at its time."""
HOST_TOLD: Final = MISSED_PING + 1
ROOM_TOLD: Final = HOST_TOLD + 1
"""The numbers of the pings by which the host, and then the room, learn what it needs to begin."""
LAPSE_MS: Final = 24 * 60 * MINUTE_MS
"""Longest wait of a panel for its players."""
MAX_LATE_MS: Final = 5 * MINUTE_MS
"""Longest delay of a match's own start if the Dealer was away at its time."""


class Button(StrEnum):
    """The buttons of a panel."""

    READY = "ready"
    NOT_READY = "unready"
    START = "start"
    CANCEL = "cancel"


class End(StrEnum):
    """The outcome of a panel."""

    BEGUN = "begun"
    CANCELLED = "cancelled"
    LAPSED = "lapsed"


class PressRefusedError(Exception):
    """Error for a press that changes nothing; the message is a sentence for its user."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A match that waits to begin.

    Attributes:
        card: Match to begin; `began_ms` is when it was set up.
        at_ms: Earliest start; None for as soon as everybody is ready.
        is_told: True if a host has started it, whoever is ready.
        pressed_ms: Instant of the last press that changed anything.
        is_missed: True if the Dealer was away at its time, and has asked everybody anew.
        is_forced: True if it begins even without the Dealer's optional permissions.
        blocker: Obstacle to its beginning, as its host was told: from then on only a host starts
            it.
        pinged: Number of the last ping that is done.
        message_id: Message with its buttons, once that stands; 0 if it never will.
        end: Outcome; None while it waits.
    """

    card: MatchCard
    asks_ready: bool
    at_ms: int | None = None
    ready: frozenset[Seat] = frozenset()
    is_told: bool = False
    pressed_ms: int | None = None
    is_missed: bool = False
    is_forced: bool = False
    blocker: str | None = None
    pinged: int = 0
    message_id: int | None = None
    end: End | None = None
    id: int = 0

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that still have to be ready; the Dealer always is."""
        return tuple(
            seat for seat in self.card.people if self.asks_ready and seat not in self.ready
        )

    @property
    def ready_from_ms(self) -> int:
        """The instant from which *Ready* counts: hours before, it says nothing about the time."""
        return 0 if self.at_ms is None else self.at_ms - PINGS_MS[0]

    @property
    def lapses_ms(self) -> int:
        """The instant at which it stops waiting."""
        return (self.card.began_ms if self.at_ms is None else self.at_ms) + LAPSE_MS

    def begins(self, now_ms: int) -> bool:
        """Return whether its match begins now."""
        if self.is_told or self.blocker is not None:
            return self.is_told
        return not self.awaited and now_ms >= (self.at_ms or 0)

    def is_too_late(self, now_ms: int) -> bool:
        """Return whether it should have begun so long ago that nobody may be there any more.

        The Dealer was away then. If it plays alone, there is nobody to wait for.
        """
        due_ms = max(self.pressed_ms or 0, 0 if self.is_told else self.at_ms or 0)
        is_late = self.begins(now_ms) and now_ms > due_ms + MAX_LATE_MS
        return is_late and bool(self.card.people)

    def pings_behind(self, now_ms: int) -> int:
        """Return how many pings should have gone out by an instant."""
        if self.is_missed:
            return MISSED_PING
        return sum(now_ms >= instant for instant in self._pings_ms)

    def ping_due(self, now_ms: int) -> int | None:
        """Return the number of the ping to post now; None if there is none.

        Its players are pinged before its time, or after it was missed; obstacles go to its host
        first.
        """
        if self.blocker is not None:
            number = max(self.pinged + 1, HOST_TOLD)
            return number if number <= ROOM_TOLD else None
        number = self.pings_behind(now_ms)
        is_of_use = self.is_missed or now_ms < (self.at_ms or 0)
        return number if is_of_use and number > self.pinged else None

    @property
    def _pings_ms(self) -> tuple[int, ...]:
        return () if self.at_ms is None else tuple(self.at_ms - before for before in PINGS_MS)

    def next_ms(self, now_ms: int) -> int:
        """Return the next instant at which time changes anything."""
        instants = (*self._pings_ms, self.at_ms or 0, self.lapses_ms)
        return min((instant for instant in instants if instant > now_ms), default=now_ms)


def set_up(card: MatchCard, at_ms: int | None, *, asks_ready: bool) -> Panel:
    """Return a match's panel; its message itself stands for pings that would be in the past."""
    panel = Panel(card, asks_ready, at_ms)
    return replace(panel, pinged=panel.pings_behind(card.began_ms))


def asked_anew(panel: Panel) -> Panel:
    """Ask everybody again after a missed time; presses from before no longer count."""
    return replace(panel, asks_ready=True, ready=frozenset(), is_told=False, is_missed=True)


def held_up(panel: Panel, blocker: str) -> Panel:
    """Hold up a panel whose match could not begin; players who are ready stay so."""
    return replace(panel, is_told=False, blocker=blocker)


@dataclass(frozen=True, slots=True)
class Press:
    """A press of a button; only hosts get as far as *Start now* and *Cancel*."""

    button: Button
    user_id: int
    message_id: int


def pressed(panel: Panel, press: Press, now_ms: int) -> Panel:
    """Return the panel after a press, or raise PressRefusedError."""
    # An earlier panel may have had the same number; any later message with it counts as its own.
    is_own = press.message_id == panel.message_id or (
        panel.message_id is None and snowflake_ms(press.message_id) >= panel.card.began_ms
    )
    if panel.end or panel.is_told or not is_own:
        raise PressRefusedError(texts.OVER())
    next_panel = _after(panel, press, now_ms)
    return replace(next_panel, message_id=press.message_id, pressed_ms=now_ms)


def called_off(panel: Panel, user_id: int) -> Panel:
    """Call a match off for a host, or raise PressRefusedError.

    The host who set a match up may, even if they play in it: nothing has happened yet.
    """
    if panel.end or panel.is_told:
        raise PressRefusedError(texts.OVER())
    plays = panel.card.seat_of(user_id) is not None
    if plays and user_id != panel.card.host_id:
        raise PressRefusedError(hosting.OWN_MATCH())
    return replace(panel, end=End.CANCELLED)


def _after(panel: Panel, press: Press, now_ms: int) -> Panel:
    seat = panel.card.seat_of(press.user_id)
    if press.button is Button.READY:
        return _readied(panel, seat, now_ms)
    if press.button is Button.NOT_READY:
        if seat not in panel.ready:
            raise PressRefusedError((texts.NOT_READY_YET if seat else texts.NOT_A_PLAYER)())
        return replace(panel, ready=panel.ready - {seat})
    if press.button is Button.CANCEL:
        return called_off(panel, press.user_id)
    if seat:
        raise PressRefusedError(hosting.OWN_MATCH())
    return replace(panel, is_told=True)


def _readied(panel: Panel, seat: Seat | None, now_ms: int) -> Panel:
    if seat is None:
        raise PressRefusedError(texts.NOT_A_PLAYER())
    if seat not in panel.awaited:
        raise PressRefusedError(texts.ALREADY_READY())
    if now_ms < panel.ready_from_ms:
        raise PressRefusedError(texts.TOO_EARLY(moment=texts.moment(panel.ready_from_ms)))
    return replace(panel, ready=panel.ready | {seat})
