"""The brief, row by row: each names its ruling and tests, and they exist; so does what is built."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
BRIEF = ROOT / "docs" / "brief.md"
ROWS = re.findall(r"^\| (?!the (?:page|card) says|---)(.+) \|$", BRIEF.read_text(), re.MULTILINE)
"""Every row of its tables: what is asked for, where it is decided, where it is seen, its tests."""
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)(?:\[([\w-]+)\])?`")
"""A test: its file, its name, and the transcript that it compares, if it goes over them."""
RULING = re.compile(r"\[(?:clocks )?(\d+)\]\((rulings/[\w-]+\.md)(?:#clocks)?\)")
PACKAGES = {"discord.py", "pillow", "sqlalchemy", "aiosqlite", "pytest-asyncio"}
AT_THE_TOP = {
    "pyproject.toml",
    "bot",
    "engine",
    "rendering",
    "migrations",
    "tests",
    "Dockerfile",
    ".env.example",
}


@cache
def functions_in(path: str) -> set[str]:
    body = ast.parse((ROOT / path).read_text()).body
    return {
        statement.name
        for statement in body
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef)
    }


@cache
def transcripts() -> set[str]:
    """Return the names of the transcripts, as pytest has them: `fire-and-ice-clock-en`."""
    files = (ROOT / "tests/bot/posts/transcripts").glob("*/*/*.txt")
    return {f"{file.parts[-3]}-{file.stem}-{file.parts[-2]}" for file in files}


def test_every_row_of_the_brief_names_where_it_is_decided_and_tests_that_exist():
    for row in ROWS:
        _said, decided, _seen, shown_by = row.split(" | ")
        named = NAMED.findall(shown_by)
        assert "](" in decided, row
        assert len(named) == len(shown_by.split(", ")), row
        assert [name for path, name, _ in named if name not in functions_in(path)] == [], row
        assert {name for _, _, name in named if name} <= transcripts(), row


def test_every_ruling_that_the_brief_cites_is_there():
    cited = set(RULING.findall("\n".join(ROWS)))
    assert cited
    pages = {page: (ROOT / "docs" / page).read_text() for _number, page in cited}
    assert not [
        (number, page)
        for number, page in cited
        if not re.search(rf"^{number}\. ", pages[page], re.MULTILINE)
    ]


def test_every_package_of_the_card_is_required():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    required = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    assert {re.split(r"[\[<>=]", name)[0].lower() for name in required} >= PACKAGES


def test_everything_that_the_card_has_at_the_top_is_there():
    assert {path.name for path in ROOT.iterdir()} >= AT_THE_TOP
