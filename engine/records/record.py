r"""The match record: everything typed in one match, as a plain text file (docs/record.md).

>>> record = read_record("game: fire-and-ice\nec: Ada\ndmo: Bob\n\ndmo @3 first ec\n")
>>> record.players[Seat.EC], record.entries[0].entry.text
('Ada', 'first ec')
>>> entries = [each.entry for each in record.entries]
>>> write_record(record.game, record.players, entries).splitlines()[-1]
'dmo @3 first ec'
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.clocks import Seconds, read_seconds, write_seconds
from engine.game import AnyGame
from engine.games import GAMES
from engine.matches.entries import BY_DEALER, POSTED, Entry, Speaker
from engine.notation import one_of
from engine.options import OptionError, read_options, shortened, write_options
from engine.seats import SEATS, Seat
from engine.seeds import commitment_to

MAX_BYTES: Final = 1 << 20
MAX_ENTRIES: Final = 10_000
"""The greatest number of entries in a record; a real match has some hundred in 10,000 bytes."""
_LINE_BREAKS: Final = re.compile(r"[\r\n]+")
_UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
GRAMMAR: Final = f"""
record     = [ %xFEFF ] *( skipped EOL ) header *( EOL ( header / comment ) )
             [ EOL blank *( EOL ( entry / skipped ) ) ]
header     = ( %s"game" colon game / player colon name / option ) *WSP   ; each key once
entry      = *WSP ( typed / dealt / ruled ) *WSP
typed      = player [ stamp ] 1*WSP said
dealt      = %s"dealer" ( stamp / [ stamp ] 1*WSP ( {one_of((POSTED, *BY_DEALER))} ) )
ruled      = %s"host" [ stamp ] 1*WSP ruling
stamp      = 1*WSP "@" seconds                  ; never runs backwards
player     = {one_of(SEATS, exact=True)}
game       = {one_of(GAMES, exact=True)}
name       = symbol *( *WSP symbol )
symbol     = "!" / other
other      = %x22-7E / %xA1-D7FF / %xE000-FFFD / %x10000-10FFFF  ; and no other blank
colon      = ":" *WSP
skipped    = comment / blank
comment    = "#" *( WSP / symbol )
blank      = *WSP
EOL        = *CR LF
"""
LOTS: Final = """
dealt      =/ %s"dealer" [ stamp ] 1*WSP lot    ; in games with lots
"""


class RecordError(ValueError):
    """Error for a file that is not a record.

    Attributes:
        line: The line with the first fault, counted from 1.
        problem: The fault, as a clause.
    """

    def __init__(self, line: int, problem: str) -> None:
        self.line = line
        self.problem = problem
        super().__init__(f"line {line}: {problem}")


@dataclass(frozen=True, slots=True)
class RecordedEntry:
    """An entry, and the number of its line."""

    line: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class Record:
    """The contents of a record.

    Attributes:
        game: The rules with the options that the headers set.
        players: The players' display names, where the headers give them.
        entries: The entries, in order.
        has_clocks: True if any entry has a time, so that clocks run.
    """

    game: AnyGame
    players: Mapping[Seat, str]
    entries: tuple[RecordedEntry, ...]
    has_clocks: bool

    @property
    def starts_clock_by_post(self) -> bool:
        """True if a turn's clock waits for `dealer posted`."""
        return any(is_post(entry.entry) for entry in self.entries)


@dataclass(frozen=True, slots=True)
class _Header:
    line: int
    key: str
    value: str


