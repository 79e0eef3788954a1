"""Each row of the tables is decided as it says there, and deciding is pure.

`make transcripts` writes the decisions anew; the difference is to be read before it is committed.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bot.live.deciding.noting import use_noting_composer
from tests.bot.live.deciding.playing import Play, Storage
from tests.helpers.clocks.fake_clock import BEGAN_MS

TABLES = Path(__file__).parent / "tables"
REWRITES = bool(os.environ.get("DEALER_REWRITE_TRANSCRIPTS"))
ROW, DECISION = "  ", "      "
CASES = [
    pytest.param(path, case, id=f"{path.stem}: {case.splitlines()[0]}")
    for path in sorted(TABLES.rglob("*.txt"))
    for case in path.read_text().strip().split("\n\n")
]


@pytest.fixture
def storage(tmp_path: Path, new_database: Path) -> Iterator[Storage]:
    storage = Storage(tmp_path / "dealer.sqlite", new_database)
    yield storage
    storage.close()


def played(case: str, storage: Storage | None) -> str:
    title, *lines = case.splitlines()
    values = [line.removeprefix(ROW) for line in lines if not line.startswith(DECISION)]
    has_settings = not values[0][0].isdigit()
    play = Play(values[0] if has_settings else "", storage)
    written = [title, *(f"{ROW}{line}" for line in values[:1] if has_settings)]
    for row in values[has_settings:]:
        written += [f"{ROW}{row}", *(f"{DECISION}{line}" for line in play.played(row))]
    return "\n".join(written)


@pytest.mark.parametrize(("path", "case"), CASES)
def test_every_row_is_decided_as_the_table_says(
    path: Path, case: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
):
    """Over a restart, a real database keeps what was decided before."""
    use_noting_composer(monkeypatch)
    storage = request.getfixturevalue("storage") if " restart" in case else None
    written = played(case, storage)
    if REWRITES:
        path.write_text(path.read_text().replace(case, written))
    else:
        assert written == case


SUMMER = "WINTER0SUMMER,J319/0,J322/0"
"""A zone whose summer time begins two hours after the matches of the tables do."""


@pytest.fixture
def summer() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", SUMMER)
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("summer")
@pytest.mark.parametrize(
    "case", [case.values[1] for case in CASES if case.values[0].stem == "slow"]
)
def test_summer_time_begins_in_slow_play_and_changes_nothing(
    case: str, monkeypatch: pytest.MonkeyPatch, storage: Storage
):
    days = [time.localtime(BEGAN_MS / 1000 + 86_400 * day).tm_isdst for day in range(4)]
    assert days == [0, 1, 1, 1]
    use_noting_composer(monkeypatch)
    assert played(case, storage) == case
