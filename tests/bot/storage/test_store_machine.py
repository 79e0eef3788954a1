"""The store against a model of plain values: anything may happen, in any order."""

import asyncio
import shutil
import tempfile
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy.exc import IntegrityError

from bot.storage.maintenance import back_up, verify
from bot.storage.store import NotQuarantinedError, RoomTakenError, Store
from bot.storage.tables.records import StoredMatch
from bot.storage.tables.schema import LATEST_MS
from bot.values.card import MatchCard
from bot.values.effects import Effects, SourcedEntry
from bot.values.post import Post, Reply, assign_places
from engine.game import ABORTED, CONCEDED, Outcome
from engine.matches.entries import Entry, Speaker
from engine.seats import Seat
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.rooms.cards import card_of

T = TypeVar("T")

ROOMS = (1, 2, 3)
OUTCOMES = (Outcome(None, ABORTED), *(Outcome(s, CONCEDED) for s in ("ec", "dmo")))


@dataclass
class Kept:
    """The model of a stored match."""

    card: MatchCard
    entries: list[SourcedEntry] = field(default_factory=list)
    posts: list[Post] = field(default_factory=list)
    done: dict[int, int | None] = field(default_factory=dict)
    read_through: int = 0
    away_since_ms: int | None = None
    standing: dict[str, Any] | None = None
    outcome: Outcome | None = None
    quarantined_ms: int | None = None

    def told(self, *posts: Post, log_length: int = 0) -> tuple[Post, ...]:
        return assign_places(
            posts, self.card.id, log_length, last_sequence=len(self.posts), post_counts=self._counts
        )

    @property
    def _counts(self) -> Counter[str]:
        return Counter(post.readers for post in self.posts)

    @property
    def _newest_post(self) -> int:
        posts = (post.place.sequence for post in self.posts if post.is_room_message)
        return max((self.done.get(post) or 0 for post in posts), default=0)

    def takes(self, change: Effects) -> bool:
        """Apply a change, unless one of its events was there before."""
        new = [entry.source for entry in change.entries if entry.source]
        old = {entry.source for entry in self.entries}
        if len(set(new)) < len(new) or old & set(new):
            return False
        self.entries += change.entries
        self.posts += change.posts
        if change.completed_post:
            sequence, message_id = change.completed_post
            self.done[sequence] = message_id
        self.read_through, self.away_since_ms = change.read_through, change.away_since_ms
        self.standing = self.standing if change.standing is None else change.standing
        self.outcome = change.outcome or self.outcome
        return True

    @property
    def stored(self) -> StoredMatch:
        """Return the match as it should be read."""
        opens = (post for post in reversed(self.posts) if post.starts_clock)
        opening = next(opens, None)
        is_dropped = opening is not None and self.done.get(opening.place.sequence, 0) is None
        return StoredMatch(
            card=self.card,
            entries=tuple(self.entries),
            read_through=self.read_through,
            away_since_ms=self.away_since_ms,
            last_sequence=len(self.posts),
            turn_post=opening,
            processed_sources=frozenset(
                post.reply.source for post in self.posts if post.reply.source
            ),
            turn_message_id=None if opening is None else self.done.get(opening.place.sequence),
            waiting=tuple(post for post in self.posts if post.place.sequence not in self.done),
            post_counts=self._counts,
            unreachable_seats=frozenset(
                post.missed_by
                for post in self.posts
                if post.missed_by and self.done.get(post.place.sequence, 0) is None
            ),
            newest_message_id=self._newest_post,
            is_unposted=is_dropped,
            standing=self.standing,
            outcome=self.outcome,
            quarantined_ms=self.quarantined_ms,
        )


entries_of_people = st.builds(
    lambda person, index, text, source: SourcedEntry(
        Entry(person, Decimal(index) / 1000, text), source
    ),
    st.sampled_from(Speaker),
    st.integers(0, 10**9),
    st.text(st.characters(codec="utf-8"), max_size=8),
    st.none() | st.sampled_from([f"message:{number}" for number in range(12)]),
)
some_posts = st.builds(
    Post,
    content=st.text(st.characters(codec="utf-8"), max_size=8),
    starts_clock=st.booleans(),
    recipient=st.none() | st.sampled_from(Seat),
    reply=st.builds(Reply, st.none() | st.sampled_from(["message:1", "edit:1:2"])),
)
standings = st.none() | st.builds(
    lambda position: {"position": position, "to_act": [], "clock": {"ec": {"reserve": 0.1}}},
    st.none() | st.text(st.characters(codec="utf-8"), max_size=3),
)


