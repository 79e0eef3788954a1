"""Frozen values, and changed copies: the quick way against the one of the standard library."""

from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from functools import cached_property
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import matches
from engine.clocks import Bank, Reserves, Seconds
from engine.game import Timing
from engine.matches.base_match import BaseMatch
from engine.matches.match import Match
from engine.matches.running_clock import RunningClock
from engine.matches.values import changed
from engine.seats import Seat
from tests.engine.playing import begun, fire_and_ice, played

CLOCK = RunningClock(Timing(1, Bank(Seconds(60)), Seat.EC), Reserves(Seconds(300)))
MATCH = played(begun(fire_and_ice(first="ec", takeback="0")), "ec @10 E6 E7")
VALUES = (CLOCK, CLOCK.start(Seconds(7)), MATCH)

every_value = pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)


@every_value
@given(data=st.data())
def test_a_changed_copy_is_what_the_standard_library_makes(value: Any, data: st.DataObject):
    names = st.sampled_from([each.name for each in fields(value)])
    changes = data.draw(st.dictionaries(names, st.integers()))
    assert changed(value, **changes) == replace(value, **changes)


@every_value
def test_the_original_stays_as_it_was(value: Any):
    before = replace(value)
    name = fields(value)[0].name
    assert getattr(changed(value, **{name: "new"}), name) == "new"
    assert value == before


@every_value
def test_a_changed_copy_is_frozen(value: Any):
    with pytest.raises(FrozenInstanceError):
        changed(value).timing = None


@pytest.mark.parametrize("kind", [Match, RunningClock])
def test_what_is_copied_so_keeps_nothing_but_its_fields(kind: type):
    assert is_dataclass(kind)
    assert not hasattr(kind, "__post_init__")
    kept = [each for known in kind.mro() for each in vars(known).values()]
    assert not any(isinstance(each, cached_property) for each in kept)


def values_of_the_engine() -> Iterator[type]:
    """The dataclasses of clocks and matches."""
    names = (f"{matches.__name__}.{each.name}" for each in iter_modules(matches.__path__))
    for module in map(import_module, ("engine.clocks", *names)):
        kinds = (each for each in vars(module).values() if is_dataclass(each))
        yield from (each for each in kinds if each.__module__ == module.__name__)


def test_values_of_clocks_and_matches_are_frozen_and_take_little_room():
    for kind in values_of_the_engine():
        assert kind.__dataclass_params__.frozen, kind
        assert "__slots__" in vars(kind) or kind in {BaseMatch, Match, RunningClock}, kind
