"""Messages that contain a sticker, a poll or another message instead of text."""

import discord
import pytest

from sandbox.messages.content import STANDARD
from sandbox.state.permissions import Permission
from tests.sandbox.clients import PNG, Bot, running

STICKER = str(next(iter(STANDARD)))
POLL = {
    "question": {"text": "Who wins?"},
    "answers": [{"poll_media": {"text": "Ada"}}, {"poll_media": {"text": "Bob"}}],
    "duration": 2,
}


def post(clients, person, **body):
    return person.call("POST", f"/channels/{clients.room}/messages", body)


def forward_of(message, **more):
    named = {"channel_id": message["channel_id"], "message_id": message["id"]}
    return {"message_reference": {"type": 1, **named}, **more}


async def test_a_sticker_is_a_message_without_text(clients, bot):
    answer = await post(clients, clients.ada, sticker_ids=[STICKER])
    item = {"id": STICKER, "name": "Wave", "format_type": 3}
    assert (answer.body["content"], answer.body["sticker_items"]) == ("", [item])
    message = await bot.next("message")
    assert (message.content, message.stickers[0].name) == ("", "Wave")


@pytest.mark.parametrize(
    ("ids", "code"), [(["1"], 50081), ([STICKER] * 4, 50035), ("wave", 50035), (["x"], 50035)]
)
async def test_stickers_that_are_not_there_or_too_many_are_refused(clients, ids, code):
    assert (await post(clients, clients.ada, sticker_ids=ids)).code == code


async def test_a_poll_is_a_message_without_text(clients, bot):
    posted = (await post(clients, clients.ada, poll=POLL)).body
    assert (posted["content"], posted["poll"]["question"]) == ("", {"text": "Who wins?"})
    poll = (await bot.next("message")).poll
    assert [answer.text for answer in poll.answers] == ["Ada", "Bob"]
    begun = discord.utils.snowflake_time(int(posted["id"]))
    assert (poll.expires_at - begun).total_seconds() == 2 * 3600
    path = f"/channels/{clients.room}/messages/{posted['id']}"
    assert (await clients.ada.call("PATCH", path, {"content": "x"})).code == 520003


@pytest.mark.parametrize(
    "change",
    [
        {"question": {"text": ""}},
        {"question": {"text": "x" * 301}},
        {"answers": []},
        {"answers": POLL["answers"] * 6},
        {"answers": [{"poll_media": {"text": "x" * 56}}]},
        {"duration": 0},
        {"duration": 769},
    ],
)
async def test_a_poll_beyond_its_limits_is_refused(clients, change):
    assert (await post(clients, clients.ada, poll=POLL | change)).code == 50035


async def test_polls_need_their_permission(clients):
    path = f"/channels/{clients.room}/permissions/{clients.guild}"
    await clients.hana.expect(204, "PUT", path, {"deny": str(int(Permission.SEND_POLLS))})
    assert (await post(clients, clients.ada, poll=POLL)).code == 50013


async def test_a_forwarded_message_comes_as_it_was(clients, bot):
    path = f"/channels/{clients.other_room}/messages"
    original = (
        await clients.bob.expect(200, "POST", path, {"content": "E6 E7"}, {"a.png": PNG})
    ).body
    await bot.next("message")
    posted = (await post(clients, clients.ada, **forward_of(original))).body
    assert (posted["content"], posted["type"], posted["message_reference"]["type"]) == ("", 0, 1)
    message = await bot.next("message")
    [snapshot] = message.message_snapshots
    assert (message.content, message.flags.forwarded) == ("", True)
    assert (snapshot.content, snapshot.attachments[0].filename) == ("E6 E7", "a.png")
    async with clients.http.get(snapshot.attachments[0].url) as answer:
        assert await answer.read() == PNG
    edit = f"{path}/{original['id']}"
    await clients.bob.expect(200, "PATCH", edit, {"content": "F6 F7"})
    [stored] = (await clients.ada.get(f"/channels/{clients.room}/messages"))[0]["message_snapshots"]
    assert stored["message"]["content"] == "E6 E7"
    assert "author" not in stored["message"]


async def test_a_forward_of_a_forward_is_one_of_the_first(clients):
    original = await clients.bob.say(clients.other_room, "E6 E7")
    first = (await post(clients, clients.ada, **forward_of(original))).body
    second = (await post(clients, clients.sam, **forward_of(first))).body
    [snapshot] = second["message_snapshots"]
    assert snapshot["message"]["content"] == "E6 E7"


async def test_only_what_one_may_read_is_forwarded_and_nothing_with_it(clients):
    private = await clients.bob.say(await clients.bob.dm(clients.app), "secret")
    assert (await post(clients, clients.ada, **forward_of(private))).code == 50001
    open_one = await clients.bob.say(clients.room, "open")
    assert (await post(clients, clients.ada, **forward_of(open_one, content="look"))).code == 50035
    gone = {**open_one, "id": "1"}
    assert (await post(clients, clients.ada, **forward_of(gone))).code == 10008


async def test_without_the_content_intent_polls_and_forwards_are_blank(clients):
    original = await clients.bob.say(clients.other_room, "secret")
    async with running(Bot(discord.Intents.default()), clients.sandbox) as bot:
        await post(clients, clients.ada, poll=POLL)
        assert (await bot.next("message")).poll is None
        await post(clients, clients.ada, **forward_of(original))
        [snapshot] = (await bot.next("message")).message_snapshots
        assert snapshot.content == ""
