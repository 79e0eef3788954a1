"""Requests that are refused whatever else has been said and done, each with its code."""

import pytest

from sandbox.messages.content import STANDARD
from tests.sandbox.messages.test_contents import POLL

ROOM = "/channels/{room}"
MESSAGES = ROOM + "/messages"
GUILD = "/guilds/{guild}"
CHANNELS = GUILD + "/channels"
ROLES = GUILD + "/roles"
COMMANDS = "/applications/{app}/commands"
PING = {"name": "ping", "description": "x"}
THREAD = {"name": "x", "type": 11}
KINDS = ({"type": 12}, {"type": None}, {"type": 0})
WRONG_THREADS = (*KINDS, {"name": ""}, {"auto_archive_duration": 7})
WRONG_POLLS = (
    *({"question": {"text": text}} for text in ("", "x" * 301)),
    *({"answers": POLL["answers"] * times} for times in (0, 6)),
    {"answers": [{"poll_media": {"text": "x" * 56}}]},
    *({"duration": hours} for hours in (0, 769)),
)
LOCALES = ("german", "de-DE", "", 7)
WRONG_STICKERS = (4 * [str(next(iter(STANDARD)))], "wave", ["x"])

REFUSED = [
    # What does not exist
    (10002, "ada", "GET", "/applications/1/commands"),
    (10003, "ada", "GET", "/channels/1"),
    (10004, "ada", "GET", "/guilds/1"),
    (10007, "ada", "GET", GUILD + "/members/1"),
    (10008, "ada", "GET", MESSAGES + "/1"),
    (10009, "hana", "DELETE", ROOM + "/permissions/{guild}"),
    (10011, "ada", "GET", ROLES + "/1"),
    (10013, "ada", "GET", "/users/1"),
    (10014, "ada", "PUT", MESSAGES + "/{message}/reactions/wink:123/@me"),
    # What is for others
    (20001, "bot", "POST", "/interactions", {"type": 2}),
    (20002, "ada", "POST", MESSAGES + "/bulk-delete", {"messages": ["1", "2"]}),
    (20002, "ada", "PUT", COMMANDS, [PING]),
    (50003, "bot", "DELETE", "/channels/{dm}/messages/{private}"),
    (50005, "hana", "PATCH", MESSAGES + "/{message}", {"content": "y"}),
    (50013, "ada", "PATCH", MESSAGES + "/{message}", {"flags": 4}),
    (50013, "ada", "PUT", MESSAGES + "/pins/{message}"),
    (50013, "ada", "DELETE", MESSAGES + "/{message}/reactions"),
    (50013, "ada", "PATCH", ROOM, {"name": "x"}),
    (50013, "ada", "DELETE", ROOM),
    (50013, "ada", "PUT", ROOM + "/permissions/{guild}", {"type": 0, "deny": "1"}),
    (50013, "ada", "PATCH", GUILD, {"preferred_locale": "de"}),
    (50013, "ada", "POST", CHANNELS, {"name": "x"}),
    (50013, "ada", "DELETE", GUILD + "/members/{bob.id}"),
    (50013, "bot", "DELETE", GUILD + "/members/{bob.id}"),
    (50013, "hana", "DELETE", GUILD + "/members/{owner}"),
    (50013, "ada", "PUT", GUILD + "/members/{ada.id}/roles/{guild}"),
    (50013, "ada", "POST", ROLES, {"name": "x"}),
    (50013, "ada", "PATCH", ROLES + "/{member_role}", {"permissions": "8"}),
    (50013, "ada", "DELETE", ROLES + "/{member_role}"),
    (50013, "bot", "POST", ROLES, {"name": "x"}),
    (50013, "bot", "PATCH", ROLES + "/{member_role}", {"permissions": "8"}),
    (50013, "bot", "DELETE", ROLES + "/{member_role}"),
    # What does not go
    (50006, "bot", "POST", MESSAGES, {}),
    (50006, "bot", "POST", MESSAGES, {"content": "  \n "}),
    (50006, "bot", "POST", MESSAGES, {"content": "", "embeds": []}),
    (50006, "bob", "PATCH", MESSAGES + "/{message}", {"content": ""}),
    (50024, "ada", "PUT", ROOM + "/thread-members/@me"),
    (50028, "hana", "DELETE", ROLES + "/{guild}"),
    (50028, "hana", "DELETE", ROLES + "/{bot_role}"),
    (50035, "ada", "GET", "/channels/general"),
    (50035, "bob", "PATCH", MESSAGES + "/{message}", {"content": "x" * 2001}),
    (50035, "bot", "POST", MESSAGES, {}, {f"{number}.txt": b"x" for number in range(11)}),
    (50035, "bot", "PUT", COMMANDS, [PING, PING]),
    *((50035, "ada", "GET", f"{MESSAGES}?limit={limit}") for limit in ("0", "101", "many")),
    *((50035, "hana", "POST", CHANNELS, {"name": "x", "type": kind}) for kind in (1, 3, 4, 11)),
    *((50035, "hana", "PATCH", GUILD, {"preferred_locale": name}) for name in LOCALES),
    *((50035, "hana", "PATCH", ROOM, {"rate_limit_per_user": n}) for n in (-1, 21_601, "30")),
    *((50035, "ada", "POST", ROOM + "/threads", THREAD | wrong) for wrong in WRONG_THREADS),
    *((50035, "ada", "POST", MESSAGES, {"poll": POLL | wrong}) for wrong in WRONG_POLLS),
    (50081, "ada", "POST", MESSAGES, {"sticker_ids": ["1"]}),
    *((50035, "ada", "POST", MESSAGES, {"sticker_ids": ids}) for ids in WRONG_STICKERS),
]
STATUSES = {20001: 403, 20002: 403, 50003: 403, 50005: 403, 50013: 403}  # of other codes 404 or 400


@pytest.mark.parametrize("row", REFUSED)
async def test_it_is_refused(clients, row):
    code, who, method, path, *body = row
    message = await clients.bob.say(clients.room, "x")
    private = await clients.ada.say(await clients.bot.direct(clients.ada.id), "x")
    path = path.format(
        **vars(clients),
        message=message["id"],
        dm=private["channel_id"],
        private=private["id"],
        owner=clients.sandbox.services.world.owner.id,
        member_role=(await clients.role("Member"))["id"],
        bot_role=(await clients.role("Dealer"))["id"],
    )
    status = STATUSES.get(code, 404 if code < 20000 else 400)
    await getattr(clients, who).refused(status, code, method, path, *body)
    assert await clients.bob.get(clients.messages) == [message]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", CHANNELS, {"name": "x"}),
        ("PATCH", ROOM, {"name": "x"}),
        ("DELETE", ROOM, None),
        ("PUT", GUILD + "/members/{ada.id}/roles/{guild}", None),
    ],
)
async def test_who_manages_the_guild_may(clients, method, path, body):
    answer = await clients.hana.call(method, path.format(**vars(clients)), body)
    assert answer.status in (200, 204)
