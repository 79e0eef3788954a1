"""The figures of README's table, measured on the machine at hand: `make bench`.

Times are medians or percentiles over many tries; nothing here fails on a slow machine.
"""

import asyncio
import statistics
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

import aiohttp

from bot.storage.store import Store
from engine.game import AnyGame
from engine.games import GAMES
from engine.games.deep_sea_voyage.board import Ship, depths, distance
from engine.games.deep_sea_voyage.drawn_boards import draw_boards
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.matches.entries import Entry, Speaker
from engine.seats import PUBLIC, SEATS, Seat
from rendering import painter_of
from sandbox.server import Sandbox
from tests.bot.cards import card_of
from tests.bot.changes import change, entry, post_of
from tests.bot_process import BotProcess
from tests.end_to_end.matches import count_requests, random_move, shadow
from tests.people import Listener, World
from tests.random_play import random_states
from tests.rendering.positions import NAMES

MOVES = 500
PLAYOUT_SECONDS = 5.0
COUNTED_TURNS = 10
LONGEST_GAME = 400
PICTURES = 800
LEGALITY_GAMES = 20
SETS_OF_BOARDS = 20
CHANGES = 2_000


def percentiles(values: list[float]) -> str:
    """p50 and p99."""
    ordered = sorted(values)
    return f"p50 {statistics.median(ordered):.2g}, p99 {ordered[int(len(ordered) * 0.99)]:.2g}"


def playouts(game: AnyGame) -> None:
    """Random games of the engine, legal actions listed and one of them made at each step.

    Secret set-ups, of which there are millions, are not counted.
    """
    generator, steps, games, spent = Random(1), 0, 0, 0.0
    # Where nearly all is secret, little time would ever be counted.
    ends = time.perf_counter() + 4 * PLAYOUT_SECONDS
    while spent < PLAYOUT_SECONDS and time.perf_counter() < ends:
        begun = time.perf_counter()
        for state in random_states(game, generator, most=LONGEST_GAME):
            if game.takes_secrets(state):
                begun = time.perf_counter()
            else:
                steps += 1
        spent += time.perf_counter() - begun
        games += 1
    print(f"{game.name}: {steps / spent:,.0f} positions a second in {games} random games")


def pictures(game: AnyGame) -> None:
    """Every position of random games, drawn with warm caches."""
    generator, painter, times, sizes = Random(2), painter_of(game), [], []
    painter.pictures(game.view(game.begin(), PUBLIC), NAMES)
    while len(sizes) < PICTURES:
        for state in random_states(game, generator, most=LONGEST_GAME):
            view = game.view(state, PUBLIC)
            begun = time.perf_counter()
            drawn = painter.pictures(view, NAMES)
            times.append((time.perf_counter() - begun) * 1000)
            sizes.extend(len(picture.png) for picture in drawn)
    print(f"{game.name}: {percentiles(times)} ms a picture; {statistics.median(sizes):,.0f} bytes, "
          f"at most {max(sizes):,} ({len(sizes)} positions)")  # fmt: skip


def legality() -> None:
    """Demeter's Anguish: whether any flower fits, and all that do, in live gardens."""
    game, generator, any_fits, all_flowers = DemetersAnguish(), Random(3), [], []
    for _ in range(LEGALITY_GAMES):
        for state in random_states(game, generator, most=LONGEST_GAME):
            for seat in SEATS:
                plot = state.plot(seat)
                begun = time.perf_counter()
                _ = plot.takes_a_flower
                between = time.perf_counter()
                list(plot.flowers_that_fit())
                all_flowers.append((time.perf_counter() - between) * 1000)
                any_fits.append((between - begun) * 1000)
    print(f"does any flower fit: {percentiles(any_fits)} ms; all legal flowers: "
          f"{percentiles(all_flowers)} ms ({len(any_fits)} gardens)")  # fmt: skip


def ways_at_sea() -> None:
    """Deep Sea Voyage: sets of boards drawn, and all twelve distances of a set."""
    drawn, found = [], []
    for seed in range(SETS_OF_BOARDS):
        begun = time.perf_counter()
        boards = draw_boards(seed)
        between = time.perf_counter()
        for board in boards:
            layers = depths(board, board.passable)
            for ship in Ship:
                distance(board, layers, ship)
        found.append((time.perf_counter() - between) * 1000)
        drawn.append(between - begun)
    print(f"three boards drawn: {percentiles(drawn)} s; "
          f"all twelve distances: {percentiles(found)} ms ({SETS_OF_BOARDS} sets)")  # fmt: skip


