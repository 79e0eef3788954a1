"""Compass Collisions and Demeter's Anguish through the room: whole matches, clocks, the map."""

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.games.demeters_anguish.notation import Half
from engine.matches.match import Match
from engine.seats import Seat
from tests.end_to_end.helpers.followed_match import FollowedMatch
from tests.helpers.people import Listener, World, from_dealer

LAYOUTS = {
    Seat.EC: "layout EEWWFFA / ..A.. / ... / F.E.W.F / .A.A. / W.E",
    Seat.DMO: "layout WWWWWWW / AA.AA / ... / F.....F / ..E.. / EE.",
}
SET_UP = (
    (Seat.EC, LAYOUTS[Seat.EC]),
    (Seat.DMO, "take first"),
    (Seat.DMO, LAYOUTS[Seat.DMO]),
    (Seat.EC, "ec1 north, dmo2 south"),
    (Seat.DMO, "ec2 east"),
    (Seat.DMO, "first ec"),
)
# Everything but the middle falls with the first pieces, so that a match is over soon.
STEEP = "\n".join(
    " ".join("-" if row == column == 4 else "31" for column in range(9)) for row in range(9)
)


def turn_of_demeter(match: Match, generator: Random) -> Iterator[str]:
    view = match.view(None)
    legal = [list(match.game.legal(match.state, view.to_move))] if view.to_move else []
    halves = {Half.FLOWER: [], Half.ROCK: []}
    for action in (item for some in legal for item in some):
        for half, text in texts_of(action):
            halves[half].append(text)
    made = [generator.choice(halves[half][:300]) for half in view.missing]
    yield from [" / ".join(made)] if generator.random() < 0.5 else made


def texts_of(action: Any) -> Iterator[tuple[Half, str]]:
    for part in getattr(action, "typed", ()):
        cells = " ".join(map(str, getattr(part, "cells", ())))
        if cells:
            half = Half.FLOWER if type(part).__name__ == "Planting" else Half.ROCK
            yield half, f"{half.value} {cells}"


async def test_a_whole_match_of_demeters_anguish(world: World, followed: FollowedMatch):
    await followed.deal("demeters-anguish")
    generator = Random(5)
    await followed.types_all(
        (Seat.EC, "flower U G7 H7 I7 G8 I8"),
        (Seat.DMO, "flower X D5 E5 F5 E4 E6"),
        (Seat.DMO, "first them"),
    )
    for _ in range(8):
        (seat,) = followed.match.to_act
        for text in turn_of_demeter(followed.match, generator):
            await followed.types(seat, text)
    (seat,) = followed.match.to_act
    assert "G7" in await followed.is_refused(seat, "flower G7 H7" if seat is Seat.EC else "rock G7")
    await followed.types(seat.opponent, "agree")
    await followed.types(seat, "agree")
    await followed.ends_like_its_record(world.session)


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
    record = await followed.ends_like_its_record(world.session)
    assert header in record


async def test_fifty_moves_on_the_usual_map(world: World, followed: FollowedMatch):
    await followed.deal("compass-collisions")
    await followed.types_all(*SET_UP)
    generator = Random(7)
    for _ in range(50):
        if followed.match.result is None:
            (seat,) = followed.match.to_act
            move = generator.choice(list(followed.match.game.legal(followed.match.state, seat)))
            await followed.types(seat, f"{move.source} {move.direction} {move.steps}")
    if followed.match.result is None:
        await followed.types(Seat.EC, "concede")
    await followed.ends_like_its_record(world.session)


async def test_a_fault_of_the_map_is_named_by_row_and_column(world: World, room: str):
    rows = STEEP.splitlines()
    async with Listener(world.host) as ear:
        for file, messages in (
            (
                "\n".join([*rows[:2], rows[2].replace("31", "x", 4), *rows[3:]]),
                ("row 3", "column A"),
            ),
            ("\n".join(rows[:8]), ("rows",)),
            ("\n".join([rows[0] + " 5", *rows[1:]]), ("row 1",)),
            ("\xff\xfe" * 20_000, ("too large",)),
        ):
            answer = await ear.ask_text(
                room,
                "/compass-collisions start",
                {"erosion": file},
                ec=world.ec.id,
                dmo=world.dmo.id,
            )
            assert all(part in answer for part in ("erosion", *messages)), answer
    assert not await world.host.history(room)


async def test_who_has_used_up_the_reserve_removes_a_piece_or_loses_one_by_lot(
    world: World, followed: FollowedMatch
):
    await followed.deal("compass-collisions", turn=1, periods=1, period=0.5, remove=30)
    await followed.types_all(*SET_UP)
    asked = await world.ec.read(followed.room, from_dealer("remove", f"<@{world.ec.id}>"))
    assert "remove" in await followed.is_refused(Seat.EC, "B9 S")
    await world.ec.say(followed.room, "remove B9")
    message = await world.ec.read(followed.room, from_dealer("B9"), asked["id"])
    assert message["attachments"]
    # The DMO has reserve of their own, and then the same is asked of them.
    await world.dmo.read(followed.room, from_dealer("remove", f"<@{world.dmo.id}>"), message["id"])


async def test_a_late_opening_is_a_pass(world: World, followed: FollowedMatch):
    await followed.deal("demeters-anguish", setup=1)
    asked = await world.ec.read(followed.room, from_dealer("first me"))
    late = await world.ec.reply(await world.ec.tell("flower G7"))
    assert "❌" in late["content"]
    await world.dmo.say(followed.room, "first me")
    message = await world.ec.read(followed.room, from_dealer("your turn"), asked["id"])
    assert "pass" in message["content"]


async def test_one_garden_is_shown_large_on_request(world: World, followed: FollowedMatch):
    await followed.deal("demeters-anguish")
    sizes = []
    async with Listener(world.spectator) as ear:
        for options in ({}, {"large": "ec"}, {"large": "dmo"}):
            (picture,) = (await ear.ask(followed.room, "/match board", **options))["attachments"]
            sizes.append((picture["width"], picture["height"], picture["filename"]))
    assert len(set(sizes)) == 3
    assert sizes[1][:2] == sizes[2][:2] != sizes[0][:2]
