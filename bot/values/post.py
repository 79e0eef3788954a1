"""What the Dealer posts in a room or to one reader, ready to be stored and sent."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from typing import Final, TypeAlias

from bot.texts.language import Language
from bot.values.card import Address
from engine.clocks import Seconds
from engine.matches.notices import RanOut
from engine.seats import Seat
from rendering import Marks
from rendering.themes import USUAL, Theme


class Urgency(IntEnum):
    """What goes first when not everything can be sent at once; lower goes sooner.

    A report is of what is over: nobody waits for it. Practice comes after it, and last of all what
    is repeated elsewhere for those who follow along.
    """

    TURN = 0
    LAST_WARNING = 1
    WARNING = 2
    USUAL = 3
    REPORT = 4
    PRACTICE = 5
    AUDIENCE = 6


class Manner(Enum):
    """How a player is shown that the Dealer heard them."""

    REPLY = "reply"
    REACTION = "reaction"
    ANNOUNCEMENT = "announcement"


Acknowledgement: TypeAlias = tuple[Seat, Manner]
"""Whom a post acknowledges, and how; at most one of each kind is on its way."""


@dataclass(frozen=True)
class Post:
    """Something the Dealer posts: a message or a reaction, and its place in its match's outbox.

    It goes to the match's room or to one reader alone. The fields of its place are 0 until `placed`
    gives it a place in the outbox; they are stored as columns, the rest as the body.

    Attributes:
        content: The text; when it is sent, `countdown` marks in it become live countdowns.
        pings: The users it may ping.
        to: The only seat that may see it; None if it is for the room or for the host.
        for_host: Whether only the host is to see it.
        token: The token of the interaction it answers; without one, a private post goes to its
            reader's private channel or direct messages.
        answers: The source of the event it answers.
        acknowledges: The player whose words or deeds in the room it responds to. When these come
            faster than the answers can be posted, only the newest is answered.
        reply_to: The message it answers or reacts to.
        channel_id: The private channel in which that message stands, if it stands in one.
        reaction: The emoji, if it is a reaction.
        board: Whether pictures of the position go with it, as its readers may see it.
        is_at_submission: Whether its pictures show the position as its reader's submission left it,
            before what that completed was shown.
        marks: The cells that a refusal names, if a button that shows them goes with it.
        form: Whether a button that opens the form for secret submissions goes with it.
        shows_own: Whether a button that shows players what they hold closed goes with it.
        host_reads: Whether a button that shows hosts what they alone may read goes with it.
        words: What may be said now by a button that goes with it; None if it has no such buttons.
        record: Whether the match record goes with it.
        animation: Whether it is nothing without the animation of its match, which keeps nothing
            else waiting.
        opens: Whether a turn's clock starts when it arrives in the room.
        expires_ms: The instant by Discord's clock after which it is not worth sending.
        for_turn: Whether it is not worth sending once another turn has opened.
        urgency: What it goes ahead of when not everything can be sent at once.
        once: The topic, for something said only once in a match.
        gist: What a board in the room is about, for those who follow along elsewhere.
        audience: The channel in which it is told to those who follow along; None for a post of the
            match itself.
        match_id: The match whose outbox it is in; of a panel's post, the panel's number below zero.
        sequence: Its place in that outbox, from 1.
        log_length: How many entries of the log lead to the position it shows.
        number: Its place among the posts for the same readers, from 1. Others can see this number
            but not the sequence, which would reveal how much is said in private.
        comes_after: The newest message that an earlier post of an order that it follows had become
            when this one was read from the database.
    """

    content: str = ""
    pings: tuple[int, ...] = field(default=())
    to: Seat | None = None
    for_host: bool = False
    token: str | None = None
    answers: str | None = None
    acknowledges: Seat | None = None
    reply_to: int | None = None
    channel_id: int | None = None
    reaction: str | None = None
    board: bool = False
    is_at_submission: bool = False
    marks: Marks | None = None
    form: bool = False
    shows_own: bool = False
    host_reads: bool = False
    words: tuple[str, ...] | None = None
    record: bool = False
    animation: bool = False
    opens: bool = False
    expires_ms: int | None = None
    for_turn: bool = False
    urgency: Urgency = Urgency.USUAL
    once: str | None = None
    gist: str = ""
    audience: int | None = None
    match_id: int = 0
    sequence: int = 0
    log_length: int = 0
    number: int = field(default=0, compare=False)
    comes_after: int = field(default=0, compare=False)

    @property
    def is_post(self) -> bool:
        """Whether it becomes a message in the match's room."""
        is_public = self.to is None and not self.for_host
        return is_public and self.reaction is None and self.audience is None

    @property
    def readers(self) -> str:
        """Who may see it: a seat, the host, those who follow along or the room."""
        if self.audience is not None:
            return "audience"
        return self.to or ("host" if self.for_host else "room")

    @property
    def place(self) -> str:
        """Its readers, and where they read it if they do so in several channels."""
        return self.readers if self.audience is None else f"{self.readers} {self.audience}"

    @property
    def after_room(self) -> bool:
        """Whether it goes only once all that came before it for the room has gone.

        An animation takes a while to make. A board that a player is sent with a turn's would tell
        them of the turn before its clock starts.
        """
        return self.animation or (self.to is not None and self.for_turn)

    @property
    def missed_by(self) -> Seat | None:
        """The seat that has to be told otherwise if this cannot be brought to it in private.

        What is worth nothing after its turn is dropped then, too, and nobody is told.
        """
        return None if self.for_turn else self.to

    @property
    def acknowledgement(self) -> Acknowledgement | None:
        """Whom it acknowledges, and how; None if it acknowledges nobody."""
        if self.acknowledges is None:
            return None
        if self.reply_to is None:
            return self.acknowledges, Manner.ANNOUNCEMENT
        return self.acknowledges, Manner.REACTION if self.reaction else Manner.REPLY

    def reader_id(self, address: Address) -> int | None:
        """The one user who may read it; None if it is for the room."""
        if self.to:
            return address.player_ids[self.to]
        return address.host_id if self.for_host else None

    @property
    def is_urgent(self) -> bool:
        """Whether it goes ahead of everything else that waits for its readers."""
        return self.urgency < Urgency.USUAL

    @property
    def acknowledgement_on_message(self) -> Acknowledgement | None:
        """Whom it acknowledges, and how, by a reply or reaction, which need no order; or None."""
        return None if self.reply_to is None else self.acknowledgement

    @property
    def order(self) -> tuple[str, bool, Acknowledgement | None, bool]:
        """Posts with the same order arrive in the order in which they were written."""
        acknowledgement = self.acknowledgement_on_message
        return self.place, self.is_urgent, acknowledgement, self.after_room

    @property
    def follows(self) -> frozenset[tuple[str, bool, Acknowledgement | None, bool]]:
        """The orders of which it comes after every post that was written before it."""
        in_turn = {(self.readers, is_urgent, None, False) for is_urgent in (True, False)}
        return frozenset({self.order, *(in_turn if self.animation else ())})


