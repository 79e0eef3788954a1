"""The bot's reports of its own work, for whoever measures it; otherwise none are made."""

from typing import Protocol


class Observer(Protocol):
    """Receives reports, which never name a match, server or person."""

    def request_sent(self, urgency: str) -> None:
        """Note a request that counts towards Discord's limit, and its urgency's name."""

    def rate_limited(self, scope: str) -> None:
        """Note an answer of 429, and the scope of the limit."""

    def session_begun(self) -> None:
        """Note a new session with the gateway."""

    def session_resumed(self) -> None:
        """Note that a session goes on."""

    def session_lost(self) -> None:
        """Note that the connection to the gateway is gone."""

    def timer_woke(self, late_seconds: float) -> None:
        """Note by how many seconds a match was woken too late."""

    def committed(self, seconds: float) -> None:
        """Note a transaction's duration; called in the writer's thread."""

    def board_stands(self, seconds: float, *, is_practice: bool) -> None:
        """Note the seconds from an event to its board."""
