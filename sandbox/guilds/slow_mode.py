"""Slow mode: the wait of a slow channel's members between two messages."""

from dataclasses import dataclass, field
from time import monotonic

from sandbox.errors import WRONG_CHANNEL_TYPE, DiscordError
from sandbox.fields import Form
from sandbox.rate_limits import RateLimitedError, Scope
from sandbox.state.models import ANNOUNCEMENT_CHANNEL, Channel, User
from sandbox.state.permissions import Permission

TOO_SOON = (20016, "This action cannot be performed due to slowmode rate limit")

LONGEST_SECONDS = 21_600


def read_slow_mode(form: Form, kind: int, default: int) -> int:
    """Read the seconds that a request sets for a channel; announcement channels allow none."""
    name = "rate_limit_per_user"
    if form.body.get(name) is not None and kind == ANNOUNCEMENT_CHANNEL:
        raise DiscordError(*WRONG_CHANNEL_TYPE)
    return form.number(name, range(LONGEST_SECONDS + 1), default)


@dataclass
class SlowMode:
    """A memory of when each person last wrote in each channel."""

    _said: dict[tuple[int, int], float] = field(default_factory=dict)

    def check(self, author: User, channel: Channel, may: Permission) -> None:
        """Refuse a message that comes too soon; bots, and people who may bypass it, never wait."""
        if author.bot or not channel.rate_limit_per_user or may & Permission.BYPASS_SLOWMODE:
            return
        last = self._said.get((channel.id, author.id))
        wait = 0.0 if last is None else last + channel.rate_limit_per_user - monotonic()
        if wait > 0:
            raise RateLimitedError(wait, Scope.USER, error=TOO_SOON)

    def note(self, author: User, channel: Channel) -> None:
        """Note that a message was posted."""
        self._said[channel.id, author.id] = monotonic()
