"""Scripts of matches: records, with what a record leaves out: talk, refusals, places, gaps.

The head is a record's, with `Setting` keys among its options. Each line below it is an act:
`ec @12 E6 E7` as in a record, or with a word for how it was done: `ec privately @12 hide A1 red`.
"""

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from bot.texts.language import Language
from engine.records.record import Record, read_record

RECORDS = sorted(Path(__file__).parent.glob("*/records/*.record"))
SETTINGS = frozenset(
    {
        "practice",  # in: room, direct
        "rehearsal",
        "dealer",  # the seat that the Dealer has itself
        "quiet",  # no pings
        "mirror",
        "followers",
        "symbols",  # the seat that is sent boards in words and symbols
        "winner",  # the stakes of a season
        "loser",
        "german",  # the seat that is spoken to in German, whatever the room speaks
        "channel",  # the seat with a private channel
        "unreachable",  # the seat that takes no direct messages
    }
)


@dataclass(frozen=True, slots=True)
class Act:
    """One line of a script.

    Attributes:
        who: A seat, `host` or `dealer`.
        how: Manner; empty for a message in the room, or a host's command.
        at: Seconds since the match began.
    """

    line: str
    who: str
    how: str
    at: Decimal
    text: str

    @property
    def is_private(self) -> bool:
        return self.how in {"privately", "edits privately", "with a picture"}


@dataclass(frozen=True, slots=True)
class Script:
    """A record's head, the settings of its room, and what is done."""

    record: Record
    settings: dict[str, str]
    acts: tuple[Act, ...]


def name_of(record: Path) -> str:
    """Return the name of a script, with the game's."""
    return f"{record.parts[-3]}-{record.stem}"


def transcript_beside(record: Path, language: Language) -> Path:
    """Return where the transcript of a record is, or would be."""
    return record.parents[1] / language / f"{record.stem}.txt"


def read_script(text: str) -> Script:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    blank = lines.index("")
    head = [line.partition(": ") for line in lines[:blank]]
    settings = {key: value for key, _, value in head if key in SETTINGS}
    options = "\n".join("".join(line) for line in head if line[0] not in SETTINGS)
    acts = tuple(_act(line) for line in lines[blank:] if line)
    assert list(acts) == sorted(acts, key=lambda act: act.at)
    return Script(read_record(options), settings, acts)


def _act(line: str) -> Act:
    before, _, result = line.partition(" @")
    name, _, how = before.partition(" ")
    place, _, text = result.partition(" ")
    return Act(line, name, how, Decimal(place), text.replace(" | ", "\n"))
