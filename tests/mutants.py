"""Changes the rules of the games in small ways, one at a time, to see whether a test notices.

`make mutants` draws places in `engine/games` by a seed, changes each in one way that cosmic-ray
knows, and runs that game's tests on a copy of the project. A mutant that passes them all survives:
either the change makes no difference, or a test is missing.
"""

import argparse
import ast
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Queue
from random import Random

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from engine.games import GAMES

ROOT = Path(__file__).parents[1]
COPIED = ("bot", "docs", "engine", "rendering", "tests", "pyproject.toml")
PATIENCE = 4
"""How many times as long as unchanged a changed game's tests may compute."""
MEMORY = 4 << 30
RECORDS = "10"
"""How many random records both referees judge; few, for there are many mutants."""

TESTS_OF_ALL = (
    "tests/plain/test_agreement.py::test_both_referees_agree_on_random_records",
    "tests/test_games_conform.py",
)
"""The tests that go over all games; each is run for the changed game only."""
CACHES = {"cache", "lru_cache"}
"""Decorators that make a function faster and change nothing it returns."""
SAME = {
    "core/ReplaceComparisonOperator_Is_Eq",
    "core/ReplaceComparisonOperator_IsNot_NotEq",
}
"""What changes nothing: here only None, booleans and members of enums are compared by identity."""

Position = tuple[int, int]


@dataclass(frozen=True)
class Place:
    """Where the code of a game can be changed."""

    module: str
    start: Position
    end: Position

    @property
    def folder(self) -> str:
        """The folder of the game."""
        return Path(self.module).parent.name


@dataclass(frozen=True)
class Mutant:
    """One change of one place: which of the operator's places in the module it is."""

    place: Place
    operator: str
    occurrence: int

    def changed(self, code: str) -> str:
        """The changed module."""
        return mutate_code(code, get_operator(self.operator)(), self.occurrence)

    def __str__(self) -> str:
        code = (ROOT / self.place.module).read_text()
        lines = zip(code.splitlines(), self.changed(code).splitlines(), strict=False)
        old, new = next((each for each in lines if each[0] != each[1]), ("", ""))
        where = f"{self.place.module}:{self.place.start[0]}"
        return (
            f"{where} {self.operator.removeprefix('core/')}\n  - {old.strip()}\n  + {new.strip()}"
        )


def mutants_of(module: Path) -> dict[Place, list[Mutant]]:
    """All that can be changed in a module, by place, but for types and caches, which do nothing."""
    code = module.read_text()
    nodes = [*ast_nodes(get_ast(code))]
    tree = ast.parse(code)
    idle = [*ranges_of_types(tree), *ranges_of_caches(tree)]
    found = defaultdict(list)
    name = str(module.relative_to(ROOT))
    for operator in sorted({*operator_names()} - SAME):
        kind = get_operator(operator)
        if kind.arguments():
            continue
        places = (place for node in nodes for place in kind().mutation_positions(node))
        for occurrence, (start, end) in enumerate(places):
            if not any(first <= start and end <= last for first, last in idle):
                place = Place(name, start, end)
                found[place].append(Mutant(place, operator, occurrence))
    return found


def ranges_of_types(tree: ast.AST) -> Iterator[tuple[Position, Position]]:
    """Where types are written."""
    for node in ast.walk(tree):
        written = [getattr(node, name, None) for name in ("annotation", "returns")]
        if isinstance(node, ast.AnnAssign) and "TypeAlias" in ast.unparse(node.annotation):
            written.append(node.value)
        for each in written:
            if each is not None:
                yield (each.lineno, each.col_offset), (each.end_lineno, each.end_col_offset)


def ranges_of_caches(tree: ast.AST) -> Iterator[tuple[Position, Position]]:
    """Where decorators have a function keep what it has returned, with the `@`."""
    for node in ast.walk(tree):
        for each in getattr(node, "decorator_list", ()):
            if ast.unparse(each).partition("(")[0] in CACHES:
                yield (each.lineno, each.col_offset - 1), (each.end_lineno + 1, 0)


