"""Interleavings in which the Dealer is unfair, forgets, or hangs; each test states the rule."""

import asyncio
from types import SimpleNamespace

import discord

from bot.letters import NOWHERE
from engine.match import Match
from tests.bot.halls import Hall
from tests.bot.support import eventually, secretary_of
from tests.bot.test_asides import UNTRUE, change, rewrite
from tests.bot.town import Town

FLOWER, OTHER_FLOWER = "flower U G7 H7 I7 G8 I8", "flower X H8 G8 I8 H7 H9"


def forbidden() -> discord.Forbidden:
    return discord.Forbidden(SimpleNamespace(status=403, reason="no"), "Missing Access")


def players_lines(hall: Hall) -> list[str]:
    return [line for line in hall.log if line.startswith(("ec", "dmo"))]


# Y: a turn's post that was sent while its match was set aside


async def test_a_turn_whose_post_was_sent_while_the_match_was_aside_has_a_clock(town: Town):

    card = town.card()
    letters = secretary_of(card).letters(Match.begin(card.game, by_posts=True), NOWHERE)
    number = await town.store.begin(card, 0, letters)
    await town.store.commit(change(number, entries=(UNTRUE,)))
    await town.house.start()
    assert town.house.asides.in_room(card.room_id)
    await asyncio.sleep(0.5)
    await town.house.stop()
    await rewrite(town, "DELETE FROM entries")
    await town.restart()
    table = town.house.table_in(card.room_id)
    assert table
    await eventually(lambda: not table._memory.is_catching_up)
    await asyncio.sleep(0.5)
    assert table.match.started is not None
