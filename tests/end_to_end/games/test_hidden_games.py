"""Deep Sea Voyage and the Flower Fields through the room: secrets of both, lots, whole matches."""

import asyncio
import re
from random import Random

import pytest

from bot.texts.players import board_buttons
from engine.games import GAMES
from engine.seats import Seat
from tests.end_to_end.helpers.followed_match import FollowedMatch
from tests.end_to_end.helpers.matches import button_id, deal
from tests.end_to_end.helpers.voyage import BOARDS, HEADERS, WHOLE, sail
from tests.end_to_end.moves.test_board_buttons import press
from tests.games.deep_sea_voyage.positions import WORKED
from tests.helpers.games.samples import GAMES_OF_EACH_KIND, sample
from tests.helpers.people import Listener, Message, Person, World, from_dealer

EC, DMO = Seat.EC, Seat.DMO


@pytest.mark.parametrize("game", sample(GAMES, GAMES_OF_EACH_KIND))
async def test_any_game_begins_with_two_players_and_nothing_else(
    world: World, followed: FollowedMatch, game: str
):
    followed.room = await world.new_room()
    post = await deal(world, followed.room, game)
    # A free table is without a board unless a host sets one up.
    assert bool(post["attachments"]) is not GAMES[game].is_judged
    await world.ec.say(followed.room, "concede")
    result = await world.ec.read(followed.room, from_dealer("🏁"), post["id"])
    assert "Bob" in result["content"]
    followed.is_over = True


async def test_a_whole_voyage_with_placements_and_routes(world: World, followed: FollowedMatch):
    await followed.deal("deep-sea-voyage", HEADERS, files={"boards": BOARDS})
    await followed.types_all(*WHOLE)
    record = await followed.ends_like_its_record(world.session)
    assert f"board1: {WORKED}" in record


def boards_in(message: Message) -> list[int]:
    alts = [attachment.get("description") or "" for attachment in message["attachments"]]
    boards = [re.match(r"Deep Sea Voyage, board (\d): 13 by 13", alt) for alt in alts]
    return [int(board[1]) for board in boards if board]


async def boards_said(person: Person, channel: str, result: str = "0") -> list[list[int]]:
    """Return the boards of each message of a channel that has any."""
    messages = map(boards_in, await person.history(channel, result))
    return [message for message in messages if message]


ALL = [1, 2, 3]


async def test_a_post_shows_all_boards_or_those_in_play_each_in_a_picture_of_its_own(
    world: World, followed: FollowedMatch
):
    await sail(followed, early="off")
    room, begun, mirror = followed.room, followed.last["id"], await world.new_room()
    async with Listener(world.host) as ear:
        await ear.ask(room, "/match mirror", channel=mirror)
        assert boards_in(await ear.ask(room, "/match board")) == [1, 2]
    # EC cuts off a ship on two boards, and what is left is played in turns on the other one.
    await followed.types_all(
        *((EC, "W A3 A2 B2 B1 C1"), (EC, "lock")),
        *((DMO, "X F10 E11 F11 G11 F12"), (DMO, "lock")),
        *((DMO, "board 2"), (EC, "W A3 A2 B2 B1 C1"), (EC, "lock"), (DMO, "lock")),
        *((EC, "I E1 F1 G1 H1 I1"), (DMO, "pass"), (EC, "pass")),
        *((EC, "route 2 red A1 A7 G7"), (EC, "lock"), (DMO, "lock")),
    )
    await followed.ends_like_its_record(world.session)
    await world.host.read(mirror, from_dealer("wins the Death Match!"))
    after_placing = [ALL, [2, 3], [2, 3], [2], [2], ALL, ALL]
    assert await boards_said(world.host, room) == [*5 * [ALL], [1, 2], *after_placing]
    # On a busy machine a mirror drops boards for which newer ones wait.
    mirrored, in_room = await boards_said(world.host, mirror), iter(after_placing)
    assert mirrored[-1] == ALL
    assert all(boards in in_room for boards in mirrored)
    assert await boards_said(world.ec, await world.ec.direct(), begun) == [[1, 2], [2, 3], ALL]
    assert boards_in(await world.spectator.ask(room, "/match replay")) == ALL


async def test_the_latest_legal_placement_counts_and_what_comes_after_it_illegal_does_not(
    world: World, followed: FollowedMatch
):
    await sail(followed)
    for text in ("I E1 F1 G1 H1 I1", "I E13 F13 G13 H13 I13"):
        await followed.types(EC, text)
    refused = await world.ec.reply(await world.ec.tell("I F5 F6 F7 F8 F9"))
    assert "F7" in refused["content"]
    # Both at the same time: neither keeps the other from counting.
    answers = await asyncio.gather(
        followed.types(EC, "lock"), followed.types(DMO, "T E3 F3 G3 F4 F5")
    )
    assert len(answers) == 2
    await followed.types(DMO, "lock")
    message = await world.spectator.read(followed.room, from_dealer("E13"))
    assert "E1 " not in message["content"]
    assert "E3" in message["content"]


