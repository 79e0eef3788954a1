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
from bot.texts import common as words
from engine.games.compass_collisions.rules import CompassCollisions, Phase
from engine.seats import Seat
from tests.bot.changes import OVER, change
from tests.bot.halls import SECOND, Halls
from tests.bot.matches.test_registry_secrets import LAYOUT, OTHER, secrets_of
from tests.bot.support import BEGAN_MS, DMO, EC, card_of, eventually, snowflake
from tests.bot.town import Town
from tests.people import from_dealer

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


def form_of(town: Town, text: str, seat: Seat = EC) -> Typed:
    """A form that is sent now."""
    return Typed.by_form(seat, text, snowflake(town.registry.clock.now_ms()), "a spent token")


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


async def test_what_is_judged_leaves_the_inbox_with_its_answer(deal: Halls, database: Path):
    hall = await deal(CompassCollisions)
    await hall.runner.keep(FORM, PATIENCE)
    await hall.happen(FORM)
    assert kept(database) == []
    assert [each.token for each in hall.posts if each.to] == ["token"]
    # A lost session may tell of it once more.
    await hall.runner.keep(FORM, PATIENCE)
    await hall.happen(FORM)
    assert (len(hall.posts), kept(database)) == (2, [])


async def test_what_must_wait_is_kept_until_it_is_judged(deal: Halls, database: Path):
    hall = await deal(CompassCollisions)
    await hall.restart(11 * SECOND, 12 * SECOND, catch_up=False)
    await hall.runner.keep(FORM, PATIENCE)
    await hall.happen(FORM)
    assert kept(database) == [FORM.inbox_id]
    await hall.room_is_read()
    assert (kept(database), hall.match.to_act) == ([], (DMO,))


async def test_what_cannot_be_judged_leaves_the_inbox_with_an_apology(
    deal: Halls, database: Path, monkeypatch: pytest.MonkeyPatch
):
    hall = await deal(CompassCollisions)
    await hall.runner.keep(FORM, PATIENCE)

    def fail(*_: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(Composer, "posts", fail)
        await hall.happen(FORM)
    (answer,) = hall.posts
    assert (answer.token, kept(database)) == ("token", [])
    assert answer.content.startswith(words.TRY_AGAIN)
    assert LAYOUT in answer.content


# The next process


async def test_the_next_process_judges_what_was_kept_in_discords_order(town: Town):
    runner = await town.open(CompassCollisions())
    await runner.keep(form_of(town, OTHER), PATIENCE)
    later = await town.world.ec.tell(LAYOUT)
    await town.restart()
    again = runner_of(town)
    await town.world.ec.reply(later)
    assert secrets_of(again) == [OTHER, LAYOUT]
    assert again.inbox == ()


def runner_of(town: Town) -> MatchRunner:
    runner = town.registry.runner_in(int(town.room))
    assert runner
    return runner


async def test_a_form_kept_before_the_gap_counts_though_the_phase_had_ended_by_then(town: Town):
    runner = await town.open(CompassCollisions(setup=Decimal(5)))
    await runner.keep(form_of(town, OTHER), PATIENCE)
    # The last proof of life comes after the end of the phase, which was not judged yet.
    await town.store.put_alive(town.registry.clock.now_ms() + 6 * SECOND)
    await town.restart()
    await eventually(lambda: not runner_of(town)._memory.is_catching_up)
    assert secrets_of(runner_of(town)) == [OTHER]
    assert runner_of(town).match.state.phase is Phase.PRIVILEGE


async def test_the_next_process_hears_a_message_whose_match_was_chosen(town: Town):
    rooms = (town.room, await town.world.new_room())
    runners = [await town.open(CompassCollisions(), room) for room in rooms]
    message = await town.world.ec.tell(LAYOUT)
    await town.registry.direct_messages.hear(await town.private(message))
    chosen = Choice(5, EC, int(message["channel_id"]), int(message["id"]))
    await runners[0].keep(chosen, PATIENCE)
    await town.restart()
    await eventually(lambda: secrets_of(runner_of(town)) == [LAYOUT])
    assert runner_of(town).inbox == ()
    other = town.registry.runner_in(int(rooms[1]))
    assert other
    assert secrets_of(other) == []


async def test_a_reading_brings_a_message_whose_match_was_chosen(town: Town):
    runner = await town.open(CompassCollisions())
    message = await town.world.ec.tell(LAYOUT)
    chosen = Choice(5, EC, int(message["channel_id"]), int(message["id"]))
    await runner.keep(chosen, PATIENCE)
    town.registry.direct_messages.since = nothing  # type: ignore[method-assign]
    await town.hear(runner)
    await eventually(lambda: secrets_of(runner) == [LAYOUT])


async def nothing(*_: Any) -> list[Any]:
    return []


# Matches that end before they have heard it


@pytest.mark.parametrize("restarts", [False, True])
async def test_what_a_match_did_not_hear_before_it_ended_is_given_back_once(
    town: Town, database: Path, *, restarts: bool
):
    runner = await town.open(CompassCollisions())
    form = form_of(town, LAYOUT)
    await runner.keep(form, PATIENCE)
    await town.world.dmo.say(town.room, "concede")
    await town.hear(runner)
    await eventually(lambda: town.registry.runner_in(int(town.room)) is None)
    for _ in range(2):
        await (town.restart() if restarts else town.registry.return_submissions())
    direct = await town.world.ec.direct()
    answer = await town.world.ec.read(direct, from_dealer(words.MATCH_ENDED))
    assert LAYOUT in answer["content"]
    assert kept(database) == []
    assert sum(words.MATCH_ENDED in said for said in await town.said_to(town.world.ec)) == 1


async def test_what_was_kept_for_a_room_that_stays_shut_is_given_back_when_the_match_ends(
    town: Town,
):
    runner = await town.open(CompassCollisions())
    await runner.keep(form_of(town, LAYOUT), PATIENCE)
    town.registry.obstruct(int(town.room), Obstacle.NO_HISTORY)
    await eventually(lambda: runner.match.paused_since is not None)
    await town.restart()
    again = runner_of(town)
    await town.registry.rule(again, "abort", snowflake(town.registry.clock.now_ms()))
    answer = await town.world.ec.read(await town.world.ec.direct(), from_dealer(words.MATCH_ENDED))
    assert LAYOUT in answer["content"]
