"""The line protocol's lines: bad ones change nothing, and the command ends with its input."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from subprocess import PIPE, Popen

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cli import opponent
from bot.cli.opponent import LONGEST_LINE, Session, answer, answers
from engine.first_seat import FirstSeatChoice
from engine.games import GAMES
from engine.opponents.thinking import Budget
from engine.seats import Seat
from tests.engine.opponents.stand_in import opponent_that, put_opponent
from tests.helpers.processes.command_line import DEALER

FIRE_AND_ICE = GAMES["fire-and-ice"]


@pytest.fixture(autouse=True)
def use_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the choice of who begins be made in Fire and Ice."""
    put_opponent(
        monkeypatch, FIRE_AND_ICE.folder, opponent_that(lambda *_: FirstSeatChoice(Seat.DMO))
    )


def begun() -> Session:
    return Session.begin(FIRE_AND_ICE, Budget())


# Bad lines

texts = st.text(st.characters(codec="utf-8"), max_size=40)
words = st.sampled_from(
    [
        *opponent._COMMANDS,
        *("ec", "dmo", "both", "dealer", "host", "first", "takeback", "@5", "@1e9", "posted"),
        *("E6", "E7", "E6 E7", "concede", "-1", "0", "=", "?", ".", "/", "\r", "\x00", "é"),
    ]
)
lines = st.one_of(
    texts, st.lists(words, max_size=6).map(" ".join), st.builds("{} {}".format, words, texts)
)


@given(st.lists(lines, max_size=20))
def test_a_line_is_answered_well_or_badly_and_a_bad_one_changes_nothing(typed: list[str]):
    session = begun()
    for line in typed:
        following, text = answer(session, line)
        if not text or text.startswith("?"):
            assert following is session
        if text:
            *typed_lines, end, nothing = text.split("\n")
            assert (end, nothing) == ("", "")
            assert typed_lines[0][:2] in {"=", "= ", "? "}
            assert len(typed_lines) == 1 or (typed_lines[0], typed_lines[-1]) == ("=", ".")
            assert all(
                other_text.isprintable() for other_text in typed_lines if text.startswith("?")
            )
        session = following


@given(st.lists(lines, max_size=20))
def test_bad_lines_in_between_change_no_later_answer(typed: list[str]):
    good = ["new takeback 0", "play dmo first ec", "play ec E6 E7", "legal dmo", "record"]
    spoiled = begun()
    for line in good:
        spoiled, expected = answer(spoiled, line)
        plain = replace(spoiled)
        for bad in typed:
            following, text = answer(spoiled, bad)
            if not text.startswith("="):
                spoiled = following
        assert spoiled == plain
        assert expected.startswith("=")


def all_answers(typed: bytes) -> list[str]:
    return b"".join(answers(begun(), BytesIO(typed))).decode().split("\n\n")[:-1]


@pytest.mark.parametrize(
    "typed", [b"name", b"name\n", b"name\r\n", b"  name  \n", b"\n\nname\nquit\nname\n"]
)
def test_lines_end_as_they_may(typed: bytes):
    assert all_answers(typed)[0] == "= The Dealer"
    assert len(all_answers(typed)) == 1 + (b"quit" in typed)


@pytest.mark.parametrize("longer", [0, 1, LONGEST_LINE - 1, LONGEST_LINE, 3 * LONGEST_LINE + 5])
def test_a_line_that_is_too_long_is_one_bad_line(longer: int):
    first, *rest = all_answers(b"play ec ".ljust(LONGEST_LINE + longer, b"x") + b"\nname\n")
    assert first == "? a line has fewer than 100,000 bytes"
    assert rest == ["= The Dealer"]


def test_a_line_that_is_not_utf_8_is_a_bad_line():
    assert [all_answer[0] for all_answer in all_answers(b"\xff\xfe\nplay ec \xff\nname\n")] == [
        "?",
        "?",
        "=",
    ]


# The command


def test_the_command_answers_each_line_at_once_and_ends_with_quit(tmp_path: Path):
    command = [DEALER, "opponent", "flower-field"]
    with Popen(command, stdin=PIPE, stdout=PIPE, cwd=tmp_path) as process:
        assert process.stdin
        assert process.stdout
        for line, first in [(b"name", b"= The Dealer\n"), (b"fly", b"? "), (b"quit", b"=\n")]:
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            assert process.stdout.readline().startswith(first)
            assert process.stdout.readline() == b"\n"
        assert process.stdout.read() == b""
    assert process.returncode == 0
