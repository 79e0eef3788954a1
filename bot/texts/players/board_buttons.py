"""The buttons below a board, and the answers to them."""

from collections.abc import Sequence
from typing import Final

from bot.texts.alts import LONGEST_ALT, length
from bot.texts.language import Text, _, ngettext
from bot.texts.seating import at_most, listing
from engine.grids.grid import Cell

MINE: Final = Text("My secret")
READ: Final = Text("Read (hosts)")
LARGE: Final = Text("One board, large")
RULES: Final = Text("Rules")
CONCEDE: Final = Text("Concede")
SAY_NOW: Final = {"concede": Text("Yes, I concede"), "lock": Text("Yes, lock")}
"""The labels of the buttons below the question whether somebody wants to say a word."""
GO_ON: Final = Text("No, play on")
SHOW_ME: Final = Text("Show me")

STALE: Final = Text("❌ That button belongs to an earlier turn. The latest board has its own.")
SURE: Final = Text("Do you want to concede? The match ends at once and your opponent wins.")
SURE_TO_LOCK: Final = Text(
    "Locking is final: you can't submit anything more. Do you want to lock anyway?"
)
NOT_SAID: Final = Text("You're still in the match. Nothing has changed.")
NOTHING_HIDDEN: Final = Text("You have nothing hidden in this match.")
NOTHING_TO_READ: Final = Text("There is nothing for hosts to read right now.")
NOTHING_TO_SHOW: Final = Text("❌ I can't show you that: I don't know which cells it was about.")
TOLD_TO_OTHERS: Final = Text("❌ Only the player who got that message can see this.")


def shown(cells: Sequence[Cell], last: Cell) -> str:
    """Say which cells a board marks, and which it lacks; `last` is its upper right corner."""
    there = [str(cell) for cell in cells if cell.lies_up_to(last)]
    missing = [str(cell) for cell in cells if not cell.lies_up_to(last)]
    lines = [_("Marked: {cells}.", cells=listing(at_most(there)))] if there else []
    if missing:
        lines.append(
            ngettext(
                "{cells} is not on this board.",
                "{cells} are not on this board.",
                len(missing),
                cells=listing(at_most(missing)),
            )
        )
    return " ".join(lines)


def with_shown(alt: str, cells: Sequence[Cell], last: Cell) -> str:
    """Put the marked cells before a board's alt text."""
    text = f"{shown(cells, last)} ".lstrip()
    while length(f"{text}{alt}") > LONGEST_ALT:
        alt = f"{alt.removesuffix('…')[:-1]}…"
    return f"{text}{alt}"
