"""What one process may send of what all processes of the bot may send together.

Discord counts a bot's requests, however many processes make them. So each of them leases slots,
instants at which one request may leave, from one log that they share (`slots.py`). It takes them
only for what waits, and only shortly ahead, so what one does not need is there for the others.
"""

import asyncio
import logging
from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final, Protocol

from bot.posts.post import Urgency
from bot.posts.sending.rate_limit import MOST_REQUESTS, WINDOW_SECONDS
from bot.posts.sending.slots import Claim, Pace, reserve

log = logging.getLogger(__name__)

REQUESTS: Final = "requests"
"""The name of the log of requests."""
PACE: Final = Pace(MOST_REQUESTS, round(WINDOW_SECONDS * 1000))
"""The pace of all processes together is that of one process that is alone."""
APART_MS: Final = PACE.window_ms // PACE.most
URGENT_APART_MS: Final = 5
"""Urgent requests hardly wait for each other, but are no flood that a few late ones would join."""
LATE_SECONDS: Final = 0.03
"""How long after its slot a request may leave. Any second then holds at most 49: slots within 1.03
seconds, of which 46 stand in 1.02 and at most 3 in the rest, and clocks are compared to 2 ms."""
CLAIMS: Final[Mapping[Urgency, Claim]] = {
    Urgency.TURN: Claim(URGENT_APART_MS, 200),
    Urgency.LAST_WARNING: Claim(URGENT_APART_MS, 150),
    Urgency.WARNING: Claim(URGENT_APART_MS, 150),
    Urgency.USUAL: Claim(APART_MS, 100),
    Urgency.REPORT: Claim(APART_MS, 50),
    Urgency.PRACTICE: Claim(APART_MS, 50),
    Urgency.AUDIENCE: Claim(APART_MS, 50),
}
"""What requests ask for. An urgent one waits for the slots that other processes have taken for
usual ones, and no longer: a tenth of a second at most."""
EVERY_SECONDS: Final = 0.04
"""How long a process that was lent something, but not all, waits before it asks for more. In this
time what it has taken ahead does not shrink to what those less urgent may take."""
REFUSED_EVERY_SECONDS: Final = 0.03
"""How long one waits that was lent nothing: it comes before those that were."""

ALONE: Final = Pace(3, PACE.window_ms)
"""What a process sends that cannot learn what the others send: with all that these may send, it
stays below Discord's limit."""
ALONE_AFTER_SECONDS: Final = 2.0
RETRY_SECONDS: Final = 0.25
ALONE_RETRY_SECONDS: Final = 2.0


class NotLent(Exception):  # noqa: N818 - a fact about a lender
    """The slots cannot be learnt right now; the message says why."""


@dataclass(frozen=True, slots=True)
class Lease:
    """Slots for the first of some claims.

    Attributes:
        slots: Instants by the event loop's time, in order.
        again_at: When the next claim could have one, by the same time; None if all have theirs.
    """

    slots: tuple[float, ...]
    again_at: float | None


class Lender(Protocol):
    """Has the logs of slots, by their names."""

    async def lease(self, name: str, claims: Sequence[Claim], pace: Pace) -> Lease:
        """Reserve slots for claims, the most urgent first.

        Raises:
            NotLent: None is reserved, as far as is known.
        """


class OwnLender:
    """Keeps the logs in memory, for one process."""

    def __init__(self) -> None:
        self._logs: dict[str, tuple[int, ...]] = defaultdict(tuple)

    async def lease(self, name: str, claims: Sequence[Claim], pace: Pace) -> Lease:
        """Reserve slots for claims."""
        now_ms = int(asyncio.get_running_loop().time() * 1000)
        reserved = reserve(self._logs[name], now_ms, claims, pace)
        self._logs[name] = reserved.log
        return lease_of(reserved.granted, reserved.again_ms, 0.0)


