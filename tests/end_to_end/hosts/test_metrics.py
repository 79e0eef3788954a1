"""The metrics: what they count, that they tell nothing else, and that nothing listens by itself."""

import re
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.values.post import Urgency
from engine.games import GAMES
from sandbox.server import Sandbox
from tests.end_to_end.conftest import fixture, started
from tests.end_to_end.helpers.apart import own_sandbox  # noqa: F401 - fixtures
from tests.end_to_end.helpers.matches import World
from tests.end_to_end.helpers.metrics_page import MetricsPage, values_in
from tests.games.compass_collisions.positions import EC_LAYOUT
from tests.helpers.processes.bot_forker import Forker
from tests.helpers.processes.bot_process import BotProcess, with_settings
from tests.helpers.processes.ports import free_port

BOARDS = 'dealer_board_seconds_count{practice="no"}'
COMMITS = "dealer_commit_seconds_count"
CONNECTED = "dealer_gateway_connected"
LIVE = 'dealer_live_matches{game="fire-and-ice"}'
TURNS_SENT = 'dealer_requests_total{urgency="turn"}'
WAITING_TURNS = 'dealer_outbox_posts{urgency="turn"}'
OLDEST_TURN = 'dealer_outbox_oldest_seconds{urgency="turn"}'
WOKEN = "dealer_timer_late_seconds_count"
POSTING = {"method": "POST", "route": "/channels/{channel_id}/messages"}

SCOPES = {"user", "shared", "global", "other"}
KNOWN = {
    "game": {*GAMES},
    "urgency": {urgency.name.lower() for urgency in Urgency},
    "practice": {"yes", "no"},
    "scope": SCOPES,
    "event": {"begun", "resumed", "lost"},
}
"""Every value that a label may take, but for the bounds of buckets and what names the build."""


@fixture(scope="module")
async def port() -> int:
    return free_port()


