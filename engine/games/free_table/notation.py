"""The notation of a free table: lines of parts, words that count, and how both are written."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final, TypeAlias
from unicodedata import normalize

from engine.first_seat import CHOICE, FIRST_WORDS, LOT, FirstSeatChoice, read_first
from engine.games.free_table.line import (
    HAND_LIMIT,
    ActionLine,
    Part,
    SpokenWords,
    SubmittedText,
    whole_line,
)
from engine.games.free_table.parts import (
    TOO_HIGH,
    VALUE_LIMIT,
    Count,
    Empty,
    Move,
    OnBoard,
    Put,
)
from engine.games.free_table.table import TEXT_LIMIT
from engine.games.free_table.verbs import (
    BOTH,
    DICE_LIMIT,
    NUMBER,
    SEAT_WORDS,
    VERBS,
    Roll,
    TurnMode,
    pattern_in,
)
from engine.grids.grid import CELL, Cell
from engine.kinds.scene import FILLED, LONGEST_SIDE, Owner
from engine.notation import COMMA_WORDS, PART, counted, one_of, plain, tokens, without_stops
from engine.refusals import MALFORMED, NotASubmission, Refused, illegal
from engine.seats import Seat

TableAction: TypeAlias = ActionLine | SpokenWords | SubmittedText | FirstSeatChoice

LINE_LIMIT: Final = 500
PART_LIMIT: Final = 40
WORDS_LIMIT: Final = 200
"""The limit of a move in words."""
OPTION_LIMIT: Final = 1_500
"""The limit of the setup, and of the envelope."""
TITLE_LIMIT: Final = 60

RESERVED: Final = (
    VERBS.keys() | SEAT_WORDS | frozenset(TurnMode) | {BOTH, "and", "to", "table", "cards"}
)
"""Names that no counter may have."""
WORDS: Final = FIRST_WORDS | {"concede"}
PASS: Final = SpokenWords("pass")
EXAMPLES: Final = ("E4", "B2 B3", "E4=K", "E4=-", "dmo D5", "!bid 5", "!roll 2d6", "first me")
# A player's line says in words what a host's does, but for cells, `roll 2d6` and `open 2`.
GRAMMAR: Final = f"""
said       =/ marks words
action     = items *( D items ) / {CHOICE}
items      = *( [ run L ] ( seat / put ) L ) ( run / [ run L ] put )
run        = cell [ [ L ] cell ]                ; one lays, two move
put        = cell "=" label
label      = "{FILLED}" / "-" / 1*2( ALPHA / DIGIT )
marks      = *WSP "!" *( "!" / WSP )
words      = other *{TEXT_LIMIT - 1}( symbol / WSP ) ; not all unseen; aloud, with a letter or digit
ruling     =/ marks line
line       = *sign part *( *mark "/" *sign part ) *sign
part       = "roll" B dice [ B seat ] / "deck" B ( "cards" / range ) / "deal" B number [ B seat ]
           / "open" [ B seat ] *( B number )
           / "next" [ B ( seat / "{BOTH}" ) ] [ B ( {one_of(TurnMode)} ) ] [ B number ]
           / "clear" / *( [ run B ] ( seat / put / counter ) B ) things
things     = run / [ run B ] ( put / counter )
B          = 1*( WSP / "," )
dice       = *3DIGIT "d" 1*6DIGIT
range      = 1*3DIGIT ".." 1*3DIGIT [ "x" 1*3DIGIT ]
number     = 1*6DIGIT                           ; more than zero
counter    = 2*12letter ( "=" [ "+" / "-" ] / "+" / "-" ) 1*6DIGIT
letter     = ALPHA / %xC0-D6 / %xD8-F6 / %xF8-FF
lot        = {LOT} / "roll" 1*{DICE_LIMIT}( 1*WSP 1*4DIGIT )
           / "deal" 1*{HAND_LIMIT}( 1*WSP card )
