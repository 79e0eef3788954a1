"""What is typed, edited and deleted in a room reaches its match once, whatever its game."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.client.client import DealerClient
from bot.cogs import extensions
from bot.live.values.events import Deleted, Edited, Typed
from bot.shard import ONLY
from bot.storage.write_retries import WriteRetries
from engine.games import GAMES
from tests.bot.cards import ADA, GUILD, ROOM, card_of
from tests.bot.fake_clock import BEGAN_MS, FakeClock, snowflake

MESSAGE = snowflake(BEGAN_MS)
ELSEWHERE, SPECTATOR = 99, 98


class Registry:
    """One live match, in one room."""

    def __init__(self, game: str) -> None:
        self.clock = FakeClock()
        self.heard: list[Any] = []
        card = card_of(GAMES[game]())
        self._runner = SimpleNamespace(card=card, put=self.heard.append)

    def runner_in(self, room_id: int) -> Any:
        return self._runner if room_id == ROOM else None


async def heard(event: str, payload: Any, game: str) -> list[Any]:
    """What the match of a game is told once every cog has been told of an event."""
    store: Any = SimpleNamespace(write_retries=WriteRetries(), shard=ONLY)
    client = DealerClient(store, extensions())
    await client.setup_hook()
    registry = Registry(game)
    client.registry = registry  # type: ignore[assignment]
    for cog in client.cogs.values():
        for name, listener in cog.get_listeners():
            if name == event:
                await listener(payload)
    return registry.heard


def message(author: int = ADA, room: int = ROOM, *, is_edited: bool = False) -> Any:
    return SimpleNamespace(
        id=MESSAGE,
        author=SimpleNamespace(id=author, bot=False),
        channel=SimpleNamespace(id=room),
        guild=SimpleNamespace(id=GUILD),
        type=discord.MessageType.default,
        content="E6 E7",
        edited_at=datetime.fromtimestamp(BEGAN_MS / 1000, UTC) if is_edited else None,
    )


@pytest.mark.parametrize("game", GAMES)
async def test_what_a_player_types_is_heard_once_whatever_the_game(game: str):
    (typed,) = await heard("on_message", message(), game)
    assert isinstance(typed, Typed)
    assert (typed.text, typed.said_id) == ("E6 E7", MESSAGE)


@pytest.mark.parametrize("unheard", [message(SPECTATOR), message(room=ELSEWHERE)])
async def test_spectators_and_other_rooms_are_not_heard(unheard: Any):
    assert await heard("on_message", unheard, "fire-and-ice") == []


@pytest.mark.parametrize("is_edited", [True, False])
async def test_an_edit_is_heard_and_a_preview_that_discord_adds_is_not(is_edited: bool):
    payload = SimpleNamespace(channel_id=ROOM, guild_id=GUILD, message=message(is_edited=is_edited))
    changes = await heard("on_raw_message_edit", payload, "fire-and-ice")
    assert [type(each) for each in changes] == [Edited] * is_edited


async def test_a_deletion_is_heard():
    payload = SimpleNamespace(channel_id=ROOM, guild_id=GUILD, message_id=MESSAGE)
    assert await heard("on_raw_message_delete", payload, "fire-and-ice") == [
        Deleted(MESSAGE, BEGAN_MS)
    ]


async def test_messages_deleted_at_once_are_heard_in_the_order_in_which_they_were_written():
    payload = SimpleNamespace(channel_id=ROOM, guild_id=GUILD, message_ids={9, 7, 8})
    deleted = await heard("on_raw_bulk_message_delete", payload, "fire-and-ice")
    assert deleted == [Deleted(each, BEGAN_MS) for each in (7, 8, 9)]
