"""Random match records of Deep Sea Voyage, the same for the same seed.

All three boards are always stated. By its plan a record places what it can, cuts ships off where it
can, or soon passes to come to the routes; the author knows the boards and the shortest ways.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from tests.plain.agreement import damaged
from tests.plain.author import Author, RandomRecord
from tests.plain.deep_sea_voyage import NUMBERS, Board, BoardFromTheSeed, Match, Settings, match_of
from tests.plain.random_sea_charts import random_chart
from tests.plain.random_sea_texts import (
    CHATTER,
    ENTRIES_TO_SLIP_IN,
    HEADERS_TO_SLIP_IN,
    MALFORMED,
    NONSENSE_BY_DEALER,
)
from tests.plain.record import (
    SEATS,
    Cell,
    NotARecord,
    beside,
    name_of,
    other_seat,
    rows_of,
)
from tests.plain.sea_charts import (
    PENTOMINOES,
    SHIPS,
    SHIPS_OF,
    is_cut_off,
    is_passable,
    legal_placements,
    letter_of,
    moved,
    shortest_way,
    start_of,
)
from tests.plain.sea_faults import SAID_IN, rules_broken
from tests.plain.sea_words import OTHER_WORDS, TELLING_WORDS

PLACEMENT_RULES = (
    "off-board",
    "malformed",
    "not-a-pentomino",
    "wrong-letter",
    "not-empty",
    "piece-used",
)
ROUTE_RULES = (
    "not-your-ship",
    "board-lost",
    "off-board",
    "not-at-start",
    "not-straight",
    "blocked",
    "no-dropoff",
)
PHASES = tuple(SAID_IN)
SEPARATORS = (" ", " ", ", ", "-", " and ", "")


def random_record(seed: int) -> RandomRecord:
    return DeepSeaAuthor(random.Random(seed)).write()


def damaged_record(text: str, dice: random.Random) -> str:
    """A record with a small fault or two; it still states each board, if it is a record at all."""
    while True:
        one = damaged(text, dice, HEADERS_TO_SLIP_IN, ENTRIES_TO_SLIP_IN)
        try:
            match_of(one)
        except BoardFromTheSeed:
            continue
        except NotARecord:
            pass
        return one


# ---------------------------------------------------------------------------------- the author


@dataclass
class SettingsToWriteBy(Settings):
    """What the headers set, and how long a turn is taken to be where the author hurries."""

    @property
    def turn(self) -> Fraction:
        return self.action


class DeepSeaAuthor(Author):
    """Writes one record."""

    game = "deep-sea-voyage"
    styles = (*Author.styles, "whole", "clock")
    chatter = CHATTER
    malformed = MALFORMED
    nonsense_by_dealer = NONSENSE_BY_DEALER
    length_of_whole = (60, 110)
    settings: Settings
    match: Match

    def __init__(self, dice: random.Random) -> None:
        self.plan = dice.choice(["placing", "sinking", "sinking", "sinking", "passing", "routes"])
        styles = {"sinking": ["narrow", "narrow", "open"], "routes": ["full", "full", "narrow"]}
        few = ["tight", "tight", "narrow", "open", "full"]
        self.charts = [random_chart(dice, dice.choice(styles.get(self.plan, few))) for _ in NUMBERS]
        super().__init__(dice)

    def write(self) -> RandomRecord:
        record = super().write()
        record.seen = self.match.seen
        return record

    def new_match(self) -> Match:
        return Match(self.settings, self.lots_from_the_seed())

    # ------------------------------------------------------------------------------ headers

    def random_settings(self) -> Settings:
        dice = self.dice
        timed = dice.random() < 0.6
        one, two, three = self.charts
        return SettingsToWriteBy(
            first=dice.choice([None, None, None, "ec", "dmo"]),
            timed=timed,
            posted=timed and dice.random() < 0.25,
            pregame=self.some_seconds(90),
            pick=self.some_seconds(45),
            action=self.some_seconds(90),
            routes=self.some_seconds(240),
            early=dice.choice(["on", "off"]),
            endgame=dice.choice(["tracked", "tracked", "automatic"]),
            board1=one,
            board2=two,
            board3=three,
        )

    def some_seconds(self, usual: int) -> Fraction:
        """Mostly as long as usual, or a while; rarely so short that little is said in it."""
        chance = self.dice.random()
        if chance < 0.03:
            return Fraction(0)
        return Fraction(usual) if chance < 0.5 else Fraction(self.dice.randint(200, 1200), 10)

    def header_values(self) -> dict[str, str]:
        settings, dice = self.settings, self.dice
        values = self.lengths_of_time(("pregame", "pick", "action", "routes"))
        for key in ("early", "endgame"):
            value = getattr(settings, key)
            if value != getattr(Settings(), key) or dice.random() < 0.2:
                values[key] = value
        boards = {
            f"board{n}": rows_of(chart) for n, chart in zip(NUMBERS, self.charts, strict=True)
        }
        return values | boards

    # ------------------------------------------------------------------------------ the clock

    def limits(self) -> list[tuple[str, Fraction]]:
        end = self.match.end_of_time()
        return [] if end is None else [(self.match.phase, end)]

    # --------------------------------------------------------------------------- what is typed

    def likelihoods(self) -> dict[str, int]:
        match, likely = self.match, self.usual_likelihoods()
        if match.lot_due_at is not None and self.style == "whole":
            likely["lot"] = 1000
        if match.phase == "routes" and "illegal" in likely:
            likely["illegal"] *= 2
        return likely

    def random_lot(self) -> str:
        match, dice = self.match, self.dice
        lots = match.lots_due() if match.lot_due_at is not None else ["side ec empire"]
        text = dice.choice(lots)
        return dice.choice([text, text, text, text.title(), text.replace(" ", "  ")])

    def type_move(self) -> tuple[str, str]:
        match = self.match
        seat = self.dice.choice(match.to_act() or SEATS)
        return seat, self.text_for(seat)

    def text_for(self, seat: str) -> str:
        """What is wanted from this seat now, some of it more than once before it locks."""
        match, dice = self.match, self.dice
        if match.phase == "pregame":
            asked = seat == "dmo" and not match.state.empire
            return self.cased(dice.choice(["empire", "marauder"]) if asked else "ready")
        if match.phase == "pick":
            return self.pick_text(dice.choice(match.boards_to_pick() or NUMBERS))
        if match.phase == "last":
            return self.placement_text(seat)
        if match.phase == "placing":
            submitted = seat in match.state.submitted
            lock = dice.random() < (0.75 if submitted else 0.04)
            return self.cased("lock") if lock else self.placement_text(seat)
        sent = any(key[1] in SHIPS_OF[match.side_of(seat)] for key in match.state.routes)
        if dice.random() < (0.4 if sent else 0.05):
            return self.cased("lock")
        return self.routes_text(seat)

    def cased(self, text: str) -> str:
        return self.dice.choice([text, text, text.title(), text.upper(), text + ","])

    def pick_text(self, number: int) -> str:
        return self.dice.choice(["board {}", "board {}", "Board, {}", "BOARD-{}"]).format(number)

    # -------------------------------------------------------------------------- placements

    def placement_text(self, seat: str) -> str:
        """A pentomino where it may lie, or a pass, by the plan; a pass where none is found."""
        share = {"passing": 0.45, "sinking": 0.08, "routes": 0.3}.get(self.plan, 0.1)
        cells = None if self.dice.random() < share else self.placement_on(self.match.board_of(seat))
        return self.cased("pass") if cells is None else self.spelled_placement(cells)

    def placement_on(self, board: Board) -> list[Cell] | None:
        """Cells that may be placed on; in plans of sinking such that cut a ship off, if found."""
        found = [cells for _ in range(30) if (cells := self.guess_on(board)) is not None]
        if not found:
            found = list(legal_placements(board.chart, board.bank))
        if not found:
            return None
        if self.plan == "sinking":
            for cells in found[:12]:
                if is_cut_off(board.chart | dict.fromkeys(cells, "#")):
                    return cells
        return self.dice.choice(found)

    def guess_on(self, board: Board) -> list[Cell] | None:
        """A pentomino of the bank somewhere, if it can lie there; often near a ship or dropoff."""
        dice, chart = self.dice, board.chart
        empty = [cell for cell in chart if chart[cell] == "."]
        if not empty or not board.bank:
            return None
        place = dice.choice(empty)
        if dice.random() < 0.5:
            centre = dice.choice([cell for cell in chart if chart[cell] in "DRWBK"])
            place = dice.choice(beside(centre))
        shape = dice.choice(sorted(PENTOMINOES[dice.choice(board.bank)], key=sorted))
        cells = moved(shape, dice.choice(sorted(shape)), place)
        return cells if all(chart.get(cell) == "." for cell in cells) else None

    def spelled_placement(self, cells: list[Cell], letter: str | None = None) -> str:
        """One of the ways to write a placement, its letter as a rule the right one."""
        dice = self.dice
        cells = dice.sample(cells, len(cells))
        if letter is None:
            letter = letter_of(cells)
        gap, before = (
            dice.choice(SEPARATORS),
            dice.choice(["{} ", "{} ", "{} on ", "{}, ", "", "on "]),
        )
        if letter == "" and "{}" in before:
            before = ""
        text = before.format(letter) + gap.join(name_of(cell) for cell in cells)
        return dice.choice([text, text, text.lower(), text.upper(), text.replace(" ", " / ", 1)])

    # ------------------------------------------------------------------------------ routes

    def routes_text(self, seat: str) -> str:
        """Routes for some of a seat's ships, shortest ones or with detours."""
        routes = [
            self.spelled_route(number, ship, way)
            for number in NUMBERS
            for ship in SHIPS_OF[self.match.side_of(seat)]
            if (way := self.way_of(number, ship)) is not None
        ]
        if not routes:
            return "lock"
        count = min(len(routes), self.dice.choice([1, 1, 2, 3, 6, 6]))
        return self.dice.choice([" / ", "/", " / / "]).join(self.dice.sample(routes, count))

    def way_of(self, number: int, ship: str) -> list[Cell] | None:
        """A way of a ship on a board that is not lost, tile by tile."""
        board = self.match.state.boards[number]
        way = None if board.lost_by else shortest_way(board.chart, ship)
        if way is None:
            return None
        while self.dice.random() < 0.4:
            way = self.with_detour(board, way)
        return way

    def with_detour(self, board: Board, way: list[Cell]) -> list[Cell]:
        """The same way, with a step aside and back."""
        place = self.dice.randrange(len(way))
        aside = [cell for cell in beside(way[place]) if is_passable(board.chart, cell)]
        if not aside:
            return way
        return [*way[: place + 1], self.dice.choice(aside), *way[place:]]

    def spelled_route(self, number: int, ship: str, way: list[Cell]) -> str:
        """A route by the cells at which it turns, now and then also some between."""
        dice = self.dice
        keep = dice.choice([0, 0, 0.3, 1])
        last = len(way) - 1
        corners = [
            cell
            for at, cell in enumerate(way)
            if at in (0, last) or turns_at(way, at) or dice.random() < keep
        ]
        return self.spelled_corners(number, ship, corners)

    def spelled_corners(self, number: int, ship: str, corners: list[Cell]) -> str:
        colour = next(name for name in SHIPS if SHIPS[name] == ship)
        gap = self.dice.choice(SEPARATORS)
        text = f"route {number} {colour} " + gap.join(name_of(cell) for cell in corners)
        return self.dice.choice([text, text, text.lower(), text.upper(), text.capitalize()])

    # --------------------------------------------------------------------------- illegal tries

    def rules_broken(self, seat: str, text: str) -> set[str]:
        return rules_broken(self.match, seat, text)

    def rules_at_hand(self) -> list[str]:
        match = self.match
        usual = ["malformed", "wrong-phase"]
        locked = ["locked"] * 4 if match.state.locked else []
        is_any_lost = any(board.lost_by for board in match.state.boards.values())
        lost = ["board-lost"] * 5 if is_any_lost else []
        more = {
            "pregame": [*usual, "not-your-turn", *["already-chosen", "already-ready"] * 3],
            "pick": [*usual, "not-your-turn", *["board-closed", "board-taken"] * 3],
            "placing": [*usual, *PLACEMENT_RULES, *locked],
            "last": [*usual, *PLACEMENT_RULES, "not-your-turn"],
            "routes": [*usual, *ROUTE_RULES, *ROUTE_RULES, *locked, *lost],
        }
        return more[match.phase]

    def try_against(self, rule: str) -> tuple[str, str]:
        match, dice = self.match, self.dice
        seat = dice.choice(match.to_act_now() or SEATS)
        if rule in ("not-your-turn", "locked"):
            seat = other_seat(seat)
            return seat, self.text_at_hand(other_seat(seat) if match.phase == "pregame" else seat)
        if rule in ("wrong-phase", "match-over"):
            return seat, self.said_elsewhere()
        wants_cells = match.phase in ("placing", "last", "routes")
        if rule == "malformed" and (not wants_cells or dice.random() < 0.5):
            return seat, dice.choice(self.malformed)
        if match.phase == "pregame":
            seat = dice.choice(SEATS)
        return seat, {
            "pregame": lambda: dice.choice(["empire", "marauder", "ready"]),
            "pick": lambda: self.pick_text(dice.choice(NUMBERS)),
            "placing": lambda: self.placement_against(rule, seat),
            "last": lambda: self.placement_against(rule, seat),
            "routes": lambda: self.route_against(rule, seat),
        }[match.phase]()

    def text_at_hand(self, seat: str) -> str:
        """What this seat could be asked for in this phase."""
        if self.match.phase == "pregame":
            return self.dice.choice(["empire", "marauder"])
        if self.match.phase == "routes" and self.dice.random() < 0.5:
            return "lock"
        return self.text_for(seat)

    def placement_against(self, rule: str, seat: str) -> str:
        """Five cells or so that may well break this rule."""
        dice, board = self.dice, self.match.board_of(seat)
        whole_bank = Board(board.chart)
        used = [letter for letter in PENTOMINOES if letter not in board.bank]
        if rule == "piece-used" and used:
            whole_bank.bank = used
        cells = (self.guess_on(board if rule != "piece-used" else whole_bank)) or self.any_cells()
        if rule == "wrong-letter":
            return self.spelled_placement(cells, dice.choice(sorted(PENTOMINOES)))
        if rule == "off-board":
            cells = [self.near_the_edge(cell) for cell in cells]
        elif rule == "not-empty":
            cells = self.any_cells()
        elif rule == "malformed":
            cells = dice.choice([cells[:4], cells[:1], cells[:4] * 2, [*cells[:4], cells[0]]])
        elif rule == "not-a-pentomino":
            cells = [*cells[:4], dice.choice([cell for cell in board.chart if cell not in cells])]
        right = is_one_pentomino(cells) and dice.random() < 0.7
        return self.spelled_placement(cells, None if right else "")

    def any_cells(self) -> list[Cell]:
        """A pentomino anywhere on a small board, whatever stands there."""
        dice = self.dice
        shape = dice.choice(sorted(PENTOMINOES[dice.choice(sorted(PENTOMINOES))], key=sorted))
        return moved(shape, min(shape), (dice.randint(1, 11), dice.randint(3, 11)))

    def near_the_edge(self, cell: Cell) -> Cell:
        """The cell, moved to the right, off a small board as a rule but not beyond column Z."""
        return cell[0] + 11, cell[1]

    def route_against(self, rule: str, seat: str) -> str:
        """A route, or rarely two, that may well break this rule."""
        dice, match = self.dice, self.match
        ships = SHIPS_OF[match.side_of(other_seat(seat) if rule == "not-your-ship" else seat)]
        ship, number = dice.choice(ships), dice.choice(NUMBERS)
        chart = match.state.boards[number].chart
        way = shortest_way(chart, ship) or [start_of(chart, ship)]
        if rule == "off-board":
            way = [way[0], (way[0][0], dice.choice([0, 15, 99])), *way]
        elif rule == "not-at-start":
            way = way[1:] or way
        elif rule == "not-straight":
            del way[dice.randrange(1, max(2, len(way) - 1)) : max(2, len(way) - 1)]
            way.insert(1, dice.choice([way[0], way[-1]]))
        elif rule == "blocked":
            column, row = way[0]
            target = way[-1]
            way = [way[0], dice.choice([(column, target[1]), (target[0], row)]), target]
            way = [cell for at, cell in enumerate(way) if at == 0 or cell != way[at - 1]]
        elif rule == "no-dropoff":
            way = way[: dice.randint(1, max(1, len(way) - 1))]
        text = self.spelled_corners(number, ship, way)
        more = dice.random() < 0.2
        return f"{self.routes_text(seat)} / {text}" if more else text

    def said_elsewhere(self) -> str:
        """What would be wanted at another time."""
        makers: list[Callable[[], str]] = [
            lambda: self.dice.choice(["ready", "empire", "marauder", "pass", "lock"]),
            lambda: self.pick_text(self.dice.choice(NUMBERS)),
            lambda: self.spelled_placement(self.any_cells()),
            lambda: "route 1 red A1 A2",
        ]
        return self.dice.choice(makers)()

    def blind_try(self) -> str:
        dice = self.dice
        makers: list[Callable[[], str]] = [
            lambda: dice.choice(self.malformed),
            self.said_elsewhere,
            lambda: self.spelled_placement([self.near_the_edge(c) for c in self.any_cells()]),
            self.route_of_any_cells,
            self.words_at_random,
        ]
        return dice.choice(makers)()

    def route_of_any_cells(self) -> str:
        dice = self.dice
        cells = dice.sample(sorted(self.charts[0]), dice.randint(1, 4))
        return self.spelled_corners(dice.choice(NUMBERS), dice.choice("RWBK"), cells)

    def words_at_random(self) -> str:
        """Cells, numbers and words of the game in any order, joined in any way."""
        dice = self.dice
        words = (*TELLING_WORDS, *OTHER_WORDS, "1", "2", "3", "0", "13", "99", "100", "01")
        texts = [
            name_of(dice.choice(sorted(self.charts[0])))
            if dice.random() < 0.3
            else dice.choice(words)
            for _ in range(dice.choice([1, 2, 3, 4, 5, 7]))
        ]
        return "".join(text + dice.choice(["", " ", " ", ", ", "-", " / "]) for text in texts)


def turns_at(way: list[Cell], at: int) -> bool:
    """Whether a way does not go straight on at this of its tiles."""
    (column, row), (next_column, next_row) = way[at - 1], way[at + 1]
    here = way[at]
    return (column + next_column, row + next_row) != (2 * here[0], 2 * here[1])


def is_one_pentomino(cells: list[Cell]) -> bool:
    try:
        return len(set(cells)) == len(cells) == 5 and letter_of(cells) != ""
    except StopIteration:
        return False
