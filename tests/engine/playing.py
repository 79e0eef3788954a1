"""Ways to play matches in tests: typed lines, and random matches as a Dealer would log them."""

from dataclasses import fields, replace
from decimal import Decimal
from typing import Any

from engine.clocks import Reserve, Seconds
from engine.game import AnyGame, Outcome, Reason
from engine.games.fire_and_ice.rules import FireAndIce
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match, Transition
from engine.options import read_options
from engine.refusals import NotASubmission, Refused
from engine.seats import SEATS, Seat
from engine.words.sentences import Sentence

MILLISECOND = Decimal("0.001")
SECOND = Seconds(1)


def fire_and_ice(**options: str) -> FireAndIce:
    return FireAndIce(**read_options(FireAndIce, options))


def entry(line: str) -> Entry:
    """Return `ec @12.5 E6 E7` as an entry; every line has a time."""
    name, stamp, *text = line.split(maxsplit=2)
    return Entry(Speaker(name), Decimal(stamp.removeprefix("@")), "".join(text))


def tried(match: Match, line: str) -> Transition:
    return match.enter(entry(line))


def code(step: Transition) -> str:
    return step.refusal.code if step.refusal else ""


def played(match: Match, *lines: str) -> Match:
    for line in lines:
        step = tried(match, line)
        assert not step.refusal, f"{line}: {step.refusal}"
        match = step.match
    return match


def say(match: Match, line: str, delay: Seconds = SECOND) -> Transition:
    """Return the result of `ec E6 E7`, typed this long after the last event."""
    name, text = line.split(maxsplit=1)
    return match.enter(Entry(Speaker(name), match.now + delay, text))


def say_all(match: Match, *lines: str) -> Match:
    for line in lines:
        step = say(match, line)
        assert not step.refusal, f"{line}: {step.refusal}"
        match = step.match
    return match


def begun(game: AnyGame, *, timed: bool = True, by_posts: bool = False) -> Match:
    return Match.begin(game, has_clocks=timed, starts_clock_by_post=by_posts).match


def at_state(match: Match, state: Any) -> Match:
    return match.reach(state, match.now)


def reserves(match: Match) -> tuple[Reserve, ...]:
    return tuple(match.reserve_left(seat) for seat in SEATS)


def standing(match: Match) -> dict[str, Any]:
    """Return everything that defines a match at an instant, except its past."""
    return {
        "state": match.state,
        "result": match.result,
        "to_act": match.to_act,
        "reserves": reserves(match),
        "opening_reserves": match.clock.opening_reserves,
        "started": match.clock.started,
        "held": match.held and (match.held.entry, match.held.state, match.held.until),
        "paused_since": match.clock.paused_since,
        "lot_due_at": match.lot_due_at,
        "flag": match.clock.flag_at,
        "next_due": match.next_due(),
    }


def over(winner: Seat | None, reason: str) -> Outcome:
    return Outcome(winner, Reason(reason, Sentence(reason)))


def in_hand(match: Match) -> tuple[Reserve, ...]:
    return tuple(match.clock.opening_reserves.of(seat) for seat in SEATS)


def readings(match: Match) -> list[Seconds | None]:
    """Return the clocks' readings: of the turn, of a held move, of a lot that is due."""
    stands_at = match.now if match.clock.paused_since is None else match.clock.paused_since
    since = (match.clock.started, match.held and match.held.entry.at, match.lot_due_at)
    return [None if number is None else stands_at - number for number in since]


def is_said(match: Match, seat: Seat, text: str) -> bool:
    try:
        match.game.read(match.state, seat, text)
    except Refused as refusal:
        return not isinstance(refusal, NotASubmission)
    return True


def until_due(match: Match) -> Seconds | None:
    """Return the time until time next changes the match."""
    due = match.next_due()
    return None if due is None else due - match.now


def masked(view: Any) -> Any:
    """Return a view without the fields that say something is in, or locked."""
    payload = {"submitted": (), "finished": (), "latest": ()}
    present = {field.name for field in fields(view)}
    return replace(view, **{name: payload[name] for name in payload.keys() & present})
