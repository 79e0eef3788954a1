"""What all shards of one process use together."""

from dataclasses import dataclass, field

from bot.observer import UNOBSERVED, Observer
from bot.opponents.thinkers import Thinkers
from bot.posts.sending.identify_turns import IdentifyTurns
from bot.posts.sending.rate_limit import RateLimiter
from bot.posts.sending.shared_budget import OwnLender, SharedBudget
from bot.replays.replays import Replays
from bot.storage.budget_store import BudgetStore
from bot.storage.store import Store


@dataclass(frozen=True)
class Shared:
    """What all shards of one process use together.

    Attributes:
        limiter: Bounds all requests.
        turns: Let one shard after the other identify.
        thinkers: Think of actions for the Dealer's own seats.
        replays: Make animations of matches that are over.
        observer: Told what happens.
    """

    limiter: RateLimiter = field(default_factory=RateLimiter)
    turns: IdentifyTurns = field(default_factory=lambda: IdentifyTurns(OwnLender()))
    thinkers: Thinkers = field(default_factory=Thinkers)
    replays: Replays = field(default_factory=Replays)
    observer: Observer = UNOBSERVED

    @classmethod
    def of_process(cls, store: Store, count: int, observer: Observer) -> "Shared":
        """What the shards of a process use, of `count` in all.

        With only one, no other process makes any requests worth counting.
        """
        database = store.access.database
        if count == 1 or not database.is_shared:
            return cls(observer=observer)
        lender = BudgetStore(database)
        return cls(
            RateLimiter(budget=SharedBudget(lender)), IdentifyTurns(lender), observer=observer
        )

    def close(self) -> None:
        """End what runs in other processes."""
        self.thinkers.close()
        self.replays.close()
