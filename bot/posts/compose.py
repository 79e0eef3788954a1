"""Turns what happens in a match into posts."""

from dataclasses import dataclass, replace
from typing import Final

from bot.card import MatchCard
from bot.posts.post import Origin, Post, Urgency
from bot.rooms.obstacles import Lacking, Left, Obstacle, Remark, Slowed
from bot.rooms.slow_mode import longest_slow_mode
from bot.texts import answers, hosts, matches, submissions, texts_of
from bot.texts.clocks import TurnEnd
from bot.texts.game_texts import GameTexts
from bot.texts.seating import Seating
from engine.clocks import ReminderKind, Seconds
from engine.game import Reason
from engine.matches.match import Match, Step
from engine.matches.near_misses import NearMiss
from engine.matches.notices import (
    Adjusted,
    Announcement,
    Ended,
    Held,
    Notice,
    Opened,
    Paused,
    Progressed,
    Received,
    Reminded,
    Resumed,
    TakenBack,
)
from engine.records.record import write_record
from engine.refusals import Malformed, NotASubmission, Refused
from engine.seats import PUBLIC, SEATS, Seat

# A reminder that comes much too late misleads; none at all is better.
REMINDER_KEEPS_MS: Final = {
    ReminderKind.TIME_LEFT: 2_500,
    ReminderKind.RESERVE_ENTERED: 10_000,
    ReminderKind.RESERVE_USED: 10_000,
}
LAST_WARNING_SECONDS: Final = 5
# Refusals said wherever a player speaks; any other in private points to the match's room.
TOLD_ANYWHERE: Final = {"match-over", "paused"}
WITHOUT_LAST_MOVE: Final = {Reason.CONCEDED, Reason.AWARDED, Reason.ABORTED, Reason.OUT_OF_TIME}


