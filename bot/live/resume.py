"""Resuming after a restart: each match goes on where it stood."""

import logging
from dataclasses import dataclass, fields, replace
from functools import partial

from sqlalchemy.exc import DatabaseError

from bot.live.decide.gaps import OBSTACLE
from bot.live.decide.live_match import LiveMatch
from bot.live.finished_matches import FinishedMatchPosts
from bot.live.outages import Outages, StorageOutage
from bot.live.registry import MatchRegistry
from bot.live.runner import MatchRunner, Services
from bot.live.services.resume_order import ResumeOrder
from bot.storage.tables.records import LoadedMatch, StoredMatch, UnreadableMatch
from bot.storage.tables.replay import Fault, replayed
from bot.values.discord_time import snowflake_before
from bot.values.effects import Acknowledgements
from bot.values.match import MatchContext
from engine.matches.match import Match

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Resume:
    """Resumes the live matches after a start, and finished ones for a ruling."""

    services: Services
    matches: MatchRegistry
    finished: FinishedMatchPosts
    outages: Outages
    storage_outage: StorageOutage
    order: ResumeOrder

    async def start(self) -> None:
        """Resume every live match where it stood, and keep time.

        Each goes on as soon as it is resumed; rooms with news come first.
        """
        self.services.gateway.begin(self.outages.client.shard_count or 1)
        alive_ms, bounds = await self.services.store.life()
        if bounds:
            self.services.clock.recall(bounds)
        await self.services.choices.start()
        for feature in self.matches.features:
            await feature.before_resume()
        spawn = self.matches.tasks.spawn
        alive_ms = alive_ms or self.services.clock.now_ms()
        # The posts of a room go in the order of its matches.
        for ended, post in await self.services.store.waiting_posts_of_ended():
            self.finished.send(ended, post)
        rooms = await self.services.store.live_rooms()
        self.matches.runners.expect(rooms)
        self.order.expect(rooms)
        spawn(self.services.timers.run())
        spawn(self.outages.keep_alive(alive_ms))
        spawn(self.outages.keep_time())
        faulty = list[tuple[LoadedMatch, str]]()
        while room := self.order.pop():
            for stored in await self.services.store.live_matches(room.address.match_id):
                reason = await self._resume(stored, alive_ms)
                faulty += [(stored, reason)] if reason else []
            self.matches.runners.settle(room)
        # All runners are there now: if nothing can be kept, all rooms and hosts are told.
        spawn(self.storage_outage.run())
        for stored, reason in faulty:
            await self.finished.quarantine.add(stored, reason, alive_ms)
        await self.finished.return_submissions()
        for feature in self.matches.features:
            await feature.after_resume()
        self.matches.is_open = True

    async def _resume(self, stored: LoadedMatch, alive_ms: int) -> str | None:
        """Resume one match, or return why it cannot go on: the others do all the same."""
        if isinstance(stored, UnreadableMatch):
            return stored.reason
        match = replayed(stored)
        if isinstance(match, Fault):
            return match.reason
        try:
            if stored.quarantined_ms is not None:
                await self.services.store.write_retries.until_stored(
                    partial(self.services.store.release, stored.card.id)
                )
            live = resumed(stored, match, alive_ms)
            runner = MatchRunner(self.services, live, inherited=live.last_sequence)
            runner.send(stored.waiting)
        except DatabaseError:
            # That is no fault of this match alone.
            raise
        except Exception as error:
            log.exception("match %s cannot be resumed", stored.card.id)
            return f"it cannot be resumed ({type(error).__name__})"
        log.info("match %s in room %s goes on", stored.card.id, stored.card.room_id)
        self.matches.add(runner)
        self.outages.catch_up(runner)
        return None

    async def reopen(self, room_id: int, match_id: int) -> MatchRunner | None:
        """Return the runner of a finished match, for a ruling that takes its end back.

        It runs until that ruling is refused, or the match ends again: the ruling has to be put
        before anything is awaited. None if another match has begun in the room, or this one cannot
        be replayed.
        """
        async with self.finished.adding:
            stored = await self.services.store.latest_match(room_id)
            if not isinstance(stored, StoredMatch) or stored.card.id != match_id:
                return None
            match, is_taken = replayed(stored), self.matches.runners.in_room(room_id) is not None
            if isinstance(match, Fault) or match.result is None or is_taken:
                return None
            now_ms = self.services.clock.now_ms()
            live = resumed(stored, match, now_ms)
            # Messages since the end were conversation.
            now_id = snowflake_before(now_ms)
            live = replace(live, read_through=now_id, is_catching_up=False, away_since_ms=None)
            runner = MatchRunner(self.services, live, inherited=live.last_sequence)
            self.matches.add(runner)
            return runner


def resumed(stored: StoredMatch, match: Match, alive_ms: int) -> LiveMatch:
    """Return the live match that continues from here; its room has to be read first.

    `alive_ms` is the last proof of life of the process before this one.
    """
    remembered = {field.name: getattr(stored, field.name) for field in fields(MatchContext)}
    live = LiveMatch(
        **remembered,
        match=match,
        sources=tuple(entry.source for entry in stored.entries),
        acknowledgements=Acknowledgements(
            frozenset(post.acknowledgement for post in stored.waiting if post.acknowledgement)
        ),
        is_catching_up=True,
    )
    # After a gap, a turn may have opened even though its post can never be delivered.
    return replace(
        live,
        is_obstructed=live.pause_source.startswith(OBSTACLE),
        is_unposted=stored.is_unposted and match.clock.started is None,
        away_since_ms=_away_since_ms(stored, alive_ms),
    )


def _away_since_ms(stored: StoredMatch, alive_ms: int) -> int:
    """Return the start of the gap, as `Store.put_gap` stores it."""
    if stored.away_since_ms is not None:
        return stored.away_since_ms
    return alive_ms if stored.quarantined_ms is None else min(alive_ms, stored.quarantined_ms)
