"""What leaves no trace on Discord is kept before it is acknowledged, and judged once."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from bot.live.events import Choice, Submission, Typed
from bot.matches.runner import MatchRunner
from bot.obstacles import Obstacle
from bot.posts.compose import Composer
from bot.storage.store import NotKept, NotLive, Store
from bot.texts import answers, submissions
from engine.games.compass_collisions.position import Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.seats import Seat
from tests.bot.cards import DMO, EC, card_of
from tests.bot.changes import OVER, change
from tests.bot.fake_clock import BEGAN_MS, snowflake
from tests.bot.matches.test_registry_secrets import LAYOUT, OTHER, secrets_of
from tests.bot.rooms import SECOND, Rooms
from tests.bot.servers import Server
from tests.people import from_dealer
from tests.waiting import eventually

PATIENCE = 30.0
FORM = Typed.by_form(EC, LAYOUT, snowflake(BEGAN_MS + 10 * SECOND), "token")


def kept(database: Path) -> list[int]:
    """As which interactions something is in the inbox, as anybody else finds it in the file."""
    with closing(sqlite3.connect(database)) as other:
        return [number for (number,) in other.execute("SELECT interaction_id FROM inbox")]


@asynccontextmanager
async def locked(database: Path) -> AsyncIterator[None]:
    """Another process has the file for itself."""
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def form_of(server: Server, text: str, seat: Seat = EC) -> Typed:
    """A form that is sent now."""
    return Typed.by_form(seat, text, snowflake(server.registry.clock.now_ms()), "a spent token")


# Keeping


@pytest.mark.parametrize("submission", [FORM, Choice(5, DMO, 6, 7)])
async def test_what_is_kept_is_there_for_the_next_process(store: Store, submission: Submission):
    match_id = await store.begin(card_of(), read_to=0)
    for _ in range(2):
        await store.keep(match_id, submission, PATIENCE)
    (stored,) = await store.live_matches()
    assert stored.inbox == (submission,)
    await store.commit(change(match_id, settled=submission.inbox_id))
    (stored,) = await store.live_matches()
    assert stored.inbox == ()


async def test_nothing_is_kept_for_a_match_that_is_over(store: Store, database: Path):
    match_id = await store.begin(card_of(), read_to=0)
    await store.commit(change(match_id, outcome=OVER))
    with pytest.raises(NotLive):
        await store.keep(match_id, FORM, PATIENCE)
    assert kept(database) == []


async def test_what_cannot_be_kept_in_time_is_not_kept_later_either(store: Store, database: Path):
    match_id = await store.begin(card_of(), read_to=0)
    async with locked(database):
        with pytest.raises(NotKept):
            await store.keep(match_id, FORM, 0.01)
    # All that was asked for before this is done, or never will be.
    await store.put_alive(1)
    assert kept(database) == []


# Judging


async def test_what_is_judged_leaves_the_inbox_with_its_answer(deal: Rooms, database: Path):
    room = await deal(CompassCollisions)
    await room.runner.keep(FORM, PATIENCE)
    await room.happen(FORM)
    assert kept(database) == []
    assert [each.token for each in room.posts if each.to] == ["token"]
    # A lost session may tell of it once more.
    await room.runner.keep(FORM, PATIENCE)
    await room.happen(FORM)
    assert (len(room.posts), kept(database)) == (2, [])


async def test_what_must_wait_is_kept_until_it_is_judged(deal: Rooms, database: Path):
    room = await deal(CompassCollisions)
    await room.restart(11 * SECOND, 12 * SECOND, catch_up=False)
    await room.runner.keep(FORM, PATIENCE)
    await room.happen(FORM)
    assert kept(database) == [FORM.inbox_id]
    await room.room_is_read()
    assert (kept(database), room.match.to_act) == ([], (DMO,))


async def test_what_cannot_be_judged_leaves_the_inbox_with_an_apology(
    deal: Rooms, database: Path, monkeypatch: pytest.MonkeyPatch
):
    room = await deal(CompassCollisions)
    await room.runner.keep(FORM, PATIENCE)

    def fail(*_: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(Composer, "posts", fail)
        await room.happen(FORM)
    (answer,) = room.posts
    assert (answer.token, kept(database)) == ("token", [])
    assert answer.content.startswith(answers.TRY_AGAIN)
    assert LAYOUT in answer.content


# The next process


async def test_the_next_process_judges_what_was_kept_in_discords_order(server: Server):
    runner = await server.open(CompassCollisions())
    await runner.keep(form_of(server, OTHER), PATIENCE)
    later = await server.world.ec.tell(LAYOUT)
    await server.restart()
    again = runner_of(server)
    await server.world.ec.reply(later)
    assert secrets_of(again) == [OTHER, LAYOUT]
    assert again.inbox == ()


def runner_of(server: Server) -> MatchRunner:
    runner = server.registry.runner_in(int(server.room))
    assert runner
    return runner


async def test_a_form_kept_before_the_gap_counts_though_the_phase_had_ended_by_then(server: Server):
    runner = await server.open(CompassCollisions(setup=Decimal(5)))
    await runner.keep(form_of(server, OTHER), PATIENCE)
    # The last proof of life comes after the end of the phase, which was not judged yet.
    await server.store.put_alive(server.registry.clock.now_ms() + 6 * SECOND)
    await server.restart()
    await eventually(lambda: not runner_of(server)._memory.is_catching_up)
    assert secrets_of(runner_of(server)) == [OTHER]
    assert runner_of(server).match.state.phase is Phase.PRIVILEGE


async def test_the_next_process_hears_a_message_whose_match_was_chosen(server: Server):
    rooms = (server.room, await server.world.new_room())
    runners = [await server.open(CompassCollisions(), room) for room in rooms]
    message = await server.world.ec.tell(LAYOUT)
    await server.registry.direct_messages.hear(await server.private(message))
    chosen = Choice(5, EC, int(message["channel_id"]), int(message["id"]))
    await runners[0].keep(chosen, PATIENCE)
    await server.restart()
    await eventually(lambda: secrets_of(runner_of(server)) == [LAYOUT])
    assert runner_of(server).inbox == ()
    other = server.registry.runner_in(int(rooms[1]))
    assert other
    assert secrets_of(other) == []


async def test_a_reading_brings_a_message_whose_match_was_chosen(server: Server):
    runner = await server.open(CompassCollisions())
    message = await server.world.ec.tell(LAYOUT)
    chosen = Choice(5, EC, int(message["channel_id"]), int(message["id"]))
    await runner.keep(chosen, PATIENCE)
    server.registry.direct_messages.since = nothing  # type: ignore[method-assign]
    await server.hear(runner)
    await eventually(lambda: secrets_of(runner) == [LAYOUT])


async def nothing(*_: Any) -> list[Any]:
    return []


# Matches that end before they have heard it


@pytest.mark.parametrize("restarts", [False, True])
async def test_what_a_match_did_not_hear_before_it_ended_is_given_back_once(
    server: Server, database: Path, *, restarts: bool
):
    runner = await server.open(CompassCollisions())
    form = form_of(server, LAYOUT)
    await runner.keep(form, PATIENCE)
    await server.world.dmo.say(server.room, "concede")
    await server.hear(runner)
    await eventually(lambda: server.registry.runner_in(int(server.room)) is None)
    for _ in range(2):
        await (server.restart() if restarts else server.registry.return_submissions())
    direct = await server.world.ec.direct()
    answer = await server.world.ec.read(direct, from_dealer(submissions.MATCH_ENDED))
    assert LAYOUT in answer["content"]
    assert kept(database) == []
    assert (
        sum(submissions.MATCH_ENDED in said for said in await server.said_to(server.world.ec)) == 1
    )


async def test_what_was_kept_for_a_room_that_stays_shut_is_given_back_when_the_match_ends(
    server: Server,
):
    runner = await server.open(CompassCollisions())
    await runner.keep(form_of(server, LAYOUT), PATIENCE)
    server.registry.obstruct(int(server.room), Obstacle.NO_HISTORY)
    await eventually(lambda: runner.match.paused_since is not None)
    await server.restart()
    again = runner_of(server)
    await server.registry.rule(again, "abort", snowflake(server.registry.clock.now_ms()))
    answer = await server.world.ec.read(
        await server.world.ec.direct(), from_dealer(submissions.MATCH_ENDED)
    )
    assert LAYOUT in answer["content"]
