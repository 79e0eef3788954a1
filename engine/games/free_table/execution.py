"""The execution of a line at a free table, part by part, up to each lot that it needs."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Final

from engine.games.free_table.line_events import (
    Cleared,
    Counted,
    Dealt,
    DeckMade,
    Emptied,
    ItemsOpened,
    Laid,
    LineEvent,
    Moved,
    Rolled,
    TurnOpened,
)
from engine.games.free_table.parts import (
    COUNTER_LIMIT,
    HAND_LIMIT,
    VALUE_LIMIT,
    AddToCounter,
    Clear,
    Deal,
    Empty,
    Lay,
    MakeDeck,
    Move,
    Open,
    Part,
    Put,
    Roll,
    SetCounter,
)
from engine.games.free_table.table import Item, ItemKind, Owner, Piece, Table
from engine.grids.grid import Cell
from engine.refusals import Illegal, OutOfOrder
from engine.seats import SEATS, Seat

SUITS: Final = "CDHS"
RANKS: Final = ("A", *map(str, range(2, 11)), "J", "Q", "K")
CARDS: Final = tuple(f"{rank}{suit}" for suit in SUITS for rank in RANKS)
"""A deck of playing cards, in its order."""


@dataclass(frozen=True, slots=True)
class LineExecution:
    """A line that is being carried out; nobody sees it until all of it is done.

    Attributes:
        seat: The seat that typed it; None for a host, and for the setup.
        table: The table as it is by now.
        cleared: The table as `clear` leaves it.
        last: The upper right corner of the board; None without one.
        todo: The parts that are left.
        done: The results of the other parts.
        opened: The turn that it opened, if any.
        parts: The number of parts in the line.
    """

    seat: Seat | None
    table: Table
    cleared: Table
    last: Cell | None
    todo: tuple[Part | TurnOpened, ...]
    done: tuple[LineEvent, ...] = ()
    opened: TurnOpened | None = None
    parts: int = 0

    @property
    def owner(self) -> Owner:
        """The owner of a piece that is laid without a word on it."""
        return Owner(self.seat) if self.seat else Owner.TABLE

    @property
    def facts(self) -> dict[str, str]:
        """The facts that every refusal tells of the line."""
        return {"parts": str(self.parts)}


def begun(execution: LineExecution) -> LineExecution:
    """Carry a line out up to its first lot, if all of it is possible whatever the lots are.

    Raises:
        Refused: Some part is not possible.
    """
    execution = replace(execution, parts=len(execution.todo))
    first = tried = to_lot(execution)
    while tried.todo:
        tried = settled(tried, drawn(tried, Random(0)))
    return first


def to_lot(execution: LineExecution) -> LineExecution:
    """Carry a line out up to the next lot that it needs, or to its end; raise Refused."""
    while execution.todo and not isinstance(execution.todo[0], Roll | Deal):
        execution = _do(execution, execution.todo[0])
    return _check_room(execution)


def drawn(execution: LineExecution, generator: Random) -> str:
    """Return the lot that a line needs next, as a record states it."""
    match execution.todo[0]:
        case Roll(count, faces):
            return " ".join(["roll", *(str(1 + generator.randrange(faces)) for _ in range(count))])
        case Deal(count):
            left = list(execution.table.deck)
            taken = [left.pop(generator.randrange(len(left))) for _ in range(count)]
            return " ".join(["deal", *taken])
    raise AssertionError("a line waits for nothing but lots")


def settled(execution: LineExecution, lot: str) -> LineExecution:
    """Carry a line out on from a lot.

    Raises:
        OutOfOrder: `wrong-lot`, if the text does not state the lot that it needs.
    """
    match execution.todo[0], lot.upper().split():
        case Roll() as part, ["ROLL", *dice] if _are_dice(part, dice):
            execution = _rolled(execution, part, tuple(map(int, dice)))
        case Deal() as part, ["DEAL", *cards] if _are_cards(part, cards, execution.table):
            execution = _dealt(execution, part, tuple(cards))
        case _:
            raise OutOfOrder("wrong-lot")
    return to_lot(execution)


def _are_dice(part: Roll, dice: list[str]) -> bool:
    sides = {str(side) for side in range(1, part.faces + 1)}
    return len(dice) == part.count and sides.issuperset(dice)


def _are_cards(part: Deal, cards: list[str], table: Table) -> bool:
    enough = all(cards.count(card) <= table.deck.count(card) for card in cards)
    return len(cards) == part.count and enough


def _rolled(execution: LineExecution, part: Roll, dice: tuple[int, ...]) -> LineExecution:
    if part.seat is None:
        done = Rolled(part.count, part.faces, None, dice)
        return _with(execution, execution.table.roll(dice), done)
    table = execution.table.give(Owner(part.seat), ItemKind.DIE, map(str, dice), closed=True)
    return _with(execution, table, Rolled(part.count, part.faces, part.seat))


def _dealt(execution: LineExecution, part: Deal, cards: tuple[str, ...]) -> LineExecution:
    is_closed = part.seat is not None
    owner = Owner(part.seat) if part.seat else Owner.TABLE
    table = execution.table.deal(cards).give(owner, ItemKind.CARD, cards, closed=is_closed)
    return _with(execution, table, Dealt(part.count, part.seat, () if is_closed else cards))


def _with(execution: LineExecution, table: Table, *done: LineEvent) -> LineExecution:
    return replace(execution, table=table, todo=execution.todo[1:], done=execution.done + done)


def _check_room(execution: LineExecution) -> LineExecution:
    """Check that there is a deck to deal from, and a place for the next part."""
    part, table = next(iter(execution.todo), None), execution.table
    if isinstance(part, Deal) and part.count > len(table.deck):
        raise Illegal("too-few-cards", facts={"count": str(len(table.deck)), **execution.facts})
    if isinstance(part, Deal | Roll):
        owner = Owner(part.seat) if part.seat else Owner.TABLE
        held = table.roll(()) if isinstance(part, Roll) and part.seat is None else table
        if len(held.items_of(owner)) + part.count > HAND_LIMIT:
            raise Illegal("hand-full", facts={"most": str(HAND_LIMIT), **execution.facts})
    return execution


# Parts without lots


def _do(execution: LineExecution, part: Part | TurnOpened) -> LineExecution:
    match part:
        case Lay() | Put() | Empty() | Move():
            return _on_board(execution, part)
        case SetCounter() | AddToCounter():
            return _counted(execution, part)
        case MakeDeck():
            pack = _pack(part)
            return _with(execution, execution.table.gather(pack), DeckMade(len(pack)))
        case Open():
            return _opened(execution, part)
        case TurnOpened():
            return replace(_with(execution, execution.table, part), opened=part)
        case Clear():
            return _with(execution, execution.table.clear(execution.cleared), Cleared())
        case _:
            raise AssertionError("lots are settled elsewhere")


def _pack(part: MakeDeck) -> tuple[str, ...]:
    if not part.copies:
        return CARDS
    return tuple(map(str, range(part.lowest, part.highest + 1))) * part.copies


def _on_board(execution: LineExecution, part: Lay | Put | Empty | Move) -> LineExecution:
    table, check = execution.table, partial(_standing, execution)
    cells = (part.start, part.goal) if isinstance(part, Move) else (part.cell,)
    _check_on_board(execution, cells)
    match part:
        case Lay(cell, owner):
            if table.piece(cell):
                raise Illegal("taken", [cell], execution.facts)
            piece = Piece(owner or execution.owner)
            return _with(execution, table.put(cell, piece), Laid(cell, piece))
        case Put(cell, label, owner):
            piece = Piece(owner or execution.owner, label)
            return _with(execution, table.put(cell, piece), Laid(cell, piece, table.piece(cell)))
        case Empty(cell):
            return _with(execution, table.put(cell, None), Emptied(cell, check(cell)))
        case Move(start, goal):
            piece = check(start)
            done = Moved(start, goal, piece, table.piece(goal))
            return _with(execution, table.put(start, None).put(goal, piece), done)


def _check_on_board(execution: LineExecution, cells: Iterable[Cell]) -> None:
    if execution.last is None:
        raise Illegal("no-board", cells, execution.facts)
    if outside := [cell for cell in cells if not cell.lies_up_to(execution.last)]:
        raise Illegal("off-board", outside, {"last": str(execution.last), **execution.facts})


def _standing(execution: LineExecution, cell: Cell) -> Piece:
    piece = execution.table.piece(cell)
    if piece is None:
        raise Illegal("nothing-there", [cell], execution.facts)
    return piece


def _counted(execution: LineExecution, part: SetCounter | AddToCounter) -> LineExecution:
    table, owner, name = execution.table, part.owner, part.name
    before = table.counter(owner, name)
    if isinstance(part, SetCounter):
        if before is None and len(table.counters_of(owner)) >= COUNTER_LIMIT:
            raise Illegal(
                "too-many-counters", facts={"most": str(COUNTER_LIMIT), **execution.facts}
            )
        value = part.value
    else:
        if before is None:
            names = dict.fromkeys(
                counter.name for counter in table.counters if counter.name != name
            )
            facts = {"name": name, "owner": owner, "known": ", ".join(names), **execution.facts}
            raise Illegal("no-such-counter", facts=facts)
        value = before + part.change
    if abs(value) > VALUE_LIMIT:
        raise Illegal("too-high", facts={"name": name, "most": str(VALUE_LIMIT), **execution.facts})
    return _with(execution, table.count(owner, name, value), Counted(owner, name, before, value))


def _opened(execution: LineExecution, part: Open) -> LineExecution:
    """Show closed items: the named ones, or all; those of both seats, unless one is named."""
    whose, table = part.seat or execution.seat, execution.table
    payload = {seat: _named(table, seat, part.numbers) for seat in ((whose,) if whose else SEATS)}
    numbers = {item.number for items in payload.values() for item in items}
    if not numbers or not numbers.issuperset(part.numbers):
        raise _nothing_closed(execution, whose)
    done = [ItemsOpened(seat, items) for seat, items in payload.items() if items]
    for event in done:
        table = table.show(event.seat, event.items)
    return _with(execution, table, *done)


def _named(table: Table, seat: Seat, numbers: tuple[int, ...]) -> tuple[Item, ...]:
    held = table.hand(Owner(seat), closed=True).items
    return tuple(item for item in held if not numbers or item.number in numbers)


def _nothing_closed(execution: LineExecution, seat: Seat | None) -> Illegal:
    seats = (seat,) if seat else SEATS
    items = [item for holder in seats for item in _named(execution.table, holder, ())]
    facts = {
        "seat": seat or "",
        "numbers": ", ".join(str(item.number) for item in items) if seat else "",
        "count": str(len(items)),
        **execution.facts,
    }
    return Illegal("nothing-closed", facts=facts)
