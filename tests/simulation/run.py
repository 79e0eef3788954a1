"""Plays recorded matches in many rooms at the same time, on one budget of requests."""

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any, Final, cast

from bot.matches.runner import MOST_BEHIND
from bot.posts.attachments import Attachments
from bot.posts.post import Post, Urgency
from bot.posts.sending.outbox import Outbox
from bot.posts.sending.rate_limit import RateLimiter
from bot.texts.language import Language
from engine.seats import SEATS, Seat
from tests.leaping_loop import run
from tests.simulation.discord_stub import ANSWER_SECONDS, Clock, Discord, now_ms
from tests.simulation.outcome import Outcome, Plan, Sample
from tests.simulation.recording import Happening, Recording

IDS_OF_A_ROOM: Final = 10
"""For itself, those who play there, and its mirror."""


async def animation() -> bytes:
    """The animation of a match; what is in it takes no request."""
    return b"GIF"


ATTACHED: Final = Attachments(animation=animation)


@dataclass(frozen=True)
class Address:
    """Where the posts of the matches in a room go."""

    room_id: int
    is_practice: bool
    is_mirrored: bool
    guild_id: int = 1
    host_id: int = 2
    began_ms: int = 0
    language: Language = Language.EN
    private_channels: Mapping[Seat, int] = field(default_factory=dict)

    @property
    def player_ids(self) -> dict[Seat, int]:
        """Who plays there."""
        return {seat: self.room_id + number for number, seat in enumerate(SEATS, 1)}

    @property
    def mirror_id(self) -> int:
        """Where its boards are repeated."""
        return self.room_id + len(SEATS) + 1


class World:
    """The Dealer's outbox and rate limit, the rooms, and what has been noted.

    Attributes:
        samples: All posts that were put into the outbox.
    """

    def __init__(self, recordings: Sequence[Recording]) -> None:
        self.samples: list[Sample] = []
        self.recordings = recordings
        self.limiter = RateLimiter()
        self.discord = Discord(self.limiter)
        client, clock = cast("Any", self.discord), cast("Any", Clock())
        self.outbox = Outbox(client, clock, self.limiter, self._report, _obstructed)
        self._matches: list[ReplayedMatch] = []

    async def play(self, address: Address, dice: Random) -> None:
        """Join a match somewhere in its course, then play one after the other."""
        passed = dice.random()
        while True:
            recording = dice.choice(self.recordings)
            match = ReplayedMatch(self, len(self._matches), recording, address)
            self._matches.append(match)
            await match.play(passed * recording.seconds)
            passed = 0.0

    def waiting(self) -> int:
        """How many posts wait."""
        return sum(each.is_waiting for each in self.samples)

    def _report(self, post: Post, message_id: int | None) -> None:
        self._matches[post.match_id].report(post, stands=message_id is not None)