@st.composite
def parts_of_changes(draw: st.DrawFn) -> dict[str, Any]:
    """Return the parts of a change, except the match and the numbers."""
    return {
        "entries": tuple(draw(st.lists(entries_of_people, max_size=3))),
        "posts": draw(st.lists(some_posts, max_size=2)),
        "completed_post": draw(
            st.none() | st.tuples(st.integers(1, 6), st.none() | st.integers(1, 2**63 - 1))
        ),
        "wake_ms": draw(st.none() | st.integers(0, LATEST_MS)),
        "read_through": draw(st.integers(0, 2**63 - 1)),
        "away_since_ms": draw(st.none() | st.integers(0, LATEST_MS)),
        "standing": draw(standings),
        "outcome": draw(st.sampled_from((None, None, None, *OUTCOMES))),
    }


class StoreMachine(RuleBasedStateMachine):
    """Things that happen to a store and to its model."""

    @initialize()
    def open(self) -> None:
        self.runner = asyncio.Runner()
        self.folder = Path(tempfile.mkdtemp())
        self.lives = 0
        self.matches: dict[int, Kept] = {}
        self.store = self.opened(self.folder / "0.sqlite")
        for room in ROOMS[1:]:
            self.begin(room, [Post("turn", starts_clock=True)])

    def teardown(self) -> None:
        if hasattr(self, "runner"):
            self.check_file()
            self.run(self.store.close())
            self.runner.close()
            shutil.rmtree(self.folder)

    def run(self, operation: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(operation)

    def opened(self, path: Path) -> Store:
        return self.run(Store.open(f"sqlite:///{path}"))

    def live_in(self, room: int) -> Kept | None:
        live = (match for match in self.matches.values() if not match.outcome)
        return next((stored for stored in live if stored.card.room_id == room), None)

    def newest_in(self, room: int) -> Kept | None:
        matches = reversed(self.matches.values())
        return next((stored for stored in matches if stored.card.room_id == room), None)

    # Matches

    @rule(room=st.sampled_from(ROOMS), posts=st.lists(some_posts, max_size=2))
    def begin_somewhere(self, room: int, posts: list[Post]) -> None:
        self.begin(room, posts)

    def begin(self, room: int, posts: list[Post]) -> None:
        card = card_of(room_id=room)
        try:
            match_id = self.run(self.store.begin(card, 1, posts))
        except RoomTakenError:
            assert self.live_in(room)
        else:
            assert not self.live_in(room)
            stored = Kept(replace(card, id=match_id), read_through=1)
            stored.posts += stored.told(*posts)
            self.matches[match_id] = stored

    @precondition(lambda self: any(map(self.live_in, ROOMS)))
    @rule(changes=st.lists(st.tuples(st.sampled_from(ROOMS), parts_of_changes()), min_size=3))
    def commit_at_once(self, changes: list[tuple[int, dict[str, Any]]]) -> None:
        """Commit for many matches at once; each is told of its own change only."""
        asked, expected = [], []
        for room, parts in changes:
            stored = self.live_in(room)
            if stored:
                change = self.change_of(stored, parts)
                asked.append(change)
                expected.append(stored.takes(change))

        async def ask() -> list[Any]:
            commits = (self.store.commit(change) for change in asked)
            return await asyncio.gather(*commits, return_exceptions=True)

        ends = self.run(ask())
        assert [end is None for end in ends] == expected
        assert all(end is None or isinstance(end, IntegrityError) for end in ends)

    def change_of(self, stored: Kept, parts: dict[str, Any]) -> Effects:
        posts = stored.told(*parts["posts"], log_length=len(stored.entries))
        known = len(stored.posts) + len(posts)
        done = parts["completed_post"]
        return Effects(
            match_id=stored.card.id,
            first_number=len(stored.entries),
            **parts
            | {"posts": posts, "completed_post": done if done and done[0] <= known else None},
        )

    @precondition(lambda self: any(match.posts for match in self.matches.values()))
    @rule(data=st.data(), message_id=st.none() | st.integers(1, 2**63 - 1))
    def post_done(self, data: st.DataObject, message_id: int | None) -> None:
        posts = [post for match in self.matches.values() for post in match.posts]
        post = data.draw(st.sampled_from(posts))
        self.run(self.store.post_done(post.place.match_id, post.place.sequence, message_id))
        self.matches[post.place.match_id].done[post.place.sequence] = message_id

    # Quarantine

    @rule(room=st.sampled_from(ROOMS), why=st.text(max_size=5), posts=st.lists(some_posts))
    def quarantine_match(self, room: int, why: str, posts: list[Post]) -> None:
        stored = self.live_in(room)
        if stored:
            new_posts = self.run(self.store.quarantine_match(stored.card.id, why, BEGAN_MS, posts))
            assert new_posts == stored.told(*posts)
            stored.posts += new_posts
            stored.quarantined_ms = BEGAN_MS

    @rule(room=st.sampled_from(ROOMS))
    def release(self, room: int) -> None:
        stored = self.newest_in(room)
        if stored and self.is_done(self.store.release(stored.card.id), stored):
            stored.quarantined_ms = None

    @rule(room=st.sampled_from(ROOMS), posts=st.lists(some_posts, max_size=1))
    def abort_quarantined(self, room: int, posts: list[Post]) -> None:
        stored = self.newest_in(room)
        if stored is None:
            return
        source = f"interaction:{len(stored.entries)}"
        aborting = self.store.abort_quarantined(stored.card.id, BEGAN_MS + 5, source, posts)
        if self.is_done(aborting, stored):
            last = max([Decimal("0.005"), *(entry.entry.at for entry in stored.entries)])
            stored.entries.append(SourcedEntry(Entry(Speaker.HOST, last, "abort"), source))
            stored.posts += stored.told(*posts)
            stored.outcome = Outcome(None, ABORTED)

    def is_done(self, operation: Coroutine[Any, Any, object], stored: Kept) -> bool:
        """Do something that works only on a live, quarantined match; return whether it did."""
        is_expected = stored.quarantined_ms is not None and stored.outcome is None
        try:
            self.run(operation)
        except NotQuarantinedError:
            assert not is_expected
            return False
        assert is_expected
        return True

    # The file

    @rule()
    def crash(self) -> None:
        """Let the process die, and another open the data on disk."""
        before = self.folder / f"{self.lives}.sqlite"
        self.lives += 1
        next_path = self.folder / f"{self.lives}.sqlite"
        for end in ("", "-wal"):
            shutil.copy(f"{before}{end}", f"{next_path}{end}")
        self.run(self.store.close())
        self.store = self.opened(next_path)

    @rule()
    def go_on_from_a_copy(self) -> None:
        self.check_file()
        self.lives += 1
        copy = self.folder / f"{self.lives}.sqlite"
        back_up(self.folder / f"{self.lives - 1}.sqlite", copy)
        self.run(self.store.close())
        self.store = self.opened(copy)

    # Invariants

    @invariant()
    def what_is_read_is_what_was_kept(self) -> None:
        if not hasattr(self, "store"):
            return
        matches = sorted(self.matches.values(), key=lambda match: match.card.id)
        live = self.run(self.store.live_matches())
        assert live == [match.stored for match in matches if not match.outcome]
        assert len({match.card.room_id for match in live}) == len(live)
        for room in ROOMS:
            of_room = [match.stored for match in matches if match.card.room_id == room]
            assert self.run(self.store.latest_match(room)) == (of_room[-1] if of_room else None)
        ended = self.run(self.store.waiting_posts_of_ended())
        assert ended == [
            (match.stored, post)
            for match in matches
            if match.outcome
            for post in match.stored.waiting
        ]

    def check_file(self) -> None:
        findings = verify(self.folder / f"{self.lives}.sqlite")
        over = sum(1 for match in self.matches.values() if match.outcome)
        assert (findings.live, findings.over) == (len(self.matches) - over, over)
        assert not [fault for fault in findings.faults if not fault.startswith("match ")]


def _tried(histories: int) -> settings:
    return settings(
        deadline=None,
        derandomize=True,
        database=None,
        max_examples=histories,
        stateful_step_count=25,
        # A failing history is not shortened: on a real file that would take minutes.
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


def test_a_store_keeps_what_its_model_keeps():
    run_state_machine_as_test(StoreMachine, settings=_tried(3))


@pytest.mark.exhaustive
def test_a_store_keeps_what_its_model_keeps_in_many_histories():
    run_state_machine_as_test(StoreMachine, settings=_tried(30))
