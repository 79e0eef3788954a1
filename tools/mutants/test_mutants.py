"""Tests that the stored mutants fit the code, and that a line is found by its definition."""

import pytest

from tools.mutants.mutant import ROOT, Mutant, MutantLostError, read_list
from tools.mutants.trying import TIMED_OUT, failure_in

CODE = """\
def one():
    return 1

class Two:
    def three(self):
        x = 1
        x = 1
        return x
"""


def test_every_mutant_that_is_kept_changes_one_line_of_its_definition() -> None:
    for mutant in read_list():
        code = (ROOT / mutant.module).read_text()
        changed = mutant.apply_to(code)
        compile(changed, mutant.module, "exec")
        pairs = zip(code.splitlines(), changed.splitlines(), strict=True)
        assert [old.strip() for old, new in pairs if old != new] == [mutant.old], mutant


@pytest.mark.parametrize(("occurrence", "line"), [(0, 5), (1, 6)])
def test_of_equal_lines_the_one_that_was_meant_is_changed(occurrence: int, line: int) -> None:
    changed = Mutant("", "Two.three", "x = 1", "x = 2", occurrence).apply_to(CODE).splitlines()
    assert changed[line] == "        x = 2"
    assert sum("x = 2" in text for text in changed) == 1


@pytest.mark.parametrize("definition", ["one", "Two.four"])
def test_a_line_that_is_not_in_its_definition_is_lost(definition: str) -> None:
    with pytest.raises(MutantLostError):
        Mutant("", definition, "x = 1", "x = 2").apply_to(CODE)


@pytest.mark.parametrize(
    ("code", "text", "errors", "killer"),
    [
        (0, "2 passed", "", ""),
        (1, "x\nFAILED a.py::b[c d] - assert 1 == 2\n1 failed", "", "a.py::b[c d]"),
        (2, "ERROR a.py\n1 error", "", "a.py"),
        (4, "no tests ran", "ERROR: not found: /a.py::b\n", ""),
        (4, "", "ImportError while loading conftest", TIMED_OUT),
        (5, "1 deselected", "", ""),
        (-24, "", "", TIMED_OUT),
    ],
)
def test_only_a_test_that_ran_and_failed_or_never_ended_kills(
    code: int, text: str, errors: str, killer: str
) -> None:
    assert failure_in(code, text, errors) == killer
