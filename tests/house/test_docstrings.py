"""Tests of the docstrings of all folders."""

import doctest
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("bot", "engine", "migrations", "rendering", "sandbox", "tests", "tools")
WORDS = "What|Whatever|Whether|Who|Whom|Whose|Whoever|How|Where|Those"
CLAUSE = re.compile(rf'^ *r?"{{3}}({WORDS})\b.*', re.MULTILINE)
EXAMPLE = re.compile(r"^ *>>> ", re.MULTILINE)


def sources() -> Iterator[tuple[Path, str]]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path, path.read_text()


def test_no_docstring_begins_with_a_clause():
    clauses = {path: CLAUSE.search(text) for path, text in sources()}
    assert [f"{path}: {clause[0]}" for path, clause in clauses.items() if clause] == []


def test_every_example_is_true():
    for path in [path for path, text in sources() if EXAMPLE.search(text)]:
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts).removesuffix(".__init__")
        results = doctest.testmod(import_module(name))
        assert results.attempted, name
        assert not results.failed, name
