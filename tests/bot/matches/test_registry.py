"""The house: it takes up what was left, posts what was not told, and reads a noisy room to its end.

The library is logged in and hears nothing, as if the gateway were cut.
"""

from dataclasses import replace
from datetime import datetime

import pytest

from bot.live.decide import Judge
from bot.live.events import Woken
from bot.matches import registry as registry_module
from bot.matches.runner import MatchRunner
from tests.bot.support import DMO, eventually
from tests.bot.town import Town
from tests.people import from_dealer

MORE_THAN_A_PAGE = 115


# Reading a room


async def test_a_reading_brings_what_was_typed_last_however_many_talk(town: Town):
    runner = await town.open()
    for number in range(MORE_THAN_A_PAGE):
        await town.world.spectator.say(town.room, f"chatter {number}")
    await town.world.ec.say(town.room, "E6 E7")
    await town.hear(runner)
    await eventually(lambda: runner.match.to_act == (DMO,))


def moves_of(runner: MatchRunner) -> list[str]:
    return [entry.text for entry in runner.match.entries if entry.who.seat]


async def test_a_reading_brings_messages_in_the_order_in_which_they_were_typed(town: Town):
    runner = await town.open()
    for mover, text in (("ec", "E6 E7"), ("dmo", "E3 E2"), ("ec", "D4 C4")):
        await town.world.people[mover].say(town.room, text)
    await town.hear(runner)
    await eventually(lambda: len(moves_of(runner)) == 3)
    assert moves_of(runner) == ["E6 E7", "E3 E2", "D4 C4"]


async def test_a_reading_brings_nothing_of_strangers_or_of_before_the_match(town: Town):
    await town.world.ec.say(town.room, "concede")
    runner = await town.open()
    await town.world.spectator.say(town.room, "concede")
    await town.hear(runner)
    await town.world.ec.say(town.room, "E6 E7")
    await town.hear(runner)
    await eventually(lambda: moves_of(runner))
    assert moves_of(runner) == ["E6 E7"]


# After a restart


async def test_a_live_match_goes_on_and_is_told_so_once(town: Town):
    runner = await town.open()
    await town.restart()
    again = town.registry.runner_in(int(town.room))
    assert again
    assert again is not runner
    await town.world.host.read(town.room, from_dealer("was away for"))
    assert len(await town.boards()) == 1
    await town.world.ec.say(town.room, "E6 E7")
    await town.hear(again)
    await town.world.host.read(town.room, from_dealer("E6 (white) and E7 (red)"))


async def test_what_was_not_told_is_told_with_the_board_as_it_was_then(town: Town):
    posting = {"method": "POST", "route": "/channels/{channel_id}/messages"}
    runner = await town.open(takeback="0.001")
    for mover, text in (("ec", "E6 E7"), ("dmo", "E3 E2")):
        await town.world.people[mover].say(town.room, text)
        await town.hear(runner)
        await eventually(lambda text=text: text in moves_of(runner))
        await eventually(lambda: runner.put(Woken()) or runner.match.held is None)
    await eventually(lambda: runner.match.started is not None)
    *_, told = await town.boards()
    await town.world.fault(fault="latency", match=posting, seconds=60, count=None)
    await town.world.ec.say(town.room, "D4 C4")
    await town.hear(runner)
    await eventually(lambda: "D4 C4" in moves_of(runner))
    await eventually(lambda: runner.put(Woken()) or runner.match.held is None)
    await town.registry.stop()
    await town.world.clear_faults()
    await town.restart()
    again = town.registry.runner_in(int(town.room))
    await eventually(lambda: again.match.started is not None)
    *_, board = await town.boards()
    assert "**Ada** lays D4 (white) and C4 (red)." in board["content"]
    shown = board["attachments"][0]["description"]
    assert "D4" in shown
    assert shown != told["attachments"][0]["description"]


async def test_a_result_that_was_not_told_is_told_after_the_restart(town: Town):
    posting = {"method": "POST", "route": "/channels/{channel_id}/messages"}
    runner = await town.open()
    await town.world.fault(fault="latency", match=posting, seconds=60, count=None)
    await town.world.ec.say(town.room, "concede")
    await town.hear(runner)
    await eventually(lambda: runner.match.result)
    await town.registry.stop()
    await town.world.clear_faults()
    await town.restart()
    result = await town.world.host.read(town.room, from_dealer("🏁"))
    assert {each["filename"].rpartition(".")[2] for each in result["attachments"]} == {"png", "dm"}
    assert town.registry.runner_in(int(town.room)) is None


async def test_the_proof_of_life_is_kept_when_the_registry_stops(town: Town):
    await town.registry.start()
    town.registry.prove_alive()
    alive_ms = town.registry._alive_ms
    await town.registry.stop()
    assert await town.store.alive_ms() == alive_ms


async def test_a_ruling_that_fails_does_not_leave_its_command_waiting(
    town: Town, monkeypatch: pytest.MonkeyPatch
):
    runner = await town.open()
    monkeypatch.setattr(Judge, "_enter", lambda *_: 1 / 0)
    host = await town.world.host.say(town.room, "stop")
    with pytest.raises(ZeroDivisionError):
        await town.registry.rule(runner, "abort", int(host["id"]))


def test_the_registry_waits_a_short_while_between_two_proofs_of_life():
    assert registry_module.ALIVE_EVERY_SECONDS <= 5


async def test_a_registry_that_is_not_open_yet_proves_no_life(town: Town):
    await town.store.put_alive(7)
    town.registry.prove_alive()
    await town.registry.stop()
    assert await town.store.alive_ms() == 7


async def test_closing_a_match_leaves_its_room_to_the_next_one(town: Town):
    first = await town.open()
    host = await town.world.host.say(town.room, "and again")
    second = MatchRunner(first._around, replace(first.card, id=99), first._composer, first.match)
    town.registry._seat(second)
    town.registry._close(first)
    assert town.registry.runner_in(int(town.room)) is second
    assert int(host["id"]) > first.read_to
    town.registry._seat(first)


async def test_a_message_edited_before_it_is_read_counts_at_its_edit(town: Town):
    runner = await town.open()
    message = await town.world.ec.say(town.room, "let me think")
    edited = await town.world.ec.edit(message, "E6 E7")
    await town.hear(runner)
    await eventually(lambda: moves_of(runner))
    (move,) = [entry for entry in runner.match.entries if entry.who.seat]
    at_ms = datetime.fromisoformat(edited["edited_timestamp"]).timestamp() * 1000
    assert abs(runner.card.discord_ms(move.at) - at_ms) <= 1
