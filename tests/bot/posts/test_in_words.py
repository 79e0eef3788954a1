"""A room that takes no files or no reactions is told the same in words."""

from dataclasses import replace

import discord
import pytest

from bot.obstacles import Lack, Obstacle
from bot.posts.attachments import DescribedPicture
from bot.posts.post import Post
from bot.texts.countdowns import countdown
from bot.texts.matches import HEARD, HEARD_IN_WORDS
from bot.texts.seating import LONGEST_MESSAGE
from engine.clocks import Seconds
from tests.bot.office import PNG, Office
from tests.waiting import eventually

POSTS = {"method": "POST", "route": "/channels/{channel_id}/messages"}
REACTIONS = {"route": "/reactions/"}
MAY_WRITE = discord.Permissions(view_channel=True, send_messages=True, read_message_history=True)


async def deny(office: Office, *permissions: str) -> None:
    """Take permissions from the bot in its room."""
    denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
    path = f"/channels/{office.room}/permissions/{office.world.about['bot_id']}"
    about = {"type": 1, "allow": "0", "deny": str(denied)}
    await office.world.host.request("PUT", path, json=about)


def boards(*alts: str) -> tuple[DescribedPicture, ...]:
    return tuple(DescribedPicture(f"board{number}", PNG, alt) for number, alt in enumerate(alts))


async def test_a_board_is_told_in_words_where_no_files_are_allowed(office: Office):
    await deny(office, "attach_files")
    office.put(Post("turn", board=True), pictures=lambda: boards("`E5` is *white*", "and red"))
    office.put(Post("plain"))
    (board, plain) = await office.posts()
    assert board["content"] == "turn\n```\n'E5' is *white*\n```\n```\nand red\n```"
    assert board["attachments"] == []
    assert plain["content"] == "plain"
    assert office.lacks == [(1, Lack.FILES)]
    assert office.obstacles == []


async def test_boards_in_words_fill_a_message_at_most(office: Office):
    await deny(office, "attach_files")
    content = f"until {countdown(Seconds(60))} " + "x" * 900
    office.put(Post(content, board=True), pictures=lambda: boards("a" * 1024, "b" * 1024))
    (post,) = await office.posts()
    assert LONGEST_MESSAGE - 20 <= len(post["content"]) <= LONGEST_MESSAGE
    assert post["content"].count("a") == post["content"].count("b") > 400
    assert "x" * 900 in post["content"]


async def test_a_text_that_leaves_no_room_for_boards_is_told_whole(office: Office):
    await deny(office, "attach_files")
    office.put(Post("x" * 1980, board=True), pictures=lambda: boards("a board"))
    (post,) = await office.posts()
    assert post["content"] == "x" * 1980


async def test_pictures_come_back_with_the_permission(office: Office):
    await deny(office, "attach_files")
    office.put(Post("one", board=True))
    await office.all_reported()
    await deny(office)
    office.put(Post("two", board=True))
    in_words, drawn = await office.posts()
    assert (len(in_words["attachments"]), len(drawn["attachments"])) == (0, 1)
    assert drawn["content"] == "two"


async def test_a_reply_takes_the_place_of_a_reaction_that_is_not_allowed(office: Office):
    move = await office.world.ec.say(office.room, "E6 E7")
    await deny(office, "add_reactions")
    office.put(Post(reaction=HEARD, reply_to=int(move["id"])))
    (reply,) = await office.posts()
    assert reply["content"] == HEARD_IN_WORDS
    assert reply["message_reference"]["message_id"] == move["id"]
    assert office.lacks == [(1, Lack.REACTIONS)]


async def test_a_player_who_blocks_reactions_is_replied_to_and_no_permission_is_missed(
    office: Office,
):
    move = await office.world.ec.say(office.room, "E6 E7")
    await office.world.fault(fault="refused", status=403, code=90001, match=REACTIONS)
    office.put(Post(reaction=HEARD, reply_to=int(move["id"])))
    assert await office.texts() == [HEARD_IN_WORDS]
    assert office.lacks == []


async def test_a_reaction_is_dropped_where_no_reply_is_allowed_either(office: Office):
    move = await office.world.ec.say(office.room, "E6 E7")
    await deny(office, "add_reactions", "send_messages")
    office.put(Post(reaction=HEARD, reply_to=int(move["id"])))
    assert await office.all_reported() == [(1, None)]
    assert office.lacks == []


@pytest.mark.parametrize("missing", ["send_messages", "view_channel"])
async def test_a_room_that_was_shut_gets_its_board_as_a_picture_once_it_is_open(
    office: Office, missing: str
):
    await deny(office, missing)
    office.put(Post("turn", board=True))
    await eventually(lambda: office.obstacles)
    await deny(office)
    office.outbox.retry(int(office.room))
    (post,) = await office.posts()
    assert len(post["attachments"]) == 1
    assert office.obstacles == [(1, Obstacle.FORBIDDEN)]
    assert office.lacks == []


@pytest.mark.parametrize(
    ("post", "is_allowed_again"),
    [
        (Post("turn", board=True), False),
        (Post("turn", board=True), True),
        (Post(reaction=HEARD), False),
    ],
    ids=str,
)
async def test_what_was_told_in_words_before_the_process_was_killed_is_not_told_again(
    office: Office, post: Post, is_allowed_again: bool
):
    move = await office.world.ec.say(office.room, "E6 E7")
    await deny(office, "attach_files", "add_reactions")
    office.put(replace(post, reply_to=int(move["id"])))
    told = await office.all_reported()
    await office.restart()
    await office.world.fault(fault="forget-nonces")
    office.reports.clear()
    office.put_in = 0
    if is_allowed_again:
        await deny(office)
    office.put_again(1)
    assert await office.all_reported() == told
    assert len(await office.posts()) == 1
