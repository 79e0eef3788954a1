"""The plain referee's reading of typed texts at a free table: lines of parts, and words."""

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Any

from tests.games.referees.record import SEATS, Cell, cell_named
from tests.games.referees.words.typed import (
    FULL_STOPS,
    QUESTION_MARKS,
    is_arrow,
    is_dash,
    is_passed_over,
)

LINE_LIMIT = 500
SETUP_LIMIT = 1500
WORDS_LIMIT = 200
TEXT_LIMIT = 500
PARTS_LIMIT = 40
HAND = 60
HIGHEST = 999_999
MANNERS = ("aloud", "sealed", "secret")
KEYWORDS = ("roll", "deck", "deal", "open", "next", "clear")
NOT_COUNTERS = (*KEYWORDS, *MANNERS, *SEATS, "both", "cards", "table", "to", "and")

CELL = "[a-z](?:0|[1-9][0-9]?)"
LABEL = "#|-|[a-z0-9]{1,2}"
COUNTER = r"([a-zà-öø-ÿ]{2,12})(=[+-]?|[+-])([0-9]{1,12})"


class Unreadable(Exception):  # noqa: N818
    """A line is refused for how it is written."""

    def __init__(self, code: str, cells: list[Cell] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.cells = cells or []


@dataclass
class Part:
    """One thing that a line does: `what` it is, and whatever that needs."""

    what: str
    seat: str | None = None
    cells: list[Cell] = field(default_factory=list)
    label: str = ""
    name: str = ""
    sign: str = ""
    number: int = 0
    faces: int = 0
    cards: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    manner: str | None = None
    seats: list[str] = field(default_factory=list)


@dataclass
class Said:
    """A typed request: concede, first (with a seat), line (with parts), words or text."""

    what: str
    seat: str | None = None
    parts: list[Part] = field(default_factory=list)
    text: str = ""
    fault: Unreadable | None = None


# ------------------------------------------------------------------------- what begins with a !


def after_the_mark(text: str) -> str | None:
    """Return the text after the mark `!`; None without the mark."""
    bare = text.strip()
    if not bare.startswith(("!", "！")):  # noqa: RUF001
        return None
    return bare.lstrip("!！ \t\n\r\f\v")  # noqa: RUF001


def words_of(text: str) -> str:
    """Return words as they are quoted: lines parted by slashes, with single blanks."""
    lines = (" ".join(map(seen, line.split())).split() for line in text.splitlines())
    return " / ".join(" ".join(line) for line in lines if line)


def seen(word: str) -> str:
    """Return a word without signs that cannot be seen; one of them joins others to one picture."""
    return "".join(sign for sign in word if sign.isprintable() or sign == "\u200d")


# ------------------------------------------------------------------------------- single signs


def as_a_line(text: str) -> str:
    """Return a line in small letters, without ignored signs, with plain commas and hyphens."""
    return "".join(map(one_sign, unicodedata.normalize("NFKC", text))).lower()


def one_sign(sign: str) -> str:
    if sign in QUESTION_MARKS:
        return "?"
    if is_passed_over(sign) or sign in "<>":
        return ""
    if is_arrow(sign) or sign in ";&:":
        return ","
    if is_dash(sign):
        return "-"
    if sign in FULL_STOPS:
        return "."
    return "\n" if sign in "\x85\u2028\u2029" else sign


def parts_as_pieces(text: str) -> list[list[str]]:
    """Return the pieces of each part of a line, `to` and `and` left out."""
    text = re.sub("[-=]+>", ",", unicodedata.normalize("NFKC", text))
    lines = re.split(r"[/\n\r]", as_a_line(text))
    parts = []
    for line in lines:
        pieces = [piece for piece in re.split(r"[\s,]+", without_signs_around(line)) if piece]
        pieces = [piece for piece in pieces if piece not in ("to", "and")]
        if pieces:
            parts.append(pieces)
    return parts


def without_signs_around(line: str) -> str:
    """Return a part without the full stops and hyphens that say nothing; those of a range do."""
    stopless = re.sub(r"(?<=[a-z0-9])\.++(?![0-9])|[.\s]+$", " ", line)
    bare = re.sub(r"^[-\s,.]+|(?<![=\s-])[-\s,.]+$", "", stopless)
    return re.sub(f"(?<=[0-9])[\\s,]*-+[\\s,]*(?={CELL})", " ", bare)


def is_cells(piece: str) -> bool:
    return re.fullmatch(f"(?:{CELL})+", piece) is not None


def is_put(piece: str) -> bool:
    return re.fullmatch(f"{CELL}=(?:{LABEL})", piece) is not None


def is_counter(piece: str) -> bool:
    match = re.fullmatch(COUNTER, piece)
    return match is not None and match[1] not in NOT_COUNTERS


# ------------------------------------------------------------------------------------ things


def things(pieces: list[str], own: str | None, *, counters: bool) -> list[Part]:
    """Read a part's cells, labels and counters; `own` is their owner before a seat is named."""
    parts: list[Part] = []
    owner = own
    run: list[Cell] = []
    is_understood = True
    for piece in pieces:
        if is_cells(piece):
            run += [cell_named(name) for name in re.findall(CELL, piece)]
            continue
        parts += what_a_run_does(run, owner)
        run = []
        if piece in SEATS:
            owner = piece
        elif is_put(piece):
            cell, _, label = piece.partition("=")
            parts.append(Part("put", owner, [cell_named(cell)], label.upper()))
        elif counters and is_counter(piece):
            name, sign, number = re.fullmatch(COUNTER, piece).groups()
            if int(number) > HIGHEST:
                raise Unreadable("too-high")
            parts.append(Part("count", owner, name=name, sign=sign, number=int(number)))
        else:
            is_understood = False
    parts += what_a_run_does(run, owner)
    if not is_understood or pieces[-1] in SEATS:
        raise Unreadable("not-notation")
    return parts


def what_a_run_does(run: list[Cell], owner: str | None) -> list[Part]:
    """Read a run: one cell lays and two move; three are refused."""
    if len(run) > 2:
        raise Unreadable("too-many-cells", run)
    if not run:
        return []
    if len(run) == 2 and run[0] == run[1]:
        raise Unreadable("same-cell", run[:1])
    return [Part("lay" if len(run) == 1 else "move", owner, run)]


# ---------------------------------------------------------------------------------- the host


def hosts_line(text: str, *, is_setup: bool = False) -> list[Part]:
    """Return the parts of a host's line; raises Unreadable."""
    if not any(sign.isalnum() for sign in text):
        raise Unreadable("not-a-submission")
    parts = [part for pieces in parts_as_pieces(text) for part in hosts_part(pieces)]
    if not is_setup:
        check_length(parts, text)
    return parts


def check_length(parts: list[Part], text: str) -> None:
    if len(" ".join(text.split())) > LINE_LIMIT:
        raise Unreadable("too-long")
    if len(parts) > PARTS_LIMIT:
        raise Unreadable("too-many-parts")


def hosts_part(pieces: list[str]) -> list[Part]:
    first, rest = pieces[0], pieces[1:]
    if first not in KEYWORDS:
        return things(pieces, None, counters=True)
    readers: dict[str, Any] = {
        "roll": read_roll,
        "deck": read_deck,
        "deal": read_deal,
        "open": read_open,
        "next": read_next,
    }
    if first == "clear":
        if rest:
            raise Unreadable("not-notation")
        return [Part("clear")]
    return [readers[first](rest)]


def read_roll(pieces: list[str]) -> Part:
    seat = pieces[1] if len(pieces) == 2 else None
    if not 1 <= len(pieces) <= 2 or (len(pieces) == 2 and seat not in SEATS):
        raise Unreadable("not-notation")
    match = re.fullmatch("([0-9]{0,3})d([0-9]{1,6})", pieces[0])
    if not match:
        raise Unreadable("not-notation")
    count, faces = int(match[1] or "1"), int(match[2])
    if not 1 <= count <= 20:
        raise Unreadable("too-many-dice")
    if not 1 <= faces <= 1000:
        raise Unreadable("not-a-die")
    return Part("roll", seat, number=count, faces=faces)


def read_deck(pieces: list[str]) -> Part:
    if pieces == ["cards"]:
        ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
        return Part("deck", cards=[rank + suit for suit in "CDHS" for rank in ranks])
    match = re.fullmatch(r"([0-9]{1,3})\.\.([0-9]{1,3})(?:x([0-9]{1,3}))?", " ".join(pieces))
    if not match:
        raise Unreadable("not-notation")
    low, high, times = int(match[1]), int(match[2]), int(match[3] or "1")
    if low > high or times == 0:
        raise Unreadable("not-notation")
    if (high - low + 1) * times > 200:
        raise Unreadable("too-many-cards")
    return Part("deck", cards=[str(card) for card in range(low, high + 1)] * times)


def read_deal(pieces: list[str]) -> Part:
    seat = pieces[1] if len(pieces) == 2 else None
    if not 1 <= len(pieces) <= 2 or (len(pieces) == 2 and seat not in SEATS):
        raise Unreadable("not-notation")
    deal = Part("deal", seat, number=a_number(pieces[0]))
    if deal.number > HAND:
        raise Unreadable("hand-full")
    return deal


def a_number(piece: str) -> int:
    if not re.fullmatch("[0-9]{1,6}", piece) or int(piece) == 0:
        raise Unreadable("not-notation")
    return int(piece)


def read_open(pieces: list[str]) -> Part:
    seat = pieces[0] if pieces and pieces[0] in SEATS else None
    numbers = pieces[1:] if seat else pieces
    if not all(re.fullmatch("[0-9]{1,6}", number) for number in numbers):
        raise Unreadable("not-notation")
    return Part("open", seat, numbers=[int(number) for number in numbers])


def read_next(pieces: list[str]) -> Part:
    part = Part("next")
    left = list(pieces)
    if left and left[0] in (*SEATS, "both"):
        name = left.pop(0)
        part.seats = list(SEATS) if name == "both" else [name]
    if left and left[0] in MANNERS:
        part.manner = left.pop(0)
    if left:
        part.number = a_number(left.pop(0))
    if left:
        raise Unreadable("not-notation")
    return part


# -------------------------------------------------------------------------------- the players


def bare_cells(text: str, seat: str) -> Said | None:
    """Return a player's cells that stand without a mark; None for conversation."""
    if len(text) > 2 * LINE_LIMIT:
        return None
    # Without counters, a plus is a comma.
    lines = parts_as_pieces(text.replace("+", ",").replace("＋", ","))  # noqa: RUF001
    lines = [[bare for piece in pieces for bare in between_hyphens(piece)] for pieces in lines]
    if not lines or not all(are_of_cells(pieces) for pieces in lines):
        return None
    return players_line(lines, text, seat)


def between_hyphens(piece: str) -> list[str]:
    """Return a piece that hyphens part, but for the one that takes a piece away."""
    return [other_piece for other_piece in re.split("(?<!=)-+", piece) if other_piece]


def marked(rest: str, seat: str, *, board: bool) -> Said | None:
    """Return a player's marked request: cells, dice, items to open, or words; None if empty."""
    words = words_of(rest)
    if not any(sign.isalnum() for sign in words):
        return None
    lines = parts_as_pieces(rest)
    if lines and all(is_of_a_line(pieces, board=board) for pieces in lines):
        return players_line(lines, rest, seat)
    if is_a_roll_gone_wrong(words.lower().split(" ")):
        return Said("line", fault=Unreadable("not-notation"))
    if len(words) > WORDS_LIMIT:
        return Said("words", fault=Unreadable("too-long"))
    return Said("words", text=words)


def is_of_a_line(pieces: list[str], *, board: bool) -> bool:
    """Return whether a player's part is meant as cells, dice or items to open, not words."""
    if pieces[0] == "roll":
        return len(pieces) == 2 and re.fullmatch("[0-9]{0,3}d[0-9]{1,6}", pieces[1]) is not None
    if pieces[0] == "open":
        return all(re.fullmatch("[0-9]{1,6}", piece) for piece in pieces[1:])
    return board and are_of_cells(pieces)


def are_of_cells(pieces: list[str]) -> bool:
    """Return whether there are only cells, with labels or without, and perhaps seats."""
    cells = [piece for piece in pieces if is_cells(piece) or is_put(piece)]
    return bool(cells) and all(piece in cells or piece in SEATS for piece in pieces)


def is_a_roll_gone_wrong(words: list[str]) -> bool:
    """Return whether it is `roll`, alone or with a number and a word: answered, not quoted."""
    if words[0] != "roll" or len(words) > 3:
        return False
    return len(words) == 1 or re.search("[0-9]", words[1]) is not None


def players_line(lines: list[list[str]], text: str, seat: str) -> Said:
    try:
        parts = [part for pieces in lines for part in players_part(pieces, seat)]
        check_length(parts, text)
    except Unreadable as fault:
        return Said("line", fault=fault)
    return Said("line", parts=parts)


def players_part(pieces: list[str], seat: str) -> list[Part]:
    if pieces[0] == "roll":
        return [read_roll(pieces[1:])]
    if pieces[0] == "open":
        return [Part("open", seat, numbers=[int(piece) for piece in pieces[1:]])]
    return things(pieces, seat, counters=False)
