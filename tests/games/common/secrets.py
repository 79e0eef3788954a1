"""Non-interference: matches that differ only in one seat's secrets look alike to everyone else.

Both are played in lockstep; after every entry, everything that leaves the engine is compared.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from bot.texts import answers
from engine.game import AnyGame
from engine.matches.entries import Entry
from engine.matches.match import Match, Transition
from engine.matches.notices import Notice
from engine.refusals import Refused
from engine.seats import PUBLIC, Host, Seat, Viewer


class Leak(AssertionError):  # noqa: N818 - named for what it is
    """Something that others may see tells the two matches apart."""


def compare_in_lockstep(
    game: AnyGame,
    entries: Sequence[Entry],
    other_entries: Sequence[Entry],
    hider: Seat,
    is_revealed: Callable[[Match], bool],
    *,
    other_game: AnyGame | None = None,
    blind: Sequence[Viewer | Host] = (),
) -> int:
    """Play two matches of one game side by side, until the hidden part is revealed.

    Lots are drawn as soon as they are due, as a live Dealer draws them.

    Args:
        game: Rules, with the same options and seed for both, unless there is an `other_game`.
        entries: Entries of one match.
        other_entries: Entries of the other match, equal but for the secrets of `hider` (or a secret
            lot that the Dealer states for that seat). Two texts that differ must both be accepted
            or both be refused.
        hider: Seat with the secret.
        is_revealed: Returns whether the rules have revealed it; from then on nothing is compared.
        other_game: Rules of the other match, if what is hidden comes of an option or of the seed.
        blind: Viewers to whom it is hidden, beside the public and the other seat.

    Returns:
        After how many entries the matches were compared while there was something to hide: their
        states differed, and so did what the hider saw.

    Raises:
        Leak: Someone other than the hider can tell the two apart.
    """
    viewers = (PUBLIC, hider.opponent, *blind)
    here, there = (_drawn(Match.begin(rules)) for rules in (game, other_game or game))
    count = 0
    for entry, other in zip(entries, other_entries, strict=True):
        here, there = (
            _drawn(step.match.enter(other_entry))
            for step, other_entry in ((here, entry), (there, other))
        )
        revealed = is_revealed(here.match)
        _demand_equal("when it is revealed", revealed, is_revealed(there.match), entry)
        if revealed:
            return count
        _compare_answers(here, there, entry, other, hider)
        _compare_outsides(here, there, entry, viewers)
        count += _hides_something(here.match, there.match, hider)
    return count


def _drawn(step: Transition) -> Transition:
    return step.chain(Match.draw_lots)


def _hides_something(here: Match, there: Match, hider: Seat) -> bool:
    return here.state != there.state and here.view(hider) != there.view(hider)


def _compare_answers(
    here: Transition, there: Transition, entry: Entry, other: Entry, hider: Seat
) -> None:
    """Compare the answers to everyone but the hider, whose own may reveal the secret."""
    if (entry.speaker, entry.at) != (other.speaker, other.at):
        raise ValueError(f"{entry} and {other} differ in more than their texts")
    if bool(here.refusal) is not bool(there.refusal):
        if entry.text != other.text:
            raise ValueError(f"of {entry} and {other} only one is refused")
        raise Leak(f"{entry} is refused in one of the two only")
    if entry.speaker.seat is hider or here.refusal is None or there.refusal is None:
        return
    reasons = (_reason(step.match.game, step.refusal) for step in (here, there))
    _demand_equal("the answer", *reasons, entry)


def _reason(game: AnyGame, refusal: Refused) -> tuple[Any, ...]:
    return type(refusal), refusal.code, refusal.cells, answers.refusal(refusal)


def _compare_outsides(
    here: Transition, there: Transition, entry: Entry, viewers: Sequence[Viewer | Host]
) -> None:
    other_items = _outside(there, viewers)
    for name, seen in _outside(here, viewers).items():
        _demand_equal(name, seen, other_items[name], entry)


def _outside(step: Transition, viewers: Sequence[Viewer | Host]) -> dict[str, Any]:
    """Return everything that these viewers may see or hear of a match, by name."""
    match = step.match
    return {
        **{f"the view of {viewer or 'all'}": match.view(viewer) for viewer in viewers},
        "the position": match.game.position(match.state),
        "who is to act": (match.to_act, match.awaits_host),
        "the result": match.result,
        "the clock": (match.clock.timing, match.turn_left, match.clock.flag_at, match.next_wake()),
        "the reserves": tuple(match.reserve_left(seat) for seat in Seat),
        "what is told": [_told(notice) for notice in step.notices],
        "what may be said": [match.game.accepts_from(match.state, seat, None) for seat in Seat],
    }


def _told(notice: Notice) -> tuple[Any, ...]:
    """Return a notice with its type; equal values of two types would read differently."""
    return type(notice), *((field.name, getattr(notice, field.name)) for field in fields(notice))


def _demand_equal(label: str, here: Any, there: Any, entry: Entry) -> None:
    if here != there:
        raise Leak(f"{label} after {entry} tells of the secret: {here} is not {there}")
