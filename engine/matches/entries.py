"""The entries of a match's log, and the causes that notices name."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.clocks import Seconds
from engine.matches.rulings import Ruling, Say, TableLine, read_ruling
from engine.refusals import Refused
from engine.seats import SEATS, Seat

POSTED: Final = "posted"
"""The Dealer's entry once the new position is posted in the room."""
PAUSE: Final = "pause"
RESUME: Final = "resume"
BY_DEALER: Final = (PAUSE, RESUME)
"""The host's rulings that the Dealer enters itself: when it was away, or practice waits."""


class Speaker(StrEnum):
    """The author of an entry."""

    EC = "ec"
    DMO = "dmo"
    DEALER = "dealer"
    HOST = "host"

    seat: Seat | None
    """The player's seat; None for the Dealer and the host."""

    def __init__(self, value: str) -> None:
        self.seat = Seat(value) if value in SEATS else None


class CauseKind(StrEnum):
    """The kind of thing that led to a notice."""

    ACTION = "action"
    LOT = "lot"
    TIME = "time"
    LINE = "line"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class Cause:
    """The cause of a notice, without the typed text, which may be secret.

    `seat` is the player who acted; None for a lot, for time that ran out, and for a host's line or
    ruling.
    """

    kind: CauseKind
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log: its author, instant and text.

    A Dealer's entry without text says that time passed and nobody else typed anything.

    Attributes:
        speaker: The author of the entry.
        at: Seconds since the match began.
        text: The text exactly as typed.
    """

    speaker: Speaker
    at: Seconds
    text: str = ""

    @property
    def ruling(self) -> Ruling | None:
        """The host's ruling, or the Dealer's own pause; None if it is none, or makes no sense."""
        by_dealer = self.speaker is Speaker.DEALER and self.text.strip().lower() in BY_DEALER
        if not (by_dealer or self.speaker is Speaker.HOST):
            return None
        try:
            return read_ruling(self.text)
        except Refused:
            return None

    @property
    def effective(self) -> "Entry":
        """The entry as it counts: as typed by the seat for which a host says it."""
        if self.speaker is not Speaker.HOST:
            return self
        ruling = self.ruling
        return (
            Entry(Speaker(ruling.seat), self.at, ruling.text) if isinstance(ruling, Say) else self
        )

    @property
    def cause(self) -> Cause:
        """The entry as the cause of notices."""
        seat = self.effective.speaker.seat
        if seat:
            return Cause(CauseKind.ACTION, seat)
        if ruling := self.ruling:
            is_line = isinstance(ruling, TableLine)
            return Cause(CauseKind.LINE if is_line else CauseKind.RULING)
        return Cause(CauseKind.LOT if self.text else CauseKind.TIME)