def decode(data: bytes) -> str:
    """Return the text of a record file: UTF-8, with or without a byte order mark.

    Raises:
        RecordError: The bytes are not UTF-8, or there are too many.
    """
    if len(data) > MAX_BYTES:
        raise RecordError(1, f"too large: a record has at most {MAX_BYTES:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(data.count(b"\n", 0, error.start) + 1, "this is not UTF-8") from None


def read_record(text: str) -> Record:
    """Read a record's text.

    Raises:
        RecordError: The text is not a record, or too long; the message names the first fault.
    """
    lines = [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]
    numbered = [
        (number, line) for number, line in enumerate(lines, start=1) if not line.startswith("#")
    ]
    header_lines, entry_lines = _split(numbered)
    if len(entry_lines) > MAX_ENTRIES:
        number, _ = entry_lines[MAX_ENTRIES]
        raise RecordError(number, f"too large: a record has at most {MAX_ENTRIES:,} entries")
    headers = _read_headers(header_lines)
    game = _read_game(headers, last_line=len(lines) - (len(lines) > 1 and not lines[-1]))
    players = {Seat(key): header.value for key, header in headers.items() if key in SEATS}
    entries = _read_entries(entry_lines)
    timed = any(stamp_of(line) is not None for _, line in entry_lines)
    return Record(game, players, entries, timed)


def write_record(
    game: AnyGame,
    players: Mapping[Seat, str],
    entries: Iterable[Entry],
    *,
    has_clocks: bool = True,
    starts_clock_by_post: bool = True,
) -> str:
    """Return a match's record: its options, players and accepted entries with their times.

    If clocks started by posts but the match never had one, one is written just before the last
    entry: a file without any would start its clocks at once.

    Args:
        game: The rules with the match's options.
        players: The names to show.
        entries: The match's log.
        has_clocks: False for a match without clocks, whose entries have no time.
        starts_clock_by_post: True if a turn's clock waited for `dealer posted`.
    """
    headers = {"game": game.name, **{seat.value: _name(players[seat]) for seat in players}}
    lines = [f"{key}: {value}" for key, value in (headers | write_options(game)).items()]
    lines.append("")
    logged = tuple(entries)
    if has_clocks and starts_clock_by_post and logged and not any(map(is_post, logged)):
        logged = (*logged[:-1], Entry(Speaker.DEALER, logged[-1].at, POSTED), logged[-1])
    lines.extend(_write_entry(entry, timed=has_clocks) for entry in logged)
    return "\n".join(lines) + "\n"


def is_post(entry: Entry) -> bool:
    """Return whether an entry says that the new position stands in the room."""
    return entry.speaker is Speaker.DEALER and entry.text.lower().split() == [POSTED]


def _write_entry(entry: Entry, *, timed: bool) -> str:
    lines = (line.strip() for line in _LINE_BREAKS.split(entry.text))
    text = " / ".join(filter(None, lines))
    stamp = f"@{write_seconds(entry.at)} " if timed else ""
    return f"{entry.speaker} {stamp}{text}".rstrip()


def _name(name: str) -> str:
    return _UNPRINTABLE.sub(" ", name).strip() or "?"


def _split(lines: list[tuple[int, str]]) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Return the header lines, and the entry lines after the blank line, without blank lines."""
    headers: list[tuple[int, str]] = []
    for index, (number, line) in enumerate(lines):
        if line.strip():
            headers.append((number, line))
        elif headers:
            return headers, [entry_line for entry_line in lines[index:] if entry_line[1].strip()]
    return headers, []


def _read_headers(lines: list[tuple[int, str]]) -> dict[str, _Header]:
    headers: dict[str, _Header] = {}
    for number, line in lines:
        key, colon, value = line.partition(":")
        if not colon:
            raise RecordError(number, "a header is 'key: value'")
        if key in headers:
            raise RecordError(number, f"the header {shortened(key)!r} is repeated")
        headers[key] = _Header(number, key, value.strip())
    return headers


def _read_game(headers: Mapping[str, _Header], last_line: int) -> AnyGame:
    named = headers.get("game")
    if named is None:
        raise RecordError(last_line, "the header 'game' is missing")
    if named.value not in GAMES:
        known = ", ".join(GAMES)
        named_so = shortened(named.value)
        raise RecordError(named.line, f"there is no game {named_so!r}; there are: {known}")
    game = GAMES[named.value]
    options: dict[str, Any] = {}
    for header in headers.values():
        if header.key in SEATS:
            if not header.value:
                raise RecordError(header.line, f"{header.key} has no name")
        elif header is not named:
            options.update(_read_option(game, header))
    _check_commitment(headers, options)
    try:
        return game(**options)
    except OptionError as bad:
        # For an option that depends on another, such as a setup on its board.
        raise RecordError(headers[bad.name].line, _UNPRINTABLE.sub(" ", str(bad))) from None


def _check_commitment(headers: Mapping[str, _Header], options: Mapping[str, Any]) -> None:
    commitment = headers.get("commitment")
    if commitment and "seed" not in options:
        raise RecordError(commitment.line, "commitment: the header 'seed' is missing")
    if commitment and commitment_to(options["seed"]) != commitment.value:
        raise RecordError(commitment.line, "commitment: it is not to this seed")


def _read_option(game: type[AnyGame], header: _Header) -> dict[str, Any]:
    try:
        return read_options(game, {header.key: header.value})
    except OptionError as bad:
        raise RecordError(header.line, _UNPRINTABLE.sub(" ", str(bad))) from None


def _read_entries(lines: list[tuple[int, str]]) -> tuple[RecordedEntry, ...]:
    entries: list[RecordedEntry] = []
    latest = Seconds(0)
    for number, line in lines:
        entry = read_entry(number, line, latest)
        latest = entry.at
        entries.append(RecordedEntry(number, entry))
    return tuple(entries)


def read_entry(number: int, line: str, latest: Seconds) -> Entry:
    """Read the line of an entry.

    Args:
        number: The line's number, for errors.
        line: The line.
        latest: The time of the entry before it, which an entry without a time has too.

    Raises:
        RecordError: It is no entry, or time runs backwards.
    """
    name, text = [*line.split(maxsplit=1), ""][:2]
    text = text.strip()
    if name not in list(Speaker):
        begins = shortened(name)
        raise RecordError(number, f"an entry begins with ec, dmo, dealer or host, not {begins!r}")
    stamp, instant = stamp_of(line), latest
    if stamp is not None:
        instant = _read_stamp(number, stamp, latest)
        text = text.removeprefix(stamp).strip()
    if not text and (name != Speaker.DEALER or stamp is None):
        raise RecordError(number, f"{name} says nothing")
    return Entry(Speaker(name), instant, text)


def stamp_of(line: str) -> str | None:
    """Return an entry line's time as it is written; None if it gives none."""
    words = line.split(maxsplit=2)
    return words[1] if len(words) > 1 and words[1].startswith("@") else None


def _read_stamp(number: int, stamp: str, latest: Seconds) -> Seconds:
    try:
        instant = read_seconds(stamp.removeprefix("@"))
    except ValueError:
        problem = f"a time is @ and decimal seconds, not {shortened(stamp)!r}"
        raise RecordError(number, problem) from None
    if instant < latest:
        raise RecordError(number, f"time runs backwards: {stamp} after @{latest}")
    return instant
