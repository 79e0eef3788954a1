"""The mutants that are kept fit the code, and a line is found by its definition."""

import pytest

from tools.mutants.mutant import ROOT, Mutant, MutantLostError, read_list

CODE = """\
def one():
    return 1

class Two:
    def three(self):
        x = 1
        x = 1
        return x
"""


def test_every_mutant_that_is_kept_changes_one_line_of_its_definition():
    for mutant in read_list():
        code = (ROOT / mutant.module).read_text()
        changed = mutant.apply_to(code)
        compile(changed, mutant.module, "exec")
        pairs = zip(code.splitlines(), changed.splitlines(), strict=True)
        assert [old.strip() for old, new in pairs if old != new] == [mutant.old], mutant


@pytest.mark.parametrize(("occurrence", "line"), [(0, 5), (1, 6)])
def test_of_equal_lines_the_one_that_was_meant_is_changed(occurrence: int, line: int):
    changed = Mutant("", "Two.three", "x = 1", "x = 2", occurrence).apply_to(CODE).splitlines()
    assert changed[line] == "        x = 2"
    assert sum("x = 2" in each for each in changed) == 1


@pytest.mark.parametrize("definition", ["one", "Two.four"])
def test_a_line_that_is_not_in_its_definition_is_lost(definition: str):
    with pytest.raises(MutantLostError):
        Mutant("", definition, "x = 1", "x = 2").apply_to(CODE)
