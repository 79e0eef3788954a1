"""Discord's time as a test sets it, and ids of Discord's that tell it."""

from dataclasses import dataclass

from bot.values.discord_time import DISCORD_EPOCH_MS, DiscordClock, TimeBounds

BEGAN_MS = 1_700_000_000_000


@dataclass
class FakeClock:
    """Discord's time, as a test sets it; it is known exactly, and whatever is past is proved.

    Attributes:
        unproved_ms: How long Discord has named no instant.
        uncertainty_ms: By how much it may be later.
    """

    ms: int = BEGAN_MS
    unproved_ms: int = -1
    uncertainty_ms: int = 0

    def now_ms(self) -> int:
        return self.ms

    @property
    def heard_ms(self) -> int:
        return self.ms - self.unproved_ms

    def observe(self, named_ms: int, sent_ms: float) -> None:
        """Keep the clock, which is right as it is."""

    def observe_date(self, date: str, sent_ms: float) -> None:
        """Keep the clock, likewise."""

    def seconds_to_proof(self, due_ms: int) -> float:
        return DiscordClock.seconds_to_proof(self, due_ms)

    def hear(self, happened_ms: int) -> None:
        """Keep the clock, likewise."""

    def recall(self, bounds: TimeBounds) -> None:
        """Keep the clock, likewise."""

    def bounds(self) -> None:
        """Return nothing: a machine that is right as it is needs none."""

    def host_error_ms(self) -> int:
        return 0


def snowflake(ms: int, number: int = 0) -> int:
    """Return an id that Discord would make at an instant."""
    return (ms - DISCORD_EPOCH_MS << 22) + number
