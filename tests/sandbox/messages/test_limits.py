"""A plain client reaches Discord's limits on messages."""

import pytest

from sandbox.messages.attachments import FILE_SIZE
from sandbox.state.permissions import Permission


def row(*components):
    return {"type": 1, "components": list(components)}


def button(custom_id="a", **more):
    return {"type": 2, "style": 1, "label": "A", "custom_id": custom_id, **more}


def select(options=1, **more):
    entries = [{"label": str(number), "value": str(number)} for number in range(options)]
    return {"type": 3, "custom_id": "menu", "options": entries, **more}


def buttons(count):
    return [button(str(number)) for number in range(count)]


def text(content):
    return {"type": 10, "content": content}


def displays(*contents):
    return {"flags": V2, "components": list(map(text, contents))}


FULL_EMBED = {"description": "x" * 4096}
V2 = 1 << 15
LINK = {"type": 2, "style": 5, "label": "A", "url": "https://e.org"}

ACCEPTED = {
    "content of 2,000": {"content": "x" * 2000},
    "embeds of 6,000 in all": {"embeds": [FULL_EMBED, {"description": "x" * 1904}]},
    "5 rows of 5 buttons": {
        "components": [row(*(button(f"{y}{x}") for x in range(5))) for y in range(5)]
    },
    "a menu of 25": {"components": [row(select(25))]},
    "a custom_id of 100": {"components": [row(button("x" * 100))]},
    "a nonce of 25": {"content": "x", "nonce": "n" * 25},
    "a link": {"components": [row(LINK)]},
    "components v2": displays("x" * 4000),
}
IN_ROW = "components.0.components"
FIRST = f"{IN_ROW}.0"
REFUSED = {
    "content over 2,000": ("content", {"content": "x" * 2001}),
    "content that is no text": ("content", {"content": 7}),
    "embeds over 6,000": ("embeds", {"embeds": [FULL_EMBED, {"description": "x" * 1905}]}),
    "11 embeds": ("embeds", {"embeds": [{"title": "x"}] * 11}),
    "an embed's title over 256": ("embeds.0.title", {"embeds": [{"title": "x" * 257}]}),
    "26 fields": ("embeds.0.fields", {"embeds": [{"fields": [{"name": "x"}] * 26}]}),
    "6 rows": ("components", {"components": list(map(row, buttons(6)))}),
    "6 buttons in a row": (IN_ROW, {"components": [row(*buttons(6))]}),
    "two menus in a row": (IN_ROW, {"components": [row(select(), select(custom_id="other"))]}),
    "26 options": (f"{FIRST}.options", {"components": [row(select(26))]}),
    "a custom_id over 100": (f"{FIRST}.custom_id", {"components": [row(button("x" * 101))]}),
    "a custom_id twice": ("components", {"components": [row(button(), button())]}),
    "a button without a label": (f"{FIRST}.label", {"components": [row(button(label=""))]}),
    "a label over 80": (f"{FIRST}.label", {"components": [row(button(label="x" * 81))]}),
    "a link with a custom_id": (f"{FIRST}.custom_id", {"components": [row(button() | LINK)]}),
    "a button outside a row": ("components.0.type", {"components": [button()]}),
    "a footer that is no object": ("embeds.0.footer", {"embeds": [{"footer": "x"}]}),
    "a reference that is no object": (
        "message_reference",
        {"content": "x", "message_reference": "x"},
    ),
    "a nonce over 25": ("nonce", {"content": "x", "nonce": "n" * 26}),
    "a reply to nothing": ("message_reference", {"message_reference": {"message_id": "1"}}),
    "mentions both parsed and listed": (
        "allowed_mentions.users",
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
    ),
    "components v2 with content": ("content", {"content": "x", **displays("x")}),
    "components v2 over 4,000": ("components", displays("x" * 4000, "y")),
    "41 components v2": ("components", displays(*"x" * 41)),
    "a text display without its flag": ("components.0.type", {"components": [text("x")]}),
}


@pytest.mark.parametrize("body", ACCEPTED.values(), ids=ACCEPTED)
async def test_within_the_limit(clients, body):
    await clients.bot.expect(200, "POST", clients.messages, body)


@pytest.mark.parametrize(("path", "body"), REFUSED.values(), ids=REFUSED)
async def test_beyond_the_limit(clients, path, body):
    answer = await clients.bot.expect(400, "POST", clients.messages, body)
    assert answer.code == 50035
    errors = answer.body["errors"]
    for part in path.split("."):
        errors = errors[part]
    assert errors["_errors"][0]["code"]
    assert await clients.ada.get(clients.messages) == []


async def test_a_body_that_is_no_json_is_refused(clients):
    url = f"{clients.sandbox.api}/channels/{clients.room}/messages"
    headers = {"Authorization": clients.ada.token, "Content-Type": "application/json"}
    async with clients.session.post(url, data=b"{", headers=headers) as answer:
        assert (answer.status, (await answer.json())["code"]) == (400, 50109)


