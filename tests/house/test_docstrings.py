"""Tests of the docstrings of all folders."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("bot", "engine", "migrations", "rendering", "sandbox", "tests", "tools")
WORDS = "What|Whatever|Whether|Who|Whom|Whose|Whoever|How|Where|Those"
CLAUSE = re.compile(rf'^ *r?"{{3}}({WORDS})\b.*', re.MULTILINE)


def test_no_docstring_begins_with_a_clause() -> None:
    paths = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    match = {path: CLAUSE.search(path.read_text()) for path in paths}
    assert [f"{path}: {clause[0]}" for path, clause in match.items() if clause] == []
