"""The page on operating and what lies beside it speak of metrics and settings that exist."""

import asyncio
import json
import os
import re
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from prometheus_client import generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families

from bot.app import metrics
from bot.app.metrics import Metrics
from bot.app.settings import Settings
from bot.storage.databases import postgres

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/operating.md").read_text()
FOLDER = ROOT / "docs" / "operating"
DASHBOARD = json.loads((FOLDER / "dashboard.json").read_text())
ALERTS = (FOLDER / "alerts.yml").read_text()
COMPOSE = (FOLDER / "compose-reserve.yml").read_text()
UNITS = ("dealer.service", "dealer@.service")
OF_OTHERS = {"NO_COLOR", "REQUEST_TIMEOUT"}
"""Settings on the page that are another program's."""

RULE = re.compile(r"- alert: (\w+)\n +expr: (?:>-\n)?((?:.(?!for:|annotations:))+?)\n", re.DOTALL)
LINE = re.compile(r"\b((?:dealer|process)_\w+)(?:\{([^}]*)\})?")
MATCHER = re.compile(r'(\w+)(=|!=)"([^"]*)"')
GROUPED = re.compile(r"\bby \(([\w, ]+)\)")
NOTHING: Any = SimpleNamespace(
    runners=(),
    clock=SimpleNamespace(host_error_ms=lambda: 0),
    registry=SimpleNamespace(undelivered=lambda: ()),
    services=SimpleNamespace(gateway=SimpleNamespace(is_connected=True)),
    store=SimpleNamespace(write_retries=SimpleNamespace(failing_seconds=None)),
)
"""A client without a match."""
FROM_PROMETHEUS = {"instance", "job"}
"""Labels that every metric has, once Prometheus has read it."""


def families() -> list[Metric]:
    """Return all metrics that a bot's page shows, with their lines."""
    metrics = Metrics()
    metrics.look(NOTHING)
    return [*text_string_to_metric_families(generate_latest(metrics.page).decode())]


def queries() -> list[str]:
    picture = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
    return [*picture, *(" ".join(rule.split()) for _, rule in RULE.findall(ALERTS))]


@pytest.mark.parametrize("query", queries())
def test_every_query_asks_for_metrics_and_labels_that_exist(query: str):
    there = [sample for family in families() for sample in family.samples]
    asked = LINE.findall(query)
    assert asked or query.startswith("up{")
    labels = set(FROM_PROMETHEUS)
    for name, inside in asked:
        of_it = [sample.labels for sample in there if sample.name == name]
        assert of_it, name
        labels |= {label for part in of_it for label in part}
        for label, _, value in MATCHER.findall(inside):
            assert label in FROM_PROMETHEUS or value in {part.get(label) for part in of_it}, name
    grouped = {label for inside in GROUPED.findall(query) for label in inside.split(", ")}
    assert grouped <= labels


def test_every_rule_of_the_alerts_is_read_here_and_told_of_on_the_page():
    rules = [name for name, _ in RULE.findall(ALERTS)]
    assert len(rules) == ALERTS.count("- alert:") == ALERTS.count("summary:")
    assert {*re.findall(r"`(Dealer\w+)`", PAGE)} == {*rules}


def test_every_metric_of_the_dealers_is_explained_and_shown_and_no_other():
    there = {family.name for family in families() if not family.name.endswith("_created")}
    asked = {family_of(name) for query in queries() for name, _ in LINE.findall(query)}
    explained = re.findall(r"^\| `((?:dealer|process)_\w+)` \|", PAGE, re.MULTILINE)
    assert {family_of(name) for name in explained} == asked
    assert {name for name in there if name.startswith("dealer_")} <= asked <= there


def family_of(name: str) -> str:
    """Return the metric that a line belongs to."""
    return re.sub("_(total|bucket|count|sum)$", "", name)


def test_every_panel_of_the_dashboard_has_a_place_of_its_own():
    places = [panel["gridPos"] for panel in DASHBOARD["panels"]]
    cells = [
        (place["x"] + right, place["y"] + down)
        for place in places
        for right in range(place["w"])
        for down in range(place["h"])
    ]
    assert len(cells) == len({*cells})
    assert max(column for column, _ in cells) < 24
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(ids) == len({*ids})


def test_every_setting_is_told_of_and_no_other_is_given():
    settings = {name.upper() for name in Settings.model_fields} - {"SHARD_IDS"}
    named = re.compile(r"^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|", re.MULTILINE)
    table = named.findall(PAGE[PAGE.index("## Settings") : PAGE.index("## Commands")])
    assert {name for row in table for name in re.findall(r"`([A-Z_]+)`", row)} == settings
    example = (ROOT / ".env.example").read_text()
    assert {*re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE)} == settings
    compose = (FOLDER / "compose.yml").read_text()
    value = {unit_of("dealer.service")["Environment"].partition("=")[0]}
    value |= {*re.findall(r"^ +([A-Z_]+): ", compose, re.MULTILINE)}
    value |= {*re.findall(r"\b([A-Z]+_[A-Z]+)=", PAGE)}
    assert value - OF_OTHERS <= settings


def unit_of(name: str) -> dict[str, str]:
    # Of several lines for one key, the last counts here.
    unit = ConfigParser(interpolation=None, delimiters="=", strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(FOLDER / name)
    return dict(unit["Service"])


def test_units_differ_in_nothing_but_where_settings_are_and_what_is_started_again():
    item, several = (unit_of(name) for name in UNITS)
    differing = {key for key in item.keys() | several if item.get(key) != several.get(key)}
    assert differing == {"Environment", "Restart", "RestartSec"}


def test_each_process_on_a_machine_has_a_port_of_its_own_for_its_page():
    ports = re.findall(r'- "127\.0\.0\.1:(\d+):(\d+)"', COMPOSE)
    assert re.findall(r"dealer@(\d+)", PAGE)[:2] == [outside for outside, _ in ports]
    assert {inside for _, inside in ports} == {*re.findall(r'METRICS_PORT: "(\d+)"', COMPOSE)}


async def test_a_container_is_healthy_if_its_process_answers():
    (command,) = re.findall(r'"python", "-c", "(.+)"\]', COMPOSE)

    async def is_healthy(port: int) -> bool:
        environment = os.environ | {"METRICS_PORT": str(port)}
        ended = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-c", command],
            env=environment,
            capture_output=True,
            check=False,
        )
        return ended.returncode == 0

    async with metrics.serve(Metrics(), "127.0.0.1", 0, lambda: None) as served:
        port = served.addresses[0][1]
        assert await is_healthy(port)
    assert not await is_healthy(port)


def test_an_owner_proves_to_live_as_the_page_says():
    assert f"for {postgres.PROVED_SECONDS:.0f} seconds it sends nothing" in PAGE
    assert f"after {postgres.SILENT_SECONDS:.0f} seconds without a proof" in PAGE
    assert (postgres.PROVE_SECONDS, postgres.RESERVE_SECONDS) == (1, 1 / 5)
