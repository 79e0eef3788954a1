"""The line protocol of `dealer opponent`: a line in, an answer out (docs/protocol.md)."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import version
from itertools import islice
from random import Random
from typing import BinaryIO, Final, TypeAlias

from bot.texts.answers import refusal as refusal_text
from engine.game import NOT_YOUR_TURN, AnyGame
from engine.matches.base_match import PAUSED
from engine.matches.entries import Entry, Speaker
from engine.matches.match import MATCH_OVER, Match
from engine.opponents.choose import typed
from engine.opponents.thinking import MAX_LISTED, Budget
from engine.options import OptionError, read_options, shortened
from engine.records.record import (
    MAX_ENTRIES,
    RecordError,
    is_post,
    read_entry,
    stamp_of,
    write_record,
)
from engine.refusals import Refusal, Refused
from engine.seats import SEATS, Seat

LONGEST_LINE: Final = 100_000
"""In bytes; more than the longest there is, a `new` with every board and number of a game."""
NAME: Final = "The Dealer"


class UnanswerableError(Exception):
    """A fault of a line that cannot be answered; it changes nothing."""


@dataclass(frozen=True, slots=True)
class Session:
    """The state of one session.

    Attributes:
        budget: Search budget; its seed is the source of each action's own.
        match: Match, without a clock until an entry has a time.
        seats: Seats through whose views it may look.
        actions: Number of actions chosen so far.
        is_over: True after `quit`.
    """

    kind: type[AnyGame]
    budget: Budget
    match: Match
    seats: tuple[Seat, ...] = SEATS
    actions: int = 0
    is_over: bool = False

    @classmethod
    def begin(cls, kind: type[AnyGame], budget: Budget) -> "Session":
        """Start a session, with a match of default options."""
        return cls(kind, budget, _begun(kind()))

    @property
    def closed(self) -> Match:
        """The match as a record's end leaves it: without a clock, a held move is final."""
        return self.match.close()


Command: TypeAlias = Callable[[Session, str], tuple[Session, str]]
"""Takes what follows the command's name; answers the session after it, and a text.

Raises UnanswerableError, Refused, OptionError or RecordError if it cannot.
"""


