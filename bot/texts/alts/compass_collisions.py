"""The pictures of Compass Collisions in words."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.texts.alts import Names, visible
from bot.texts.language import Text, _, ngettext
from bot.texts.seating import listing
from engine.games.compass_collisions.board import Compass, Element, Event, EventKind, Piece
from engine.games.compass_collisions.layouts import PieceSet, SetName
from engine.games.compass_collisions.position import IN_PLAY, CompassCollisionsView, Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.seats import SEATS, Seat

LAST_TURN: Final = Text("Last turn: {items}.")
FELL: Final = Text("Fell: {items}.")
NUMBERS: Final = Text("Numbers: {items}.")
FALLEN: Final = Text("Fallen squares: {items}.")
# How many characters each list may take, so that the whole never takes more than 1,024.
ROOM: Final = {LAST_TURN: 250, FELL: 250, FALLEN: 120, NUMBERS: 70}
ROOM_FOR_GROUND: Final = 40

ELEMENTS: Final = {
    Element.EARTH: Text("Earth"),
    Element.WATER: Text("Water"),
    Element.FIRE: Text("Fire"),
    Element.AIR: Text("Air"),
}
INTRODUCED: Final = {**ELEMENTS, Element.AIR: Text("Air (Wind)")}
"""The same where they are first named: the game's designer calls Air by both names."""
SIDES: Final = {
    Compass.NORTH: Text("north"),
    Compass.EAST: Text("east"),
    Compass.SOUTH: Text("south"),
    Compass.WEST: Text("west"),
}
DOING: Final = {
    Phase.LAYOUTS: Text("Waiting for layouts; submitted: {submitted}."),
    Phase.PRIVILEGE: Text("Both layouts are in. DMO has to take first or placement."),
    Phase.FIRST_PLACEMENT: Text("{placer} has to place two of the sets."),
    Phase.SECOND_PLACEMENT: Text("{namer} has to place the last two sets."),
    Phase.NAMING: Text("{namer} has to say who goes first."),
    Phase.PLAY: Text("{mover} to move."),
    Phase.REMOVAL: Text("{mover} has to give up a piece."),
}
HAPPENED: Final = {
    EventKind.MOVED: Text("{piece} moved from {cell} to {to}"),
    EventKind.CHANGED: Text("changed into {element}"),
    EventKind.PUSHED: Text("{piece} pushed from {cell} to {to}"),
    EventKind.DEFEATED: Text("{piece} defeated on {cell}"),
    EventKind.LEFT: Text("{piece} lost from {cell} off the board"),
    EventKind.FELL: Text("{cell} with {piece}"),
    EventKind.REMOVED: Text("{piece} given up on {cell}"),
}
LOST_ON_FALLEN: Final = Text("{piece} lost from {cell} onto the fallen {to}")


def describe(view: CompassCollisionsView, names: Names, ended: str) -> str:
    """The position and the last turn; `ended` says how the match ended, if it has."""
    fell = [event for event in view.events if event.kind is EventKind.FELL]
    others = [event for event in view.events if event.kind is not EventKind.FELL]
    numbers = (f"{cell} {number}" for cell, number in view.numbers)
    sentences = (
        f"{CompassCollisions.title}.",
        ended or _what_is_done(view),
        _list(LAST_TURN, map(_told, others)),
        _list(FELL, map(_told, fell)),
        *_sets(view),
        *(_pieces(view, names, seat) for seat in SEATS if view.pieces or fell),
        ground(view),
        _list(NUMBERS, numbers),
        _list(FALLEN, map(str, view.removed)),
    )
    return " ".join(filter(None, sentences))


