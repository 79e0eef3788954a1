"""Counts of requests for a room's history: after a restart, for a held move, before a flag."""

from collections import Counter

from sandbox.server import Sandbox
from tests.end_to_end.helpers.apart import own_bot, own_sandbox  # noqa: F401 - fixtures
from tests.end_to_end.helpers.matches import World, unhurried
from tests.end_to_end.helpers.stored import rows
from tests.helpers.clocks.waiting import eventually
from tests.helpers.counting import Request, note_requests
from tests.helpers.people import Message, from_dealer
from tests.helpers.processes.bot_process import BotProcess, with_settings

HISTORY = "GET /channels/{channel_id}/messages"
GAME = "compass-collisions"


def count_histories(sandbox: Sandbox) -> Counter[str]:
    """Count from now on the bot's requests for the history of each channel."""
    counts = Counter[str]()

    def note(request: Request) -> None:
        if request.route == HISTORY:
            counts[request.resource] += 1

    note_requests(sandbox, note)
    return counts


async def is_heard_up_to(bot: BotProcess, post: Message) -> None:
    """Wait until it is kept that a room was heard up to a post, as the gateway has told of it."""
    query, room_id = "SELECT read_to FROM matches WHERE room_id = ?", int(post["channel_id"])
    await eventually(lambda: rows(bot, query, room_id) == [(int(post["id"]),)])


async def test_after_a_restart_a_room_is_read_only_where_something_may_be_unheard(
    bot: BotProcess, world: World, sandbox: Sandbox
):
    rooms = [await world.new_room() for _ in range(4)]
    silent, talkative, holding, secret = rooms
    openings = [await world.start(room, takeback=3_600, turn=3_600) for room in rooms[:3]]
    openings.append(await world.deal(secret, GAME, **unhurried(GAME)))
    for opening in openings:
        await is_heard_up_to(bot, opening)
    await world.spectator.say(talkative, "good luck")
    # A move that is held may have been edited.
    move = await world.ec.say(holding, "E6 E7")
    await world.host.read(holding, lambda m: m["id"] == move["id"] and bool(m.get("reactions")))
    await bot.kill()
    histories = count_histories(sandbox)
    await bot.start()
    for opening in openings:
        await world.host.read(opening["channel_id"], from_dealer("was away for"), opening["id"])
    # While secrets are awaited, the room and what both players said in private.
    counts = {silent: 0, talkative: 1, holding: 1, secret: 1}
    assert {room: histories.pop(room, 0) for room in rooms} == counts
    assert sorted(histories.values()) == [1, 1]


async def test_after_a_restart_a_board_stands_before_any_room_with_only_news_is_told(
    bot: BotProcess, world: World
):
    rooms = [await world.new_room() for _ in range(6)]
    openings = [await world.start(room, takeback=0, turn=3_600) for room in rooms]
    await bot.kill()
    await world.ec.say(rooms[-1], "E6 E7")
    usual, bot.begin = bot.begin, with_settings(bot.begin, REPORTS_WAIT_SECONDS="60")
    await bot.start()
    bot.begin = usual
    lines = [
        await world.host.read(room, from_dealer("was away for"), opening["id"])
        for room, opening in zip(rooms, openings, strict=True)
    ]
    board = await world.host.read(
        rooms[-1], lambda m: from_dealer("")(m) and bool(m["attachments"]), openings[-1]["id"]
    )
    assert int(board["id"]) < min(int(line["id"]) for line in lines[:-1])


async def test_before_a_flag_falls_the_room_is_always_read(
    world: World, sandbox: Sandbox, room: str
):
    # Not only from the opening on: on a slow machine the flag may have fallen by then.
    histories = count_histories(sandbox)
    opening = await world.start(room, turn=0.5, reserve=0)
    await world.result_after(room, opening)
    assert histories[room] == 1
