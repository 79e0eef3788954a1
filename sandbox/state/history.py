"""The messages of one channel in the order of their ids, and Discord's pages of them."""

from bisect import bisect_left, bisect_right, insort

from sandbox.state.models import Message


class History:
    """A channel's messages; ids grow, so a new message always goes to the end."""

    def __init__(self) -> None:
        self._messages: dict[int, Message] = {}
        self._ids: list[int] = []

    def add(self, message: Message) -> None:
        """Add a message."""
        if message.id not in self._messages:
            insort(self._ids, message.id)
        self._messages[message.id] = message

    def remove(self, message_id: int) -> None:
        """Remove a message."""
        del self._messages[message_id]
        del self._ids[bisect_left(self._ids, message_id)]

    def get(self, message_id: int) -> Message | None:
        """Return the message with that id, if there is one."""
        return self._messages.get(message_id)

    def all(self) -> list[Message]:
        """Return every message, oldest first."""
        return list(self._messages.values())

    def before(self, message_id: int | None, limit: int) -> list[Message]:
        """Return the newest messages, or those just before an id, newest first."""
        end = len(self._ids) if message_id is None else bisect_left(self._ids, message_id)
        return self._page(max(0, end - limit), end)

    def after(self, message_id: int, limit: int) -> list[Message]:
        """Return the messages just after an id, newest first."""
        start = bisect_right(self._ids, message_id)
        return self._page(start, start + limit)

    def around(self, message_id: int, limit: int) -> list[Message]:
        """Return the messages around an id, with that message itself, newest first."""
        start = max(0, bisect_left(self._ids, message_id) - limit // 2)
        return self._page(start, start + limit)

    def pinned(self) -> list[Message]:
        """Return the pinned messages, newest first."""
        return [message for message in self._page(0, len(self._ids)) if message.pinned]

    def _page(self, start: int, end: int) -> list[Message]:
        return [self._messages[one] for one in reversed(self._ids[start:end])]
