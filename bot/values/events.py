"""Events of a live match. A `source` identifies one of Discord's events."""

import re
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias, TypeGuard

from bot.values.card import Person, Readers
from bot.values.discord_time import snowflake_ms
from bot.values.obstacles import Obstacle, Remark
from bot.values.post import Acknowledgement, Origin, Post
from engine.notation import is_concession
from engine.seats import Seat

_SAID: Final = re.compile(r"(?:message|edit|judged:[0-9]+):([0-9]+)(?::[0-9]+)?")
_RULED: Final = re.compile(r"interaction:[0-9]+:([0-9]+)(?::[0-9]+)?|judged:([0-9]+):.*")
_POST: Final = re.compile(r"post:([0-9]+)")


def host_of(source: str | None) -> int | None:
    """Return the ruling host named in an entry's source; None if unknown."""
    ruled = _RULED.fullmatch(source or "")
    return int(ruled[1] or ruled[2]) if ruled else None


def post_of(source: str | None) -> int | None:
    """Return the id of the post that an entry's source reports as delivered."""
    post = _POST.fullmatch(source or "")
    return int(post[1]) if post else None


def message_of(source: str | None) -> int | None:
    """Return the id of the message in an event's source; None if it was not a message."""
    match = _SAID.fullmatch(source or "")
    return int(match[1]) if match else None


@dataclass(frozen=True, slots=True)
class PlayerMessage:
    """A player's text; `at_ms` is Discord's time, as everywhere here.

    Attributes:
        snowflake: Id of the message, or of the interaction that sent a form.
        heard_through: Message up to which the room has been heard once this is judged.
        is_private: True if it was said to the Dealer alone.
        is_edit: True if the text is from an edit of the message.
        token: The interaction's token, for a form or a button press.
        inbox_id: Id in the inbox until it is judged, if it is stored there.
        channel_id: Private channel in which it was said, if any.
        button_message_id: Message with the button, if one was pressed.
        has_picture: True if a picture came with it, which the Dealer does not read.
    """

    seat: Seat
    text: str
    snowflake: int
    at_ms: int
    is_private: bool = False
    is_edit: bool = False
    token: str | None = None
    heard_through: int = 0
    inbox_id: int | None = None
    channel_id: int | None = None
    button_message_id: int | None = None
    has_picture: bool = False

    @classmethod
    def by_interaction(
        cls, seat: Seat, text: str, interaction_id: int, token: str, pressed_on: int | None = None
    ) -> "PlayerMessage":
        """Return a form's text, or a word said with a button of the message `pressed_on`."""
        at_ms, is_form = snowflake_ms(interaction_id), pressed_on is None
        sent = cls(seat, text, interaction_id, at_ms, is_private=is_form, token=token)
        return replace(sent, inbox_id=interaction_id, button_message_id=pressed_on)

    @property
    def is_in_room(self) -> bool:
        """True for a message in the room; all else is answered to the player alone."""
        return not self.is_private and not self.button_message_id

    @property
    def source(self) -> str:
        """Unique for each message, edit, form and button press."""
        if self.token:
            return f"interaction:{self.snowflake}"
        return (
            f"edit:{self.snowflake}:{self.at_ms}" if self.is_edit else f"message:{self.snowflake}"
        )

    @property
    def origin(self) -> Origin:
        """The origin for posts about it."""
        to = self.seat if self.is_private else None
        if self.button_message_id:
            return Origin(recipient=self.seat, token=self.token, source=self.source, is_press=True)
        if self.token:
            return Origin(recipient=to, token=self.token, form_text=self.text, source=self.source)
        return Origin(
            self.snowflake,
            to,
            source=self.source,
            speaker=self.seat,
            channel_id=self.channel_id,
            has_picture=self.has_picture,
        )


@dataclass(frozen=True, slots=True)
class MatchChoice:
    """A player chose which match a direct message of theirs is for; a reading includes it then.

    Attributes:
        inbox_id: Id in the inbox until it is judged.
    """

    inbox_id: int
    seat: Seat
    channel_id: int
    message_id: int

    @property
    def origin(self) -> Origin:
        """The origin for posts about it."""
        source = f"message:{self.message_id}"
        return Origin(self.message_id, self.seat, source=source, channel_id=self.channel_id)


