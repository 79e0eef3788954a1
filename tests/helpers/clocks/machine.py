"""A machine whose clocks a test sets against Discord's, and what it learns of Discord's time."""

from email.utils import formatdate
from types import SimpleNamespace

import pytest

from bot.values import discord_time
from bot.values.discord_time import DiscordClock
from tests.helpers.clocks.fake_clock import BEGAN_MS


class Machine:
    """A machine whose local clock differs from Discord's, by an offset that drifts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, ahead_ms: float = 0, drift: float = 0):
        self.discord_ms, self.passed_ms = float(BEGAN_MS), 0.0
        self.ahead_ms, self.drift = ahead_ms, drift
        monkeypatch.setattr(discord_time, "local_ms", self.local_ms)
        monkeypatch.setattr(discord_time, "time", SimpleNamespace(time=self.host_seconds))
        self.clock = DiscordClock()

    def local_ms(self) -> float:
        return 5e6 + self.passed_ms * (1 + self.drift)

    def host_seconds(self) -> float:
        return (self.discord_ms + self.ahead_ms) / 1000

    def passes(self, ms: float) -> float:
        """Let so much time pass; return the local time then."""
        self.discord_ms += ms
        self.passed_ms += ms
        return self.local_ms()

    def post(self, there_ms: float, back_ms: float) -> None:
        sent_ms = self.passes(0)
        self.passes(there_ms)
        named_ms = int(self.discord_ms)
        self.passes(back_ms)
        self.clock.observe(named_ms, sent_ms)

    def request(self, there_ms: float, back_ms: float) -> None:
        sent_ms = self.passes(0)
        self.passes(there_ms)
        date = formatdate(self.discord_ms // 1000, usegmt=True)
        self.passes(back_ms)
        self.clock.observe_date(date, sent_ms)

    def event(self, late_ms: float, _: float) -> None:
        happened_ms = int(self.discord_ms)
        self.passes(late_ms)
        self.clock.hear(happened_ms)

    @property
    def bounds_ms(self) -> tuple[float, float]:
        """By how much the clock is behind Discord's at the most, and ahead at the most."""
        behind_ms = self.discord_ms - self.clock.now_ms()
        return behind_ms, self.clock.uncertainty_ms - behind_ms
