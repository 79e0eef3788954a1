"""An event loop whose time leaps to whatever is due next, so that nothing ever waits."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any


class LeapingLoop(asyncio.SelectorEventLoop):
    """An event loop with a time of its own; `now` may be set, too."""

    now = 1_000.0

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:
            self.now = max(self.now, self._scheduled[0]._when)
        super()._run_once()


def leaping(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Let a test run in such a loop."""

    @wraps(test)
    def run(*parameters: Any, **more: Any) -> None:
        with asyncio.Runner(loop_factory=LeapingLoop) as runner:
            runner.run(test(*parameters, **more))

    return run
