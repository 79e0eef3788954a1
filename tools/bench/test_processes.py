"""The rows about several processes, in a short form: what they count, not how fast it is."""

from pathlib import Path

import pytest

from tools.bench.floors import Floors
from tools.bench.plan import Plan
from tools.bench.rows.many.processes import take_overs


@pytest.mark.exhaustive
async def test_each_take_over_ends_with_the_board_of_a_move_that_the_reserve_has_judged(
    tmp_path: Path,
) -> None:
    figures = [each async for each in take_overs(_plan(tmp_path), times=2)]
    assert [each.name.rpartition(" ")[2] for each in figures] == ["p50", "p100"] * 2
    assert [len(each.samples) for each in figures] == [2] * 4
    assert all(each > 0 for figure in figures for each in figure.samples)


def _plan(folder: Path) -> Plan:
    return Plan(frozenset(), 0, 0, 0.0, 0, folder, Floors(0.0, 0.0, 0.0, 0.0, 0.0))
