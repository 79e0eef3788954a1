"""What can happen in a live match. A `source` identifies one of Discord's events."""

import re
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias, TypeGuard

from bot.values.card import Person
from bot.values.discord_time import snowflake_ms
from bot.values.obstacles import Obstacle, Remark
from bot.values.post import Origin, Post
from engine.notation import is_concession
from engine.seats import Seat

_SAID: Final = re.compile(r"(?:message|edit|judged:[0-9]+):([0-9]+)(?::[0-9]+)?")
_RULED: Final = re.compile(r"interaction:[0-9]+:([0-9]+)(?::[0-9]+)?|judged:([0-9]+):.*")
_POST: Final = re.compile(r"post:([0-9]+)")


def host_of(source: str | None) -> int | None:
    """Which host ruled, by the source of an entry; None if that is not known."""
    ruled = _RULED.fullmatch(source or "")
    return int(ruled[1] or ruled[2]) if ruled else None


def post_of(source: str | None) -> int | None:
    """The Dealer's message that an entry says stands in the room, by the entry's source."""
    post = _POST.fullmatch(source or "")
    return int(post[1]) if post else None


def message_of(source: str | None) -> int | None:
    """The message behind an event, by its source; None if it was not a message."""
    said = _SAID.fullmatch(source or "")
    return int(said[1]) if said else None


@dataclass(frozen=True, slots=True)
class Typed:
    """A player said something; `at_ms` is Discord's time, as everywhere here.

    Attributes:
        said_id: The message, or the interaction that sent a form.
        heard_to: The message up to which the room has been heard once this is judged.
        is_private: Whether it was said to the Dealer alone.
        is_edit: Whether the text is from an edit of the message.
        token: The interaction's token, if it was a form or the press of a button.
        inbox_id: The interaction it is kept under until it is judged, if it is kept.
        channel_id: The private channel in which it was said, if it was said in one.
        pressed_on: The message whose button said it, if it was the press of one.
        has_picture: True if a picture came with it, which the Dealer does not read.
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
    channel_id: int | None = None
    pressed_on: int | None = None
    has_picture: bool = False

    @classmethod
    def by_form(cls, seat: Seat, text: str, interaction_id: int, token: str) -> "Typed":
        """A text that was sent with a form."""
        sent = cls(seat, text, interaction_id, snowflake_ms(interaction_id), is_private=True)
        return replace(sent, token=token, inbox_id=interaction_id)

    @classmethod
    def by_button(
        cls, seat: Seat, text: str, interaction_id: int, token: str, pressed_on: int
    ) -> "Typed":
        """A word that was said with a button of the Dealer's message `pressed_on`."""
        sent = cls(seat, text, interaction_id, snowflake_ms(interaction_id), pressed_on=pressed_on)
        return replace(sent, token=token, inbox_id=interaction_id)

    @property
    def is_in_room(self) -> bool:
        """Whether it is a message in the room; all else is answered to the player alone."""
        return not self.is_private and not self.pressed_on

    @property
    def source(self) -> str:
        """One for each message, each edit of one, each form and each press of a button."""
        if self.token:
            return f"interaction:{self.said_id}"
        return f"edit:{self.said_id}:{self.at_ms}" if self.is_edit else f"message:{self.said_id}"

    @property
    def origin(self) -> Origin:
        """What the posts about it answer."""
        to = self.seat if self.is_private else None
        if self.pressed_on:
            return Origin(to=self.seat, token=self.token, source=self.source, is_press=True)
        if self.token:
            return Origin(to=to, token=self.token, form_text=self.text, source=self.source)
        return Origin(
            self.said_id,
            to,
            source=self.source,
            speaker=self.seat,
            channel_id=self.channel_id,
            has_picture=self.has_picture,
        )


