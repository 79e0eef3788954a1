"""A start waits for Discord as long as it takes, and ends where waiting cannot help."""

import asyncio
import logging
import re
from collections.abc import Callable
from time import monotonic
from typing import Any
from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest

from bot.cogs import login
from sandbox.rate_limits import Window
from sandbox.server import Sandbox
from tests.bot.app.starts import Start
from tests.end_to_end.helpers.matches import count_requests
from tests.helpers.clocks.waiting import PATIENCE_SECONDS, eventually
from tests.helpers.people import World
from tests.helpers.rooms.cards import GUILD
from tests.sandbox.clients import point_at

CLOSED_PORT = "127.0.0.1:1"
COMMANDS = "/applications/{application_id}/commands"
ROUTES = ("/users/@me", "/oauth2/applications/@me", "/gateway/bot")
FAILURES: dict[str, dict[str, Any]] = {
    "unavailable": {"fault": "5xx-before", "status": 503},
    "limited": {"fault": "429", "seconds": 0.01, "via": False},
    "limited, as the library expects": {"fault": "429", "seconds": 0.01},
    "cut": {"fault": "drop"},
    "cut after": {"fault": "drop", "after": True},
    "forbidden": {"fault": "forbidden"},
}


@pytest.fixture(autouse=True)
def _is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login, "FIRST_PAUSE_SECONDS", 0.001)
    monkeypatch.setattr(login, "_asked_for", lambda _: 0.0)


def sessions_left(sandbox: Sandbox) -> int:
    return sandbox.services.limiter.session_start_limit()["remaining"]


def said(caplog: pytest.LogCaptureFixture, part: str) -> list[str]:
    return [message for message in caplog.messages if part in message]


# Waiting


@pytest.mark.parametrize(
    ("route", "failure"),
    [
        pytest.param(route, failure, marks=() if number % 3 == place else pytest.mark.exhaustive)
        for place, route in enumerate(ROUTES)
        for number, failure in enumerate(FAILURES)
    ],
)
async def test_a_failure_at_the_start_is_waited_out_with_a_line_for_each(
    begin: Callable[[], Start],
    world: World,
    caplog: pytest.LogCaptureFixture,
    route: str,
    failure: str,
):
    await world.fault(match={"route": route}, count=3, **FAILURES[failure])
    await begin().is_open()
    lines = said(caplog, "trying again in") + said(caplog, "Retrying in")
    # After a cut connection, the request is first repeated without a word.
    assert len(lines) == (1 if "cut" in failure else 3), lines


