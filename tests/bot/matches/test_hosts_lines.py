"""A host's lines in a match that hosts judge: when they count, what follows, and what is kept."""

from dataclasses import replace

import pytest

from bot.live.values.events import HostTyped, host_of, message_of
from bot.live.values.live_match import LiveMatch
from engine.games.free_table.rules import FreeTable
from tests.bot.cards import EC
from tests.bot.cards import HOST as HANA
from tests.bot.fake_clock import BEGAN_MS, snowflake
from tests.bot.live_rooms import POSTED_MS, SECOND, Room, Rooms, typed

TYPED_MS = POSTED_MS + 10 * SECOND
POT = {"setup": "pot=1", "first": "ec"}


def line(text: str, at_ms: int = TYPED_MS, *, edited_ms: int | None = None) -> HostTyped:
    """A host's message, or its new text since it was edited."""
    said_id = snowflake(BEGAN_MS + at_ms, 7)
    if edited_ms is None:
        return HostTyped(text, said_id, HANA, BEGAN_MS + at_ms, heard_to=said_id)
    return HostTyped(text, said_id, HANA, BEGAN_MS + edited_ms, is_edit=True)


def lines_of(room: Room) -> list[str]:
    return [each for each in room.log if each.startswith("host !")]


async def test_a_line_is_kept_with_its_message_and_its_host(deal: Rooms):
    room = await deal(FreeTable, **POT)
    await room.happen(line("!pot+2"))
    live: LiveMatch = room.runner.live
    assert lines_of(room) == ["host !pot+2"]
    assert (host_of(live.sources[-1]), message_of(live.sources[-1])) == (HANA, line("").said_id)
    stored = await room.stored()
    assert stored.entries[-1].entry.text == "!pot+2"


async def test_a_line_counts_once_however_often_it_is_told(deal: Rooms):
    room = await deal(FreeTable, **POT)
    await room.happen(line("!pot+2"), line("!pot+2"))
    assert lines_of(room) == ["host !pot+2"]


@pytest.mark.parametrize("text", ["!pots+2", "!pot+1 / open", "!pot+1 / nonsense"])
async def test_a_refused_line_is_answered_and_changes_nothing(deal: Rooms, text: str):
    room = await deal(FreeTable, **POT)
    before = room.match
    await room.happen(line(text))
    assert room.match == replace(before, now=room.match.now)
    (answer,) = room.told()
    assert answer.content.startswith("❌")
    assert answer.reply_to == line(text).said_id


async def test_a_refused_line_is_not_answered_again_after_a_restart(deal: Rooms):
    room = await deal(FreeTable, **POT)
    await room.happen(line("!pots+2"))
    room.unheard = [line("!pots+2")]
    await room.restart(TYPED_MS + SECOND, TYPED_MS + 2 * SECOND)
    # It is still the first answer that waits to be sent.
    assert len([post for post in room.posts if "❌" in post.content]) == 1


async def test_what_hosts_typed_in_a_gap_counts_in_the_order_of_typing(deal: Rooms):
    room = await deal(FreeTable, **POT)
    room.unheard = [
        typed(EC, "!bid 2", TYPED_MS),
        line("!pot+5", TYPED_MS + SECOND),
    ]
    await room.restart(POSTED_MS + SECOND, TYPED_MS + 30 * SECOND)
    said = [each for each in room.log if "!" in each]
    assert said == ["ec !bid 2", "host !pot+5"]


async def test_a_line_that_comes_while_the_room_is_read_waits_for_what_was_missed(deal: Rooms):
    room = await deal(FreeTable, **POT)
    room.unheard = [line("!pot=7", TYPED_MS)]
    await room.restart(POSTED_MS + SECOND, TYPED_MS + SECOND, catch_up=False)
    await room.happen(line("!pot+1", TYPED_MS + 2 * SECOND))
    assert lines_of(room) == []
    await room.room_is_read()
    assert lines_of(room) == ["host !pot=7", "host !pot+1"]


async def test_a_flag_that_falls_earlier_is_judged_before_a_line(deal: Rooms):
    room = await deal(FreeTable, turn="10", reserve="0", late="lose", **POT)
    await room.happen(line("!pot+1", POSTED_MS + 11 * SECOND))
    await room.room_is_read()
    assert room.match.result
    assert lines_of(room) == []


async def test_an_edit_mends_a_refused_line_of_this_turn_and_changes_no_other(deal: Rooms):
    room = await deal(FreeTable, **POT)
    await room.happen(line("!pots+2"), line("!pot+2", edited_ms=TYPED_MS + SECOND))
    assert lines_of(room) == ["host !pot+2"]
    room.told()
    await room.happen(line("!pot+9", edited_ms=TYPED_MS + 2 * SECOND))
    assert lines_of(room) == ["host !pot+2"]
    (final,) = room.told()
    assert "editing it changes nothing" in final.content


async def test_an_edit_of_a_message_from_before_the_turns_post_is_only_talk(deal: Rooms):
    room = await deal(FreeTable, **POT)
    await room.happen(line("!pot+2", POSTED_MS - SECOND, edited_ms=TYPED_MS))
    assert lines_of(room) == []


# Who is called, and what is marked


async def test_a_judged_move_is_marked_and_its_host_is_called(deal: Rooms):
    room = await deal(FreeTable, order="judged", **POT)
    message = await room.typed(EC, "!bid 2", TYPED_MS)
    mark, post = room.told()
    assert (mark.reaction, mark.reply_to) == ("👀", message)
    assert post.pings == (HANA,)
    assert f"<@{HANA}> your ruling, then `!next`." in post.content
    assert "⏳" not in post.content


async def test_no_time_passes_while_a_host_is_awaited(deal: Rooms):
    room = await deal(FreeTable, order="judged", turn="10", reserve="5", **POT)
    await room.typed(EC, "!bid 2", TYPED_MS)
    await room.stands(room.sent[-1].sequence, TYPED_MS + SECOND)
    assert room.match.awaits_host
    assert room.wake_ms is None
