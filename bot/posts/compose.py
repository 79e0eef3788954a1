"""Turns events of a match into posts."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from bot.posts.boards import has_board, text_boards
from bot.texts import answers, boards, clocks, hosting, match_log, matches
from bot.texts.clocks import TurnDeadline
from bot.texts.language import say, speaking, spoken
from bot.texts.seating import LONGEST_MESSAGE, Seating, plain_name, waiting
from bot.values.card import AS_THE_ROOM, MatchCard, Readers
from bot.values.discord_time import snowflake_ms
from bot.values.events import post_of
from bot.values.obstacles import (
    HostRemark,
    Obstacle,
    OptionalPermission,
    PlayerAbsent,
    Remark,
    SlowModeTooLong,
    longest_slow_mode,
)
from bot.values.post import Extras, FlagFallReport, Origin, Post, Reply, Urgency, Worth
from engine.clocks import ReminderKind, Seconds
from engine.game import ABORTED, AWARDED, CONCEDED, OUT_OF_TIME
from engine.matches.match import Match, Transition
from engine.matches.notices import (
    Announcement,
    ClockReminder,
    FlagFell,
    MatchEnded,
    MatchPaused,
    MatchResumed,
    MoveHeld,
    MoveTakenBack,
    Notice,
    PlayerReplaced,
    ReserveChanged,
    RulingUndone,
    SubmissionReceived,
    TurnContinued,
    TurnStarted,
)
from engine.seats import HOST, PUBLIC, SEATS, Seat
from engine.texts import GameTexts, texts_of

# A reminder that comes much too late misleads; none at all is better.
REMINDER_KEEPS_MS: Final = {
    ReminderKind.TIME_LEFT: 2_500,
    ReminderKind.RESERVE_ENTERED: 10_000,
    ReminderKind.RESERVE_USED: 10_000,
}
LAST_WARNING_SECONDS: Final = 5
LAST_REMINDERS_SECONDS: Final = 60
"""The time before the end in which a reminder pings even if nothing else does.