async def commits(runners: int) -> None:
    """Changes of so many matches, each kept before its next one is asked for."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite+aiosqlite:///{folder}/dealer.sqlite")
        ids = [await store.begin(card_of(room_id=room), read_to=0) for room in range(runners)]
        times, begun = list[float](), time.perf_counter()

        async def keep(match_id: int) -> None:
            for number in range(CHANGES // runners):
                asked = time.perf_counter()
                posts = (post_of(match_id, number + 1),)
                more = {"first_number": number, "entries": (entry(number),), "posts": posts}
                await store.commit(change(match_id, **more))
                times.append((time.perf_counter() - asked) * 1000)

        await asyncio.gather(*map(keep, ids))
        spent = time.perf_counter() - begun
        await store.close()
    print(f"{runners} matches at once: {len(times) / spent:,.0f} changes kept a second; "
          f"{percentiles(times)} ms each")  # fmt: skip


async def round_trips() -> None:
    """A player's message in, the next board posted, as a listener in the room sees it."""
    async with Sandbox(rate_limits=False) as sandbox, aiohttp.ClientSession() as session:
        with tempfile.TemporaryDirectory() as folder:
            bot = BotProcess(sandbox, Path(folder) / "dealer.sqlite")
            await bot.start()
            world = await World.visit(session, sandbox.address)
            async with Listener(world.spectator) as ear:
                times = await _play(world, ear)
            await bot.stop()
    print(f"message in -> board posted: {percentiles(times)} ms ({len(times)} moves)")


async def _play(world: World, ear: Listener) -> list[float]:
    generator, times, game = Random(3), [], 0
    while len(times) < MOVES:
        game += 1
        room = await world.new_room()
        match = shadow(first="ec", takeback=0)
        await world.host.command(
            room, "/fire-and-ice start", ec=world.ec.id, dmo=world.dmo.id, first="ec", takeback=0
        )
        await _board(ear, room)
        while not match.result:
            (seat,) = match.to_act
            text = random_move(match, generator)
            match = match.enter(Entry(Speaker(seat.value), match.now, text)).match
            # People do not type so fast that the outbox has to keep its pace.
            await asyncio.sleep(0.03)
            begun = time.perf_counter()
            await world.people[seat.value].say(room, text)
            await _board(ear, room)
            times.append((time.perf_counter() - begun) * 1000)
    return times


async def _board(ear: Listener, room: str) -> None:
    await ear.wait(
        "MESSAGE_CREATE", lambda data: data["channel_id"] == room and bool(data["attachments"])
    )


async def requests() -> None:
    """The requests that the bot makes in turns: plain ones, and ones with all that may come."""
    plain = await _requests_of({"takeback": 0}, illegal=False)
    print(f"requests of {COUNTED_TURNS} turns, takeback 0: {plain}")
    held = await _requests_of({"takeback": 1, "turn": 5.5}, illegal=True)
    print(f"requests of {COUNTED_TURNS} turns, each with an illegal try, a held move and a "
          f"reminder: {held}")  # fmt: skip


async def _requests_of(options: dict[str, float], *, illegal: bool) -> dict[str, int]:
    async with Sandbox(rate_limits=False) as sandbox, aiohttp.ClientSession() as session:
        with tempfile.TemporaryDirectory() as folder:
            bot = BotProcess(sandbox, Path(folder) / "dealer.sqlite")
            await bot.start()
            world = await World.visit(session, sandbox.address)
            async with Listener(world.spectator) as ear:
                counts = await _count(sandbox, world, ear, options, illegal=illegal)
            await bot.stop()
    return dict(counts)


async def _count(
    sandbox: Sandbox, world: World, ear: Listener, options: dict[str, float], *, illegal: bool
) -> Counter[str]:
    room = await world.new_room()
    players = {"ec": world.ec.id, "dmo": world.dmo.id}
    await world.host.command(room, "/fire-and-ice start", first="ec", **players, **options)
    await _board(ear, room)
    counts = count_requests(sandbox)
    match, generator = shadow(first="ec", takeback=0), Random(4)
    for _ in range(COUNTED_TURNS):
        (seat,) = match.to_act
        text = random_move(match, generator)
        match = match.enter(Entry(Speaker(seat.value), match.now, text)).match
        if illegal:
            await world.people[seat.value].say(room, "A1 A9")
            await ear.wait("MESSAGE_CREATE", lambda data: "turn time left" in data["content"])
        await world.people[seat.value].say(room, text)
        await _board(ear, room)
    return counts


def main() -> None:
    """Measure everything."""
    for kind in GAMES.values():
        playouts(kind(first=Seat.EC))
        pictures(kind(first=Seat.EC))
    legality()
    ways_at_sea()
    for runners in (1, 50):
        asyncio.run(commits(runners))
    asyncio.run(round_trips())
    asyncio.run(requests())


if __name__ == "__main__":
    main()
