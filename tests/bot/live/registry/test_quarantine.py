"""A match that cannot go on as it was kept is quarantined and never changed by itself."""

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from unittest.mock import DEFAULT, AsyncMock

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from bot.live.runner import MatchRunner
from bot.values.effects import SourcedEntry
from bot.values.post import Post
from engine.matches.entries import POSTED, Entry, Speaker
from tests.helpers.clocks.waiting import eventually
from tests.helpers.people import from_dealer
from tests.helpers.rooms.cards import EC
from tests.helpers.rooms.changes import change
from tests.helpers.rooms.servers import Server

UNTRUE = SourcedEntry(Entry(Speaker.EC, Decimal(1), "E4 E5"), None)
ASIDE = "be replayed"
FULL = OperationalError("", None, Exception("database or disk is full"))


@pytest.fixture
async def broken(server: Server) -> int:
    """Store a match that cannot be replayed, in the first room; return its number."""
    match_id = await server.store.begin(server.card(), read_through=0)
    await server.store.commit(change(match_id, entries=(UNTRUE,)))
    return match_id


async def rewrite(server: Server, statement: str) -> None:
    await server.store.access.write(lambda connection: connection.execute(text(statement)))


async def host_is_told(server: Server) -> str:
    return await server.told(server.world.host, ASIDE)


async def stopped_after_a_move(server: Server) -> None:
    runner = await server.open(takeback="0", turn="600")
    await server.hear(runner, "E6 E7")
    await eventually(lambda: runner.match.to_act != (EC,) and runner.match.clock.started)
    await server.stop()


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        ("UPDATE entries SET text = 'E4 E5' WHERE who = 'ec'", "entry 2 of its log is refused"),
        ("UPDATE entries SET text = 'D4 C4' WHERE who = 'ec'", "another position"),
        ("UPDATE matches SET options = '7'", "its row in table matches cannot be read"),
    ],
)
async def test_what_does_not_lead_to_what_was_kept_is_quarantined_and_told_once(
    server: Server, damage: str, reason: str
):
    await stopped_after_a_move(server)
    await rewrite(server, damage)
    before = await server.store.latest_match(int(server.room))
    for _ in range(2):
        assert await server.restart() is None
        assert server.quarantine.in_room(int(server.room))
        assert reason in await host_is_told(server)
        await server.world.host.read(server.room, from_dealer(ASIDE))
        next_match = await server.store.latest_match(int(server.room))
        assert getattr(next_match, "entries", ()) == getattr(before, "entries", ())
    host = server.world.host
    for room in (server.room, await host.direct()):
        answers = [message for message in await host.history(room) if ASIDE in message["content"]]
        assert len(answers) == 1


async def test_a_match_that_replays_again_goes_on_and_the_time_between_is_nobodys(server: Server):
    await stopped_after_a_move(server)
    await rewrite(server, "UPDATE entries SET text = 'D4 C4' WHERE who = 'ec'")
    await server.restart()
    await host_is_told(server)
    await server.stop()
    await rewrite(server, "UPDATE entries SET text = 'E6 E7' WHERE who = 'ec'")
    again = await server.restart()
    assert again
    assert server.quarantine.in_room(int(server.room)) is None
    await server.world.host.read(server.room, from_dealer("was away for"))


async def test_a_host_ends_a_quarantined_match(server: Server, broken: int):
    await server.start()
    host = await server.world.host.say(server.room, "stop")
    assert await server.quarantine.abort(broken, int(host["id"]))
    assert not await server.quarantine.abort(broken, int(host["id"]))
    await server.world.host.read(server.room, from_dealer("aborted"))
    assert await server.store.live_matches() == []
    # The room is free for another one.
    await server.open()


async def test_what_waits_for_one_player_alone_is_shown_to_no_host(server: Server):
    answer = Post("I understood: flower H8.", recipient=EC)
    await server.store.begin(server.card(), read_through=0, posts=[answer])
    await rewrite(server, "UPDATE matches SET game = 'chess'")
    await server.start()
    await host_is_told(server)
    await eventually(lambda: not server.registry.services.outbox._lanes)
    assert answer.content not in await server.said_to(server.world.host)
    assert answer.content in await server.said_to(server.world.ec)


async def test_the_post_that_opens_a_turn_waits_until_the_match_goes_on(server: Server):
    post = Post("Ada, it is your turn.", starts_clock=True)
    match_id = await server.store.begin(server.card(), read_through=0, posts=[post])
    await server.store.commit(change(match_id, standing={"position": "another"}))
    await server.start()
    await host_is_told(server)
    await rewrite(server, "UPDATE matches SET standing = NULL")
    runner = await server.restart()
    await eventually(lambda: any(entry.text == POSTED for entry in runner.match.entries))
    assert runner.match.clock.started is not None


async def test_a_match_that_could_not_be_ended_can_be_ended_again(
    server: Server, broken: int, monkeypatch: pytest.MonkeyPatch
):
    await server.start()
    host = await server.world.host.say(server.room, "stop")

    with monkeypatch.context() as full:
        full.setattr(server.store, "abort_quarantined", AsyncMock(side_effect=FULL))
        with pytest.raises(OperationalError):
            await server.quarantine.abort(broken, int(host["id"]))
    assert await server.quarantine.abort(broken, int(host["id"]))


async def test_a_start_waits_for_a_database_that_cannot_be_written_just_then(
    server: Server, broken: int, monkeypatch: pytest.MonkeyPatch
):
    fail_once = AsyncMock(wraps=server.store.quarantine_match, side_effect=[FULL, DEFAULT])
    monkeypatch.setattr("bot.storage.writer.RETRY_SECONDS", 0)
    monkeypatch.setattr(server.store, "quarantine_match", fail_once)
    await server.start()
    await host_is_told(server)
    assert [
        match.address.match_id for match in server.quarantine.of_guild(server.card().guild_id)
    ] == [broken]


async def test_no_other_match_waits_for_one_that_cannot_be_resumed(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    sound = await server.store.begin(replace(server.card(), room_id=1), read_through=0)
    broken = await server.store.begin(server.card(), read_through=0)
    send = MatchRunner.send

    def fail_at_one(runner: MatchRunner, waiting: Iterable[Post]) -> None:
        if runner.card.id == broken:
            raise ZeroDivisionError
        send(runner, waiting)

    monkeypatch.setattr(MatchRunner, "send", fail_at_one)
    await server.start()
    assert server.runners.of_match(sound)
    assert server.runners.of_match(broken) is server.runners.in_room(int(server.room)) is None
    assert server.quarantine.in_room(int(server.room))
    assert "cannot be resumed \\(ZeroDivisionError\\)" in await host_is_told(server)
