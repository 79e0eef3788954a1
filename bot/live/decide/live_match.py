"""A live match: the engine's match, and everything remembered beside its log."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.posts.answers import Answers
from bot.values.card import AS_THE_ROOM, Readers
from bot.values.discord_time import snowflake_before
from bot.values.effects import Acknowledgements
from bot.values.events import (
    Event,
    HostMessage,
    MessageDeleted,
    MessageEdited,
    PlayerMessage,
    RulingGiven,
    message_of,
)
from bot.values.match import MatchContext
from engine.matches.entries import PAUSE
from engine.matches.match import Match
from engine.seats import Seat


@dataclass(frozen=True, kw_only=True)
class LiveMatch(MatchContext):
    """A live match between two events.

    Attributes:
        match: Match at the end of its log.
        sources: Discord event behind each entry of the log, if any.
        acknowledgements: Acknowledgements on their way to players.
        readers: Languages of the players, and who reads boards in words and symbols.
        last_hint_ms: Time of each seat's latest text that got a hint.
        is_obstructed: True if the room is closed to the Dealer, and the host knows.
        is_catching_up: True while missed events have yet to be judged.
        reading: Number of the latest reading of the room; only that one counts.
        is_reading: True while that reading goes on.
        deferred: Events deferred until the room is read or reopened.
        last_gap_end_ms: End of the latest gap in hearing; 0 if there was none.
    """

    match: Match
    sources: tuple[str | None, ...] = ()
    acknowledgements: Acknowledgements = Acknowledgements()
    readers: Readers = AS_THE_ROOM
    last_hint_ms: Mapping[Seat, int] = field(default_factory=dict, hash=False)
    is_obstructed: bool = False
    is_catching_up: bool = False
    reading: int = 0
    is_reading: bool = False
    deferred: tuple[Event, ...] = ()
    last_gap_end_ms: int = 0

    @property
    def has_people_waiting(self) -> bool:
        """True if a person's action waits for the room to be read."""
        by_people = PlayerMessage | MessageEdited | HostMessage | MessageDeleted | RulingGiven
        return any(isinstance(event, by_people) for event in self.deferred)

    @property
    def composer(self) -> Answers:
        """The writer of the match's posts, and of answers about it."""
        return Answers(self.card, self.readers, self.sources, self.turn_message_id)

    def has_judged(self, source: str) -> bool:
        """Return whether an event was judged before, so that it must not count again."""
        return source in self.processed_sources or source in self.sources

    @property
    def turn_post_sequence(self) -> int:
        """The sequence of the post that opened the present turn; 0 if there is none."""
        return self.turn_post.place.sequence if self.turn_post else 0

    def entry_of(self, message_id: int) -> int | None:
        """Return the entry of the log that a message became last; None if it was not accepted."""
        numbers = [
            index for index, source in enumerate(self.sources) if message_of(source) == message_id
        ]
        return numbers[-1] if numbers else None

    @property
    def held_message_id(self) -> int | None:
        """The message of the move that is held now."""
        held = self.match.held
        if held is None:
            return None
        log = zip(self.match.entries, self.sources, strict=True)
        message = (held.entry.speaker, held.entry.text)
        messages = [
            message_of(source) for entry, source in log if (entry.speaker, entry.text) == message
        ]
        return messages[-1] if messages else None

    @property
    def earliest_editable_id(self) -> int | None:
        """The message after which an edit in the room may count; None if none may."""
        opening_id, held = self.turn_message_id, self.held_message_id
        if opening_id is None and self.turn_post:
            # Until the turn's post is known to stand, a message from before it counts.
            before = snowflake_before(self.card.began_ms)
            opening_id = max(self.turn_post.place.comes_after, before)
        bounds = [opening_id, held - 1 if held else None]
        return min((bound for bound in bounds if bound is not None), default=None)

    @property
    def awaits_secrets(self) -> bool:
        """True while the match waits for a secret submission."""
        match = self.match
        return match.result is None and bool(match.game.takes_secrets(match.state))

    @property
    def pause_source(self) -> str:
        """The source of the pause that goes on; empty for a host's, and if there is none."""
        if self.match.clock.paused_since is None:
            return ""
        log = zip(reversed(self.match.entries), reversed(self.sources), strict=True)
        return next((source or "" for entry, source in log if entry.text == PAUSE), "")

    def match_at(self, now_ms: int) -> Match:
        """Return the match as far as it can be known at an instant, for questions about it."""
        now, due = self.card.instant(now_ms), self.match.next_due()
        return self.match.advance_time(now if due is None else min(now, due), inclusive=False).match
