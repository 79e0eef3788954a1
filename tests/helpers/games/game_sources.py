"""Facts read off the sources of a game's rules."""

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from engine.game import AnyGame, Reason

CODE = re.compile(r'\b(?:Illegal|OutOfOrder)\(\s*"([a-z-]+)"')
CONSTANT = re.compile(r"\b[A-Z_]{3,}\b")


def files_of(game: type[AnyGame]) -> list[Path]:
    return sorted(Path(inspect.getfile(game)).parent.glob("*.py"))


def sources_of(game: type[AnyGame]) -> Iterator[str]:
    return (path.read_text() for path in files_of(game))


def codes_of(game: type[AnyGame]) -> set[str]:
    """Return the codes of all refusals that these modules raise."""
    return {code for source in sources_of(game) for code in CODE.findall(source)}


def reasons_of(game: type[AnyGame]) -> set[Reason]:
    rules = vars(import_module(game.__module__))
    named = {name for source in sources_of(game) for name in CONSTANT.findall(source)}
    return {value for name in named if isinstance(value := rules.get(name), Reason)}
