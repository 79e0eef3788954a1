"""Draws mutants: places in the code by a seed, each changed in one way that cosmic-ray knows."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from tools.mutants.mutant import ROOT, Mutant, definitions

DRAWN_FROM: Final = (
    "engine/games/*/*.py",
    "engine/clocks.py",
    "engine/matches/*.py",
    "bot/live/**/*.py",
    "bot/storage/**/*.py",
)
"""The rules, the clocks, the decisions on a live match, and what keeps it."""
CACHES: Final = {"cache", "lru_cache"}
"""Decorators that make a function faster and change nothing it returns."""
SAME: Final = {"core/ReplaceComparisonOperator_Is_Eq", "core/ReplaceComparisonOperator_IsNot_NotEq"}
"""Operators that change nothing: only None, booleans and enum members are compared by identity."""

Position: TypeAlias = tuple[int, int]
Place: TypeAlias = tuple[str, Position, Position]


def draw(count: int, seed: int) -> list[Mutant]:
    """Return so many mutants of different places, or one for each place if there are fewer."""
    dice = Random(seed)
    modules = sorted({module for pattern in DRAWN_FROM for module in ROOT.glob(pattern)})
    by_place = {place: result for module in modules for place, result in _changes(module).items()}
    places = dice.sample(sorted(by_place), len(by_place))
    drawn: list[Mutant] = []
    for place in places:
        operator, occurrence = dice.choice(by_place[place])
        mutant = _mutant(place[0], operator, occurrence)
        if mutant and mutant not in drawn:
            drawn.append(mutant)
        if len(drawn) == count:
            break
    return drawn


def _changes(module: Path) -> dict[Place, list[tuple[str, int]]]:
    """Return each place that can be changed, with the operators that change it there."""
    code, name = module.read_text(), str(module.relative_to(ROOT))
    nodes, tree = [*ast_nodes(get_ast(code))], ast.parse(code)
    idle = [*_ranges_of_types(tree), *_ranges_of_caches(tree)]
    result = defaultdict(list)
    for operator in sorted({*operator_names()} - SAME):
        kind = get_operator(operator)
        if kind.arguments():
            continue
        places = (place for node in nodes for place in kind().mutation_positions(node))
        for occurrence, (start, end) in enumerate(places):
            if not any(first <= start and end <= last for first, last in idle):
                result[name, start, end].append((operator, occurrence))
    return result


def _mutant(module: str, operator: str, occurrence: int) -> Mutant | None:
    """Return a change as a mutant; None if it is no Python or changes more than one line."""
    code = (ROOT / module).read_text()
    changed = mutate_code(code, get_operator(operator)(), occurrence)
    old, new = code.splitlines(), changed.splitlines()
    if len(old) != len(new) or not _is_python(changed):
        return None
    different = [index for index, line in enumerate(old) if line != new[index]]
    if len(different) != 1:
        return None
    index = different[0]
    enclosing = [(name, span) for name, span in definitions(ast.parse(code)) if index in span]
    name, span = enclosing[-1] if enclosing else ("", range(len(old)))
    line = old[index].strip()
    earlier = sum(old[before].strip() == line for before in span if before < index)
    return Mutant(module, name, line, new[index].strip(), earlier)


def _is_python(code: str) -> bool:
    try:
        compile(code, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def _ranges_of_types(tree: ast.AST) -> Iterator[tuple[Position, Position]]:
    """Yield where types are written."""
    for node in ast.walk(tree):
        written = [getattr(node, name, None) for name in ("annotation", "returns")]
        if isinstance(node, ast.AnnAssign) and "TypeAlias" in ast.unparse(node.annotation):
            written.append(node.value)
        for other_node in written:
            if other_node is not None:
                yield (
                    (other_node.lineno, other_node.col_offset),
                    (other_node.end_lineno, other_node.end_col_offset),
                )


def _ranges_of_caches(tree: ast.AST) -> Iterator[tuple[Position, Position]]:
    """Yield where decorators cache a function's results, with the `@`."""
    for node in ast.walk(tree):
        for part in getattr(node, "decorator_list", ()):
            if ast.unparse(part).partition("(")[0] in CACHES:
                yield (part.lineno, part.col_offset - 1), (part.end_lineno + 1, 0)
