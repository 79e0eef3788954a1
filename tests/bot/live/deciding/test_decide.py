"""Rules of all decisions: every event has a handler, and no value can be changed."""

from dataclasses import fields, is_dataclass
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, get_args

import pytest

from bot import values
from bot.live import decide
from bot.live.decide.decide import HANDLERS, decide_after_error
from bot.live.decide.decision import Decision
from bot.values import events
from bot.values.effects import Circumstances, Effects
from bot.values.events import Event, MessageFound, ReadingDone, host_of, message_of
from tests.bot.live.deciding.playing import Play
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.rooms.cards import EC, HOST
from tests.helpers.rooms.live_rooms import line, typed


def value_classes() -> list[type[Any]]:
    """Return all classes of values in `bot.values` and `bot.live.decide`."""
    packages = (values, decide)
    modules = [
        import_module(entry.name)
        for package in packages
        for entry in walk_packages(package.__path__, f"{package.__name__}.")
    ]
    result = (value for module in modules for value in vars(module).values())
    classes = {value for value in result if isinstance(value, type) and is_dataclass(value)}
    places = tuple(package.__name__ for package in packages)
    ours = (kind for kind in classes if kind.__module__.startswith(places))
    return sorted(ours, key=lambda kind: kind.__name__)


@pytest.mark.parametrize("kind", value_classes())
def test_no_value_can_be_changed_but_the_drafts_of_a_decision(kind: type[Any]):
    is_frozen = kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert is_frozen is (kind not in {Decision, Effects})


@pytest.mark.parametrize(
    "kind", [cls for cls in value_classes() if cls.__module__ == events.__name__]
)
def test_events_hold_nothing_but_their_fields(kind: type[Any]):
    assert {*kind.__slots__} == {field.name for field in fields(kind)}  # type: ignore[attr-defined]


def test_every_event_is_decided():
    assert {*HANDLERS} == {
        event_type for event_type in get_args(Event) if event_type is not MessageFound
    }


def test_a_catch_up_ends_though_its_end_could_not_be_judged():
    play = Play("takeback=0")
    play.played("40 away since 20")
    assert play.live.is_catching_up
    result, _ = decide_after_error(play.live, ReadingDone(0, None), Circumstances(BEGAN_MS))
    assert not result.is_catching_up


def test_the_source_of_a_hosts_line_tells_the_message_and_the_host():
    messages = line("!pot+2", 12_000)
    assert (host_of(messages.source), message_of(messages.source)) == (HOST, messages.snowflake)
    assert host_of(typed(EC, "E6 E7", 12_000).source) is None
