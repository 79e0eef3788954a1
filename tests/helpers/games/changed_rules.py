"""A game as it would be if its rules were written differently in one place."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any

PARTS = ("engine.games", "rendering")
"""The places of a game's own modules, each named after the game's folder."""


@contextmanager
def changed_rules(folder: str, module: str, old: str, new: str) -> Iterator[Any]:
    """Yield the module `rules` of a game, with a passage of one of its modules replaced.

    Its painter and texts fit such rules: all its modules are loaded anew. Earlier imports keep the
    old ones.
    """
    stored = {name: candidate for name, candidate in sys.modules.items() if _belongs(name, folder)}
    _forget(folder)
    try:
        _load(f"engine.games.{folder}.{module}", old, new)
        yield import_module(f"engine.games.{folder}.rules")
    finally:
        _forget(folder)
        sys.modules.update(stored)
        for name, other_module in stored.items():
            parent, _, leaf = name.rpartition(".")
            setattr(sys.modules[parent], leaf, other_module)


def _belongs(name: str, folder: str) -> bool:
    roots = [f"{part}.{folder}" for part in PARTS]
    return any(name == root or name.startswith(f"{root}.") for root in roots)


def _forget(folder: str) -> None:
    for name in [*sys.modules]:
        if _belongs(name, folder):
            del sys.modules[name]
            parent, _, leaf = name.rpartition(".")
            # `from parent import leaf` looks here first.
            if parent in sys.modules:
                vars(sys.modules[parent]).pop(leaf, None)


def _load(name: str, old: str, new: str) -> ModuleType:
    spec = find_spec(name)
    assert spec
    assert spec.loader
    source = spec.loader.get_source(name)  # type: ignore[attr-defined]
    assert source.count(old) == 1, f"{old!r} stands {source.count(old)} times in {name}"
    module = sys.modules[name] = module_from_spec(spec)
    exec(compile(source.replace(old, new), str(spec.origin), "exec"), vars(module))
    return module
