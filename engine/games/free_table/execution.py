"""The execution of a line at a free table, part by part, up to each lot that it needs."""

from collections.abc import Callable, Iterable
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
    Next,
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
    todo: tuple[Part, ...]
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


NextOf = Callable[[Next], TurnOpened]
"""The turn that `next` opens."""


def begun(work: LineExecution, turn: NextOf) -> LineExecution:
    """Carry a line out up to its first lot, if all of it is possible whatever the lots are.

    Raises:
        Refused: Some part is not possible.
    """
    work = replace(work, parts=len(work.todo))
    first = tried = to_lot(work, turn)
    while tried.todo:
        tried = settled(tried, _any_lot(tried), turn)
    return first


def to_lot(work: LineExecution, turn: NextOf) -> LineExecution:
    """Carry a line out up to the next lot that it needs, or to its end; raise Refused."""
    while work.todo and not isinstance(work.todo[0], Roll | Deal):
        work = _do(work, work.todo[0], turn)
    return _check_room(work)


def drawn(work: LineExecution, generator: Random) -> str:
    """Return the lot that a line needs next, as a record states it."""
    match work.todo[0]:
        case Roll(count, faces):
            return " ".join(["roll", *(str(1 + generator.randrange(faces)) for _ in range(count))])
        case Deal(count):
            left = list(work.table.deck)
            taken = [left.pop(generator.randrange(len(left))) for _ in range(count)]
            return " ".join(["deal", *taken])
    raise AssertionError("a line waits for nothing but lots")


def settled(work: LineExecution, lot: str, turn: NextOf) -> LineExecution:
    """Carry a line out on from a lot.

    Raises:
        OutOfOrder: `wrong-lot`, if the text does not state the lot that it needs.
    """
    match work.todo[0], lot.upper().split():
        case Roll() as part, ["ROLL", *dice] if _are_dice(part, dice):
            work = _rolled(work, part, tuple(map(int, dice)))
        case Deal() as part, ["DEAL", *cards] if _are_cards(part, cards, work.table):
            work = _dealt(work, part, tuple(cards))
        case _:
            raise OutOfOrder("wrong-lot")
    return to_lot(work, turn)


def _any_lot(work: LineExecution) -> str:
    match work.todo[0]:
        case Roll(count):
            return " ".join(["roll", *["1"] * count])
        case Deal(count):
            return " ".join(["deal", *work.table.deck[:count]])
    raise AssertionError("a line waits for nothing but lots")


def _are_dice(part: Roll, dice: list[str]) -> bool:
    sides = {str(side) for side in range(1, part.faces + 1)}
    return len(dice) == part.count and sides.issuperset(dice)


def _are_cards(part: Deal, cards: list[str], table: Table) -> bool:
    enough = all(cards.count(card) <= table.deck.count(card) for card in cards)
    return len(cards) == part.count and enough


def _rolled(work: LineExecution, part: Roll, dice: tuple[int, ...]) -> LineExecution:
    if part.seat is None:
        done = Rolled(part.count, part.faces, None, dice)
        return _with(work, work.table.roll(dice), done)
    table = work.table.give(Owner(part.seat), ItemKind.DIE, map(str, dice), closed=True)
    return _with(work, table, Rolled(part.count, part.faces, part.seat))


def _dealt(work: LineExecution, part: Deal, cards: tuple[str, ...]) -> LineExecution:
    is_closed = part.seat is not None
    owner = Owner(part.seat) if part.seat else Owner.TABLE
    table = work.table.deal(cards).give(owner, ItemKind.CARD, cards, closed=is_closed)
    return _with(work, table, Dealt(part.count, part.seat, () if is_closed else cards))


def _with(work: LineExecution, table: Table, *done: LineEvent) -> LineExecution:
    return replace(work, table=table, todo=work.todo[1:], done=work.done + done)


def _check_room(work: LineExecution) -> LineExecution:
    """Check that there is a deck to deal from, and a place for the next part."""
    part, table = next(iter(work.todo), None), work.table
    if isinstance(part, Deal) and part.count > len(table.deck):
        raise Illegal("too-few-cards", facts={"count": str(len(table.deck)), **work.facts})
    if isinstance(part, Deal | Roll):
        owner = Owner(part.seat) if part.seat else Owner.TABLE
        held = table.roll(()) if isinstance(part, Roll) and part.seat is None else table
        if held.held_by(owner) + part.count > HAND_LIMIT:
            raise Illegal("hand-full", facts={"most": str(HAND_LIMIT), **work.facts})
    return work


# Parts without lots


