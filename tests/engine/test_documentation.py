"""The engine works as a library: its names are documented and its examples run."""

import doctest
import importlib
import inspect
import pkgutil
from types import ModuleType

import pytest

import engine

MODULES = [
    engine,
    *(
        importlib.import_module(found.name)
        for found in pkgutil.walk_packages(engine.__path__, prefix="engine.")
    ),
]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_examples_run(module: ModuleType):
    assert doctest.testmod(module).failed == 0


def test_there_are_examples():
    assert sum(doctest.testmod(module).attempted for module in MODULES) >= 9


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_public_names_are_documented(module: ModuleType):
    own = {
        name: value
        for name, value in vars(module).items()
        if (inspect.isclass(value) or inspect.isfunction(value))
        and value.__module__ == module.__name__
        and not value.__name__.startswith("_")
    }
    assert module.__doc__
    assert [name for name, value in own.items() if not value.__doc__] == []
