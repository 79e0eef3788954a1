"""A mutant: one line of a definition written differently, and the test that notices."""

import ast
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
LIST: Final = Path(__file__).parent / "mutants.jsonl"
"""The mutants that the tests are held against, in the order in which they were drawn."""


class MutantLostError(Exception):
    """The line that a mutant changes is no longer in its definition."""


@dataclass(frozen=True)
class Mutant:
    """One changed line.

    The definition and the text of the line find it again when code around it has changed.

    Attributes:
        module: The path of the module in the project.
        definition: The qualified name of the function or class, or "" outside of all.
        old: The line, without its indentation.
        new: The line that takes its place, likewise.
        occurrence: The number of this line among equal ones in the definition, from 0.
        killed_by: The first test seen to fail, "" if none does; None if it has not been tried.
    """

    module: str
    definition: str
    old: str
    new: str
    occurrence: int = 0
    killed_by: str | None = None

    def apply_to(self, code: str) -> str:
        """Return the changed module.

        Raises:
            MutantLostError: The line is not in the definition.
        """
        lines = code.splitlines(keepends=True)
        inside = _lines_by_definition(code).get(self.definition, ())
        equal = [index for index in inside if lines[index].strip() == self.old]
        if self.occurrence >= len(equal):
            raise MutantLostError(f"{self.module}: {self.definition}: {self.old}")
        index = equal[self.occurrence]
        lines[index] = lines[index].replace(self.old, self.new)
        return "".join(lines)

    def __str__(self) -> str:
        return f"{self.module}: {self.definition}\n  - {self.old}\n  + {self.new}"


@cache
def _lines_by_definition(code: str) -> dict[str, range]:
    """Return the indexes of each definition's lines; those of all lines for ""."""
    everything = {"": range(len(code.splitlines()))}
    # Of several definitions with one name the first is meant.
    return everything | dict(reversed([*definitions(ast.parse(code))]))


def definitions(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, range]]:
    """Yield the qualified name and the lines of every function and class, outer ones first."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = min(part.lineno for part in (child, *child.decorator_list))
            name = f"{prefix}{child.name}"
            yield name, range(first - 1, child.end_lineno or first)
            yield from definitions(child, f"{name}.")
        else:
            yield from definitions(child, prefix)


def read_list(path: Path = LIST) -> list[Mutant]:
    """Return the mutants that are kept."""
    return [Mutant(**json.loads(line)) for line in path.read_text().splitlines()]


def write_list(mutants: Iterable[Mutant], path: Path = LIST) -> None:
    """Keep these mutants in place of all earlier ones."""
    path.write_text("".join(f"{json.dumps(asdict(mutant))}\n" for mutant in mutants))
