"""Alt texts of a free table: the board, and each owner's things beside it."""

from collections.abc import Iterator
from typing import Final

from engine.games.free_table.table import Hand, ItemKind
from engine.games.free_table.view import Phase, TableView
from engine.grids.grid import Cell
from engine.scene import FILLED, Owner
from engine.seats import SEATS
from engine.texts import PLACE_OF_ROW_ONE, ended
from engine.words.alts import LONGEST_ALT, Description, Fitted, Names, ends, runs, visible
from engine.words.sentences import Joined, Plural, Sentence, Words, listing

DOING: Final = {
    Phase.CHOICE: Sentence("It isn't decided yet who goes first."),
    Phase.HOST: Sentence("Waiting for the host."),
    Phase.OVER: Sentence("The match is over."),
}
ROOM_FOR_CELLS: Final = 100
"""Longest text of the last line's cells, in characters."""


def describe(view: TableView, names: Names) -> Words:
    """Describe the position; lists that are too long end in a count."""
    now = ended(view) if view.outcome else _phase(view)
    board = _board(view, view.last) if view.last else ()
    sentences = Joined([f"{view.title}.", now, *board])
    lists = ((Joined([" ", heading, ": "], ""), items) for heading, items in _lists(view, names))
    return Description(sentences, tuple(lists))


def _phase(view: TableView) -> Words:
    if view.phase is not Phase.TURN:
        return DOING[view.phase]
    seats = [seat.upper() for seat in view.to_move]
    return Plural("{seats} to move.", "{seats} to move.", len(seats), seats=listing(seats))


def _board(view: TableView, last: Cell) -> Iterator[Words]:
    columns, rows = last.column + 1, last.row + 1
    yield Sentence("The board is {columns} by {rows}.", columns=columns, rows=rows)
    yield PLACE_OF_ROW_ONE[view.row_one]
    if view.marked:
        cells = Fitted([*map(str, view.marked)], ROOM_FOR_CELLS)
        yield Sentence("Last line: {cells}.", cells=cells)
    if not view.pieces:
        yield Sentence("It is empty.")


def _lists(view: TableView, names: Names) -> Iterator[tuple[Words, Fitted]]:
    players = {
        Owner(seat): f"{seat.upper()} {visible(names.get(seat, ''))}".strip() for seat in SEATS
    }
    for owner in Owner:
        if pieces := [*_pieces(view, owner)]:
            items, counts = zip(*pieces, strict=True)
            own = Sentence("{player}'s pieces", player=players.get(owner))
            heading = own if owner.seat else Sentence("The table's pieces")
            yield heading, Fitted(items, LONGEST_ALT, counts=counts)
    for owner in Owner:
        if beside := [*_beside(view, owner)]:
            yield players.get(owner, Sentence("The table")), Fitted(beside, LONGEST_ALT)


def _pieces(view: TableView, owner: Owner) -> Iterator[tuple[Words, int]]:
    """Yield an owner's pieces in straight runs, each with the number of its cells."""
    by_label = dict[str, list[Cell]]()
    for cell, piece in view.pieces:
        if piece.owner is owner:
            by_label.setdefault(piece.label, []).append(cell)
    for label, cells in sorted(by_label.items()):
        text = Sentence("filled") if label == FILLED else label
        for run in runs(cells):
            yield Joined([text, ends(run)]), len(run)


def _beside(view: TableView, owner: Owner) -> Iterator[Words]:
    """Yield an owner's counters, open items, and closed ones, shown if the viewer may know them."""
    yield from (f"{counter.name} {counter.value}" for counter in view.counters_of(owner))
    text, texts = _told(view.open_of(owner))
    if text:
        yield Sentence("open: {items}", items=text)
    if texts:
        yield Plural("{count} text open", "{count} texts open", count=texts)
    known, other_count = _told(view.closed_of(owner.seat)) if owner.seat else ("", 0)
    if known:
        yield Sentence("closed: {items}", items=known)
    if other_count:
        yield Sentence("{count} closed", count=other_count)


def _told(hand: Hand) -> tuple[str, int]:
    """Return the dice and cards the viewer may know, and the number of other items."""
    known = [item.text for item in hand.items if item.text and item.kind is not ItemKind.TEXT]
    return " ".join(known), len(hand.items) - len(known)
