"""What only looks like a submission is conversation in the room, and answered in private."""

import re
from collections.abc import Iterator

import pytest

from bot.letters import Origin
from bot.words import awaited
from engine.entries import Entry, Speaker
from engine.games import GAMES
from engine.match import Match
from engine.notation import is_concession
from engine.refusals import NotASubmission
from engine.seats import SEATS, Seat
from tests.bot.support import card_of, secretary_of
from tests.engine.compass import ONE_LAYOUT
from tests.engine.playing import standing
from tests.fuzz.grounds import Ground, grounds_of
from tests.fuzz.scribbles import (
    BLANKS,
    COMBINING,
    CYRILLIC,
    DIRECTIONS,
    FULL_WIDTH,
    LIKENESSES,
    SURROGATES,
    UNSEEN,
)

SLIPPED_IN = UNSEEN + DIRECTIONS + BLANKS + COMBINING + SURROGATES + "\x00\x02\x1b\x7f"
MOST_TEXTS = 10

# Each beside what it looks like, which is a submission of the game.
CASES = {
    "fire-and-ice": {
        "\N{CYRILLIC CAPITAL LETTER IE}6 E7": "E6 E7",
        "\N{FULLWIDTH LATIN CAPITAL LETTER E}6 E7": "E6 E7",
        "E\N{FULLWIDTH DIGIT SIX} E7": "E6 E7",
        "E\N{ARABIC-INDIC DIGIT SIX} E7": "E6 E7",
        "E6\N{NO-BREAK SPACE}E7": "E6 E7",
        "E6\N{ZERO WIDTH SPACE} E7": "E6 E7",
        "\N{RIGHT-TO-LEFT OVERRIDE}E6 E7": "E6 E7",
        "E6\N{NON-BREAKING HYPHEN}E7": "E6-E7",
        "E\N{COMBINING ACUTE ACCENT}6 E7": "E6 E7",
        "t\N{CYRILLIC SMALL LETTER A}keback": "takeback",
        "tak\N{LATIN SMALL LETTER E WITH ACUTE}back": "takeback",
    },
    "compass-collisions": {
        ONE_LAYOUT.replace("A", "\N{CYRILLIC CAPITAL LETTER A}"): ONE_LAYOUT,
        ONE_LAYOUT.replace("layout ", "layout\N{NO-BREAK SPACE}"): ONE_LAYOUT,
        ONE_LAYOUT.replace(".", "\N{FULLWIDTH FULL STOP}"): ONE_LAYOUT,
        ONE_LAYOUT.replace("/", "\N{FRACTION SLASH}"): ONE_LAYOUT,
        ONE_LAYOUT + "\N{LEFT-TO-RIGHT MARK}": ONE_LAYOUT,
        ONE_LAYOUT.replace(" / ", "\N{LINE SEPARATOR}"): ONE_LAYOUT,
        "t\N{CYRILLIC SMALL LETTER A}ke first": "take first",
        "ec1 n\N{CYRILLIC SMALL LETTER O}rth, dmo2 south": "ec1 north, dmo2 south",
    },
    "demeters-anguish": {
        "flower G\N{SUPERSCRIPT SEVEN}": "flower G7",
        "flower \N{CYRILLIC CAPITAL LETTER A}1": "flower A1",
        "flower A1\N{ZERO WIDTH JOINER}": "flower A1",
        "fl\N{GREEK SMALL LETTER OMICRON}wer A1": "flower A1",
        "flower\N{FULLWIDTH COLON} A1": "flower: A1",
        "p\N{CYRILLIC SMALL LETTER A}ss": "pass",
    },
    "deep-sea-voyage": {
        "read\N{CYRILLIC SMALL LETTER U}": "ready",
        "ready\N{ZERO WIDTH NON-JOINER}": "ready",
        "emp\N{LATIN SMALL LETTER DOTLESS I}re": "empire",
        "\N{RIGHT-TO-LEFT MARK}marauder": "marauder",
    },
    "doubting-flower-field": {
        "hide \N{CYRILLIC CAPITAL LETTER A}1 red, G7 blue": "hide A1 red, G7 blue",
        "hide A1 r\N{CYRILLIC SMALL LETTER IE}d, G7 blue": "hide A1 red, G7 blue",
        "hide A1 red\N{IDEOGRAPHIC COMMA} G7 blue": "hide A1 red, G7 blue",
        "hide A1 red,\N{IDEOGRAPHIC SPACE}G7 blue": "hide A1 red, G7 blue",
    },
    "flower-field": {
        "first m\N{CYRILLIC SMALL LETTER IE}": "first me",
        "first\N{FIGURE SPACE}me": "first me",
        "fir\N{LATIN SMALL LETTER LONG S}t me": "first me",
    },
}


