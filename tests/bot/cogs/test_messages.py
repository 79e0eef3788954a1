"""Tests that a room's messages are read by the cog of its game, which tells the match."""

from collections.abc import Callable
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.cogs.incoming.direct_messages import DirectMessages
from bot.features.starting.cog import GameCog
from bot.values.events import HostMessage, MessageDeleted, MessageEdited, PlayerMessage
from engine.games import GAMES
from tests.games.common.samples import usual_game
from tests.helpers.clocks.fake_clock import BEGAN_MS, FakeClock, snowflake
from tests.helpers.games.samples import GAMES_OF_EACH_KIND, sample
from tests.helpers.rooms.cards import ADA, EC, GUILD, ROOM, card_of
from tests.helpers.rooms.cards import HOST as HANA
from tests.helpers.rooms.dealers import unconnected

MESSAGE = snowflake(BEGAN_MS)
ELSEWHERE, SPECTATOR = 99, 98


async def told(event: str, game: str, *payloads: Any) -> tuple[list[Any], set[str]]:
    """Let events happen to the client and every cog, in a match's room.

    Return the events that the match was told, and the cogs that have read something.
    """
    client = unconnected()
    await client.setup_hook()
    events, read, clock = list[Any](), set[str](), FakeClock()
    runner = SimpleNamespace(card=card_of(usual_game(game)), enqueue=events.append)
    client.registry, client.outages, client.clock = Mock(), Mock(), clock
    client.registry.clock = clock
    client.runners = SimpleNamespace(in_room={ROOM: runner}.get)
    client.hosts = Mock(includes=lambda author: author.id == HANA)
    for cog in client.cogs.values():
        if isinstance(cog, GameCog):
            cog.read = _noting(cog, read)  # type: ignore[method-assign]
    for payload in payloads:
        if event == "on_message":
            await client.on_message(payload)
        for cog in client.cogs.values():
            for name, listener in cog.get_listeners():
                if name == event:
                    await listener(payload)
    assert {card.room_id for (card,), _ in client.registry.answer_first.call_args_list} <= {ROOM}
    return events, read


def _noting(cog: GameCog, read: set[str]) -> Callable[..., Any]:
    def noting(*value: Any, reading: Callable[..., Any] = cog.read, **more: Any) -> Any:
        read.add(type(cog).__name__)
        return reading(*value, **more)

    return noting


async def heard(event: str, payload: Any, game: str) -> list[Any]:
    return (await told(event, game, payload))[0]


def message(
    author: int = ADA, room: int = ROOM, text: str = "E6 E7", *, is_edited: bool = False
) -> Any:
    return SimpleNamespace(
        id=MESSAGE,
        author=SimpleNamespace(id=author, bot=False),
        channel=SimpleNamespace(id=room),
        guild=SimpleNamespace(id=GUILD),
        type=discord.MessageType.default,
        content=text,
        edited_at=datetime.fromtimestamp(BEGAN_MS / 1000, UTC) if is_edited else None,
    )


def edit(text: str = "E6 E7", *, is_edited: bool = True) -> Any:
    changed = message(text=text, is_edited=is_edited)
    return SimpleNamespace(channel_id=ROOM, guild_id=GUILD, message=changed)


COGS = {name: f"{game.__name__}Cog" for name, game in GAMES.items()}
CONVERSATION = (
    "good luck",
    "pass the salt",
    "I think E5 is lost",
    "E6 E7?",
    "\N{THUMBS UP SIGN}",
    "",
)


@pytest.mark.parametrize("game", GAMES)
async def test_the_cog_of_its_game_alone_reads_a_room_and_hands_on_what_can_be_typed_in_it(
    game: str,
):
    texts = (*GAMES[game].examples, "concede")
    events, cogs = await told("on_message", game, *(message(text=text) for text in texts))
    assert cogs == {COGS[game]}
    assert [event.text for event in events] == [*texts]
    assert events[0] == PlayerMessage(EC, texts[0], MESSAGE, BEGAN_MS, heard_through=MESSAGE)


@pytest.mark.parametrize("game", sample(GAMES, GAMES_OF_EACH_KIND))
async def test_near_misses_are_handed_on_and_conversation_goes_no_further(game: str):
    messages = (*CONVERSATION, "E6 lol", "I resign")
    events, cogs = await told("on_message", game, *(message(text=text) for text in messages))
    assert cogs == {COGS[game]}
    assert [event.text for event in events] == ["E6 lol", "I resign"]


@pytest.mark.parametrize("game", sample(GAMES, GAMES_OF_EACH_KIND))
async def test_only_a_host_s_lines_are_heard_beside_the_players_and_only_where_hosts_judge(
    game: str,
):
    messages = [message(author, text="!next ec") for author in (HANA, SPECTATOR)]
    events, _ = await told("on_message", game, *messages)
    line = HostMessage("!next ec", MESSAGE, HANA, BEGAN_MS, heard_through=MESSAGE)
    assert events == [line] * GAMES[game].is_judged
    assert await heard("on_message", message(HANA, text="well played"), game) == []


@pytest.mark.parametrize("unheard", [message(SPECTATOR), message(room=ELSEWHERE)])
async def test_spectators_and_other_rooms_are_not_heard(unheard: Any):
    assert await heard("on_message", unheard, "fire-and-ice") == []


@pytest.mark.parametrize("text", ["E6 E7", "good luck"])
@pytest.mark.parametrize("is_edited", [True, False])
async def test_an_edit_is_heard_whatever_it_says_and_a_preview_that_discord_adds_is_not(
    text: str, *, is_edited: bool
):
    """It may take back a move, whatever the message says now."""
    changes = await heard("on_raw_message_edit", edit(text, is_edited=is_edited), "fire-and-ice")
    assert changes == [MessageEdited(EC, MESSAGE, text, BEGAN_MS)] * is_edited


async def test_in_direct_messages_also_an_edit_may_be_for_another_match_than_the_practice_there(
    monkeypatch: pytest.MonkeyPatch,
):
    asked = AsyncMock()
    monkeypatch.setattr(DirectMessages, "hear", asked)
    payload = edit()
    payload.guild_id = payload.message.guild = None
    assert await heard("on_raw_message_edit", payload, "fire-and-ice") == []
    asked.assert_awaited_once_with(payload.message, is_edit=True)


async def test_messages_deleted_at_once_are_heard_in_the_order_in_which_they_were_written():
    payload = SimpleNamespace(channel_id=ROOM, guild_id=GUILD, message_ids={9, 7, 8})
    deleted = await heard("on_raw_bulk_message_delete", payload, "fire-and-ice")
    assert deleted == [MessageDeleted(number, BEGAN_MS) for number in (7, 8, 9)]
