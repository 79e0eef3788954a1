"""Decides about hosts' rulings: what one would lead to, and what follows once it is given."""

from dataclasses import replace

from bot.card import MatchCard, Person
from bot.live.decision import Decision
from bot.live.values.events import Called, Ruled
from engine.clocks import Seconds
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match, Step
from engine.matches.rulings import (
    MAY_FOLLOW_THE_END,
    Replace,
    Ruling,
    Undo,
    UndoRuling,
    read_ruling,
    write_ruling,
)
from engine.refusals import Refused


def preview(match: Match, ruling: Ruling, at: Seconds) -> Step:
    """What a ruling would lead to now; its refusal says why it cannot be given."""
    return match.enter(Entry(Speaker.HOST, max(at, match.now), write_ruling(ruling)))


class Outdated(Refused):
    """The ruling would now take back something else than the host was shown."""

    def __init__(self) -> None:
        super().__init__("outdated")


def is_outdated(event: Ruled, match: Match) -> bool:
    """Whether a ruling would now take back something else than the host was shown."""
    shown = event.takes_back
    return shown is not None and shown != taken_back_by(read_ruling(event.text), match)


def taken_back_by(ruling: Ruling, match: Match) -> int:
    """The entry of the log that a ruling would take back, counted from 1; 0 if it takes none."""
    if isinstance(ruling, Undo):
        return match.undo_point.number + 1 if match.undo_point else 0
    if isinstance(ruling, UndoRuling):
        return match.ruling_point.number + 1 if match.ruling_point else 0
    return 0


def may_follow_the_end(ruling: Ruling) -> bool:
    """Whether a ruling is possible in a match that is over."""
    return isinstance(ruling, MAY_FOLLOW_THE_END)


def followed(so_far: Decision, event: Ruled) -> Decision:
    """An accepted ruling, with what follows beside the log: another person, the host's reason."""
    ruling = read_ruling(event.text)
    if isinstance(ruling, Replace) and event.person:
        card = replaced(so_far.card, ruling, event.person)
        so_far = so_far.knows(card=card).does(card=card)
    return so_far.says(so_far.composer.because(event.because)) if event.because else so_far


def replaced(card: MatchCard, ruling: Replace, person: Person) -> MatchCard:
    """The card with another person in a seat; the record goes on to name who sat there at first.

    The private channel of whoever leaves is not theirs.
    """
    first = {ruling.seat: card.players[ruling.seat].name} | dict(card.first_names)
    card = card.with_private_channel(ruling.seat, None)
    return replace(card, players={**card.players, ruling.seat: person}, first_names=first)


def called(so_far: Decision, _: Called) -> Decision:
    """A host calls those who are awaited."""
    match = so_far.match
    if match.result or match.paused_since is not None or not match.to_act:
        return so_far
    return so_far.says(so_far.composer.called(so_far.live.match_at(so_far.now_ms)))
