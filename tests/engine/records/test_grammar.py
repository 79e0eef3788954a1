"""The grammar of docs/record.md and the parsers: its texts are read, and what is read is of it."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from functools import cache
from itertools import count, islice, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clocks import Seconds
from engine.game import AnyGame, Game
from engine.games import GAMES
from engine.games.compass_collisions.layouts import LENGTHS, draw_rows
from engine.games.compass_collisions.notation import LAYOUT_WORD, read_rows
from engine.games.flower_fields.rules import FlowerField
from engine.grids.grid import Cell
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.matches.rulings import Say, read_ruling, write_ruling
from engine.notation import PASS, is_concession, pieces, plain, without_stops
from engine.options import option_kinds
from engine.records.history import fresh_match
from engine.records.record import Record, RecordError, read_record, write_record
from engine.refusals import Refused
from engine.seats import Seat
from engine.seeds import commitment_to
from tests.games.common.samples import EVERY_GAME, usual_game
from tests.games.deep_sea_voyage.positions import CRAMPED, WORKED
from tests.games.referees.drawn.random_records import random_record
from tests.helpers.games.abnf import Grammar, Own
from tests.helpers.games.random_play import random_states
from tools.docs.grammar import grammar_of

DOCS = Path(__file__).parents[3] / "docs"
RECORDS = [path.read_text() for path in sorted(DOCS.glob("**/*.dm"))]
RANDOM_RECORDS = 2
TRIED = 2_000
STATES = 60
RANDOM_FILES = 100
RULINGS = (
    *("undo", "undo ruling", "pause", "resume", "abort", "award ec", "time dmo 60"),
    *("say ec pass", "seat dmo Eve v. D."),
)
HEADERS = ("ec:A", "dmo: \tBób  B ", "grace: 1\t", "first: dmo", "Grace: 1", "# Grace: 1", "turn")
ENTRIES = (
    *("ec concede", "\tdmo @1  concede \t", "dealer", "dealer @2", "dealer\t@2.50", "ec@3 concede"),
    *("dealer Posted", "dealer @4 posted", "# ec", "host  @5 pause", "host pause", "host", "@6"),
    *("dealer pause", "dealer @5 Resume", "dealer  pause "),
    *("", " ", "Host pause", "host @7 seat ec  Eve", "ec", "host @8 time ec +9 ", "ec @9"),
)
ODD_VALUES = (
    *("", "1.5", "+1", "-1", "one", "1 2", "0x10", "1_000", "1e2", "inf", "nan", "1,5", ".5", "5."),
    *("60s", "\u0663", "EC", "me", "none", "None", "both", "red", "ec dmo", "up", "Bottom", "1"),
)
"""Values of which each is wrong for some options; the grammar knows for which."""
SKIPPED = ("#", "# Ünö\t", "", "\t ", "#\t#")
NEAR_MISSES = re.findall(
    r"(\S+) (\S+): (.+)", Path(__file__).with_name("near_misses.txt").read_text()
)
"""A game, a rule, and what is almost of it, as JSON: neither grammar nor Dealer takes it."""
GIVEN_UP = 0.5
"""Frequency of silence where a lot may be drawn instead."""

HIDING = re.compile(r"hide|doubt|cc|accept|challenge\W+challenge", re.IGNORECASE)
EVERY = 5
UNREAD = {"malformed", "not-a-submission", "not-notation"}

WITH_LOTS = [name for name, game in GAMES.items() if game.draw is not Game.draw]

every_game = pytest.mark.parametrize("name", GAMES)
a_game_of_each_kind = pytest.mark.parametrize("name", EVERY_GAME)


@cache
def grammar(name: str) -> Grammar:
    return Grammar(grammar_of(GAMES[name]))


@cache
def game_of(name: str) -> AnyGame:
    return usual_game(name)


@cache
def states(name: str) -> tuple[Any, ...]:
    """Return positions of every phase in which something can be typed; lots are due in some."""
    game, generator = game_of(name), Random(1)
    result = list(random_states(game, generator, STATES))
    for _ in range(5):
        state = game.begin()
        while state.outcome is None and len(result) < 10 * STATES:
            result.append(state)
            lot = game.draw(state, generator)
            if lot is not None:
                state = game.settle(state, lot.lower())
            elif generator.random() < GIVEN_UP:
                state = game.expire(state)
            else:
                seat = generator.choice(game.to_act(state))
                state = game.act(state, seat, next(iter(game.legal(state, seat))))
    return tuple(result)


@cache
def phases(name: str) -> tuple[Any, ...]:
    """Return a state for each phase: elsewhere in it the same is understood."""
    results = {
        (getattr(state, "phase", None), getattr(state, "committed", None)): state
        for state in states(name)
    }
    return tuple(results.values())


def is_read(name: str, text: str) -> bool:
    game = game_of(name)
    # A pass is understood only where one can pass, which may be in a phase that is seldom reached.
    is_pass = PASS in game.examples and [*pieces(plain(text))] == [PASS]
    return (
        is_concession(text) or is_pass or any(_reads(game, state, text) for state in phases(name))
    )


def _reads(game: AnyGame, state: Any, text: str) -> bool:
    seat = next(iter(game.to_act(state)), Seat.EC)
    try:
        game.read(state, seat, text)
    except Refused:
        return False
    return True


# Rules in comments, which no grammar can express


def own_of(name: str, dice: Random) -> Mapping[str, Own]:
    """Return each cell and each header once, and only values that can be."""
    cells = _cells_of(name)
    dice.shuffle(cells)
    headers: set[str] = set()
    seconds = count()
    return {
        "cell": lambda _: cells.pop(),
        "symbol": lambda made: made if made.strip() else "?",
        "positive": lambda made: made if Decimal(made) else "0.001",
        "some": lambda made: made if int(made) else "1",
        "number": lambda made: made if made.strip("0") else "7",
        "grace": lambda made: made if Decimal(made) <= 2 else "1.75",
        "board": lambda _: dice.choice((WORKED, CRAMPED)),
        "header": lambda made: _new_header(name, made, headers),
        "title": lambda made: f"T{made[1:9]}",
        "words": lambda made: f"w{made[1:9]}",
        "setup": lambda _: dice.choice(("", "ec chips=5 / pot=0", "deck 1..11x4 / deal 3")),
        "envelope": lambda made: made.strip(),
        "stamp": lambda _: f" @{next(seconds)}.5",
    }


def _cells_of(name: str) -> list[str]:
    column, row = game_of(name).top_right
    return [str(Cell(x, y)) for x in range(column + 1) for y in range(row + 1)]


def _new_header(name: str, made: str, there: set[str]) -> str:
    """Return a new header, the game first; a comment if there is such a header already."""
    key = made.partition(":")[0] if there else "game"
    if key in there or (key == "commitment" and "seed" in there):
        return f"# {key}"
    there.add(key)
    if key == "game":
        return f"game: {name}"
    if key == "commitment":
        there.add("seed")
        return f"commitment: {commitment_to(5)}\nseed: 5"
    return made


# Texts of the grammar


def texts(name: str, rule: str, count: int) -> st.SearchStrategy[list[str]]:
    return st.randoms(use_true_random=True).map(
        lambda dice: [
            grammar(name).text(grammar(name).rules(rule), dice, own_of(name, dice))
            for _ in range(count)
        ]
    )


@a_game_of_each_kind
def test_whatever_the_grammar_lets_a_player_type_is_understood(name: str):
    @given(texts(name, "said", 4))
    def holds(typed: list[str]) -> None:
        for text in typed:
            assert is_read(name, text), text

    holds()


@a_game_of_each_kind
def test_every_file_of_the_grammar_is_a_record(name: str):
    @given(texts(name, "record", 1))
    def holds(files: list[str]) -> None:
        (text,) = files
        record = read_record(text)
        assert record.game.name == name
        for entry in record.entries:
            if entry.entry.speaker is Speaker.HOST:
                read_ruling(entry.entry.text)

    holds()


@pytest.mark.parametrize("name", WITH_LOTS)
def test_every_lot_of_the_grammar_can_be_drawn(name: str):
    game, dice = game_of(name), Random(3)
    due = [state for state in states(name) if game.draw(state, dice) is not None]
    rows = " / ".join(draw_rows(dice))
    for way in grammar(name).ways("lot"):
        tried = (
            grammar(name).text(way, dice, {**own_of(name, dice), "rows": lambda _: rows})
            for _ in range(TRIED)
        )
        assert any(_settles(game, state, lot) for lot in tried for state in due), way


def _settles(game: AnyGame, state: Any, lot: str) -> bool:
    try:
        game.settle(state, lot.lower())
    except Refused:
        return False
    return True


# Texts outside the grammar


@pytest.mark.parametrize(("name", "rule", "written"), NEAR_MISSES)
def test_what_is_almost_of_the_grammar_is_not_and_is_not_read(name: str, rule: str, written: str):
    text = json.loads(written)
    assert not grammar(name).matches(rule, text)
    assert not is_taken(name, rule, text)


def is_taken(name: str, rule: str, text: str) -> bool:
    """Return whether the Dealer reads a text in the place of a rule of the grammar."""
    game = game_of(name)
    match rule:
        case "said":
            return is_read(name, text)
        case "lot":
            return any(_settles(game, state, text) for state in states(name))
        case "ruling":
            step = Match.begin(game).match.enter(Entry(Speaker.HOST, Seconds(0), text))
            return not step.refusal or step.refusal.code not in UNREAD
    try:
        read_record(text if rule == "record" else f"game: {name}\n{text}")
    except RecordError:
        return False
    return True


# Read texts are of the grammar


def as_read(name: str, entry: Entry) -> Entry:
    """Return an entry without decoration, where that is no part of the grammar."""
    if entry.speaker.seat:
        return replace(entry, text=_as_said(name, entry.text))
    if isinstance(entry.ruling, Say):
        text = _as_said(name, entry.ruling.text)
        return replace(entry, text=write_ruling(Say(entry.ruling.seat, text)))
    return entry


def _as_said(name: str, typed: str) -> str:
    text = typed.strip()
    return text if grammar(name).matches("said", text) else _bare(text)


def _bare(typed: str) -> str:
    text = plain(typed)
    return (text if LAYOUT_WORD.match(text) else without_stops(text)).strip()


def accepted(record: Record) -> Iterator[Entry]:
    """Yield the entries that a match accepts."""
    match = fresh_match(record)
    for entry in record.entries:
        step = match.enter(entry.entry)
        if step.refusal is None:
            yield entry.entry
        match = step.match


@pytest.mark.parametrize("text", RECORDS)
def test_every_record_of_the_docs_is_of_the_grammar(text: str):
    assert grammar(read_record(text).game.name).matches("record", text)


@a_game_of_each_kind
def test_every_record_of_a_match_is_of_the_grammar(name: str):
    for seed in range(RANDOM_RECORDS):
        record = read_record(random_record(name, seed))
        entries = [as_read(name, entry) for entry in accepted(record)]
        written = write_record(record.game, {Seat.EC: "Ada", Seat.DMO: "Bób"}, entries)
        head, _, lines = written.partition("\n\n")
        assert grammar(name).matches("record", f"{head}\n")
        for line in lines.splitlines():
            assert grammar(name).matches("entry", line), line


@every_game
def test_every_action_as_written_is_of_the_grammar(name: str):
    game, generator = game_of(name), Random(2)
    for state in states(name)[::EVERY]:
        lot = game.draw(state, generator)
        assert lot is None or grammar(name).matches("lot", lot)
        for seat in game.to_act(state):
            for action in islice(game.legal(state, seat), 0, 50, EVERY):
                assert grammar(name).matches("said", game.write(action))


def other_texts(name: str) -> Iterator[str]:
    """Yield the examples with any word of the game, or a sign, in place of a word or beside one."""
    game = game_of(name)
    glued = (f"D5{suffix}" for suffix in sorted(game.suffixes))
    other_items = (*sorted(game.words), *glued, "to", "and", "A1", "n2", "/", "-")
    for example in game.examples:
        words = example.split()
        for index, other in product(range(len(words) + 1), other_items):
            yield " ".join((*words[:index], other, *words[index:]))
            yield " ".join((*words[:index], other, *words[index + 1 :]))
            yield "".join((*words[:index], other, *words[index:]))
    yield from map(" / ".join, product(game.examples, repeat=2))


@every_game
def test_whatever_is_understood_is_of_the_grammar(name: str):
    typed = [
        text for text in map(_bare, other_texts(name)) if not _is_read_to_be_refused(name, text)
    ]
    for text in typed[::EVERY]:
        assert not is_read(name, text) or grammar(name).matches("said", text), text


def _is_read_to_be_refused(name: str, text: str) -> bool:
    """Return whether it is a layout with other rows, or of the game with hidden flowers."""
    if name == FlowerField.name:
        return HIDING.search(text) is not None
    rows = read_rows(text)
    return bool(rows) and tuple(map(len, rows)) != LENGTHS


@every_game
def test_whatever_is_a_ruling_is_of_the_grammar(name: str):
    words = {word for example in RULINGS for word in example.split()}
    for example, index in ((ruling, position) for ruling in RULINGS for position in range(4)):
        typed = example.split()
        for word in (*words, "", "EC", "+0.5", "-7"):
            text = " ".join((*typed[:index], word, *typed[index + 1 :])).strip()
            if _rules(text, name):
                assert grammar(name).matches("ruling", text.rstrip(".")), text


def _rules(text: str, name: str) -> bool:
    try:
        ruling = read_ruling(text)
    except Refused:
        return False
    return not isinstance(ruling, Say) or is_read(name, ruling.text)


@every_game
def test_whatever_is_a_record_is_of_the_grammar(name: str):
    dice = Random(4)
    for _ in range(RANDOM_FILES):
        text = _a_file(name, dice)
        try:
            read_record(text)
        except RecordError:
            continue
        assert grammar(name).matches("record", text), text


def _a_file(name: str, dice: Random) -> str:
    """Return a file with lines of all kinds in it; about half are records."""
    lines = [
        *dice.sample(SKIPPED, 1),
        f"game: {name}",
        *_some(HEADERS, dice),
        *_some(SKIPPED, dice),
    ]
    lines += [*_some(ENTRIES, dice), *_some(SKIPPED, dice)]
    ends = (dice.choice(("\n", "\n", "\r\n", "\r\r\n")) for _ in lines)
    text = "".join(map("".join, zip(lines, ends, strict=True)))
    return dice.choice(("", "\ufeff")) + (text if dice.random() < 0.5 else text.rstrip("\r\n"))


def _some(lines: Sequence[str], dice: Random) -> list[str]:
    chosen = dice.sample(range(len(lines)), dice.randint(0, 4))
    return [lines[index] for index in sorted(chosen)]


@every_game
def test_whatever_an_option_can_be_is_of_the_grammar(name: str):
    kinds = option_kinds(GAMES[name])
    numbers = st.from_regex(r"[-+]?[0-9]{0,14}(\.[0-9]{0,14})?", fullmatch=True)

    def check(text: str, key: str) -> None:
        with suppress(ValueError):
            kinds[key].read(text)
            assert grammar(name).matches("option", f"{key}: {text}"), (key, text)

    for text, key in product(ODD_VALUES, kinds):
        check(text, key)
    given(numbers, st.sampled_from([*kinds]))(check)()


@given(st.from_regex(r"@?[-+]?[0-9]{0,14}(\.[0-9]{0,14})?", fullmatch=True))
def test_whatever_can_be_a_time_is_of_the_grammar(text: str):
    with_time = f"game: fire-and-ice\n\ndealer {text}"
    try:
        (recorded,) = read_record(with_time).entries
    except ValueError:
        return
    is_time = recorded.entry.text == ""
    assert not is_time or grammar("fire-and-ice").matches("record", with_time)
