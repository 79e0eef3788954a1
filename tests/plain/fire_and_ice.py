"""A second referee of A Battle of Fire and Ice, slow and plain, to hold the real one against.

It knows nothing of the Dealer's own engine. It reads a match record, tries every way to lay every
domino anew each time, reckons time in fractions, and keeps nothing that it could work out again.
"""

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

Cell = tuple[int, int]
Board = dict[Cell, str]

SEATS = ("ec", "dmo")
PEOPLE = ("ec", "dmo", "dealer", "host")
NAMES = ("ec", "dmo")
SECONDS = ("turn", "reserve", "choice", "takeback")
CHOICES = {"fire": ("ec", "dmo"), "first": ("ec", "dmo"), "row1": ("bottom", "top")}

DECIMAL = r"[0-9]{1,12}(\.[0-9]+)?"
CELL = r"[a-z](?:0|[1-9][0-9]?)"
WORDS = ("and", "first", "ec", "dmo", "me", "them", "takeback", "take", "back", "undo", "concede")
TELLING_WORDS = ("first", "takeback", "undo", "concede")
TAKEBACKS = (["takeback"], ["take", "back"], ["undo"])
LOTS = (["first", "ec"], ["first", "dmo"])


class NotARecord(Exception):  # noqa: N818
    """The file is no match record: the line at fault, and what is wrong with it."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(line, problem)
        self.line = line
        self.problem = problem


class LotFromTheSeed(Exception):  # noqa: N818
    """A lot must be drawn from the seed here, and only the program that draws it knows how."""


# ---------------------------------------------------------------------------------- the record


@dataclass
class Header:
    """One `key: value` line."""

    line: int
    key: str
    value: str


@dataclass
class Entry:
    """One line of what was typed, by whom and when; the time is None where none is written."""

    line: int
    who: str
    time: Fraction | None
    text: str


@dataclass
class Settings:
    """What the headers set, and what the file as a whole says about its clock."""

    turn: Fraction = Fraction(60)
    reserve: Fraction = Fraction(300)
    choice: Fraction = Fraction(60)
    takeback: Fraction = Fraction(5)
    fire: str = "ec"
    first: str | None = None
    timed: bool = False
    posted: bool = False


def read_record(text: str) -> tuple[Settings, list[Entry]]:
    """The settings and the entries of a record; NotARecord for a file that is none."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    if lines[-1] == "":
        lines.pop()
    headers, numbered_rest = read_headers(lines)
    check_game(headers, last_line=max(1, len(lines)))
    settings = Settings()
    for header in headers:
        apply_header(settings, header)
    entries: list[Entry] = []
    latest = Fraction(0)
    for number, line in numbered_rest:
        entry = read_entry(number, line)
        if entry.time is not None:
            if entry.time < latest:
                raise NotARecord(number, "time runs backwards")
            latest = entry.time
        entries.append(entry)
    settings.timed = any(entry.time is not None for entry in entries)
    settings.posted = any(
        entry.who == "dealer" and folded(entry.text) == ["posted"] for entry in entries
    )
    fill_in_times(entries)
    return settings, entries


def read_headers(lines: list[str]) -> tuple[list[Header], list[tuple[int, str]]]:
    """The headers, and the numbered lines after them that are neither blank nor comments."""
    headers: list[Header] = []
    rest: list[tuple[int, str]] = []
    in_headers = True
    for number, line in enumerate(lines, start=1):
        if line.startswith("#"):
            continue
        if line.strip() == "":
            if headers:
                in_headers = False
            continue
        if in_headers:
            headers.append(read_header(number, line, headers))
        else:
            rest.append((number, line))
    return headers, rest


def read_header(number: int, line: str, earlier: list[Header]) -> Header:
    if ":" not in line:
        raise NotARecord(number, "a header without a colon")
    key, _, value = line.partition(":")
    if any(header.key == key for header in earlier):
        raise NotARecord(number, f"a second header {key}")
    return Header(number, key, value.strip())


