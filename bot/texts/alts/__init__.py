"""Pictures in words, for those who do not see them: what all games share, and one module a game."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from bot.texts.language import Text
from engine.options import RowOne
from engine.seats import Seat

Names: TypeAlias = Mapping[Seat, str]
"""What the players are called."""

LONGEST_ALT: Final = 1024
LONGEST_NAME: Final = 32

ROW_ONE: Final = {
    RowOne.BOTTOM: Text("Row 1 is at the bottom."),
    RowOne.TOP: Text("Row 1 is at the top."),
}


def length(text: str) -> int:
    """How long a text is for whoever counts most strictly: a rare character is two."""
    return len(text.encode("utf-16-le")) // 2


def visible(name: str) -> str:
    """What can be seen of a name, on one line and cut if it is too long."""
    seen = "".join(character if character.isprintable() else " " for character in name)
    line = " ".join(seen.split())
    return line if len(line) <= LONGEST_NAME else f"{line[: LONGEST_NAME - 1]}…"
