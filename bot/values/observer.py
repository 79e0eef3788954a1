"""What the bot tells of its own work, to whoever measures it.

The base class takes no note of anything: nothing is measured unless somebody asked for it.
"""

from typing import Final


class Observer:
    """Is told what happens, and never of which match, server or person."""

    def request_sent(self, urgency: str) -> None:
        """Note a request that counts towards Discord's limit, and the name of its urgency."""

    def rate_limited(self, scope: str) -> None:
        """Note an answer of 429, and whom Discord says that it limits."""

    def session_begun(self) -> None:
        """Note a new session with the gateway."""

    def session_resumed(self) -> None:
        """Note that a session goes on."""

    def session_lost(self) -> None:
        """Note that the connection to the gateway is gone."""

    def timer_woke(self, late_seconds: float) -> None:
        """Note that a match was woken, so many seconds after it was due."""

    def committed(self, seconds: float) -> None:
        """Note a transaction that took so long. Called in the writer's thread."""

    def board_stands(self, seconds: float, *, is_practice: bool) -> None:
        """Note that a board stands, so many seconds after what brought it about came in."""


UNOBSERVED: Final = Observer()
