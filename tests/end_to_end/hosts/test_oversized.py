"""Inputs that are too large, too long or in disguise: a clear answer, and no effect."""

import re

import pytest

from bot.cogs.interactions import LONGEST_SUBMISSION
from bot.features.starting.options import LARGEST_FILE
from bot.texts import answers
from engine.games import GAMES
from sandbox.messages import content as message_content
from sandbox.server import Sandbox
from tests.end_to_end.helpers.followed_match import FollowedMatch
from tests.end_to_end.helpers.matches import World, first_button_id
from tests.games.common.samples import GAMES_WITH_SECRETS, usual_game
from tests.helpers.games.samples import GAMES_OF_EACH_KIND, sample
from tests.helpers.people import Listener, Message, from_dealer

LONGEST_OF_A_NITRO_USER = 4000
LONGEST_POST = 2000
LINK = re.compile(r"\]\(<https://discord\.com/channels/[0-9/]+>\)")
"""One of the Dealer's own, to a message of the match."""
CELLS = "E6 " * 10_000
HIDING = [
    name for name in GAMES_WITH_SECRETS if (game := usual_game(name)).takes_secrets(game.begin())
]
"""The games that begin with secrets."""


def long_text(game: str) -> str:
    """Return a text that begins as a submission does, and goes on and on."""
    return f"{GAMES[game].examples[0]} {CELLS}"


