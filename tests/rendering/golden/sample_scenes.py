"""Scenes of no game: a board in blocks with won ones, and hands of cards with lamps."""

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from engine.grids.grid import Cell
from engine.kinds.scene import Card, Counter, Hand, Owner, Piece, Scene
from tests.games.flower_fields.positions import cells

OWNERS = {"e": Owner.EC, "d": Owner.DMO, "=": Owner.TABLE}
"""Owners of pieces and ground, by their signs in rows."""
LAST = Cell(8, 8)
WORDS = ("SCORE", "GROW", "CLAIM", "BLOCK", "STEAL")


@dataclass(frozen=True)
class SceneOnly:
    """A view that is a scene and nothing else."""

    scene: Scene


def counted(label: str, *numbers: int) -> tuple[Counter, ...]:
    """Return a count of the EC, one of the DMO, and one of the table if there are three."""
    return tuple(
        Counter(owner, label, number) for owner, number in zip(Owner, numbers, strict=False)
    )


def owned(rows: str, side: int = 1) -> tuple[tuple[Cell, Owner], ...]:
    """Return the owners of cells from rows, the upper first; a sign stands for a square of them."""
    lines = rows.split("/")[::-1]
    return tuple(
        (Cell(side * column + x, side * row + y), OWNERS[sign])
        for row, line in enumerate(lines)
        for column, sign in enumerate(line)
        if sign in OWNERS
        for x, y in product(range(side), repeat=2)
    )


def blocks(board: str, won: str, **facts: Any) -> SceneOnly:
    """Return nine boards of nine cells, with the pieces on them and who has won each."""
    pieces = tuple((cell, Piece(owner)) for cell, owner in owned(board))
    counters = counted("BOARDS", won.count("e"), won.count("d"))
    usual = {"pieces": pieces, "grounds": owned(won, 3), "block": 3, "counters": counters}
    return SceneOnly(Scene(LAST, **{**usual, **facts}))


def crowded(seed: int) -> SceneOnly:
    """Return a board with a piece on each cell and nearly all of its ground won."""
    dice = Random(seed)
    board, won = (
        "/".join("".join(dice.choices(signs, k=side)) for _ in range(side))
        for signs, side in (("ed", 9), ("ed=.", 3))
    )
    return blocks(board, won, latest=cells("E6"), counters=counted("BOARDS", 38, 27))


def hand(owner: Owner, lit: str = "", void: str = "", latest: str = "") -> Hand:
    """Return five cards, those among them that are lit, void and the latest by their words."""
    facts = [{*words.split()} for words in (lit, void, latest)]
    return Hand(owner, tuple(Card(word, *(word in some for some in facts)) for word in WORDS))


PLAYED = ".d.e..d.d/dd...dde./.dd.ed.ed/ededeee.e/eeddd.edd/dedd.d.dd/ee....e.e/.eeeeeee./dd....e.."
MIDDLE = blocks(PLAYED, "d../=d./.ee", latest=cells("C5"), open_cells=cells("G4 H6"))
"""The DMO took C5, by which A4-C6 was closed; the EC may play on G4 and H6."""
CHIPS = (
    Counter(Owner.EC, "CHIPS", 12),
    Counter(Owner.TABLE, "POT", 3),
    Counter(Owner.DMO, "CHIPS", 9),
)
TRICK = SceneOnly(
    Scene(
        None,
        counters=CHIPS,
        hands=(
            hand(Owner.EC, lit="SCORE CLAIM BLOCK", void="SCORE", latest="SCORE CLAIM"),
            hand(Owner.DMO, lit="GROW BLOCK STEAL", latest="BLOCK STEAL"),
        ),
    )
)
"""The EC has just played Score, which is void now, and Claim; the DMO Block and Steal."""

BOTH = SceneOnly(
    Scene(
        Cell(4, 4),
        pieces=tuple((cell, Piece(owner, "8")) for cell, owner in owned("e...d/..=../.....")),
        grounds=owned("..ed="),
        open_cells=cells("B5 C5"),
        counters=(*counted("COINS", 5, 12), *counted("LIVES", 1, 3)),
        hands=(hand(Owner.EC, lit="GROW"), hand(Owner.DMO, void="GROW")),
    )
)
SCENES = {
    "blocks": MIDDLE,
    **{f"blocks, crowded {seed}": crowded(seed) for seed in range(2)},
    "cards": TRICK,
    "board, four counts and cards": BOTH,
}
