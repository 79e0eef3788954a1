"""What one event does to a match, gathered until it is kept in one transaction."""

from dataclasses import dataclass, field, replace

from bot.posts.acknowledgements import Acknowledgements
from bot.posts.post import Post
from bot.storage.records import Sourced
from engine.matches.entries import Entry
from engine.matches.match import Match, Step
from engine.refusals import Refused
from engine.seats import Seat


@dataclass
class Draft:
    """What one event does to a match, until it is committed.

    Attributes:
        match: The match as far as the event has brought it.
        entries: What is new in the log.
        letters: What is to be told.
        acknowledgements: What of it waits for others to the same player, where that is new.
        done: A letter that is delivered or dropped, and the message it became.
        judged: The sources by which what was said may come again.
        heard_to: Up to which message the room has been heard.
        held_message: The message of a move that is held now.
        is_put_off: Whether the event waits for the room to be read, and has done nothing.
        hinted: The seat that is told how something is typed, and when it had typed it.
        opened_by: The post that opened the turn, where it has just come to stand.
        away_since: Since when nothing is heard, where that is new.
        is_back: Whether the time in which nothing was heard is accounted for.
        is_obstructed: Whether the room takes nothing, where that is new.
        is_unposted: Whether the post that opened the turn can never stand, where that is new.
        unreached: A seat that is found to take no direct messages.
        newest_post: A post of the Dealer's that stands in the room now.
        looks_for: The seats whose players may have left the server.
        reads_to_ms: Up to which instant the room must be read, before a flag may fall.
        catches_up: Whether all that was missed must be read.
        refusal: Why a host's ruling is refused.
        settled: The interaction that is judged now, and so need not be kept any more.
    """

    match: Match
    entries: list[Sourced] = field(default_factory=list)
    posts: list[Post] = field(default_factory=list)
    acknowledgements: Acknowledgements | None = None
    done: tuple[int, int | None] | None = None
    judged: tuple[str, ...] = ()
    heard_to: int = 0
    held_message: int | None = None
    is_put_off: bool = False
    hinted: tuple[Seat, int] | None = None
    opened_by: int | None = None
    away_since: int | None = None
    is_back: bool = False
    is_obstructed: bool | None = None
    is_unposted: bool | None = None
    unreached: Seat | None = None
    newest_post: int = 0
    looks_for: tuple[Seat, ...] = ()
    reads_to_ms: int | None = None
    catches_up: bool = False
    refusal: Refused | None = None
    settled: int | None = None

    def absorb(self, step: Step, own: Entry | None = None, source: str | None = None) -> None:
        """Go on to a step's match, noting which of its new entries came from the event itself."""
        for entry in step.match.entries[len(self.match.entries) :]:
            is_own = own is not None and (entry.who, entry.text) == (own.who, own.text)
            self.entries.append(Sourced(entry, source if is_own else None))
        is_logged = len(step.match.entries) > len(self.match.entries)
        # What left nothing in the log binds nobody: a move typed before it may still be on its way.
        self.match = step.match if is_logged else replace(step.match, now=self.match.now)