card       = 1*3DIGIT / ( "A" / "10" / %x32-39 / "J" / "Q" / "K" ) ( "C" / "D" / "H" / "S" )
title      = symbol [ *{TITLE_LIMIT - 2}( symbol / WSP ) symbol ]  ; not all unseen
size       = %s"none" / side %s"x" side         ; columns and rows
side       = %x31-39 / "1" DIGIT / "{LONGEST_SIDE}"
setup      = *{OPTION_LIMIT}( symbol / WSP )           ; a line that can be done
envelope   = *{OPTION_LIMIT}( symbol / WSP )
"""

_LETTER: Final = "A-Za-z\xc0-\xd6\xd8-\xf6\xf8-\xff"
_NAME: Final = rf"[{_LETTER}]{{2,12}}"
_COUNT: Final = re.compile(rf"({_NAME})(=|(?=[+-]))([+-]?[0-9]{{1,12}})")
_PUT: Final = re.compile(rf"({CELL.pattern})=([A-Za-z0-9]{{1,2}}|#|-)", re.ASCII | re.IGNORECASE)
_CELLS: Final = re.compile(rf"(?:{CELL.pattern})+", re.ASCII | re.IGNORECASE)
_BETWEEN_CELLS: Final = re.compile(r"(?<=[0-9])[ \t,]*-+[ \t,]*(?=[A-Za-z][0-9])")
_HYPHEN: Final = re.compile(r"(?<!=)-")
_SIGN: Final = re.compile(r"\s*([=+]|-(?=\s*[0-9#]))\s*")
# Full stops of a range stay.
_STOP: Final = re.compile(r"(?<=[0-9A-Za-z])\.++(?![0-9])")
# Signs that take a piece away stay, and those that may have been meant to.
_AROUND: Final = re.compile(r"\A[\s,.-]++|(?<![\s,.=-])[\s,.-]++\Z")
_SPLIT: Final = re.compile(r"[\s,]+", re.ASCII)
_ROLLS: Final = re.compile(r"roll(?:\s+\S*[0-9]\S*(?:\s+\S+)?)?", re.ASCII | re.IGNORECASE)
_JOINER: Final = "\N{ZERO WIDTH JOINER}"

# Refusals

TOO_LONG: Final = illegal("too-long", "That's too long: the limit is {most} characters.")
TOO_MANY_PARTS: Final = illegal(
    "too-many-parts", "That line has too many parts: the limit is {most}."
)
SAME_CELL: Final = illegal("same-cell", "It is already on {cells}.")
TOO_MANY_CELLS: Final = illegal(
    "too-many-cells",
    "One cell places a piece, two move one; separate further moves with `/`: `C4 / A2 A3`.",
)
NOT_NOTATION: Final = illegal("not-notation", "I don't understand `{part}`.")
MISWRITTEN: Final = illegal("not-notation", "I don't understand `{part}`. Did you mean `{meant}`?")

# Reading


def read_said(text: str, *, has_board: bool) -> ActionLine | SpokenWords:
    """Read a player's text in a turn spoken aloud.

    Raises:
        NotASubmission: It does not begin with `!`, and is more than cells.
        Refused: It is a line that nobody can do.
    """
    line = counted(text)
    if line is None:
        pieces = _pieces_of_cells(text, has_board=has_board)
        return ActionLine(_checked(read_parts(pieces, by_host=False), text))
    words = cleaned(line)
    if not any(map(str.isalnum, words)):
        raise NotASubmission
    pieces = _parts_of(line)
    if all(_may_be_done(piece, has_board=has_board) for piece in pieces):
        return ActionLine(_checked(read_parts(pieces, by_host=False), line))
    if _ROLLS.fullmatch(words):
        raise _not_understood(words, by_host=False)
    return SpokenWords(_within(words, WORDS_LIMIT))


def read_submitted(text: str, *, has_board: bool) -> SubmittedText:
    """Read a player's text in a sealed or secret turn; any text will do.

    Raises:
        NotASubmission: It does not begin with `!`, and is more than cells.
        Illegal: `too-long`.
    """
    line = counted(text)
    if line is None:
        _pieces_of_cells(text, has_board=has_board)
    words = cleaned(text if line is None else line)
    if not words:
        raise NotASubmission
    return SubmittedText(_within(words, TEXT_LIMIT))


def read_ruled(text: str, *, is_setup: bool = False) -> tuple[Part, ...]:
    """Read a host's line, here without its `!`; a setup may be longer.

    Raises:
        NotASubmission: It says nothing.
        Refused: It is not understood, or too long.
    """
    if not any(map(str.isalnum, text)):
        raise NotASubmission
    parts = read_parts(_parts_of(text), by_host=True)
    return parts if is_setup else _checked(parts, text)


def read_choice(text: str, chooser: Seat) -> FirstSeatChoice:
    """Read `first ec`, `first me` and so on, with `!` or without.

    Raises:
        NotASubmission: It is conversation.
        Malformed: It begins with `first` or `!` but says anything else.
    """
    try:
        typed_tokens = tokens(plain(text), FIRST_WORDS)
    except NotASubmission:
        typed_tokens = ()
    if typed_tokens[:1] == ("first",):
        return read_first(typed_tokens, chooser)
    if counted(text):
        raise MALFORMED()
    raise NotASubmission


def cleaned(text: str) -> str:
    r"""Return words as they are quoted: in one line, without invisible characters.

    >>> cleaned(" bid   5\nno more ")
    'bid 5 / no more'
    """
    lines = (" ".join(filter(None, map(_seen, line.split()))) for line in text.splitlines())
    return " / ".join(filter(None, lines))


def _seen(word: str) -> str:
    return "".join(
        character for character in word if character.isprintable() or character == _JOINER
    )


def _within(words: str, limit: int) -> str:
    if len(words) > limit:
        raise TOO_LONG(most=limit)
    return words


def _checked(parts: tuple[Part, ...], text: str) -> tuple[Part, ...]:
    with whole_line(len(parts)):
        if len(" ".join(text.split())) > LINE_LIMIT:
            raise TOO_LONG(most=LINE_LIMIT)
        if len(parts) > PART_LIMIT:
            raise TOO_MANY_PARTS(most=PART_LIMIT)
    return parts


def _parts_of(text: str) -> tuple[str, ...]:
    """Return the parts of a line, plain but for the `+` of counters."""
    remaining = normalize("NFKC", text) if "\N{FULLWIDTH PLUS SIGN}" in text else text
    read = "+".join(map(plain, remaining.split("+")))
    between = _BETWEEN_CELLS.sub(" ", _STOP.sub(" ", read))
    parts = (_AROUND.sub("", piece) for piece in PART.split(between))
    return tuple(part for part in parts if _words_of(part))


def _words_of(part: str) -> list[str]:
    words = _SPLIT.split(part.lower())
    return [word for word in words if word and word not in COMMA_WORDS]


def _may_be_done(part: str, *, has_board: bool) -> bool:
    """Return whether a player's part is more than words: cells, dice, or own items to open."""
    words = _words_of(part)
    if words[:1] in (["roll"], ["open"]):
        return pattern_in(words) is not None and SEAT_WORDS.isdisjoint(words)
    return has_board and bool(words) and _is_of_cells(words)


