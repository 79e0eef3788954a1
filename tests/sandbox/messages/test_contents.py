"""Messages that contain a sticker, a poll or another message instead of text."""

import discord
import pytest

from sandbox.messages.content import STANDARD
from tests.sandbox.clients import PNG, Bot, running

STICKER = str(next(iter(STANDARD)))
POLL = {
    "question": {"text": "Who wins?"},
    "answers": [{"poll_media": {"text": "Ada"}}, {"poll_media": {"text": "Bob"}}],
    "duration": 2,
}


def forward_of(message):
    named = {"channel_id": message["channel_id"], "message_id": message["id"]}
    return {"message_reference": {"type": 1, **named}}


async def test_a_sticker_is_a_message_without_text(clients, bot):
    answer = await clients.ada.post(clients.room, "", sticker_ids=[STICKER])
    item = {"id": STICKER, "name": "Wave", "format_type": 3}
    assert (answer.body["content"], answer.body["sticker_items"]) == ("", [item])
    message = await bot.next("message")
    assert (message.content, message.stickers[0].name) == ("", "Wave")


async def test_a_poll_is_a_message_without_text(clients, bot):
    posted = (await clients.ada.post(clients.room, "", poll=POLL)).body
    assert (posted["content"], posted["poll"]["question"]) == ("", {"text": "Who wins?"})
    poll = (await bot.next("message")).poll
    assert [answer.text for answer in poll.answers] == ["Ada", "Bob"]
    begun = discord.utils.snowflake_time(int(posted["id"]))
    assert (poll.expires_at - begun).total_seconds() == 2 * 3600
    path = f"{clients.messages}/{posted['id']}"
    assert (await clients.ada.call("PATCH", path, {"content": "x"})).code == 520003


async def test_a_forwarded_message_comes_as_it_was(clients, bot):
    path, files = f"/channels/{clients.other_room}/messages", {"a.png": PNG}
    original = (await clients.bob.expect(200, "POST", path, {"content": "E6 E7"}, files)).body
    await bot.next("message")
    posted = (await clients.ada.post(clients.room, "", **forward_of(original))).body
    assert (posted["content"], posted["type"], posted["message_reference"]["type"]) == ("", 0, 1)
    message = await bot.next("message")
    [snapshot] = message.message_snapshots
    assert (message.content, message.flags.forwarded) == ("", True)
    assert (snapshot.content, snapshot.attachments[0].filename) == ("E6 E7", "a.png")
    assert await clients.file({"url": snapshot.attachments[0].url}) == PNG
    edit = f"{path}/{original['id']}"
    await clients.bob.expect(200, "PATCH", edit, {"content": "F6 F7"})
    [stored] = (await clients.ada.get(clients.messages))[0]["message_snapshots"]
    assert stored["message"]["content"] == "E6 E7"
    assert "author" not in stored["message"]


async def test_a_forward_of_a_forward_is_one_of_the_first(clients):
    original = await clients.bob.say(clients.other_room, "E6 E7")
    first = (await clients.ada.post(clients.room, "", **forward_of(original))).body
    second = (await clients.sam.post(clients.room, "", **forward_of(first))).body
    [snapshot] = second["message_snapshots"]
    assert snapshot["message"]["content"] == "E6 E7"


async def test_only_what_one_may_read_is_forwarded_and_nothing_with_it(clients):
    private = await clients.bob.say(await clients.bob.direct(), "secret")
    assert (await clients.ada.post(clients.room, "", **forward_of(private))).code == 50001
    open_one = await clients.bob.say(clients.room, "open")
    assert (await clients.ada.post(clients.room, "look", **forward_of(open_one))).code == 50035
    gone = {**open_one, "id": "1"}
    assert (await clients.ada.post(clients.room, "", **forward_of(gone))).code == 10008


async def test_without_the_content_intent_polls_and_forwards_are_blank(clients):
    original = await clients.bob.say(clients.other_room, "secret")
    async with running(Bot(discord.Intents.default()), clients.sandbox) as bot:
        await clients.ada.post(clients.room, "", poll=POLL)
        assert (await bot.next("message")).poll is None
        await clients.ada.post(clients.room, "", **forward_of(original))
        [snapshot] = (await bot.next("message")).message_snapshots
        assert snapshot.content == ""


IS_SPOILER = 1 << 3
SPOILERS = {
    "no word of it": ("a.png", {}, False),
    "a word": ("a.png", {"is_spoiler": True}, True),
    "the other word": ("a.png", {"is_spoiler": False}, False),
    "the name, as ever": ("SPOILER_a.png", {}, True),
    "the name within": ("a_SPOILER_.png", {}, False),
}


@pytest.mark.parametrize(("name", "described", "hidden"), SPOILERS.values(), ids=SPOILERS)
async def test_a_file_is_marked_as_a_spoiler_by_a_word_or_its_name(
    clients, name, described, hidden
):
    body = {"attachments": [{"id": 0, **described}]}
    path = clients.messages
    posted = (await clients.bot.expect(200, "POST", path, body, {name: PNG})).body
    [file] = posted["attachments"]
    assert bool(file.get("flags", 0) & IS_SPOILER) is hidden


async def test_an_edit_hides_and_describes_a_file_that_it_keeps(clients):
    path = clients.messages
    posted = (await clients.bot.expect(200, "POST", path, {}, {"a.png": PNG, "b.png": PNG})).body
    kept = [{"id": file["id"]} for file in posted["attachments"]]
    kept[0] |= {"is_spoiler": True, "description": "the answer"}
    item = f"{path}/{posted['id']}"
    edited = (await clients.bot.expect(200, "PATCH", item, {"attachments": kept})).body
    first, second = edited["attachments"]
    assert (first["flags"], first["description"]) == (IS_SPOILER, "the answer")
    assert second == posted["attachments"][1]
    kept[0] = {"id": kept[0]["id"], "is_spoiler": False}
    await clients.bot.expect(200, "PATCH", item, {"attachments": kept})
    shown = (await clients.ada.get(item))["attachments"][0]
    assert (shown["flags"], shown["description"]) == (0, "the answer")