def _do(work: LineExecution, part: Part, turn: NextOf) -> LineExecution:
    match part:
        case Lay() | Put() | Empty() | Move():
            return _on_board(work, part)
        case SetCounter() | AddToCounter():
            return _counted(work, part)
        case MakeDeck():
            pack = _pack(part)
            return _with(work, work.table.gather(pack), DeckMade(len(pack)))
        case Open():
            return _opened(work, part)
        case Next():
            opened = turn(part)
            return replace(_with(work, work.table, opened), opened=opened)
        case Clear():
            return _with(work, work.table.clear(work.cleared), Cleared())
        case _:
            raise AssertionError("lots are settled elsewhere")


def _pack(part: MakeDeck) -> tuple[str, ...]:
    if not part.copies:
        return CARDS
    return tuple(map(str, range(part.lowest, part.highest + 1))) * part.copies


def _on_board(work: LineExecution, part: Lay | Put | Empty | Move) -> LineExecution:
    table, check = work.table, partial(_standing, work)
    cells = (part.start, part.goal) if isinstance(part, Move) else (part.cell,)
    _check_on_board(work, cells)
    match part:
        case Lay(cell, owner):
            if table.piece(cell):
                raise Illegal("taken", [cell], work.facts)
            piece = Piece(owner or work.owner)
            return _with(work, table.put(cell, piece), Laid(cell, piece))
        case Put(cell, label, owner):
            piece = Piece(owner or work.owner, label)
            return _with(work, table.put(cell, piece), Laid(cell, piece, table.piece(cell)))
        case Empty(cell):
            return _with(work, table.put(cell, None), Emptied(cell, check(cell)))
        case Move(start, goal):
            piece = check(start)
            done = Moved(start, goal, piece, table.piece(goal))
            return _with(work, table.put(start, None).put(goal, piece), done)


def _check_on_board(work: LineExecution, cells: Iterable[Cell]) -> None:
    if work.last is None:
        raise Illegal("no-board", cells, work.facts)
    if outside := [cell for cell in cells if not cell.lies_up_to(work.last)]:
        raise Illegal("off-board", outside, {"last": str(work.last), **work.facts})


def _standing(work: LineExecution, cell: Cell) -> Piece:
    piece = work.table.piece(cell)
    if piece is None:
        raise Illegal("nothing-there", [cell], work.facts)
    return piece


def _counted(work: LineExecution, part: SetCounter | AddToCounter) -> LineExecution:
    table, owner, name = work.table, part.owner, part.name
    before = table.counter(owner, name)
    if isinstance(part, SetCounter):
        if before is None and len(table.counters_of(owner)) >= COUNTER_LIMIT:
            raise Illegal("too-many-counters", facts={"most": str(COUNTER_LIMIT), **work.facts})
        value = part.value
    else:
        if before is None:
            names = dict.fromkeys(each.name for each in table.counters if each.name != name)
            facts = {"name": name, "owner": owner, "known": ", ".join(names), **work.facts}
            raise Illegal("no-such-counter", facts=facts)
        value = before + part.change
    if abs(value) > VALUE_LIMIT:
        raise Illegal("too-high", facts={"name": name, "most": str(VALUE_LIMIT), **work.facts})
    return _with(work, table.count(owner, name, value), Counted(owner, name, before, value))


def _opened(work: LineExecution, part: Open) -> LineExecution:
    """Show closed items: the named ones, or all; those of both seats, unless one is named."""
    whose, table = part.seat or work.seat, work.table
    shown = {seat: _named(table, seat, part.numbers) for seat in ((whose,) if whose else SEATS)}
    found = {item.number for items in shown.values() for item in items}
    if not found or not found.issuperset(part.numbers):
        raise _nothing_closed(work, whose)
    done = [ItemsOpened(seat, items) for seat, items in shown.items() if items]
    for each in done:
        table = table.show(each.seat, each.items)
    return _with(work, table, *done)


def _named(table: Table, seat: Seat, numbers: tuple[int, ...]) -> tuple[Item, ...]:
    held = table.hand(Owner(seat), closed=True).items
    return tuple(item for item in held if not numbers or item.number in numbers)


def _nothing_closed(work: LineExecution, seat: Seat | None) -> Illegal:
    seats = (seat,) if seat else SEATS
    items = [item for each in seats for item in work.table.hand(Owner(each), closed=True).items]
    facts = {
        "seat": seat or "",
        "numbers": ", ".join(str(item.number) for item in items) if seat else "",
        "count": str(len(items)),
        **work.facts,
    }
    return Illegal("nothing-closed", facts=facts)