@dataclass(frozen=True)
class Composer:
    """Writes the posts of one match; it only reads its arguments."""

    card: MatchCard
    texts: GameTexts

    @property
    def seating(self) -> Seating:
        """Who sits where in the match."""
        ids = {seat: self.card.players[seat].id for seat in SEATS}
        return Seating(game=self.card.game, ids=ids, names=self.card.names)

    def posts(self, step: Step, origin: Origin) -> tuple[Post, ...]:
        """What to post after a step, in order; `origin` is what caused the step."""
        last_opened = max(
            (at for at, each in enumerate(step.notices) if isinstance(each, Opened)), default=-1
        )
        return tuple(
            post
            for at, notice in enumerate(step.notices)
            # If one event led through several positions, the room sees only the last.
            if not isinstance(notice, Opened) or at == last_opened
            for post in self._posts(step.match, notice, origin)
        )

    def refusal(self, match: Match, refusal: Refused, origin: Origin) -> tuple[Post, ...]:
        """The reply to a refused entry; chat gets one only in private."""
        if origin.to:
            return (_given_back(origin, self._refusal_in_private(match, refusal)),)
        if isinstance(refusal, NotASubmission):
            return ()
        return (origin.answered(self.texts.refused(self.card.game, refusal)),)

    def _refusal_in_private(self, match: Match, refusal: Refused) -> str:
        """Why an entry is refused and, if something else is awaited, what that is."""
        notation = self._notation(match)
        if not notation and refusal.code not in TOLD_ANYWHERE:
            return submissions.played_in(self.card.room_id)
        if isinstance(refusal, NotASubmission):
            return submissions.awaited(notation)
        said = self.texts.refused(self.card.game, refusal)
        return f"{said}\n{notation}" if isinstance(refusal, Malformed) else said

    def misplaced(self, match: Match, origin: Origin) -> Post:
        """The reply to a secret typed in the room, or to a move typed in private."""
        notation = self._notation(match)
        if origin.to is None:
            return origin.answered(submissions.told_aloud(notation))
        told = submissions.no_secret if notation else submissions.played_in
        return _given_back(origin, told(self.card.room_id))

    def hint(self, match: Match, near: NearMiss, origin: Origin) -> Post:
        """How to type what a player in the room nearly said."""
        if near is NearMiss.CONCESSION:
            return origin.answered(submissions.HOW_TO_CONCEDE)
        told = (
            submissions.nearly_secret
            if match.game.takes_secrets(match.state)
            else submissions.nearly
        )
        return origin.answered(told(self.texts.notation(match.view(PUBLIC))))

    def final(self, origin: Origin) -> Post:
        """The reply to an edit of a move that is already final."""
        return origin.answered(submissions.FINAL)

    def outdated(self, match: Match, origin: Origin) -> Post:
        """The reply to an edit of a private message from an earlier phase."""
        return origin.answered(submissions.outdated(self._notation(match)))

    def counted(self, origin: Origin) -> Post:
        """The reply to a private message that counts but is answered in the room."""
        return origin.answered(submissions.counted(self.card.room_id))

    def unreached(self, match: Match, seat: Seat) -> Post:
        """Tells the room that the Dealer cannot reach a player in private."""
        content = submissions.unreached(self.seating, seat, has_form=bool(self._notation(match)))
        return Post(content, pings=self._ids((seat,)))

    def failed(self, origin: Origin) -> Post:
        """The reply to an entry that a fault in the Dealer kept from being judged."""
        return _given_back(origin, answers.TRY_AGAIN)

    def obstructed(self, obstacle: Obstacle) -> Post:
        """Tells the host why the match cannot go on in its room."""
        return self._to_host(hosts.OBSTRUCTED[obstacle.name].format(room=f"<#{self.card.room_id}>"))

    def remark(self, remark: Remark) -> Post:
        """Something said once in a match, to whoever can do something about it."""
        card, once = self.card, remark.topic
        match remark:
            case Lacking():
                told = hosts.lacking(remark.lack.value, card.host_id)
                return Post(told, pings=(card.host_id,), once=once)
            case Slowed():
                most = longest_slow_mode(card.game)
                return self._to_host(hosts.slowed(card.room_id, remark.seconds, most), once)
            case Left():
                return self._to_host(hosts.left(self.seating, remark.seat, card.room_id), once)

    def _to_host(self, told: str, once: str | None = None) -> Post:
        return Post(f"{hosts.about(self.seating)} {told}", for_host=True, once=once)

    def changed(self, seat: Seat) -> Post:
        """The post after a player edited a held move into another one."""
        return Post(matches.changed(self.seating, seat), acknowledges=seat, for_turn=True)

    def for_all(self, post: Post, earlier: int) -> Post:
        """An answer to a player's newest message and to so many earlier ones that had none."""
        if post.reply_to is None or post.reaction or not earlier:
            return post
        return replace(post, content=submissions.for_earlier(post.content, earlier))

    def record(self, match: Match) -> str:
        """The match record."""
        return write_record(match.game, self.seating.names, match.entries)

    def clocks(self, match: Match) -> str:
        """What both seats have left, with a countdown for a running clock."""
        head = [answers.PAUSED_CLOCKS] if match.paused_since is not None else []
        return "\n".join((*head, *(self._clock(match, seat) for seat in SEATS)))

    def _clock(self, match: Match, seat: Seat) -> str:
        end = self._end_of(match, seat)
        has_reserve = match.game.starting_reserve is not None
        reserve = match.reserve_left(seat) if has_reserve else None
        if end is None:
            waits = seat in match.to_act and match.timing is not None
            return answers.clock_line(self.seating, seat, reserve, waits=waits)
        # While a move is held, its player cannot run out of time.
        runs = match.paused_since is None and match.held is None
        return answers.running_clock(
            self.seating, seat, end, runs=runs, is_held=match.held is not None
        )

    def away(self, match: Match, seconds: Seconds) -> Post:
        """The one line after the Dealer was away."""
        content = matches.away(
            self.seating, seconds, match.to_act, self._end(match, match.turn_left)
        )
        return Post(content, pings=self._ids(match.to_act), urgency=Urgency.REPORT)

    def started_late(self, match: Match) -> Post:
        """The post for a turn whose clock starts late: its post went out before a gap."""
        content = matches.started_late(
            self.seating, match.to_act, self._end(match, match.turn_left)
        )
        return Post(content, pings=self._ids(match.to_act))

    def _posts(self, match: Match, notice: Notice, origin: Origin) -> tuple[Post, ...]:
        match notice:
            case Received():
                return self._received(match, notice, origin)
            case Held():
                heard, seat = origin.message_id, notice.seat
                mark = Post(reaction=matches.HEARD, reply_to=heard, acknowledges=seat)
                # The Dealer's own move stands in no message that could be marked.
                return (mark,) if heard else ()
            case _:
                return (self._post(match, notice),)

    def _received(self, match: Match, notice: Received, origin: Origin) -> tuple[Post, ...]:
        """What was understood, for the seat only; for the room, once, that a submission is in."""
        view = match.view(notice.seat)
        end, other = self._end(match, notice.left), notice.seat.opponent
        ends_with = other if notice.goes_on and match.ends_phase(other) else None
        understood = self.texts.understood(self.seating, view)
        changing = submissions.changing(self.seating, self.texts.amending(view), ends_with)
        content = submissions.received(self.seating, understood, changing, notice, end)
        private = (origin.answered(content, board=True),) if origin.to else ()
        # The next phase's post says so too, and a changed submission is nobody else's business.
        if not notice.goes_on or (notice.may_change and not notice.is_first):
            return private
        announced = self.texts.announced(self.seating, match.view(PUBLIC), notice.seat)
        if announced and ends_with:
            announced = f"{announced} {submissions.ends_next(self.seating, ends_with)}"
        return (*private, Post(announced)) if announced else private

    def _post(
        self, match: Match, notice: Opened | Progressed | Reminded | Announcement | Ended
    ) -> Post:
        match notice:
            case Opened():
                return self._opening(match, notice)
            case Progressed():
                end = self._end(match, notice.left)
                content = matches.progressed(
                    self.seating, self.texts, match.view(PUBLIC), notice, end
                )
                pings = self._ids(notice.seats)
                return Post(content, pings=pings, board=True, urgency=Urgency.TURN)
            case Reminded():
                return self._reminder(notice)
            case Ended():
                return self._result(match, notice)
            case _:
                return self._announcement(match, notice)

    def _opening(self, match: Match, notice: Opened) -> Post:
        return Post(
            matches.opened(self.seating, self.texts, match.view(PUBLIC), notice),
            # At the start, both players hear that their match begins.
            pings=self._ids(notice.seats if notice.cause else SEATS),
            board=True,
            form=match.game.takes_secrets(match.state),
            opens=True,
            urgency=Urgency.TURN,
        )

    def _notation(self, match: Match) -> str:
        """How to type what is awaited in private; empty if nothing is."""
        is_awaited = not match.result and match.game.takes_secrets(match.state)
        return self.texts.notation(match.view(PUBLIC)) if is_awaited else ""

    def _announcement(self, match: Match, notice: Announcement) -> Post:
        match notice:
            case TakenBack():
                content = matches.taken_back(self.seating, notice, self._end(match, notice.left))
                pings, seat = self._ids((notice.seat,)), notice.seat
                return Post(content, pings=pings, acknowledges=seat, for_turn=True)
            case Resumed():
                return Post(
                    matches.resumed(self.seating, notice, self._end(match, notice.left)),
                    pings=self._ids(notice.seats),
                )
            case Adjusted():
                end = self._end_of(match, notice.seat)
                is_running = end is not None and end.is_on_reserve
                return Post(matches.adjusted(self.seating, notice, is_running=is_running))
            case Paused():
                return Post(matches.paused())

    def _end(self, match: Match, left: Seconds | None) -> TurnEnd | None:
        """When a turn with this much time left ends, in instants that a late post cannot shift."""
        if left is None:
            return None
        end, timing, discord_ms = match.now + left, match.timing, self.card.discord_ms
        return TurnEnd(
            left=left,
            at_ms=discord_ms(end),
            all_left=left if match.all_left is None else match.all_left,
            flag_ms=discord_ms(match.flag_at() or end),
            reserve=match.reserve_left(timing.seat) if timing and timing.seat else None,
        )

    def _end_of(self, match: Match, seat: Seat) -> TurnEnd | None:
        """When an awaited seat's turn or phase ends; None if it is not awaited or no clock runs."""
        return self._end(match, match.turn_left) if seat in match.to_act else None

    def _reminder(self, notice: Reminded) -> Post:
        keeps = REMINDER_KEEPS_MS[notice.tells]
        return Post(
            matches.reminded(self.seating, notice),
            pings=self._ids(notice.seats),
            expires_ms=self.card.discord_ms(notice.at) + keeps,
            for_turn=True,
            urgency=_urgency(notice),
        )

    def _result(self, match: Match, notice: Ended) -> Post:
        last = score = ""
        if notice.outcome.reason not in WITHOUT_LAST_MOVE:
            last = self.texts.done(self.seating, match.view(PUBLIC), notice.cause)
            score = self.texts.score(self.seating, match.view(PUBLIC))
        content = matches.ended(self.seating, self.texts, notice.outcome, last, score)
        pings = self._ids(SEATS)
        return Post(content, pings=pings, board=True, record=True, urgency=Urgency.TURN)

    def _ids(self, seats: tuple[object, ...]) -> tuple[int, ...]:
        return tuple(self.card.players[seat].id for seat in self.card.people if seat in seats)


def _urgency(reminder: Reminded) -> Urgency:
    """A warning of the last seconds goes before one of the last half minute."""
    is_last = reminder.tells is ReminderKind.TIME_LEFT and reminder.seconds <= LAST_WARNING_SECONDS
    return Urgency.LAST_WARNING if is_last else Urgency.WARNING


def composer_of(card: MatchCard) -> Composer:
    """The composer of a match's posts."""
    return Composer(card, texts_of(card.game))


def too_late(origin: Origin) -> Post:
    """The reply to a submission that was in time, but whose match ended before it was judged."""
    return _given_back(origin, submissions.MATCH_ENDED)


def _given_back(origin: Origin, content: str) -> Post:
    """The reply to what does not count; it quotes a form's text, to be copied and sent again."""
    return origin.answered(submissions.given_back(content, origin.form_text))
