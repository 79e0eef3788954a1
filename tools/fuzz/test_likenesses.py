"""Tests that lookalikes of submissions are conversation, but decorated ones count."""

import re
from collections.abc import Iterator
from itertools import cycle

import pytest

from engine.games import GAMES
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.notation import counted, is_concession
from engine.refusals import NotASubmission, Refused
from engine.seats import SEATS, Seat
from tests.engine.playing import standing
from tests.engine.scribbles import (
    ARABIC_DIGITS,
    COMBINING,
    CYRILLIC,
    DIRECTIONS,
    FULL_WIDTH,
    GREEK,
    MATHEMATICAL,
    SURROGATES,
    UNSEEN,
)
from tests.games.common.grounds import Ground, grounds_of
from tests.games.common.samples import EVERY_GAME

pytestmark = pytest.mark.exhaustive

INVISIBLE = UNSEEN + DIRECTIONS + "\ufe0f\x00\x02\x1b\x7f\x1c\x1d\x1e\x1f"
MARKS = "*_~|`'\"!()[]{}\u201c\u201d\u00ab\u00bb\u300c\u300d"
FOREIGN = COMBINING.replace("\ufe0f", "") + SURROGATES + "\u1680"
OTHER_ALPHABETS = (CYRILLIC, GREEK, ARABIC_DIGITS)
QUESTION_MARKS = "?\N{FULLWIDTH QUESTION MARK}\N{INVERTED QUESTION MARK}"
MAX_TEXTS = 2

OTHER_SIGNS = (
    str.maketrans("eoi", "\u00e9\u00f6\u0131"),
    str.maketrans("/", "\N{FRACTION SLASH}"),
    str.maketrans(",", "\N{IDEOGRAPHIC COMMA}"),
)
"""Accented letters, a dotless one, and marks that only look like those between cells."""


def said(match: Match, seat: Seat, text: str) -> str:
    refusal = match.enter(Entry(Speaker(seat.value), match.now, text)).refusal
    return refusal.code if refusal else ""


def reads(match: Match, seat: Seat, text: str) -> bool:
    """Return whether a text is a submission, legal or not."""
    try:
        match.game.read(match.state, seat, text)
    except Refused:
        return False
    return True


def submissions_of(name: str) -> Iterator[tuple[Ground, Seat, str]]:
    """Yield texts that count somewhere in a game, in every phase.

    Games judged by a host are left out: after the mark `!`, and in secret, any words count.
    """
    for ground in grounds_of(name):
        if ground.match.game.is_judged and awaits_secrets(ground.match):
            continue
        said_there = [text for text in ground.said if counted(text) is None]
        texts = ((seat, text) for text in said_there for seat in SEATS)
        counting = [
            (ground, seat, text) for seat, text in texts if not said(ground.match, seat, text)
        ]
        yield from counting[:: len(counting) // MAX_TEXTS + 1]


def disguised(text: str) -> Iterator[str]:
    """Yield a text with a letter of another alphabet, or a sign that belongs to no move."""
    for index in range(len(text) + 1):
        start, here, end = text[:index], text[index : index + 1], text[index + 1 :]
        yield start + FOREIGN[(7 * index + len(text)) % len(FOREIGN)] + here + end
        for likeness in (*OTHER_ALPHABETS, *OTHER_SIGNS):
            if (other := here.translate(likeness)) != here:
                yield start + other + end


def decorated(text: str) -> Iterator[str]:
    """Yield a text in equivalent signs, and with ignored signs anywhere in it."""
    for runner in (FULL_WIDTH, MATHEMATICAL):
        yield text.translate(runner)
    for before, result in ("()", "[]", ("**", "**"), ("||", "||"), ("```\n", "\n```"), "“”", "!!"):
        yield before + text + result
    yield text.replace(" ", "\u00a0")
    yield text.replace("-", "\N{EN DASH}")
    yield text.replace(", ", " and ")
    yield text.replace(", ", " \N{RIGHTWARDS ARROW} ")
    for index in range(len(text) + 1):
        marks = INVISIBLE + MARKS
        yield text[:index] + marks[(7 * index + len(text)) % len(marks)] + text[index:]
    if not text.lower().startswith("layout"):
        yield f"{text}."
        yield re.sub("(?<=[A-Za-z0-9]) ", ". ", text)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        (name, text)
        for name, game in GAMES.items()
        for text in game.examples
        # After the mark any words count.
        if counted(text) is None
    ],
)
def test_an_example_with_one_sign_of_another_alphabet_is_conversation(
    name: str, meant: str
) -> None:
    readers = (
        (ground.match, seat)
        for ground in grounds_of(name)
        for seat in ground.match.to_act
        if reads(ground.match, seat, meant)
    )
    match, seat = next(readers)
    assert {said(match, seat, text) for text in disguised(meant)} == {"not-a-submission"}


@pytest.mark.parametrize("name", EVERY_GAME)
def test_what_only_looks_like_a_submission_changes_nothing(name: str) -> None:
    for ground, seat, text in submissions_of(name):
        match = ground.match
        for other_text in disguised(text):
            step = match.enter(Entry(Speaker(seat.value), match.now, other_text))
            assert isinstance(step.refusal, NotASubmission), ascii((other_text, text))
            assert standing(step.match) == standing(match)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_what_stands_around_a_submission_never_changes_what_it_says(name: str) -> None:
    for ground, seat, text in submissions_of(name):
        match = ground.match
        if is_concession(text):
            assert all(map(is_concession, decorated(text)))
            continue
        meant = match.game.read(match.state, seat, text)
        for other_text in decorated(text):
            assert match.game.read(match.state, seat, other_text) == meant, ascii(
                (other_text, text)
            )
            assert match.is_secret(seat, other_text) == match.is_secret(seat, text)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_question_mark_anywhere_makes_it_conversation(name: str) -> None:
    for ground, seat, text in submissions_of(name):
        for index, mark in zip(range(len(text) + 1), cycle(QUESTION_MARKS)):
            asked = text[:index] + mark + text[index:]
            assert said(ground.match, seat, asked) == "not-a-submission", ascii(asked)


def awaits_secrets(match: Match) -> bool:
    return not match.result and match.game.takes_secrets(match.state)