def drawn(count: int, seed: int, game: str = "") -> list[Mutant]:
    """So many places of all games, or of one, each changed in one way."""
    dice = Random(seed)
    modules = sorted((ROOT / "engine/games").glob(f"{game or '*'}/*.py"))
    by_place = {place: each for module in modules for place, each in mutants_of(module).items()}
    places = sorted(by_place, key=lambda place: (place.module, place.start, place.end))
    chosen = dice.sample(places, min(count, len(places)))
    return [dice.choice(by_place[place]) for place in chosen]


class Copy:
    """A copy of the project in which one module at a time is changed."""

    def __init__(self, folder: Path, times: Path) -> None:
        self.folder, self.times = folder, times
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(source, folder / name, ignore=ignored)
            else:
                shutil.copy(source, folder / name)

    def is_killed(self, mutant: Mutant, seconds: float) -> bool:
        """Whether a test of the game fails, or takes out of all proportion."""
        module = self.folder / mutant.place.module
        code = module.read_text()
        module.write_text(mutant.changed(code))
        try:
            return not self.passes(mutant.place.folder, seconds)
        finally:
            module.write_text(code)

    def passes(self, game: str, seconds: float) -> bool:
        """Whether all the tests of a game pass within so many seconds of computing."""
        others = (name for name, each in GAMES.items() if each.folder() != game)
        command = [
            *(sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-p", "pytest_asyncio.plugin"),
            *("-p", "no:cacheprovider", "-p", "tests.quickest_first"),
            *(f"tests/engine/games/{game}", *TESTS_OF_ALL),
            *(str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob(f"test_{game}.py")),
            *("-k", " and ".join(f"not {name}" for name in others)),
        ]
        environment = {
            **os.environ,
            "DEALER_PROPERTIES": "unshrunk",
            "DEALER_RANDOM_RECORDS": RECORDS,
            "DEALER_TEST_TIMES": str(self.times / game),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        finished = subprocess.run(
            command,
            cwd=self.folder,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=partial(limit, int(seconds)),
            check=False,
        )
        return finished.returncode == 0


def limit(seconds: int) -> None:
    """Let a process compute for so long, and take so much memory."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def seconds_computed() -> float:
    """How long all processes that have ended computed."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def allowed(copy: Copy, games: set[str]) -> dict[str, float]:
    """How long each game's tests may compute; they must pass while nothing is changed."""
    seconds = {}
    for game in sorted(games):
        before = seconds_computed()
        if not copy.passes(game, 3600):
            sys.exit(f"The tests of {game} fail before anything is changed.")
        seconds[game] = PATIENCE * (seconds_computed() - before) + 10
    return seconds


def main() -> None:
    """Draw mutants, try each, and tell which survive."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="how many places are changed")
    parser.add_argument("--seed", type=int, default=1, help="which places are drawn")
    parser.add_argument("--game", default="", help="the folder of one game, instead of all")
    parser.add_argument("--jobs", type=int, default=2, help="how many are tried at a time")
    chosen = parser.parse_args()
    mutants = drawn(chosen.count, chosen.seed, chosen.game)
    with tempfile.TemporaryDirectory() as folder:
        copies: Queue[Copy] = Queue()
        for number in range(chosen.jobs):
            copies.put(Copy(Path(folder) / str(number), Path(folder)))
        seconds = allowed(copies.queue[0], {each.place.folder for each in mutants})
        survivors = []
        with ThreadPoolExecutor(chosen.jobs) as pool:
            killed = pool.map(partial(tried, copies, seconds), mutants)
            for number, (mutant, is_killed) in enumerate(zip(mutants, killed, strict=True), 1):
                if not is_killed:
                    survivors.append(mutant)
                    print(f"survived: {mutant}", flush=True)
                if number % 10 == 0:
                    print(f"{number} tried, {number - len(survivors)} killed", flush=True)
    share = 100 * (len(mutants) - len(survivors)) / max(1, len(mutants))
    print(f"{len(mutants) - len(survivors)} of {len(mutants)} killed ({share:.1f} %)")


def tried(copies: "Queue[Copy]", seconds: dict[str, float], mutant: Mutant) -> bool:
    """Whether a mutant is killed, tried in whichever copy is free."""
    copy = copies.get()
    try:
        return copy.is_killed(mutant, seconds[mutant.place.folder])
    finally:
        copies.put(copy)


if __name__ == "__main__":
    main()
