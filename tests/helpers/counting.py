"""Counts calls and requests: measures of a piece of work that no other process disturbs."""

import gc
from collections import Counter
from collections.abc import Callable
from cProfile import Profile
from types import CodeType
from typing import Any, NamedTuple

from sandbox.rate_limits import RateLimitedError
from sandbox.server import Sandbox


class Request(NamedTuple):
    """A request of the bot: method and route, the channel that it is about, if it was refused."""

    route: str
    resource: str
    is_refused: bool


def note_requests(sandbox: Sandbox, note: Callable[[Request], None]) -> None:
    """Tell of every request of the bot from now on that its rate limits are asked about."""
    limiter = sandbox.services.limiter
    count = limiter.count

    def counting(method: str, template: str, resource: str) -> dict[str, str]:
        try:
            headers = count(method, template, resource)
        except RateLimitedError:
            note(Request(f"{method} {template}", resource, is_refused=True))
            raise
        note(Request(f"{method} {template}", resource, is_refused=False))
        return headers

    limiter.count = counting  # type: ignore[method-assign]


def calls_of(operation: Callable[[], Any]) -> Counter[str]:
    """Count the calls of Python's and C's functions by a piece of work."""
    # The collector's calls belong to earlier garbage.
    gc.disable()
    profile = Profile()
    try:
        profile.runcall(operation)
    finally:
        gc.enable()
    calls: Counter[str] = Counter()
    for figure in profile.getstats():
        calls[_name(figure.code)] += figure.callcount
    return calls


def _name(code: CodeType | str) -> str:
    return code if isinstance(code, str) else f"{code.co_filename}:{code.co_qualname}"