class ReplayedMatch:
    """A recorded match that is played in a room: as there, but its posts may have to wait."""

    def __init__(self, world: World, number: int, recording: Recording, address: Address) -> None:
        self._world = world
        self._number = number
        self._recording = recording
        self._address = address
        self._opening = 0
        self._opened = asyncio.Event()
        self._samples: dict[int, Sample] = {}
        self._boards = set[int]()
        self._mirrored = deque[int](maxlen=MOST_BEHIND)

    async def play(self, passed: float) -> None:
        """Play to the end what is left after so many seconds."""
        happenings, opened = self._recording.happenings, 0.0
        for number, each in enumerate(happenings):
            if opened + each.after >= passed:
                await self._go_on(happenings[number:], opened - passed)
                return
            if each.opening is not None:
                self._opening, opened = each.opening, opened + each.after

    async def _go_on(self, happenings: Sequence[Happening], opened: float) -> None:
        """Go on with a turn that was opened so many seconds from now."""
        loop = asyncio.get_running_loop()
        opened_at = loop.time() + opened
        for each in happenings:
            await asyncio.sleep(max(0.0, opened_at + each.after - loop.time()))
            self._happen(each)
            if each.opening is not None:
                await self._opened.wait()
                opened_at = loop.time()

    def _happen(self, happening: Happening) -> None:
        if happening.opening is not None:
            self._opening = happening.opening
            self._opened.clear()
        boards = {each.sequence for each in happening.posts if each.urgency is Urgency.TURN}
        if boards and happening.by_player and not self._address.is_practice:
            self._world.limiter.hold_reports(self._address.room_id)
        self._boards |= boards
        self._put(happening.posts)

    def _put(self, posts: Sequence[Post]) -> None:
        address, now = self._address, asyncio.get_running_loop().time()
        for each in posts:
            if each.audience is not None and not address.is_mirrored:
                continue
            post = replace(
                each,
                match_id=self._number,
                audience=None if each.audience is None else address.mirror_id,
                expires_ms=None if each.expires_ms is None else now_ms() + each.expires_ms,
            )
            if post.audience is not None:
                self._mirrored.append(post.sequence)
            urgency = max(post.urgency, Urgency.PRACTICE) if address.is_practice else post.urgency
            sample = self._samples[post.sequence] = Sample(urgency, now)
            self._world.samples.append(sample)
            is_moot = partial(self._has_moved_on, post)
            self._world.outbox.put(post, address, ATTACHED, is_new=True, is_moot=is_moot)

    def _has_moved_on(self, post: Post) -> bool:
        """Whether a turn is over; or, of a board that is repeated, whether that lags behind."""
        if post.audience is not None:
            return len(self._mirrored) == MOST_BEHIND and post.sequence < self._mirrored[0]
        return self._opening > post.sequence

    def report(self, post: Post, *, stands: bool) -> None:
        """Note that a post stands or was dropped, and say what follows."""
        sample = self._samples.pop(post.sequence)
        if stands:
            sample.left_at = asyncio.get_running_loop().time() - ANSWER_SECONDS
        else:
            sample.is_dropped = True
        if post.sequence in self._boards:
            self._boards.remove(post.sequence)
            if not self._boards:
                self._world.limiter.release_reports(self._address.room_id)
        if post.sequence == self._opening:
            self._opened.set()
        self._put(self._recording.follows.get(post.sequence, ()))


def _obstructed(_: object, by: object) -> None:
    raise AssertionError(by)


def simulate(recordings: Sequence[Recording], plan: Plan) -> Outcome:
    """What happens with so many live matches, drawn from these."""
    return run(_simulate(recordings, plan))


async def _simulate(recordings: Sequence[Recording], plan: Plan) -> Outcome:
    loop, world = asyncio.get_running_loop(), World(recordings)
    addresses = [_address(plan, number) for number in range(1, plan.rooms + 1)]
    rooms = [
        asyncio.create_task(world.play(each, Random(f"{plan.seed} {each.room_id}")))
        for each in addresses
    ]
    await asyncio.sleep(plan.settling)
    since, first, waiting = loop.time(), len(world.samples), world.waiting()
    await asyncio.sleep(plan.seconds)
    outcome = Outcome(
        since,
        loop.time(),
        tuple(world.samples[first:]),
        tuple(world.discord.requests),
        (waiting, world.waiting()),
    )
    for each in rooms:
        each.cancel()
    ends = await asyncio.gather(*rooms, return_exceptions=True)
    assert all(isinstance(each, asyncio.CancelledError) for each in ends), ends
    await world.outbox.close()
    return outcome


def _address(plan: Plan, number: int) -> Address:
    """Every so many rooms one has an audience, and others are for practice."""
    dice = Random(f"{plan.seed} room {number}")
    is_practice = dice.random() < plan.practice
    is_mirrored = dice.random() < plan.mirrored and not is_practice
    return Address(number * IDS_OF_A_ROOM, is_practice, is_mirrored)