def answers(session: Session, lines: BinaryIO) -> Iterator[bytes]:
    """Yield the answer to each line, until `quit` or the end of the input."""
    while not session.is_over and (line := lines.readline(LONGEST_LINE)):
        if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            while (rest := lines.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            text = _no(f"a line has fewer than {LONGEST_LINE:,} bytes")
        else:
            session, text = answer(session, line.decode(errors="replace"))
        yield text.encode()


def answer(session: Session, line: str) -> tuple[Session, str]:
    """Return the session after a line, and the answer with the empty line that ends it.

    An empty line, and one that begins with `#`, has no answer.
    """
    name, rest = [*line.split(maxsplit=1), "", ""][:2]
    if not name or name.startswith("#"):
        return session, ""
    try:
        session, text = _COMMANDS.get(name, _unknown)(session, rest.strip())
    except Refused as refusal:
        sentence = refusal_text(refusal)
        return session, _no(f"{refusal.code}: {sentence}")
    except RecordError as error:
        return session, _no(error.problem)
    except (OptionError, UnanswerableError) as error:
        return session, _no(str(error))
    # A record begins on a line of its own, so that it can be copied as it stands.
    gap = "" if not text or text.startswith("\n") else " "
    return session, f"={gap}{text}\n\n"


def _no(why: str) -> str:
    printable = "".join(sign if sign.isprintable() else " " for sign in why)
    return f"? {' '.join(printable.split())}\n\n"


def _unknown(_session: Session, _rest: str) -> tuple[Session, str]:
    raise UnanswerableError(f"the commands are {', '.join(_COMMANDS)}")


# The match


def _new(session: Session, rest: str) -> tuple[Session, str]:
    words = rest.split()
    names, values = words[::2], words[1::2]
    if len(names) > len(values):
        raise UnanswerableError(f"the option {shortened(names[-1])!r} has no value")
    for name, times in Counter(names).items():
        if times > 1:
            raise UnanswerableError(f"the option {shortened(name)!r} is repeated")
    options = read_options(session.kind, dict(zip(names, values, strict=True)))
    return replace(session, match=_begun(session.kind(**options))), ""


def _seats(session: Session, rest: str) -> tuple[Session, str]:
    if rest not in {*SEATS, "both"}:
        raise UnanswerableError(f"expected ec, dmo or both, got {shortened(rest)!r}")
    return replace(session, seats=SEATS if rest == "both" else (Seat(rest),)), ""


def _play(session: Session, rest: str) -> tuple[Session, str]:
    if not rest:
        raise UnanswerableError("expected an entry, as in a match record")
    entry = read_entry(1, rest, session.match.now)
    match = _with_clock(session.match, timed=stamp_of(rest) is not None, by_posts=is_post(entry))
    return replace(session, match=_entered(match, entry)), ""


def _genmove(session: Session, rest: str) -> tuple[Session, str]:
    seat, match = _own_seat(session, rest), session.closed
    if why_not := _why_unheard(match, seat):
        raise why_not()
    seed = Random(f"{session.budget.seed} {session.actions}").getrandbits(63)
    text = typed(match, seat, replace(session.budget, seed=seed))
    match = _entered(session.match, Entry(Speaker(seat.value), session.match.now, text))
    return replace(session, match=match, actions=session.actions + 1), text


def _undo(session: Session) -> tuple[Session, str]:
    entry = Entry(Speaker.HOST, session.match.now, "undo")
    return replace(session, match=_entered(session.match, entry)), ""


# Questions


def _position(session: Session) -> tuple[Session, str]:
    match = session.closed
    return session, json.dumps(match.game.position(match.state))


def _result(session: Session) -> tuple[Session, str]:
    outcome = session.closed.result
    return session, json.dumps(outcome and outcome.written)


def _legal(session: Session, rest: str) -> tuple[Session, str]:
    seat, match = _own_seat(session, rest), session.closed
    if _why_unheard(match, seat):
        return session, "[]"
    actions = islice(match.game.legal(match.state, seat), MAX_LISTED)
    return session, json.dumps([match.game.write(action) for action in actions])


def _record(session: Session) -> tuple[Session, str]:
    match = session.match
    text = write_record(
        match.game,
        {},
        match.entries,
        has_clocks=match.has_clocks,
        starts_clock_by_post=match.starts_clock_by_post,
    )
    return session, f"\n{text}."


def _alone(command: Callable[[Session], tuple[Session, str]]) -> Command:
    def carry_out(session: Session, rest: str) -> tuple[Session, str]:
        if rest:
            raise UnanswerableError(f"nothing follows this command, not {shortened(rest)!r}")
        return command(session)

    return carry_out


_COMMANDS: Final[Mapping[str, Command]] = {
    "name": _alone(lambda session: (session, NAME)),
    "version": _alone(lambda session: (session, version("dealer"))),
    "new": _new,
    "seats": _seats,
    "play": _play,
    "genmove": _genmove,
    "position": _alone(_position),
    "legal": _legal,
    "result": _alone(_result),
    "undo": _alone(_undo),
    "record": _alone(_record),
    "quit": _alone(lambda session: (replace(session, is_over=True), "")),
}


def _begun(game: AnyGame, *, timed: bool = False, by_posts: bool = False) -> Match:
    return Match.begin(
        game, has_clocks=timed, starts_clock_by_post=by_posts, has_reminders=False
    ).match


def _with_clock(match: Match, *, timed: bool, by_posts: bool) -> Match:
    """Replay the match with clocks once its record has a time or a post."""
    timed, by_posts = timed or match.has_clocks, by_posts or match.starts_clock_by_post
    if (timed, by_posts) == (match.has_clocks, match.starts_clock_by_post):
        return match
    replayed = _begun(match.game, timed=timed, by_posts=by_posts)
    for entry in match.entries:
        replayed = _entered(replayed, entry)
    return replayed


def _entered(match: Match, entry: Entry) -> Match:
    """Return the match after an entry.

    Raises:
        Refused: The entry changes nothing.
        UnanswerableError: No more entries fit into a record.
    """
    if len(match.entries) >= MAX_ENTRIES:
        raise UnanswerableError(f"a match has at most {MAX_ENTRIES:,} entries")
    step = match.enter(entry)
    if step.refusal:
        raise step.refusal
    return step.match


def _why_unheard(match: Match, seat: Seat) -> Refusal | None:
    """Return the refusal of a seat that cannot play now; None if it can."""
    if match.result:
        return MATCH_OVER
    if match.clock.paused_since is not None:
        return PAUSED
    return None if seat in match.to_act and not match.held else NOT_YOUR_TURN


def _own_seat(session: Session, text: str) -> Seat:
    if text not in list(Seat):
        raise UnanswerableError(f"a seat is ec or dmo, not {shortened(text)!r}")
    if text not in session.seats:
        raise UnanswerableError(f"I may look through the view of {session.seats[0]} alone")
    return Seat(text)
