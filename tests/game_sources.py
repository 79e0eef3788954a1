"""What can be read off the sources of a game's rules."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

from engine.game import AnyGame


def sources_of(game: type[AnyGame]) -> Iterator[ast.AST]:
    """The modules in the folder of a game's rules."""
    folder = Path(inspect.getfile(game)).parent
    return (ast.parse(path.read_text()) for path in sorted(folder.glob("*.py")))


def codes_of(game: type[AnyGame]) -> set[str]:
    """The codes of all refusals that these modules raise."""
    return {
        node.args[0].value
        for source in sources_of(game)
        for node in ast.walk(source)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"Illegal", "OutOfOrder"}
        and isinstance(node.args[0], ast.Constant)
    }