def _is_of_cells(words: Iterable[str]) -> bool:
    kinds = [
        word in SEAT_WORDS or bool(_PUT.fullmatch(word) or _CELLS.fullmatch(word)) for word in words
    ]
    return all(kinds) and any(word not in SEAT_WORDS for word in words)


def _pieces_of_cells(text: str, *, has_board: bool) -> tuple[str, ...]:
    """Return the parts of a text that is wholly cells; otherwise raise NotASubmission."""
    if not has_board or len(text) > 2 * LINE_LIMIT or "?" in (read := plain(text)):
        raise NotASubmission
    pieces = _parts_of(_HYPHEN.sub(" ", without_stops(read)))
    if not pieces or not all(_is_of_cells(_words_of(piece)) for piece in pieces):
        raise NotASubmission
    return pieces


def read_parts(pieces: tuple[str, ...], *, by_host: bool) -> tuple[Part, ...]:
    """Return the parts that a line's pieces state; raise Refused."""
    parts = list[Part]()
    with whole_line(len(pieces)):
        for piece in pieces:
            read = _read_words(_words_of(piece))
            if not read:
                raise _not_understood(piece, by_host=by_host)
            parts += read
    return tuple(parts)


def _read_words(words: list[str]) -> tuple[Part, ...]:
    if not words:
        return ()
    if verb := VERBS.get(words[0]):
        matched = pattern_in(words)
        part = verb.read(*matched.groups()) if matched else None
        return (part,) if part else ()
    read = tuple(_read_items(words))
    known = tuple(part for part in read if part is not None)
    return known if len(known) == len(read) else ()