Submission: TypeAlias = PlayerMessage | MatchChoice
"""A form or a choice, which leaves no trace on Discord, or what came in another shard's session.

It is kept until it is judged.
"""


@dataclass(frozen=True, slots=True)
class DealerActionRequest:
    """An action that the Dealer has to think of, for a seat that it has itself.

    Attributes:
        entries: Number of log entries by the seat itself and by hosts.
    """

    seat: Seat
    view: Any
    entries: int


@dataclass(frozen=True, slots=True)
class DealerActed:
    """An action of the Dealer in its own seat, handled like a player's text."""

    request: DealerActionRequest
    text: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class MessageEdited:
    """A new text for a player's message in the room."""

    seat: Seat
    message_id: int
    text: str
    at_ms: int

    @property
    def source(self) -> str:
        """Unique for each edit of each message."""
        return f"edit:{self.message_id}:{self.at_ms}"

    @property
    def origin(self) -> Origin:
        """The origin for posts about it."""
        return Origin(self.message_id, source=self.source, speaker=self.seat)


@dataclass(frozen=True, slots=True)
class HostMessage:
    """A line typed by a host in the room of a match that hosts judge there.

    Attributes:
        snowflake: Id of the message.
        host_id: Host's id, for the match's log.
        is_edit: True if the text is from an edit of the message.
        heard_through: The message up to which the room has been heard once this is judged.
    """

    text: str
    snowflake: int
    host_id: int
    at_ms: int
    is_edit: bool = False
    heard_through: int = 0

    @property
    def source(self) -> str:
        """Unique for each message and edit, with the host's id."""
        edit = f":{self.at_ms}" if self.is_edit else ""
        return f"judged:{self.host_id}:{self.snowflake}{edit}"

    @property
    def origin(self) -> Origin:
        """The origin for posts about it."""
        return Origin(self.snowflake, source=self.source)


@dataclass(frozen=True, slots=True)
class MessageDeleted:
    """A deleted message; Discord does not say when, so it counts when it is heard."""

    message_id: int
    at_ms: int

    @property
    def source(self) -> str:
        """Unique for each message."""
        return f"deletion:{self.message_id}"

    @property
    def origin(self) -> Origin:
        """The origin for posts about it."""
        return Origin(self.message_id)


@dataclass(frozen=True, slots=True)
class RulingGiven:
    """A host's ruling by a command.

    Attributes:
        text: Ruling as it stands in a record.
        person: New player, if it gives a seat to another person.
        host_id: Host's id, for the match's log.
        undone_entry: Entry, counted from 1, that it took back as shown; 0 if none, None if not
            shown.
    """

    text: str
    interaction_id: int
    at_ms: int
    person: Person | None = None
    reason: str = ""
    host_id: int | None = None
    undone_entry: int | None = None

    @property
    def source(self) -> str:
        """Unique for each interaction, with the host's id."""
        by = "" if self.host_id is None else f":{self.host_id}"
        return f"interaction:{self.interaction_id}{by}"


@dataclass(frozen=True, slots=True)
class HostReminderRequested:
    """A host's call to those who are awaited."""


@dataclass(frozen=True, slots=True)
class PostDelivered:
    """A post that became a message or, without one, was dropped.

    Attributes:
        acknowledgement: Acknowledgement of a player that it was.
        unreachable_seat: Seat that could not be reached in private.
        is_in_room: True for a message in the match's room.
        is_echoed: True if the gateway has reported the message, and so all that came before it.
        board_post: The post, if it has shown the room a board.
        is_repeated: True if it only repeats elsewhere what the room had been told.
        posts_elsewhere: Posts that repeat elsewhere what it has shown the room.
    """

    sequence: int
    message_id: int | None
    at_ms: int
    acknowledgement: Acknowledgement | None = None
    unreachable_seat: Seat | None = None
    is_in_room: bool = False
    is_echoed: bool = False
    board_post: Post | None = None
    is_repeated: bool = False
    posts_elsewhere: tuple[Post, ...] = ()


@dataclass(frozen=True, slots=True)
class PostEchoed:
    """A post reported by the gateway after `PostDelivered`.

    All that came before it has been reported.
    """

    message_id: int


@dataclass(frozen=True, slots=True)
class MatchChoiceRejected:
    """A chosen message that turns out not to be for this match."""

    inbox_id: int


