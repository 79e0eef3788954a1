"""The bot's reports of its own work, for whoever measures it; otherwise none are made."""

from typing import Literal, Protocol, TypeAlias

SessionEvent: TypeAlias = Literal["begun", "resumed", "lost"]


class Observer(Protocol):
    """Receives reports, which never name a match, server or person."""

    def request_sent(self, urgency: str) -> None:
        """Note a request that counts towards Discord's limit, and its urgency's name."""

    def rate_limited(self, scope: str) -> None:
        """Note an answer of 429, and the scope of the limit."""

    def session_changed(self, event: SessionEvent) -> None:
        """Note that a session with the gateway has begun, goes on, or has lost its connection."""

    def timer_woke(self, late_seconds: float) -> None:
        """Note by how many seconds a match was woken too late."""

    def committed(self, seconds: float) -> None:
        """Note a transaction's duration; called in the writer's thread."""

    def board_stands(self, seconds: float, *, is_practice: bool) -> None:
        """Note the seconds from an event to its board."""
