"""Answers to somebody who typed, pressed or asked something."""

from dataclasses import replace
from typing import Final

from bot.posts.boards import has_board
from bot.posts.compose import Composer, beside_picture
from bot.texts import answers, matches
from bot.texts.language import say
from bot.texts.seating import MAX_LISTED
from bot.values.post import Extras, Origin, Post
from engine.clocks import HOUR
from engine.hints.near_misses import NearMiss
from engine.matches.match import Match
from engine.refusals import Malformed, NotASubmission, Refused
from engine.seats import PUBLIC, SEATS, Seat
from rendering import Marks

# Refusals said wherever a player speaks; any other in private points to the match's room.
TOLD_ANYWHERE: Final = {"match-over", "paused"}


class Answers(Composer):
    """Writes the posts of one match that answer somebody."""

    def refusal(self, match: Match, refusal: Refused, origin: Origin) -> tuple[Post, ...]:
        """Return the reply to a refused entry; chat gets one only in private.

        While a host reads along, people also talk to each other when nothing is awaited.
        """
        marks = self._marks(match, refusal, origin)
        is_chat = isinstance(refusal, NotASubmission)
        with self._speaking_to(origin.recipient):
            if origin.is_press:
                return (origin.reply(answers.rejected(refusal)),)
            if origin.channel_id and is_chat and not self._notation(match):
                return ()
            if origin.recipient:
                text = self._refusal_in_private(match, refusal, origin)
                missing = say(self.texts.missing(match.view(origin.recipient)))
                text = "\n".join(filter(None, (text, missing)))
                return (replace(_given_back(origin, text), extras=Extras(marks=marks)),)
            if is_chat:
                # A player who practises in direct messages speaks to nobody but the Dealer.
                return (self._awaited(match, origin),) if self.card.is_direct else ()
            refused = origin.reply(answers.rejected(refusal))
            return (replace(refused, extras=Extras(marks=marks)),)

    def _marks(self, match: Match, refusal: Refused, origin: Origin) -> Marks | None:
        """Return the cells of a refusal that may be shown to its readers, if their board is known.

        While secrets are awaited, a refused text in a room may be a mistyped one.
        """
        is_secret = match.game.takes_secrets(match.state)
        may_show = is_secret if origin.recipient else self.card.is_direct or not is_secret
        is_known = refusal.board in match.game.boards and has_board(match)
        if not (may_show and refusal.cells and is_known):
            return None
        return Marks(tuple(dict.fromkeys(refusal.cells))[:MAX_LISTED], refusal.board)

    def _awaited(self, match: Match, origin: Origin) -> Post:
        notation = say(self.texts.notation(match.view(PUBLIC)))
        return origin.reply(answers.awaited(notation, has_picture=origin.has_picture))

    def _refusal_in_private(self, match: Match, refusal: Refused, origin: Origin) -> str:
        """Return the refusal of a private entry, with the notation of the awaited one."""
        notation = self._notation(match)
        if not notation and refusal.code not in TOLD_ANYWHERE:
            return answers.PLAYED_ELSEWHERE(room=self.card.room_id)
        if isinstance(refusal, NotASubmission):
            return answers.awaited(notation, has_picture=origin.has_picture)
        text = beside_picture(origin, answers.rejected(refusal))
        return f"{text}\n{notation}" if isinstance(refusal, Malformed) else text

    def misplaced(self, match: Match, origin: Origin) -> Post:
        """Return the reply to a secret typed in the room, or to a move typed in private."""
        with self._speaking_to(origin.recipient):
            notation = self._notation(match)
            if origin.recipient is None:
                return origin.reply(f"{answers.TOLD_ALOUD()}\n{notation}")
            text_of = answers.NOT_SECRET if notation else answers.PLAYED_ELSEWHERE
            return _given_back(origin, text_of(room=self.card.room_id))

    def hint(self, match: Match, near: NearMiss, origin: Origin) -> Post:
        """Return a hint on the notation; a secret is not repeated in the room."""
        with self._speaking_to(origin.recipient):
            notation = say(self.texts.notation(match.view(PUBLIC)))
            fault = answers.refusal(near.fault) if near.fault else ""
            if near.concedes:
                return origin.reply(answers.HOW_TO_CONCEDE())
            if origin.recipient:
                text = answers.nearly_in_private(near.meant, fault, notation)
                return _given_back(origin, beside_picture(origin, text))
            if near.is_secret or (match.game.takes_secrets(match.state) and not near.meant):
                lines = answers.NEARLY_SECRET(), fault, notation
                return origin.reply("\n".join(filter(None, lines)))
            if near.passes:
                return origin.reply(answers.NO_PASSING(notation=notation))
            if near.meant:
                return origin.reply(answers.MEANT(text=near.meant))
            return origin.reply(answers.nearly(notation, fault))

    def own_board(self, match: Match, seat: Seat, origin: Origin) -> Post:
        """Return the reply to a player who asks in private for the board, with their secrets."""
        origin = replace(origin, recipient=seat)
        with self._speaking_to(origin.recipient):
            text = self.own_secret(match, seat) or answers.NOTHING_HIDDEN()
        return origin.reply(text, has_board=True)

    def final(self, origin: Origin) -> Post:
        """Return the reply to an edit of a move, or of a host's line, that is already final."""
        with self._speaking_to(origin.recipient):
            text = answers.FINAL if origin.speaker else answers.LINE_FINAL
            return origin.reply(text())

    def stale(self, origin: Origin) -> Post:
        """Return the reply to a button below a board of an earlier turn."""
        with self._speaking_to(origin.recipient):
            return origin.reply(self._linked_to_turn(answers.STALE()))

    def outdated(self, match: Match, origin: Origin) -> Post:
        """Return the reply to an edit of a private message from an earlier phase."""
        with self._speaking_to(origin.recipient):
            return origin.reply(f"{answers.OUTDATED()}\n{self._notation(match)}")

    def counted(self, origin: Origin) -> Post:
        """Return the reply to a private message that counts but is answered in the room."""
        with self._speaking_to(origin.recipient):
            return origin.reply(answers.COUNTED(room=self.card.room_id))

    def failed(self, origin: Origin) -> Post:
        """Return the reply to an entry that a fault in the Dealer kept from being judged."""
        with self._speaking_to(origin.recipient):
            return _given_back(origin, answers.TRY_AGAIN())

    def clocks(self, match: Match, *, is_standstill: bool = False) -> str:
        """Return both seats' time left, with a countdown for a running clock."""
        head = [answers.PAUSED_CLOCKS()] if match.clock.paused_since is not None else []
        if is_standstill:
            head.insert(0, matches.STANDSTILL())
        lines = (self._clock(match, seat, is_standstill=is_standstill) for seat in SEATS)
        return "\n".join((*head, *lines))

    def listed(self, match: Match, *, is_standstill: bool) -> str:
        """Return a match's line in a list; in slow play with the time of those awaited."""
        line = answers.match_line(self.seating, self.card.id, self.card.room_id)
        timing = match.clock.timing
        if timing is None or timing.clock.turn <= HOUR:
            return line
        left = (self._clock(match, seat, is_standstill=is_standstill) for seat in match.to_act)
        return "; ".join((line, *left))

    def _clock(self, match: Match, seat: Seat, *, is_standstill: bool) -> str:
        end, reserve = self._end_of(match, seat), match.reserve_left(seat)
        if end is None and seat in match.to_act and match.clock.timing is not None:
            return answers.waiting_clock(self.seating, seat, match.clock.timing, reserve)
        if end is None:
            has_reserve = match.game.starting_reserve is not None
            return answers.clock_line(self.seating, seat, reserve if has_reserve else None)
        # While a move is held, its player cannot run out of time.
        is_held, is_paused = match.held is not None, match.clock.paused_since is not None
        runs = not (is_standstill or is_paused or is_held)
        return answers.running_clock(self.seating, seat, end, runs=runs, is_held=is_held)

    def for_all(self, post: Post, earlier: int) -> Post:
        """Extend an answer to the `earlier` messages that had none."""
        if post.reply.message_id is None or post.reply.reaction or not earlier:
            return post
        return replace(post, content=answers.for_earlier(post.content, earlier))

    def own_secret(self, match: Match, seat: Seat) -> str:
        """Return all that a seat has hidden, in words; empty if nothing."""
        held = say(self.texts.holdings(match.view(seat)))
        return "\n".join(filter(None, (self.understood(match, seat), held)))


def too_late(origin: Origin) -> Post:
    """Return the reply to a timely submission whose match ended before it was judged."""
    return _given_back(origin, answers.MATCH_ENDED())


def _given_back(origin: Origin, content: str) -> Post:
    """Return the reply to a submission that does not count; it quotes a form's text for copying."""
    return origin.reply(answers.given_back(content, origin.form_text))
