"""What can happen to a live match; `source` tells an event of Discord's from every other."""

import asyncio
import re
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from bot.letters import Origin
from engine.refusals import Refused
from engine.seats import Seat

_SAID: Final = re.compile(r"(?:message|edit):([0-9]+)(?::[0-9]+)?")


def message_of(source: str | None) -> int | None:
    """The message that said something, by the source of the event; None where it was none."""
    said = _SAID.fullmatch(source or "")
    return int(said[1]) if said else None


class Obstacle(Enum):
    """Why a room takes nothing.

    The Dealer may not write there, there is no such room, or a turn's post is not taken at all.
    """

    FORBIDDEN = "forbidden"
    GONE = "gone"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Typed:
    """What a seated player said; `at_ms` is Discord's time, as everywhere here.

    Attributes:
        said_id: The message, or the interaction by which a form was sent.
        heard_to: Up to which message the room has been heard once this is judged.
        is_private: Whether it was said to the Dealer alone.
        is_edit: Whether the message has got the text by an edit.
        token: The interaction's token, where it was a form.
    """

    seat: Seat
    text: str
    said_id: int
    at_ms: int
    is_private: bool = False
    is_edit: bool = False
    token: str | None = None
    heard_to: int = 0

    @property
    def source(self) -> str:
        """One for each message, each edit of one, and each form."""
        if self.token:
            return f"interaction:{self.said_id}"
        return f"edit:{self.said_id}:{self.at_ms}" if self.is_edit else f"message:{self.said_id}"

    @property
    def origin(self) -> Origin:
        """What its letters answer."""
        to = self.seat if self.is_private else None
        if self.token:
            return Origin(to=to, token=self.token, form_text=self.text, source=self.source)
        return Origin(self.said_id, to, source=self.source)


@dataclass(frozen=True, slots=True)
class Edited:
    """A seated player's message in the room has a new text since an instant."""

    seat: Seat
    message_id: int
    text: str
    at_ms: int

    @property
    def source(self) -> str:
        """One for each edit of each message."""
        return f"edit:{self.message_id}:{self.at_ms}"

    @property
    def origin(self) -> Origin:
        """What its letters answer."""
        return Origin(self.message_id, source=self.source)


@dataclass(frozen=True, slots=True)
class Deleted:
    """A message is gone; a deletion carries no time, so it counts when it is seen."""

    message_id: int
    at_ms: int

    @property
    def source(self) -> str:
        """One for each message."""
        return f"deletion:{self.message_id}"

    @property
    def origin(self) -> Origin:
        """What its letters answer."""
        return Origin(self.message_id)


@dataclass(frozen=True, slots=True)
class Ruled:
    """A host's ruling by a command; `answer` is told whether it was refused."""

    text: str
    interaction_id: int
    at_ms: int
    answer: "asyncio.Future[Refused | None]"

    @property
    def source(self) -> str:
        """One for each interaction."""
        return f"interaction:{self.interaction_id}"


@dataclass(frozen=True, slots=True)
class Delivered:
    """A letter stands as a message; without one it was dropped.

    `unreached` is the seat whose direct messages did not take it.
    """

    sequence: int
    message_id: int | None
    at_ms: int
    unreached: Seat | None = None


@dataclass(frozen=True, slots=True)
class Woken:
    """Time has come for something."""


@dataclass(frozen=True, slots=True)
class Away:
    """The gateway told nothing for a time, and tells again.

    Attributes:
        since_ms: Since when; None where it was so short that nobody is to be spared it.
        is_new_session: Whether it will never tell what happened meanwhile.
    """

    since_ms: int | None
    is_new_session: bool = False


@dataclass(frozen=True, slots=True)
class Back:
    """What was said before the gap has been judged; now the gap itself is."""


@dataclass(frozen=True, slots=True)
class Obstructed:
    """Discord does not let the Dealer into the room any more."""

    obstacle: Obstacle


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found where nobody had listened.

    Attributes:
        said: It, in the order in which it was said; some may have been judged already.
        read_to: The newest message in the room that was looked at.
    """

    said: tuple[Typed | Edited, ...]
    read_to: int


@dataclass(frozen=True, slots=True)
class Scope:
    """What is to be read.

    Attributes:
        until_ms: All up to an instant; None for all there is.
        knows_newest: Whether the gateway has just told which message is a room's newest.
    """

    until_ms: int | None = None
    knows_newest: bool = False


@dataclass(frozen=True, slots=True)
class RoomRead:
    """A reading is done: of all up to an instant or, where that is None, of all there was.

    Attributes:
        number: Which reading of its table it was; only the latest is of account.
    """

    reading: Reading
    until_ms: int | None
    number: int


Event: TypeAlias = (
    Typed | Edited | Deleted | Ruled | Delivered | Woken | Away | Back | Obstructed | RoomRead
)
