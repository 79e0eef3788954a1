"""Discord's rate limits: a bucket for each route and channel, one for the bot as a whole."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2s
from time import monotonic, time

from sandbox.models import Json

GLOBAL_SECONDS = 1.0
INVALID_SECONDS = 600.0
IDENTIFY_SECONDS = 86_400.0
OLD_MESSAGE_SECONDS = 3600.0

REACTIONS = "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}"


@dataclass(frozen=True)
class Rate:
    """So many requests in so many seconds."""

    requests: int
    seconds: float


DEFAULT_RATE = Rate(50, 1.0)
OLD_EDIT_RATE = Rate(1, 60.0)
RATES: Mapping[tuple[str, str], Rate] = {
    ("POST", "/channels/{channel_id}/messages"): Rate(5, 5.0),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): Rate(5, 5.0),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"): Rate(5, 1.0),
    ("PUT", REACTIONS + "/@me"): Rate(1, 0.25),
    ("DELETE", REACTIONS + "/@me"): Rate(1, 0.25),
    ("DELETE", REACTIONS + "/{user_id}"): Rate(1, 0.25),
}


@dataclass
class LimitSettings:
    """What is enforced, and the limits that tests may want to reach sooner."""

    enforce: bool = True
    requests_per_second: int = 50
    identifies_per_day: int = 1000
    invalid_answers: int = 10_000


class RateLimitedError(Exception):
    """A request too many: when to come again, and whether all routes have to wait."""

    def __init__(
        self,
        retry_after: float,
        headers: Mapping[str, str],
        *,
        everywhere: bool = False,
        via: bool = True,
        code: int = 0,
    ) -> None:
        super().__init__()
        self.headers = {**headers, "Retry-After": str(int(retry_after) + 1)}
        if via:
            self.headers["Via"] = "1.1 sandbox"
        self.body: Json = {
            "message": "You are being rate limited.",
            "retry_after": round(retry_after, 3),
            "global": everywhere,
        }
        if code:
            self.body["code"] = code


@dataclass
class Window:
    """The requests made until a moment at which all are free again."""

    ends: float = 0.0
    used: int = 0

    def take(self, rate: Rate) -> float:
        """Count a request; the seconds to wait if it was one too many, else 0."""
        now = monotonic()
        if now >= self.ends:
            self.ends = now + rate.seconds
            self.used = 0
        if self.used >= rate.requests:
            return self.ends - now
        self.used += 1
        return 0.0

    def left(self, requests: int) -> int:
        """How many requests of a number are left until the window ends."""
        return requests if monotonic() >= self.ends else max(0, requests - self.used)


@dataclass
class Limiter:
    """Counts the bot's requests; people are never limited."""

    settings: LimitSettings = field(default_factory=LimitSettings)
    _buckets: dict[tuple[str, str, str], Window] = field(default_factory=dict)
    _old_edits: dict[str, Window] = field(default_factory=dict)
    _all: Window = field(default_factory=Window)
    _identifies: Window = field(default_factory=Window)
    _invalid: Window = field(default_factory=Window)

    def count(self, method: str, template: str, resource: str) -> dict[str, str]:
        """Count a request of the bot; answer the headers that tell what is left."""
        if not self.settings.enforce:
            return {}
        wait = self._all.take(Rate(self.settings.requests_per_second, GLOBAL_SECONDS))
        if wait:
            scope = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
            raise RateLimitedError(wait, scope, everywhere=True)
        rate = RATES.get((method, template), DEFAULT_RATE)
        window = self._buckets.setdefault((method, template, resource), Window())
        wait = window.take(rate)
        headers = _headers(method, template, rate, window)
        if wait:
            raise RateLimitedError(wait, {**headers, "X-RateLimit-Scope": "user"})
        return headers

    def count_old_edit(self, channel_id: int) -> None:
        """Count an edit of a message older than an hour, which Discord holds back harder."""
        if not self.settings.enforce:
            return
        wait = self._old_edits.setdefault(str(channel_id), Window()).take(OLD_EDIT_RATE)
        if wait:
            raise RateLimitedError(wait, {"X-RateLimit-Scope": "shared"}, code=30046)

    def count_identify(self) -> bool:
        """Count an IDENTIFY; tell whether it is still within the day's number."""
        if not self.settings.enforce:
            return True
        return not self._identifies.take(Rate(self.settings.identifies_per_day, IDENTIFY_SECONDS))

    def identifies_left(self) -> int:
        """How many more times the bot may identify in this day."""
        return self._identifies.left(self.settings.identifies_per_day)

    def identifies_reset_after(self) -> float:
        """The seconds until the bot may identify as often as ever."""
        return max(0.0, self._identifies.ends - monotonic())

    def count_invalid(self) -> None:
        """Count an answer of 401, 403 or 429."""
        self._invalid.take(Rate(self.settings.invalid_answers, INVALID_SECONDS))

    def banned_for(self) -> float:
        """The seconds for which the address is shut out after too many invalid requests."""
        if not self.settings.enforce or self._invalid.left(self.settings.invalid_answers):
            return 0.0
        return self._invalid.ends - monotonic()


def _headers(method: str, template: str, rate: Rate, window: Window) -> dict[str, str]:
    reset_after = window.ends - monotonic()
    return {
        "X-RateLimit-Limit": str(rate.requests),
        "X-RateLimit-Remaining": str(window.left(rate.requests)),
        "X-RateLimit-Reset": f"{time() + reset_after:.3f}",
        "X-RateLimit-Reset-After": f"{reset_after:.3f}",
        "X-RateLimit-Bucket": blake2s(f"{method} {template}".encode(), digest_size=8).hexdigest(),
    }
