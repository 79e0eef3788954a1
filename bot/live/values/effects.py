"""What follows from an event: what one transaction stores, and what is done once it is stored."""

from dataclasses import dataclass, field

from bot.card import MatchCard, Person
from bot.live.values.events import Event, Scope
from bot.posts.post import Post
from engine.game import Outcome
from engine.matches.entries import Entry
from engine.matches.standing import Standing
from engine.refusals import Refused
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Sourced:
    """An entry of the log and the Discord event it came from; None where it came from none."""

    entry: Entry
    source: str | None


@dataclass(frozen=True, slots=True)
class ReadRoom:
    """A reading of the room that is to begin; one with another number no longer counts."""

    number: int
    scope: Scope


@dataclass(frozen=True)
class Effects:
    """What follows from one event in a live match.

    The first fields are kept in one transaction, if `must_be_kept`; all others are carried out
    after that.

    Attributes:
        match_id: The match.
        first_number: The place of the first new entry in the log.
        entries: New entries of the log.
        posts: New posts, at their places in the outbox.
        done: The sequence of a post that was delivered, and the message it became; or None for
            the message if it was dropped.
        settled: The interaction that is judged now, and so no longer kept in the inbox.
        proposal: The number of the proposed ruling that is judged now, and so is no longer kept.
        read_to: The message up to which the room has been heard.
        away_since_ms: Since when nothing was heard, until that gap is in the log.
        wake_ms: When time next does something to the match.
        outcome: How the match ended, if it did.
        standing: Where the match stands by its log; None leaves what is kept.
        must_be_kept: Whether there is anything to keep.
        may_be_lost: Whether a new process could find it out again: it is kept in good time.
        looks_for: The seats whose players may have left the server.
        reading: A reading of the room that is to begin.
        then: What happens next, before anything else.
        again: What had waited and comes again, before anything that came later.
        refusal: Why a host's ruling, or an action of the Dealer's own, was refused.
        reopens: Whether the host says that the room takes posts again.
        is_put_off: Whether the event itself waits, and has changed nothing else.
        card: The match's card, where somebody else has a seat now, or speaks in another channel.
        is_reopened: Whether the match was over and goes on.
    """

    match_id: int
    first_number: int = 0
    entries: tuple[Sourced, ...] = ()
    posts: tuple[Post, ...] = ()
    done: tuple[int, int | None] | None = None
    settled: int | None = None
    proposal: int | None = None
    read_to: int = 0
    away_since_ms: int | None = None
    wake_ms: int | None = None
    outcome: Outcome | None = None
    standing: Standing | None = field(default=None, hash=False)
    must_be_kept: bool = False
    may_be_lost: bool = False
    looks_for: tuple[Seat, ...] = ()
    reading: ReadRoom | None = None
    then: tuple[Event, ...] = ()
    again: tuple[Event, ...] = ()
    refusal: Refused | None = None
    reopens: bool = False
    is_put_off: bool = False
    card: MatchCard | None = field(default=None, hash=False)
    is_reopened: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """A ruling that a host is asked to confirm.

    Attributes:
        match_id: The match.
        ruling: As it stands in a record.
        takes_back: The entry of the log that it would take back; 0 if it takes nothing back.
        because: What the host says for a reason.
        person: Who is to have the seat, where the ruling gives it to another person.
    """

    match_id: int
    ruling: str
    takes_back: int
    because: str = ""
    person: Person | None = None
