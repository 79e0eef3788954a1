"""What is simulated, and what came of it."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from bot.posts.post import Urgency


@dataclass(frozen=True)
class Plan:
    """What is simulated.

    Attributes:
        rooms: How many matches are live at any time.
        mirrored: The share of the rooms whose boards are repeated for an audience.
        practice: The share of the rooms in which somebody practises; these have no audience.
        settling: Seconds before anything is counted.
        seconds: How long it is counted.
        seed: What all is drawn from.
    """

    rooms: int
    mirrored: float = 0.0
    practice: float = 0.0
    settling: float = 60.0
    seconds: float = 120.0
    seed: int = 1


@dataclass
class Sample:
    """A post, and what became of it.

    Attributes:
        urgency: How urgently it goes.
        put_at: When it was put into the outbox.
        left_at: When its request left; None while it waits, and if it was dropped.
        is_dropped: Whether it was no longer worth sending.
    """

    urgency: Urgency
    put_at: float
    left_at: float | None = None
    is_dropped: bool = False

    @property
    def is_waiting(self) -> bool:
        """Whether nothing has become of it yet."""
        return self.left_at is None and not self.is_dropped

    def delay(self, until: float) -> float:
        """How long it waited; at least so long, if it still waits then."""
        return max(0.0, (until if self.left_at is None else self.left_at) - self.put_at)


@dataclass(frozen=True)
class Outcome:
    """What came of a simulation, from one instant to another.

    Attributes:
        since: When counting began.
        until: When it ended.
        samples: The posts that were put in meanwhile.
        requests: When requests left, in order.
        waiting: How many posts waited at both instants.
    """

    since: float
    until: float
    samples: Sequence[Sample]
    requests: Sequence[float]
    waiting: tuple[int, int]

    @property
    def rate(self) -> float:
        """Requests a second."""
        first, last = (bisect_left(self.requests, at) for at in (self.since, self.until))
        return (last - first) / (self.until - self.since)

    def dropped(self, *urgencies: Urgency) -> float:
        """The share of the posts of a kind that were no longer worth sending."""
        posts = [each for each in self.samples if each.urgency in urgencies]
        return sum(each.is_dropped for each in posts) / max(1, len(posts))

    def delays(self, *urgencies: Urgency) -> list[float]:
        """How many seconds the posts waited that were not dropped, the shortest time first."""
        posts = (each for each in self.samples if not each.is_dropped)
        return sorted(each.delay(self.until) for each in posts if each.urgency in urgencies)
