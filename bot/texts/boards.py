"""Text boards: the meaning of their symbols, and how they are split into messages."""

from collections.abc import Iterable
from typing import Final

from bot.texts.alts import length
from bot.texts.language import Text, _
from bot.texts.seating import LONGEST_MESSAGE

MEANINGS: Final = (
    *(Text("empty"), Text("latest turn"), Text("white"), Text("red"), Text("blue")),
    *(Text("yellow"), Text("purple")),
    # A Battle of Fire and Ice
    Text("start domino, white"),
    # Compass Collisions
    *(Text("EC Earth"), Text("EC Water"), Text("EC Fire"), Text("EC Air (Wind)")),
    *(Text("DMO Earth"), Text("DMO Water"), Text("DMO Fire"), Text("DMO Air (Wind)")),
    *(Text("room for a set"), Text("fallen"), Text("next to fall"), Text("falls after a stall")),
    *(Text("number"), Text("falls when that many pieces are left")),
    Text("falls with the next loss"),
    # Demeter's Anguish
    *(Text("pentomino"), Text("tetromino"), Text("tromino"), Text("domino"), Text("monomino")),
    *(Text("rock"), Text("your flower, still secret")),
    # Deep Sea Voyage
    *(Text("red ship"), Text("white ship"), Text("blue ship"), Text("black ship")),
    *(Text("wall"), Text("channel"), Text("dropoff")),
    *(Text("piece of the Empire"), Text("piece of the Marauder"), Text("submitted piece")),
    *(Text("route of the red ship"), Text("route of the white ship")),
    *(Text("route of the blue ship"), Text("route of the black ship")),
    Text("routes of several ships"),
    # Both Flower Fields
    *(Text("just taken away"), Text("a hidden flower blew up")),
    *(Text("hidden red"), Text("hidden blue"), Text("hidden yellow")),
    *(Text("first field"), Text("second field"), Text("both fields")),
    # Free tables
    *(Text("EC's piece"), Text("DMO's piece"), Text("the table's piece")),
    *(Text("filled"), Text("filled by EC"), Text("filled by DMO")),
)
"""The meanings of text boards' signs, as `rendering.text` lists them in English."""


IN_ROOM: Final = Text("Your match in <#{room}>:")


def together(words: str, rows: str) -> tuple[str, ...]:
    """Join words with a board of symbols, or return two parts if one message cannot hold both.

    Only the words are returned if there are no symbols.
    """
    if not rows.strip():
        return (words,)
    symbols = f"```\n{rows}\n```"
    both = f"{words}\n{symbols}"
    return (both,) if length(both) <= LONGEST_MESSAGE else (words, symbols)


def legend(signs: Iterable[tuple[str, str]]) -> str:
    """Explain symbols; both sides come from `rendering.text` and are translated."""
    parts = ((_(symbol), _(meaning)) for symbol, meaning in signs)
    return _("Symbols: {signs}.", signs=", ".join(f"`{text}` {label}" for text, label in parts))


def in_messages(parts: Iterable[str]) -> tuple[str, ...]:
    r"""Join parts in order into as few messages as possible, each part whole.

    >>> in_messages(["words", "board"])
    ('words\nboard',)
    """
    messages: list[str] = []
    for part in parts:
        if messages and length(f"{messages[-1]}\n{part}") <= LONGEST_MESSAGE:
            messages[-1] = f"{messages[-1]}\n{part}"
        else:
            messages.append(part)
    return tuple(messages)