def check_game(headers: list[Header], last_line: int) -> None:
    games = [header for header in headers if header.key == "game"]
    if not games:
        raise NotARecord(last_line, "no game is named")
    if games[0].value != "fire-and-ice":
        raise NotARecord(games[0].line, f"an unknown game {games[0].value}")


def apply_header(settings: Settings, header: Header) -> None:
    key, value = header.key, header.value
    if key == "game":
        return
    if key in NAMES:
        good = value != ""
    elif key == "seed":
        good = re.fullmatch(r"-?[0-9]+", value) is not None
    elif key in SECONDS:
        good = re.fullmatch(DECIMAL, value) is not None
    else:
        good = key in CHOICES and value in CHOICES[key]
    if not good:
        raise NotARecord(header.line, f"{key} cannot be {value}")
    if key in SECONDS:
        setattr(settings, key, Fraction(value))
    elif key in ("fire", "first"):
        setattr(settings, key, value)


def read_entry(number: int, line: str) -> Entry:
    who, rest = cut_at_blank(line)
    if who not in PEOPLE:
        raise NotARecord(number, f"nobody is called {who}")
    time = None
    if rest.startswith("@"):
        moment, rest = cut_at_blank(rest)
        if not re.fullmatch("@" + DECIMAL, moment):
            raise NotARecord(number, f"no time is written {moment}")
        time = Fraction(moment[1:])
    if rest == "" and not (who == "dealer" and time is not None):
        raise NotARecord(number, "nothing is said")
    return Entry(number, who, time, rest)


def cut_at_blank(text: str) -> tuple[str, str]:
    """The first word of a text, and all the rest of it."""
    parts = re.split(r"[ \t]+", text.strip(), maxsplit=1)
    return parts[0], parts[1] if len(parts) == 2 else ""


def fill_in_times(entries: list[Entry]) -> None:
    """Give the latest time so far to each entry that has none of its own."""
    latest = Fraction(0)
    for entry in entries:
        if entry.time is None:
            entry.time = latest
        latest = entry.time


def folded(text: str) -> list[str]:
    """The words of a host's or the Dealer's text, whatever their case and blanks."""
    return text.lower().split()


# ---------------------------------------------------------------------------------- the board


def opening_board() -> Board:
    board = {(column, row): "." for column in range(1, 10) for row in range(1, 10)}
    board[5, 4] = "w"
    board[5, 5] = "w"
    return board


def position(board: Board) -> str:
    """The board as a record writes it: rows from the highest down, each from column A."""
    rows = ["".join(board[column, row] for column in range(1, 10)) for row in range(9, 0, -1)]
    return "/".join(rows)


def name_of(cell: Cell) -> str:
    column, row = cell
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[column - 1] + str(row)


def cell_named(name: str) -> Cell:
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(name[0].upper()) + 1, int(name[1:])


def beside(cell: Cell) -> list[Cell]:
    """The four cells at the sides of a cell, on the board or not."""
    column, row = cell
    return [(column, row + 1), (column + 1, row), (column, row - 1), (column - 1, row)]


def is_covered(board: Board, cell: Cell) -> bool:
    return cell in board and board[cell] != "."


def old_halves_touched(board: Board, cells: list[Cell]) -> list[Cell]:
    """The halves on the board that lie at a side of any of these cells, each once, in order."""
    touched = {
        neighbour
        for cell in cells
        for neighbour in beside(cell)
        if neighbour not in cells and is_covered(board, neighbour)
    }
    return sorted(touched)


def touches_are_equal(board: Board, halves: dict[Cell, str]) -> bool:
    """Whether each touch of a new half with an old one joins equal colours."""
    for cell, colour in halves.items():
        for neighbour in beside(cell):
            if neighbour in halves or not is_covered(board, neighbour):
                continue
            if board[neighbour] != colour:
                return False
    return True


def ways_to_lay(board: Board, colours: str, cells: list[Cell]) -> list[dict[Cell, str]]:
    """Of the two ways to lay a domino on two cells, those in which only equal colours touch."""
    one, other = cells
    both_ways = [{one: colours[0], other: colours[1]}, {one: colours[1], other: colours[0]}]
    return [halves for halves in both_ways if touches_are_equal(board, halves)]


