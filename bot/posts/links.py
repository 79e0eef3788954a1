"""Where posts of a match stand in its room, for others that lead there."""

from dataclasses import dataclass
from typing import Final

from bot.texts import following


@dataclass(frozen=True, slots=True)
class Links:
    """The addresses of posts; each is empty where that is not known.

    Attributes:
        first: The post with which the match began.
        turn: The post that opened the present turn.
    """

    first: str = ""
    turn: str = ""

    def to_turn(self, content: str) -> str:
        """What is said within a turn, with a link to the turn's post."""
        return following.linked(content, following.TURNS_POST, self.turn)

    def to_first(self, content: str) -> str:
        """A result, with a link to the first board."""
        return following.linked(content, following.FIRST_BOARD, self.first)


NO_LINKS: Final = Links()
