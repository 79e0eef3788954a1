"""A room that allows no files or no reactions gets the same in words."""

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.posts.boards import DescribedPicture
from bot.texts.clocks import countdown
from bot.texts.matches import HEARD, HEARD_IN_WORDS
from bot.texts.seating import LONGEST_MESSAGE
from bot.values.obstacles import Obstacle, OptionalPermission
from bot.values.post import Extras, Post, Reply
from engine.clocks import Seconds
from tests.helpers.clocks.waiting import eventually
from tests.helpers.rooms.outboxes import PNG, OutboxHarness
from tests.helpers.rooms.servers import Server


async def deny(place: OutboxHarness | Server, *permissions: str) -> None:
    """Deny the bot these permissions in its room, and no others."""
    denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
    path = f"/channels/{place.room}/permissions/{place.world.about['bot_id']}"
    about = {"type": 1, "allow": "0", "deny": str(denied)}
    await place.world.host.request("PUT", path, json=about)


def boards(*alts: str) -> tuple[DescribedPicture, ...]:
    return tuple(DescribedPicture(f"board{number}", PNG, alt) for number, alt in enumerate(alts))


async def test_a_board_is_described_where_files_are_not_allowed(outbox: OutboxHarness):
    await deny(outbox, "attach_files")
    outbox.put(
        Post("turn", extras=Extras(has_board=True)),
        pictures=lambda: boards("`E5` is *white*", "and red"),
    )
    outbox.put(Post("plain"))
    (board, plain) = await outbox.posts()
    assert board["content"] == "turn\n```\n'E5' is *white*\n```\n```\nand red\n```"
    assert board["attachments"] == []
    assert plain["content"] == "plain"
    assert outbox.lacks == [OptionalPermission.FILES]
    assert outbox.obstacles == []


async def test_boards_in_words_fill_at_most_one_message(outbox: OutboxHarness):
    await deny(outbox, "attach_files")
    content = f"until {countdown(Seconds(60))} " + "x" * 900
    outbox.put(
        Post(content, extras=Extras(has_board=True)),
        pictures=lambda: boards("a" * 1024, "b" * 1024),
    )
    (post,) = await outbox.posts()
    assert LONGEST_MESSAGE - 20 <= len(post["content"]) <= LONGEST_MESSAGE
    assert post["content"].count("a") == post["content"].count("b") > 400
    assert "x" * 900 in post["content"]


async def test_a_text_that_leaves_no_room_for_boards_is_posted_in_full(outbox: OutboxHarness):
    await deny(outbox, "attach_files")
    outbox.put(Post("x" * 1980, extras=Extras(has_board=True)), pictures=lambda: boards("a board"))
    (post,) = await outbox.posts()
    assert post["content"] == "x" * 1980


@pytest.mark.parametrize(
    ("denied", "fault", "texts", "lacks"),
    [
        (["add_reactions"], None, [HEARD_IN_WORDS()], [OptionalPermission.REACTIONS]),
        # Of a player who blocks reactions no permission is reported as missing.
        ([], {"fault": "refused", "status": 403, "code": 90001}, [HEARD_IN_WORDS()], []),
        # Where replies are not allowed either, it is dropped.
        (["add_reactions", "send_messages"], None, [], []),
    ],
    ids=["denied", "blocked", "without replies"],
)
async def test_a_reply_replaces_a_reaction_that_is_not_allowed(
    outbox: OutboxHarness,
    denied: list[str],
    fault: dict[str, Any] | None,
    texts: list[str],
    lacks: list[OptionalPermission],
):
    move = await outbox.world.ec.say(outbox.room, "E6 E7")
    await deny(outbox, *denied)
    if fault:
        await outbox.world.fault(**fault, match={"route": "/reactions/"})
    outbox.put(Post(reply=Reply(reaction=HEARD, message_id=int(move["id"]))))
    replies = await outbox.posts()
    assert [reply["content"] for reply in replies] == texts
    assert all(reply["message_reference"]["message_id"] == move["id"] for reply in replies)
    assert (outbox.reports == [(1, None)]) is not bool(texts)
    assert outbox.lacks == lacks


@pytest.mark.parametrize("missing", ["send_messages", "view_channel"])
async def test_a_closed_room_gets_its_board_as_a_picture_once_it_opens(
    outbox: OutboxHarness, missing: str
):
    await deny(outbox, missing)
    outbox.put(Post("turn", extras=Extras(has_board=True)))
    await eventually(lambda: outbox.obstacles)
    await deny(outbox)
    outbox.under_test.retry(int(outbox.room))
    (post,) = await outbox.posts()
    assert len(post["attachments"]) == 1
    assert outbox.obstacles == [Obstacle.FORBIDDEN]
    assert outbox.lacks == []


@pytest.mark.parametrize(
    ("post", "is_allowed_again"),
    [
        (Post("turn", extras=Extras(has_board=True)), False),
        (Post("turn", extras=Extras(has_board=True)), True),
        (Post(reply=Reply(reaction=HEARD)), False),
    ],
    ids=["a board", "a board, and files are allowed again", "a reaction"],
)
async def test_a_post_delivered_in_words_before_a_kill_is_not_posted_again(
    outbox: OutboxHarness, post: Post, is_allowed_again: bool
):
    move = await outbox.world.ec.say(outbox.room, "E6 E7")
    await deny(outbox, "attach_files", "add_reactions")
    outbox.put(replace(post, reply=replace(post.reply, message_id=int(move["id"]))))
    await outbox.all_reported()
    if is_allowed_again:
        await deny(outbox)
    assert await outbox.finds_again(1)
    assert len(await outbox.posts()) == 1