def said(match: Match, seat: Seat, text: str) -> str:
    """Why a text is refused; empty where it is accepted."""
    refusal = match.enter(Entry(Speaker(seat.value), match.now, text)).refusal
    return refusal.code if refusal else ""


def submissions_of(name: str) -> Iterator[tuple[Ground, Seat, str]]:
    """What counts somewhere in a game, in every phase."""
    for ground in grounds_of(name):
        texts = ((seat, text) for text in ground.said for seat in SEATS)
        counting = [
            (ground, seat, text) for seat, text in texts if not said(ground.match, seat, text)
        ]
        yield from counting[:: len(counting) // MOST_TEXTS + 1]


def disguised(text: str) -> Iterator[str]:
    """A text with one character that only looks right, or one more that is not seen."""
    for at in range(len(text) + 1):
        start, here, end = text[:at], text[at : at + 1], text[at + 1 :]
        yield start + SLIPPED_IN[(7 * at + len(text)) % len(SLIPPED_IN)] + here + end
        for likeness in LIKENESSES:
            if (other := here.translate(likeness)) != here:
                yield start + other + end


@pytest.mark.parametrize(
    ("name", "text", "meant"),
    [(name, text, meant) for name, cases in CASES.items() for text, meant in cases.items()],
    ids=ascii,
)
def test_a_letter_of_another_alphabet_makes_it_conversation(name: str, text: str, meant: str):
    hearing = [
        (ground.match, seat)
        for ground in grounds_of(name)
        for seat in ground.match.to_act
        if not said(ground.match, seat, meant)
    ]
    assert hearing, "nowhere is that a submission"
    assert {said(match, seat, text) for match, seat in hearing} == {"not-a-submission"}


@pytest.mark.parametrize("name", GAMES)
def test_what_only_looks_like_a_submission_changes_nothing(name: str):
    for ground, seat, text in submissions_of(name):
        match = ground.match
        for each in disguised(text):
            step = match.enter(Entry(Speaker(seat.value), match.now, each))
            assert isinstance(step.refusal, NotASubmission), ascii((each, text))
            assert standing(step.match) == standing(match)


@pytest.mark.parametrize("name", GAMES)
def test_every_mark_that_is_not_seen_makes_it_conversation(name: str):
    ground, seat, text = next(submissions_of(name))
    for mark in SLIPPED_IN:
        for each in (mark + text, text + mark, f"{text} {mark}"):
            assert said(ground.match, seat, each) == "not-a-submission", ascii(each)


@pytest.mark.parametrize("name", GAMES)
def test_the_room_hears_nothing_of_it_and_in_private_the_notation_is_told(name: str):
    secret = [each for each in grounds_of(name) if awaits_secrets(each.match)]
    assert bool(secret) is (name not in {"fire-and-ice", "flower-field"})
    for ground in secret:
        match, refusal = ground.match, NotASubmission()
        secretary = secretary_of(card_of(match.game))
        assert secretary.refusal(match, refusal, Origin(message_id=1)) == ()
        (answer,) = secretary.refusal(match, refusal, Origin(message_id=1, to=Seat.EC))
        assert answer.content == awaited(secretary.words.notation(match.view(None)))
        assert re.search(r"`[^`]+`", answer.content), "an example of what is typed"


def awaits_secrets(match: Match) -> bool:
    return not match.result and match.game.takes_secrets(match.state)


@pytest.mark.parametrize("text", [*disguised("concede"), "conceded", "I concede", "con cede", ""])
def test_nobody_concedes_by_what_only_looks_like_it(text: str):
    assert not is_concession(text)


def test_capitals_and_separators_are_no_disguise():
    for text in ("CONCEDE", " concede\n", "Concede,", "-concede-", "/concede/", "\tconcede\x0b"):
        assert is_concession(text)
    assert not is_concession("concede".translate(FULL_WIDTH))
    assert not is_concession("concede".translate(CYRILLIC))
