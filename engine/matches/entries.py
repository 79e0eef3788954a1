"""The lines of a match's log, and how one is the cause of what is told."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Final, overload

from engine.clocks import Seconds
from engine.seats import Seat

POSTED: Final = "posted"
"""What the Dealer enters when a new position stands in the room."""


class Speaker(StrEnum):
    """Who makes an entry."""

    EC = "ec"
    DMO = "dmo"
    DEALER = "dealer"
    HOST = "host"

    @property
    def seat(self) -> Seat | None:
        """The player's seat, if it is a player."""
        return Seat(self.value) if self in {Speaker.EC, Speaker.DMO} else None


class CauseKind(StrEnum):
    """What sort of thing brought a notice about."""

    ACTION = "action"
    LOT = "lot"
    TIME = "time"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class Cause:
    """What brought a notice about, without what was said: that may be secret.

    `seat` is whose action it was; None for a lot, for time that ran out, and for a host's ruling.
    """

    kind: CauseKind
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log: who, when, and the text; `dealer` without one says that time passed."""

    who: Speaker
    at: Seconds
    text: str = ""

    @property
    def cause(self) -> Cause:
        """The entry as what brings a notice about."""
        if self.who.seat:
            return Cause(CauseKind.ACTION, self.who.seat)
        if self.who is Speaker.HOST:
            return Cause(CauseKind.RULING)
        return Cause(CauseKind.LOT if self.text else CauseKind.TIME)


class Log(Sequence[Entry]):
    """The entries of a match, in order.

    A value as a tuple is, but one that costs as little to lengthen when it is long: it lengthens
    the very list behind it, of which the shorter log sees only its own part. A log that is
    lengthened a second time, otherwise, has its part copied first.

    >>> log = Log([Entry(Speaker.HOST, Seconds(5), "pause")])
    >>> one, other = (log.followed_by(Entry(Speaker.HOST, Seconds(at), "resume")) for at in (6, 7))
    >>> len(log), [str(each.at) for each in one], [str(each.at) for each in other]
    (1, ['5', '6'], ['5', '7'])
    """

    __slots__ = ("_length", "_shared")

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._shared = list(entries)
        self._length = len(self._shared)

    def followed_by(self, entry: Entry) -> "Log":
        """The log with one more entry."""
        longer = Log()
        # Nothing is shared with an empty one, from which any match may begin.
        is_latest = 0 < self._length == len(self._shared)
        longer._shared = self._shared if is_latest else self._shared[: self._length]
        longer._shared.append(entry)
        longer._length = self._length + 1
        return longer

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Entry: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Entry, ...]: ...

    def __getitem__(self, index: int | slice) -> Entry | tuple[Entry, ...]:
        place = range(self._length)[index]
        if isinstance(place, range):
            return tuple(map(self._shared.__getitem__, place))
        return self._shared[place]

    def __iter__(self) -> Iterator[Entry]:
        return islice(self._shared, self._length)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Log | tuple):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))
