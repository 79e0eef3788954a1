"""A refused message is mended by its edit: over a restart and a gap, and in Discord's order."""

import asyncio
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord_clock import snowflake_ms
from bot.events import Away, Edited, Scope, Typed
from bot.tables import Table
from engine.game import Outcome, Reason
from engine.games.compass_collisions import CompassCollisions
from engine.match import Match
from engine.seats import SEATS, Seat
from tests.bot.halls import FLAG_MS, POSTED_MS, SECOND, Hall, Halls, held, whispered
from tests.bot.support import BEGAN_MS, DMO, EC, eventually
from tests.bot.town import Town
from tests.people import Message

WRONG, RIGHT = "E6 E8", "E6 E7"


async def refused(deal: Halls, **options: str) -> tuple[Hall, int]:
    """A match in which EC's first move is refused in the 10th second."""
    hall = await deal(**({"takeback": "0"} | options))
    message = await hall.typed(EC, WRONG, 10 * SECOND)
    (reply,) = hall.told()
    assert reply.reply_to == message
    return hall, message


def edit(message: int, text: str, at_ms: int) -> Edited:
    return Edited(EC, message, text, BEGAN_MS + at_ms)


def replies(hall: Hall, event: Edited) -> set[int]:
    """The letters that answer an event; one that still waits is sent again after a restart."""
    return {each.sequence for each in hall.sent if each.letter.answers == event.source}


# Over a restart


async def test_what_was_refused_before_a_restart_is_mended_after_it(deal: Halls):
    hall, message = await refused(deal)
    await hall.restart(20 * SECOND, 30 * SECOND)
    await hall.edited(message, RIGHT, 40 * SECOND)
    assert hall.log[-1] == f"ec {RIGHT}"
    assert (await hall.sources())[-1] == edit(message, RIGHT, 40 * SECOND).source


async def test_what_was_refused_is_mended_though_it_was_edited_while_nobody_listened(deal: Halls):
    hall, message = await refused(deal, turn="60", reserve="100")
    hall.unheard = [edit(message, RIGHT, POSTED_MS + 300 * SECOND)]
    await hall.restart(alive_ms=POSTED_MS + 80 * SECOND, now_ms=POSTED_MS + 500 * SECOND)
    assert hall.log[-1] == f"ec {RIGHT}"
    assert hall.match.reserve_left(EC) == 80


async def test_what_something_else_has_counted_since_is_not_mended_over_a_restart(deal: Halls):
    hall, message = await refused(deal)
    await hall.typed(EC, RIGHT, 11 * SECOND)
    await hall.typed(DMO, "E3 E2", 12 * SECOND)
    hall.unheard = [edit(message, "D4 C4", 25 * SECOND)]
    await hall.restart(20 * SECOND, 30 * SECOND)
    await hall.edited(message, "D4 C4", 40 * SECOND)
    assert "ec D4 C4" not in hall.log
    assert hall.match.to_act == (EC,)


async def test_what_counts_in_private_leaves_a_refused_message_to_be_mended(deal: Halls):
    hall = await deal(CompassCollisions)
    message = await hall.typed(DMO, "layout", 10 * SECOND)
    layout = "layout EEWWFFA / ..A.. / ... / F.E.W.F / .A.A. / W.E"
    await hall.happen(whispered(EC, layout, 12 * SECOND))
    await hall.restart(20 * SECOND, 30 * SECOND)
    await hall.edited(message, "take first", 40 * SECOND, DMO)
    assert hall.log[-1] == "dmo take first"


async def test_an_edit_into_another_error_is_refused_once_over_a_restart(deal: Halls):
    hall, message = await refused(deal)
    wrong = edit(message, "E4 E5", 25 * SECOND)
    hall.unheard = [wrong]
    await hall.restart(20 * SECOND, 30 * SECOND)
    await hall.happen(wrong)
    assert len(replies(hall, wrong)) == 1
    hall.unheard = [wrong]
    await hall.restart(40 * SECOND, 50 * SECOND)
    assert not replies(hall, wrong), "the one that there is stands already"
    await hall.edited(message, RIGHT, 60 * SECOND)
    assert hall.log[-1] == f"ec {RIGHT}"


async def test_an_edit_that_counted_before_a_restart_does_not_count_again(deal: Halls):
    hall, message = await refused(deal)
    right = edit(message, RIGHT, 15 * SECOND)
    await hall.happen(right)
    hall.unheard = [right]
    await hall.restart(20 * SECOND, 30 * SECOND)
    await hall.happen(right)
    assert hall.log.count(f"ec {RIGHT}") == 1
    assert hall.match.to_act == (DMO,)
    assert not replies(hall, right)


async def test_an_edit_that_is_both_read_and_told_mends_once(deal: Halls):
    hall, message = await refused(deal)
    right = edit(message, RIGHT, 25 * SECOND)
    hall.unheard = [right]
    await hall.happen(Away(BEGAN_MS + 20 * SECOND), right)
    await hall.room_is_read()
    assert hall.log.count(f"ec {RIGHT}") == 1
    assert not replies(hall, right)


async def test_a_final_move_whose_edit_came_too_late_is_not_taken_for_refused(deal: Halls):
    hall, message = await held(deal)
    await hall.edited(message, "D4 C4", 15_001)
    assert hall.told()[-1].reply_to == message
    assert (await hall.stored()).refused == hall.table._memory.refused == set()


