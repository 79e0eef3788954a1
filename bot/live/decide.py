"""Decides what an event does to a match: what is logged and told, and whether to read first."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from bot.card import MatchCard
from bot.discord_clock import DiscordClock
from bot.live.effects import Draft
from bot.live.events import (
    Away,
    Back,
    Deleted,
    Delivered,
    Edited,
    Event,
    Obstructed,
    RoomRead,
    Ruled,
    Typed,
    Unheard,
    Woken,
    hangs_on,
    is_edit,
)
from bot.obstacles import Lacking, Left, Obstacle, Remark, Slowed
from bot.posts.acknowledgements import Acknowledgements, Behind, perishable
from bot.posts.compose import Composer
from bot.posts.post import NOWHERE, Origin, Post
from engine.clocks import WARNINGS, ReminderKind, Seconds
from engine.matches.base_match import HeldMove
from engine.matches.entries import POSTED, Entry, Speaker
from engine.matches.match import Match, Step
from engine.matches.near_misses import near_miss
from engine.matches.notices import Reminded
from engine.matches.running_clock import ZERO
from engine.refusals import NotASubmission
from engine.seats import Seat

GRACE_MS: Final = 250
"""How long after the end of a hold it is judged.

What was typed, edited or deleted in time has mostly been heard by then; the rest can be read, but
for a deletion, which counts when it is heard.
"""
FORM_GRACE_MS: Final = 3_500
"""How long after the end of a secret phase it is judged.