async def test_each_failure_is_logged_once_and_the_pauses_grow_to_a_limit(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(login, "LONGEST_PAUSE_SECONDS", 0.005)
    errors = (TimeoutError(), OSError("no\nway"), aiohttp.ClientError("x" * 999), OSError())
    attempt = AsyncMock(side_effect=[*errors, "there"])
    assert await login.keep_trying("not there", attempt) == "there"
    assert caplog.messages == [
        "not there (TimeoutError); trying again in 0.001 s",
        "not there (no); trying again in 0.002 s",
        f"not there ({'x' * 200}); trying again in 0.004 s",
        "not there (OSError); trying again in 0.005 s",
    ]


@pytest.mark.parametrize(
    ("asked", "waits"), [("0.02", "0.02"), (None, "0.001"), ("soon", "0.001"), ("0", "0.001")]
)
async def test_discord_is_left_alone_for_as_long_as_it_asks(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, asked: str, waits: str
):
    monkeypatch.undo()
    monkeypatch.setattr(login, "FIRST_PAUSE_SECONDS", 0.001)
    response = Mock(status=429, reason="", headers={} if asked is None else {"Retry-After": asked})
    slow_down = discord.HTTPException(response, "slow down")
    await login.keep_trying("not there", AsyncMock(side_effect=[slow_down, None]))
    assert [message.rpartition("in ")[2] for message in caplog.messages] == [f"{waits} s"]


async def test_waiting_for_the_gateway_uses_up_no_session(
    begin: Callable[[], Start],
    sandbox: Sandbox,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    point_at(monkeypatch, sandbox.api, f"ws://{CLOSED_PORT}")
    starting = begin()
    await eventually(lambda: len(said(caplog, "gateway cannot be reached")) >= 3)
    assert sessions_left(sandbox) == 1000
    point_at(monkeypatch, sandbox.api, sandbox.gateway)
    await starting.is_open()
    assert sessions_left(sandbox) == 999
    assert not [record for record in caplog.records if record.exc_info]


# Order


async def test_an_outage_before_the_matches_are_resumed_is_no_gap(begin: Callable[[], Start]):
    outages = begin().client.outages
    outages.mark_disconnected(0)
    assert not outages.services.gateway.is_connected_to(GUILD)
    outages.prove_session(0)
    assert outages.services.gateway.is_connected_to(GUILD)


async def test_live_matches_are_resumed_even_if_the_commands_cannot_be_sent(
    begin: Callable[[], Start], world: World, sandbox: Sandbox, caplog: pytest.LogCaptureFixture
):
    failing = {"fault": "5xx-before", "status": 503, "count": None}
    await world.fault(match={"route": COMMANDS}, **failing)
    await begin().is_open()
    await eventually(lambda: len(said(caplog, "commands cannot be sent")) >= 3)
    assert not sandbox.services.world.commands
    await world.clear_faults()
    await eventually(lambda: sandbox.services.world.commands)


async def test_commands_are_sent_only_where_discords_differ(
    begin: Callable[[], Start], sandbox: Sandbox, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO, "bot.cogs.interactions")
    requests = count_requests(sandbox)
    first = begin()
    await eventually(lambda: said(caplog, "commands were sent"))
    assert requests[f"PUT {COMMANDS}"]
    await first.close()
    requests.clear()
    second = begin()
    await eventually(lambda: said(caplog, "are up to date"))
    assert {name: count for name, count in requests.items() if COMMANDS in name} == {
        f"GET {COMMANDS}": 1
    }
    await second.close()
    rules = next(
        command
        for command in sandbox.services.world.commands.values()
        if command.body["name"] == "rules"
    )
    sandbox.services.world.drop(rules)
    begin()
    await eventually(lambda: len(said(caplog, "commands were sent")) == 2)
    assert "rules" in {command.body["name"] for command in sandbox.services.world.commands.values()}


# No waiting


@pytest.mark.parametrize("route", ROUTES)
async def test_an_unknown_token_ends_the_start(
    begin: Callable[[], Start], world: World, route: str
):
    await world.fault(fault="refused", status=401, match={"route": route})
    with pytest.raises(discord.LoginFailure):
        await begin().running


@pytest.mark.parametrize("flag", ["gateway_message_content", "gateway_message_content_limited"])
def test_a_verified_or_an_unverified_application_may_have_the_intent(flag: str):
    flags = discord.ApplicationFlags(**{flag: True})
    login._require_message_content(Mock(application=Mock(flags=flags)))


@pytest.mark.parametrize(("code", "raised"), [(4004, discord.LoginFailure), (4011, None)])
async def test_a_connection_that_discord_closes_for_good_ends_the_start(
    begin: Callable[[], Start],
    sandbox: Sandbox,
    monkeypatch: pytest.MonkeyPatch,
    code: int,
    raised: type[Exception] | None,
):
    starting = begin()
    await starting.is_open()
    for session in sandbox.services.gateway.sessions.values():
        session.connection.close(code)
    with pytest.raises(raised or discord.ConnectionClosed):
        await asyncio.wait_for(starting.running, PATIENCE_SECONDS)


class FewOnce(Window):
    """Discord with ten sessions left at the first question, and all of them later."""

    was_asked = False

    def left(self, requests: int) -> int:
        was_asked, self.was_asked = self.was_asked, True
        return super().left(requests) if was_asked else 10


async def test_the_last_sessions_of_a_day_are_left_for_reconnecting(
    begin: Callable[[], Start], sandbox: Sandbox, caplog: pytest.LogCaptureFixture
):
    limiter = sandbox.services.limiter
    limiter._identifies = Window(ends=monotonic() + 3600, used=990)
    starting = begin()
    await eventually(lambda: said(caplog, "sessions are left"))
    (line,) = said(caplog, "sessions are left")
    assert "only 10 of 1000" in line
    waits = re.search(r"waiting ([0-9]+) s until", line)
    # The rest of the hour, however long the line took to come.
    assert 0 < int(waits[1]) <= 3600
    await starting.close()
    assert sessions_left(sandbox) == 10
    # As soon as Discord says that there are enough, they are used.
    limiter._identifies = FewOnce()
    await begin().is_open()
    assert len(said(caplog, "sessions are left")) == 2
    assert sessions_left(sandbox) == 999