async def test_a_reply_to_what_is_gone_can_stand_alone(clients):
    gone = await clients.ada.say(clients.room, "gone")
    await clients.ada.expect(204, "DELETE", f"{clients.messages}/{gone['id']}")
    reference = {"message_id": gone["id"], "fail_if_not_exists": False}
    posted = await clients.bot.say(clients.room, "alone", message_reference=reference)
    assert posted["type"] == 0
    assert "message_reference" not in posted


async def test_a_reply_outlives_what_it_answers(clients):
    first = await clients.ada.say(clients.room, "first")
    reference = {"message_id": first["id"]}
    reply = await clients.bot.say(clients.room, "reply", message_reference=reference)
    assert reply["referenced_message"]["content"] == "first"
    await clients.ada.expect(204, "DELETE", f"{clients.messages}/{first['id']}")
    [picture] = await clients.ada.get(clients.messages)
    assert picture["referenced_message"] is None
    assert picture["message_reference"]["message_id"] == first["id"]


async def test_components_v2_cannot_be_taken_back(clients):
    posted = (await clients.bot.expect(200, "POST", clients.messages, displays("panel"))).body
    item = f"{clients.messages}/{posted['id']}"
    await clients.bot.expect(200, "PATCH", item, {"flags": 0})
    assert (await clients.bot.call("PATCH", item, {"content": "x"})).status == 400
    assert (await clients.bot.get(item))["flags"] == V2


@pytest.mark.parametrize(("size", "status"), [(FILE_SIZE, 200), (FILE_SIZE + 1, 413)])
async def test_a_file_holds_ten_mebibytes(clients, size, status):
    files = {"board.png": bytes(size)}
    answer = await clients.bot.expect(status, "POST", clients.messages, {}, files)
    if status == 413:
        assert answer.code == 40005


async def test_a_request_too_large_as_a_whole_is_refused(clients):
    files = {f"{number}.bin": bytes(FILE_SIZE) for number in range(3)}
    await clients.bot.refused(413, 40005, "POST", clients.messages, {}, files)


@pytest.mark.parametrize(("length", "status"), [(1024, 200), (1025, 400)])
async def test_a_description_holds_1024_characters(clients, length, status):
    body = {"attachments": [{"id": 0, "description": "x" * length}]}
    await clients.bot.expect(status, "POST", clients.messages, body, {"board.png": b"x"})


async def test_a_message_takes_twenty_different_reactions(clients):
    posted = await clients.ada.say(clients.room, "react")
    for number in range(20):
        await clients.ada.react(posted, chr(0x1F400 + number))
    path = f"{clients.messages}/{posted['id']}/reactions"
    await clients.ada.refused(400, 30010, "PUT", f"{path}/{chr(0x1F500)}/@me")


async def test_bulk_deletion_takes_two_to_a_hundred_young_messages(clients):
    path = f"{clients.messages}/bulk-delete"
    await clients.permit_more("Dealer", Permission.MANAGE_MESSAGES)
    item = await clients.ada.say(clients.room, "one")
    assert (await clients.bot.call("POST", path, {"messages": [item["id"]]})).code == 50016
    assert (await clients.bot.call("POST", path, {"messages": ["1", item["id"]]})).code == 50034


async def test_a_nonce_is_remembered_for_its_author_in_all_rooms(clients):
    once = {"nonce": "n", "enforce_nonce": True}
    first = await clients.bot.say(clients.room, "first", **once)
    again = await clients.bot.say(clients.room, "again", **once)
    assert (again["id"], again["content"], again["nonce"]) == (first["id"], "first", "n")
    elsewhere = await clients.bot.say(clients.other_room, "elsewhere", **once)
    assert (elsewhere["id"], elsewhere["channel_id"]) == (first["id"], clients.room)
    assert await clients.ada.get(f"/channels/{clients.other_room}/messages") == []
    by_ada = await clients.ada.say(clients.room, "mine", **once)
    unenforced = await clients.bot.say(clients.room, "loose", nonce="n")
    assert len({first["id"], by_ada["id"], unenforced["id"]}) == 3


async def test_a_nonce_whose_message_is_gone_recognises_nothing(clients):
    room = (await clients.control("POST", "world", {"channels": 1})).body["channels"][-1]["id"]
    await clients.bot.say(room, "first", nonce="n", enforce_nonce=True)
    await clients.hana.expect(200, "DELETE", f"/channels/{room}")
    again = await clients.bot.say(clients.room, "again", nonce="n", enforce_nonce=True)
    assert again["content"] == "again"


async def test_an_old_nonce_is_forgotten(clients, monkeypatch):
    first = await clients.bot.say(clients.room, "first", nonce="n", enforce_nonce=True)
    monkeypatch.setattr("sandbox.messages.messages.NONCE_SECONDS", -1)
    again = await clients.bot.say(clients.room, "again", nonce="n", enforce_nonce=True)
    assert again["id"] != first["id"]
