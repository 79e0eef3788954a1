"""What the Dealer posts in a room or to one reader, ready to be stored and sent."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Final, TypeAlias

from engine.matches.values import changed
from engine.seats import Seat


class Urgency(IntEnum):
    """What goes first when not everything can be sent at once; lower goes sooner.

    A report is of what is over: nobody waits for it.
    """

    TURN = 0
    LAST_WARNING = 1
    WARNING = 2
    USUAL = 3
    REPORT = 4


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
            reader's direct messages.
        answers: The source of the event it answers.
        acknowledges: The player whose words or deeds in the room it responds to. When these come
            faster than the answers can be posted, only the newest is answered.
        reply_to: The message it answers or reacts to.
        reaction: The emoji, if it is a reaction.
        board: Whether pictures of the position go with it, as its readers may see it.
        form: Whether a button that opens the form for secret submissions goes with it.
        record: Whether the match record goes with it.
        opens: Whether a turn's clock starts when it arrives in the room.
        expires_ms: The instant by Discord's clock after which it is not worth sending.
        for_turn: Whether it is not worth sending once another turn has opened.
        urgency: What it goes ahead of when not everything can be sent at once.
        once: The topic, for something said only once in a match.
        match_id: The match whose outbox it is in.
        sequence: Its place in that outbox, from 1.
        log_length: How many entries of the log lead to the position it shows.
        number: Its place among the posts for the same readers, from 1. Others can see this number
            but not the sequence, which would reveal how much is said in private.
        comes_after: The newest message that an earlier post of the same order had become when this
            one was read from the database.
    """

    content: str = ""
    pings: tuple[int, ...] = field(default=())
    to: Seat | None = None
    for_host: bool = False
    token: str | None = None
    answers: str | None = None
    acknowledges: Seat | None = None
    reply_to: int | None = None
    reaction: str | None = None
    board: bool = False
    form: bool = False
    record: bool = False
    opens: bool = False
    expires_ms: int | None = None
    for_turn: bool = False
    urgency: Urgency = Urgency.USUAL
    once: str | None = None
    match_id: int = 0
    sequence: int = 0
    log_length: int = 0
    number: int = field(default=0, compare=False)
    comes_after: int = field(default=0, compare=False)

    @property
    def is_post(self) -> bool:
        """Whether it becomes a message in the match's room."""
        return self.to is None and not self.for_host and self.reaction is None

    @property
    def readers(self) -> str:
        """Who may see it: a seat, the host or the room."""
        return self.to or ("host" if self.for_host else "room")

    @property
    def acknowledgement(self) -> Acknowledgement | None:
        """Whom it acknowledges, and how; None if it acknowledges nobody."""
        if self.acknowledges is None:
            return None
        if self.reply_to is None:
            return self.acknowledges, Manner.ANNOUNCEMENT
        return self.acknowledges, Manner.REACTION if self.reaction else Manner.REPLY

    def reader_id(self, players: Mapping[Seat, int], host_id: int) -> int | None:
        """The one user who may read it; None if it is for the room."""
        if self.to:
            return players[self.to]
        return host_id if self.for_host else None

    @property
    def is_urgent(self) -> bool:
        """Whether it goes ahead of everything else that waits for its readers."""
        return self.urgency < Urgency.USUAL

    @property
    def hangs_on_message(self) -> bool:
        """Whether it replies or reacts to a player's message, and so needs no order."""
        return self.acknowledgement_on_message is not None

    @property
    def acknowledgement_on_message(self) -> Acknowledgement | None:
        """Whom it acknowledges, and how, by a reply or reaction to their message; None if not."""
        return None if self.reply_to is None else self.acknowledgement

    @property
    def order(self) -> tuple[str, bool, Acknowledgement | None]:
        """Posts with the same order arrive in the order in which they were written."""
        return self.readers, self.is_urgent, self.acknowledgement_on_message


PLACE: Final = frozenset({"match_id", "sequence", "log_length", "number", "comes_after"})
"""The fields that give a post's place in its outbox, not what it says."""


def placed(
    posts: Iterable[Post], match_id: int, log_length: int, *, last: int, told: Mapping[str, int]
) -> tuple[Post, ...]:
    """Posts with their places in an outbox.

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
            changed(
                post,
                match_id=match_id,
                sequence=sequence,
                log_length=log_length,
                number=counts[post.readers],
                comes_after=0,
            )
        )
    return tuple(in_place)


@dataclass(frozen=True, slots=True)
class Origin:
    """What a player said, as the thing that a post answers.

    Attributes:
        message_id: The message; None if it was a form.
        to: The seat that said it in private; None if everyone could read it.
        speaker: The seat that said it, where that matters to the answer.
        token: The token of the interaction that sent a form.
        form_text: The form's text, which its sender no longer sees.
        source: What tells the event from every other.
    """

    message_id: int | None = None
    to: Seat | None = None
    token: str | None = None
    form_text: str = ""
    source: str | None = None
    speaker: Seat | None = None

    def answered(self, content: str, *, board: bool = False) -> Post:
        """A post that answers it where it was said."""
        return Post(
            content,
            to=self.to,
            token=self.token,
            answers=self.source,
            acknowledges=None if self.to else self.speaker,
            reply_to=self.message_id,
            board=board,
        )


NOWHERE: Final = Origin()
