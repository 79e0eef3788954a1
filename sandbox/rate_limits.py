"""Discord's rate limits: one for each route and channel, and one for all requests of the bot."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2s
from time import monotonic, time

from sandbox.errors import DiscordError
from sandbox.state.models import Json

GLOBAL_SECONDS = 1.0
INVALID_SECONDS = 600.0
IDENTIFY_SECONDS = 86_400.0
OLD_MESSAGE_SECONDS = 3600.0

FOLLOW_UPS = "/webhooks/{application_id}/{token}"
REACTIONS = "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}"


@dataclass(frozen=True)
class Rate:
    """So many requests in so many seconds."""

    requests: int
    seconds: float


DEFAULT_RATE = Rate(50, 1.0)
OLD_EDIT_RATE = Rate(1, 60.0)
OLD_EDITS = (
    30046,
    "Maximum number of edits to messages older than 1 hour reached. Try again later",
)
FRAME_RATE = Rate(120, 60.0)  # of one gateway connection
RATES: Mapping[tuple[str, str], Rate] = {
    ("POST", "/channels/{channel_id}/messages"): Rate(5, 5.0),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): Rate(5, 5.0),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"): Rate(5, 1.0),
    ("PUT", REACTIONS + "/@me"): Rate(1, 0.25),
    ("DELETE", REACTIONS + "/@me"): Rate(1, 0.25),
    ("DELETE", REACTIONS + "/{user_id}"): Rate(1, 0.25),
    ("POST", FOLLOW_UPS): Rate(5, 2.0),
}


@dataclass
class LimitSettings:
    """The switch for limits, and those limits that tests may want to reach sooner."""

    enforce: bool = True
    requests_per_second: int = 50
    identifies_per_day: int = 1000
    max_concurrency: int = 1  # shards that may identify at once
    seconds_between_identifies: float = 5.0
    shards: int = 1  # recommended by Discord
    guilds_per_shard: int = 2500
    invalid_answers: int = 10_000


class Scope(StrEnum):
    """The scope of the limit that has been reached."""

    USER = "user"  # the bot's, on one route
    GLOBAL = "global"  # the bot's, over all routes
    SHARED = "shared"  # the resource's; such an answer does not count as an invalid one


class RateLimitedError(DiscordError):
    """Error for a request too many: when to retry, and the limit's scope."""

    def __init__(
        self,
        retry_after: float,
        scope: Scope,
        headers: Mapping[str, str] | None = None,
        *,
        via: bool = True,
        error: tuple[int, str] = (0, "You are being rate limited."),
    ) -> None:
        super().__init__(429, *error)
        everywhere = scope is Scope.GLOBAL
        self.headers = {**(headers or {}), "Retry-After": str(int(retry_after) + 1)}
        self.headers["X-RateLimit-Scope"] = scope.value
        if everywhere:
            self.headers["X-RateLimit-Global"] = "true"
        if via:
            self.headers["Via"] = "1.1 sandbox"
        self._retry = {"retry_after": round(retry_after, 3), "global": everywhere}

    def body(self) -> Json:
        """Return the JSON of the error; a route's usual limit has no code."""
        code = {"code": self.code} if self.code else {}
        return {"message": self.message, **self._retry, **code}


@dataclass
class Window:
    """The requests made within a span of time, at whose end all are free again."""

    ends: float = 0.0
    used: int = 0

    def take(self, rate: Rate) -> float:
        """Count a request; return the seconds to wait if it was one too many, else 0."""
        now = monotonic()
        if now >= self.ends:
            self.ends = now + rate.seconds
            self.used = 0
        if self.used >= rate.requests:
            return self.ends - now
        self.used += 1
        return 0.0

    def left(self, requests: int) -> int:
        """Return how many of so many requests are left until the window ends."""
        return requests if monotonic() >= self.ends else max(0, requests - self.used)


