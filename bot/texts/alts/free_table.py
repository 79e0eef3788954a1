"""Alt texts of a free table: the board, and each owner's things beside it."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.texts.alts import ROW_ONE, listed
from bot.texts.language import Text, _, ngettext
from bot.texts.seating import listing
from engine.alts import LONGEST_ALT, Names, ends, length, runs, visible
from engine.games.free_table.table import Hand, ItemKind
from engine.games.free_table.view import Phase, TableView
from engine.grids.grid import Cell
from engine.scene import FILLED, Owner

DOING: Final = {
    Phase.CHOICE: Text("It isn't decided yet who goes first."),
    Phase.HOST: Text("Waiting for the host."),
    Phase.OVER: Text("The match is over."),
}
PIECES: Final = {
    Owner.EC: Text("{player}'s pieces"),
    Owner.DMO: Text("{player}'s pieces"),
    Owner.TABLE: Text("The table's pieces"),
}
ROOM_FOR_CELLS: Final = 100
"""Longest text of the last line's cells, in characters."""


def describe(view: TableView, names: Names, ended: str) -> str:
    """Describe the position; lists that are too long end in a count.

    `ended` is the result, if there is one.
    """
    sentences = (
        f"{view.title}.",
        ended or _phase(view),
        *(_board(view, view.last) if view.last else ()),
    )
    text = " ".join(filter(None, sentences))
    lists = [*_lists(view, names)]
    whole = [length(_listed(*parts, LONGEST_ALT)) for parts in lists]
    rooms = _rooms(whole, LONGEST_ALT - length(text))
    return text + "".join(_listed(*parts, room) for parts, room in zip(lists, rooms, strict=True))


def _rooms(requested: Sequence[int], room: int) -> list[int]:
    """Share out `room`; if there is too little, the smallest requests are met in full.

    >>> _rooms([10, 900, 700], 1000)
    [10, 495, 495]
    """
    rooms, left = list(requested), room
    by_size = sorted(range(len(rooms)), key=rooms.__getitem__)
    for place, index in enumerate(by_size):
        rooms[index] = min(rooms[index], left // (len(rooms) - place))
        left -= rooms[index]
    return rooms


def _phase(view: TableView) -> str:
    if view.phase is not Phase.TURN:
        return DOING[view.phase]()
    seats = [seat.upper() for seat in view.to_move]
    return ngettext("{seats} to move.", "{seats} to move.", len(seats), seats=listing(seats))


def _board(view: TableView, last: Cell) -> Iterator[str]:
    columns, rows = last.column + 1, last.row + 1
    yield _("The board is {columns} by {rows}.", columns=columns, rows=rows)
    yield ROW_ONE[view.row_one]()
    if view.marked:
        yield _("Last line: {cells}.", cells=listed([*map(str, view.marked)], ROOM_FOR_CELLS))
    if not view.pieces:
        yield _("It is empty.")


def _listed(heading: str, items: Sequence[str], counts: Sequence[int], room: int) -> str:
    """Return a list with its heading, or as much of it as `room` holds and the number left out."""
    rest = room - length(f" {heading}: .")
    return f" {heading}: {listed(items, rest, counts=counts)}."


def _lists(view: TableView, names: Names) -> Iterator[tuple[str, Sequence[str], Sequence[int]]]:
    """Yield each list's heading, its items, and the number of things that each stands for."""
    for owner in Owner:
        if pieces := [*_pieces(view, owner)]:
            items, counts = zip(*pieces, strict=True)
            yield PIECES[owner](player=_player(owner, names)), items, counts
    for owner in Owner:
        if beside := (*_beside(view, owner),):
            label = _player(owner, names) or _("The table")
            yield label, beside, (1,) * len(beside)


def _player(owner: Owner, names: Names) -> str:
    seat = owner.seat
    return f"{seat.upper()} {visible(names.get(seat, ''))}".strip() if seat else ""


def _pieces(view: TableView, owner: Owner) -> Iterator[tuple[str, int]]:
    """Yield an owner's pieces in straight runs, each with the number of its cells."""
    by_label = dict[str, list[Cell]]()
    for cell, piece in view.pieces:
        if piece.owner is owner:
            by_label.setdefault(piece.label, []).append(cell)
    for label, cells in sorted(by_label.items()):
        text = _("filled") if label == FILLED else label
        for run in runs(cells):
            yield f"{text} {ends(run)}".strip(), len(run)


def _beside(view: TableView, owner: Owner) -> Iterator[str]:
    """Yield an owner's counters, open items, and closed ones, shown if the viewer may know them."""
    yield from (f"{counter.name} {counter.value}" for counter in view.counters_of(owner))
    text, texts = _told(view.open_of(owner))
    if text:
        yield _("open: {items}", items=text)
    if texts:
        yield ngettext("{count} text open", "{count} texts open", texts, count=texts)
    known, other_count = _told(view.closed_of(owner.seat)) if owner.seat else ("", 0)
    if known:
        yield _("closed: {items}", items=known)
    if other_count:
        yield _("{count} closed", count=other_count)


def _told(hand: Hand) -> tuple[str, int]:
    """Return the dice and cards the viewer may know, and the number of other items."""
    known = [item.text for item in hand.items if item.text and item.kind is not ItemKind.TEXT]
    return " ".join(known), len(hand.items) - len(known)
