"""What the Dealer puts before a room or a player: facts of a post, ready to be kept and sent."""

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Final, TypeAlias

from engine.seats import Seat


class Urgency(IntEnum):
    """What goes first where all cannot go at once; the lower, the sooner."""

    TURN = 0
    LAST_WARNING = 1
    WARNING = 2
    USUAL = 3


class Manner(Enum):
    """How a player is shown that they were heard."""

    REPLY = "reply"
    REACTION = "reaction"
    ANNOUNCEMENT = "announcement"


Slot: TypeAlias = tuple[Seat, Manner]
"""What of a kind is on its way to one player."""


@dataclass(frozen=True)
class Post:
    """A post, a reply or a reaction, in the match's room or before one player alone.

    Attributes:
        content: The text; its `countdown` marks become live countdowns as it is sent.
        pings: The users whom it may ping.
        to: The seat that alone is to see it; None where it is for the room, or for the host.
        for_host: Whether the host alone is to see it.
        token: The token of the interaction that it answers; without one a private letter goes to
            its reader's direct messages.
        answers: The event that it answers, by its source.
        acknowledges: The player to whom it says before all what became of a word or deed of theirs
            in the room. Of such only the newest is told, where they come faster than they go.
        reply_to: The message that it answers, or reacts to.
        reaction: The emoji, where it is a reaction.
        board: Whether the pictures of the position go with it, as its readers may see it.
        form: Whether a button goes with it that opens a form for secret submissions.
        record: Whether the match record goes with it.
        opens: Whether its standing in the room starts the clock of a turn.
        expires_ms: After which instant by Discord's clock it is not worth sending.
        for_turn: Whether it is not worth sending once another turn has opened.
        urgency: Before what it goes where not all can go at once.
        once: What it tells that is said once in a match.
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

    @property
    def is_post(self) -> bool:
        """Whether it becomes a message in the match's room."""
        return self.to is None and not self.for_host and self.reaction is None

    @property
    def readers(self) -> str:
        """Who is to see it: a seat, the host, or the room."""
        return self.to or ("host" if self.for_host else "room")

    @property
    def slot(self) -> Slot | None:
        """Whom it acknowledges, and how; None where it is nobody's acknowledgement."""
        if self.acknowledges is None:
            return None
        if self.reply_to is None:
            return self.acknowledges, Manner.ANNOUNCEMENT
        return self.acknowledges, Manner.REACTION if self.reaction else Manner.REPLY

    @property
    def is_urgent(self) -> bool:
        """Whether it goes before what else its readers are told."""
        return self.urgency < Urgency.USUAL

    @property
    def hangs_on_message(self) -> bool:
        """Whether it replies or reacts to a player's message, so that the others need no order."""
        return self.acknowledges is not None and self.reply_to is not None

    @property
    def order(self) -> tuple[str, bool, Slot | None]:
        """What letters have in common that stand in the order in which they were written."""
        return self.readers, self.is_urgent, self.slot if self.hangs_on_message else None


@dataclass(frozen=True, slots=True)
class Origin:
    """What was said, as the thing that letters answer.

    Attributes:
        message_id: The message; None where it was a form, or a message that is gone.
        to: The seat that said it in private; None where all could read it.
        speaker: The seat that said it.
        token: The token of the interaction by which a form was sent.
        form_text: What the form held, which is gone from its sender's sight.
        source: What tells the event from every other.
    """

    message_id: int | None = None
    to: Seat | None = None
    token: str | None = None
    form_text: str = ""
    source: str | None = None
    speaker: Seat | None = None

    def answered(self, content: str, *, board: bool = False) -> Post:
        """A letter that answers it where it was said."""
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