def ground(view: CompassCollisionsView) -> str:
    """Return what the ground depends on: pieces in all, what falls next, moves until a collapse.

    Empty outside turns, and once there are no numbers.
    """
    left = view.quiet_left
    if left is None or view.phase not in IN_PLAY or view.outcome:
        return ""
    next_to_fall, collapsing = (
        _listed([*map(str, cells)], ROOM_FOR_GROUND) for cells in (view.falls_next, view.collapsing)
    )
    told = _(
        "Pieces in all: {count}. Next to fall: {cells}, at {number}.",
        count=len(view.pieces),
        cells=next_to_fall,
        number=view.falls_at,
    )
    collapse = ngettext(
        "After one more move without a loss: {cells}.",
        "After {count} more moves without a loss: {cells}.",
        left,
        count=left,
        cells=collapsing,
    )
    return f"{told} {collapse}"


def owned(piece: Piece) -> str:
    """A piece, by its owner and its element."""
    return _("{seat}'s {element}", seat=piece.owner.upper(), element=ELEMENTS[piece.element])


def _what_is_done(view: CompassCollisionsView) -> str:
    submitted = [seat.upper() for seat in view.submitted]
    return DOING[view.phase](
        submitted=listing(submitted) if submitted else _("nobody"),
        placer=_seat(view.chooser.opponent if view.chooser else None),
        namer=_seat(view.chooser),
        mover=_seat(view.to_move),
    )


def _seat(seat: Seat | None) -> str:
    return seat.upper() if seat else _("Nobody")


def _list(what: Text, items: Iterable[str]) -> str:
    """A sentence that lists items as far as there is room; none where there are no items."""
    listed = _listed([*items], ROOM[what])
    return what(items=listed) if listed else ""


def _listed(items: Sequence[str], room: int) -> str:
    """As many of some items as there is room for, and how many more there are.

    >>> _listed(["A1", "B1", "C1", "D1", "E1"], 17)
    'A1, B1 and 3 more'
    """
    whole = ", ".join(items)
    shown = len(items)
    while len(whole) > room and shown > 1:
        shown -= 1
        whole = listing([*items[:shown], _("{count} more", count=len(items) - shown)])
    return whole


def _told(event: Event) -> str:
    if event.kind is EventKind.FELL and event.piece is None:
        return str(event.cell)
    sentence = HAPPENED[event.kind]
    if event.kind is EventKind.LEFT and event.to:
        sentence = LOST_ON_FALLEN
    return sentence(
        piece=owned(event.piece) if event.piece else "",
        cell=event.cell,
        to=event.to,
        element=ELEMENTS[event.element] if event.element else "",
    )


def _sets(view: CompassCollisionsView) -> Iterator[str]:
    """The sets, as long as not all of them stand on the board, and where they stand."""
    if view.own:
        for order, pieces in enumerate(view.own.sets, 1):
            yield _("Your set {number}: {rows}.", number=order, rows=rows(pieces))
    elif view.phase not in IN_PLAY:
        sides = dict(view.sides)
        for name, pieces in view.sets:
            side = f", {SIDES[sides[name]]()}" if name in sides else ""
            yield f"{_title_of(name)}{side}: {rows(pieces)}."


def rows(pieces: PieceSet) -> str:
    """A set in the notation in which it is typed."""
    return " / ".join("".join(each.value if each else "." for each in row) for row in pieces)


def _pieces(view: CompassCollisionsView, names: Names, seat: Seat) -> str:
    """Where a seat's pieces stand, and how many there are of each element."""
    own = [(piece.element, str(cell)) for cell, piece in view.pieces if piece.owner is seat]
    groups = []
    for element in Element:
        cells = [cell for each, cell in own if each is element]
        where = f" ({' '.join(cells)})" if cells else ""
        groups.append(f"{ELEMENTS[element]()} {len(cells)}{where}")
    return _(
        "{player} has {count}: {pieces}.",
        player=f"{seat.upper()} {visible(names[seat])}".strip(),
        count=len(own),
        pieces=", ".join(groups),
    )


def _title_of(name: SetName) -> str:
    """The name of a set as it is written: `DMO 2`."""
    return f"{name[:-1].upper()} {name[-1]}"
