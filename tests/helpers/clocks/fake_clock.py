"""Discord's time as a test sets it, and ids of Discord's that tell it."""

from dataclasses import dataclass

from bot.values.discord_time import DISCORD_EPOCH_MS

BEGAN_MS = 1_700_000_000_000


@dataclass
class FakeClock:
    """Discord's time, as a test sets it."""

    ms: int = BEGAN_MS
    is_set: bool = True

    def now_ms(self) -> int:
        return self.ms

    def observe(self, snowflake: int, sent_ms: float, answered_ms: float) -> None:
        """Keep the clock, which is right as it is."""


def snowflake(ms: int, number: int = 0) -> int:
    """Return an id that Discord would make at an instant."""
    return (ms - DISCORD_EPOCH_MS << 22) + number
