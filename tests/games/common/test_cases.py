"""Worked cases of a game as records: after an entry that is refused, a comment has the answer.

Both referees agree on them; so what is accepted leads to the position that the second one knows.
The file is no record where there is a `#fault: ...`, below the line at fault.

A note `#ec sees on board-1: Open.` has words that a viewer reads there, in an alt text or among
symbols; `#public sees no: Routes` has some that are nowhere. Of several boards, `in front: 1` is
the one that a viewer is shown first. `#refused on ec: P1` has cells of a refusal, and their board.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.texts import answers
from bot.texts.language import say
from engine.matches.match import Match
from engine.records.history import fresh_match
from engine.records.record import RecordError, read_record
from engine.records.referee import referee
from engine.refusals import Refused
from engine.seats import HOST, PUBLIC, SEATS, Host, Viewer
from engine.text_boards import written
from engine.texts import texts_of
from rendering import close_ups_of
from tests.games.referees.test_agreement import BETWEEN, judge_twice

CASES = [
    pytest.param(path.stem, case, id=f"{path.stem}-{number}")
    for path in sorted((Path(__file__).parent / "cases").glob("*.txt"))
    for number, case in enumerate(path.read_text().split(BETWEEN), 1)
]
WITH_NOTES = [
    case for case in CASES if re.search("^#(?!fault)[^ ]", str(case.values[1]), re.MULTILINE)
]
NOTE = re.compile(r"#(public|ec|dmo|host|refused)(?: sees)?( no)?(?: on ([\w-]+))?: (.+)")
VIEWERS: dict[str, Viewer | Host] = {
    "public": PUBLIC,
    "host": HOST,
    **{seat.value: seat for seat in SEATS},
}
NAMES = dict.fromkeys(SEATS, "")


def with_answers(record: str) -> str:
    """Return a record in which just those entries are answered that are refused."""
    head, _, body = record.partition("\n\n")
    lines = [line for line in head.splitlines() if not line.startswith("#fault: ")]
    lines += ["", *(line for line in body.splitlines() if not line.startswith("# "))]
    for number, answer in reversed([*answers_to("\n".join(lines))]):
        lines.insert(number, answer)
    return "\n".join(lines) + "\n"


def answers_to(record: str) -> Iterator[tuple[int, str]]:
    """Yield what is answered, with the number of the line that it is about."""
    try:
        *verdicts, _ = referee(record, answers.refusal)
    except RecordError as error:
        yield error.line, f"#fault: {error.problem}"
        return
    for verdict in verdicts:
        if verdict["verdict"] == "rejected":
            yield verdict["line"], f"# {verdict['code']}: {verdict['message']}"


@pytest.mark.parametrize(("game", "record"), CASES)
def test_a_record_is_judged_as_its_comments_say(game: str, record: str):
    assert with_answers(record) == record
    judge_twice(game, record)


def seen(match: Match, viewer: Viewer | Host, board: str | None) -> str:
    """Return all that a viewer can read: of one board, or in any place."""
    view, texts, painter = match.view(viewer), texts_of(match.game), close_ups_of(match.game)
    boards = [shown for shown in texts.text_boards(view) if board in {None, shown.name}]
    words = [texts.alt(shown.name, view, NAMES) for shown in boards]
    if board is None:
        words += [texts.understood(view), texts.holdings(view), texts.standing(view)]
        words += [f"in front: {painter.foremost(view)}"] if painter else []
    return "\n".join([*map(say, words), *map(written, boards)])


@pytest.mark.parametrize(("game", "record"), WITH_NOTES)
def test_everybody_sees_what_the_notes_in_a_record_say(game: str, record: str):
    read = read_record(record)
    entries = {recorded.line: recorded.entry for recorded in read.entries}
    match, refusal = fresh_match(read), None
    for number, line in enumerate(record.splitlines(), 1):
        if number in entries:
            step = match.enter(entries[number])
            match, refusal = step.chain(Match.draw_lots).match, step.refusal
        elif re.match("#[^ ]", line):
            check_note(line, match, refusal)


def check_note(line: str, match: Match, refusal: Refused | None) -> None:
    note = NOTE.fullmatch(line)
    assert note, line
    name, no, board, words = note.groups()
    if name != "refused":
        assert (words in seen(match, VIEWERS[name], board)) is not bool(no), line
    else:
        assert refusal, line
        assert (refusal.board, " ".join(map(str, refusal.cells))) == (board or "", words)