@dataclass(frozen=True, slots=True)
class PrivateChannelChanged:
    """A change of a player's private channel.

    Attributes:
        is_lost: True if the old one was not private, or is closed to the Dealer.
    """

    seat: Seat
    channel_id: int | None
    is_lost: bool = False


@dataclass(frozen=True, slots=True)
class ReadersChanged:
    """The present choices of the match's players."""

    readers: Readers


@dataclass(frozen=True, slots=True)
class TimerFired:
    """A timer that has fired."""


@dataclass(frozen=True, slots=True)
class GapEnded:
    """The end of a gap in hearing the gateway.

    Attributes:
        since_ms: Beginning of the gap; None if it was too short to spare anybody.
        is_new_session: True if the gateway will never report the events in between.
    """

    since_ms: int | None
    is_new_session: bool = False


@dataclass(frozen=True, slots=True)
class PracticeHoldChanged:
    """The start or end of a practice hold, while a live match awaits the player's secret.

    Attributes:
        room_id: Room of that match; None once no match awaits a secret.
        at_ms: Beginning of the hold.
    """

    room_id: int | None
    at_ms: int


@dataclass(frozen=True, slots=True)
class GapStarted:
    """The start of a gap in hearing the match's server, which a `GapEnded` ends."""

    since_ms: int


@dataclass(frozen=True, slots=True)
class GapReached:
    """A gap whose turn has come, now that all messages before it are judged."""


@dataclass(frozen=True, slots=True)
class RoomObstructed:
    """A room that is closed to the Dealer."""

    obstacle: Obstacle


@dataclass(frozen=True, slots=True)
class RoomReading:
    """The result of reading the room.

    Attributes:
        messages: Texts of players and hosts in order; some may have been judged already.
        read_through: Newest message in the room that was read.
    """

    messages: tuple["RoomMessage", ...]
    read_through: int


@dataclass(frozen=True, slots=True)
class ReadingScope:
    """The extent of a reading.

    Attributes:
        until_ms: Instant up to which to read; None for everything.
        is_newest_known: True if the gateway has just reported the room's newest message.
    """

    until_ms: int | None = None
    is_newest_known: bool = False


@dataclass(frozen=True, slots=True)
class RoomRead:
    """A completed reading of the room, up to an instant if `until_ms` is set.

    Attributes:
        number: Number of the reading in the match; only the latest counts.
    """

    reading: RoomReading
    until_ms: int | None
    number: int


@dataclass(frozen=True, slots=True)
class MessageFound:
    """A message found by a reading; it is judged in its turn and waits for nothing."""

    message: "RoomMessage"


@dataclass(frozen=True, slots=True)
class ReadingDone:
    """The end of judging a reading's messages."""

    read_through: int
    until_ms: int | None


RoomMessage: TypeAlias = PlayerMessage | MessageEdited | HostMessage
"""Messages that a reading may find."""

Event: TypeAlias = (
    PlayerMessage
    | DealerActed
    | MessageEdited
    | HostMessage
    | MessageDeleted
    | RulingGiven
    | HostReminderRequested
    | PostDelivered
    | PostEchoed
    | MatchChoice
    | MatchChoiceRejected
    | PrivateChannelChanged
    | ReadersChanged
    | TimerFired
    | GapEnded
    | PracticeHoldChanged
    | GapStarted
    | GapReached
    | RoomObstructed
    | Remark
    | RoomRead
    | MessageFound
    | ReadingDone
)


def is_in_room(event: Event) -> TypeGuard[PlayerMessage | HostMessage]:
    """Return whether an event is a message in the match's room."""
    return isinstance(event, HostMessage) or (isinstance(event, PlayerMessage) and event.is_in_room)


def is_edit(event: Event) -> TypeGuard[RoomMessage]:
    """Return whether an event is a message's new text."""
    return isinstance(event, MessageEdited) or (
        isinstance(event, PlayerMessage | HostMessage) and event.is_edit
    )


def may_follow_from(event: RoomMessage | MessageDeleted, waiting: Event) -> bool:
    """Return whether an event came after a deferred one, and may follow from it."""
    if not isinstance(waiting, RoomMessage):
        return False
    if isinstance(event, MessageDeleted):
        return waiting.origin.message_id == event.message_id
    if not is_edit(waiting) or waiting.at_ms > event.at_ms:
        return False
    return isinstance(event, HostMessage) or not is_concession(event.text)
