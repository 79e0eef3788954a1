"""Matches on a shard to which no direct messages come."""

from collections.abc import AsyncIterator

import pytest

from bot.texts import answers
from engine.games import GAMES
from engine.seats import Seat
from sandbox.server import Sandbox
from tests.end_to_end.conftest import fixture
from tests.end_to_end.helpers.apart import own_sandbox  # noqa: F401 - fixtures
from tests.end_to_end.helpers.followed_match import FollowedMatch
from tests.end_to_end.helpers.matches import World, button_id, components_of, unhurried
from tests.end_to_end.helpers.shards import (  # noqa: F401 - a fixture, too
    SUBMITTED,
    begun,
    guilds_on_shards,
    hears_all,
    process,
)
from tests.end_to_end.helpers.voyage import BOARDS, WHOLE
from tests.end_to_end.helpers.voyage import HEADERS as VOYAGE
from tests.games.compass_collisions.positions import DMO_LAYOUT, EC_LAYOUT
from tests.helpers.games.samples import sample
from tests.helpers.people import SELECT, Listener, from_dealer
from tests.helpers.processes.bot_forker import Forker
from tests.helpers.processes.bot_process import BotProcess

EC, DMO = Seat.EC, Seat.DMO
MATCHES: dict[str, tuple[tuple[Seat, str], ...]] = {
    "fire-and-ice": ((DMO, "first them"), (EC, "E6 E7"), (DMO, "E3 F3"), (EC, "E8 F8")),
    "compass-collisions": (
        (EC, EC_LAYOUT),
        (DMO, DMO_LAYOUT),
        (DMO, "take first"),
        (EC, "ec1 north, dmo2 south"),
        (DMO, "ec2 east"),
        (DMO, "first ec"),
    ),
    "demeters-anguish": (
        (EC, "flower U G7 H7 I7 G8 I8"),
        (DMO, "flower X D5 E5 F5 E4 E6"),
        (DMO, "first them"),
    ),
    "deep-sea-voyage": WHOLE,
    "doubting-flower-field": (
        (EC, "hide A1 red, G7 blue"),
        (DMO, "hide E4 red, D3 blue"),
        (DMO, "first them"),
        (EC, "D5 red, C4 red"),
    ),
    "flower-field": ((DMO, "first me"), (DMO, "D5 red"), (EC, "C5 blue")),
    "free-table": ((EC, "!rock"), (DMO, "!paper")),
}
"""Turns to play, until one player gives up, if it is not over; other games have none."""
FILES = {"deep-sea-voyage": {"boards": BOARDS}}
OPTIONS = {"fire-and-ice": {"takeback": 0}, "free-table": {"order": "rounds"}}
HEADERS = {"deep-sea-voyage": VOYAGE, "free-table": "order: rounds\n"}


@fixture(scope="module")
async def bot(
    sandbox: Sandbox, forker: Forker, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    database = tmp_path_factory.mktemp("bot") / "dealer.sqlite"
    async with process(sandbox, forker, database) as bot:
        await bot.start()
        await hears_all(bot)
        yield bot


@fixture()
async def followed(guilds: list[World], bot: BotProcess) -> AsyncIterator[FollowedMatch]:
    """Yield a match on the shard that gets no direct messages."""
    async with Listener(guilds[1].spectator) as ear:
        followed = FollowedMatch(guilds[1], ear)
        yield followed
        if not followed.is_over:
            await followed.abort()


@pytest.mark.parametrize("by_form", [EC, DMO])
@pytest.mark.parametrize("game", sample(GAMES, ["deep-sea-voyage"]))
async def test_secrets_come_to_a_match_by_direct_message_and_by_form(
    followed: FollowedMatch, game: str, by_form: Seat
):
    followed.by_form = {by_form}
    options = OPTIONS.get(game, {})
    await followed.deal(game, HEADERS.get(game, ""), files=FILES.get(game), **options)
    await followed.types_all(*MATCHES.get(game, ()))
    if not followed.is_over:
        await followed.types(EC, "concede")
    await followed.ends_like_its_record()


async def test_who_plays_on_both_shards_is_asked_for_which_match_something_is(
    guilds: list[World], bot: BotProcess
):
    person = guilds[1].ec
    async with begun(guilds[0], person) as other:
        async with begun(guilds[1], person) as room:
            question = await person.reply(await person.tell(EC_LAYOUT))
            (menu,) = components_of(question)
            # The match that began last.
            chosen = max((option["value"] for option in menu["options"]), key=int)
            choice = {"component_type": SELECT, "values": [chosen]}
            await person.press(question, menu["custom_id"], **choice)
            await person.read(question["channel_id"], from_dealer("EEWWFFA"), question["id"])
            await guilds[1].spectator.read(room, from_dealer(SUBMITTED))
        messages = await guilds[0].spectator.history(other)
        assert not [message for message in messages if SUBMITTED in message["content"]]


async def test_what_is_edited_or_pressed_in_direct_messages_reaches_the_match_of_another_shard(
    guilds: list[World], bot: BotProcess
):
    guild, game = guilds[1], "demeters-anguish"
    room = await guild.new_room()
    await guild.deal(room, game, first="ec", **unhurried(game))
    async with Listener(guild.ec) as ear:
        refusal = await guild.ec.reply(await guild.ec.tell("flower I G7 H8"))
        answer = await ear.press(refusal, button_id(refusal, answers.SHOW_ME()))
    assert answer["content"] == "Marked: G7 and H8."
    assert answer["attachments"][0]["filename"] == "ec-garden.png"
    message = await guild.ec.tell("flower U G7 H7 I7 G8 I8")
    first = await guild.ec.reply(message)
    await guild.ec.edit(message, "flower U G8 H8 I8 G9 I9")
    again = await guild.ec.read(message["channel_id"], from_dealer("G9"), first["id"])
    assert "G7" in first["content"]
    assert "G7" not in again["content"]
    await guild.abort(room)