async def test_a_lock_may_be_said_aloud_and_a_placement_may_not(
    world: World, followed: FollowedMatch
):
    await sail(followed)
    assert "secret" in await followed.is_refused(EC, "I E1 F1 G1 H1 I1")
    await world.ec.say(followed.room, "lock")
    await world.spectator.read(followed.room, from_dealer("Ada", "has locked"))
    assert "❌" in await followed.is_refused(EC, "lock")


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
        assert board_buttons.STALE() in (await press(ear, placing, "Lock"))["content"]
        asked = await press(ear, routes, "Lock")
        assert without in asked["content"]
        await world.ec.press(asked, button_id(asked, board_buttons.GO_ON()))
        left = await ear.wait("MESSAGE_UPDATE", lambda data: data["id"] == asked["id"])
        assert (left["content"], left["components"]) == (board_buttons.NOT_SAID(), [])
        assert await world.ec.history(followed.room, routes["id"]) == []
        asked = await press(ear, routes, "Lock")
        locked = await press(ear, asked, board_buttons.SAY_NOW["lock"]())
        assert "You've locked.\nYour red ship on board 1: 12 steps" in locked["content"]
        assert without in locked["content"]
    await world.ec.read(followed.room, from_dealer("Ada", "has locked"), routes["id"])
    answer = await world.dmo.reply(await world.dmo.tell("lock"))
    assert "You've locked.\nWithout a route: board 1 (blue, black)" in answer["content"]
    # The other player's routes are shown with the result.
    assert answer["attachments"]
    assert "by A1" not in "".join(attachment["description"] for attachment in answer["attachments"])
    await world.ec.read(followed.room, from_dealer("🏁"), routes["id"])
    followed.is_over = True


async def test_silence_is_decided_by_lot_or_is_a_pass(world: World, followed: FollowedMatch):
    await followed.deal(
        "deep-sea-voyage", HEADERS, files={"boards": BOARDS}, pregame=1, pick=1, action=1, routes=1
    )
    result = await world.ec.read(followed.room, from_dealer("🏁"))
    messages = [message["content"] for message in await world.ec.history(followed.room)]
    assert any("lot" in content for content in messages)
    assert "wins the Death Match" in result["content"]
    followed.is_over = True


@pytest.mark.parametrize(
    ("boards", "messages"),
    [
        (BOARDS.replace("W", "X", 1), ("board1", "row 1", "column A")),
        ("\n\n".join(BOARDS.split("\n\n")[:2]), ("three boards",)),
        (BOARDS[::-1].replace("D", ".", 1)[::-1], ("board3",)),
    ],
    ids=["letter", "number", "dropoff"],
)
async def test_a_fault_of_the_boards_is_named(world: World, room: str, boards, messages):
    answer = await world.host.ask_text(
        room, "/deep-sea-voyage start", {"boards": boards}, ec=world.ec.id, dmo=world.dmo.id
    )
    assert all(part in answer for part in messages), answer
    assert not await world.host.history(room)


async def test_the_post_after_a_claim_is_the_same_whether_it_was_true_or_not(
    world: World, followed: FollowedMatch
):
    posts, lives = [], []
    for color in ("red", "blue"):
        await followed.deal("doubting-flower-field")
        await followed.types_all(
            (EC, "hide A1 red, G7 blue"),
            (DMO, f"hide E4 red, D3 {color}"),
            (DMO, "first them"),
            (EC, "D5 red, C4 red"),
            (DMO, "challenge C4 D4 E4 D5 / C4 D4 D5 D3"),
        )
        messages = await world.ec.history(followed.room, followed.last["id"])
        post = next(message for message in messages if message["attachments"])
        async with world.session.get(post["attachments"][0]["url"]) as response:
            picture = await response.read()
        text = re.sub(r"<t:[0-9]+:R>", "", post["content"])
        posts.append((text, post["attachments"][0]["description"], picture))
        await followed.types(EC, "doubt")
        lives.append(followed.match.game.position(followed.match.state)["lives"])
        await followed.types(EC, "concede")
    assert posts[0] == posts[1]
    assert lives == [{"ec": 3, "dmo": 5}, {"ec": 5, "dmo": 4}]
    await followed.ends_like_its_record(world.session)


@pytest.mark.parametrize(
    "game", sample(["doubting-flower-field", "flower-field"], ["doubting-flower-field"])
)
async def test_many_turns_of_a_flower_field(world: World, followed: FollowedMatch, game: str):
    await followed.deal(game)
    if game.startswith("doubting"):
        await followed.types(EC, "hide A1 red, G7 blue")
        await followed.types(DMO, "hide A7 red, G1 blue")
    await followed.types(DMO, "first me")
    generator = Random(4)
    for _ in range(16):
        if followed.match.result is None:
            (seat,) = followed.match.to_act
            await followed.types(seat, planting(followed, generator))
    if followed.match.result is None:
        await followed.types(EC, "concede")
    await followed.ends_like_its_record(world.session)


def planting(followed: FollowedMatch, generator: Random) -> str:
    view = followed.match.view(None)
    taken = {flower.cell for flower in view.flowers}
    free = {
        type(cell)(cell.column + east, cell.row + north)
        for cell in taken
        for east, north in ((0, 1), (1, 0), (0, -1), (-1, 0))
    }
    cells = sorted(
        cell for cell in free - taken if cell.lies_up_to(GAMES["doubting-flower-field"]().top_right)
    )
    return f"{generator.choice(cells)} {generator.choice(('red', 'blue'))}"
