"""Secret submissions: by direct message and by form, seen by nobody else until they are shown."""

from bot.texts import answers
from tests.end_to_end.conftest import fixture
from tests.end_to_end.helpers.matches import World, button_id, said_to
from tests.games.compass_collisions.positions import DMO_LAYOUT, EC_LAYOUT
from tests.helpers.people import Listener, Message, from_dealer
from tests.helpers.processes.bot_process import BotProcess

GAME, SUBMITTED = "compass-collisions", "has submitted"


@fixture()
async def post(world: World, room: str) -> Message:
    """Return the opening post of a match of Compass Collisions."""
    return await world.deal(room, GAME)


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


async def test_a_secret_told_while_the_bot_is_down_counts_and_old_buttons_work(
    world: World, bot: BotProcess, room: str, post: Message
):
    await world.clock_runs(room)
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
