"""The Dealer's posts in a room or to one reader, ready to be stored and sent."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from typing import Final, NamedTuple, TypeAlias

from bot.values.obstacles import OptionalPermission
from engine.clocks import Seconds
from engine.matches.notices import FlagFell
from engine.seats import Seat
from rendering import Marks
from rendering.themes import USUAL, Theme


class Urgency(IntEnum):
    """The order of sending when not everything can go at once; lower goes sooner.

    A report is of a finished match: nobody waits for it. Copies for followers go last of all.
    """

    TURN = 0
    LAST_WARNING = 1
    WARNING = 2
    USUAL = 3
    REPORT = 4
    PRACTICE = 5
    AUDIENCE = 6


class AcknowledgementKind(Enum):
    """The kinds of acknowledgement of a player's message."""

    REPLY = "reply"
    REACTION = "reaction"
    ANNOUNCEMENT = "announcement"


Acknowledgement: TypeAlias = tuple[Seat, AcknowledgementKind]
"""The acknowledged player and the manner; at most one of each kind is on its way."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The input that a post answers.

    Attributes:
        source: Source of the event.
        message_id: Message that it answers or reacts to.
        channel_id: Private channel of that message, if any.
        token: Token of the interaction; without one, a private post goes to its reader's private
            channel or direct messages.
        acknowledges: Player whose messages or actions in the room it responds to. When these come
            faster than the answers can be posted, only the newest is answered.
        reaction: Emoji, if it is a reaction.
    """

    source: str | None = None
    message_id: int | None = None
    channel_id: int | None = None
    token: str | None = None
    acknowledges: Seat | None = None
    reaction: str | None = None


@dataclass(frozen=True, slots=True)
class Extras:
    """The pictures, files and buttons that go with a post.

    Attributes:
        has_board: True if pictures of the position go with it, as its readers may see it.
        is_at_submission: True if its pictures show the position as its reader's submission left it,
            before anything that this completed was shown.
        marks: Cells named by a refusal, if it has a button that shows them.
        has_form: True for a button that opens the form for secret submissions.
        shows_own: True for a button that shows players their closed items.
        host_reads: True for a button that shows hosts their own reading.
        words: Words to say with its buttons; None if it has no such buttons.
        has_record: True if the match record goes with it.
        has_animation: True if it only carries its match's animation, for which nothing else waits.
    """

    has_board: bool = False
    is_at_submission: bool = False
    marks: Marks | None = None
    has_form: bool = False
    shows_own: bool = False
    host_reads: bool = False
    words: tuple[str, ...] | None = None
    has_record: bool = False
    has_animation: bool = False


@dataclass(frozen=True, slots=True)
class Worth:
    """The order of a post's sending, and the end of its use.

    Attributes:
        expires_ms: Instant by Discord's clock after which it is not worth sending.
        expires_with_turn: True if it is not worth sending once another turn has opened.
    """

    urgency: Urgency = Urgency.USUAL
    expires_ms: int | None = None
    expires_with_turn: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A post's place in an outbox; all is 0 until `assign_places` gives it one.

    Attributes:
        match_id: Match whose outbox it is in; for a panel's post, minus the panel's number.
        sequence: Place in that outbox, from 1.
        log_length: Number of log entries that lead to the position it shows.
        number: Place among the posts for the same readers, from 1. Others can see this number but
            not the sequence, which would reveal how much is said in private.
        comes_after: Newest message known, when this was read from the database, of the posts that
            it must follow.
    """

    match_id: int = 0
    sequence: int = 0
    log_length: int = 0
    number: int = field(default=0, compare=False)
    comes_after: int = field(default=0, compare=False)


class Order(NamedTuple):
    """The facts that posts which must arrive as they were written have in common.

    Attributes:
        readers: Readers, with the channel of followers.
        is_urgent: True if they go ahead of everything else that waits for these readers.
        acknowledgement: Acknowledgement by a reply or reaction; None for any other post.
        waits_for_room: True if they go only after all earlier posts for the room: an animation
            takes a while to make, and a board sent to a player with a turn's post would show the
            turn before its clock starts.
    """

    readers: str
    is_urgent: bool
    acknowledgement: Acknowledgement | None = None
    waits_for_room: bool = False


@dataclass(frozen=True)
class Post:
    """A message or reaction by the Dealer, in a match's room or to one reader alone.

    Attributes:
        content: Text; `countdown` marks in it become live countdowns when it is sent.
        pings: Ids of the users it may ping.
        recipient: The only seat that may see it; None if it is for the room or for the host.
        for_host: True if only the host is to see it.
        audience: Channel of the followers it is for; None for a post of the match itself.
        starts_clock: True if a turn's clock starts when it arrives in the room.
        topic: Topic of a remark made only once in a match.
        mirror_text: Summary of a room's board, for followers elsewhere.
    """

    content: str = ""
    pings: tuple[int, ...] = field(default=())
    recipient: Seat | None = None
    for_host: bool = False
    audience: int | None = None
    starts_clock: bool = False
    topic: str | None = None
    mirror_text: str = ""
    reply: Reply = Reply()
    extras: Extras = Extras()
    worth: Worth = Worth()
    place: Place = Place()

    @property
    def is_room_message(self) -> bool:
        """True if it becomes a message in the match's room."""
        is_public = self.recipient is None and not self.for_host
        return is_public and self.reply.reaction is None and self.audience is None

    @property
    def readers(self) -> str:
        """The post's readers: a seat, "host", "audience" or "room"."""
        if self.audience is not None:
            return "audience"
        return self.recipient or ("host" if self.for_host else "room")

    @property
    def optional_permission(self) -> OptionalPermission | None:
        """The permission it needs to go as it is; without it, it goes in words."""
        if self.reply.reaction:
            return OptionalPermission.REACTIONS
        has_files = self.extras.has_board or self.extras.has_record or self.extras.has_animation
        is_public = self.is_room_message or self.audience is not None
        return OptionalPermission.FILES if is_public and has_files else None

    @property
    def missed_by(self) -> Seat | None:
        """The seat to be told in the room if this cannot reach it in private.

        A post that expires with its turn is dropped without a word.
        """
        return None if self.worth.expires_with_turn else self.recipient

    @property
    def acknowledgement(self) -> Acknowledgement | None:
        """The player it acknowledges, and the manner; None if it acknowledges nobody."""
        if self.reply.acknowledges is None:
            return None
        if self.reply.message_id is None:
            return self.reply.acknowledges, AcknowledgementKind.ANNOUNCEMENT
        return (
            self.reply.acknowledges,
            AcknowledgementKind.REACTION if self.reply.reaction else AcknowledgementKind.REPLY,
        )

    @property
    def order(self) -> Order:
        """The order that it has in common with the posts it must not overtake."""
        is_board_aside = self.recipient is not None and self.worth.expires_with_turn
        return Order(
            self.readers if self.audience is None else f"{self.readers} {self.audience}",
            is_urgent=self.worth.urgency < Urgency.USUAL,
            acknowledgement=None if self.reply.message_id is None else self.acknowledgement,
            waits_for_room=self.extras.has_animation or is_board_aside,
        )

    @property
    def follows(self) -> frozenset[Order]:
        """The orders whose earlier posts must all arrive before it."""
        in_turn = {Order(self.readers, is_urgent) for is_urgent in (True, False)}
        return frozenset({self.order, *(in_turn if self.extras.has_animation else ())})


