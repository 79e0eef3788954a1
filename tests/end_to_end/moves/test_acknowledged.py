"""Tests that acknowledged inputs are stored: the bot is killed as they are acknowledged."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bot.texts import answers
from sandbox.interactions.interactions import Callback, InteractionKind, Interactions
from sandbox.server import Sandbox
from tests.end_to_end.helpers.matches import World, button_id, fault_is_met, first_button_id
from tests.games.compass_collisions.positions import EC_LAYOUT
from tests.helpers.clocks.waiting import PATIENCE_SECONDS
from tests.helpers.games.samples import sample
from tests.helpers.people import (
    AS_DISCORD_DOES,
    SELECT,
    Listener,
    Message,
    from_dealer,
    people_wait,
)
from tests.helpers.processes.bot_process import BotProcess

OPENING = from_dealer("## A Battle of Fire and Ice")
CALLBACK = {"method": "POST", "route": "/callback"}


@contextmanager
def killing_at(
    sandbox: Sandbox, bot: BotProcess, kind: InteractionKind, after_ms: int, *, count: int = 1
) -> Iterator[None]:
    """Kill the bot so long after that many interactions of a kind are acknowledged."""
    interactions, numbers = sandbox.services.interactions, iter(range(1, count + 1))
    answer: Callable[..., Any] = Interactions.answer

    def kill() -> None:
        os.kill(bot.pid, signal.SIGKILL)

    def answer_and_kill(interaction_id: int, token: str, body: Any, uploads: Any) -> Any:
        answered = answer(interactions, interaction_id, token, body, uploads)
        is_meant = interactions._by_token[token].action.kind is kind
        if is_meant and body["type"] != Callback.MODAL and next(numbers, None) == count:
            if after_ms:
                asyncio.get_running_loop().call_later(after_ms / 1000, kill)
            else:
                kill()
        return answered

    interactions.answer = answer_and_kill  # type: ignore[method-assign]
    try:
        yield
    finally:
        del interactions.answer  # type: ignore[method-assign]


async def is_dead(bot: BotProcess) -> None:
    assert await bot.ended() == -signal.SIGKILL


async def submitted(world: World, room: str) -> Message:
    return await world.host.read(room, from_dealer("has submitted"))


@pytest.mark.parametrize("after_ms", sample([0, 3, 10], [0]))
async def test_a_form_that_was_acknowledged_counts_and_is_answered(
    sandbox: Sandbox, world: World, bot: BotProcess, room: str, after_ms: int
):
    post = await world.deal(room, "compass-collisions")
    await world.clock_runs(room)
    async with Listener(world.ec) as ear:
        modal = await ear.open_form(post, first_button_id(post))
        with killing_at(sandbox, bot, InteractionKind.MODAL_SUBMIT, after_ms):
            await world.ec.fill_in(room, modal, EC_LAYOUT)
            await is_dead(bot)
        await bot.start()
        assert "EEWWFFA" in (await ear.answer())["content"]
    await submitted(world, room)
    announced = [m for m in await world.host.history(room) if "has submitted" in m["content"]]
    assert len(announced) == 1


async def test_a_form_that_was_kept_but_not_acknowledged_counts_and_its_sender_learns_of_it(
    sandbox: Sandbox, world: World, bot: BotProcess, room: str
):
    post = await world.deal(room, "compass-collisions")
    await world.clock_runs(room)
    async with Listener(world.ec) as ear:
        modal = await ear.open_form(post, first_button_id(post))
        await world.fault(fault="latency", match=CALLBACK, count=1, seconds=PATIENCE_SECONDS)
        with people_wait(AS_DISCORD_DOES):
            await world.ec.fill_in(room, modal, EC_LAYOUT)
        await fault_is_met(sandbox)
        await bot.kill()
        await ear.wait("INTERACTION_FAILURE")
    await bot.start()
    await submitted(world, room)
    direct = await world.ec.direct()
    message = await world.ec.read(direct, from_dealer("EEWWFFA"), modal["id"])
    assert message["attachments"]


async def test_a_word_that_was_acknowledged_counts_and_is_answered(
    sandbox: Sandbox, world: World, bot: BotProcess, room: str
):
    opening = await world.start(room)
    async with Listener(world.ec) as ear:
        asked = await ear.press(opening, button_id(opening, answers.LABELS["concede"]()))
        with killing_at(sandbox, bot, InteractionKind.COMPONENT, 0):
            await world.ec.press(asked, button_id(asked, answers.SAY_NOW["concede"]()))
            await is_dead(bot)
        await bot.start()
        assert f"<#{room}>" in (await ear.answer())["content"]
    await world.host.read(room, from_dealer("🏁", "concedes"), opening["id"])


async def test_a_choice_of_the_match_that_was_acknowledged_counts(
    sandbox: Sandbox, world: World, bot: BotProcess
):
    rooms = [await world.new_room() for _ in range(2)]
    for room in rooms:
        await world.deal(room, "compass-collisions")
        await world.clock_runs(room)
    question = await world.ec.reply(await world.ec.tell(EC_LAYOUT))
    ((menu,),) = (row["components"] for row in question["components"])
    chosen = menu["options"][-1]["value"]
    with killing_at(sandbox, bot, InteractionKind.COMPONENT, 0):
        await world.ec.press(question, menu["custom_id"], component_type=SELECT, values=[chosen])
        await is_dead(bot)
    await bot.start()
    await world.ec.read(question["channel_id"], from_dealer("EEWWFFA"), question["id"])
    await submitted(world, rooms[-1])
    assert not any("has submitted" in m["content"] for m in await world.host.history(rooms[0]))


@pytest.mark.parametrize("after_ms", sample([0, 1, 2], [0]))
async def test_a_confirmed_ruling_that_was_acknowledged_is_given_once(
    sandbox: Sandbox, world: World, bot: BotProcess, room: str, after_ms: int
):
    opening = await world.start(room)
    await world.ec.say(room, "E6 E7")
    await world.host.read(room, from_dealer("lays E6"))
    async with Listener(world.host) as host:
        question = await host.ask(room, "/match undo")
    with killing_at(sandbox, bot, InteractionKind.COMPONENT, after_ms):
        await world.host.press(question, first_button_id(question))
        await is_dead(bot)
    await bot.start()
    undone = from_dealer("the last action is undone")
    await world.host.read(room, undone, opening["id"])
    assert sum(map(undone, await world.host.history(room))) == 1


@pytest.mark.parametrize("after_ms", sample([0, 3, 10], [0]))
@pytest.mark.parametrize(
    ("name", "label", "leads_to"),
    [("ec", "Ready", "✅"), ("host", "Start now", "has started"), ("host", "Cancel", "called off")],
)
async def test_a_press_on_a_panel_that_was_acknowledged_counts_once(
    sandbox: Sandbox,
    world: World,
    bot: BotProcess,
    room: str,
    *,
    name: str,
    label: str,
    leads_to: str,
    after_ms: int,
):
    await world.host.command(room, "/fire-and-ice start", ready=True, **world.players)
    panel = await world.host.read(room, from_dealer("## Next:"))
    with killing_at(sandbox, bot, InteractionKind.COMPONENT, after_ms):
        await world.people[name].press(panel, button_id(panel, label))
        await is_dead(bot)
    await bot.start()
    await world.host.read(room, from_dealer("## Next:", leads_to))
    if label == "Start now":
        await world.host.read(room, OPENING)
    messages = await world.host.history(room)
    assert sum(map(OPENING, messages)) == (label == "Start now")
    assert sum(map(from_dealer("## Next:"), messages)) == 1