def fault_of_move(board: Board, colours: str, cells: list[Cell]) -> tuple[str, list[Cell]] | None:
    """Why a domino cannot be laid on these two cells, and which cells that is about."""
    outside = [cell for cell in cells if cell not in board]
    if outside:
        return "off-board", outside
    if cells[1] not in beside(cells[0]):
        return "not-adjacent", cells
    covered = [cell for cell in cells if is_covered(board, cell)]
    if covered:
        return "occupied", covered
    touched = old_halves_touched(board, cells)
    if not touched:
        return "not-connected", cells
    if not ways_to_lay(board, colours, cells):
        return "colour-clash", touched
    return None


def pairs_of_cells(board: Board) -> Iterator[list[Cell]]:
    """Every two cells of the board that lie side by side, once each."""
    for column, row in board:
        for neighbour in ((column + 1, row), (column, row + 1)):
            if neighbour in board:
                yield [(column, row), neighbour]


def legal_moves(board: Board, colours: str) -> Iterator[list[Cell]]:
    for cells in pairs_of_cells(board):
        if fault_of_move(board, colours, cells) is None:
            yield cells


# -------------------------------------------------------------------------- what a text says


def pieces_of(text: str) -> list[str]:
    """A text cut at blanks, commas, hyphens and line breaks, in small letters."""
    return [piece for piece in re.split(r"[ \t\n\r\f\v,/-]+", text.strip().lower()) if piece]


def is_run_of_cells(piece: str) -> bool:
    return re.fullmatch(f"({CELL})+", piece) is not None


def is_submission(text: str) -> bool:
    """Whether a text is meant for the Dealer; otherwise it is conversation."""
    if not text.strip().isascii():
        return False
    pieces = pieces_of(text)
    if not all(piece in WORDS or is_run_of_cells(piece) for piece in pieces):
        return False
    return (
        any(is_run_of_cells(piece) for piece in pieces)
        or any(piece in TELLING_WORDS for piece in pieces)
        or any(pair == ("take", "back") for pair in itertools.pairwise(pieces))
    )


@dataclass
class Said:
    """What a submission asks for: concede, takeback, first (with a seat), move, or malformed."""

    what: str
    seat: str | None = None
    cells: list[Cell] = field(default_factory=list)


def what_is_said(text: str, speaker: str) -> Said:
    """What a submission by this seat asks for."""
    pieces = pieces_of(text)
    if pieces == ["concede"]:
        return Said("concede")
    if pieces in TAKEBACKS:
        return Said("takeback")
    if len(pieces) == 2 and pieces[0] == "first":
        seats = {"ec": "ec", "dmo": "dmo", "me": speaker, "them": other_seat(speaker)}
        if pieces[1] in seats:
            return Said("first", seat=seats[pieces[1]])
    cells = [
        cell_named(name)
        for piece in pieces
        if piece not in WORDS
        for name in re.findall(CELL, piece)
    ]
    if any(piece in WORDS and piece != "and" for piece in pieces):
        return Said("malformed", cells=cells)
    return Said("move" if len(cells) == 2 else "malformed", cells=cells)


def other_seat(seat: str) -> str:
    return "dmo" if seat == "ec" else "ec"


# ---------------------------------------------------------------------------------- the match


@dataclass
class Refusal:
    """Why an entry is rejected, and the cells that it is about."""

    code: str
    cells: list[Cell] = field(default_factory=list)


@dataclass
class Opening:
    """How things stood when a turn, or the choice of who begins, opened."""

    phase: str
    mover: str
    board: Board
    banks: dict[str, Fraction]


@dataclass
class Held:
    """A legal move that its mover may still take back, and when it was typed."""

    halves: dict[Cell, str]
    typed_at: Fraction


