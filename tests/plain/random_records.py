"""Random match records of A Battle of Fire and Ice, the same for the same seed.

A move onto a covered cell far from everything breaks two rules, one by the wrong seat that would be
legal for it breaks one.
"""

import random
from collections.abc import Callable
from fractions import Fraction

from tests.plain.author import Author, RandomRecord
from tests.plain.fire_and_ice import (
    COLOURS,
    Board,
    Match,
    Said,
    Settings,
    fault_of_move,
    is_covered,
    is_submission,
    legal_moves,
    old_halves_touched,
    says_takeback,
    ways_to_lay,
    what_is_said,
)
from tests.plain.record import Cell, beside, name_of, other_seat

MOVE_RULES = ("off-board", "not-adjacent", "occupied", "not-connected", "colour-clash")
CHATTER = (
    "I think E5 is lost",
    "pass the salt",
    "E6E7?",
    "e05 e06",
    "E100 E6",
    "E6 \N{CYRILLIC CAPITAL LETTER IE}7",
    "E6 green E7 red",
    "white",
    "me",
    "back",
    "and",
    "ec and dmo",
    "back take",
    "concede now",
    "conceded",
    "first?",
    "e6andE7",
    "E6 @5",
    "takebacks",
    "E6 = E7",
    "\N{SNOWFLAKE}",
)
MALFORMED = (
    "E6",
    "d5 D6 d7",
    "E6E7E8F6",
    "Z9",
    "first",
    "first E6",
    "first ec dmo",
    "dmo first",
    "undo undo",
    "take back E6",
    "E6 E7 takeback",
    "concede concede",
    "E6 me",
    "take back take back",
    "first and ec",
    "and A1",
    "J10 a0",
    "white E6 E7",
    "E6 red",
)
TAKEBACKS = ("takeback", "take back", "undo", "TakeBack", "take-back", "Undo,", "take / back")
NONSENSE_BY_DEALER = ("first ec", "first dmo", "banana", "remove D4", "posted twice")


def rules_broken(match: Match, seat: str, text: str, time: Fraction) -> set[str]:
    """Every rule that a seat's text breaks, each asked for as if no other were broken."""
    if not is_submission(text):
        return {"not-a-submission"} | ({"match-over"} if match.over else set())
    said = what_is_said(text, seat)
    broken = {"match-over"} if match.over else set()
    if said.what == "concede":
        return broken
    if match.paused:
        broken.add("paused")
    if seat != match.mover:
        broken.add("not-your-turn")
    if said.what == "malformed":
        broken.add("malformed")
    if said.what in ("move", "takeback", "first"):
        broken |= phase_rules_broken(match, said.what)
    if said.what == "move":
        broken |= move_rules_broken(match.board, match.colours_of(seat), said.cells)
        if has_wrong_colour(match.board, match.colours_of(seat), said):
            broken.add("wrong-colour")
    return broken | hold_rules_broken(match, seat, said.what, time)


def phase_rules_broken(match: Match, what: str) -> set[str]:
    wanted = what == "first" if match.phase == "choice" else what != "first"
    return set() if wanted else {"wrong-phase"}


def hold_rules_broken(match: Match, seat: str, what: str, time: Fraction) -> set[str]:
    """What the take-back window forbids or is missing for."""
    if match.held is None:
        return {"nothing-held"} if what == "takeback" and match.phase == "moves" else set()
    if seat != match.mover:
        return set()
    if what != "takeback":
        return {"move-held"}
    flag = match.end_of_time()
    return {"too-late"} if flag is not None and flag < match.match_time(time) else set()


def move_rules_broken(board: Board, colours: str, cells: list[Cell]) -> set[str]:
    """Every rule of laying dominoes that two cells break."""
    broken = set()
    if any(cell not in board for cell in cells):
        broken.add("off-board")
    if cells[1] not in beside(cells[0]):
        broken.add("not-adjacent")
    if any(is_covered(board, cell) for cell in cells):
        broken.add("occupied")
    if not old_halves_touched(board, cells):
        broken.add("not-connected")
    if not ways_to_lay(board, colours, cells):
        broken.add("colour-clash")
    return broken


def has_wrong_colour(board: Board, colours: str, said: Said) -> bool:
    """Whether a domino can be laid there, but never with the colours that are said."""
    ways = ways_to_lay(board, colours, said.cells)
    return ways != [] and not any(said.colours.items() <= halves.items() for halves in ways)


def random_record(seed: int) -> RandomRecord:
    return FireAndIceAuthor(random.Random(seed)).write()


