"""While Discord tells nothing of a server, its matches wait, and theirs alone."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.live.events import Away, Event, Obstructed, Unheard, Woken
from bot.obstacles import Left, Obstacle, Slowed
from engine.game import Outcome, Reason
from engine.games.demeters_anguish.rules import DemetersAnguish
from tests.bot.halls import FLAG_MS, POSTED_MS, SECOND, Hall, Halls, held, sent, typed, whispered
from tests.bot.support import BEGAN_MS, DMO, EC, eventually
from tests.bot.town import Town

FLOWER = "flower U G7 H7 I7 G8 I8"


async def falls_silent(hall: Hall, at_ms: int) -> None:
    hall.connected = False
    hall.clock.ms = BEGAN_MS + at_ms
    await hall.happen(Unheard(BEGAN_MS + at_ms))


async def is_back(hall: Hall, at_ms: int) -> None:
    """The server has come as a whole, and its room is read."""
    hall.connected = True
    hall.clock.ms = BEGAN_MS + at_ms
    await hall.happen(Away(None, is_new_session=True))
    await hall.room_is_read()


def gaps(hall: Hall) -> list[str]:
    return [post.content for post in hall.posts if "away for" in post.content]


# Nobody's time


async def test_no_flag_falls_in_an_outage_and_nobody_is_charged_for_it(deal: Halls):
    hall = await deal(takeback="0", turn="60", reserve="10")
    await falls_silent(hall, POSTED_MS + 50 * SECOND)
    for at_ms in (FLAG_MS, FLAG_MS + 600 * SECOND):
        await hall.wakes(at_ms)
    assert hall.match.result is None
    assert hall.reads == 0
    await is_back(hall, POSTED_MS + 650 * SECOND)
    # Ten seconds of the turn are left.
    await hall.typed(EC, "E6 E7", POSTED_MS + 659 * SECOND)
    assert hall.match.reserve_left(EC) == 10
    (told,) = gaps(hall)
    assert "10:00" in told
    assert hall.log[:3] == ["dealer posted", "host pause", "host resume"]


async def test_the_clock_runs_on_after_an_outage(deal: Halls):
    hall = await deal(takeback="0", turn="60", reserve="10")
    await falls_silent(hall, POSTED_MS + 50 * SECOND)
    await is_back(hall, POSTED_MS + 650 * SECOND)
    await hall.wakes(FLAG_MS + 600 * SECOND)
    await hall.room_is_read()
    assert hall.match.result == Outcome(DMO, Reason.OUT_OF_TIME)


async def test_no_hold_ends_in_an_outage(deal: Halls):
    hall, _ = await held(deal)
    await falls_silent(hall, 12 * SECOND)
    await hall.wakes(600 * SECOND)
    assert hall.match.held
    hall.unheard = [typed(EC, "takeback", 14 * SECOND)]
    await is_back(hall, 601 * SECOND)
    assert hall.log[-1] == "ec takeback"
    assert hall.match.to_act == (EC,)


async def test_a_move_typed_in_an_outage_counts_by_its_own_time(deal: Halls):
    hall = await deal(takeback="0", turn="60", reserve="100")
    await falls_silent(hall, POSTED_MS + 80 * SECOND)
    hall.unheard = [typed(EC, "E6 E7", POSTED_MS + 300 * SECOND)]
    await is_back(hall, POSTED_MS + 500 * SECOND)
    assert hall.match.reserve_left(EC) == 80


async def test_what_is_said_in_private_in_an_outage_waits_for_its_end(deal: Halls):
    """Direct messages are of no server, and go on."""
    hall = await deal(DemetersAnguish)
    await falls_silent(hall, 10 * SECOND)
    await hall.whispers(EC, FLOWER, 20 * SECOND)
    assert f"ec {FLOWER}" not in hall.log
    await is_back(hall, 30 * SECOND)
    assert hall.log[-1] == f"ec {FLOWER}"
    assert len(gaps(hall)) == 1


async def test_a_form_sent_in_an_outage_takes_the_place_of_nothing_later(deal: Halls):
    hall = await deal(DemetersAnguish)
    await falls_silent(hall, 10 * SECOND)
    later = whispered(EC, FLOWER, 30 * SECOND)
    await hall.happen(sent(EC, "flower I A1 B1 C1 D1 E1", 20 * SECOND), later)
    hall.unheard = [later]
    await is_back(hall, 40 * SECOND)
    assert hall.log[-1] == f"ec {FLOWER}"


async def test_a_form_sent_before_a_phase_ended_counts_though_it_is_heard_in_an_outage(deal: Halls):
    hall = await deal(DemetersAnguish)
    end_ms = POSTED_MS + 600 * SECOND
    await falls_silent(hall, end_ms + 1 * SECOND)
    await hall.sends(EC, FLOWER, end_ms - 1 * SECOND)
    await is_back(hall, end_ms + 60 * SECOND)
    assert f"ec {FLOWER}" in hall.log


async def test_a_reading_that_an_outage_struck_is_no_proof(deal: Halls):
    hall = await deal(takeback="0", turn="60", reserve="10")
    await hall.wakes(FLAG_MS)
    assert hall.reads == 1
    await falls_silent(hall, FLAG_MS + 1)
    hall.may_read.set()
    await hall.room_is_read()
    assert hall.match.result is None
    hall.unheard = [typed(EC, "E6 E7", FLAG_MS - 1)]
    await is_back(hall, FLAG_MS + 60 * SECOND)
    assert hall.match.to_act == (DMO,)


# Overlapping gaps


@pytest.mark.parametrize("gone_first", ["the server", "the process"])
async def test_an_outage_and_a_restart_are_one_gap(deal: Halls, gone_first: str):
    hall = await deal(takeback="0", turn="60", reserve="100")
    if gone_first == "the server":
        await falls_silent(hall, POSTED_MS + 30 * SECOND)
        # Life is proved for other servers meanwhile.
        alive_ms = POSTED_MS + 60 * SECOND
    else:
        alive_ms = POSTED_MS + 30 * SECOND
    hall.connected = False
    await hall.restart(alive_ms, POSTED_MS + 90 * SECOND, catch_up=False)
    await hall.happen(Unheard(BEGAN_MS + POSTED_MS + 90 * SECOND))
    await hall.wakes(FLAG_MS + 300 * SECOND)
    assert hall.match.result is None
    await is_back(hall, POSTED_MS + 500 * SECOND)
    await hall.typed(EC, "E6 E7", POSTED_MS + 529 * SECOND)
    assert hall.match.reserve_left(EC) == 100
    assert len(gaps(hall)) == 1


async def test_a_match_that_a_host_has_paused_stays_paused_over_an_outage(deal: Halls):
    hall = await deal(takeback="0")
    hall.may_read.set()
    assert await hall.ruled("pause", 20 * SECOND) is None
    await falls_silent(hall, 30 * SECOND)
    await is_back(hall, 40 * SECOND)
    assert hall.match.paused_since == 20
    assert gaps(hall) == []


# Which matches wait


@pytest.fixture
async def put(town: Town, monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """A match in a house that is open; what is put on its table from now on, but for time."""
    await town.registry.start()
    runner = await town.open(turn="600")
    events: list[Event] = []

    def note(event: Event) -> None:
        if not isinstance(event, Woken):
            events.append(event)

    monkeypatch.setattr(runner, "put", note)
    return events


def guild(town: Town) -> int:
    return int(town.world.about["guild"]["id"])


async def test_an_outage_is_of_one_server(town: Town, put: list[Event]):
    town.registry.lose_guild(guild(town) + 1)
    assert put == []
    assert town.registry._hears(guild(town))
    town.registry.lose_guild(guild(town))
    assert [type(each) for each in put] == [Unheard]
    assert not town.registry._hears(guild(town))
    town.registry.regain_guild(guild(town))
    assert put[1:] == [Away(None, is_new_session=True)]
    assert town.registry._hears(guild(town))


async def test_a_server_that_comes_as_a_whole_twice_is_read_once(town: Town, put: list[Event]):
    town.registry.regain_guild(guild(town))
    assert put == []


async def test_what_a_gateway_missed_is_not_read_on_a_server_in_an_outage(
    town: Town, put: list[Event]
):
    town.registry.lose_guild(guild(town))
    town.registry.lose_sight()
    town.registry.prove_alive()
    assert [type(each) for each in put] == [Unheard]
    assert not town.registry._hears(guild(town))


async def test_a_new_session_tells_of_a_server_once_that_has_come(town: Town, put: list[Event]):
    alive_ms = town.registry._alive_ms
    town.registry.lose_sight()
    town.registry.begin_session({guild(town)})
    assert put == [Unheard(alive_ms)]
    assert not town.registry._hears(guild(town))
    town.registry.regain_guild(guild(town))
    assert put[1:] == [Away(None, is_new_session=True)]


async def test_a_refused_post_in_an_outage_shuts_no_room(town: Town, put: list[Event]):
    parcel = SimpleNamespace(guild_id=guild(town), room_id=int(town.room))
    town.registry.lose_guild(guild(town))
    town.registry._obstructed(parcel, Obstacle.GONE)
    assert [type(each) for each in put] == [Unheard]
    town.registry.regain_guild(guild(town))
    town.registry._obstructed(parcel, Obstacle.GONE)
    assert put[-1] == Obstructed(Obstacle.GONE)


@pytest.mark.parametrize("how", ["as it happens", "by a new session"])
async def test_a_server_that_the_dealer_was_removed_from_shuts_its_rooms(town: Town, how: str):
    await town.registry.start()
    runner = await town.open()
    if how == "as it happens":
        town.registry.leave_guild(guild(town))
    else:
        town.registry.begin_session({guild(town) + 1})
    await eventually(lambda: runner.match.paused_since is not None)
    (told,) = await said_of(town, "removed from the server")
    assert "/match resume" in told


async def test_a_start_after_the_dealer_was_removed_shuts_its_rooms(town: Town):
    await town.registry.start()
    await town.open()
    await town.registry.stop()
    town.registry = type(town.registry)(town.client, town.store)
    town.registry.begin_session(set())
    await town.registry.start()
    runner = town.registry.runner_in(int(town.room))
    await eventually(lambda: runner.match.paused_since is not None)
    assert len(await said_of(town, "removed from the server")) == 1


async def test_a_start_in_an_outage_reads_nothing_before_its_end(
    town: Town, monkeypatch: pytest.MonkeyPatch
):
    await town.registry.start()
    await town.open(turn="600")
    await town.registry.stop()
    move = await town.world.ec.say(town.room, "E6 E7")
    town.registry = type(town.registry)(town.client, town.store)
    town.registry.begin_session({guild(town)})
    await town.registry.start()
    runner = town.registry.runner_in(int(town.room))
    runner.put(Woken())
    await eventually(lambda: not runner._events.qsize())
    assert not runner._readings
    town.registry.regain_guild(guild(town))
    await eventually(lambda: runner.has_judged(int(move["id"])))


async def said_of(town: Town, part: str) -> list[str]:
    """What the host was told with a part in it, once there is any."""
    host = town.world.host
    await host.read(await host.direct(), lambda message: part in message["content"])
    return [each for each in await town.said_to(host) if part in each]


# Who has left


async def test_a_player_is_looked_for_at_the_first_reminder_alone(deal: Halls):
    hall = await deal(takeback="0", turn="60", reserve="60")
    await hall.wakes(POSTED_MS + 29 * SECOND)
    assert hall.looked_for == []
    for elapsed in (30, 55, 60, 90):
        await hall.wakes(POSTED_MS + elapsed * SECOND)
    assert hall.looked_for == [(EC,)]


async def test_both_players_are_looked_for_where_both_are_awaited(deal: Halls):
    hall = await deal(DemetersAnguish)
    await hall.wakes(POSTED_MS + 570 * SECOND)
    assert hall.looked_for == [(DMO, EC)]


async def test_the_host_is_told_once_who_has_left_and_the_match_goes_on(deal: Halls):
    hall = await deal(takeback="0", turn="60", reserve="10")
    await hall.happen(Left(EC), Left(EC))
    (told,) = hall.told()
    assert told.for_host
    assert "**Ada** has left the server" in told.content
    hall.may_read.set()
    await hall.restart(20 * SECOND, 25 * SECOND)
    hall.told()
    await hall.happen(Left(EC))
    assert [each for each in hall.told() if each.once] == []
    await hall.wakes(POSTED_MS + 40 * SECOND)
    assert hall.looked_for == []
    assert hall.match.paused_since is None


@pytest.mark.parametrize(
    ("answer", "is_told"),
    [
        ({}, False),
        ({"fault": "refused", "status": 404, "code": 10007}, True),
        ({"fault": "refused", "status": 404, "code": 10004}, False),
        ({"fault": "refused", "status": 403, "code": 50001}, False),
        ({"fault": "5xx-before", "status": 503}, False),
    ],
    ids=str,
)
async def test_only_who_is_no_member_has_left(town: Town, answer: dict[str, Any], is_told: bool):
    runner = await town.open()
    if answer:
        match = {"route": f"/guilds/{guild(town)}/members/{town.world.ec.id}"}
        await town.world.fault(match=match, **answer)
    await town.registry._look_for_player(runner, EC)
    runner.put(Slowed(60))  # What is told after it, if anything.
    told = await said_of(town, "Slow mode")
    assert len(told) == 1
    assert len([each for each in await town.said_to(town.world.host) if "left" in each]) == is_told


# What is said once


async def test_a_slow_mode_is_said_once_for_each_length(deal: Halls):
    hall = await deal()
    await hall.happen(Slowed(30), Slowed(30), Slowed(60), Slowed(30))
    told = [post.content for post in hall.told()]
    assert [("is 30 s" in each, "is 60 s" in each) for each in told] == [
        (True, False),
        (False, True),
    ]
    assert all("2 s at most" in each for each in told)


@pytest.mark.parametrize("obstacle", list(Obstacle))
async def test_every_obstacle_has_words_for_the_host(deal: Halls, obstacle: Obstacle):
    hall = await deal()
    post = hall.runner._composer.obstructed(obstacle)
    assert post.for_host
    assert "/match" in post.content
