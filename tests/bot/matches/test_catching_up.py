"""What was said while nobody listened: found in every place, and judged in its own order."""

import asyncio
from types import SimpleNamespace

import discord
import pytest

from bot.incoming.messages import said_aloud
from bot.live.decide import Judge
from bot.live.events import Away, Delivered, Edited, Event, Obstructed, Ruled, Scope, Woken
from bot.obstacles import Obstacle
from engine.game import Outcome, Reason
from engine.games.demeters_anguish.rules import DemetersAnguish
from tests.bot.halls import POSTED_MS, SECOND, Hall, Halls, held, typed, whispered
from tests.bot.support import BEGAN_MS, DMO, EC, card_of, eventually, snowflake
from tests.bot.town import Town
from tests.end_to_end.play import count_requests

FLOWER, OTHER_FLOWER = "flower U G7 H7 I7 G8 I8", "flower X H8 G8 I8 H7 H9"
HISTORY = "GET /channels/{channel_id}/messages"


def players_lines(hall: Hall) -> list[str]:
    return [line for line in hall.log if line.startswith(("ec", "dmo"))]


# In its own order


async def test_what_comes_meanwhile_waits_for_what_was_missed(deal: Halls):
    hall = await deal(takeback="0")
    hall.unheard = [typed(EC, "E6 E7", 30 * SECOND)]
    await hall.restart(20 * SECOND, 40 * SECOND, catch_up=False)
    await hall.happen(typed(DMO, "E3 E2", 41 * SECOND), Woken())
    assert players_lines(hall) == []
    await hall.room_is_read()
    assert players_lines(hall) == ["ec E6 E7", "dmo E3 E2"]


async def test_a_host_rules_after_what_was_missed(deal: Halls):
    hall = await deal(takeback="0")
    hall.unheard = [typed(EC, "concede", 30 * SECOND)]
    await hall.restart(20 * SECOND, 40 * SECOND, catch_up=False)
    answer = asyncio.get_running_loop().create_future()
    await hall.happen(Ruled("abort", 1, BEGAN_MS + 41 * SECOND, answer))
    assert not answer.done()
    await hall.room_is_read()
    assert hall.match.result == Outcome(DMO, Reason.CONCEDED)
    assert (await answer).code == "match-over"


async def test_what_is_typed_in_a_gap_is_charged_only_to_where_the_gap_began(deal: Halls):
    hall = await deal(takeback="0", turn="60", reserve="100")
    hall.unheard = [typed(EC, "E6 E7", POSTED_MS + 300 * SECOND)]
    await hall.restart(alive_ms=POSTED_MS + 80 * SECOND, now_ms=POSTED_MS + 500 * SECOND)
    assert hall.match.reserve_left(EC) == 80


async def test_an_edit_in_the_take_back_window_counts_though_nobody_saw_it(deal: Halls):
    hall, message = await held(deal)
    hall.unheard = [Edited(EC, message, "D4 C4", BEGAN_MS + 13 * SECOND)]
    await hall.restart(alive_ms=11 * SECOND, now_ms=60 * SECOND)
    assert players_lines(hall) == ["ec E6 E7", "ec takeback", "ec D4 C4"]
    assert hall.match.held


async def test_a_held_move_whose_message_is_found_gone_stands(deal: Halls):
    hall, _ = await held(deal)
    await hall.restart(alive_ms=15 * SECOND, now_ms=60 * SECOND)
    assert players_lines(hall) == ["ec E6 E7"]
    assert hall.match.to_act == (DMO,)


async def test_a_gap_is_logged_though_the_process_ends_again_before_it_has_read(deal: Halls):
    hall = await deal(takeback="0", turn="60", reserve="100")
    await hall.restart(POSTED_MS + 30 * SECOND, POSTED_MS + 90 * SECOND, catch_up=False)
    # Life is proved anew meanwhile, but this match has not been caught up with.
    await hall.restart(POSTED_MS + 100 * SECOND, POSTED_MS + 120 * SECOND)
    await hall.typed(EC, "E6 E7", POSTED_MS + 125 * SECOND)
    assert hall.match.reserve_left(EC) == 100
    assert sum("away for" in post.content for post in hall.posts) == 1


# The cursor


async def test_conversation_that_was_heard_is_not_heard_again_as_a_move(deal: Halls):
    hall = await deal(takeback="0")
    chatter = await hall.typed(DMO, "thinking", 5 * SECOND)
    assert (await hall.stored()).read_to == chatter


async def test_an_edited_message_is_found_again_until_it_is_judged(town: Town):
    """It counts at its edit, later than messages that stand after it in the room."""
    runner = await town.open()
    early = await town.world.ec.say(town.room, "wait")
    later = await town.world.dmo.say(town.room, "yes")
    await town.world.ec.edit(early, "E6 E7")
    reading = await town.registry._around.read_room(runner, Scope())
    assert [each.text for each in reading.said] == ["yes", "E6 E7"]
    assert [each.heard_to for each in reading.said] == [int(early["id"]) - 1, reading.read_to]
    assert reading.read_to >= int(later["id"])


