"""A match card, a store, a clock that stands where it is put, and how to run `dealer`."""

import asyncio
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from subprocess import CompletedProcess, run
from typing import Any

from bot.card import MatchCard, Person
from bot.cogs import words_of
from bot.discord_clock import DISCORD_EPOCH_MS, DiscordClock
from bot.posts.compose import Composer
from bot.posts.post import Post
from engine.matches.match import AnyGame
from engine.seats import Seat
from tests.engine.playing import fire_and_ice

EC, DMO = Seat.EC, Seat.DMO
BEGAN_MS = 1_700_000_000_000
GUILD, ROOM, ADA, BOB, HOST = 11, 22, 33, 44, 55
DEALER = Path(sys.executable).parent / "dealer"
PATIENCE_SECONDS = 10.0


@dataclass
class FakeClock:
    """Discord's time, as a test sets it."""

    ms: int = BEGAN_MS

    def now_ms(self) -> int:
        return self.ms

    local_ms = staticmethod(DiscordClock.local_ms)

    def observe(self, snowflake: int, sent_ms: float, answered_ms: float) -> None:
        """It is right as it is."""


def snowflake(ms: int, number: int = 0) -> int:
    """An id that Discord would make at an instant."""
    return (ms - DISCORD_EPOCH_MS << 22) + number


def card_of(game: AnyGame | None = None, **more: Any) -> MatchCard:
    """Ada against Bob."""
    card = MatchCard(
        guild_id=GUILD,
        room_id=ROOM,
        game=game or fire_and_ice(first="ec"),
        players={EC: Person(ADA, "Ada"), DMO: Person(BOB, "Bob")},
        host_id=HOST,
        began_ms=BEGAN_MS,
        id=1,
    )
    return replace(card, **more)


def named(ec: str, dmo: str = "Bob") -> MatchCard:
    """Players of other names."""
    return card_of(players={EC: Person(ADA, ec), DMO: Person(BOB, dmo)})


def composer_of(card: MatchCard | None = None) -> Composer:
    """Who writes a match's letters."""
    card = card or card_of()
    return Composer(card, words_of(card.game))


def in_outbox(
    post: Post, match_id: int, sequence: int, log_length: int = 0, number: int = 0
) -> Post:
    """A post at a place in a match's outbox."""
    return replace(post, match_id=match_id, sequence=sequence, log_length=log_length, number=number)


def unplaced(post: Post) -> Post:
    """What a post says, wherever it stands in an outbox."""
    return in_outbox(post, match_id=0, sequence=0)


async def eventually(is_so: Callable[[], object]) -> None:
    """Let everything else go on until something is so."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not is_so():  # noqa: ASYNC110 - what is awaited tells nobody
            await asyncio.sleep(0.001)


def dealer(
    *arguments: str | Path, stdin: bytes = b"", folder: Path, **environment: str
) -> CompletedProcess[bytes]:
    """Run the command as a shell would, with no settings but those given."""
    ours = ("DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL", "DISCORD_API", "DISCORD_GATEWAY")
    inherited = {name: value for name, value in os.environ.items() if name not in ours}
    return run(
        [DEALER, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        cwd=folder,
        env=inherited | environment,
        timeout=60,
        check=False,
    )