@dataclass(frozen=True, slots=True)
class Choice:
    """A player chose which match a direct message of theirs is for; a reading includes it then.

    Attributes:
        inbox_id: The interaction it is kept under until it is judged.
        channel_id: The channel of the message.
        message_id: The message.
    """

    inbox_id: int
    seat: Seat
    channel_id: int
    message_id: int

    @property
    def origin(self) -> Origin:
        """What the posts about it answer."""
        source = f"message:{self.message_id}"
        return Origin(self.message_id, self.seat, source=source, channel_id=self.channel_id)


Submission: TypeAlias = Typed | Choice
"""A form or a choice, which leaves no trace on Discord, or what came in another shard's session.

It is kept until it is judged.
"""


@dataclass(frozen=True, slots=True)
class Asked:
    """An action that the Dealer has to think of, for a seat that it has itself.

    Attributes:
        seat: The seat.
        view: All that the seat may see.
        entries: How many entries the log has of the seat itself and of hosts.
    """

    seat: Seat
    view: Any
    entries: int


@dataclass(frozen=True, slots=True)
class Acted:
    """The Dealer acts in a seat of its own, as a player would do by typing."""

    asked: Asked
    text: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Edited:
    """A player's message in the room got a new text at an instant."""

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
        """What the posts about it answer."""
        return Origin(self.message_id, source=self.source, speaker=self.seat)


@dataclass(frozen=True, slots=True)
class HostTyped:
    """A host typed a line in the room of a match that hosts judge there.

    Attributes:
        said_id: The message.
        by_id: Which host it was, as the match's log says.
        is_edit: Whether the text is from an edit of the message.
        heard_to: The message up to which the room has been heard once this is judged.
    """

    text: str
    said_id: int
    by_id: int
    at_ms: int
    is_edit: bool = False
    heard_to: int = 0

    @property
    def source(self) -> str:
        """One for each message and each edit of one; it also says whose."""
        edit = f":{self.at_ms}" if self.is_edit else ""
        return f"judged:{self.by_id}:{self.said_id}{edit}"

    @property
    def origin(self) -> Origin:
        """What the posts about it answer."""
        return Origin(self.said_id, source=self.source)


@dataclass(frozen=True, slots=True)
class Deleted:
    """A message was deleted; Discord does not say when, so it counts when it is heard."""

    message_id: int
    at_ms: int

    @property
    def source(self) -> str:
        """One for each message."""
        return f"deletion:{self.message_id}"

    @property
    def origin(self) -> Origin:
        """What the posts about it answer."""
        return Origin(self.message_id)


@dataclass(frozen=True, slots=True)
class Ruled:
    """A host's ruling by a command.

    Attributes:
        text: The ruling as it stands in a record.
        person: Who has the seat from now on, where it gives a seat to another person.
        because: What the host says for a reason.
        by_id: Which host it was, as the match's log says.
        proposal: The number it was proposed under, if the host was shown it first.
        takes_back: The entry of the log that it took back as it was shown, counted from 1; 0 if
            none, None if it was not shown.
    """

    text: str
    interaction_id: int
    at_ms: int
    person: Person | None = None
    because: str = ""
    by_id: int | None = None
    proposal: int | None = None
    takes_back: int | None = None

    @property
    def source(self) -> str:
        """One for each interaction; it also says whose."""
        by = "" if self.by_id is None else f":{self.by_id}"
        return f"interaction:{self.interaction_id}{by}"


