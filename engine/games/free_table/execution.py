"""The execution of a line at a free table, part by part, up to each lot that it needs."""

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from engine.games.free_table.parts import (
    COUNTER_LIMIT,
    HAND_FULL,
    HAND_LIMIT,
    TOO_HIGH,
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
    whole_line,
)
from engine.games.free_table.table import Item, ItemKind, Table
from engine.games.free_table.view import (
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
from engine.grids.grid import Cell
from engine.refusals import WRONG_LOT, Refused, check_on_board, illegal
from engine.scene import Owner, Piece
from engine.seats import SEATS, Seat
from engine.words.sentences import Plural

SUITS: Final = "CDHS"
RANKS: Final = ("A", *map(str, range(2, 11)), "J", "Q", "K")
CARDS: Final = tuple(f"{rank}{suit}" for suit in SUITS for rank in RANKS)
"""A deck of playing cards, in its order."""

NO_BOARD: Final = illegal("no-board", "This table has no board.")
NOTHING_THERE: Final = illegal("nothing-there", "There is nothing on {cells}.")
TAKEN: Final = illegal("taken", "{cells} is taken. `{cells}=X` replaces it, `{cells}=-` clears it.")
NO_SUCH_COUNTER: Final = illegal(
    "no-such-counter", "There is no counter `{name}`, only {known}. `{name}=1` makes one."
)
NO_COUNTERS: Final = illegal("no-such-counter", "There is no `{name}`. `{name}=1` makes one.")
TOO_MANY_COUNTERS: Final = illegal(
    "too-many-counters", "Nobody can have more than {most} counters."
)
TOO_FEW_CARDS: Final = illegal(
    "too-few-cards", Plural("The deck has 1 card.", "The deck has {count} cards.")
)
NOTHING_CLOSED: Final = illegal("nothing-closed", "Nobody has any closed items.")
NOTHING_CLOSED_OF_SEAT: Final = illegal("nothing-closed", "The {player} has no closed items.")
NOT_CLOSED: Final = illegal("nothing-closed", "There is no closed item with that number.")
NOT_CLOSED_OF_SEAT: Final = illegal(
    "nothing-closed",
    Plural(
        "The {player} has {count} closed item: {numbers}.",
        "The {player} has {count} closed items: {numbers}.",
    ),
)


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
    """

    seat: Seat | None
    table: Table
    cleared: Table
    last: Cell | None
    todo: tuple[Part | TurnOpened, ...]
    done: tuple[LineEvent, ...] = ()
    opened: TurnOpened | None = None

    @property
    def owner(self) -> Owner:
        """The owner of a piece that is laid without a word on it."""
        return Owner(self.seat) if self.seat else Owner.TABLE


def begun(execution: LineExecution) -> LineExecution:
    """Carry a line out up to its first lot, if all of it is possible whatever the lots are.

    Raises:
        Refused: Some part is not possible.
    """
    with whole_line(len(execution.todo)):
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
            raise WRONG_LOT()
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
        raise TOO_FEW_CARDS(count=len(table.deck))
    if isinstance(part, Deal | Roll):
        owner = Owner(part.seat) if part.seat else Owner.TABLE
        held = table.roll(()) if isinstance(part, Roll) and part.seat is None else table
        if len(held.items_of(owner)) + part.count > HAND_LIMIT:
            raise HAND_FULL(most=HAND_LIMIT)
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
    table = execution.table
    cells = (part.start, part.goal) if isinstance(part, Move) else (part.cell,)
    if execution.last is None:
        raise NO_BOARD(*cells)
    check_on_board(cells, execution.last)
    match part:
        case Lay(cell, owner):
            if table.piece(cell):
                raise TAKEN(cell)
            piece = Piece(owner or execution.owner)
            return _with(execution, table.put(cell, piece), Laid(cell, piece))
        case Put(cell, label, owner):
            piece = Piece(owner or execution.owner, label)
            return _with(execution, table.put(cell, piece), Laid(cell, piece, table.piece(cell)))
        case Empty(cell):
            return _with(execution, table.put(cell, None), Emptied(cell, _standing(table, cell)))
        case Move(start, goal):
            piece = _standing(table, start)
            done = Moved(start, goal, piece, table.piece(goal))
            return _with(execution, table.put(start, None).put(goal, piece), done)


def _standing(table: Table, cell: Cell) -> Piece:
    piece = table.piece(cell)
    if piece is None:
        raise NOTHING_THERE(cell)
    return piece


def _counted(execution: LineExecution, part: SetCounter | AddToCounter) -> LineExecution:
    table, owner, name = execution.table, part.owner, part.name
    before = table.counter(owner, name)
    if isinstance(part, SetCounter):
        if before is None and len(table.counters_of(owner)) >= COUNTER_LIMIT:
            raise TOO_MANY_COUNTERS(most=COUNTER_LIMIT)
        value = part.value
    else:
        if before is None:
            known = dict.fromkeys(other.name for other in table.counters if other.name != name)
            missing = NO_SUCH_COUNTER if known else NO_COUNTERS
            raise missing(name=name, known=", ".join(known))
        value = before + part.change
    if abs(value) > VALUE_LIMIT:
        raise TOO_HIGH(name=name, most=VALUE_LIMIT)
    return _with(execution, table.count(owner, name, value), Counted(owner, name, before, value))


def _opened(execution: LineExecution, part: Open) -> LineExecution:
    """Show closed items: the named ones, or all; those of both seats, unless one is named."""
    whose, table = part.seat or execution.seat, execution.table
    payload = {seat: _named(table, seat, part.numbers) for seat in ((whose,) if whose else SEATS)}
    numbers = {item.number for items in payload.values() for item in items}
    if not numbers or not numbers.issuperset(part.numbers):
        raise _nothing_closed(table, whose)
    done = [ItemsOpened(seat, items) for seat, items in payload.items() if items]
    for event in done:
        table = table.show(event.seat, event.items)
    return _with(execution, table, *done)


def _named(table: Table, seat: Seat, numbers: tuple[int, ...]) -> tuple[Item, ...]:
    held = table.hand(Owner(seat), closed=True).items
    return tuple(item for item in held if not numbers or item.number in numbers)


def _nothing_closed(table: Table, seat: Seat | None) -> Refused:
    if seat is None:
        has_any = any(_named(table, holder, ()) for holder in SEATS)
        return NOT_CLOSED() if has_any else NOTHING_CLOSED()
    numbers = [str(item.number) for item in _named(table, seat, ())]
    refusal = NOT_CLOSED_OF_SEAT if numbers else NOTHING_CLOSED_OF_SEAT
    return refusal(player=seat.upper(), count=len(numbers), numbers=", ".join(numbers))
