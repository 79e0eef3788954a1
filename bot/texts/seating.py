"""The people at a match, and how names and lists are put into sentences."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from unicodedata import category

from bot.texts.language import Text, _
from engine.game import AnyGame
from engine.seats import SEATS, Seat
from engine.words.sentences import listing

LONGEST_MESSAGE: Final = 2000
MAX_LISTED: Final = 25

_MARKDOWN: Final = re.compile(r"([\\*_~`|>#\[\]()<:@-])")
# Controls, marks of direction, joiners, line separators; and letters that look like nothing.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_BLANKS: Final = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")

NAMELESS: Final = "?"
"""The replacement of a name without visible characters."""

SEAT_TITLES: Final = {
    Seat.EC: Text("Elimination Candidate"),
    Seat.DMO: Text("Death Match Opponent"),
}


@dataclass(frozen=True, slots=True)
class Seating:
    """The people at a match, for sentences about them.

    Attributes:
        host_id: Host of the match, who is called if a ruling is awaited.
        is_practice: True if a player practises, and rules themselves.
    """

    game: AnyGame
    ids: Mapping[Seat, int]
    names: Mapping[Seat, str]
    host_id: int = 0
    is_practice: bool = False

    def name(self, seat: Seat) -> str:
        """Return a player's name in bold."""
        return f"**{plain_name(self.names[seat])}**"

    @property
    def bold_names(self) -> dict[Seat, str]:
        """The players' names in bold, by their seats."""
        return {seat: self.name(seat) for seat in SEATS}

    def mention(self, seat: Seat) -> str:
        """Return a player's mention; the post decides whether it pings."""
        return f"<@{self.ids[seat]}>"

    @property
    def host(self) -> str:
        """The host's mention."""
        return f"<@{self.host_id}>"

    def mentions(self, seats: tuple[Seat, ...]) -> str:
        """Mention several players."""
        return " ".join(f"<@{self.ids[seat]}>" for seat in seats)


def plain_name(name: str) -> str:
    r"""Escape a display name's Markdown and drop its invisible characters.

    >>> print(plain_name("*Ada*"))
    \*Ada\*
    """
    seen = "".join(
        character
        for character in name
        if category(character) not in _UNSEEN and character not in _BLANKS
    )
    return _MARKDOWN.sub(r"\\\1", seen).strip() or NAMELESS


def bold_name(name: str) -> str:
    """Return a name in bold, which cannot break the text around it."""
    return f"**{plain_name(name)}**"


def at_most(words: list[str]) -> list[str]:
    """Return as many words as a post has room for, and the number left out."""
    left_out = len(words) - MAX_LISTED
    return [*words[:MAX_LISTED], _("{count} more", count=left_out)] if left_out > 0 else words


def shortened(text: str, limit: int) -> str:
    """Cut a text that is too long.

    >>> shortened("E6 E7 E8", 7)
    'E6 E...'
    """
    return text if len(text) <= limit else text[: limit - 3] + "..."


def lines_that_fit(lines: Sequence[str], limit: int = LONGEST_MESSAGE) -> str:
    """Join as many lines as fit, and the number left out; empty for no lines.

    >>> print(lines_that_fit(["Ada", "Bartholomew", "Cy", "Di"], 20))
    Ada
    ... and 3 more.
    """
    for count in range(len(lines), 0, -1):
        more = [_("... and {count} more.", count=len(lines) - count)] if count < len(lines) else []
        text = "\n".join((*lines[:count], *more))
        if len(text) <= limit:
            return text
    return ""


def waiting(seating: Seating, to_act: tuple[Seat, ...]) -> str:
    """Name the seats to act."""
    if not to_act:
        return _("Nobody has to act right now.")
    return _("Waiting for {players}.", players=listing(map(seating.name, to_act)))
