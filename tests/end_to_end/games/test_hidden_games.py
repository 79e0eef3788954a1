"""Games with secrets, several boards and files of a host, through the room."""

from random import Random

import pytest

from bot.features.panels.texts import START_LABEL
from bot.texts import answers
from engine.games import GAMES
from engine.seats import Seat
from tests.end_to_end.helpers.followed_match import FollowedMatch
from tests.end_to_end.helpers.matches import World, button_id
from tests.end_to_end.helpers.voyage import BOARDS, sail
from tests.end_to_end.moves.test_board_buttons import press
from tests.games.compass_collisions.positions import DMO_LAYOUT, EC_LAYOUT
from tests.helpers.games.samples import GAMES_OF_EACH_KIND, sample
from tests.helpers.people import Listener, Message, from_dealer

EC, DMO = Seat.EC, Seat.DMO
SET_UP = (
    (EC, EC_LAYOUT),
    (DMO, "take first"),
    (DMO, DMO_LAYOUT),
    (EC, "ec1 north, dmo2 south"),
    (DMO, "ec2 east"),
    (DMO, "first ec"),
)
# Everything but the middle falls with the first pieces, so that a match is over soon.
STEEP = "\n".join(
    " ".join("-" if row == column == 4 else "31" for column in range(9)) for row in range(9)
)


@pytest.mark.parametrize("game", sample(GAMES, GAMES_OF_EACH_KIND))
async def test_any_game_begins_with_two_players_and_nothing_else(
    world: World, followed: FollowedMatch, game: str
):
    followed.room = await world.new_room()
    post = await world.deal(followed.room, game)
    # A free table is without a board unless a host sets one up.
    assert bool(post["attachments"]) is not GAMES[game].is_judged
    await world.ec.say(followed.room, "concede")
    result = await world.ec.read(followed.room, from_dealer("🏁"), post["id"])
    assert "Bob" in result["content"]


async def test_a_whole_match_of_compass_collisions_on_the_hosts_map(
    world: World, followed: FollowedMatch
):
    header = "erosion: " + STEEP.replace("\n", "/").replace(" ", ",")
    await followed.deal("compass-collisions", header, files={"erosion": STEEP})
    await followed.types_all(*SET_UP)
    generator = Random(5)
    while followed.match.result is None:
        (seat,) = followed.match.to_act
        move = generator.choice(list(followed.match.game.legal(followed.match.state, seat)))
        await followed.types(seat, f"{move.source} {move.direction} {move.steps}")
    record = await followed.ends_like_its_record()
    assert header in record


async def test_no_board_of_a_voyage_is_shown_before_its_pregame(world: World, room: str):
    files, options = {"boards": BOARDS}, {"ready": True} | world.players
    await world.host.command(room, "/deep-sea-voyage start", files, **options)
    panel = await world.host.read(room, from_dealer("## Next: Deep Sea Voyage"))
    assert not panel["attachments"]
    assert "Walls" not in panel["content"]
    await world.host.press(panel, button_id(panel, START_LABEL()))
    opening = await world.host.read(room, from_dealer("## Deep Sea Voyage"), panel["id"])
    assert "Walls: D4, D10, J4, J10." in shown_in(opening)


def shown_in(post: Message) -> str:
    """Return the words of a post and the alt texts of its pictures."""
    alts = (attachment.get("description", "") for attachment in post["attachments"])
    return "\n".join((post["content"], *alts))


async def test_the_lock_button_asks_first_where_a_ship_has_no_route_and_a_typed_lock_counts(
    world: World, followed: FollowedMatch
):
    await sail(followed)
    for seat in (EC, DMO):
        await followed.types(seat, "lock")
    placing = next(
        message
        for message in await world.ec.history(followed.room)
        if "round 1: **Ada** on board 1" in message["content"]
    )
    routes = await world.ec.read(followed.room, from_dealer("routes"), followed.last["id"])
    message = await world.ec.reply(await world.ec.tell("route 1 red A1 A7 G7"))
    without = "Without a route: board 1 (white), board 2 (red, white) and board 3 (red, white)."
    assert without in message["content"]
    async with Listener(world.ec) as ear:
        assert answers.STALE() in (await press(ear, placing, "Lock"))["content"]
        asked = await press(ear, routes, "Lock")
        assert without in asked["content"]
        await world.ec.press(asked, button_id(asked, answers.LABELS["go-on"]()))
        left = await ear.change_of(asked)
        assert (left["content"], left["components"]) == (answers.NOT_SAID(), [])
        assert await world.ec.history(followed.room, routes["id"]) == []
        asked = await press(ear, routes, "Lock")
        locked = await press(ear, asked, answers.SAY_NOW["lock"]())
        assert "You've locked.\nYour red ship on board 1: 12 steps" in locked["content"]
        assert without in locked["content"]
    await world.ec.read(followed.room, from_dealer("Ada", "has locked"), routes["id"])
    answer = await world.dmo.reply(await world.dmo.tell("lock"))
    assert "You've locked.\nWithout a route: board 1 (blue, black)" in answer["content"]
    # The other player's routes are shown with the result.
    assert answer["attachments"]
    assert "by A1" not in "".join(attachment["description"] for attachment in answer["attachments"])
    await world.ec.read(followed.room, from_dealer("🏁"), routes["id"])
