"""Worked cases of a game as records: after an entry that is refused, a comment has the answer.

Both referees agree on them; so what is accepted leads to the position that the second one knows.
"""

from pathlib import Path

import pytest

from bot.texts import answers
from engine.records.referee import referee
from tests.games.referees.test_agreement import BETWEEN, judge_twice

CASES = [
    pytest.param(path.stem, case, id=f"{path.stem}-{number}")
    for path in sorted((Path(__file__).parent / "cases").glob("*.txt"))
    for number, case in enumerate(path.read_text().split(BETWEEN), 1)
]


def with_answers(record: str) -> str:
    """Return a record in which just those entries are answered that are refused."""
    head, _, body = record.partition("\n\n")
    typed = [line for line in body.splitlines() if not line.startswith("# ")]
    lines = [*head.splitlines(), "", *typed]
    for verdict in reversed(referee("\n".join(lines), answers.refusal)[:-1]):
        if verdict["verdict"] == "rejected":
            lines.insert(verdict["line"], f"# {verdict['code']}: {verdict['message']}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("game", "record"), CASES)
def test_a_record_is_judged_as_its_comments_say(game: str, record: str):
    assert with_answers(record) == record
    judge_twice(game, record)
