"""What can happen to a live match; `source` tells an event of Discord's from every other."""

import re
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, TypeGuard

from bot.discord_clock import snowflake_ms
from bot.obstacles import Obstacle, Remark
from bot.posts.post import Origin
from engine.notation import is_concession
from engine.seats import Seat

_SAID: Final = re.compile(r"(?:message|edit):([0-9]+)(?::[0-9]+)?")


def message_of(source: str | None) -> int | None:
    """The message that said something, by the source of the event; None where it was none."""
    said = _SAID.fullmatch(source or "")
    return int(said[1]) if said else None


@dataclass(frozen=True, slots=True)
class Typed:
    """What a seated player said; `at_ms` is Discord's time, as everywhere here.

    Attributes:
        said_id: The message, or the interaction by which a form was sent.
        heard_to: Up to which message the room has been heard once this is judged.
        is_private: Whether it was said to the Dealer alone.
        is_edit: Whether the message has got the text by an edit.
        token: The interaction's token, where it was a form.
        inbox_id: As which interaction it is kept until it is judged, if it is.
    """

    seat: Seat
    text: str
    said_id: int
    at_ms: int
    is_private: bool = False
    is_edit: bool = False
    token: str | None = None
    heard_to: int = 0
    inbox_id: int | None = None

    @classmethod
    def by_form(cls, seat: Seat, text: str, interaction_id: int, token: str) -> "Typed":
        """What was sent by a form."""
        at_ms = snowflake_ms(interaction_id)
        sent = cls(seat, text, interaction_id, at_ms, is_private=True, token=token)
        return replace(sent, inbox_id=interaction_id)

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
        return Origin(self.said_id, to, source=self.source, speaker=self.seat)


@dataclass(frozen=True, slots=True)
class Choice:
    """A seated player said for which match a private message of theirs is.

    Attributes:
        inbox_id: As which interaction it is kept until it is judged.
        channel_id: Where the message stands.
        message_id: The message.
    """

    inbox_id: int
    seat: Seat
    channel_id: int
    message_id: int

    @property
    def origin(self) -> Origin:
        """What its letters answer."""
        return Origin(self.message_id, self.seat, source=f"message:{self.message_id}")


Submission: TypeAlias = Typed | Choice
"""What leaves no trace on Discord, a form or a choice, and is kept until it is judged."""


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
        return Origin(self.message_id, source=self.source, speaker=self.seat)


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
    """A host's ruling by a command."""

    text: str
    interaction_id: int
    at_ms: int

    @property
    def source(self) -> str:
        """One for each interaction."""
        return f"interaction:{self.interaction_id}"


@dataclass(frozen=True, slots=True)
class Delivered:
    """A letter stands as a message; without one it was dropped.

    Attributes:
        unreached: The seat whose direct messages did not take it.
        is_in_room: Whether the message is a post of the Dealer's in the match's room.
    """

    sequence: int
    message_id: int | None
    at_ms: int
    unreached: Seat | None = None
    is_in_room: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """A choice was kept, so that a reading of the room includes the message it is about."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class NotChosen:
    """The message of a choice turns out to be none for this match."""

    inbox_id: int


@dataclass(frozen=True, slots=True)
class Woken:
    """The time has come for something."""


@dataclass(frozen=True, slots=True)
class TakenUp:
    """A new process goes on with the match; `alive_ms` is the last proof of life of another."""

    alive_ms: int


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
class Unheard:
    """Discord tells nothing of the match's server from now on, until `Away` ends that."""

    since_ms: int


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
    """The room was read: up to an instant or, where that is None, everything there was.

    Attributes:
        number: Which reading in the match it was; only the latest counts.
    """

    reading: Reading
    until_ms: int | None
    number: int


@dataclass(frozen=True, slots=True)
class Found:
    """A reading found what a player said; it is judged in its turn and waits for nothing."""

    said: Typed | Edited


@dataclass(frozen=True, slots=True)
class ReadingDone:
    """Everything that a reading found has been judged."""

    read_to: int
    until_ms: int | None


Event: TypeAlias = (
    Typed
    | Edited
    | Deleted
    | Ruled
    | Delivered
    | Chosen
    | NotChosen
    | Woken
    | TakenUp
    | Away
    | Unheard
    | Back
    | Obstructed
    | Remark
    | RoomRead
    | Found
    | ReadingDone
)


def is_edit(event: Event) -> TypeGuard[Typed | Edited]:
    """Whether a message has got a new text."""
    return isinstance(event, Edited) or (isinstance(event, Typed) and event.is_edit)


def hangs_on(event: Typed | Edited | Deleted, waiting: Event) -> bool:
    """Whether something was done by the author of what waits, or to its message, after it."""
    if not isinstance(waiting, Typed | Edited):
        return False
    if isinstance(event, Deleted):
        return waiting.origin.message_id == event.message_id
    if not is_edit(waiting) or waiting.at_ms > event.at_ms:
        return False
    return waiting.seat is event.seat and not is_concession(event.text)
