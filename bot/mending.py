"""Tells from what is kept which messages in a room were refused, and may be mended by an edit."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from bot.kept import NumberedLetter, Sourced

_SAID: Final = re.compile(r"(?:message|edit):([0-9]+)(?::[0-9]+)?")
_TAKEN_BACK: Final = re.compile(r"edit:([0-9]+):[0-9]+:takeback")


def refused_aloud(entries: Sequence[Sourced], letters: Iterable[NumberedLetter]) -> frozenset[int]:
    """The messages in the room that were refused since something counted there.

    Those to which the room has a reply, and those that an edit took back. What was taken for
    conversation has left no trace.
    """
    replies = [each for each in letters if each.letter.answers]
    in_private = {each.letter.answers for each in replies if each.letter.to}
    sources = [each.source or "" for each in entries]
    aloud = [source if source not in in_private else "" for source in sources]
    begins = max((at for at, source in enumerate(aloud, 1) if _SAID.fullmatch(source)), default=0)
    answered = [
        each.letter.answers or ""
        for each in replies
        if each.letter.to is None and each.log_length >= begins
    ]
    # An edit that came too late for a move that counted is answered as well.
    counted = _messages(_SAID, aloud)
    return (_messages(_SAID, answered) - counted) | _messages(_TAKEN_BACK, sources[begins:])


def _messages(pattern: re.Pattern[str], sources: Iterable[str]) -> frozenset[int]:
    found = map(pattern.fullmatch, sources)
    return frozenset(int(each[1]) for each in found if each)
