"""*Show me* under a refusal: the cells that it names, on the board, for whoever presses it."""

from bot.posts.buttons import SHOW
from bot.texts import answers
from tests.end_to_end.conftest import Ears
from tests.end_to_end.helpers.matches import HOUR, World, button_id, fill_in_form, labels, unhurried
from tests.end_to_end.moves.test_rulings import rules
from tests.helpers.people import EPHEMERAL, Listener, Message, from_dealer
from tests.helpers.processes.bot_process import BotProcess

SHOW_ME = answers.SHOW_ME()
ROLES = ("ec", "dmo", "spectator")


async def shown(by: Listener, refusal: Message) -> Message:
    answer = await by.press(refusal, button_id(refusal, SHOW_ME))
    assert answer["flags"] & EPHEMERAL
    return answer


def described(answer: Message) -> str:
    (picture,) = answer["attachments"]
    return str(picture["description"])


async def pixels(world: World, answer: Message) -> bytes:
    (picture,) = answer["attachments"]
    return await world.file(picture)


# ------------------------------------------------------------------------------- in the room


async def test_anybody_who_presses_is_shown_the_cells_and_nobody_else_is(
    world: World, room: str, ears: Ears
):
    await world.start(room, turn=HOUR)
    refusal = await world.ec.reply(await world.ec.say(room, "E5 E6"))
    assert "E5" in refusal["content"]
    assert labels(refusal) == [SHOW_ME]
    item, other = await shown(ears["ec"], refusal), await shown(ears["spectator"], refusal)
    assert item["content"] == other["content"] == "Marked: E5."
    assert described(item) == described(other)
    assert described(item).startswith("Marked: E5. A Battle of Fire and Ice")
    assert await pixels(world, item) == await pixels(world, other)
    assert await world.host.history(room, refusal["id"]) == []


async def test_the_position_shown_is_that_of_the_refusal_also_later_and_after_restarts(
    bot: BotProcess, world: World, room: str, ears: Ears
):
    opening = await world.start(room, turn=HOUR)
    refusal = await world.ec.reply(await world.ec.say(room, "A1 A2"))
    at_once = await shown(ears["spectator"], refusal)
    await world.ec.say(room, "E6 E7")
    turn = await world.turn_after(room, opening, world.dmo)
    later = await world.dmo.reply(await world.dmo.say(room, "E7 E8"))
    await bot.restart()
    again, then = await shown(ears["spectator"], refusal), await shown(ears["spectator"], later)
    assert (again["content"], described(again)) == (at_once["content"], described(at_once))
    assert await pixels(world, again) == await pixels(world, at_once)
    assert then["content"] == "Marked: E7."
    assert described(then) != described(at_once)
    await world.dmo.say(room, "concede")
    result = await world.result_after(room, turn)
    assert described(await shown(ears["spectator"], later)) == described(then)
    await rules(ears["host"], room, "/match undo")
    await world.turn_after(room, result, world.dmo)
    assert described(await shown(ears["spectator"], later)) == described(then)


async def test_each_is_shown_what_they_may_see_themselves(world: World, room: str, ears: Ears):
    game = "doubting-flower-field"
    opening = await world.deal(room, game, first="ec", **unhurried(game))
    for player, hidden in ((world.ec, "hide A1 red, G7 blue"), (world.dmo, "hide B1 red, C1 red")):
        await player.reply(await player.tell(hidden))
    await world.host.read(room, from_dealer("plant"), opening["id"])
    refusal = await world.ec.reply(await world.ec.say(room, "A1 red"))
    assert labels(refusal) == [SHOW_ME]
    lines = [described(await shown(ears[role], refusal)) for role in ROLES]
    assert all(text.startswith("Marked: A1. ") for text in lines)
    assert len({*lines}) == 3
    assert "G7" in lines[0]
    assert "G7" not in lines[1] + lines[2]


# ----------------------------------------------------------------------------- forged or stale


async def forged(ear: Listener, room: str, custom_id: str) -> str:
    post = await ear.person.world.forged_post(room, custom_id)
    return await ear.press_text(post, custom_id)


async def test_whoever_was_not_told_a_secrets_refusal_is_not_shown_it(
    world: World, room: str, ears: Ears
):
    game = "demeters-anguish"
    await world.deal(room, game, first="ec", **unhurried(game))
    refusal = await fill_in_form(ears["ec"], room, "flower I G7 H8")
    name = button_id(refusal, SHOW_ME)
    assert await forged(ears["ec"], room, name) == "Marked: G7 and H8."
    for ear in (ears["dmo"], ears["spectator"]):
        assert await forged(ear, room, name) == answers.TOLD_TO_OTHERS()
    assert "G7" not in str([*ears["dmo"].events, *ears["spectator"].events])


async def test_a_button_that_belongs_to_nothing_is_answered_in_private_and_changes_nothing(
    world: World, room: str, ears: Ears
):
    opening = await world.start(room)
    refusal = await world.ec.reply(await world.ec.say(room, "E5 E6"))
    kind, number, readers, place = button_id(refusal, SHOW_ME).split(":")
    assert (kind, readers) == (SHOW, "room")
    for name in (
        f"{SHOW}:{int(number) + 1}:{readers}:{place}",
        f"{SHOW}:{10**18}:{readers}:{place}",
        f"{SHOW}:{'9' * 19}:{readers}:{place}",
        f"{SHOW}:{number}:{readers}:{int(place) + 1}",
        f"{SHOW}:{number}:{readers}:{'9' * 9}",
        f"{SHOW}:{number}:{readers}:0",
        f"{SHOW}:{number}:ec:1",
        # The opening names no cells.
        f"{SHOW}:{number}:{readers}:1",
    ):
        assert await forged(ears["spectator"], room, name) == answers.NOTHING_TO_SHOW(), name
    await world.ec.say(room, "E6 E7")
    await world.turn_after(room, opening, world.dmo)


async def test_a_match_in_a_room_that_somebody_cannot_read_is_not_shown_to_them(
    world: World, room: str, ears: Ears
):
    await world.start(room)
    refusal = await world.ec.reply(await world.ec.say(room, "E5 E6"))
    await world.deny(room, 1 << 10, world.spectator)
    elsewhere = await world.new_room()
    name = button_id(refusal, SHOW_ME)
    assert await forged(ears["spectator"], elsewhere, name) == answers.NOTHING_TO_SHOW()
    assert await forged(ears["dmo"], elsewhere, name) == "Marked: E5."
