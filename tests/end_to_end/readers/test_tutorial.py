"""`/tutorial`: a beginner goes through a game's positions in private, beside whatever is played."""

from typing import Any

import pytest

from bot.features.lessons import texts as tutorial
from bot.features.lessons.exercises import asked, example
from bot.texts.lessons.pages import exercises_of
from engine.games import GAMES
from tests.end_to_end.helpers.matches import World, button_id, press_on, unhurried
from tests.end_to_end.helpers.stored import newest_match, rows
from tests.helpers.clocks.waiting import eventually
from tests.helpers.games.offered import TAUGHT
from tests.helpers.games.samples import GAMES_OF_EACH_KIND, sample
from tests.helpers.people import EPHEMERAL, Listener, Message, Person, from_dealer
from tests.helpers.processes.bot_process import BotProcess

GAME = "fire-and-ice"
FIRST, SECOND = exercises_of(GAMES[GAME])[:2]


async def begin(beginner: Listener, room: str, game: str = GAME) -> Message:
    return await beginner.ask(room, "/tutorial", game=game)


async def form_of(beginner: Listener, message: Message) -> dict[str, Any]:
    form: dict[str, Any] = await beginner.open_form(message, button_id(message, tutorial.TYPE()))
    return form


async def types(beginner: Listener, message: Message, text: str) -> Message:
    form = await form_of(beginner, message)
    await beginner.person.fill_in(message["channel_id"], form, text)
    return await beginner.change_of(message)


def place(game: str, number: int) -> str:
    kind = GAMES[game]
    return tutorial.heading(kind.title, number, len(exercises_of(kind)), was_finished=False)


def kept(bot: BotProcess, person: Person) -> dict[str, list[int]]:
    query = "SELECT game, number, was_finished FROM tutorials WHERE user_id = ?"
    return {game: of for game, *of in rows(bot, query, int(person.id))}


async def seen(bot: BotProcess, world: World, room: str) -> Any:
    posts = [(message["id"], message["content"]) for message in await world.host.history(room)]
    return posts, newest_match(bot, room).entries


def pictures(message: Message) -> list[str]:
    return [attachment["description"] for attachment in message["attachments"]]


@pytest.mark.parametrize("in_private", sample([False, True], [False]))
@pytest.mark.parametrize("game", sample(TAUGHT, GAMES_OF_EACH_KIND))
async def test_a_whole_tutorial_with_a_restart_in_the_middle_leaves_a_live_match_as_it_is(
    bot: BotProcess, world: World, room: str, beginner: Listener, game: str, *, in_private: bool
):
    opening = await world.deal(room, GAME, first="ec", **unhurried(GAME))
    await world.clock_runs(room)
    where = await beginner.person.direct() if in_private else room
    before = await seen(bot, world, room)
    message, taught = await begin(beginner, where, game), exercises_of(GAMES[game])
    for number, exercise in enumerate(taught, 1):
        assert message["flags"] & EPHEMERAL
        assert message["content"] == f"{place(game, number)}\n{asked(exercise)}"
        assert message["attachments"]
        assert all(pictures(message))
        message = await types(beginner, message, example(exercise))
        assert f"✅ {exercise.done()}" in message["content"]
        assert kept(bot, beginner.person)[game] == [number + 1, number == len(taught)]
        if number == 3:
            assert await seen(bot, world, room) == before
            await bot.restart()
            # The last thing that a restart says in a room.
            await world.host.read(room, from_dealer("I was away"), opening["id"])
            before = await seen(bot, world, room)
        message = await press_on(beginner, message, tutorial.NEXT())
    assert message["content"] == tutorial.CLOSING(title=GAMES[game].title, name=game)
    assert message["attachments"] == []
    assert await seen(bot, world, room) == before


async def test_positions_are_skipped_and_gone_back_to_and_the_next_one_is_remembered(
    bot: BotProcess, room: str, beginner: Listener
):
    message = await begin(beginner, room)
    assert tutorial.BACK() not in str(message["components"])
    message = await press_on(beginner, message, tutorial.HINT())
    assert "does it." in message["content"]
    for number in (2, 3):
        message = await press_on(beginner, message, tutorial.SKIP())
        assert message["content"].startswith(place(GAME, number))
    message = await press_on(beginner, message, tutorial.BACK())
    assert message["content"].startswith(place(GAME, 2))
    assert (await begin(beginner, room))["content"] == f"{place(GAME, 2)}\n{asked(SECOND)}"
    # Each person and each game has a place of its own.
    other = await begin(beginner, room, "compass-collisions")
    assert other["content"].startswith(place("compass-collisions", 1))
    assert kept(bot, beginner.person) == {GAME: [2, 0]}


async def test_a_finished_tutorial_stays_finished_when_it_is_begun_again(
    bot: BotProcess, room: str, beginner: Listener
):
    message = await begin(beginner, room)
    for _ in exercises_of(GAMES[GAME]):
        message = await press_on(beginner, message, tutorial.SKIP())
    closing = tutorial.CLOSING(title=GAMES[GAME].title, name=GAME)
    assert message["content"] == closing
    again = await begin(beginner, room)
    assert again["content"] == closing
    again = await press_on(beginner, again, tutorial.AGAIN())
    assert again["content"] == f"{place(GAME, 1)} ✅\n{asked(FIRST)}"
    assert kept(bot, beginner.person) == {GAME: [1, 1]}


@pytest.mark.parametrize("command", ["/help", "/rules"])
async def test_a_button_of_another_answer_begins_or_goes_on_in_a_message_of_its_own(
    room: str, beginner: Listener, command: str
):
    message = await press_on(beginner, await begin(beginner, room), tutorial.SKIP())
    options = {"game": GAME} if command == "/rules" else {}
    offering = await beginner.ask(room, command, **options)
    assert f"tutorial:{GAME}" in str(offering["components"])
    answer = await beginner.press(offering, f"tutorial:{GAME}")
    assert answer["id"] not in {message["id"], offering["id"]}
    assert answer["flags"] & EPHEMERAL
    assert answer["content"] == message["content"]


async def test_a_button_in_a_post_for_everybody_changes_nothing(
    bot: BotProcess, world: World, room: str, beginner: Listener
):
    copy = await world.forged_post(room, *(f"tutorial:{GAME}:2:{item}" for item in ("go", "type")))
    for label in ("go", "type"):
        assert await beginner.press_text(copy, f"tutorial:{GAME}:2:{label}") == tutorial.NOT_YOURS()
    assert kept(bot, beginner.person) == {}


async def test_a_form_is_judged_for_its_own_position_also_after_a_restart(
    bot: BotProcess, room: str, beginner: Listener
):
    message = await begin(beginner, room)
    form = await form_of(beginner, message)
    await press_on(beginner, message, tutorial.SKIP())
    await bot.restart()
    await beginner.person.fill_in(room, form, "E6 E7")
    assert FIRST.done() in (await beginner.change_of(message))["content"]


async def test_what_is_typed_is_kept_before_it_is_answered(
    bot: BotProcess, world: World, room: str, beginner: Listener
):
    message = await begin(beginner, room)
    form = await form_of(beginner, message)
    await world.fault(fault="drop", match={"method": "POST", "route": "/interactions"}, count=50)
    await beginner.person.fill_in(room, form, "E6 E7")
    await eventually(lambda: kept(bot, beginner.person) == {GAME: [2, 0]})
    await world.clear_faults()