async def test_an_edit_counts_before_a_flag_only_if_it_was_made_before(deal: Halls):
    for edited_ms, reason in ((FLAG_MS, None), (FLAG_MS + 1, Reason.OUT_OF_TIME)):
        hall, message = await refused(deal, turn="60", reserve="10")
        hall.unheard = [edit(message, RIGHT, edited_ms)]
        # The process ended before it had judged the flag.
        await hall.restart(alive_ms=FLAG_MS + SECOND, now_ms=FLAG_MS + 60 * SECOND)
        assert hall.match.result == (reason and Outcome(DMO, reason))


async def test_a_flag_does_not_fall_before_an_edit_that_was_not_told(deal: Halls):
    hall, message = await refused(deal, turn="60", reserve="10")
    await hall.wakes(FLAG_MS)
    hall.unheard = [edit(message, RIGHT, FLAG_MS)]
    await hall.room_is_read()
    assert hall.log[-1] == f"ec {RIGHT}"


async def test_who_mends_once_a_hold_is_over_takes_no_board_from_the_room(deal: Halls):
    hall, _ = await held(deal)
    message = await hall.typed(DMO, "E3 E5", 12 * SECOND)
    hall.told()
    await hall.edited(message, "E3 E2", 15_100, DMO)
    assert hall.match.held
    assert [letter.opens for letter in hall.told()].count(True) == 1


# What is known of it


@pytest.mark.parametrize("seed", range(25))
async def test_a_new_process_knows_what_was_refused_as_the_old_one_did(deal: Halls, seed: int):
    """Whatever is typed and edited; conversation aside, of which nothing is left."""
    generator = Random(seed)
    hall = await deal(takeback=generator.choice(("0", "5")), turn="10000")
    said = dict[int, Seat]()
    for at_ms in range(10 * SECOND, 100 * SECOND, 2 * SECOND):
        seat, right = generator.choice(SEATS), _right(hall.match, generator)
        text = generator.choice((WRONG, right, right, "takeback"))
        if said and generator.random() < 0.5:
            message = generator.choice(list(said))
            await hall.edited(message, text, at_ms, said[message])
        else:
            said[await hall.typed(seat, text, at_ms)] = seat
        assert (await hall.stored()).refused == hall.table._memory.refused
        if generator.random() < 0.1:
            await hall.restart(at_ms, at_ms + 1)


def _right(match: Match, generator: Random) -> str:
    """A move of whose turn it is."""
    if match.result:
        return WRONG
    (seat,) = match.to_act
    move: Any = generator.choice(list(match.game.legal(match.state, seat)))
    return " ".join(map(str, move.cells))


# Where it is found


async def heard(town: Town, table: Table, message: Message) -> None:
    """Let a table hear a message, and all before it."""
    await town.hear(table)
    await eventually(lambda: table.read_to >= int(message["id"]))


async def refused_in_town(town: Town) -> tuple[Table, Message]:
    """A table at which EC's first move is refused, and its message."""
    table = await town.open()
    message = await town.world.ec.say(town.room, WRONG)
    await heard(town, table, message)
    return table, message


async def test_an_edit_of_a_refused_message_is_found_in_its_place_by_its_own_time(town: Town):
    table, message = await refused_in_town(town)
    await heard(town, table, await town.world.dmo.say(town.room, "E2 E3"))
    await town.world.dmo.say(town.room, "E3 E2")
    await town.world.ec.edit(message, RIGHT)
    after = await town.world.dmo.say(town.room, "E3 F3")
    reading = await town.house._around.read_room(table, Scope())
    assert [each.text for each in reading.said] == ["E3 E2", RIGHT, "E3 F3"]
    cursors = [each.heard_to for each in reading.said if isinstance(each, Typed)]
    assert cursors == [int(after["id"]) - 1, int(after["id"])]


async def test_before_a_flag_an_edit_is_read_if_it_was_made_before_and_else_holds_nothing_back(
    town: Town,
):
    table, message = await refused_in_town(town)
    before = await town.world.dmo.say(town.room, "hm")
    await asyncio.sleep(0.002)  # a later millisecond, by Discord's clock
    await town.world.ec.edit(message, RIGHT)
    after = await town.world.dmo.say(town.room, "hm!")
    read = town.house._around.read_room
    early = await read(table, Scope(until_ms=snowflake_ms(int(before["id"]))))
    assert [each.text for each in early.said] == ["hm"]
    # The Dealer may have spoken in the same millisecond.
    assert int(before["id"]) <= early.read_to < int(after["id"])
    late = await read(table, Scope(until_ms=snowflake_ms(int(after["id"]))))
    assert [each.text for each in late.said] == ["hm", RIGHT, "hm!"]


async def test_what_was_conversation_before_a_restart_is_not_heard_again_as_a_move(town: Town):
    table = await town.open()
    move = await town.world.ec.say(town.room, RIGHT)
    await town.world.ec.say(town.room, WRONG)
    chatter = await town.world.dmo.say(town.room, "hm")
    await heard(town, table, chatter)
    await town.restart()
    again = town.house.table_in(int(town.room))
    assert again
    await eventually(lambda: not again._memory.is_catching_up)
    await town.world.dmo.edit(chatter, "E3 E2")
    await town.world.ec.edit(move, "D4 C4")
    assert len(again.changeable) == 1
    reading = await town.house._around.read_room(again, Scope())
    assert reading.said == ()


async def test_a_room_in_which_something_refused_may_have_changed_is_read(town: Town, monkeypatch):
    table, message = await refused_in_town(town)
    newest = SimpleNamespace(last_message_id=table.read_to)
    monkeypatch.setattr(town.client, "get_channel", lambda _: newest)
    await town.world.ec.edit(message, RIGHT)
    reading = await town.house._around.read_room(table, Scope(knows_newest=True))
    assert [each.text for each in reading.said] == [RIGHT]
