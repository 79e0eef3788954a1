"""Each record here is played, and all that the Dealer posts is compared with its transcript.

`make transcripts` writes the transcripts anew; the difference is to be read before it is committed.
A record is played in German, too, where a German transcript lies beside it. One in which a sentence
is said that has no German yet is skipped.
"""

import os
import re
from copy import copy
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

import pytest

from bot.texts import language
from bot.texts.language import CATALOGUES, Language, read_catalogue
from engine.game import NOTHING_HELD, SHARED_REASONS
from engine.games import GAMES
from engine.games.demeters_anguish.rules import NO_FLOWER_FITS
from engine.refusals import WRONG_LOT, WRONG_PHASE
from engine.texts import texts_of
from engine.words.sentences import Plural, Sentence
from tests.bot.posts.transcripts.playing import transcript_of
from tests.bot.posts.transcripts.scripts import RECORDS, name_of, read_script, transcript_beside
from tests.helpers.games.game_sources import refusals_of

BLANK = re.compile(r"\\{\w+\\}")
"""A name in braces, in an escaped sentence."""
UNTOLD = {NO_FLOWER_FITS, WRONG_LOT, WRONG_PHASE, NOTHING_HELD}
"""Some hundred moves fill a garden; nobody can type a lot, or play out of turn at a free table, or
take back a move in a game of turns whose moves are final at once.
"""
REWRITES = bool(os.environ.get("DEALER_REWRITE_TRANSCRIPTS"))
TRANSCRIPTS = [
    pytest.param(record, spoken, id=f"{name_of(record)}-{spoken}")
    for record in RECORDS
    for spoken in Language
    if spoken is Language.EN or transcript_beside(record, spoken).exists()
]


class Untranslated(NullTranslations):
    """Says all forms of a sentence in one way."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


class Gaps(Untranslated):
    """Says in English what a catalogue lacks, and notes that, unless it is only a sign."""

    def __init__(self) -> None:
        super().__init__()
        self.noted = set[str]()

    def gettext(self, message: str) -> str:
        if re.search(r"[^\W\d_]{2}", message):
            self.noted.add(message)
        return message


@pytest.fixture(scope="module")
def catalogue() -> GNUTranslations:
    """Return all that has a German."""
    return read_catalogue(CATALOGUES / "de.po")


@pytest.fixture
def gaps(monkeypatch: pytest.MonkeyPatch, catalogue: GNUTranslations) -> Gaps:
    """The German texts without a German translation."""
    gaps, german = Gaps(), copy(catalogue)
    german.add_fallback(gaps)
    spoken = {Language.EN: NullTranslations(), Language.DE: german}
    monkeypatch.setattr(language, "_catalogue", spoken.__getitem__)
    return gaps


@pytest.mark.usefixtures("encodes_no_picture")
@pytest.mark.parametrize(("record", "spoken"), TRANSCRIPTS)
def test_a_record_is_posted_as_its_transcript_says(record: Path, spoken: Language, gaps: Gaps):
    written = transcript_of(read_script(record.read_text()), spoken)
    transcript = transcript_beside(record, spoken)
    if REWRITES:
        transcript.parent.mkdir(exist_ok=True)
        transcript.write_text(written)
    if gaps.noted:
        pytest.skip(f"no German yet: {sorted(gaps.noted)}")
    assert written == transcript.read_text()


def stands(sentence: Sentence, transcripts: str) -> bool:
    """Return whether a sentence stands in transcripts, with any values."""
    forms = (sentence.source, sentence.many) if isinstance(sentence, Plural) else (sentence.source,)
    return any(re.search(BLANK.sub(".+", re.escape(form)), transcripts) for form in forms)


@pytest.mark.parametrize("game", GAMES)
def test_each_refusal_and_reason_of_a_game_stands_in_a_transcript(game: str):
    folder = GAMES[game].folder
    transcripts = "".join(
        transcript_beside(record, Language.EN).read_text()
        for record in RECORDS
        if GAMES[read_script(record.read_text()).record.game.name].folder == folder
    )
    refusals = {refusal: refusal.sentence for refusal in refusals_of(GAMES[game]).values()}
    refusals |= getattr(texts_of(GAMES[game]), "refusals", {})
    reasons = {reason: reason.sentence for reason in GAMES[game].reasons - SHARED_REASONS}
    sentences = {**refusals, **reasons}
    untold = [key for key, messages in sentences.items() if not stands(messages, transcripts)]
    assert {*untold} <= UNTOLD


FIGURE = r"(?:([0-9]+):)?([0-9]+(?:\.[0-9]+)?)( min)?(?: s)?(?: of turn time| Zugzeit)?(?: left)?"
DEADLINES = re.compile(rf"{FIGURE} \((?:deadline|Ende) <([+-][0-9]+) s>\)")


def test_each_countdown_stands_after_the_word_deadline_beside_its_figure():
    transcripts = "".join(
        transcript_beside(*parameters.values).read_text() for parameters in TRANSCRIPTS
    )
    deadlines = list(DEADLINES.finditer(transcripts))
    assert len(deadlines) == len(re.findall(r" s>", transcripts)) > 500
    for result in deadlines:
        minutes, rest, in_minutes, countdown = result.groups()
        minutes, rest = (rest, "0") if in_minutes and not minutes else (minutes or "0", rest)
        seconds = 60 * int(minutes) + float(rest)
        # Discord counts whole seconds, and a grace comes before a turn's own time.
        assert -1 <= int(countdown) - seconds <= 2, result[0]