Of those that come every 30 s, at least one comes early enough to be of use.
"""
ONE_TURN: Final = Worth(expires_with_turn=True)
"""The worth of a post that is of no use once another turn has opened."""
LONGEST_LINK: Final = 150
"""Room kept free in a result for the link below it."""
WITHOUT_LAST_MOVE: Final = {CONCEDED, AWARDED, ABORTED, OUT_OF_TIME}


@dataclass(frozen=True)
class Composer:
    """Writes the posts of one match; it only reads its arguments.

    What everybody in the room reads is said in the language spoken, what one player reads alone in
    their own.

    Attributes:
        sources: The source of each entry of the log, some of which are the Dealer's posts.
        turn_message_id: The post that opened the present turn; None where it is not known.
    """

    card: MatchCard
    readers: Readers = AS_THE_ROOM
    sources: tuple[str | None, ...] = ()
    turn_message_id: int | None = None

    @cached_property
    def texts(self) -> GameTexts:
        """The sentences of its game."""
        return texts_of(self.card.game)

    @cached_property
    def seating(self) -> Seating:
        """The people at the match."""
        card, is_practice = self.card, self.card.is_practice
        return Seating(card.game, card.player_ids, card.names, card.host_id, is_practice)

    def posts(
        self, step: Transition, origin: Origin, flag_fall: FlagFallReport | None = None
    ) -> tuple[Post, ...]:
        """Return the posts after a step that `origin` caused, in order.

        `flag_fall` is the turn whose time ran out in it, if one did.
        """
        last_opened = max(
            (index for index, notice in enumerate(step.notices) if isinstance(notice, TurnStarted)),
            default=-1,
        )
        posts = tuple(
            post
            for index, notice in enumerate(step.notices)
            # If one event led through several positions, the room sees only the last.
            if not isinstance(notice, TurnStarted) or index == last_opened
            for post in self._posts(step.match, notice, origin, flag_fall)
        )
        game = step.match.game
        if not (self.readers.in_text or game.has_secrets or game.is_judged):
            return posts
        return tuple(own for post in posts for own in self._with_private(step.match, post))

    def _with_private(self, match: Match, post: Post) -> Iterator[Post]:
        yield post if post.extras.words is None else self._for_some(match, post)
        yield from self._text_boards(match, post)
        yield from self._dealt(match, post)

    def _for_some(self, match: Match, post: Post) -> Post:
        shows_own = self.texts.can_hide(match.view(PUBLIC))
        host_reads = bool(self.host_reading(match))
        extras = replace(post.extras, shows_own=shows_own, host_reads=host_reads)
        return replace(post, extras=extras)

    def host_reading(self, match: Match) -> tuple[str, ...]:
        """Return what only hosts may read beside the board, in paragraphs."""
        return tuple(map(say, self.texts.host_reading(self.seating, match.view(HOST))))

    def _text_boards(self, match: Match, post: Post) -> Iterator[Post]:
        """Yield a room's board in words and symbols for the seats that are sent it.

        Only then: the times and number of secret submissions are nobody's business.
        """
        in_text = self.readers.in_text
        if not (in_text and post.extras.has_board and post.is_room_message and has_board(match)):
            return
        for seat in sorted(in_text, key=SEATS.index):
            with self._speaking_to(seat):
                head = "" if self.card.is_direct else boards.IN_ROOM(room=self.card.room_id)
                lines = text_boards(match, seat, self.card.names, head=head)
            yield from (Post(text, recipient=seat, worth=ONE_TURN) for text in lines)

    def _dealt(self, match: Match, post: Post) -> Iterator[Post]:
        """Yield a private post for each player who was just dealt hidden items."""
        if not (post.extras.has_board and post.is_room_message) or match.result:
            return
        for seat in self.card.people:
            view = match.view(seat)
            if self.texts.is_dealt(view):
                with self._speaking_to(seat):
                    yield Post(say(self.texts.holdings(view)), recipient=seat)

    def _linked_to_turn(self, content: str) -> str:
        """Return what is said within a turn, with a link to the turn's post where that is known."""
        link = self.card.link(self.turn_message_id) if self.turn_message_id else ""
        return matches.linked(content, matches.TURNS_POST, link)

    def _linked_to_first(self, content: str) -> str:
        """Return a result with a link to the first post, where that is known."""
        first = next((post for source in self.sources if (post := post_of(source))), None)
        return matches.linked(content, matches.FIRST_BOARD, self.card.link(first) if first else "")

    def _speaking_to(self, seat: Seat | None) -> AbstractContextManager[None]:
        """Speak a player's language for a while; None stands for the room."""
        return speaking(self.readers.languages.get(seat, spoken()) if seat else spoken())

    def ruling_reason(self, reason: str) -> Post:
        """Compose the post with a ruling's reason."""
        return Post(matches.BECAUSE(reason=plain_name(reason)))

    def called(self, match: Match) -> Post:
        """Call those who are awaited, at a host's request."""
        content = self._linked_to_turn(self._within_turn(match, matches.CALLED))
        pings = self._ids(match.to_act, always=True)
        return Post(content, pings=pings, worth=ONE_TURN)

    def waits_for(self, room_id: int) -> Post:
        """Tell a practising player that a live match comes first."""
        return Post(matches.WAITS_FOR(room=room_id), pings=self._ids(SEATS))

    def left(self) -> Post:
        """Tell a practising player why the match is over: the room is for others, too."""
        return Post(matches.LEFT(), pings=self._ids(SEATS))

    def unreachable(self, match: Match, seat: Seat) -> Post:
        """Tell the room that the Dealer cannot reach a player in private."""
        has_form = bool(self._notation(match))
        text = answers.UNREACHED_BUT_BY_FORM if has_form else answers.UNREACHED
        return Post(text(player=self.seating.mention(seat)), pings=self._ids((seat,)))

    def obstructed(self, obstacle: Obstacle) -> Post:
        """Tell the host why the match cannot go on in its room."""
        return self._to_host(hosting.OBSTRUCTED[obstacle.name](room=f"<#{self.card.room_id}>"))

    def channel_lost(self, seat: Seat, channel_id: int) -> Post:
        """Tell the host that a player's private channel cannot be used in this match."""
        player = self.seating.name(seat)
        return self._to_host(hosting.CHANNEL_LOST(channel=f"<#{channel_id}>", player=player))

    def remark(self, remark: Remark) -> Post:
        """Compose a remark made once in a match, for the reader who can act on it."""
        card, once = self.card, remark.topic
        match remark:
            case OptionalPermission():
                text = hosting.LACKING[remark.value](host=self.seating.host)
                return Post(text, pings=(card.host_id,), topic=once)
            case SlowModeTooLong():
                limit = longest_slow_mode(card.game)
                return self._to_host(hosting.slowed(card.room_id, remark.seconds, limit), once)
            case HostRemark():
                return self._to_host(remark.text, once)
            case PlayerAbsent():
                player, until_ms = self.seating.name(remark.seat), remark.timed_out_ms
                return self._to_host(hosting.absent(player, card.room_id, until_ms), once)

    def _to_host(self, text: str, once: str | None = None) -> Post:
        return Post(f"{hosting.about(self.seating)} {text}", for_host=True, topic=once)

    def changed(self, seat: Seat) -> Post:
        """Return the post after a player edited a held move into another one."""
        content = matches.CHANGED(player=self.seating.name(seat))
        return Post(content, reply=Reply(acknowledges=seat), worth=ONE_TURN)

    def gap_notice(self, match: Match, seconds: Seconds) -> Post:
        """Return the line after the Dealer was away."""
        news = f"{matches.AWAY} {matches.was_away(seconds)}"
        content = self._linked_to_turn(self._within_turn(match, news))
        return Post(content, pings=self._ids(match.to_act), worth=Worth(urgency=Urgency.REPORT))

    def started_late(self, match: Match) -> Post:
        """Return the post for a turn whose clock starts late: its post went out before a gap."""
        content = self._within_turn(match, matches.STARTED_LATE())
        return Post(content, pings=self._ids(match.to_act))

    def _within_turn(self, match: Match, news: str) -> str:
        end = self._end(match, match.turn_left)
        return matches.goes_on(news, self.seating, match.to_act, end)

    def _posts(
        self, match: Match, notice: Notice, origin: Origin, flag_fall: FlagFallReport | None
    ) -> tuple[Post, ...]:
        match notice:
            case FlagFell():
                # The post of what follows says so.
                return ()
            case TurnStarted():
                # A move that waits for the host's ruling is marked.
                is_judged = match.awaits_host and origin.speaker and not origin.recipient
                marked = _marked(origin, origin.speaker) if is_judged else ()
                return (*marked, self._opening(match, notice, flag_fall))
            case MatchEnded():
                return (*self._result(match, notice, flag_fall), *self._animation(notice))
            case SubmissionReceived():
                return self._received(match, notice, origin)
            case MoveHeld():
                return _marked(origin, notice.seat)
            case _:
                return (self._post(match, notice),)

    def understood(self, match: Match, seat: Seat) -> str:
        """Return a seat's own secret submission in words."""
        return say(self.texts.understood(match.view(seat)))

    def _received(
        self, match: Match, notice: SubmissionReceived, origin: Origin
    ) -> tuple[Post, ...]:
        """Return a private confirmation for the seat and, once, the news for the room."""
        other = notice.seat.opponent
        ends_with = other if notice.goes_on and match.ends_phase(other) else None
        private = (
            (self._confirmation(match, notice, origin, ends_with),) if origin.recipient else ()
        )
        # The next phase's post says so too, and a changed submission is nobody else's business.
        if not notice.goes_on or (notice.may_change and not notice.is_first):
            return private
        announced = say(self.texts.announced(self.seating, match.view(PUBLIC), notice.seat))
        if announced and ends_with:
            announced = f"{announced} {answers.ENDS_NEXT(player=self.seating.name(ends_with))}"
        return (*private, Post(self._linked_to_turn(announced))) if announced else private

    def _confirmation(
        self, match: Match, notice: SubmissionReceived, origin: Origin, ends_with: Seat | None
    ) -> Post:
        """Confirm a secret submission to its seat, and say how to change it.

        If it has completed something, the room is to see that first.
        """
        seen = match if notice.goes_on else match.at_submission(notice.seat)
        with self._speaking_to(origin.recipient):
            end = self._end(match, notice.left)
            amending = say(self.texts.amending(seen.view(notice.seat)))
            changing = answers.changing(self.seating, amending, ends_with)
            understood = self.understood(seen, notice.seat)
            received = answers.received(self.seating, understood, changing, notice, end)
            content = beside_picture(origin, received)
        answer = origin.reply(content, has_board=True)
        return replace(answer, extras=replace(answer.extras, is_at_submission=not notice.goes_on))

    def _post(
        self,
        match: Match,
        notice: TurnContinued | ClockReminder | Announcement | RulingUndone,
    ) -> Post:
        match notice:
            case TurnContinued():
                end, view = self._end(match, notice.left), match.view(PUBLIC)
                done = matches.done(self.seating, view, notice.cause)
                standing = say(self.texts.standing(view))
                content = matches.progressed(self.seating, done, standing, notice.seats, end)
                post = self._turn_post(match, view, content, done, notice.seats)
                return replace(post, starts_clock=False)
            case ClockReminder():
                return self._reminder(match, notice)
            case RulingUndone():
                end, view = self._end(match, notice.left), match.view(PUBLIC)
                done = matches.RULING_UNDONE(ruling=notice.ruling)
                content = matches.goes_on(done, self.seating, notice.seats, end).rstrip()
                return self._turn_post(match, view, content, done, notice.seats)
            case _:
                return self._announcement(match, notice)

    def _opening(self, match: Match, notice: TurnStarted, flag_fall: FlagFallReport | None) -> Post:
        card, view = self.card, match.view(PUBLIC)
        ran_out = self._ran_out(flag_fall) if flag_fall else ""
        if notice.cause:
            done = head = matches.done(self.seating, view, notice.cause)
        else:
            done = answers.PAIRING(game=card.game.title, **self.seating.bold_names)
            head = matches.opening(self.seating, self.texts)
        opened = matches.opened(self.seating, self.texts, view, notice, head, ran_out)
        # A host is pinged where a ruling is awaited, unless a server wants nobody pinged.
        host_id = (card.host_id,) if match.awaits_host and card.pings else ()
        if card.is_practice and not notice.cause:
            opened += f"\n{matches.PRACTICE()}"
        post = self._turn_post(match, view, opened, done, notice.seats)
        # At the start, both players hear that their match begins.
        pings = post.pings if notice.cause else self._ids(SEATS)
        return replace(post, pings=pings + host_id)

    def _turn_post(
        self, match: Match, view: Any, content: str, done: str, seats: tuple[Seat, ...]
    ) -> Post:
        """Return a post with which a turn of these seats begins; `done` is what led to it."""
        return Post(
            content,
            pings=self._ids(seats),
            extras=Extras(
                has_board=True,
                has_form=match.game.takes_secrets(match.state),
                words=self.texts.sayable(match.game, view),
            ),
            starts_clock=True,
            worth=Worth(urgency=Urgency.TURN),
            mirror_text=f"{done}\n{waiting(self.seating, seats)}" if seats else done,
        )

    def _notation(self, match: Match) -> str:
        is_awaited = not match.result and match.game.takes_secrets(match.state)
        return say(self.texts.notation(match.view(PUBLIC))) if is_awaited else ""

    def _announcement(self, match: Match, notice: Announcement) -> Post:
        match notice:
            case MoveTakenBack():
                seats, end = (notice.seat,), self._end(match, notice.left)
                news = matches.TAKEN_BACK(player=self.seating.name(notice.seat))
                content = matches.goes_on(news, self.seating, seats, end)
                reply = Reply(acknowledges=notice.seat)
                return Post(content, pings=self._ids(seats), reply=reply, worth=ONE_TURN)
            case MatchResumed():
                end = self._end(match, notice.left)
                content = matches.goes_on(matches.RESUMED(), self.seating, notice.seats, end)
                return Post(content, pings=self._ids(notice.seats))
            case ReserveChanged():
                end = self._end_of(match, notice.seat)
                is_running = end is not None and end.is_on_reserve
                return Post(matches.adjusted(self.seating, notice, is_running=is_running))
            case PlayerReplaced():
                player, seat = plain_name(notice.name), notice.seat.upper()
                return Post(matches.REPLACED(player=player, seat=seat))
            case MatchPaused():
                return Post(matches.paused(may_last=not self.card.keeps_others_waiting))

    def _end(self, match: Match, left: Seconds | None) -> TurnDeadline | None:
        """Return the end of a turn with this much time left, fixed even for a late post."""
        if left is None:
            return None
        end, timing, discord_ms = match.now + left, match.clock.timing, self.card.discord_ms
        return TurnDeadline(
            left=left,
            at_ms=discord_ms(end),
            all_left=left if match.all_left is None else match.all_left,
            flag_ms=discord_ms(match.clock.flag_at or end),
            reserve=match.reserve_left(timing.seat) if timing and timing.seat else None,
        )

    def _end_of(self, match: Match, seat: Seat) -> TurnDeadline | None:
        """Return the end of an awaited seat's turn or phase; None if no clock runs for it."""
        return self._end(match, match.turn_left) if seat in match.to_act else None

    def _reminder(self, match: Match, notice: ClockReminder) -> Post:
        keeps, flag_at = REMINDER_KEEPS_MS[notice.kind], match.clock.flag_at
        is_last = flag_at is not None and flag_at - notice.at <= LAST_REMINDERS_SECONDS
        content = matches.reminded(self.seating, notice)
        # The last seconds go before the last half minute.
        is_urgent = notice.kind is ReminderKind.TIME_LEFT and notice.seconds <= LAST_WARNING_SECONDS
        urgency = Urgency.LAST_WARNING if is_urgent else Urgency.WARNING
        return Post(
            # In the last seconds nobody follows a link.
            content if urgency is Urgency.LAST_WARNING else self._linked_to_turn(content),
            pings=self._ids(notice.seats, always=is_last),
            worth=Worth(urgency, self.card.discord_ms(notice.at) + keeps, expires_with_turn=True),
        )

    def _result(
        self, match: Match, notice: MatchEnded, flag_fall: FlagFallReport | None
    ) -> Iterator[Post]:
        """Yield the result; long items revealed with it have a post of their own."""
        last, score, view = "", "", match.view(PUBLIC)
        if notice.outcome.reason not in WITHOUT_LAST_MOVE:
            last = matches.done(self.seating, view, notice.cause)
            score = say(self.texts.score(self.seating, view))
        ran_out = self._ran_out(flag_fall) if flag_fall else ""
        parts = (last, score, ran_out, say(self.texts.standing(view)))
        stakes = self._stakes(notice.outcome.winner)
        content = matches.ended(self.seating, notice.outcome, parts, stakes)
        result = matches.result(self.seating, notice.outcome)
        revealed = say(self.texts.revealed(view))
        is_long = len(content) + len(revealed) > LONGEST_MESSAGE - LONGEST_LINK
        if revealed and not is_long:
            content = f"{content}\n{revealed}"
        yield Post(
            self._linked_to_first(content),
            pings=self._ids(SEATS),
            extras=Extras(has_board=True, has_record=True),
            worth=Worth(urgency=Urgency.TURN),
            mirror_text="\n".join(filter(None, (result, stakes))),
        )
        if is_long:
            yield Post(revealed)

    def _stakes(self, winner: Seat | None) -> str:
        if winner is None:
            return ""
        name, stakes = self.seating.name, self.card.stakes
        message = (name(winner), stakes.winner), (name(winner.opponent), stakes.loser)
        return matches.at_stake(message)

    def _animation(self, notice: MatchEnded) -> tuple[Post, ...]:
        """Return the post with the whole match in pictures, if it was won and counts."""
        if self.card.is_practice or notice.outcome.winner is None:
            return ()
        worth = Worth(Urgency.REPORT, expires_with_turn=True)
        text = match_log.ANIMATION(number=self.card.id, **self.seating.bold_names)
        return (Post(text, extras=Extras(has_animation=True), worth=worth),)

    def _ran_out(self, flag_fall: FlagFallReport) -> str:
        """Say between which messages a player used too much time; empty if none did.

        If both were awaited, neither has done anything that could be disputed.
        """
        if len(flag_fall.ran_out.seats) != 1:
            return ""
        card, ran_out, late = self.card, flag_fall.ran_out, flag_fall.late
        began = card.instant(snowflake_ms(flag_fall.turn_message_id))
        over = late.at if late else ran_out.at
        used = card.game.grace + ran_out.allowed + over - ran_out.at
        span = clocks.FlagFallSpan(
            allowed=ran_out,
            used=used,
            turn_message=card.link(flag_fall.turn_message_id),
            late=card.link(late.message_id) if late else "",
            is_edit=late is not None and late.is_edit,
            over_ms=card.discord_ms(over),
            stood_still=over - began != used,
        )
        return clocks.ran_out(span, card.game.reserve_period, card.game.grace)

    def _ids(self, seats: tuple[object, ...], *, always: bool = False) -> tuple[int, ...]:
        """Return the awaited people to ping; a server may want only those pinged `always`."""
        if not (self.card.pings or always):
            return ()
        return tuple(self.card.players[seat].id for seat in self.card.people if seat in seats)


def _marked(origin: Origin, seat: Seat | None) -> tuple[Post, ...]:
    """Return a mark below a move; the Dealer's own move has no message to mark."""
    heard = origin.message_id
    mark = Post(reply=Reply(message_id=heard, acknowledges=seat, reaction=matches.HEARD))
    return (mark,) if heard else ()


def beside_picture(origin: Origin, content: str) -> str:
    """Add to an answer that only text counts, if a picture came with the message."""
    return f"{content}\n{answers.PICTURE_UNREAD()}" if origin.has_picture else content
