"""Secret submissions: by direct message and by form, seen by nobody else until they are shown."""

import asyncio
import time

from bot.texts import answers
from sandbox.state.snowflakes import seconds_of
from tests.end_to_end.conftest import fixture
from tests.end_to_end.helpers.matches import button_id, clock_runs, deal, result_after, said_to
from tests.helpers.people import SELECT, Listener, Message, World, from_dealer
from tests.helpers.processes.bot_process import BotProcess

EC_LAYOUT = "layout EEWWFFA / ..A.. / ... / F.E.W.F / .A.A. / W.E"
DMO_LAYOUT = "layout WWWWWWW / AA.AA / ... / F.....F / ..E.. / EE."
GAME, SUBMITTED = "compass-collisions", "has submitted"
CALLBACK = {"method": "POST", "route": "/callback"}


@fixture()
async def post(world: World, room: str) -> Message:
    """Return the opening post of a match of Compass Collisions."""
    return await deal(world, room, GAME)


def button_of(post: Message) -> str:
    return button_id(post, answers.SUBMIT_LABEL())


async def test_a_secret_told_in_private_is_answered_there_and_only_announced_in_the_room(
    world: World, room: str, post: Message
):
    # Once this is answered, the clock of the post runs.
    await world.ec.reply(await world.ec.tell("layout"))
    message = await world.ec.tell(EC_LAYOUT)
    answer = await world.ec.reply(message)
    assert "EEWWFFA" in answer["content"]
    assert "left (deadline <t:" in answer["content"]
    (picture,) = answer["attachments"]
    assert picture["description"]
    announced = await world.spectator.read(room, from_dealer(SUBMITTED), post["id"])
    assert "Ada" in announced["content"]
    assert not announced["attachments"]
    assert not any("EEWWFFA" in content for content in await said_to(world.spectator, room))
    assert not any(SUBMITTED in content for content in await said_to(world.dmo))


async def test_a_secret_sent_by_form_is_answered_to_its_sender_alone(
    world: World, room: str, post: Message
):
    async with Listener(world.dmo) as ear, Listener(world.spectator) as other:
        modal = await ear.open_form(post, button_of(post))
        await world.dmo.fill_in(room, modal, DMO_LAYOUT.replace(" / ", "\n"))
        answer = await ear.answer()
        assert "WWWWWWW" in answer["content"]
        assert len(answer["attachments"]) == 1
        announced = await other.wait("MESSAGE_CREATE", from_dealer(SUBMITTED))
        assert announced["channel_id"] == room
        assert not any("WWWWWWW" in str(data) for _, data in other.events)


async def test_a_secret_can_be_replaced_and_the_room_hears_of_the_first_only(
    world: World, room: str, post: Message
):
    await world.ec.reply(await world.ec.tell(EC_LAYOUT))
    again = await world.ec.reply(await world.ec.tell(DMO_LAYOUT))
    assert "WWWWWWW" in again["content"]
    # An edit is a new submission, as the reader of the conversation would expect.
    message = await world.ec.tell("layout")
    assert "❌" in (await world.ec.reply(message))["content"]
    edited = await world.ec.edit(message, EC_LAYOUT)
    answer = await world.ec.read(
        edited["channel_id"], from_dealer("EEWWFFA"), (await world.ec.reply(message))["id"]
    )
    assert answer["attachments"]
    page = await both_are_shown(world, room, post)
    assert sum(SUBMITTED in text for text in await said_to(world.ec, room)) == 1
    labels = {component["label"] for row in page["components"] for component in row["components"]}
    assert answers.SUBMIT_LABEL() not in labels
    late = await world.ec.reply(await world.ec.tell(EC_LAYOUT))
    assert "❌" in late["content"]


async def both_are_shown(world: World, room: str, post: Message) -> Message:
    """Submit the DMO's layout too; return the post that shows all sets."""
    answer = await world.dmo.reply(await world.dmo.tell(DMO_LAYOUT))
    assert "can't change it" in answer["content"]
    return await world.ec.read(room, from_dealer("take first"), post["id"])


