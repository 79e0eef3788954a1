"""Facts read off the sources of a game's rules."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

from engine.game import AnyGame, Reason

CODE = re.compile(r'\b(?:Illegal|OutOfOrder)\(\s*"([a-z-]+)"')
REASON = re.compile(r"\bReason\.([A-Z_]+)")


def files_of(game: type[AnyGame]) -> list[Path]:
    return sorted(Path(inspect.getfile(game)).parent.glob("*.py"))


def sources_of(game: type[AnyGame]) -> Iterator[str]:
    return (path.read_text() for path in files_of(game))


def codes_of(game: type[AnyGame]) -> set[str]:
    """Return the codes of all refusals that these modules raise."""
    return {code for source in sources_of(game) for code in CODE.findall(source)}


def reasons_of(game: type[AnyGame]) -> set[Reason]:
    return {Reason[name] for source in sources_of(game) for name in REASON.findall(source)}