class FireAndIceAuthor(Author):
    """Writes one record of this game."""

    game = "fire-and-ice"
    chatter = CHATTER
    malformed = MALFORMED + TAKEBACKS
    nonsense_by_dealer = NONSENSE_BY_DEALER
    settings: Settings
    match: Match

    def new_match(self) -> Match:
        return Match(self.settings, self.lots_from_the_seed())

    # ------------------------------------------------------------------------------ headers

    def random_settings(self) -> Settings:
        dice = self.dice
        timed = dice.random() < 0.8
        return Settings(
            turn=Fraction(dice.choice(["60", "60", "60", "10", "4", "2.5", "0.25", "0", "33.3"])),
            reserve=Fraction(dice.choice(["300", "300", "20", "7.25", "1", "0", "0.001"])),
            choice=Fraction(dice.choice(["60", "60", "10", "3.5", "0"])),
            takeback=Fraction(dice.choice(["5", "5", "5", "2", "0.5", "0", "0", "60"])),
            fire=dice.choice(["ec", "ec", "dmo"]),
            first=dice.choice([None, None, "ec", "dmo"]),
            timed=timed,
            posted=dice.random() < (0.4 if timed else 0.2),
        )

    def header_values(self) -> dict[str, str]:
        dice, settings = self.dice, self.settings
        values = self.lengths_of_time(("turn", "reserve", "choice", "takeback"))
        if settings.fire != "ec" or dice.random() < 0.2:
            values["fire"] = settings.fire
        if dice.random() < 0.3:
            values["row1"] = dice.choice(["top", "bottom"])
        return values

    # ------------------------------------------------------------------------------ the clock

    def write_some_entry(self) -> None:
        # Without times any entry but a take-back makes a move final; what fits after is wanted.
        makes_final = (
            not self.settings.timed and self.match.held is not None and self.dice.random() < 0.75
        )
        if not makes_final:
            super().write_some_entry()
            return
        holder = self.match.mover
        self.match.prepare("host", self.time, "")
        who, text = self.some_entry()
        while who == holder and says_takeback(text):
            who, text = self.some_entry()
        self.write_entry(who, text)

    def limits(self) -> list[tuple[str, Fraction]]:
        match = self.match
        if match.held is not None:
            end_of_hold = match.held.typed_at + self.settings.takeback
            flag = match.end_of_time()
            if flag is None or not match.held.typed_at <= flag < end_of_hold:
                return [("hold", end_of_hold)]
            return [("hold", end_of_hold)] + [("flag while held", flag)] * 3
        if match.started_at is None:
            return []
        if match.phase == "choice":
            return [("choice", match.end_of_time())]
        turn = match.started_at + self.settings.turn
        return [("turn", turn), ("turn", turn), ("flag", match.end_of_time())]

    # --------------------------------------------------------------------------- what is typed

    def likelihoods(self) -> dict[str, int]:
        match, likely = self.match, self.usual_likelihoods()
        if match.held is not None and not match.over and not match.paused:
            likely.update(move=0, takeback=15, bare=12 * self.settings.timed)
            likely["illegal"] //= 2
        return likely

    def type_move(self) -> tuple[str, str]:
        match = self.match
        if match.phase == "choice":
            return match.mover, self.random_choice()
        cells = self.random_legal_move(match.mover)
        if cells is None:
            return self.type_chatter()
        if self.dice.random() < 0.1:
            return match.mover, self.spelled_with_colours(match.mover, cells, wrong=False)
        return match.mover, self.spelled(cells)

    def type_takeback(self) -> tuple[str, str]:
        return self.match.mover, self.dice.choice(TAKEBACKS)

    def random_lot(self) -> str:
        return self.dice.choice(["first ec", "first dmo", "First  DMO"])

    def random_choice(self) -> str:
        return self.dice.choice(["first ec", "first dmo", "first me", "FIRST them", "first, ec"])

    def random_legal_move(self, seat: str) -> list[Cell] | None:
        """A legal move of a seat, its two cells in either order."""
        colours = self.match.colours_of(seat)
        for _ in range(30):
            cells = self.random_cells_near_halves()
            if fault_of_move(self.match.board, colours, cells) is None:
                return cells
        every_move = list(legal_moves(self.match.board, colours))
        return self.dice.choice(every_move) if every_move else None

    def random_cells_near_halves(self) -> list[Cell]:
        """Two cells side by side, the first at the side of a half on the board; maybe off it."""
        covered = [cell for cell in self.match.board if is_covered(self.match.board, cell)]
        while True:
            first = self.dice.choice(beside(self.dice.choice(covered)))
            second = self.dice.choice(beside(first))
            if first[0] >= 1 and second[0] >= 1 and first[1] >= 0 and second[1] >= 0:
                return self.dice.sample([first, second], 2)

    def random_cells_over_an_edge(self) -> list[Cell]:
        """A cell at an edge of the board and the one beyond; a covered edge has others about."""
        place, row = self.dice.randint(1, 9), self.dice.choice([1, 9])
        pairs = [[(place, row), (place, 0 if row == 1 else 10)], [(9, place), (10, place)]]
        return self.dice.sample(self.dice.choice(pairs), 2)

    def random_cells(self) -> list[Cell]:
        """Two cells anywhere, now and then outside the board."""
        dice = self.dice
        if dice.random() < 0.1:
            return [
                (dice.randint(1, 26), dice.randint(0, 99)),
                (dice.randint(1, 9), dice.randint(1, 9)),
            ]
        one, other = [(dice.randint(1, 9), dice.randint(1, 9)) for _ in range(2)]
        return [one, dice.choice([one, other, dice.choice(beside(one))])]

    def spelled(self, cells: list[Cell]) -> str:
        dice = self.dice
        gap = dice.choice(["", " ", "  ", ", ", ",", "-", " - ", " and ", " AND ", " / ", ", and "])
        text = gap.join(name_of(cell) if cell[0] >= 1 else "a0" for cell in cells)
        return dice.choice(
            [text, text, text.lower(), text.capitalize(), f"{text} and", f"and {text}"]
        )

    def spelled_with_colours(self, seat: str, cells: list[Cell], *, wrong: bool) -> str:
        """A legal move with what will lie on one of its cells or on both; or what will not."""
        (halves,) = ways_to_lay(self.match.board, self.match.colours_of(seat), cells)
        words = []
        for cell in cells:
            fitting = [word for word in COLOURS if (COLOURS[word] == halves[cell]) != wrong]
            words += [name_of(cell), self.dice.choice(fitting)]
        if self.dice.random() < 0.5:
            del words[self.dice.choice([1, 3])]
        return self.dice.choice([" ", " ", ", ", "-"]).join(words)

    # --------------------------------------------------------------------------- illegal tries

    def rules_broken(self, seat: str, text: str) -> set[str]:
        return rules_broken(self.match, seat, text, self.time)

    def blind_try(self) -> str:
        makers: list[Callable[[], str]] = [
            lambda: self.spelled(self.random_cells()),
            lambda: self.spelled(self.random_cells_near_halves()),
            lambda: self.dice.choice(MALFORMED),
            lambda: self.dice.choice(TAKEBACKS),
            self.random_choice,
        ]
        return self.dice.choice(makers)()

    def rules_at_hand(self) -> list[str]:
        match = self.match
        if match.held is not None:
            return ["move-held", "move-held", "too-late", "not-your-turn"]
        if match.phase == "choice":
            return ["malformed", "wrong-phase", "not-your-turn"]
        return [
            *MOVE_RULES,
            "wrong-colour",
            "off-board",
            "malformed",
            "not-your-turn",
            "wrong-phase",
            "nothing-held",
        ]

    def try_against(self, rule: str) -> tuple[str, str]:
        """A try that may well break this rule and perhaps breaks others too."""
        seat = self.match.mover
        if rule == "not-your-turn":
            seat = other_seat(seat)
        if rule == "malformed":
            return seat, self.dice.choice(MALFORMED)
        if rule in ("nothing-held", "too-late"):
            return seat, self.dice.choice(TAKEBACKS)
        if rule == "wrong-colour":
            cells = self.random_legal_move(seat)
            return seat, self.spelled_with_colours(seat, cells, wrong=True) if cells else "E6"
        if rule in MOVE_RULES:
            return seat, self.spelled(self.cells_against(rule))
        if (self.match.phase == "choice") == (rule != "wrong-phase"):
            return seat, self.random_choice()
        return seat, self.move_or_takeback(seat)

    def cells_against(self, rule: str) -> list[Cell]:
        if rule == "off-board":
            return self.random_cells_over_an_edge()
        if rule == "not-connected" or self.dice.random() < 0.3:
            return self.random_cells()
        return self.random_cells_near_halves()

    def move_or_takeback(self, seat: str) -> str:
        """What would be legal in this seat's turn, or while its move is held."""
        cells = self.random_legal_move(seat)
        if cells is None or self.dice.random() < 0.2:
            return self.dice.choice(TAKEBACKS)
        return self.spelled(cells)