# Cells and counters


def _read_items(words: list[str]) -> Iterator[Part | None]:
    owner: Owner | None = None
    for are_cells, group in groupby(words, key=lambda word: _CELLS.fullmatch(word) is not None):
        if are_cells:
            named = [Cell.parse(cell[0]) for word in group for cell in CELL.finditer(word)]
            yield _lay_or_move(named, owner)
            continue
        for word in group:
            if word in SEAT_WORDS:
                owner = Owner(word)
            else:
                yield _read_item(word, owner)
    if words[-1] in SEAT_WORDS:
        yield None


def _lay_or_move(cells: list[Cell], owner: Owner | None) -> OnBoard:
    match cells:
        case [cell]:
            return Put((cell,), owner=owner)
        case [start, goal] if start != goal:
            return Move((start, goal))
        case [start, _]:
            raise SAME_CELL(start)
        case _:
            raise TOO_MANY_CELLS(*cells)


def _read_item(word: str, owner: Owner | None) -> Part | None:
    if put := _PUT.fullmatch(word):
        cell, label = Cell.parse(put[1]), put[4].upper()
        return Empty((cell,)) if label == "-" else Put((cell,), label, owner)
    counter = _COUNT.fullmatch(word)
    if counter is None or counter[1] in RESERVED:
        return None
    name, sign, number = counter[1], counter[2], int(counter[3])
    if abs(number) > VALUE_LIMIT:
        raise TOO_HIGH(name=name, most=VALUE_LIMIT)
    return Count(owner or Owner.TABLE, name, number, is_change=not sign)


# Corrections


def _not_understood(piece: str, *, by_host: bool) -> Refused:
    meant = next(filter(None, (_meant(text, by_host=by_host) for text in _mended(piece))), "")
    part = piece[:WORDS_LIMIT]
    return MISWRITTEN(part=part, meant=meant) if meant else NOT_NOTATION(part=part)


def _mended(piece: str) -> Iterator[str]:
    yield _SIGN.sub(r"\1", piece)
    words = _words_of(piece)
    seats, others = (
        [word for word in words if (word in {*SEAT_WORDS, BOTH}) is is_seat]
        for is_seat in (True, False)
    )
    if others[:1] == ["next"]:
        modes = [word for word in others if word in set(TurnMode)]
        numbers = [word for word in others if re.fullmatch(NUMBER, word)]
        yield " ".join(["next", *seats[:1], *modes[:1], *numbers[:1]])
    elif others and others[0] in VERBS:
        yield " ".join([*others, *seats])
    for verb in VERBS.keys() & {*others}:
        yield verb + " " + " ".join(word for word in [*others, *seats] if word != verb)


def _meant(text: str, *, by_host: bool) -> str:
    """Return a mended part as it is written; empty if it is none."""
    try:
        read = _read_words(_words_of(text))
    except Refused:
        return ""
    is_theirs = by_host or all(isinstance(part, Roll) for part in read)
    return str(ActionLine(read)) if is_theirs else ""


# Writing


def write_action(action: TableAction) -> str:
    """Return the text that a player types for an action."""
    if isinstance(action, ActionLine) and all(isinstance(part, OnBoard) for part in action.parts):
        return str(action)
    return str(action) if isinstance(action, FirstSeatChoice) else f"!{action}"