class Match:
    """One match as it stands.

    Its time is the record's time less all that was paused; it stands still in a pause. Every moment
    kept here (when a clock started, when a move was typed) is in that time, so a pause moves none.
    """

    def __init__(self, settings: Settings, drawn: Iterable[str] = ()) -> None:
        self.settings = settings
        self.drawn = iter(drawn)
        self.board = opening_board()
        self.banks = dict.fromkeys(SEATS, settings.reserve)
        self.held: Held | None = None
        self.result: dict[str, str | None] | None = None
        self.ended_at: Fraction | None = None
        self.lot_due_at: Fraction | None = None
        self.paused_at: Fraction | None = None
        self.paused_for = Fraction(0)
        self.openings_of_accepted_entries: list[Opening] = []
        if settings.first is None:
            self.open("choice", "dmo", Fraction(0))
        else:
            self.open("moves", settings.first, Fraction(0))

    # ----------------------------------------------------------------------- how things stand

    @property
    def paused(self) -> bool:
        return self.paused_at is not None

    @property
    def over(self) -> bool:
        return self.result is not None

    def to_act(self) -> list[str]:
        if self.over or self.lot_due_at is not None:
            return []
        return [self.mover]

    def colours_of(self, seat: str) -> str:
        return "wr" if seat == self.settings.fire else "wb"

    def match_time(self, time: Fraction) -> Fraction:
        if self.paused_at is not None:
            return self.paused_at
        return time - self.paused_for

    def record_time(self, match_time: Fraction) -> Fraction:
        """When the record's time reaches this match time, if no pause comes between."""
        return match_time + self.paused_for

    def flag_falls_at(self) -> Fraction | None:
        if self.started_at is None:
            return None
        return self.started_at + self.settings.turn + self.banks[self.mover]

    def next_end(self) -> Fraction | None:
        """When the window, the choice or the turn that runs now will end."""
        if self.over or self.lot_due_at is not None or not self.settings.timed:
            return None
        if self.held is not None:
            return self.held.typed_at + self.settings.takeback
        if self.started_at is None:
            return None
        if self.phase == "choice":
            return self.started_at + self.settings.choice
        return self.flag_falls_at()

    def use_of_bank(self, at: Fraction) -> Fraction:
        """What the turn that runs has taken from the mover's bank by then."""
        if self.phase != "moves" or self.started_at is None:
            return Fraction(0)
        return max(Fraction(0), at - self.started_at - self.settings.turn)

    def bank_left(self, seat: str, time: Fraction) -> Fraction:
        """What is left in a seat's bank at a moment of the record, the running turn counted."""
        if seat != self.mover:
            return self.banks[seat]
        at = self.match_time(time)
        if self.ended_at is not None:
            at = self.ended_at
        if self.held is not None:
            at = self.held.typed_at
        return max(Fraction(0), self.banks[seat] - self.use_of_bank(at))

    # ------------------------------------------------------------------------- what happens

    def open(self, phase: str, mover: str, at: Fraction) -> None:
        """Open a turn, or the choice of who begins; without a legal move the turn is the last."""
        self.phase = phase
        self.mover = mover
        self.held = None
        self.lot_due_at = None
        clock_starts_by_itself = self.settings.timed and not self.settings.posted
        self.started_at = at if clock_starts_by_itself else None
        self.opening = Opening(phase, mover, dict(self.board), dict(self.banks))
        if phase == "moves" and not any(legal_moves(self.board, self.colours_of(mover))):
            self.end(other_seat(mover), "no-legal-move", at)

    def end(self, winner: str | None, reason: str, at: Fraction) -> None:
        self.result = {"winner": winner, "reason": reason}
        self.ended_at = at

    def make_final(self, at: Fraction) -> None:
        """The held move is made: it costs what it took, and the other seat's turn opens."""
        self.banks[self.mover] -= self.use_of_bank(self.held.typed_at)
        self.board.update(self.held.halves)
        self.open("moves", other_seat(self.mover), at)

    def let_time_pass(self, time: Fraction, *, through: bool) -> None:
        """Let everything happen that ends before a moment of the record, or also at it."""
        while not self.paused:
            end = self.next_end()
            now = self.match_time(time)
            if end is None or end > now or (end == now and not through):
                return
            if self.held is not None:
                self.make_final(end)
            elif self.phase == "choice":
                self.lot_due_at = end
            else:
                self.end(other_seat(self.mover), "out-of-time", end)

    def draw_the_lot(self) -> None:
        seat = next(self.drawn, None)
        if seat is None:
            raise LotFromTheSeed
        self.open("moves", seat, self.lot_due_at)

    def accept_from_player(self) -> None:
        """Remember the turn in which a player's entry was accepted, for a host's undo."""
        self.openings_of_accepted_entries.append(self.opening)

    def stop_listening(self) -> None:
        """The file ends: where no clock runs, that makes a held move final."""
        if self.held is not None and not self.settings.timed and not self.over:
            self.make_final(Fraction(0))

    # ---------------------------------------------------------------------------- hearing

    def hear(self, who: str, time: Fraction, text: str) -> Refusal | None:
        """Judge an entry and do what it says; the refusal if there is one."""
        self.prepare(who, time, text)
        if who == "dealer":
            return self.hear_dealer(time, text)
        if who == "host":
            return self.hear_host(time, text)
        return self.hear_player(who, time, text)

    def prepare(self, who: str, time: Fraction, text: str) -> None:
        """Bring the match to the moment just before an entry is judged."""
        if self.settings.timed:
            self.let_time_pass(time, through=who == "dealer")
        elif self.held is not None and not (who == self.mover and says_takeback(text)):
            self.make_final(Fraction(0))
        if who in SEATS and self.lot_due_at is not None and not self.over:
            self.draw_the_lot()
            self.let_time_pass(time, through=False)

    def hear_dealer(self, time: Fraction, text: str) -> Refusal | None:
        words = folded(text)
        if words == []:
            return None
        if self.over:
            return Refusal("match-over")
        if self.lot_due_at is not None and words in LOTS:
            self.open("moves", words[1], self.lot_due_at)
            self.let_time_pass(time, through=True)
            return None
        if self.lot_due_at is not None:
            self.draw_the_lot()
            self.let_time_pass(time, through=True)
            if self.over:
                return Refusal("match-over")
        if words != ["posted"]:
            return Refusal("no-lot-due")
        if self.settings.timed and self.started_at is None:
            self.started_at = self.match_time(time)
        return None

    def hear_host(self, time: Fraction, text: str) -> Refusal | None:
        words = folded(text)
        if words == ["undo"]:
            return self.undo(time)
        if self.over:
            return Refusal("match-over")
        if words == ["pause"]:
            return self.pause(time)
        if words == ["resume"]:
            return self.resume(time)
        if words[0] == "time":
            return self.change_bank(time, words)
        return self.end_by_ruling(time, words)

    def end_by_ruling(self, time: Fraction, words: list[str]) -> Refusal | None:
        if words == ["abort"]:
            self.end(None, "aborted", self.match_time(time))
        elif words in (["award", "ec"], ["award", "dmo"]):
            self.end(words[1], "awarded", self.match_time(time))
        else:
            return Refusal("malformed")
        return None

    def undo(self, time: Fraction) -> Refusal | None:
        if not self.openings_of_accepted_entries:
            return Refusal("nothing-to-undo")
        opening = self.openings_of_accepted_entries.pop()
        self.result = None
        self.ended_at = None
        self.board = dict(opening.board)
        self.banks = dict(opening.banks)
        self.open(opening.phase, opening.mover, self.match_time(time))
        return None

    def pause(self, time: Fraction) -> Refusal | None:
        if self.paused:
            return Refusal("paused")
        self.paused_at = self.match_time(time)
        return None

    def resume(self, time: Fraction) -> Refusal | None:
        if self.paused_at is None:
            return Refusal("not-paused")
        self.paused_for = time - self.paused_at
        self.paused_at = None
        return None

    def change_bank(self, time: Fraction, words: list[str]) -> Refusal | None:
        if len(words) != 3 or words[1] not in SEATS:
            return Refusal("malformed")
        if not re.fullmatch("[+-]?" + DECIMAL, words[2]):
            return Refusal("malformed")
        seconds = Fraction(words[2])
        seat = words[1]
        self.banks[seat] += max(seconds, -self.bank_left(seat, time))
        return None

    def hear_player(self, seat: str, time: Fraction, text: str) -> Refusal | None:
        if self.over:
            return Refusal("match-over")
        if not is_submission(text):
            return Refusal("not-a-submission")
        said = what_is_said(text, seat)
        if said.what == "concede":
            self.accept_from_player()
            self.end(other_seat(seat), "conceded", self.match_time(time))
            return None
        if self.paused:
            return Refusal("paused")
        if seat not in self.to_act():
            return Refusal("not-your-turn")
        return self.hear_seat_asked(time, said)

    def hear_seat_asked(self, time: Fraction, said: Said) -> Refusal | None:
        if self.held is not None:
            return self.hear_while_held(time, said)
        if said.what == "malformed":
            return Refusal("malformed", said.cells)
        if self.phase == "choice":
            return self.hear_choice(time, said)
        return self.hear_turn(time, said)

    def hear_while_held(self, time: Fraction, said: Said) -> Refusal | None:
        if said.what != "takeback":
            return Refusal("move-held")
        flag = self.flag_falls_at()
        if flag is not None and flag < self.match_time(time):
            return Refusal("too-late")
        self.accept_from_player()
        self.held = None
        return None

    def hear_choice(self, time: Fraction, said: Said) -> Refusal | None:
        if said.what != "first":
            return Refusal("wrong-phase")
        self.accept_from_player()
        self.open("moves", said.seat, self.match_time(time))
        return None

    def hear_turn(self, time: Fraction, said: Said) -> Refusal | None:
        if said.what == "first":
            return Refusal("wrong-phase")
        if said.what == "takeback":
            return Refusal("nothing-held")
        return self.hear_move(time, said.cells)

    def hear_move(self, time: Fraction, cells: list[Cell]) -> Refusal | None:
        colours = self.colours_of(self.mover)
        fault = fault_of_move(self.board, colours, cells)
        if fault is not None:
            return Refusal(*fault)
        (halves,) = ways_to_lay(self.board, colours, cells)
        self.accept_from_player()
        self.held = Held(halves, self.match_time(time))
        if self.settings.takeback == 0:
            self.make_final(self.match_time(time))
        return None


