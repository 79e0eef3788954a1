"""Makes letters of what a match has to tell."""

from dataclasses import dataclass
from typing import Final

from bot import words as say
from bot.letters import Letter
from bot.store import MatchCard
from engine.clocks import ReminderKind, Seconds
from engine.game import Reason
from engine.match import Match, Step
from engine.notices import (
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
from engine.record import write_record
from engine.refusals import NotASubmission, Refused
from engine.seats import PUBLIC, SEATS, Seat

# A reminder that comes much later than it was due misleads more than none.
REMINDER_KEEPS_MS: Final = {
    ReminderKind.TIME_LEFT: 2_500,
    ReminderKind.RESERVE_ENTERED: 10_000,
    ReminderKind.RESERVE_USED: 10_000,
}
WITHOUT_LAST_MOVE: Final = {Reason.CONCEDED, Reason.AWARDED, Reason.ABORTED, Reason.OUT_OF_TIME}


@dataclass(frozen=True)
class Secretary:
    """Writes the letters of one match."""

    card: MatchCard
    words: say.GameWords

    @property
    def seating(self) -> say.Seating:
        """Who sits at the match."""
        players = self.card.players
        return say.Seating(
            game=self.card.game,
            ids={seat: players[seat].id for seat in SEATS},
            names={seat: players[seat].name for seat in SEATS},
        )

    def letters(self, step: Step, message_id: int | None) -> tuple[Letter, ...]:
        """What is to be told after a step, in order; `message_id` is what brought it about."""
        last_opened = max(
            (at for at, each in enumerate(step.notices) if isinstance(each, Opened)), default=-1
        )
        return tuple(
            self._letter(step.match, notice, message_id)
            for at, notice in enumerate(step.notices)
            # Of several positions that one event went through, the room sees the one that stands.
            if not isinstance(notice, Opened) or at == last_opened
        )

    def refusal(self, refusal: Refused, message_id: int) -> tuple[Letter, ...]:
        """The reply to a refused message; none to conversation."""
        if isinstance(refusal, NotASubmission):
            return ()
        content = say.refused(self.words, self.card.game, refusal)
        return (Letter(content, reply_to=message_id),)

    def changed(self, seat: Seat) -> Letter:
        """An edit put another move in the place of the held one."""
        return Letter(say.changed(self.seating, seat))

    def record(self, match: Match) -> str:
        """The match record."""
        return write_record(match.game, self.seating.names, match.entries)

    def away(self, match: Match, seconds: Seconds) -> Letter:
        """The one line after a time in which the Dealer was not there."""
        content = say.away(self.seating, seconds, match.to_act, self._end(match, match.turn_left))
        return Letter(content, pings=self._ids(match.to_act))

    def _letter(self, match: Match, notice: Notice, message_id: int | None) -> Letter:
        match notice:
            case Held() | Received():
                return Letter(reaction=say.HEARD, reply_to=message_id)
            case Opened():
                content = say.opened(self.seating, self.words, match.view(PUBLIC), notice)
                # At the start both are to hear that their match begins.
                pings = self._ids(notice.seats if notice.cause else SEATS)
                return Letter(content, pings=pings, board=True, opens=True)
            case Progressed():
                end = self._end(match, notice.left)
                content = say.progressed(self.seating, self.words, match.view(PUBLIC), notice, end)
                return Letter(content, pings=self._ids(notice.seats), board=True)
            case Reminded():
                return self._reminder(notice)
            case Ended():
                return self._result(match, notice)
            case _:
                return self._announcement(match, notice)

    def _announcement(self, match: Match, notice: Announcement) -> Letter:
        match notice:
            case TakenBack():
                content = say.taken_back(self.seating, notice, self._end(match, notice.left))
                return Letter(content, pings=self._ids((notice.seat,)))
            case Resumed():
                return Letter(
                    say.resumed(self.seating, notice, self._end(match, notice.left)),
                    pings=self._ids(notice.seats),
                )
            case Adjusted():
                return Letter(say.adjusted(self.seating, notice))
            case Paused():
                return Letter(say.paused())

    def _end(self, match: Match, left: Seconds | None) -> say.TurnEnd | None:
        """The end of a turn that has so much left, as an instant that no delay of a post moves."""
        if left is None:
            return None
        return say.TurnEnd(left, self.card.discord_ms(match.now + left))

    def _reminder(self, notice: Reminded) -> Letter:
        keeps = REMINDER_KEEPS_MS[notice.tells]
        return Letter(
            say.reminded(self.seating, notice),
            pings=self._ids(notice.seats),
            expires_ms=self.card.discord_ms(notice.at) + keeps,
        )

    def _result(self, match: Match, notice: Ended) -> Letter:
        last = ""
        if notice.outcome.reason not in WITHOUT_LAST_MOVE:
            last = self.words.done(self.seating, match.view(PUBLIC), notice.cause)
        content = say.ended(self.seating, notice.outcome, last)
        return Letter(content, pings=self._ids(SEATS), board=True, record=True)

    def _ids(self, seats: tuple[object, ...]) -> tuple[int, ...]:
        return tuple(self.card.players[seat].id for seat in SEATS if seat in seats)
