"""The turns of Compass Collisions: moves, falls, and lost elements."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from bot.texts.alts import compass_collisions as alts
from bot.texts.language import Text, _, say
from bot.texts.seating import Seating, listing
from engine.games.compass_collisions.board import ELEMENT_NAMES, Event, EventKind
from engine.games.compass_collisions.position import CompassCollisionsView
from engine.matches.entries import Cause, CauseKind
from engine.seats import SEATS, Seat

ROOM_FOR_FALLS: Final = 600
"""If what fell takes more room than this, it is summed up."""
TIED: Final = Text("Both lost one at once, so the one who moved last loses.")
TIED_BY_COLLAPSE: Final = Text(
    "Both lost one at once in a collapse, so the one with fewer pieces loses; if both have the "
    "same number, the one who had fewer when that last differed, or else the one who moved last."
)


def told(seating: Seating, view: CompassCollisionsView, cause: Cause) -> str:
    """Tell a move or removal, the falls after it, and whether they ended the match."""
    first, *other_events = view.events
    subject = [event for event in other_events if event.kind is not EventKind.FELL]
    fallen = [event for event in other_events if event.kind is EventKind.FELL]
    deed = _removal(seating, first, cause) or _move(seating, first, subject)
    return " ".join(filter(None, (deed, _falls(view, fallen), *_lacking(seating, view))))


def _removal(seating: Seating, event: Event, cause: Cause) -> str:
    if event.kind is not EventKind.REMOVED or event.piece is None:
        return ""
    facts = {
        "player": seating.name(event.piece.owner),
        "element": ELEMENT_NAMES[event.piece.element],
        "cell": event.cell,
    }
    if cause.kind is CauseKind.LOT:
        return _("🎲 Drawn by lot: {player} loses {element} on {cell}.", **facts)
    return _("{player} gives up {element} on {cell}.", **facts)


def _move(seating: Seating, moved: Event, other_events: list[Event]) -> str:
    if moved.piece is None:
        return ""
    return _deed(moved, other_events)(
        player=seating.name(moved.piece.owner),
        element=ELEMENT_NAMES[moved.piece.element],
        cell=moved.cell,
        to=moved.to,
    )


def _deed(moved: Event, other_events: list[Event]) -> Text:
    if moved.kind is EventKind.LEFT:
        if moved.to:
            return Text(
                "{player} moves {element} {cell} onto {to}, which has fallen, and loses it."
            )
        return Text("{player} moves {element} {cell} off the board and loses it.")
    if not other_events:
        return Text("{player} moves {element} {cell} to {to}.")
    if other_events[0].kind is EventKind.CHANGED and other_events[0].element:
        changed = ELEMENT_NAMES[other_events[0].element]
        return Text(
            "{player} moves {element} {cell} to {to}, where it becomes {changed}.", changed=changed
        )
    if other_events[0].kind is EventKind.DEFEATED:
        return _battle(moved, other_events)
    pushed = listing([_pushed(event) for event in other_events if event.piece])
    return Text("{player} moves {element} {cell} to {to} and pushes {pushed}.", pushed=pushed)


def _battle(moved: Event, defeated: list[Event]) -> Text:
    (piece, by), *more = [(event.piece, event.by) for event in defeated if event.piece and event.by]
    if more:
        return Text(
            "{player} moves {element} {cell} to {to}, where it and {enemy} defeat each other.",
            enemy=alts.owned(piece),
        )
    if piece == moved.piece:
        return Text(
            "{player} moves {element} {cell} to {to}, where {enemy} defeats it.",
            enemy=alts.owned(by),
        )
    return Text(
        "{player} moves {element} {cell} to {to} and defeats {enemy}.", enemy=alts.owned(piece)
    )


def _pushed(event: Event) -> str:
    piece = alts.owned(event.piece) if event.piece else ""
    if event.kind is EventKind.PUSHED:
        return _("{piece} to {to}", piece=piece, to=event.to)
    if event.to:
        return _("{piece} onto the fallen {to}", piece=piece, to=event.to)
    return _("{piece} off the board", piece=piece)


def _falls(view: CompassCollisionsView, fallen: list[Event]) -> str:
    if not fallen:
        return ""
    waves = (
        _wave(view, [*events]) for _number, events in groupby(fallen, lambda event: event.wave)
    )
    text = _("💥 Falling {waves}.", waves="; ".join(waves))
    return text if len(text) <= ROOM_FOR_FALLS else _sums(view, fallen)


def _wave(view: CompassCollisionsView, fallen: list[Event]) -> str:
    squares, first = _squares(fallen), fallen[0]
    if first.is_by_stall:
        moves = view.longest_quiet
        return _("after {moves} moves without a loss: {squares}", moves=moves, squares=squares)
    return _("in wave {wave}: {squares}", wave=first.wave, squares=squares)


def _squares(fallen: list[Event]) -> str:
    taken = [f"{event.cell} ({alts.owned(event.piece)})" for event in fallen if event.piece]
    empty = _cells(event.cell for event in fallen if event.piece is None)
    return ", ".join((*taken, _("{cells} (empty)", cells=empty)) if empty else taken)


def _sums(view: CompassCollisionsView, fallen: list[Event]) -> str:
    facts = {"moves": view.longest_quiet, "count": len(fallen), "wave": fallen[-1].wave}
    if fallen[0].is_by_stall:
        ground = _(
            "After {moves} moves without a loss {count} squares fall, the last in wave {wave}",
            **facts,
        )
    else:
        ground = _("{count} squares fall, the last in wave {wave}", **facts)
    lost = (
        _(
            "{seat} loses {cells}",
            seat=seat.upper(),
            cells=_cells(event.cell for event in fallen if _is_of(event, seat)),
        )
        for seat in SEATS
        if any(_is_of(event, seat) for event in fallen)
    )
    return f"💥 {'; '.join((ground, *lost))}."


def _is_of(event: Event, seat: Seat) -> bool:
    return event.piece is not None and event.piece.owner is seat


def _cells(cells: Iterable[object]) -> str:
    return ", ".join(map(str, cells))


def _lacking(seating: Seating, view: CompassCollisionsView) -> Iterator[str]:
    for seat, elements in view.lacking:
        yield _(
            "{player} now lacks {elements}.",
            player=seating.name(seat),
            elements=listing([say(ELEMENT_NAMES[element]) for element in elements]),
        )
    if len(view.lacking) == len(SEATS):
        yield TIED_BY_COLLAPSE() if view.has_collapsed else TIED()
