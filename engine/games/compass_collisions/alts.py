"""Alt texts of Compass Collisions."""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.games.compass_collisions.board import (
    COMPASS_NAMES,
    ELEMENT_NAMES,
    Element,
    Event,
    EventKind,
    Piece,
)
from engine.games.compass_collisions.layouts import PieceSet
from engine.games.compass_collisions.position import IN_PLAY, CompassCollisionsView, Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.seats import SEATS, Seat
from engine.texts import ended
from engine.words.alts import Fitted, Names, visible
from engine.words.sentences import Joined, Plural, Sentence, Words, listing

LAST_TURN: Final = Sentence("Last turn: {items}.")
FELL: Final = Sentence("Fell: {items}.")
NUMBERS: Final = Sentence("Numbers: {items}.")
FALLEN: Final = Sentence("Fallen squares: {items}.")
# Longest length of each list, so that the whole never takes more than 1,024 characters.
ROOM: Final = {LAST_TURN: 250, FELL: 250, FALLEN: 120, NUMBERS: 70}
ROOM_FOR_GROUND: Final = 40

DOING: Final = {
    Phase.LAYOUTS: Sentence("Waiting for layouts; submitted: {submitted}."),
    Phase.PRIVILEGE: Sentence("Both layouts are in. DMO has to take first or placement."),
    Phase.FIRST_PLACEMENT: Sentence("{placer} has to place two of the sets."),
    Phase.SECOND_PLACEMENT: Sentence("{namer} has to place the last two sets."),
    Phase.NAMING: Sentence("{namer} has to say who goes first."),
    Phase.PLAY: Sentence("{mover} to move."),
    Phase.REMOVAL: Sentence("{mover} has to give up a piece."),
}
HAPPENED: Final = {
    EventKind.MOVED: Sentence("{piece} moved from {cell} to {to}"),
    EventKind.CHANGED: Sentence("changed into {element}"),
    EventKind.PUSHED: Sentence("{piece} pushed from {cell} to {to}"),
    EventKind.DEFEATED: Sentence("{piece} defeated on {cell}"),
    EventKind.LEFT: Sentence("{piece} lost from {cell} off the board"),
    EventKind.FELL: Sentence("{cell} with {piece}"),
    EventKind.REMOVED: Sentence("{piece} given up on {cell}"),
}
LEFT_ONTO_FALLEN: Final = Sentence("{piece} lost from {cell} onto the fallen {to}")


def describe(view: CompassCollisionsView, names: Names) -> Words:
    """Describe the position and the last turn, or the result."""
    fell = [event for event in view.events if event.kind is EventKind.FELL]
    other_events = [event for event in view.events if event.kind is not EventKind.FELL]
    return Joined(
        [
            f"{CompassCollisions.title}.",
            ended(view) if view.outcome else _what_is_done(view),
            _list(LAST_TURN, [_told(event) for event in other_events]),
            _list(FELL, [_told(event) for event in fell]),
            *_sets(view),
            *(_pieces(view, names, seat) for seat in SEATS if view.pieces or fell),
            ground(view),
            _list(NUMBERS, [f"{cell} {number}" for cell, number in view.numbers]),
            _list(FALLEN, [str(cell) for cell in view.removed]),
        ]
    )


def ground(view: CompassCollisionsView) -> Words:
    """Return the facts that decide about the ground: pieces, next fall, moves until a collapse.

    Empty outside turns, and once there are no numbers.
    """
    left = view.quiet_left
    if left is None or view.phase not in IN_PLAY or view.outcome:
        return ""
    next_to_fall, collapsing = (
        Fitted([*map(str, cells)], ROOM_FOR_GROUND) for cells in (view.falls_next, view.collapsing)
    )
    fall = Sentence(
        "Pieces in all: {count}. Next to fall: {cells}, at {number}.",
        count=len(view.pieces),
        cells=next_to_fall,
        number=view.falls_at,
    )
    collapse = Plural(
        "After one more move without a loss: {cells}.",
        "After {count} more moves without a loss: {cells}.",
        count=left,
        cells=collapsing,
    )
    return Joined([fall, collapse])


def owned(piece: Piece | None) -> Words:
    """Name a piece, if there is one, by its owner and its element."""
    if piece is None:
        return ""
    element = ELEMENT_NAMES[piece.element]
    return Sentence("{seat}'s {element}", seat=piece.owner.upper(), element=element)


def _what_is_done(view: CompassCollisionsView) -> Sentence:
    submitted = [seat.upper() for seat in view.submitted]
    return DOING[view.phase].about(
        submitted=listing(submitted) if submitted else Sentence("nobody"),
        placer=_seat(view.chooser.opponent if view.chooser else None),
        namer=_seat(view.chooser),
        mover=_seat(view.to_move),
    )


def _seat(seat: Seat | None) -> Words:
    return seat.upper() if seat else Sentence("Nobody")


def _list(sentence: Sentence, items: Sequence[Words]) -> Words:
    return sentence.about(items=Fitted(items, ROOM[sentence])) if items else ""


def _told(event: Event) -> Words:
    if event.kind is EventKind.FELL and event.piece is None:
        return str(event.cell)
    is_onto_fallen = event.kind is EventKind.LEFT and event.to
    return (LEFT_ONTO_FALLEN if is_onto_fallen else HAPPENED[event.kind]).about(
        piece=owned(event.piece),
        cell=event.cell,
        to=event.to,
        element=ELEMENT_NAMES[event.element] if event.element else "",
    )


def _sets(view: CompassCollisionsView) -> Iterator[Words]:
    """List the sets and their sides until all of them stand on the board."""
    if view.own:
        for order, pieces in enumerate(view.own.sets, 1):
            yield Sentence("Your set {number}: {rows}.", number=order, rows=rows(pieces))
    elif view.phase not in IN_PLAY:
        sides = dict(view.sides)
        for name, pieces in view.sets:
            side = COMPASS_NAMES[sides[name]] if name in sides else ""
            title = Joined([f"{name[:-1].upper()} {name[-1]}", side], ", ")
            yield Joined([title, f"{rows(pieces)}."], ": ")


def rows(pieces: PieceSet) -> str:
    """Return a set in the notation in which it is typed."""
    return " / ".join("".join(cell.value if cell else "." for cell in row) for row in pieces)


def _pieces(view: CompassCollisionsView, names: Names, seat: Seat) -> Sentence:
    own = [(piece.element, str(cell)) for cell, piece in view.pieces if piece.owner is seat]
    groups = []
    for element in Element:
        cells = [cell for other_element, cell in own if other_element is element]
        where = f"({' '.join(cells)})" if cells else ""
        groups.append(Joined([ELEMENT_NAMES[element], len(cells), where]))
    return Sentence(
        "{player} has {count}: {pieces}.",
        player=f"{seat.upper()} {visible(names[seat])}".strip(),
        count=len(own),
        pieces=Joined(groups, ", "),
    )