async def test_what_waits_for_a_flag_is_found_again_by_another_process(deal: Halls):
    hall = await deal(takeback="0", turn="60", reserve="0")
    late = typed(EC, "E6 E7", POSTED_MS + 61 * SECOND)
    await hall.happen(late)
    hall.newest = late.said_id
    assert hall.reads == 1
    assert (await hall.stored()).read_to < late.said_id
    await hall.room_is_read()
    assert hall.match.result == Outcome(DMO, Reason.OUT_OF_TIME)


# Where it is found


async def test_a_room_in_which_nothing_is_new_is_not_read(town: Town, monkeypatch):
    runner = await town.open()
    requests = count_requests(town.sandbox)
    newest = SimpleNamespace(last_message_id=runner.read_to)
    monkeypatch.setattr(town.client, "get_channel", lambda _: newest)
    await town.registry._around.read_room(runner, Scope(knows_newest=True))
    assert requests[HISTORY] == 0
    await town.registry._around.read_room(runner, Scope())
    newest.last_message_id += 1
    await town.registry._around.read_room(runner, Scope(knows_newest=True))
    assert requests[HISTORY] == 2


async def test_what_is_said_aloud_and_in_private_comes_in_one_order(town: Town):
    runner = await town.open(DemetersAnguish())
    world = town.world
    for person, place, text in (
        (world.ec, "private", FLOWER),
        (world.dmo, "aloud", "first them"),
        (world.dmo, "private", OTHER_FLOWER),
        (world.dmo, "aloud", "first me"),
    ):
        await (person.tell(text) if place == "private" else person.say(town.room, text))
    await town.hear(runner)
    texts = [FLOWER, OTHER_FLOWER, "first me"]
    await eventually(lambda: [e.text for e in runner.match.entries if e.who.seat] == texts)


async def test_an_edit_of_a_held_move_is_found_with_its_message(town: Town):
    runner = await town.open(takeback="600")
    message = await town.world.ec.say(town.room, "E6 E7")
    await town.hear(runner)
    await eventually(lambda: runner.match.held)
    await town.world.ec.edit(message, "D4 C4")
    await town.hear(runner)
    moves = ["E6 E7", "takeback", "D4 C4"]
    await eventually(lambda: [e.text for e in runner.match.entries if e.who.seat] == moves)
    await town.world.ec.delete(message)
    reading = await town.registry._around.read_room(runner, Scope())
    assert reading.said == ()
    assert runner.match.held


@pytest.mark.parametrize("kind", list(discord.MessageType))
def test_only_what_somebody_says_is_heard(kind: discord.MessageType):
    card = card_of()
    author = SimpleNamespace(id=card.players[EC].id)
    message = SimpleNamespace(
        author=author, type=kind, content="concede", id=snowflake(BEGAN_MS), edited_at=None
    )
    is_heard = said_aloud(card, message) is not None
    assert is_heard == (kind in {discord.MessageType.default, discord.MessageType.reply})


# The gateway


async def test_while_the_gateway_is_away_nothing_falls_and_nothing_becomes_final(deal: Halls):
    hall, _ = await held(deal)
    hall.connected = False
    await hall.wakes(600 * SECOND)
    assert hall.match.held
    assert hall.reads == 0
    hall.unheard = [typed(EC, "takeback", 12 * SECOND)]
    hall.connected = True
    await hall.happen(Away(BEGAN_MS + 11 * SECOND))
    await hall.room_is_read()
    assert hall.log[-1] == "ec takeback"
    assert hall.match.to_act == (EC,)
    assert sum("away for" in post.content for post in hall.told()) == 1


async def test_a_long_silence_is_a_gap_and_a_blip_is_none(town: Town):
    runner = await town.open()
    happened: list[Event] = []
    runner.put = happened.append  # type: ignore[method-assign]
    town.registry.is_open = True
    now_ms = town.registry.clock.now_ms
    alive_ms = town.registry._alive_ms = now_ms() - 60_000
    for lost_for_ms in (1_000, 10_000):
        town.registry.lose_sight()
        town.registry._lost_ms = now_ms() - lost_for_ms
        town.registry.prove_alive()
        town.registry.prove_alive()
        town.registry._alive_ms = alive_ms
    town.registry.is_open = False
    assert happened == [Away(None), Away(alive_ms)]


# A room that takes nothing


def forbidden() -> discord.Forbidden:
    return discord.Forbidden(SimpleNamespace(status=403, reason="no"), "Missing Access")


async def test_a_room_that_may_not_be_read_pauses_the_match_and_the_host_is_told(
    deal: Halls, monkeypatch: pytest.MonkeyPatch
):
    hall = await deal(takeback="0")
    hall.refuses_reading = forbidden()
    hall.may_read.set()
    await hall.restart(20 * SECOND, 40 * SECOND, catch_up=False)
    await eventually(lambda: hall.match.paused_since)
    await eventually(lambda: not hall.runner._readings)
    assert hall.reads == 1
    assert [each.for_host for each in hall.posts].count(True) == 1
    assert hall.log[-1] == "host pause"


