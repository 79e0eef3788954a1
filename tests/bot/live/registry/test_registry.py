"""The house: it takes up what was left, posts what was not told, and reads a noisy room to its end.

The library is logged in and hears nothing, as if the gateway were cut.
"""

from dataclasses import replace
from types import SimpleNamespace
from unittest.mock import AsyncMock, Mock

import pytest

from bot.live import outages
from bot.live.runner import MatchRunner
from bot.live.runners import Runners
from bot.live.services import gateway
from bot.values.discord_time import MOST_UNCERTAIN_MS, DiscordClock
from tests.end_to_end.helpers.matches import count_requests
from tests.helpers.clocks.waiting import eventually, settled
from tests.helpers.people import from_dealer
from tests.helpers.rooms.outboxes import POSTS
from tests.helpers.rooms.servers import Server, typed_in

# Reading a room


async def test_a_reading_brings_nothing_of_strangers_or_of_before_the_match(server: Server):
    await server.world.ec.say(server.room, "concede")
    runner = await server.open()
    await server.world.spectator.say(server.room, "concede")
    await server.hear(runner)
    await server.hear(runner, "E6 E7")
    await eventually(lambda: typed_in(runner))
    assert typed_in(runner) == ["E6 E7"]


# Unanswered messages


@pytest.mark.parametrize(
    ("text", "is_practice", "waits"),
    [("E6 E7", False, True), ("E6 E7", True, False), ("good luck", False, False)],
)
async def test_reports_wait_for_the_answer_to_a_player_but_practice_for_none_of_its_own(
    server: Server, monkeypatch: pytest.MonkeyPatch, text: str, *, is_practice: bool, waits: bool
):
    held = list[int]()
    monkeypatch.setattr(server.limiter, "hold_reports", held.append)
    runner = await server.open()
    runner.live = replace(runner.live, card=replace(runner.card, is_practice=is_practice))
    post = await server.world.ec.say(server.room, text)
    room = server.client.get_partial_messageable(int(server.room))
    message = await room.fetch_message(int(post["id"]))
    server.outages.hear(message)
    server.game_rooms_of(runner.card).hear(runner, message)
    assert held == [int(server.room)] * waits


# After a restart


async def end_untold(server: Server) -> None:
    """Let a match end whose result does not reach its room before the bot stops."""
    runner = await server.open()
    await server.world.fault(fault="latency", match=POSTS, seconds=60, count=None)
    await server.hear(runner, "concede")
    await eventually(lambda: runner.match.result)
    await server.stop()
    await server.world.clear_faults()


async def test_a_result_that_was_not_told_is_told_after_the_restart(server: Server):
    await end_untold(server)
    await server.restart()
    result = await server.world.host.read(server.room, from_dealer("🏁"))
    assert {attachment["filename"].rpartition(".")[2] for attachment in result["attachments"]} == {
        "png",
        "dm",
    }
    assert server.runners.in_room(int(server.room)) is None


async def test_what_a_match_would_say_in_a_room_that_is_gone_is_dropped_at_the_next_start(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    await end_untold(server)
    gone = POSTS | {"route": f"/channels/{server.room}/messages"}
    await server.world.fault(fault="refused", status=404, code=10003, match=gone, count=None)
    known = SimpleNamespace(unavailable=False, get_channel=lambda _: None)
    monkeypatch.setattr(server.client, "get_guild", lambda _: known)
    await server.restart()
    await eventually(lambda: not [*server.registry.undelivered()])
    await settled()
    await server.store.access.all_stored()
    assert not await server.store.waiting_posts_of_ended()


async def test_the_gap_of_all_matches_is_kept_at_once_and_before_anything_else(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    rooms = [server.room, await server.world.new_room()]
    for room in rooms:
        await server.open(room=room)
    await server.stop()
    writes = Mock()
    for name in ("put_gap", "commit", "put_alive"):
        writes.attach_mock(AsyncMock(wraps=getattr(server.store, name)), name)
        monkeypatch.setattr(server.store, name, getattr(writes, name))
    await server.restart()
    names = [name for name, *_ in writes.mock_calls]
    assert names.count("put_gap") == 1
    assert names[0] == "put_gap"
    for room in rooms:
        await server.world.host.read(room, from_dealer("was away for"))


async def test_what_a_match_still_has_to_say_is_sent_before_the_next_one_in_its_room_goes_on(
    server: Server,
):
    first = await server.open()
    await server.world.fault(fault="latency", match=POSTS, seconds=600, count=None)
    await server.hear(first, "concede")
    await eventually(lambda: server.runners.in_room(int(server.room)) is None)
    host = await server.world.host.say(server.room, "again")
    await server.registry.open_match(server.card(), int(host["id"]))
    await server.stop()
    await server.world.clear_faults()
    await server.restart()
    result = await server.world.host.read(server.room, from_dealer("🏁"))
    opening = from_dealer("## A Battle")
    await server.world.host.read(server.room, opening, result["id"])
    assert sum(map(opening, await server.world.host.history(server.room))) == 2


async def test_the_proof_of_life_is_kept_when_the_registry_stops(server: Server):
    await server.start()
    # Before that, a proof could hide the gap.
    await eventually(lambda: server.outages._is_gap_stored)
    server.outages.prove_session(0)
    alive_ms = server.outages.services.gateway.alive_ms(0)
    await server.stop()
    assert (await server.store.life())[0] == alive_ms


async def test_what_is_known_of_discords_time_is_kept_with_it_and_taken_up_by_the_next_process(
    server: Server,
):
    assert (await server.store.life())[1] is None
    await server.open()
    await server.start()
    while not (kept := (await server.store.life())[1]):
        await settled()
    await server.stop()
    assert kept.earliest_ms <= kept.host_ms <= kept.latest_ms
    server.clock = DiscordClock()
    await server.restart()
    assert server.clock.uncertainty_ms < MOST_UNCERTAIN_MS


async def test_where_nobody_writes_discord_is_asked_for_the_time(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(outages, "ASK_EVERY_SECONDS", 0.01)
    asked = count_requests(server.sandbox)
    await server.world.fault(
        fault="5xx-before", status=503, match={"route": "/oauth2/applications/@me"}
    )
    await server.start()
    await eventually(lambda: asked["GET /oauth2/applications/@me"] >= 2)


def test_the_registry_waits_a_short_while_between_two_proofs_of_life():
    assert gateway.ALIVE_EVERY_SECONDS <= 5


async def test_a_registry_that_is_not_open_yet_proves_no_life(server: Server):
    await server.store.put_alive(7)
    server.outages.prove_session(0)
    await server.stop()
    assert (await server.store.life())[0] == 7


async def test_closing_a_match_leaves_its_room_to_the_next_one(server: Server):
    first = await server.open()
    host = await server.world.host.say(server.room, "and again")
    other = replace(first.live, card=replace(first.card, id=99))
    second = MatchRunner(first._services, other)
    server.runners.add(second)
    server.runners.remove(first)
    assert server.runners.in_room(int(server.room)) is second
    assert int(host["id"]) > first.live.read_through
    server.runners.add(first)


async def test_a_room_is_free_once_its_match_is_over_even_if_its_runner_is_still_at_work(
    server: Server,
):
    runner, runners, room = await server.open(), Runners(), int(server.room)
    runners.add(runner)
    assert runners.has_live_in(room)
    await runner.rule("abort", int((await server.world.host.say(server.room, "stop"))["id"]))
    assert runners.in_room(room) is runner
    assert not runners.has_live_in(room)
