"""Tests of the examples in docstrings."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("bot", "engine", "rendering", "sandbox", "tests", "tools")
EXAMPLE = re.compile(r"^ *>>> ", re.MULTILINE)
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*.py")
    if EXAMPLE.search(path.read_text())
)


@pytest.mark.parametrize("name", MODULES)
def test_every_example_is_true(name: str) -> None:
    results = doctest.testmod(import_module(name))
    assert results.attempted
    assert not results.failed
