"""The things that a runner remembers between two events."""

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from bot.posts.attachments import Attachments
from bot.values.events import Event

MAX_BEHIND: Final = 3
"""Largest number of boards that wait to be repeated elsewhere; older ones are left out."""


@dataclass(eq=False)
class EventQueue:
    """The events of one match; by event means by the identity of its object.

    Attributes:
        waiting: Events in the order of coming.
        again: Deferred events, which come before those.
        judged_came_in: Time at which the one being judged came in.
        came_in: Time at which each came in, by event.
        awaited: Those whose judgement somebody waits for, by event.
        being_stored: Submissions, by their number in the inbox; each happens only if the result is
            True.
    """

    waiting: asyncio.Queue[Event] = field(default_factory=asyncio.Queue)
    again: deque[Event] = field(default_factory=deque)
    judged: Event | None = None
    judged_came_in: float = 0.0
    came_in: dict[int, float] = field(default_factory=dict)
    awaited: dict[int, asyncio.Event] = field(default_factory=dict)
    being_stored: dict[int | None, asyncio.Future[bool]] = field(default_factory=dict)


@dataclass(eq=False)
class BoardPosts:
    """The posts of one match that show boards.

    Attributes:
        came_in: Time at which the move behind each undelivered one came in, by its sequence.
        newest_delivered: Newest message delivered to the room.
        newest_echoed: Newest of those that the gateway has reported.
        shown: Attachments of the latest, by the length of its log, until nobody repeats them.
        mirrored: Sequences of the latest copies for elsewhere.
    """

    came_in: dict[int, float] = field(default_factory=dict)
    newest_delivered: int = 0
    newest_echoed: int = 0
    shown: dict[int, Attachments] = field(default_factory=dict)
    mirrored: deque[int] = field(default_factory=lambda: deque(maxlen=MAX_BEHIND))
