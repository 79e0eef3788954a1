"""The things on a free table, and the plain referee's actions there, part by part."""

import copy
from dataclasses import dataclass, field
from typing import Any

from tests.games.referees.record import SEATS
from tests.games.referees.values import Refusal
from tests.games.referees.words.table_words import HAND, HIGHEST, Part

OWNERS = (*SEATS, "table")
COUNTERS = 12


# ----------------------------------------------------------------------------------- the table


@dataclass
class Item:
    """A die, a card or a text, open or closed; what was closed at first has a number."""

    kind: str
    text: str
    number: int = 0


@dataclass
class Table:
    """The things on the table: `board` has owner and label of each piece."""

    board: dict[Any, tuple[str, str]] = field(default_factory=dict)
    counters: dict[str, dict[str, int]] = field(
        default_factory=lambda: {owner: {} for owner in OWNERS}
    )
    open: dict[str, list[Item]] = field(default_factory=lambda: {owner: [] for owner in OWNERS})
    closed: dict[str, dict[int, Item]] = field(default_factory=lambda: {seat: {} for seat in SEATS})
    deck: list[str] = field(default_factory=list)
    whole_deck: list[str] = field(default_factory=list)

    def close(self, seat: str, kind: str, text: str) -> None:
        """Number a new closed item on from those that lie before its seat."""
        numbers = [*self.closed[seat], *(item.number for item in self.open[seat])]
        number = 1 + max(numbers, default=0)
        self.closed[seat][number] = Item(kind, text, number)

    def held(self, owner: str) -> int:
        return len(self.open[owner]) + len(self.closed.get(owner, {}))


def fault_of_line(
    table: Table, parts: list[Part], board: tuple[int, int] | None, start: Table | None = None
) -> Refusal | None:
    """Return a line's refusal that does not depend on its lots."""
    tried = copy.deepcopy(table)
    start = start or Table()
    for part in parts:
        fault = fault_of_part(tried, part, board)
        if fault:
            return fault
        if part.what == "roll":
            take_dice(tried, part, [1] * part.number)
        elif part.what == "deal":
            take_cards(tried, part, tried.deck[: part.number])
        else:
            do(tried, part, start)
    return None


def fault_of_part(table: Table, part: Part, board: tuple[int, int] | None) -> Refusal | None:
    if part.what in ("lay", "move", "put"):
        return fault_on_board(table, part, board)
    if part.what == "count":
        return fault_of_count(table, part)
    if part.what == "open":
        held = [table.closed[seat] for seat in seats_of(part)]
        can = any(held) and all(any(number in hand for hand in held) for number in part.numbers)
        return None if can else Refusal("nothing-closed")
    if part.what in ("roll", "deal"):
        return fault_of_lot(table, part)
    return None


def fault_on_board(table: Table, part: Part, board: tuple[int, int] | None) -> Refusal | None:
    if board is None:
        return Refusal("no-board", part.cells)
    columns, rows = board
    outside = [cell for cell in part.cells if not (cell[0] <= columns and 1 <= cell[1] <= rows)]
    if outside:
        return Refusal("off-board", outside)
    first = part.cells[0]
    if part.what == "lay":
        return Refusal("taken", [first]) if first in table.board else None
    if part.what == "put":
        is_missing = part.label == "-" and first not in table.board
        return Refusal("nothing-there", [first]) if is_missing else None
    if first not in table.board:
        return Refusal("nothing-there", [first])
    return None


def fault_of_count(table: Table, part: Part) -> Refusal | None:
    counters = table.counters[part.seat or "table"]
    if not part.sign.startswith("=") and part.name not in counters:
        return Refusal("no-such-counter")
    if abs(counted(counters, part)) > HIGHEST:
        return Refusal("too-high")
    if part.name not in counters and len(counters) == COUNTERS:
        return Refusal("too-many-counters")
    return None


def counted(counters: dict[str, int], part: Part) -> int:
    amount = -part.number if part.sign.endswith("-") else part.number
    return amount if part.sign.startswith("=") else counters[part.name] + amount


def fault_of_lot(table: Table, part: Part) -> Refusal | None:
    owner = part.seat or "table"
    held = table.held(owner)
    if part.what == "roll" and owner == "table":
        held -= sum(item.kind == "die" for item in table.open["table"])
    if part.what == "deal" and part.number > len(table.deck):
        return Refusal("too-few-cards")
    return Refusal("hand-full") if held + part.number > HAND else None


def seats_of(part: Part) -> list[str]:
    return [part.seat] if part.seat else list(SEATS)


def do(table: Table, part: Part, start: Table) -> None:
    if part.what == "lay":
        table.board[part.cells[0]] = (part.seat or "table", "")
    elif part.what == "move":
        table.board[part.cells[1]] = table.board.pop(part.cells[0])
    elif part.what == "put" and part.label == "-":
        del table.board[part.cells[0]]
    elif part.what == "put":
        table.board[part.cells[0]] = (part.seat or "table", part.label)
    elif part.what == "count":
        counters = table.counters[part.seat or "table"]
        counters[part.name] = counted(counters, part)
    elif part.what == "deck":
        make_deck(table, part.cards)
    elif part.what == "open":
        open_items(table, part)
    elif part.what == "clear":
        clear(table, start)


def make_deck(table: Table, cards: list[str]) -> None:
    """Gather in all cards that lie anywhere, and make a new deck."""
    for owner in OWNERS:
        table.open[owner] = [item for item in table.open[owner] if item.kind != "card"]
    for seat, hand in table.closed.items():
        table.closed[seat] = {index: item for index, item in hand.items() if item.kind != "card"}
    table.deck = list(cards)
    table.whole_deck = list(cards)


def open_items(table: Table, part: Part) -> None:
    for seat in seats_of(part):
        hand = table.closed[seat]
        for number in sorted(hand):
            if not part.numbers or number in part.numbers:
                table.open[seat].append(hand.pop(number))


def clear(table: Table, start: Table) -> None:
    """Set board, hands and deck as after the setup; another deck is whole again."""
    before = copy.deepcopy(start)
    table.board, table.open, table.closed = before.board, before.open, before.closed
    table.deck = before.deck if before.whole_deck else list(table.whole_deck)
    table.whole_deck = before.whole_deck or table.whole_deck


def take_dice(table: Table, part: Part, dice: list[int]) -> None:
    """Replace the dice that lie open."""
    if part.seat is None:
        table.open["table"] = [item for item in table.open["table"] if item.kind != "die"]
    for die in dice:
        if part.seat is None:
            table.open["table"].append(Item("die", str(die)))
        else:
            table.close(part.seat, "die", str(die))


def take_cards(table: Table, part: Part, cards: list[str]) -> None:
    for card in list(cards):
        table.deck.remove(card)
        if part.seat is None:
            table.open["table"].append(Item("card", card))
        else:
            table.close(part.seat, "card", card)
