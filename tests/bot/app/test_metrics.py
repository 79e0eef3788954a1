"""Tests that the page has the metrics' reports, that none is lost, and who may read it."""

import asyncio
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from bot.app.metrics import MAX_READERS, MAX_READING_SECONDS, Metrics, serve
from bot.values.observer import Observer
from bot.values.post import Urgency
from engine.games.fire_and_ice.rules import FireAndIce
from tests.helpers.clocks.leaping_loop import leaping
from tests.helpers.clocks.waiting import eventually

Waiting = list[tuple[Urgency, float]]


def client(
    *,
    matches: int = 0,
    waiting: Waiting = (),
    failing: float | None = None,
    connected: bool = True,
    error_ms: int = 0,
) -> Any:
    """Return a client with matches of Fire and Ice, and posts that were put in at some times."""
    card = SimpleNamespace(game=FireAndIce())
    retries = SimpleNamespace(failing_seconds=failing)
    posts = [SimpleNamespace(urgency=urgency, put_at=put_at) for urgency, put_at in waiting]
    return SimpleNamespace(
        runners=[SimpleNamespace(card=card)] * matches,
        clock=SimpleNamespace(host_error_ms=lambda: error_ms),
        registry=SimpleNamespace(undelivered=lambda: iter(posts)),
        services=SimpleNamespace(gateway=SimpleNamespace(is_connected=connected)),
        store=SimpleNamespace(write_retries=retries),
    )


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.page.get_sample_value(name, labels)


def test_the_metrics_take_note_of_everything_that_an_observer_is_told():
    answers = {name for name in vars(Observer) if not name.startswith("_")}
    assert answers
    assert answers <= {*vars(Metrics)}


def test_what_waits_is_shown_by_urgency_with_the_age_of_the_oldest(monkeypatch):
    monkeypatch.setattr("bot.app.metrics.time", SimpleNamespace(monotonic=lambda: 100.0))
    metrics = Metrics()
    waiting = [(Urgency.TURN, 90.0), (Urgency.REPORT, 99.0), (Urgency.TURN, 97.0)]
    metrics.look(client(matches=3, failing=2.5, waiting=waiting, error_ms=-30_200))
    for urgency, posts, oldest in (("turn", 2, 10), ("report", 1, 1), ("usual", 0, 0)):
        assert value(metrics, "dealer_outbox_posts", urgency=urgency) == posts
        assert value(metrics, "dealer_outbox_oldest_seconds", urgency=urgency) == oldest
    assert value(metrics, "dealer_live_matches", game="fire-and-ice") == 3
    assert value(metrics, "dealer_database_failing_seconds") == 2.5
    assert value(metrics, "dealer_clock_ahead_seconds") == -30.2
    metrics.look(client())
    assert value(metrics, "dealer_outbox_posts", urgency="turn") == 0
    assert value(metrics, "dealer_live_matches", game="fire-and-ice") == 0
    assert value(metrics, "dealer_database_failing_seconds") == 0


def test_a_process_in_reserve_deals_nothing_and_hears_nothing():
    metrics = Metrics()
    for there, owner, connected in (
        (client(matches=2, connected=False), 1, 0),
        (client(), 1, 1),
        (None, 0, 0),
    ):
        metrics.look(there)
        assert value(metrics, "dealer_owner") == owner
        assert value(metrics, "dealer_gateway_connected") == connected
    assert value(metrics, "dealer_live_matches", game="fire-and-ice") == 0


@pytest.mark.parametrize(
    ("text", "counted"),
    [("user", "user"), ("global", "global"), ("shared", "shared"), ("", "other"), ("9f", "other")],
)
def test_whatever_a_429_says_of_its_scope_is_one_of_few(text: str, counted: str):
    metrics = Metrics()
    metrics.rate_limited(text)
    scopes = ("user", "global", "shared", "other")
    counts = {scope: value(metrics, "dealer_rate_limited_total", scope=scope) for scope in scopes}
    assert counts == {**dict.fromkeys(scopes, 0.0), counted: 1.0}


# Readers

ASKED = b"GET /metrics HTTP/1.1\r\nHost: here\r\n"
"""All of a request but its end."""


async def test_readers_who_never_finish_their_request_do_not_pile_up_or_keep_others_out():
    async with serve(Metrics(), "127.0.0.1", 0, lambda: None) as served:
        writers = []
        for _ in range(5 * MAX_READERS):
            _, writer = await asyncio.open_connection(*served.addresses[0])
            writer.write(ASKED)
            writers.append(writer)
        reader, writer = await asyncio.open_connection(*served.addresses[0])
        writer.write(ASKED + b"\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        await eventually(lambda: len(served.server.connections) <= MAX_READERS)
        for opened in (writer, *writers):
            opened.close()


@leaping
async def test_a_reader_who_never_finishes_a_request_is_cut_off_soon():
    loop = asyncio.get_running_loop()
    async with serve(Metrics(), "127.0.0.1", 0, lambda: None) as served:
        began = loop.time()
        reader, writer = await asyncio.open_connection(*served.addresses[0])
        writer.write(ASKED)
        with suppress(ConnectionResetError):
            assert await reader.read() == b""
        assert loop.time() - began <= MAX_READING_SECONDS
        writer.close()
