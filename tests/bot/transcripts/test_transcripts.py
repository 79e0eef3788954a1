"""Each record here is played, and all that the Dealer posts is compared with its transcript.

`make transcripts` writes the transcripts anew; the difference is to be read before it is committed.
A record is played in German, too, where a German transcript lies beside it.
"""

import os
from pathlib import Path

import pytest

from bot.texts.language import Language
from tests.bot.transcripts.playing import transcript_of
from tests.bot.transcripts.scripts import read_script

FOLDER = Path(__file__).parent
REWRITES = bool(os.environ.get("DEALER_REWRITE_TRANSCRIPTS"))
SUFFIXES = {".txt": Language.EN, ".de.txt": Language.DE}
TRANSCRIPTS = sorted(
    (record, suffix)
    for record in FOLDER.glob("*.record")
    for suffix in SUFFIXES
    if suffix == ".txt" or record.with_suffix(suffix).exists()
)


@pytest.fixture(autouse=True)
def _encodes_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the names and the alt texts of pictures are compared."""
    monkeypatch.setattr("rendering.encode", lambda *_: b"")


@pytest.mark.parametrize(
    ("record", "suffix"), TRANSCRIPTS, ids=lambda each: getattr(each, "stem", each)
)
def test_a_record_is_posted_as_its_transcript_says(record: Path, suffix: str) -> None:
    written = transcript_of(read_script(record.read_text()), SUFFIXES[suffix])
    transcript = record.with_suffix(suffix)
    if REWRITES:
        transcript.write_text(written)
    assert written == transcript.read_text()
