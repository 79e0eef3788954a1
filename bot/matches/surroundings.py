"""What a table needs of the house around it."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.discord_clock import DiscordClock
from bot.live.events import Reading, Scope
from bot.posts.post import Post
from bot.storage.store import Store
from engine.seats import Seat

if TYPE_CHECKING:
    from bot.matches.runner import MatchRunner


@dataclass(frozen=True)
class Surroundings:
    """What a table needs of the house around it.

    Attributes:
        store: Where changes are kept.
        clock: Discord's time.
        send: Takes letters that are kept, for delivery.
        wake_at: Sets when a match is to be woken, by Discord's clock.
        read_room: Reads what was said for a match and may not be judged yet.
        is_connected: Whether Discord tells of what happens on a server.
        look_for: Finds out whether players are still on the server.
        close: Takes a table whose match is over off the house.
    """

    store: Store
    clock: DiscordClock
    send: Callable[["MatchRunner", Iterable[Post]], None]
    wake_at: Callable[[int, int | None], None]
    read_room: Callable[["MatchRunner", Scope], Awaitable[Reading]]
    is_connected: Callable[[int], bool]
    look_for: Callable[["MatchRunner", tuple[Seat, ...]], None]
    close: Callable[["MatchRunner"], None]
