"""The values of clocks and matches are frozen and small."""

from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module
from pkgutil import iter_modules

from engine import matches


def values_of_the_engine() -> Iterator[type]:
    """Yield the dataclasses of clocks and matches."""
    names = (
        f"{matches.__name__}.{iter_module.name}" for iter_module in iter_modules(matches.__path__)
    )
    for module in map(import_module, ("engine.clocks", *names)):
        kinds = (var for var in vars(module).values() if is_dataclass(var))
        yield from (kind for kind in kinds if kind.__module__ == module.__name__)


def test_values_of_clocks_and_matches_are_frozen_and_take_little_room():
    for kind in values_of_the_engine():
        assert kind.__dataclass_params__.frozen, kind
        assert "__slots__" in vars(kind), kind
