"""Tests of the way of a move: from hearing Discord to the standing board."""

from pathlib import Path

from tools.way.__main__ import follow_a_move


async def test_the_way_begins_where_discord_is_heard_and_has_every_part(tmp_path: Path) -> None:
    called = {f"{file} {name}" for file, _, name, _ in await follow_a_move(tmp_path, take_back=0)}
    ends = {"bot/cogs/bot.py DealerClient.on_message", "bot/posts/sending/outbox.py Outbox._stands"}
    rooms = {file.rpartition("/")[0] for file, *_ in (row.split() for row in called)}
    assert ends <= called
    assert {"bot/live/decide", "bot/storage", "engine/matches", "rendering"} <= rooms
