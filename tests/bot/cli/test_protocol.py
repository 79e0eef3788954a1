"""The line protocol: each command and error, what it plays and may not see, and bad lines."""

import json
import re
from dataclasses import replace
from io import BytesIO
from itertools import islice
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cli import opponent
from bot.cli.opponent import LONGEST_LINE, Session, answer, answers
from engine.first_seat import FirstSeatChoice
from engine.games import GAMES
from engine.games.flower_fields.board import Flower, FlowerColor
from engine.games.flower_fields.position import Hiding
from engine.grids.grid import Cell
from engine.opponents.thinking import MAX_LISTED, Budget, Level
from engine.records.record import read_record
from engine.records.referee import final_match, referee
from engine.seats import SEATS, Seat
from tests.bot.cli.protocol_transcripts import as_answered, exchanges
from tests.engine.opponents.stand_in import opponent_that, put_opponent
from tests.games.template_game.rules import LastCell
from tests.helpers.processes.command_line import DEALER

FIRE_AND_ICE = GAMES["fire-and-ice"]
FLOWERS = GAMES["doubting-flower-field"]


@pytest.fixture(autouse=True)
def opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hidden flowers be played, and a choice of who begins in Fire and Ice."""
    put_opponent(monkeypatch, FLOWERS.folder, opponent_that(act_by_what_is_seen))
    put_opponent(
        monkeypatch, FIRE_AND_ICE.folder, opponent_that(lambda *_: FirstSeatChoice(Seat.DMO))
    )
    monkeypatch.setitem(GAMES, LastCell.name, LastCell)


def begun(kind: Any = FIRE_AND_ICE, **budget: Any) -> Session:
    return Session.begin(kind, Budget(Level.RANDOM, **budget))


def after(session: Session, *lines: str) -> Session:
    for line in lines:
        session, text = answer(session, line)
        assert not text.startswith("?"), (line, text)
    return session


def said(session: Session, line: str) -> str:
    text = answer(session, line)[1]
    assert text.endswith("\n\n")
    return text[:-2]


TYPED = Path(__file__).with_name("protocol.txt").read_text()
TRANSCRIPTS = dict(piece.split("\n", 1) for piece in re.split("^# ", TYPED, flags=re.MULTILINE)[1:])
"""Typed lines and answers, by what they show."""


@pytest.mark.parametrize("transcript", TRANSCRIPTS.values(), ids=TRANSCRIPTS)
def test_every_line_is_answered_as_described(transcript: str):
    session = begun()
    for exchange in exchanges(transcript):
        session, text = answer(session, exchange.typed)
        assert (exchange.typed, text) == (exchange.typed, as_answered(exchange))


def test_every_command_is_in_a_transcript():
    typed = [exchange.typed for text in TRANSCRIPTS.values() for exchange in exchanges(text)]
    assert {*opponent._COMMANDS} <= {line.split()[0] for line in typed if line}


# Play


def act_by_what_is_seen(game: Any, view: Any, seat: Seat) -> Any:
    """Hide flowers or choose who begins: what exactly, everything that is seen decides."""
    drawn = crc32(repr(view).encode())
    if view.own:
        return FirstSeatChoice(SEATS[drawn % len(SEATS)])
    return Hiding(tuple(Flower(Cell(drawn % 7, row), FlowerColor.RED) for row in (0, 1)))


def test_what_it_plays_is_played():
    session = begun(LastCell)
    for seat in [Seat.EC, Seat.DMO] * 4 + [Seat.EC]:
        open_cells = json.loads(said(session, f"legal {seat}")[2:])
        session, text = answer(session, f"genmove {seat}")
        assert text[2:].strip() in open_cells
    assert said(session, "result") == '= {"winner": "ec", "reason": "full-board"}'
    assert said(session, "position") == '= "***/***/***"'


def cells_played(*lines: str, seed: int = 0) -> list[str]:
    session, cells = after(begun(LastCell, seed=seed), *lines), []
    for seat in [Seat.EC, Seat.DMO] * 3:
        session, text = answer(session, f"genmove {seat}")
        cells.append(text)
    return cells


def test_the_same_lines_and_seed_give_the_same_answers():
    assert cells_played(seed=1) == cells_played(seed=1) != cells_played(seed=2)
    assert cells_played() == cells_played("name", "legal ec", "# so far") == cells_played("new")


def test_every_action_is_thought_about_anew():
    session, texts = begun(LastCell), set()
    for _ in range(20):
        session, text = answer(session, "genmove ec")
        session = after(session, "undo")
        texts.add(text)
    assert len(texts) > 1


def test_level_and_nodes_are_those_of_the_session(monkeypatch: pytest.MonkeyPatch):
    asked = []

    def remembered(match: Any, seat: Seat, budget: Budget) -> str:
        asked.append(budget)
        return "A1"

    monkeypatch.setattr(opponent, "typed", remembered)
    answer(Session.begin(LastCell, Budget(Level.HARD, 1, 500)), "genmove ec")
    assert [(request.level, request.nodes) for request in asked] == [(Level.HARD, 500)]


def test_an_action_that_the_rules_forbid_is_not_played(monkeypatch: pytest.MonkeyPatch):
    put_opponent(monkeypatch, LastCell.folder, opponent_that(lambda *_: Cell(0, 0)))
    session = after(begun(LastCell), "play ec A1")
    assert answer(session, "genmove dmo") == (session, "? occupied: Already taken: A1.\n\n")


@pytest.mark.parametrize("kind", GAMES.values(), ids=GAMES)
def test_no_more_legal_actions_are_listed_than_agreed(kind: type[Any]):
    session = begun(kind)
    for seat in session.match.to_act:
        every = session.match.game.legal(session.match.state, seat)
        listed = json.loads(said(session, f"legal {seat}")[2:])
        assert listed == [session.match.game.write(action) for action in islice(every, MAX_LISTED)]


# Hidden views


@pytest.mark.parametrize("seats", ["seats dmo", "seats both"])
@pytest.mark.parametrize("then", [[], ["play dmo hide B1 red, B7 blue"]])
def test_what_one_seat_hides_changes_no_answer_for_the_other(seats: str, then: list[str]):
    here, there = (
        after(begun(FLOWERS), seats, f"play ec hide {cell} red, G7 blue", *then)
        for cell in ("A1", "C3")
    )
    assert here.match.state != there.match.state
    for line in ("position", "legal dmo", "result", "genmove dmo", "genmove dmo"):
        (here, text), (there, two) = answer(here, line), answer(there, line)
        assert text == two


def test_the_stand_in_would_give_away_what_it_sees():
    hidden = (f"play dmo hide {cell} red, G7 blue" for cell in ("A1", "B1", "C1", "D1", "E1"))
    views = [after(begun(FLOWERS), flower).match.view(Seat.DMO) for flower in hidden]
    assert len({act_by_what_is_seen(FLOWERS(), view, Seat.DMO) for view in views}) > 1


def test_a_view_that_it_may_not_have_is_not_even_asked_for(monkeypatch: pytest.MonkeyPatch):
    session = after(begun(FLOWERS), "seats dmo", "play ec hide A1 red, G7 blue")
    asked, view = [], FLOWERS.view
    monkeypatch.setattr(
        FLOWERS,
        "view",
        lambda game, state, viewer: asked.append(viewer) or view(game, state, viewer),
    )
    for line in ("genmove ec", "legal ec", "position", "result", "genmove dmo"):
        answer(session, line)
    assert asked == [Seat.DMO]


# The record


@given(st.integers(0, 2**32), st.integers(0, 9), st.booleans())
def test_a_record_leads_to_the_same_match(seed: int, actions: int, undoes: bool):
    session = after(begun(LastCell, seed=seed), "new turn 5")
    for number in range(actions):
        session = after(session, f"genmove {SEATS[number % 2]}")
    session = after(session, *["undo"] * (undoes and actions > 0))
    head, *lines, stop = said(session, "record").split("\n")
    assert (head, stop) == ("=", ".")
    text = "\n".join(lines) + "\n"
    assert {line.get("verdict") for line in referee(text)[:-1]} <= {"accepted"}
    assert final_match(read_record(text)).state == session.match.state


def test_a_match_takes_no_more_entries_than_a_record(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(opponent, "MAX_ENTRIES", 3)
    session = after(begun(LastCell), "play ec A1", "play dmo A2", "undo")
    for line in ("play dmo A3", "genmove dmo", "undo"):
        assert answer(session, line) == (session, "? a match has at most 3 entries\n\n")


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
        for line, first in [(b"name", b"= The Dealer\n"), (b"fly", b"? "), (b"quit", b"=\n")]:
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            assert process.stdout.readline().startswith(first)
            assert process.stdout.readline() == b"\n"
        assert process.stdout.read() == b""
    assert process.returncode == 0