async def test_a_secret_told_while_the_bot_is_down_counts_and_old_buttons_work(
    world: World, bot: BotProcess, room: str, post: Message
):
    await clock_runs(world, room)
    await bot.kill()
    message = await world.ec.tell(EC_LAYOUT)
    await bot.start()
    assert "EEWWFFA" in (await world.ec.reply(message))["content"]
    async with Listener(world.dmo) as ear:
        modal = await ear.open_form(post, button_of(post))
        await bot.restart()
        await world.dmo.fill_in(room, modal, DMO_LAYOUT)
        assert "WWWWWWW" in (await ear.answer())["content"]
    await world.ec.read(room, from_dealer("take first"), post["id"])


async def test_a_concession_by_form_is_answered(world: World, post: Message):
    async with Listener(world.ec) as ear:
        modal = await ear.open_form(post, button_of(post))
        await world.ec.fill_in(post["channel_id"], modal, "concede")
        assert "Got it" in (await ear.answer())["content"]
    await result_after(world, post["channel_id"], post)


async def test_a_form_counts_before_what_is_typed_while_it_is_being_acknowledged(
    world: World, room: str, post: Message
):
    async with Listener(world.ec) as ear:
        modal = await ear.open_form(post, button_of(post))
        await world.fault(fault="latency", match=CALLBACK, count=1, seconds=1.5)
        await world.ec.fill_in(room, modal, EC_LAYOUT)
        await result_after(world, room, await world.dmo.say(room, "concede"))
        answer = (await ear.answer())["content"]
    assert "Your layout" in answer


async def form_just_before_the_end(world: World, ear: Listener) -> tuple[Message, float]:
    """Return an opening post whose form has been sent just in time, and when the set-up ends.

    On a slow machine a short one may be over by then: then there is one with more time.
    """
    for seconds, before in ((3, 1), (12, 1), (48, 1.5), (48, 2)):
        post = await deal(world, await world.new_room(), GAME, setup=seconds)
        await world.ec.press(post, button_of(post))
        modal = await ear.wait("INTERACTION_MODAL_CREATE")
        ends = seconds_of(int(post["id"])) + seconds
        if time.time() > ends - before:
            continue
        # Its acknowledgement takes longer.
        await world.fault(fault="latency", match=CALLBACK, count=1, seconds=before + 1)
        await asyncio.sleep(ends - before - time.time())
        await world.ec.fill_in(post["channel_id"], modal, EC_LAYOUT)
        if time.time() < ends:
            return post, ends
        assert "EEWWFFA" in (await ear.answer())["content"]
    raise AssertionError("no set-up is long enough for this machine")


async def test_a_form_sent_in_time_counts_though_it_is_acknowledged_after_the_end(
    world: World, bot: BotProcess
):
    async with Listener(world.ec) as ear:
        post, ends = await form_just_before_the_end(world, ear)
        room = post["channel_id"]
        # Texts after the end must not make it end too early either.
        await asyncio.sleep(ends + 0.3 - time.time())
        await world.dmo.say(room, "hello")
        answer = (await ear.answer())["content"]
    assert "EEWWFFA" in answer
    await world.ec.read(room, from_dealer("take first"), post["id"])


async def test_a_choice_of_the_match_counts_though_the_message_is_slow_to_come(
    world: World, bot: BotProcess
):
    for room in (rooms := [await world.new_room() for _ in range(2)]):
        await deal(world, room, GAME)
    message = await world.ec.tell(EC_LAYOUT)
    question = await world.ec.reply(message)
    (row,) = question["components"]
    (menu,) = row["components"]
    chosen = menu["options"][-1]["value"]
    fetching = {"method": "GET", "route": "/channels/{channel_id}/messages/{message_id}"}
    await world.fault(fault="latency", match=fetching, count=1, seconds=3.5)
    await world.ec.press(question, menu["custom_id"], component_type=SELECT, values=[chosen])
    await world.ec.read(question["channel_id"], from_dealer("EEWWFFA"), result=question["id"])
    taken = await world.ec.read(question["channel_id"], from_dealer("Passed on to", rooms[-1]))
    assert (taken["id"], taken["components"]) == (question["id"], [])