A form leaves no message that could be read. It is kept, acknowledged and on its table within three
seconds of its sending; one that is told so late that Discord takes no answer any more may still
come within this time.
"""
HINT_EVERY_MS: Final = 20_000
"""How long a player who types nearly a submission again and again is told nothing more of it."""
LATE_START: Final = Seconds(1)
"""By how much a clock may start after its post stood before the room is told."""
TAKE_BACK_TEXT: Final = "takeback"
PAUSE: Final = "pause"
RESUME: Final = "resume"
OBSTACLE: Final = "obstacle"
"""How the source of a pause begins that a shut room has brought about."""


@dataclass
class Memory:
    """What is known of a live match beside its log, from one event to the next.

    Attributes:
        judged: The sources of what was said and judged, accepted or not.
        counted: For each message that was accepted, the entry of the log that it has become.
        held_by: The message of the latest move that was held.
        opening: The letter that opened the present turn.
        opened_by: The post that it became, once that stands.
        hinted: When each seat typed what it was last told how to type.
        away_since: Since when nothing was heard, until that gap is in the log.
        is_catching_up: Whether what was missed is still to be judged.
        is_obstructed: Whether the room takes nothing, and the host knows.
        is_unposted: Whether the post that opened the turn can never stand.
        acknowledgements: What is on its way to acknowledge players' doings in the room.
        unreached: The seats of which the room knows that they take no direct messages.
        told_once: What has been told that is said once in a match.
        newest_post: The Dealer's newest post that is known to stand in the room.
    """

    judged: set[str] = field(default_factory=set)
    counted: dict[int, int] = field(default_factory=dict)
    held_by: int | None = None
    opening: Post | None = None
    opened_by: int | None = None
    hinted: dict[Seat, int] = field(default_factory=dict)
    away_since: int | None = None
    is_catching_up: bool = False
    is_obstructed: bool = False
    is_unposted: bool = False
    acknowledgements: Acknowledgements = Acknowledgements()
    unreached: set[Seat] = field(default_factory=set)
    told_once: set[str] = field(default_factory=set)
    newest_post: int = 0


@dataclass(frozen=True)
class Judge:
    """Judges the events of one match, one after the other; keeps and tells nothing itself.

    Attributes:
        card: Where, what and who.
        secretary: Writes the letters.
        clock: Discord's time.
        is_connected: Whether Discord tells of what happens on the match's server.
        memory: What is known beside the log.
    """

    card: MatchCard
    composer: Composer
    clock: DiscordClock
    is_connected: Callable[[], bool]
    memory: Memory

    @property
    def opening(self) -> int:
        """The sequence of the letter that opened the present turn; 0 where there is none."""
        return self.memory.opening.sequence if self.memory.opening else 0

    def judge(self, match: Match, event: Event, waiting: Iterable[Event]) -> Draft:
        """What an event does; `waiting` is what waits for the room to be read."""
        draft = Draft(match)
        match event:
            case Typed() | Edited() | Ruled() if self._is_past_flag(draft, event.at_ms):
                draft.is_put_off = True
            case Typed() | Edited() | Deleted() if self._waits_for_post(match, event, waiting):
                draft.is_put_off = True
            case Typed():
                self._typed(draft, event)
            case Edited():
                self._edited(draft, event)
            case Deleted():
                self._deleted(draft, event)
            case Ruled():
                self._ruled(draft, event)
            case Delivered():
                self._delivered(draft, event)
            case RoomRead():
                self._room_read(draft, event)
            case _:
                self._pass_over(draft, event)
        draft.heard_to = self._heard_to(draft, waiting)
        self._bound(draft)
        return draft

    def _pass_over(
        self, draft: Draft, event: Woken | Away | Unheard | Back | Obstructed | Remark
    ) -> None:
        match event:
            case Woken():
                self._woken(draft)
            case Away():
                self._leave(draft, event.since_ms)
                draft.catches_up = True
            case Unheard():
                self._leave(draft, event.since_ms)
            case Back():
                self._account_for_gap(draft)
            case Obstructed():
                self._obstructed(draft, event.obstacle)
            case Lacking() | Slowed() | Left():
                self._remark(draft, event)

    def _typed(self, draft: Draft, event: Typed) -> None:
        draft.settled = event.inbox_id
        if event.source in self.memory.judged:
            return
        message = () if event.token else (f"message:{event.said_id}",)
        draft.judged = (event.source, *message)
        # Where the room was shut, messages before this one have not been heard.
        draft.heard_to = 0 if self.memory.is_obstructed else event.heard_to
        if event.is_edit and not event.is_private:
            self._change(draft, event, event.said_id)
        elif event.is_edit and self._is_outdated(draft.match, event.said_id):
            draft.posts.append(self.composer.outdated(draft.match, event.origin))
        else:
            self._hear(draft, event.seat, event)

    def _edited(self, draft: Draft, event: Edited) -> None:
        if event.source not in self.memory.judged:
            self._change(draft, event, event.message_id)

    def _change(self, draft: Draft, event: Typed | Edited, message_id: int) -> None:
        """A message in the room has a new text, which counts now as if it had just been typed.

        It first takes back what the message holds; what is final stays as it is. In a message from
        before the turn's post it is only conversation.
        """
        held = draft.match.held if message_id == self.memory.held_by else None
        if held:
            self._change_held(draft, event, held)
        elif self._is_final(draft.match, message_id):
            self._tell_it_is_final(draft, event.origin, message_id)
        elif self._is_of_this_turn(message_id):
            draft.judged = (*draft.judged, event.source)
            self._hear(draft, event.seat, event)

    def _change_held(self, draft: Draft, event: Typed | Edited, held: HeldMove) -> None:
        """The message of a held move has a new text."""
        if self._take_back(draft, event.seat, event, f"{event.source}:takeback").refusal:
            return
        draft.judged = (*draft.judged, event.source)
        self._hear(draft, event.seat, event)
        if draft.match.held not in {None, held}:
            draft.posts = [self.composer.changed(event.seat)]

    def _is_final(self, match: Match, message_id: int) -> bool:
        number = self.memory.counted.get(message_id)
        return number is not None and number in match.standing_entries()

    def _tell_it_is_final(self, draft: Draft, origin: Origin, message_id: int) -> None:
        """Once for each message, however often it is edited."""
        told = f"final:{message_id}"
        if told not in self.memory.told_once:
            draft.posts.append(replace(self.composer.final(origin), once=told))

    def _waits_for_post(
        self, match: Match, event: Typed | Edited | Deleted, waiting: Iterable[Event]
    ) -> bool:
        """Whether an edit can be judged only once the turn's post stands, as it may be older.

        What its author does after it waits with it. A held move is taken back at any time.
        """
        if match.result or self.memory.opened_by is not None:
            return False
        if match.held is None:
            return is_edit(event) or any(hangs_on(event, each) for each in waiting)
        return is_edit(event) and event.origin.message_id != self.memory.held_by

    def _is_of_this_turn(self, message_id: int) -> bool:
        """Whether a message is no older than the post that opened the turn."""
        return self.memory.opened_by is not None and message_id > self.memory.opened_by

    def _is_outdated(self, match: Match, message_id: int) -> bool:
        """Whether a private message is older than the phase that awaits such ones."""
        return match.game.takes_secrets(match.state) and not self._is_of_this_turn(message_id)

    def _deleted(self, draft: Draft, event: Deleted) -> None:
        held = draft.match.held
        if held is None or held.entry.who.seat is None or event.message_id != self.memory.held_by:
            return
        self._take_back(draft, held.entry.who.seat, event, event.source)

    def _ruled(self, draft: Draft, event: Ruled) -> None:
        entry = Entry(Speaker.HOST, self.card.instant(event.at_ms), event.text)
        draft.refusal = self._enter(draft, entry, event.source).refusal
        if event.text == RESUME and draft.refusal is None:
            # The host says that the room is open again; what was said there meanwhile counts now.
            draft.catches_up, draft.is_obstructed = self.memory.is_obstructed, False
            opening = self.memory.opening
            if opening and self.memory.is_unposted:
                # Nobody has seen this turn: its clock starts when a post of it stands.
                draft.posts.append(opening)

    def _delivered(self, draft: Draft, event: Delivered) -> None:
        """A post that opened the turn starts its clock, unless the match has moved on since."""
        draft.done = (event.sequence, event.message_id)
        draft.newest_post = event.message_id or 0 if event.is_in_room else 0
        self._follow_up(draft, event.sequence)
        is_known = event.unreached in self.memory.unreached
        if event.unreached and not is_known and not draft.match.result:
            # Once: how often somebody submits is nobody's business.
            draft.unreached = event.unreached
            draft.posts.append(self.composer.unreached(draft.match, event.unreached))
        if event.sequence != self.opening:
            return
        draft.opened_by = event.message_id
        if event.message_id is None:
            draft.is_unposted = True
            self._obstructed(draft, Obstacle.REFUSED)
        else:
            entry = Entry(Speaker.DEALER, self.card.instant(event.at_ms), POSTED)
            started = self._enter(draft, entry, f"post:{event.message_id}").match.started
            late = (started or entry.at) - entry.at
            if late > LATE_START:
                # The post stood before a gap, and its countdown is no longer true.
                draft.posts.append(self.composer.started_late(draft.match))

    def _woken(self, draft: Draft) -> None:
        """Let pass what is safe to judge; before a flag falls the room must be read first."""
        now_ms = self.clock.now_ms()
        due = draft.match.next_due()
        due_ms = None if due is None else self.card.discord_ms(due)
        if not self.is_connected():
            # This time may turn out to be nobody's; the gateway's return wakes the table again.
            return
        if due is None or due_ms is None or now_ms < due_ms:
            self._pass_to(draft, self.card.instant(now_ms))
        else:
            self._pass_to(draft, due, inclusive=False)
            draft.reads_to_ms = due_ms

    def _leave(self, draft: Draft, since_ms: int | None) -> None:
        """Note since when nothing is heard."""
        if self.memory.away_since is None:
            draft.away_since = since_ms

    def _account_for_gap(self, draft: Draft) -> None:
        """Log the time in which nobody could be heard as a pause, and say so in one line.

        All that was said before it has been judged, so time may do until then what it does.
        """
        if self.memory.away_since is None:
            return
        draft.is_back = True
        if draft.match.paused_since is None:
            self._pass_to(draft, self.card.instant(self.memory.away_since), tells_reminders=False)
        match, now = draft.match, self.card.instant(self.clock.now_ms())
        if match.paused_since is not None or match.result:
            return
        began = max(match.now, self.card.instant(self.memory.away_since))
        # A local clock that is not yet set by Discord's may be behind the last proof of life.
        over = max(began, now)
        if match.started is None and match.held is None:
            # A post that stood just before the gap starts no clock before its end.
            step = match.enter(Entry(Speaker.DEALER, over))
        else:
            step = match.enter(Entry(Speaker.HOST, began, PAUSE))
            step = step.then(lambda paused: paused.enter(Entry(Speaker.HOST, over, RESUME)))
        draft.absorb(step)
        lost = max(ZERO, over - self.card.instant(self.memory.away_since))
        draft.posts.append(self.composer.away(step.match, lost))

    def _obstructed(self, draft: Draft, obstacle: Obstacle) -> None:
        """Stop the clocks where players can be neither heard nor told, and tell the host."""
        if self.memory.is_obstructed or draft.match.result:
            return
        draft.is_obstructed = True
        now_ms = self.clock.now_ms()
        if draft.match.paused_since is None:
            # A gap that is not in the log yet is nobody's time either.
            since_ms = now_ms if self.memory.away_since is None else self.memory.away_since
            pause = Entry(Speaker.HOST, self._instant_not_past_due(draft.match, since_ms), PAUSE)
            self._enter(draft, pause, f"{OBSTACLE}:{now_ms}")
            draft.is_back = True
        draft.posts.append(self.composer.obstructed(obstacle))

    def _remark(self, draft: Draft, remark: Remark) -> None:
        """Say something once in a match, which goes on."""
        if remark.topic not in self.memory.told_once and not draft.match.result:
            draft.posts.append(self.composer.remark(remark))

    def _room_read(self, draft: Draft, read: RoomRead) -> None:
        draft.heard_to = read.reading.read_to
        if read.until_ms is not None:
            self._pass_to(draft, self.card.instant(read.until_ms))

    # What events have in common

    def _heard_to(self, draft: Draft, waiting: Iterable[Event]) -> int:
        """Up to where the room is heard: another process must find again what still waits here."""
        done = (self.memory.judged, draft.judged)
        waits = (
            each.said_id - 1
            for each in waiting
            if isinstance(each, Typed) and not each.is_private
            if not any(each.source in sources for sources in done)
        )
        return min([draft.heard_to, *waits])

    def _bound(self, draft: Draft) -> None:
        """Of what acknowledges a player's doings, keep back what comes too fast to be told."""
        now_ms, acknowledgements = self.clock.now_ms(), draft.acknowledgements
        if acknowledgements is None:
            acknowledgements = self.memory.acknowledgements
        posts = [perishable(each, now_ms) for each in draft.posts]
        draft.posts, draft.acknowledgements = acknowledgements.bounded(posts, self.opening)

    def _follow_up(self, draft: Draft, sequence: int) -> None:
        """Tell what has waited for a letter that stands, or was dropped."""
        behind, draft.acknowledgements = self.memory.acknowledgements.delivered(
            sequence, self._is_worth_telling
        )
        if behind:
            draft.posts.append(self.composer.for_all(behind))

    def _is_worth_telling(self, behind: Behind) -> bool:
        expires_ms = behind.post.expires_ms
        is_fresh = expires_ms is None or self.clock.now_ms() <= expires_ms
        return is_fresh and not (behind.post.for_turn and behind.opening != self.opening)

    def _is_past_flag(self, draft: Draft, at_ms: int) -> bool:
        """Whether a flag must be judged before an event, for which the room is read first.

        Not while catching up: all that there was has been read then, and comes in order.
        """
        due = draft.match.next_due()
        if self.memory.is_catching_up or due is None or draft.match.held:
            return False
        if self.card.instant(at_ms) <= due:
            return False
        draft.reads_to_ms = self.card.discord_ms(due)
        return True

    def _hear(self, draft: Draft, seat: Seat, event: Typed | Edited) -> None:
        """Let a seat submit a text, if that is where it is to be said."""
        origin = event.origin
        if _is_misplaced(draft.match, seat, event.text, is_private=origin.to is not None):
            draft.posts.append(self.composer.misplaced(draft.match, origin))
            counts = False
        else:
            counts = self._say(draft, seat, event)
        if counts and origin.to is None:
            draft.held_message = origin.message_id

    def _say(self, draft: Draft, seat: Seat, event: Typed | Edited) -> bool:
        """Let a seat submit a text; whether it counts. What is said in private is answered so."""
        entry = Entry(Speaker(seat.value), self.card.instant(event.at_ms), event.text)
        origin = event.origin
        step = self._enter(draft, entry, event.source, origin)
        if step.refusal:
            draft.posts.extend(self.composer.refusal(step.match, step.refusal, origin))
            if isinstance(step.refusal, NotASubmission) and origin.to is None:
                self._hint(draft, seat, event)
        elif origin.to and not any(post.to for post in draft.posts):
            draft.posts.append(self.composer.counted(origin))
        return step.refusal is None

    def _hint(self, draft: Draft, seat: Seat, event: Typed | Edited) -> None:
        """Tell a player whose text was nearly a submission how one is typed, but not too often."""
        last_ms = self.memory.hinted.get(seat)
        if last_ms is not None and event.at_ms - last_ms < HINT_EVERY_MS:
            return
        near = near_miss(draft.match, seat, event.text)
        if near:
            draft.hinted = (seat, event.at_ms)
            draft.posts.append(self.composer.hint(draft.match, near, event.origin))

    def _take_back(
        self, draft: Draft, seat: Seat, event: Typed | Edited | Deleted, source: str
    ) -> Step:
        """Take a held move back on the word of a message's edit or deletion."""
        entry = Entry(Speaker(seat.value), self.card.instant(event.at_ms), TAKE_BACK_TEXT)
        step = self._enter(draft, entry, source)
        if step.refusal:
            origin = replace(event.origin, speaker=seat)
            refusal = self.composer.refusal(step.match, step.refusal, origin)
            draft.posts.extend(refusal)
        return step

    def _enter(self, draft: Draft, entry: Entry, source: str, origin: Origin = NOWHERE) -> Step:
        step = draft.match.enter(entry).then(Match.draw_lots)
        draft.absorb(step, entry, source)
        draft.posts.extend(self.composer.posts(step, origin))
        return step

    def _pass_to(
        self, draft: Draft, until: Seconds, *, inclusive: bool = True, tells_reminders: bool = True
    ) -> None:
        step = draft.match.pass_to(until, inclusive=inclusive).then(Match.draw_lots)
        draft.absorb(step)
        if not tells_reminders:
            told = (each for each in step.notices if not isinstance(each, Reminded))
            step = replace(step, notices=tuple(told))
        draft.looks_for = self._missed_by(step)
        draft.posts.extend(self.composer.posts(step, NOWHERE))

    def _missed_by(self, step: Step) -> tuple[Seat, ...]:
        """Whom a first reminder calls who may not be there to hear it."""
        awaited = {
            seat
            for each in step.notices
            if isinstance(each, Reminded) and _is_first_warning(each)
            for seat in each.seats
        }
        gone = {seat for seat in awaited if Left(seat).topic in self.memory.told_once}
        return tuple(sorted(awaited - gone))

    def _instant_not_past_due(self, match: Match, at_ms: int) -> Seconds:
        """An instant for a pause; what time does before it is left to be judged after it."""
        instant, due = self.card.instant(at_ms), match.next_due()
        return max(match.now, instant if due is None else min(instant, due))


def grace_ms(match: Match) -> int:
    """How long after a due time what was done before it may still be on its way, unread."""
    if match.held:
        return GRACE_MS
    return FORM_GRACE_MS if match.game.takes_secrets(match.state) else 0


def _is_first_warning(reminder: Reminded) -> bool:
    return reminder.tells is ReminderKind.TIME_LEFT and reminder.seconds == max(WARNINGS)


def _is_misplaced(match: Match, seat: Seat, text: str, *, is_private: bool) -> bool:
    """Whether it is a secret said aloud while such are awaited, or a public action in private."""
    is_secret = match.is_secret(seat, text)
    if is_private:
        return is_secret is False
    return is_secret is True and match.game.takes_secrets(match.state)