async def test_a_host_ends_a_match_whose_room_may_not_be_read(deal: Halls):
    hall = await deal(takeback="0")
    hall.refuses_reading = forbidden()
    hall.may_read.set()
    await hall.restart(20 * SECOND, 40 * SECOND, catch_up=False)
    await eventually(lambda: hall.match.paused_since)
    assert await hall.ruled("abort", 50 * SECOND) is None
    await eventually(lambda: hall.closed)


async def test_a_match_goes_on_in_a_room_that_is_open_again(deal: Halls):
    hall = await deal(takeback="0", turn="60", reserve="100")
    hall.unheard = [typed(EC, "E6 E7", 30 * SECOND)]
    hall.refuses_reading = forbidden()
    hall.may_read.set()
    await hall.restart(20 * SECOND, 40 * SECOND, catch_up=False)
    await eventually(lambda: hall.match.paused_since)
    hall.refuses_reading = None
    assert await hall.ruled("resume", 90 * SECOND) is None
    await hall.room_is_read()
    assert players_lines(hall) == ["ec E6 E7"]
    assert hall.match.reserve_left(EC) == 100


@pytest.mark.parametrize("obstacle", list(Obstacle))
async def test_a_room_that_takes_no_post_pauses_its_match_once(deal: Halls, obstacle: Obstacle):
    hall = await deal(takeback="0")
    hall.clock.ms = BEGAN_MS + 10 * SECOND
    for _ in range(2):
        await hall.happen(Obstructed(obstacle))
    told = [post for post in hall.told() if post.for_host]
    assert len(told) == 1
    assert hall.log[-1] == "host pause"
    assert hall.match.paused_since == 10


# Answers


async def test_a_private_submission_that_fails_is_answered_with_an_apology(
    deal: Halls, monkeypatch: pytest.MonkeyPatch
):
    hall = await deal(DemetersAnguish)
    with monkeypatch.context() as broken:
        broken.setattr(Judge, "_enter", lambda *_: 1 / 0)
        token = await hall.sends(EC, FLOWER, 10 * SECOND)
    (post,) = hall.told()
    assert post.token == token
    assert FLOWER in post.content
    assert "nothing was changed" in post.content
    await hall.sends(EC, FLOWER, 10 * SECOND)
    assert hall.log[-1] == f"ec {FLOWER}"


async def test_a_refused_private_edit_is_answered_once_over_a_restart(deal: Halls):
    hall = await deal(DemetersAnguish)
    refused = whispered(EC, "flower A1 A3", 10 * SECOND, edited_ms=11 * SECOND)
    await hall.happen(refused)
    assert len(hall.told()) == 1
    hall.unheard = [refused]
    await hall.restart(20 * SECOND, 30 * SECOND)
    assert [each.answers for each in hall.posts].count(refused.source) == 1


async def test_a_turn_whose_post_is_not_taken_is_not_left_without_a_word(deal: Halls):
    hall = await deal(takeback="0", posted=False)
    await hall.happen(Delivered(1, None, BEGAN_MS + 2 * SECOND))
    assert hall.match.paused_since is not None
    assert [post.for_host for post in hall.told()].count(True) == 1


async def test_what_is_typed_in_a_room_that_takes_no_posts_counts_once_it_does(deal: Halls):
    hall = await deal(takeback="0")
    hall.may_read.set()
    hall.clock.ms = BEGAN_MS + 10 * SECOND
    await hall.happen(Obstructed(Obstacle.FORBIDDEN))
    await hall.typed(EC, "E6 E7", 11 * SECOND)
    assert players_lines(hall) == []
    assert await hall.ruled("resume", 20 * SECOND) is None
    await hall.room_is_read()
    assert players_lines(hall) == ["ec E6 E7"]


async def test_a_concession_waits_for_no_room(deal: Halls):
    hall = await deal(takeback="0")
    hall.clock.ms = BEGAN_MS + 10 * SECOND
    await hall.happen(Obstructed(Obstacle.FORBIDDEN))
    await hall.typed(EC, "concede", 11 * SECOND)
    assert hall.match.result == Outcome(DMO, Reason.CONCEDED)


async def test_what_comes_while_one_channel_is_read_keeps_its_place_before_what_another_has(
    town: Town, monkeypatch: pytest.MonkeyPatch
):
    runner = await town.open(DemetersAnguish())
    await eventually(lambda: runner.match.started is not None)
    since, waiting = town.registry.direct_messages.since, ["ec", "dmo"]

    async def and_then_both_write(user_id: int, since_id: discord.Object) -> list[discord.Message]:
        found = await since(user_id, since_id)
        while waiting:
            # EC's conversation has been read; both write now, EC first.
            await town.world.people[waiting.pop(0)].tell(FLOWER if waiting else OTHER_FLOWER)
        return found

    monkeypatch.setattr(town.registry.direct_messages, "since", and_then_both_write)
    reading = await town.registry._around.read_room(runner, Scope())
    assert [each.text for each in reading.said] == [FLOWER, OTHER_FLOWER]
