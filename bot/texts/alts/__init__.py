"""Alt texts: pictures in words, one module a game."""

from collections.abc import Sequence
from typing import Final

from bot.texts.language import Text, say
from engine.alts import Fitted
from engine.options import RowOne

ROW_ONE: Final = {
    RowOne.BOTTOM: Text("Row 1 is at the bottom."),
    RowOne.TOP: Text("Row 1 is at the top."),
}


def listed(
    items: Sequence[str], room: int, glue: str = ", ", counts: Sequence[int] | None = None
) -> str:
    """Return as many items as `room` holds and the number left out, or only the total."""
    return say(Fitted(items, room, glue, counts or ()))