PLACE: Final = frozenset({"match_id", "sequence", "log_length", "number", "comes_after"})
"""The fields that give a post's place in its outbox, not what it says."""


def placed(
    posts: Iterable[Post], match_id: int, log_length: int, *, last: int, told: Mapping[str, int]
) -> tuple[Post, ...]:
    """Posts with their places in an outbox.

    What is repeated for those who follow along shows the position that the room has seen.

    Args:
        posts: What to post, in order.
        match_id: The match the outbox belongs to.
        log_length: How many entries of its log lead to the position they show.
        last: The sequence of the last post already in the outbox.
        told: How many posts the outbox holds for each reader.
    """
    counts = Counter(told)
    in_place = []
    for sequence, post in enumerate(posts, start=last + 1):
        counts[post.readers] += 1
        in_place.append(
            replace(
                post,
                match_id=match_id,
                sequence=sequence,
                log_length=log_length if post.audience is None else post.log_length,
                number=counts[post.readers],
                comes_after=0,
            )
        )
    return tuple(in_place)


@dataclass(frozen=True, slots=True)
class Origin:
    """What a player said, as the thing that a post answers.

    Attributes:
        message_id: The message; None if it was a form or a button.
        to: The seat that is answered in private; None if everyone may read the answer.
        speaker: The seat that said it, where that matters to the answer.
        token: The token of the interaction that sent a form or pressed a button.
        form_text: The form's text, which its sender no longer sees.
        source: What tells the event from every other.
        channel_id: The private channel in which it was said, if it was said in one.
        is_press: Whether a button said it.
        has_picture: True if a picture came with it, which the Dealer does not read.
    """

    message_id: int | None = None
    to: Seat | None = None
    token: str | None = None
    form_text: str = ""
    source: str | None = None
    speaker: Seat | None = None
    channel_id: int | None = None
    is_press: bool = False
    has_picture: bool = False

    def answered(self, content: str, *, board: bool = False) -> Post:
        """A post that answers it where it was said."""
        return Post(
            content,
            to=self.to,
            token=self.token,
            answers=self.source,
            acknowledges=None if self.to else self.speaker,
            reply_to=self.message_id,
            channel_id=self.channel_id,
            board=board,
        )


NOWHERE: Final = Origin()


@dataclass(frozen=True, slots=True)
class Late:
    """A message that came when all time had run out.

    Attributes:
        message_id: The message.
        at: When it was written or, if that is what came late, edited; seconds since the match
            began.
        is_edit: Whether its edit came late.
    """

    message_id: int
    at: Seconds
    is_edit: bool


@dataclass(frozen=True, slots=True)
class Overrun:
    """A turn whose time ran out, and the messages by which anybody can check that.

    Attributes:
        ran_out: What was allowed, and when that was over.
        opened_by: The post at which its clock started.
        late: What came too late, if anything had come when it was judged.
    """

    ran_out: RanOut
    opened_by: int
    late: Late | None


@dataclass(frozen=True, slots=True)
class Look:
    """How something about a match is shown to its readers.

    Attributes:
        theme: What boards are painted in.
        language: The language of all words.
    """

    theme: Theme = USUAL
    language: Language = Language.EN
