"""A match that cannot go on as it was kept is set aside, told of, and never changed by itself."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from bot.matches.runner import MatchRunner
from bot.posts.post import Post
from bot.storage.records import Sourced
from engine.matches.entries import POSTED, Entry, Speaker
from tests.bot.changes import change
from tests.bot.support import EC, eventually
from tests.bot.town import Town
from tests.people import from_dealer

UNTRUE = Sourced(Entry(Speaker.EC, Decimal(1), "E4 E5"), None)
ASIDE = "cannot be replayed"


async def rewrite(town: Town, statement: str) -> None:
    """Change the file behind the Dealer's back."""
    async with town.store._engine.begin() as connection:
        await connection.execute(text(statement))


async def host_is_told(town: Town) -> str:
    host = town.world.host
    told = await host.read(await host.direct(), from_dealer(ASIDE))
    return told["content"]


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        ("UPDATE entries SET text = 'E4 E5' WHERE who = 'ec'", "entry 2 of its log is refused"),
        ("UPDATE entries SET text = 'D4 C4' WHERE who = 'ec'", "another position"),
        ("UPDATE entries SET who = 'nobody' WHERE who = 'ec'", ""),
        ("UPDATE matches SET game = 'chess'", ""),
        ("UPDATE matches SET options = '7'", ""),
    ],
)
async def test_what_does_not_lead_to_what_was_kept_is_set_aside_and_told_once(
    town: Town, damage: str, reason: str
):
    runner = await town.open(takeback="0")
    await town.world.ec.say(town.room, "E6 E7")
    await town.hear(runner)
    await eventually(lambda: runner.match.to_act != (EC,) and runner.match.started)
    await town.registry.stop()
    await rewrite(town, damage)
    before = await town.store.latest_match(int(town.room))
    for _ in range(2):
        await town.restart()
        assert town.registry.runner_in(int(town.room)) is None
        assert town.registry.quarantine.in_room(int(town.room))
        assert reason in await host_is_told(town)
        await town.world.host.read(town.room, from_dealer(ASIDE))
        after = await town.store.latest_match(int(town.room))
        assert getattr(after, "entries", ()) == getattr(before, "entries", ())
    host = town.world.host
    for room in (town.room, await host.direct()):
        told = [each for each in await host.history(room) if ASIDE in each["content"]]
        assert len(told) == 1


async def test_a_match_that_replays_again_goes_on_and_the_time_between_is_nobodys(town: Town):
    runner = await town.open(takeback="0", turn="600")
    await town.world.ec.say(town.room, "E6 E7")
    await town.hear(runner)
    await eventually(lambda: runner.match.to_act != (EC,) and runner.match.started)
    await town.registry.stop()
    await rewrite(town, "UPDATE entries SET text = 'D4 C4' WHERE who = 'ec'")
    await town.restart()
    await host_is_told(town)
    await town.registry.stop()
    await rewrite(town, "UPDATE entries SET text = 'E6 E7' WHERE who = 'ec'")
    await town.restart()
    again = town.registry.runner_in(int(town.room))
    assert again
    assert town.registry.quarantine.in_room(int(town.room)) is None
    await town.world.host.read(town.room, from_dealer("was away for"))


async def test_a_host_ends_a_match_that_is_set_aside(town: Town):
    broken = await town.store.begin(replace(town.card(), room_id=int(town.room)), read_to=0)
    await town.store.commit(change(broken, entries=(UNTRUE,)))
    await town.registry.start()
    host = await town.world.host.say(town.room, "stop")
    assert await town.registry.quarantine.abort(broken, int(host["id"]))
    assert not await town.registry.quarantine.abort(broken, int(host["id"]))
    await town.world.host.read(town.room, from_dealer("aborted"))
    assert await town.store.live_matches() == []
    # The room is free for another one.
    await town.open()


