"""Facts read off the sources of a game's rules."""

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from engine.game import AnyGame, Reason
from engine.refusals import Refusal

CODE = re.compile(r'\b(?:Illegal|OutOfOrder)\(\s*"([a-z-]+)"')
CONSTANT = re.compile(r"\b[A-Z_]{3,}\b")


def files_of(game: type[AnyGame]) -> list[Path]:
    return sorted(Path(inspect.getfile(game)).parent.glob("*.py"))


def sources_of(game: type[AnyGame]) -> Iterator[str]:
    return (path.read_text() for path in files_of(game))


def refusals_of(game: type[AnyGame]) -> dict[str, Refusal]:
    """Return the refusals that a game's modules name, with their names."""
    folder = game.__module__.rpartition(".")[0]
    modules = (import_module(f"{folder}.{path.stem}") for path in files_of(game))
    named = (item for module in modules for item in vars(module).items())
    return {name: value for name, value in named if isinstance(value, Refusal)}


def codes_of(game: type[AnyGame]) -> set[str]:
    """Return the codes of all refusals that these modules raise."""
    raised = {code for source in sources_of(game) for code in CODE.findall(source)}
    return raised | {refusal.code for refusal in refusals_of(game).values()}


def reasons_of(game: type[AnyGame]) -> set[Reason]:
    rules = vars(import_module(game.__module__))
    named = {name for source in sources_of(game) for name in CONSTANT.findall(source)}
    return {value for name in named if isinstance(value := rules.get(name), Reason)}