def assign_places(
    posts: Iterable[Post],
    match_id: int,
    log_length: int,
    *,
    last_sequence: int,
    post_counts: Mapping[str, int],
) -> tuple[Post, ...]:
    """Give posts their places in a match's outbox.

    Copies for followers show the position that the room has seen. `log_length` entries lead to the
    one that the other posts show; `last_sequence` is the sequence of the last post so far,
    `post_counts` counts the posts for each reader.
    """
    counts = Counter(post_counts)
    in_place = []
    for sequence, post in enumerate(posts, start=last_sequence + 1):
        counts[post.readers] += 1
        shown_length = log_length if post.audience is None else post.place.log_length
        place = Place(match_id, sequence, shown_length, counts[post.readers])
        in_place.append(replace(post, place=place))
    return tuple(in_place)


@dataclass(frozen=True, slots=True)
class Origin:
    """A player's input, as the thing that a post answers.

    Attributes:
        message_id: None for a form or a button.
        recipient: Seat that is answered in private; None if everyone may read the answer.
        speaker: Seat that said it, if that matters to the answer.
        token: Token of the interaction that sent a form or pressed a button.
        form_text: Text of the form, which its sender no longer sees.
        source: Unique name of the event.
        channel_id: Private channel in which it was said, if any.
        is_press: True if a button said it.
        has_picture: True if a picture came with it, which the Dealer does not read.
    """

    message_id: int | None = None
    recipient: Seat | None = None
    token: str | None = None
    form_text: str = ""
    source: str | None = None
    speaker: Seat | None = None
    channel_id: int | None = None
    is_press: bool = False
    has_picture: bool = False

    def reply(self, content: str, *, has_board: bool = False) -> Post:
        """Return a post that answers it where it was said."""
        return Post(
            content,
            recipient=self.recipient,
            reply=Reply(
                self.source,
                self.message_id,
                self.channel_id,
                self.token,
                acknowledges=None if self.recipient else self.speaker,
            ),
            extras=Extras(has_board=has_board),
        )


NOWHERE: Final = Origin()


@dataclass(frozen=True, slots=True)
class LateMessage:
    """A message that came after all time had run out.

    Attributes:
        at: Seconds from the match's beginning to the message, or to its late edit.
        is_edit: True if its edit came late.
    """

    message_id: int
    at: Seconds
    is_edit: bool


@dataclass(frozen=True, slots=True)
class FlagFallReport:
    """A turn whose time ran out, and the messages that prove it.

    Attributes:
        ran_out: Time allowed, and the end of it.
        turn_message_id: Post at which its clock started.
        late: First message that came too late, if any had come by then.
    """

    ran_out: FlagFell
    turn_message_id: int
    late: LateMessage | None


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """The display settings for a match's readers."""

    theme: Theme = USUAL
    language: str = "en"
