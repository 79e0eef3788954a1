"""Finds the match that a private message is for, by the room it names or by what it says."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from bot.matches.runner import MatchRunner
from engine.plain_text import plain

_ROOM_FIRST: Final = re.compile(
    r"(?P<head>[^#]*?)(?:<#(?P<id>[0-9]+)>|#(?P<name>[^\s#]+))(?P<rest>.*)", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Route:
    """The matches that something said in private may be for.

    Attributes:
        text: What was said, without the name of a room at its start.
        runners: The matches that it may be for.
        room: The room that it names, or nothing.
        is_unsure: Whether that may be a room whose name Discord does not tell at present.
    """

    text: str
    runners: tuple[MatchRunner, ...]
    room: str = ""
    is_unsure: bool = False


def route(
    runners: Iterable[MatchRunner], user_id: int, text: str, name_of: Callable[[int], str | None]
) -> Route:
    """Choose among the matches of a player those that a text may be for.

    A room named at its start decides. Otherwise it is for the matches that await such a text in
    private; if none does, for any.
    """
    named, runners = _room_first(text), tuple(runners)
    if named:
        there = tuple(each for each in runners if _is_called(named, each.card.room_id, name_of))
        nameless = any(name_of(each.card.room_id) is None for each in runners)
        is_unsure = not there and bool(named["name"]) and nameless
        return Route(named["rest"].strip(), there, named["name"] or f"<#{named['id']}>", is_unsure)
    awaiting = tuple(each for each in runners if _awaits(each, user_id, text))
    # A match that counts goes before practice.
    counting = tuple(each for each in awaiting if not each.card.is_practice)
    return Route(text, counting or awaiting or runners)


def without_room(text: str) -> str:
    """Return the text without the name of a room at its start.

    >>> without_room("#game-room pass")
    'pass'
    """
    named = _room_first(text)
    return named["rest"].strip() if named else text


def _room_first(text: str) -> re.Match[str] | None:
    """Match a room at the start of a text; invisible characters before it do not matter."""
    named = _ROOM_FIRST.match(text)
    return named if named and not plain(named["head"]).strip() else None


def _is_called(named: re.Match[str], room_id: int, name_of: Callable[[int], str | None]) -> bool:
    if named["id"]:
        return int(named["id"]) == room_id
    return _as_typed(named["name"]) == _as_typed(name_of(room_id) or "")


def _as_typed(name: str) -> str:
    """Return a room's name for comparison, without the punctuation that may follow it."""
    return plain(name).lower().strip(",.")


def _awaits(runner: MatchRunner, user_id: int, text: str) -> bool:
    seat = runner.card.seat_of(user_id)
    return seat is not None and runner.match.is_secret(seat, text) is True