@pytest.fixture(autouse=True)
def nitro(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let people write as much as those who pay for it; the Dealer may not."""
    monkeypatch.setattr(message_content, "CONTENT_LENGTH", LONGEST_OF_A_NITRO_USER)


async def changed_nothing(followed: FollowedMatch) -> None:
    """Give the match up, and check that its record has nothing else that a player has said."""
    followed.last = await followed.world.dmo.say(followed.room, "concede")
    result = await followed.world.result_after(followed.room, followed.last)
    record = await followed.world.record_of(result)
    (entry,) = [line for line in record.splitlines() if line.startswith(("ec @", "dmo @"))]
    assert entry.endswith(" concede")


def fits(message: Message) -> bool:
    return 0 < len(message["content"]) <= LONGEST_POST


@pytest.mark.parametrize("game", sample(GAMES, GAMES_OF_EACH_KIND))
async def test_a_message_as_long_as_can_be_is_refused_or_is_conversation_in_the_room(
    followed: FollowedMatch, game: str
):
    await followed.deal(game)
    message = await followed.world.dmo.say(
        followed.room, long_text(game)[:LONGEST_OF_A_NITRO_USER].strip()
    )
    await changed_nothing(followed)
    for answer in await followed.world.dmo.history(followed.room, message["id"]):
        assert fits(answer)


@pytest.mark.parametrize("game", sample(HIDING, GAMES_OF_EACH_KIND))
async def test_a_message_as_long_as_can_be_is_answered_in_private(
    followed: FollowedMatch, game: str
):
    await followed.deal(game)
    for text in (long_text(game), "x" * 5_000, f"#{'x' * 5_000}", CELLS):
        message = await followed.world.dmo.tell(text[:LONGEST_OF_A_NITRO_USER].strip())
        assert fits(await followed.world.dmo.reply(message))
    await changed_nothing(followed)


@pytest.mark.parametrize("game", sample(HIDING, GAMES_OF_EACH_KIND))
async def test_a_form_that_holds_more_than_it_may_is_given_back_as_far_as_fits(
    followed: FollowedMatch, game: str, sandbox: Sandbox
):
    await followed.deal(game)
    answer = await sent(followed, sandbox, long_text(game))
    assert answers.TOO_LONG(most=LONGEST_SUBMISSION) in answer["content"]
    assert fits(answer)
    assert long_text(game)[:LONGEST_SUBMISSION].strip() in answer["content"]
    await changed_nothing(followed)


async def sent(followed: FollowedMatch, sandbox: Sandbox, text: str) -> Message:
    """Send a form without regard to its limit, like a client of one's own; return the answer."""
    (post,) = [p for p in await followed.world.dmo.history(followed.room) if p["components"]]
    async with Listener(followed.world.dmo) as ear:
        form = await ear.open_form(post, first_button_id(post))
        _, modal = sandbox.services.interactions._modals[int(form["id"])]
        (label,) = modal["components"]
        label["component"]["max_length"] = LONGEST_OF_A_NITRO_USER
        await followed.world.dmo.fill_in(followed.room, form, text[:LONGEST_OF_A_NITRO_USER])
        return await ear.answer()


async def test_a_quotation_in_a_form_that_is_given_back_cannot_be_ended(
    followed: FollowedMatch, sandbox: Sandbox
):
    await followed.deal("doubting-flower-field")
    answer = (await sent(followed, sandbox, "hide ``` @everyone **bold** ```"))["content"]
    assert answer.count("```") == 2
    assert answer.endswith("\n```")


# Files


FILES: dict[str, tuple[bytes, str]] = {
    "one long row": (b"1 " * (LARGEST_FILE // 2), "`"),
    "formatted": (b"**`@everyone`** <@&1> [x](http://x)\n" * 9, "`"),
}


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("asked", ["compass-collisions erosion", "deep-sea-voyage boards"])
async def test_a_file_that_cannot_be_one_is_declined_in_private_and_nothing_begins(
    world: World, room: str, kind: str, asked: str
):
    (content, why), (game, option) = FILES[kind], asked.split()
    async with Listener(world.host) as ear:
        answer = await ear.ask(room, f"/{game} start", {option: content}, **world.players)
    assert fits(answer)
    assert "Option `" in answer["content"]
    assert why in answer["content"]
    assert (answer["mentions"], answer["mention_everyone"]) == ([], False)
    assert await world.host.history(room) == []


# Names


NAMES = {
    "everyone": "@everyone @here",
    "role": "<@&{role}>",
    "person": "<@{host}>",
    "bold": "**x",
    "backticks": "`` ` ```x",
    "lines": "a\n# b\n> c",
    "link": "[x](http://example.org)",
    "right to left": "\u202eadA\u2067",
    "zalgo": "A\u0300\u0301\u0302\u0303\u0304d\u0315\u0316a",
    "emoji": "\U0001f600" * 32,
    "spoiler": "||x|| __y__ ~~z~~ \\",
    "time": "<t:1:R> <#1> </x:1>",
    "nothing": "\u200b\u2800",
}


@pytest.mark.parametrize("kind", sample(NAMES, ["everyone", "lines"]))
async def test_a_name_pings_nobody_and_breaks_no_post(
    world: World,
    followed: FollowedMatch,
    kind: str,
    sandbox: Sandbox,
    monkeypatch: pytest.MonkeyPatch,
):
    roles = await world.host.request("GET", f"/guilds/{world.guild_id}/roles")
    name = NAMES[kind].format(role=roles[1]["id"], host=world.host.id)
    member = sandbox.services.world.members[int(world.guild_id), int(world.ec.id)]
    monkeypatch.setattr(member, "nick", name)
    followed.room = await world.new_room()
    async with Listener(world.spectator) as ear:
        start = "/doubting-flower-field start"
        await world.host.command(followed.room, start, **world.players)
        opening = await world.host.read(followed.room, from_dealer("## "))
        for role in ("dmo", "ec"):
            await world.people[role].reply(await world.people[role].tell("hide A1 red, G7 blue"))
        chosen = await world.host.read(followed.room, from_dealer("first me"), opening["id"])
        for command in ("status", "clock", "list"):
            checked(await ear.ask(followed.room, f"/match {command}"), world)
    await world.dmo.say(followed.room, "first me")
    await world.host.read(followed.room, from_dealer("chooses to go first"), chosen["id"])
    await world.ec.say(followed.room, "concede")
    result = await world.host.read(followed.room, from_dealer("🏁"))
    for post in await world.host.history(followed.room):
        if post["author"].get("bot"):
            checked(post, world)
    head = (await world.record_of(result)).split("\n\n")[0]
    assert re.findall("^(ec|dmo)(.)", head, re.MULTILINE) == [("ec", ":"), ("dmo", ":")]


def checked(post: Message, world: World) -> None:
    """Check that a post pings only the players, and that its formatting stands in pairs."""
    players = {world.ec.id, world.dmo.id}
    assert {user["id"] for user in post["mentions"]} <= players
    assert (post["mention_roles"], post["mention_everyone"]) == ([], False)
    plain = re.sub(r"(?s)\\.", "", post["content"])
    assert plain.count("**") % 2 == 0, post["content"]
    assert plain.count("```") % 2 == 0
    assert plain.count("`") % 2 == 0
    assert "://" not in LINK.sub("", plain)
    assert "\u202e" not in plain
    assert "||" not in plain
    assert "\n# " not in plain
