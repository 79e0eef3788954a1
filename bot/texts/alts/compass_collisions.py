"""The pictures of Compass Collisions in words."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.texts.alts import Names, visible
from engine.games.compass_collisions.board import Element, Event, EventKind, Piece
from engine.games.compass_collisions.layouts import PieceSet, SetName
from engine.games.compass_collisions.position import IN_PLAY, CompassCollisionsView, Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.seats import SEATS, Seat

# How many characters each list may take, so that the whole never takes more than 1,024.
ROOM: Final = {"Last turn": 250, "Fell": 250, "Fallen squares": 120, "Next to fall": 100}

DOING: Final = {
    Phase.LAYOUTS: "Layouts are being handed in; submitted: {submitted}.",
    Phase.PRIVILEGE: "Both layouts are in. DMO is to take first or placement.",
    Phase.FIRST_PLACEMENT: "{placer} is to place two of the sets.",
    Phase.SECOND_PLACEMENT: "{namer} is to place the last two sets.",
    Phase.NAMING: "{namer} is to say who goes first.",
    Phase.PLAY: "{mover} is to move.",
    Phase.REMOVAL: "{mover} is to give up a piece of their own.",
}
HAPPENED: Final = {
    EventKind.MOVED: "{piece} moved from {cell} to {to}",
    EventKind.CHANGED: "changed into {element}",
    EventKind.PUSHED: "{piece} pushed from {cell} to {to}",
    EventKind.DEFEATED: "{piece} defeated on {cell}",
    EventKind.LEFT: "{piece} lost from {cell} {where}",
    EventKind.FELL: "{cell}{load}",
    EventKind.REMOVED: "{piece} given up on {cell}",
}


def describe(view: CompassCollisionsView, names: Names, ended: str) -> str:
    """The position and the last turn; `ended` says how the match ended, if it has."""
    fell = [event for event in view.events if event.kind is EventKind.FELL]
    others = [event for event in view.events if event.kind is not EventKind.FELL]
    sentences = (
        f"{CompassCollisions.title}.",
        ended or _what_is_done(view),
        _list("Last turn", map(_told, others)),
        _list("Fell", map(_told, fell)),
        *_sets(view),
        *(_pieces(view, names, seat) for seat in SEATS if view.pieces),
        _list("Next to fall", (f"{cell} at {number}" for cell, number in view.numbers)),
        _list("Fallen squares", map(str, view.removed)),
        f"Moves without a loss: {view.quiet} of {view.longest_quiet}." if view.quiet else "",
    )
    return " ".join(filter(None, sentences))


def _what_is_done(view: CompassCollisionsView) -> str:
    return DOING[view.phase].format(
        submitted=" and ".join(map(_seat, view.submitted)) or "nobody",
        placer=_seat(view.chooser.opponent if view.chooser else None),
        namer=_seat(view.chooser),
        mover=_seat(view.to_move),
    )


def _seat(seat: Seat | None) -> str:
    return seat.upper() if seat else "Nobody"


def _list(what: str, items: Iterable[str]) -> str:
    """A sentence that lists items as far as there is room; none where there are no items."""
    listed = _listed([*items], ROOM[what])
    return f"{what}: {listed}." if listed else ""


def _listed(items: Sequence[str], room: int) -> str:
    """As many of some items as there is room for, and how many more there are.

    >>> _listed(["A1", "B1", "C1", "D1", "E1"], 17)
    'A1, B1 and 3 more'
    """
    whole = ", ".join(items)
    shown = len(items)
    while len(whole) > room and shown > 1:
        shown -= 1
        whole = f"{', '.join(items[:shown])} and {len(items) - shown} more"
    return whole


def _told(event: Event) -> str:
    piece = event.piece and f"{event.piece.owner.upper()} {_name(event.piece.element)}"
    return HAPPENED[event.kind].format(
        piece=piece,
        load=f" with {piece}" if piece else "",
        cell=event.cell,
        to=event.to,
        where=f"onto the fallen {event.to}" if event.to else "off the board",
        element=_name(event.element) if event.element else "",
    )


def _name(element: Element) -> str:
    return element.name.capitalize()


def _sets(view: CompassCollisionsView) -> Iterator[str]:
    """The sets, as long as not all of them stand on the board, and where they stand."""
    if view.secret_layout:
        for order, pieces in enumerate(view.secret_layout.sets, 1):
            yield f"Your set {order}: {_rows(pieces)}."
    elif view.phase not in IN_PLAY:
        sides = dict(view.sides)
        for name, pieces in view.sets:
            side = f", {sides[name]}" if name in sides else ""
            yield f"{_title_of(name)}{side}: {_rows(pieces)}."


def _rows(pieces: PieceSet) -> str:
    """A set in the notation in which it is typed."""
    return " / ".join("".join(each.value if each else "." for each in row) for row in pieces)


def _pieces(view: CompassCollisionsView, names: Names, seat: Seat) -> str:
    """Where a seat's pieces stand, and how many there are of each element."""
    groups = []
    for element in Element:
        cells = [str(cell) for cell, piece in view.pieces if piece == Piece(seat, element)]
        groups.append(f"{_name(element)} {len(cells)} ({' '.join(cells)})")
    called = f"{seat.upper()} {visible(names[seat])}".strip()
    count = sum(piece.owner is seat for _, piece in view.pieces)
    return f"{called} has {count}: {', '.join(groups)}."


def _title_of(name: SetName) -> str:
    """The name of a set as it is written: `DMO 2`."""
    return f"{name[:-1].upper()} {name[-1]}"