def says_takeback(text: str) -> bool:
    return is_submission(text) and what_is_said(text, "ec").what == "takeback"


# -------------------------------------------------------------------------------- the referee


def referee(text: str, drawn: Iterable[str] = ()) -> list[dict]:
    """One object for each entry of a record and one for its end.

    `drawn` says whom the seed would let begin, each time that a lot is left to it; LotFromTheSeed
    is raised where that does not reach. A record that states its lots needs none.
    """
    settings, entries = read_record(text)
    match = Match(settings, drawn)
    objects = []
    last_time = Fraction(0)
    for entry in entries:
        last_time = entry.time
        refusal = match.hear(entry.who, last_time, entry.text)
        objects.append(object_for_entry(match, entry, refusal))
    match.stop_listening()
    objects.append(object_for_end(match, last_time))
    return objects


def object_for_entry(match: Match, entry: Entry, refusal: Refusal | None) -> dict:
    verdict = {"line": entry.line, "who": entry.who}
    if refusal is None:
        verdict["verdict"] = "accepted"
    else:
        verdict["verdict"] = "rejected"
        verdict["code"] = refusal.code
        verdict["message"] = f"Refused: {refusal.code}."
        if refusal.cells:
            verdict["cells"] = [name_of(cell) for cell in refusal.cells]
    verdict["position"] = position(match.board)
    verdict["to_act"] = match.to_act()
    return verdict


def object_for_end(match: Match, time: Fraction) -> dict:
    return {
        "result": match.result,
        "position": position(match.board),
        "to_act": match.to_act(),
        "clock": {seat: {"reserve": float(match.bank_left(seat, time))} for seat in SEATS},
    }