async def test_no_other_match_waits_for_one_that_is_set_aside(town: Town):
    broken = await town.store.begin(replace(town.card(), room_id=1), read_to=0)
    await town.store.commit(change(broken, entries=(UNTRUE,)))
    sound = await town.store.begin(town.card(), read_to=0)
    await town.registry.start()
    runner = town.registry.runner_in(int(town.room))
    assert runner
    assert runner.card.id == sound
    assert [each.match_id for each in town.registry.quarantine.of_guild(town.card().guild_id)] == [
        broken
    ]


async def test_what_waits_for_one_player_alone_is_shown_to_no_host(town: Town):
    answer = Post("I understood: flower H8.", to=EC)
    await town.store.begin(town.card(), read_to=0, posts=[answer])
    await rewrite(town, "UPDATE matches SET game = 'chess'")
    await town.registry.start()
    await host_is_told(town)
    await eventually(lambda: not town.registry._outbox._lanes)
    assert answer.content not in await town.said_to(town.world.host)
    assert answer.content in await town.said_to(town.world.ec)


async def test_the_post_that_opens_a_turn_waits_until_the_match_goes_on(town: Town):
    post = Post("Ada, it is your turn.", opens=True)
    match_id = await town.store.begin(town.card(), read_to=0, posts=[post])
    await town.store.commit(change(match_id, standing={"position": "another"}))
    await town.registry.start()
    await host_is_told(town)
    await rewrite(town, "UPDATE matches SET standing = NULL")
    await town.restart()
    runner = town.registry.runner_in(int(town.room))
    assert runner
    await eventually(lambda: any(each.text == POSTED for each in runner.match.entries))
    assert runner.match.started is not None


async def test_a_match_that_could_not_be_ended_can_be_ended_again(
    town: Town, monkeypatch: pytest.MonkeyPatch
):
    broken = await town.store.begin(town.card(), read_to=0)
    await town.store.commit(change(broken, entries=(UNTRUE,)))
    await town.registry.start()
    host = await town.world.host.say(town.room, "stop")

    async def fail(*_: object) -> None:
        raise OperationalError("", None, Exception("database or disk is full"))

    with monkeypatch.context() as full:
        full.setattr(town.store, "abort_aside", fail)
        with pytest.raises(OperationalError):
            await town.registry.quarantine.abort(broken, int(host["id"]))
    assert await town.registry.quarantine.abort(broken, int(host["id"]))


async def test_a_start_waits_for_a_database_that_cannot_be_written_just_then(
    town: Town, monkeypatch: pytest.MonkeyPatch
):
    broken = await town.store.begin(town.card(), read_to=0)
    await town.store.commit(change(broken, entries=(UNTRUE,)))
    set_aside, tries = town.store.set_aside, iter([True, False])

    async def fail_once(*what: Any) -> tuple[Post, ...]:
        if next(tries):
            raise OperationalError("", None, Exception("database or disk is full"))
        return await set_aside(*what)

    monkeypatch.setattr("bot.storage.write_retries.RETRY_SECONDS", 0)
    monkeypatch.setattr(town.store, "set_aside", fail_once)
    await town.registry.start()
    await host_is_told(town)
    assert [each.match_id for each in town.registry.quarantine.of_guild(town.card().guild_id)] == [
        broken
    ]


async def test_no_other_match_waits_for_one_that_cannot_be_taken_up(
    town: Town, monkeypatch: pytest.MonkeyPatch
):
    sound = await town.store.begin(replace(town.card(), room_id=1), read_to=0)
    broken = await town.store.begin(town.card(), read_to=0)
    take_up = MatchRunner.take_up

    async def fail_at_one(runner: MatchRunner, *taken: Any) -> None:
        await take_up(runner, *taken)
        if runner.card.id == broken:
            raise ZeroDivisionError

    monkeypatch.setattr(MatchRunner, "take_up", fail_at_one)
    await town.registry.start()
    assert town.registry.runner_of(sound)
    assert town.registry.runner_of(broken) is town.registry.runner_in(int(town.room)) is None
    assert town.registry.quarantine.in_room(int(town.room))
    assert "cannot be resumed \\(ZeroDivisionError\\)" in await host_is_told(town)