@dataclass(frozen=True, slots=True)
class Called:
    """A host calls those who are awaited."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """A post stands as a message or, without one, was dropped.

    Attributes:
        unreached: The seat that it could not be brought to in private.
        is_in_room: Whether it is a message in the match's room.
        is_echoed: Whether the gateway has told of that message, and so of all that came before it.
        shown: The post, if it has shown the room a board.
        is_repeated: Whether it only tells those who follow along what the room had been told.
    """

    sequence: int
    message_id: int | None
    at_ms: int
    unreached: Seat | None = None
    is_in_room: bool = False
    is_echoed: bool = False
    shown: Post | None = None
    is_repeated: bool = False


@dataclass(frozen=True, slots=True)
class Echoed:
    """The gateway tells of a post after it was `Delivered`, and so of all that came before it.

    Attributes:
        message_id: The message that the post has become.
    """

    message_id: int


@dataclass(frozen=True, slots=True)
class NotChosen:
    """The message of a choice turns out to be none for this match."""

    inbox_id: int


@dataclass(frozen=True, slots=True)
class ChannelChanged:
    """A player speaks to the Dealer in another private channel from now on.

    Attributes:
        channel_id: The channel; None where only direct messages are left.
        is_lost: Whether the one before turned out not to be private, or is closed to the Dealer.
    """

    seat: Seat
    channel_id: int | None
    is_lost: bool = False


@dataclass(frozen=True, slots=True)
class Woken:
    """The time has come for something."""


@dataclass(frozen=True, slots=True)
class Away:
    """The gateway was silent for a time, and is no longer.

    Attributes:
        since_ms: Since when; None if it was too short to spare anybody.
        is_new_session: Whether it will never tell what happened in between.
    """

    since_ms: int | None
    is_new_session: bool = False


@dataclass(frozen=True, slots=True)
class SecretAwaited:
    """A live match awaits a secret of somebody who practises here, or none does any more.

    Attributes:
        room_id: The room of that match; None where no match awaits one.
        at_ms: Since when.
    """

    room_id: int | None
    at_ms: int


@dataclass(frozen=True, slots=True)
class Unheard:
    """From now on nothing is heard of the match's server, until an `Away` ends that."""

    since_ms: int


@dataclass(frozen=True, slots=True)
class Back:
    """What was said before a gap has been judged; now the gap itself is."""


@dataclass(frozen=True, slots=True)
class Obstructed:
    """The room is closed to the Dealer."""

    obstacle: Obstacle


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reading of the room found.

    Attributes:
        said: What players and hosts said, in order; some may have been judged already.
        read_to: The newest message in the room that was read.
    """

    said: tuple["Said", ...]
    read_to: int


@dataclass(frozen=True, slots=True)
class Scope:
    """How much is to be read.

    Attributes:
        until_ms: Everything up to an instant; None for everything there is.
        knows_newest: Whether the gateway has just told which message is the room's newest.
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
    """A reading found what somebody said; it is judged in its turn and waits for nothing."""

    said: "Said"


@dataclass(frozen=True, slots=True)
class ReadingDone:
    """Everything that a reading found has been judged."""

    read_to: int
    until_ms: int | None


Said: TypeAlias = Typed | Edited | HostTyped
"""What a reading may find."""

Event: TypeAlias = (
    Typed
    | Acted
    | Edited
    | HostTyped
    | Deleted
    | Ruled
    | Called
    | Delivered
    | Echoed
    | Choice
    | NotChosen
    | ChannelChanged
    | Woken
    | Away
    | SecretAwaited
    | Unheard
    | Back
    | Obstructed
    | Remark
    | RoomRead
    | Found
    | ReadingDone
)


def is_edit_source(source: str | None) -> bool:
    """Whether the source of an event is the edit of a player's message."""
    return (source or "").startswith("edit:")


def is_in_room(event: Event) -> TypeGuard[Typed | HostTyped]:
    """Whether it is a message in the match's room."""
    return isinstance(event, HostTyped) or (isinstance(event, Typed) and event.is_in_room)


def is_edit(event: Event) -> TypeGuard[Said]:
    """Whether a message got a new text."""
    return isinstance(event, Edited) or (isinstance(event, Typed | HostTyped) and event.is_edit)


def hangs_on(event: Said | Deleted, waiting: Event) -> bool:
    """Whether an event came after one that waits, and may follow from it."""
    if not isinstance(waiting, Said):
        return False
    if isinstance(event, Deleted):
        return waiting.origin.message_id == event.message_id
    if not is_edit(waiting) or waiting.at_ms > event.at_ms:
        return False
    return isinstance(event, HostTyped) or not is_concession(event.text)