def lease_of(granted: Sequence[int], again_ms: int | None, ahead: float) -> Lease:
    """A lease of slots of a clock that is so many seconds ahead of the event loop's."""
    slots = tuple(each / 1000 - ahead for each in granted)
    return Lease(slots, None if again_ms is None else again_ms / 1000 - ahead)


class SharedBudget:
    """The slots that this process has leased and not used yet.

    While nothing can be leased, none is left; after two seconds a small share of its own takes
    their place, so that rooms can be told that everything stands still.
    """

    def __init__(self, lender: Lender) -> None:
        self._lender = lender
        self._own = OwnLender()
        self._slots: deque[float] = deque()
        self._leasing: asyncio.Task[None] | None = None
        self._ask_again: asyncio.TimerHandle | None = None
        self._refused = Urgency.TURN
        self._failing_since: float | None = None
        self._own_until = -inf

    def free_at(self) -> float:
        """When the next slot is; infinity while there is none."""
        self._forget_lost()
        return self._slots[0] if self._slots else inf

    def use(self) -> float:
        """Use the next slot; return until when a request may leave in it."""
        return self._slots.popleft() + LATE_SECONDS

    def provide(
        self, first: Urgency, waiting: Callable[[], Sequence[Urgency]], then: Callable[[], None]
    ) -> None:
        """Lease slots for what waits, as far as there are none; call `then` to be asked again."""
        if self._leasing or not self._may_ask(first):
            return
        self._forget_lost()
        wanted = waiting()[len(self._slots) :]
        if not wanted or not self._may_ask(wanted[0]):
            return
        if self._ask_again:
            self._ask_again.cancel()
            self._ask_again = None
        self._leasing = asyncio.get_running_loop().create_task(self._lease(wanted, then))

    def _forget_lost(self) -> None:
        """Forget the slots whose time has passed, so that nothing is bunched after a stall."""
        now = asyncio.get_running_loop().time()
        while self._slots and now > self._slots[0] + LATE_SECONDS:
            self._slots.popleft()

    def _may_ask(self, urgency: Urgency) -> bool:
        """Whether it could have a slot, though something that was asked for has to wait for one."""
        reaches_further = CLAIMS[urgency].ahead_ms > CLAIMS[self._refused].ahead_ms
        return self._ask_again is None or reaches_further

    async def _lease(self, wanted: Sequence[Urgency], then: Callable[[], None]) -> None:
        asked_at = asyncio.get_running_loop().time()
        try:
            lease = await self._lease_from_somebody([CLAIMS[each] for each in wanted])
        finally:
            self._leasing = None
        self._slots.extend(lease.slots)
        if lease.again_at is not None:
            self._refused = wanted[len(lease.slots)]
            pause = EVERY_SECONDS if lease.slots else REFUSED_EVERY_SECONDS
            self._ask_at(max(lease.again_at, asked_at + pause), then)
        then()

    def _ask_at(self, at: float, then: Callable[[], None]) -> None:
        def ask() -> None:
            self._ask_again = None
            then()

        self._ask_again = asyncio.get_running_loop().call_at(at, ask)

    async def _lease_from_somebody(self, claims: Sequence[Claim]) -> Lease:
        """Lease slots, or take of the small share if nobody answers."""
        loop = asyncio.get_running_loop()
        if loop.time() >= self._own_until:
            try:
                lease = await self._lender.lease(REQUESTS, claims, PACE)
            except NotLent as why:
                self._note_failure(why)
            else:
                self._failing_since = None
                return lease
        if self._own_until > loop.time():
            return await self._own.lease(REQUESTS, claims, ALONE)
        return Lease((), loop.time() + RETRY_SECONDS)

    def _note_failure(self, why: NotLent) -> None:
        now = asyncio.get_running_loop().time()
        if self._failing_since is None:
            self._failing_since = now
            log.warning("what the bot may send cannot be learnt: %s", why)
        if now - self._failing_since >= ALONE_AFTER_SECONDS:
            self._own_until = now + ALONE_RETRY_SECONDS
