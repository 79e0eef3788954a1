"""Facts read off the sources of a game's rules."""

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

from engine.game import AnyGame, Reason
from engine.refusals import Refusal

KINDS = "engine.kinds."
CODE = re.compile(r'\b(?:Illegal|OutOfOrder)\(\s*"([a-z-]+)"')
CONSTANT = re.compile(r"\b[A-Z_]{3,}\b")


def modules_of(game: type[AnyGame]) -> list[ModuleType]:
    """Return the modules of a game's folder, and those of its kind."""
    folder = Path(inspect.getfile(game)).parent
    package = game.__module__.rpartition(".")[0]
    names = [f"{package}.{path.stem}" for path in sorted(folder.glob("*.py"))]
    kinds = [base.__module__ for base in game.__mro__ if base.__module__.startswith(KINDS)]
    return [import_module(name) for name in (*names, *kinds)]


def sources_of(game: type[AnyGame]) -> Iterator[str]:
    return map(inspect.getsource, modules_of(game))


def refusals_of(game: type[AnyGame]) -> dict[str, Refusal]:
    """Return the refusals that a game's modules name, with their names."""
    named = (item for module in modules_of(game) for item in vars(module).items())
    return {name: value for name, value in named if isinstance(value, Refusal)}


def codes_of(game: type[AnyGame]) -> set[str]:
    """Return the codes of all refusals that these modules raise."""
    raised = {code for source in sources_of(game) for code in CODE.findall(source)}
    return raised | {refusal.code for refusal in refusals_of(game).values()}


def reasons_of(game: type[AnyGame]) -> set[Reason]:
    rules = [vars(module) for module in modules_of(game)]
    named = {name for source in sources_of(game) for name in CONSTANT.findall(source)}
    values = (names.get(name) for names in rules for name in named)
    return {value for value in values if isinstance(value, Reason)}
