"""Text boards: their legend, and how they are split into messages."""

from collections.abc import Iterable
from typing import Final

from bot.texts.language import Text, _, say
from bot.texts.seating import LONGEST_MESSAGE
from engine.words.alts import length
from engine.words.sentences import Words

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


def legend(signs: Iterable[tuple[Words, Words]]) -> str:
    """Explain symbols, given with their meanings."""
    parts = (f"`{say(symbol)}` {say(meaning)}" for symbol, meaning in signs)
    return _("Symbols: {signs}.", signs=", ".join(parts))


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
