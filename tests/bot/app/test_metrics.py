"""Tests that the page has the metrics' reports, and that none is lost."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.app.metrics import Metrics
from bot.values.observer import Observer
from bot.values.post import Urgency
from engine.games.fire_and_ice.rules import FireAndIce

Waiting = list[tuple[Urgency, float]]


def client(
    *, matches: int = 0, waiting: Waiting = (), failing: float | None = None, connected: bool = True
) -> Any:
    """Return a client with matches of Fire and Ice, and posts that were put in at some times."""
    card = SimpleNamespace(game=FireAndIce())
    retries = SimpleNamespace(failing_seconds=failing)
    posts = [SimpleNamespace(urgency=urgency, put_at=put_at) for urgency, put_at in waiting]
    return SimpleNamespace(
        runners=[SimpleNamespace(card=card)] * matches,
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
    metrics.look(client(matches=3, failing=2.5, waiting=waiting))
    for urgency, posts, oldest in (("turn", 2, 10), ("report", 1, 1), ("usual", 0, 0)):
        assert value(metrics, "dealer_outbox_posts", urgency=urgency) == posts
        assert value(metrics, "dealer_outbox_oldest_seconds", urgency=urgency) == oldest
    assert value(metrics, "dealer_live_matches", game="fire-and-ice") == 3
    assert value(metrics, "dealer_database_failing_seconds") == 2.5
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