@dataclass
class Limiter:
    """The counter of the bot's requests; people are never limited."""

    settings: LimitSettings = field(default_factory=LimitSettings)
    now: Callable[[], float] = time
    _buckets: dict[tuple[str, str, str], Window] = field(default_factory=dict)
    _old_edits: dict[int, Window] = field(default_factory=dict)
    _all: Window = field(default_factory=Window)
    _starts: dict[int, Window] = field(default_factory=dict)
    _identifies: Window = field(default_factory=Window)
    _invalid: Window = field(default_factory=Window)

    def count(self, method: str, template: str, resource: str) -> dict[str, str]:
        """Count a request of the bot; return the headers that say what is left."""
        wait = self._take(self._all, Rate(self.settings.requests_per_second, GLOBAL_SECONDS))
        if wait:
            raise RateLimitedError(wait, Scope.GLOBAL)
        return self.count_route(method, template, resource)

    def count_route(self, method: str, template: str, resource: str) -> dict[str, str]:
        """Count a request against its route alone, as Discord does with interaction tokens."""
        if not self.settings.enforce:
            return {}
        rate = RATES.get((method, template), DEFAULT_RATE)
        window = self._buckets.setdefault((method, template, resource), Window())
        wait = window.take(rate)
        headers = _headers(method, template, rate, window, self.now())
        if wait:
            raise RateLimitedError(wait, Scope.USER, headers)
        return headers

    def count_old_edit(self, channel_id: int) -> None:
        """Count an edit of a message older than an hour, for which Discord has a stricter limit."""
        wait = self._take(self._old_edits.setdefault(channel_id, Window()), OLD_EDIT_RATE)
        if wait:
            raise RateLimitedError(wait, Scope.SHARED, error=OLD_EDITS)

    def count_identify(self) -> bool:
        """Count an IDENTIFY; return whether it is within the day's limit."""
        rate = Rate(self.settings.identifies_per_day, IDENTIFY_SECONDS)
        return not self._take(self._identifies, rate)

    def identifies_too_soon(self, shard: int) -> bool:
        """Return whether a shard identifies too soon after another one with its rate limit key."""
        window = self._starts.setdefault(shard % self.settings.max_concurrency, Window())
        return bool(self._take(window, Rate(1, self.settings.seconds_between_identifies)))

    def guilds_too_many(self, guilds: int) -> bool:
        """Return whether a shard has more guilds than Discord allows one shard."""
        return self.settings.enforce and guilds > self.settings.guilds_per_shard

    def leave_identifies(self, remaining: int, reset_after: int) -> None:
        """Let the bot identify just so often within so many milliseconds from now on."""
        used = self.settings.identifies_per_day - remaining
        self._identifies = Window(monotonic() + reset_after / 1000, used)

    def session_start_limit(self) -> Json:
        """Return the bot's remaining identifies, as `GET /gateway/bot` shows them."""
        reset_after = max(0.0, self._identifies.ends - monotonic())
        return {
            "total": self.settings.identifies_per_day,
            "remaining": self._identifies.left(self.settings.identifies_per_day),
            "reset_after": int(reset_after * 1000),
            "max_concurrency": self.settings.max_concurrency,
        }

    def frame_too_many(self, sent: Window) -> bool:
        """Count a frame of a gateway connection; return whether it was one too many."""
        return bool(self._take(sent, FRAME_RATE))

    def count_invalid(self) -> None:
        """Count an answer of 401, 403 or 429."""
        self._invalid.take(Rate(self.settings.invalid_answers, INVALID_SECONDS))

    def is_banned(self) -> bool:
        """Return whether the address is banned, after too many invalid requests."""
        return self.settings.enforce and not self._invalid.left(self.settings.invalid_answers)

    def _take(self, window: Window, rate: Rate) -> float:
        """Count something if there are limits; return the seconds to wait if it is too much."""
        return window.take(rate) if self.settings.enforce else 0.0


def _headers(method: str, template: str, rate: Rate, window: Window, now: float) -> dict[str, str]:
    reset_after = window.ends - monotonic()
    return {
        "X-RateLimit-Limit": str(rate.requests),
        "X-RateLimit-Remaining": str(window.left(rate.requests)),
        "X-RateLimit-Reset": f"{now + reset_after:.3f}",
        "X-RateLimit-Reset-After": f"{reset_after:.3f}",
        "X-RateLimit-Bucket": blake2s(f"{method} {template}".encode(), digest_size=8).hexdigest(),
    }