@fixture(scope="module")
async def bot(
    sandbox: Sandbox, forker: Forker, port: int, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    database = tmp_path_factory.mktemp("bot") / "dealer.sqlite"
    begin = with_settings(forker.begin, METRICS_PORT=str(port))
    async with started(BotProcess(sandbox, database, begin)) as bot:
        yield bot


@fixture(scope="module")
async def page(bot: BotProcess, port: int, session: aiohttp.ClientSession) -> MetricsPage:
    return MetricsPage(session, port)


def event(which: str) -> str:
    return f'dealer_gateway_events_total{{event="{which}"}}'


def rate_limited(scope: str) -> str:
    return f'dealer_rate_limited_total{{scope="{scope}"}}'


async def test_a_match_is_counted_with_its_boards_commits_requests_and_timers(
    world: World, page: MetricsPage, room: str
):
    before = await page.shows(lambda values: values[LIVE] == 0)
    opening = await world.start(room, takeback=1)
    assert (await page.values())[LIVE] == 1
    await world.turn_after(room, await world.ec.say(room, "E6 E7"), world.dmo)
    await world.turn_after(room, await world.dmo.say(room, "E3 F3"), world.ec)
    # Conversation brings no board.
    await world.ec.say(room, "well played")
    await world.ec.say(room, "concede")
    await world.result_after(room, opening)
    result = await page.shows(
        lambda values: values[LIVE] == values[WAITING_TURNS] == values[OLDEST_TURN] == 0
    )
    assert result[BOARDS] - before[BOARDS] == 2
    # The opening, the two boards and the result.
    assert result[TURNS_SENT] - before[TURNS_SENT] == 4
    # Of each move, and that its board stands.
    assert result[COMMITS] - before[COMMITS] >= 4
    # Those that ended the hold of each move.
    assert result[WOKEN] - before[WOKEN] >= 2


async def test_every_429_is_counted_by_whom_it_limits(world: World, page: MetricsPage, room: str):
    before, scope = await page.values(), "shared"
    opening = await world.start(room)
    fault = {"fault": "429", "match": POSTING, "count": 2, "scope": scope, "seconds": 0.05}
    await world.fault(**fault)
    await world.ec.say(room, "concede")
    await world.result_after(room, opening)
    # The animation of a match before may have met one of them.
    limited = {rate_limited(name): before[rate_limited(name)] for name in SCOPES}
    limited[rate_limited(scope)] += 2
    await page.shows(lambda values: limited.items() <= values.items())


@pytest.mark.parametrize(
    ("fault", "then"), [("reconnect", "resumed"), ("invalid-session", "begun")]
)
async def test_every_session_that_breaks_off_and_comes_back_is_counted(
    world: World, page: MetricsPage, fault: str, then: str
):
    before = await page.values()
    assert before[CONNECTED] == 1
    await world.fault(fault=fault)
    result = await page.shows(
        lambda values: values[event(then)] > before[event(then)] and values[CONNECTED] == 1
    )
    assert result[event(then)] == before[event(then)] + 1
    assert result[event("lost")] == before[event("lost")] + 1


async def test_no_label_names_a_match_a_server_or_a_person(
    world: World, page: MetricsPage, room: str
):
    opening = await world.deal(room, "compass-collisions", setup=600)
    await world.clock_runs(room)
    await world.ec.reply(await world.ec.tell(EC_LAYOUT))
    text = await page.text()
    labels = set(re.findall(r'(\w+)="([^"]*)"', text))
    build = {"version", "python", "database"}
    assert {name for name, _ in labels} == {*KNOWN, *build, "le"}
    unknown = {(name, value) for name, value in labels if value not in KNOWN.get(name, {value})}
    assert unknown == set()
    people = [person.id for person in world.people.values()]
    for messages in (room, world.guild_id, opening["id"], *people):
        assert messages not in text
    await world.abort(room)


async def test_nobody_learns_anything_from_other_addresses(
    page: MetricsPage, session: aiohttp.ClientSession
):
    for path in ("", "/", "/metrics/../"):
        async with session.get(page.address.removesuffix("/metrics") + path) as response:
            assert response.status == 404


async def test_the_page_says_which_dealer_it_is_and_what_its_process_takes(page: MetricsPage):
    values = await page.values()
    (build,) = [name for name in values if name.startswith("dealer_build_info")]
    assert re.search(r'version="\d+\.\d+\.\d+"', build)
    assert values["process_cpu_seconds_total"] > 0
    assert values["process_resident_memory_bytes"] > 0


async def test_prometheus_is_answered_in_the_format_that_it_asks_for(
    page: MetricsPage, session: aiohttp.ClientSession
):
    newer = {"Accept": "application/openmetrics-text;version=1.0.0"}
    async with session.get(page.address) as response:
        assert response.headers["Content-Type"].startswith("text/plain")
        assert BOARDS in values_in(await response.text())
    async with session.get(page.address, headers=newer) as response:
        assert response.headers["Content-Type"].startswith("application/openmetrics-text")
        assert (await response.text()).endswith("# EOF\n")


async def test_a_bot_stops_while_somebody_reads_the_page_without_end(
    sandbox: Sandbox, forker: Forker, tmp_path: Path
):
    port = free_port()
    begin = with_settings(forker.begin, METRICS_PORT=str(port))
    async with started(BotProcess(sandbox, tmp_path / "dealer.sqlite", begin)) as bot:
        with socket.create_connection(("127.0.0.1", port)) as reader:
            reader.sendall(b"GET /metrics HTTP/1.1\r\nHost: here\r\n")
            assert await bot.stop() == 0


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
async def test_nothing_listens_unless_it_is_asked_to(
    sandbox: Sandbox, bot: BotProcess, port: int, forker: Forker, tmp_path: Path
):
    assert listening(bot.pid) == [port]
    async with started(BotProcess(sandbox, tmp_path / "dealer.sqlite", forker.begin)) as silent:
        assert listening(silent.pid) == []


def listening(pid: int) -> list[int]:
    """Return the ports on which a process listens."""
    links = [str(path.readlink()) for path in Path(f"/proc/{pid}/fd").iterdir()]
    tables = [Path(f"/proc/{pid}/net/{name}").read_text() for name in ("tcp", "tcp6")]
    rows = [line.split() for table in tables for line in table.splitlines()[1:]]
    open_there = [row[1] for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in links]
    return [int(address.rpartition(":")[2], 16) for address in open_there]
