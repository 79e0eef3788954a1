"""The turns of Compass Collisions: moves, falls, and lost elements."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Final

from engine.games.compass_collisions.board import (
    ELEMENT_NAMES,
    LONGEST_QUIET,
    Event,
    EventKind,
    Piece,
)
from engine.games.compass_collisions.position import CompassCollisionsView
from engine.matches.entries import Cause, CauseKind
from engine.seats import SEATS
from engine.texts import Seating
from engine.words.sentences import Catalogue, Joined, Sentence, Wording, Words, listing

ROOM_FOR_FALLS: Final = 600
"""If what fell takes more room than this, it is summed up."""
TIED: Final = Sentence("Both lost one at once, so the one who moved last loses.")
TIED_BY_COLLAPSE: Final = Sentence(
    "Both lost one at once in a collapse, so the one with fewer pieces loses; if both have the "
    "same number, the one who had fewer when that last differed, or else the one who moved last."
)


PUSHED: Final = {
    EventKind.PUSHED: Sentence("{piece} to {to}"),
    EventKind.DROPPED: Sentence("{piece} onto the fallen {to}"),
    EventKind.LEFT: Sentence("{piece} off the board"),
}


@dataclass(frozen=True, slots=True)
class Falls(Wording):
    """Squares that fell.

    Attributes:
        waves: All of them, wave by wave.
        sums: Their number, and the pieces lost with them.
    """

    waves: Wording
    sums: Wording

    def said(self, catalogue: Catalogue) -> str:
        """Return the waves if there is room for them, else the sums."""
        text = self.waves.said(catalogue)
        return text if len(text) <= ROOM_FOR_FALLS else self.sums.said(catalogue)


def owned(piece: Piece | None) -> Words:
    """Name a piece, if there is one, by its owner and its element."""
    if piece is None:
        return ""
    element = ELEMENT_NAMES[piece.element]
    return Sentence("{seat}'s {element}", seat=piece.owner.upper(), element=element)


def told(seating: Seating, view: CompassCollisionsView, cause: Cause) -> Wording:
    """Tell a move or removal, the falls after it, and whether they ended the match."""
    first, *following = view.events
    effects = [event for event in following if event.kind is not EventKind.FELL]
    fallen = view.falls
    deed = _deed(first, effects, is_by_lot=cause.kind is CauseKind.LOT)
    if first.piece:
        deed = deed.about(
            player=seating.name(first.piece.owner),
            element=ELEMENT_NAMES[first.piece.element],
            cell=first.cell,
            to=first.to,
        )
    waves = [_wave([*events]) for _number, events in groupby(fallen, attrgetter("wave"))]
    falling = Sentence("💥 Falling {waves}.", waves=Joined(waves, "; "))
    falls = Falls(falling, _sums(fallen)) if fallen else ""
    return Joined([deed, falls, *_lacking(seating, view)])


def _deed(event: Event, effects: list[Event], *, is_by_lot: bool) -> Sentence:
    if event.kind is not EventKind.REMOVED:
        return _move(event, effects)
    if is_by_lot:
        return Sentence("🎲 Drawn by lot: {player} loses {element} on {cell}.")
    return Sentence("{player} gives up {element} on {cell}.")


def _move(moved: Event, effects: list[Event]) -> Sentence:
    if moved.kind is EventKind.DROPPED:
        return Sentence(
            "{player} moves {element} {cell} onto {to}, which has fallen, and loses it."
        )
    if moved.kind is EventKind.LEFT:
        return Sentence("{player} moves {element} {cell} off the board and loses it.")
    if not effects:
        return Sentence("{player} moves {element} {cell} to {to}.")
    if effects[0].kind is EventKind.CHANGED and effects[0].element:
        changed = ELEMENT_NAMES[effects[0].element]
        return Sentence(
            "{player} moves {element} {cell} to {to}, where it becomes {changed}.", changed=changed
        )
    if effects[0].kind is EventKind.DEFEATED:
        return _battle(moved, *effects)
    pushed = listing(map(_pushed, effects))
    return Sentence("{player} moves {element} {cell} to {to} and pushes {pushed}.", pushed=pushed)


def _battle(moved: Event, first: Event, *second: Event) -> Sentence:
    if second:
        return Sentence(
            "{player} moves {element} {cell} to {to}, where it and {enemy} defeat each other.",
            enemy=owned(first.piece),
        )
    if first.piece == moved.piece:
        return Sentence(
            "{player} moves {element} {cell} to {to}, where {enemy} defeats it.",
            enemy=owned(first.by),
        )
    return Sentence(
        "{player} moves {element} {cell} to {to} and defeats {enemy}.", enemy=owned(first.piece)
    )


def _pushed(event: Event) -> Sentence:
    return PUSHED[event.kind].about(piece=owned(event.piece), to=event.to)


def _wave(fallen: list[Event]) -> Sentence:
    squares = [
        Sentence("{cell} ({piece})", cell=event.cell, piece=owned(event.piece))
        for event in fallen
        if event.piece
    ]
    empty = [event.cell for event in fallen if event.piece is None]
    if empty:
        squares.append(Sentence("{cells} (empty)", cells=Joined(empty, ", ")))
    wave = (
        Sentence("after {moves} moves without a loss: {squares}")
        if fallen[0].wave == 0
        else Sentence("in wave {wave}: {squares}")
    )
    return wave.about(moves=LONGEST_QUIET, wave=fallen[0].wave, squares=Joined(squares, ", "))


def _sums(fallen: list[Event]) -> Sentence:
    ground = (
        Sentence("After {moves} moves without a loss {count} squares fall, the last in wave {wave}")
        if fallen[0].wave == 0
        else Sentence("{count} squares fall, the last in wave {wave}")
    )
    sums = [ground.about(moves=LONGEST_QUIET, count=len(fallen), wave=fallen[-1].wave)]
    for seat in SEATS:
        cells = [event.cell for event in fallen if event.piece and event.piece.owner is seat]
        if cells:
            cells_lost = Joined(cells, ", ")
            sums.append(Sentence("{seat} loses {cells}", seat=seat.upper(), cells=cells_lost))
    return Sentence("💥 {falls}.", falls=Joined(sums, "; "))


def _lacking(seating: Seating, view: CompassCollisionsView) -> Iterator[Sentence]:
    for seat, elements in view.lacking:
        yield Sentence(
            "{player} now lacks {elements}.",
            player=seating.name(seat),
            elements=listing(ELEMENT_NAMES[element] for element in elements),
        )
    if len(view.lacking) == len(SEATS):
        has_collapsed = any(event.wave == 0 for event in view.falls)
        yield TIED_BY_COLLAPSE if has_collapsed else TIED
