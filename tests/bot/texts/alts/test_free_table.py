"""A free table in words."""

from collections import Counter as Tally
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts.language import say
from engine.game import OUT_OF_TIME, Outcome
from engine.games.free_table.position import TableView
from engine.games.free_table.table import Counter, Item, ItemKind
from engine.games.free_table.texts import TEXTS
from engine.grids.grid import Cell
from engine.kinds.scene import Owner
from engine.seats import SEATS, Seat
from engine.words.alts import LONGEST_ALT, Fitted, length
from tests.rendering.positions.fire_and_ice import NAMES
from tests.rendering.positions.free_table import (
    JANGGI,
    MAZE,
    SIZES,
    filled_board,
    full_board,
    view_of,
)

PIECES = {
    "EC Ada's pieces": Owner.EC,
    "DMO Bob's pieces": Owner.DMO,
    "The table's pieces": Owner.TABLE,
}


def told(view: TableView) -> str:
    return say(TEXTS["free-table"].alt("board", view, NAMES))


def listed_pieces(alt: str) -> Tally[tuple[Owner, str, Cell]]:
    """Return every piece that a description names, taking straight runs apart."""
    result = Tally[tuple[Owner, str, Cell]]()
    for sentence in alt.removesuffix(".").split(". "):
        subject, _, items = sentence.partition(": ")
        for item in items.split(", ") if subject in PIECES else ():
            label, _, run = item.rpartition(" ")
            first, last = (Cell.parse(piece) for piece in (run.split("-") * 2)[:2])
            for column, row in product(
                range(first.column, last.column + 1), range(first.row, last.row + 1)
            ):
                result[PIECES[subject], label, Cell(column, row)] += 1
    return result


def standing(view: TableView) -> Tally[tuple[Owner, str, Cell]]:
    return Tally(
        (piece.owner, piece.label.replace("#", "filled"), cell) for cell, piece in view.pieces
    )


@pytest.mark.parametrize("view", [JANGGI, MAZE, filled_board(Owner.DMO), full_board(3, "F6")])
def test_every_piece_is_told_once_with_its_owner_and_label(view: TableView):
    assert listed_pieces(told(view)) == standing(view)


def hand(owner: Owner, *items: tuple[ItemKind, str | None]) -> list[Item]:
    return [Item(owner, index, *item) for index, item in enumerate(items, 1)]


BESIDE = view_of(
    None,
    counters=(Counter(Owner.EC, "chips", 12), Counter(Owner.TABLE, "pot", -3)),
    open=(
        *hand(Owner.DMO, (ItemKind.TEXT, "grow"), (ItemKind.TEXT, "claim"), (ItemKind.CARD, "KH")),
        *hand(Owner.TABLE, (ItemKind.DIE, "5"), (ItemKind.DIE, "3")),
    ),
    closed=(
        *hand(Owner.EC, (ItemKind.DIE, None), (ItemKind.CARD, None)),
        *hand(Owner.DMO, (ItemKind.DIE, "6"), (ItemKind.CARD, "7S"), (ItemKind.TEXT, "hush")),
    ),
)


def test_without_a_board_only_what_lies_beside_it_is_told():
    assert told(BESIDE) == (
        "Free Table. EC to move. EC Ada: chips 12, 2 closed. DMO Bob: open: KH, 2 texts open, "
        "closed: 6 7S, 1 closed. The table: pot -3, open: 5 3."
    )


def crowded(view: TableView) -> TableView:
    names = [
        f"{letter * 11}{number}" for letter, number in zip("abcdefghijkl", "1" * 12, strict=True)
    ]
    cards = [(ItemKind.CARD, "10H")] * 60
    return replace(
        view,
        title="W" * 60,
        counters=tuple(Counter(owner, name, -999_999) for owner in Owner for name in names),
        open=tuple(item for owner in Owner for item in hand(owner, *cards)),
        closed=(*hand(Owner.EC, *cards), *hand(Owner.DMO, *cards)),
        to_move=SEATS,
    )


@pytest.mark.usefixtures("each_language")
@pytest.mark.parametrize("name", ["W" * 100, "🌷" * 100])
@pytest.mark.parametrize("last", SIZES)
def test_a_description_fits_what_discord_takes(last: str, name: str):
    names = dict.fromkeys(SEATS, name)
    for view in (full_board(1, last), filled_board(Owner.EC, last), crowded(full_board(2, last))):
        ended = replace(view, outcome=Outcome(Seat.DMO, OUT_OF_TIME))
        assert length(say(TEXTS["free-table"].alt("board", ended, names))) <= LONGEST_ALT


@pytest.mark.parametrize("seed", range(3))
def test_what_is_left_out_of_a_full_board_is_counted(seed: int):
    view = full_board(seed)
    alt = told(view)
    for label, owner in PIECES.items():
        sentence = alt.partition(f"{label}: ")[2].partition(".")[0]
        named, _, rest = sentence.removesuffix(" more").rpartition(" and ")
        picture = listed_pieces(f"{label}: {named}.")
        own = Tally({piece: 1 for piece in standing(view) if piece[0] is owner})
        assert picture <= own
        assert picture.total() + int(rest) == own.total()
        assert picture.total() > 20


def test_nobodys_pieces_are_left_out_for_the_others():
    """Room is shared: who has few pieces has them all told, however many another has."""
    view = replace(
        full_board(1),
        pieces=tuple(
            (cell, replace(piece, owner=Owner.TABLE)) for cell, piece in full_board(1).pieces[2:]
        ),
    )
    few = view_of("T20", ec="A1=K").pieces + view_of("T20", dmo="B1=Q").pieces
    alt = told(replace(view, pieces=(*few, *view.pieces)))
    assert "EC Ada's pieces: K A1." in alt
    assert "DMO Bob's pieces: Q B1." in alt


@given(
    items=st.lists(st.text("AB12", min_size=1, max_size=6), min_size=1, max_size=12),
    room=st.integers(0, 60),
    data=st.data(),
)
def test_a_cut_list_counts_all_that_it_leaves_out(items: list[str], room: int, data):
    counts = data.draw(st.lists(st.integers(1, 9), min_size=len(items), max_size=len(items)))
    text = str(Fitted(items, room, counts=counts))
    if text == ", ".join(items):
        return
    named, _, rest = text.removesuffix(" more").rpartition(" and ")
    texts = named.split(", ") if named else []
    assert texts == items[: len(texts)]
    assert int(rest) == sum(counts[len(texts) :])
    assert len(text) <= max(room, len(str(sum(counts))))
