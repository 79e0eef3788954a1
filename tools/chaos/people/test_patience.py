"""Tests of people's patience with a database whose files a power cut is putting back."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.helpers.databases.kept_databases import OnFile, Unreadable
from tools.chaos.people import patience, practising, rulings
from tools.chaos.people.patience import Patience
from tools.chaos.processes.bot_processes import Owners


@dataclass
class FallingBack:
    """A database of one number, which cannot be read at first."""

    vain_looks: int

    def rows(self, *_: object) -> list[tuple[int]]:
        self.vain_looks -= 1
        if self.vain_looks >= 0:
            raise Unreadable
        return [(7,)]


def patience_with(vain_looks: int, seconds: float) -> Patience:
    watch = SimpleNamespace(patience_seconds=seconds)
    return Patience(cast("Any", watch), Owners(cast("OnFile", FallingBack(vain_looks))))


@pytest.fixture(autouse=True)
def _look_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "LOOK_AGAIN_SECONDS", 0.0)


async def test_who_rules_and_who_practises_looks_again_until_the_files_are_back() -> None:
    ruled = SimpleNamespace(match_id=1, patience=patience_with(2, 60.0))
    assert await rulings._given(cast("Any", ruled)) == 7
    person = practising.Practising(cast("Any", None), "1", patience_with(2, 60.0))
    assert await person._count(practising.DEALT) == 7


async def test_a_database_that_cannot_be_read_for_long_is_no_silence() -> None:
    with pytest.raises(TimeoutError, match="could be read"):
        await patience_with(10**9, 0.05).stored(lambda database: database.rows(""))


async def test_patience_begins_anew_with_each_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(100))
    monkeypatch.setattr(patience, "time", SimpleNamespace(monotonic=lambda: next(seconds)))
    person = patience_with(0, 3.0)

    def is_fifth_bot(_: object) -> bool:
        person.processes.ends += 1
        return person.processes.ends == 5

    await person.stored(lambda _: None, is_fifth_bot)
    assert next(seconds) > 3
    with pytest.raises(TimeoutError):
        await person.stored(lambda _: None, lambda _: False)
