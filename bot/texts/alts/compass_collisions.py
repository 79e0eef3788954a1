"""Alt texts of Compass Collisions."""

from collections.abc import Iterable, Iterator
from typing import Final

from bot.texts.alts import listed
from bot.texts.language import Text, _, ngettext, say
from bot.texts.seating import listing
from engine.alts import Names, visible
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

LAST_TURN: Final = Text("Last turn: {items}.")
FELL: Final = Text("Fell: {items}.")
NUMBERS: Final = Text("Numbers: {items}.")
FALLEN: Final = Text("Fallen squares: {items}.")
# Longest length of each list, so that the whole never takes more than 1,024 characters.
ROOM: Final = {LAST_TURN: 250, FELL: 250, FALLEN: 120, NUMBERS: 70}
ROOM_FOR_GROUND: Final = 40

INTRODUCED: Final = {**ELEMENT_NAMES, Element.AIR: Text("Air (Wind)")}
"""The same where they are first named: the game's designer calls Air by both names."""
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


def describe(view: CompassCollisionsView, names: Names, ended: str) -> str:
    """Describe the position and the last turn; `ended` is the result, if there is one."""
    fell = [event for event in view.events if event.kind is EventKind.FELL]
    other_events = [event for event in view.events if event.kind is not EventKind.FELL]
    numbers = (f"{cell} {number}" for cell, number in view.numbers)
    sentences = (
        f"{CompassCollisions.title}.",
        ended or _what_is_done(view),
        _list(LAST_TURN, map(_told, other_events)),
        _list(FELL, map(_told, fell)),
        *_sets(view),
        *(_pieces(view, names, seat) for seat in SEATS if view.pieces or fell),
        ground(view),
        _list(NUMBERS, numbers),
        _list(FALLEN, map(str, view.removed)),
    )
    return " ".join(filter(None, sentences))


def ground(view: CompassCollisionsView) -> str:
    """Return the facts that decide about the ground: pieces, next fall, moves until a collapse.

    Empty outside turns, and once there are no numbers.
    """
    left = view.quiet_left
    if left is None or view.phase not in IN_PLAY or view.outcome:
        return ""
    next_to_fall, collapsing = (
        listed([*map(str, cells)], ROOM_FOR_GROUND) for cells in (view.falls_next, view.collapsing)
    )
    text = _(
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
    return f"{text} {collapse}"


def owned(piece: Piece) -> str:
    """Name a piece by its owner and its element."""
    return _("{seat}'s {element}", seat=piece.owner.upper(), element=ELEMENT_NAMES[piece.element])


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


def _list(text: Text, items: Iterable[str]) -> str:
    shown = listed([*items], ROOM[text])
    return text(items=shown) if shown else ""


def _told(event: Event) -> str:
    if event.kind is EventKind.FELL and event.piece is None:
        return str(event.cell)
    sentence = HAPPENED[event.kind]
    if event.kind is EventKind.LEFT and event.to:
        sentence = Text("{piece} lost from {cell} onto the fallen {to}")
    return sentence(
        piece=owned(event.piece) if event.piece else "",
        cell=event.cell,
        to=event.to,
        element=ELEMENT_NAMES[event.element] if event.element else "",
    )


def _sets(view: CompassCollisionsView) -> Iterator[str]:
    """List the sets and their sides until all of them stand on the board."""
    if view.own:
        for order, pieces in enumerate(view.own.sets, 1):
            yield _("Your set {number}: {rows}.", number=order, rows=rows(pieces))
    elif view.phase not in IN_PLAY:
        sides = dict(view.sides)
        for name, pieces in view.sets:
            side = f", {say(COMPASS_NAMES[sides[name]])}" if name in sides else ""
            yield f"{name[:-1].upper()} {name[-1]}{side}: {rows(pieces)}."


def rows(pieces: PieceSet) -> str:
    """Return a set in the notation in which it is typed."""
    return " / ".join("".join(cell.value if cell else "." for cell in row) for row in pieces)


def _pieces(view: CompassCollisionsView, names: Names, seat: Seat) -> str:
    own = [(piece.element, str(cell)) for cell, piece in view.pieces if piece.owner is seat]
    groups = []
    for element in Element:
        cells = [cell for other_element, cell in own if other_element is element]
        where = f" ({' '.join(cells)})" if cells else ""
        groups.append(f"{say(ELEMENT_NAMES[element])} {len(cells)}{where}")
    return _(
        "{player} has {count}: {pieces}.",
        player=f"{seat.upper()} {visible(names[seat])}".strip(),
        count=len(own),
        pieces=", ".join(groups),
    )
