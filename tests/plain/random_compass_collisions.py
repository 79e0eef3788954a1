"""Random match records of Compass Collisions, the same for the same seed.

Some matches are fought out, in some nothing is removed for long, and in some the board falls to
pieces at once; the erosion map, the layouts and the choice of moves see to that.
"""

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

from tests.plain.author import Author, RandomRecord
from tests.plain.compass_board import (
    BOARD,
    CYCLE,
    DEFAULT_NUMBERS,
    ROW_LENGTHS,
    SETS,
    SHORT,
    STEPS,
    Move,
    Table,
    end_turn,
    fault_of_layout,
    holds_piece_of,
    make_move,
    next_cell,
    possible_moves,
    way_of,
    written_numbers,
)
from tests.plain.compass_collisions import (
    Match,
    Said,
    Settings,
    is_submission,
    what_is_said,
)
from tests.plain.record import SEATS, Cell, name_of, other_seat

MOVE_RULES = ("off-board", "not-yours", "not-straight", "enemy-between", "friend-there")
LAYOUT_RULES = ("layout-rows", "wrong-count", "too-few", "missing-element")
CHATTER = (
    "I think E5 is lost",
    "pass the salt",
    "E5 N!",
    "e05 N",
    "E100 E6",
    "E6 \N{EN DASH} E7",
    "me",
    "north",
    "e",
    "s and w",
    "2",
    "and",
    "ec and dmo",
    "placement",
    "concede now",
    "E5 up",
    "E5 upward N",
    "layout of mine",
    "layout E.W! / ...",
    "layout: E.W",
    "my layout E.W",
    "take it",
    "ec3 north",
    "\N{SNOWFLAKE}",
)
MALFORMED = (
    "E5",
    "E5 N 3",
    "E5 N 2 1",
    "E5 N S",
    "N E5",
    "C3 D3 E3",
    "E5 2",
    "N2",
    "Z9",
    "first",
    "first E5",
    "first ec dmo",
    "dmo first",
    "take",
    "take me",
    "take first placement",
    "take take",
    "placement take",
    "place",
    "place ec1",
    "ec1",
    "ec1 ec2",
    "north ec1",
    "ec1 north dmo1",
    "ec1 E5",
    "remove",
    "remove E5 E4",
    "remove N",
    "remove N2",
    "E5 remove",
    "layout",
    "layout E5",
    "layout north",
    "concede concede",
    "concede E5",
    "first and ec",
)
NONSENSE_BY_DEALER = (
    "first ec",
    "first dmo",
    "banana",
    "remove D4",
    "posted twice",
    "take first",
    "take me",
    "place ec1 north, dmo2 south",
    "place ec2 east",
    "layout ec E.W",
    "layout E.W",
    "layout",
)
WANTED = {
    "layouts": "layout",
    "privilege": "take",
    "first placement": "place",
    "second placement": "place",
    "naming": "first",
    "play": "move",
    "removal": "remove",
}


def random_record(seed: int) -> RandomRecord:
    return CompassCollisionsAuthor(random.Random(seed)).write()


# ------------------------------------------------------------------------------ what is broken


def rules_broken(match: Match, seat: str, text: str) -> set[str]:
    """Every rule that a seat's text breaks, each asked for as if no other were broken."""
    broken = {"match-over"} if match.over else set()
    if not is_submission(text):
        return broken | {"not-a-submission"}
    said = what_is_said(text, seat)
    if said.what == "concede":
        return broken
    if match.paused:
        broken.add("paused")
    if not match.is_asked(seat, said):
        broken.add("not-your-turn")
    if said.what == "malformed":
        return broken | {"malformed"}
    return broken | rules_broken_in_phase(match, seat, said)


def rules_broken_in_phase(match: Match, seat: str, said: Said) -> set[str]:
    phase = match.state.phase
    table = match.state.table
    if phase == "layouts" and said.what == "take":
        return {"already-chosen"} if match.state.privilege else set()
    if phase == "removal" and said.what == "move":
        return {"must-remove"} | move_rules_broken(table, seat, said.move)
    if said.what != WANTED[phase]:
        return {"wrong-phase"}
    rules = {
        "layout": lambda: layout_rules_broken(said.rows),
        "place": lambda: placement_rules_broken(match, said),
        "move": lambda: move_rules_broken(table, seat, said.move),
        "remove": lambda: removal_rules_broken(table, seat, said.cells[0]),
    }
    return rules.get(said.what, set)()


def layout_rules_broken(rows: list[str]) -> set[str]:
    if fault_of_layout(rows) == "layout-rows":
        return {"layout-rows"}
    one, other = ("".join(half).replace(".", "") for half in (rows[:3], rows[3:]))
    broken = set()
    if len(one + other) != 16:
        broken.add("wrong-count")
    if min(len(one), len(other)) < 4:
        broken.add("too-few")
    if any(element not in one + other for element in CYCLE):
        broken.add("missing-element")
    return broken


def placement_rules_broken(match: Match, said: Said) -> set[str]:
    fault = match.fault_of_placement(said)
    return set() if fault is None else {fault}


def removal_rules_broken(table: Table, seat: str, cell: Cell) -> set[str]:
    if cell not in BOARD:
        return {"off-board", "not-yours"}
    return set() if holds_piece_of(table, cell, seat) else {"not-yours"}


def move_rules_broken(table: Table, seat: str, move: Move) -> set[str]:
    broken = set()
    if any(cell is not None and cell not in BOARD for cell in (move.source, move.target)):
        broken.add("off-board")
    if not holds_piece_of(table, move.source, seat):
        broken.add("not-yours")
    way = way_of(move)
    if way is None:
        return broken | {"not-straight"}
    if way[1] == 1:
        return broken
    between = next_cell(move.source, way[0])
    if holds_piece_of(table, between, other_seat(seat)):
        broken.add("enemy-between")
    stays = between in BOARD and between not in table.removed
    if stays and holds_piece_of(table, next_cell(between, way[0]), seat):
        broken.add("friend-there")
    return broken


# --------------------------------------------------------------------------------- the author


class CompassCollisionsAuthor(Author):
    """Writes one record of this game."""

    game = "compass-collisions"
    styles = (
        "whole",
        "whole",
        "whole",
        "whole",
        "mixed",
        "mixed",
        "tries",
        "tries",
        "clock",
        "hosts",
    )
    length_of_whole = (55, 100)
    chatter = CHATTER
    malformed = MALFORMED
    nonsense_by_dealer = NONSENSE_BY_DEALER
    sums = ("+1", "+2", "-1", "3", "-9", "+1000", "-0", "+0.5", "1.0")
    settings: Settings
    match: Match

    def __init__(self, dice: random.Random) -> None:
        self.is_for_a_stall = dice.random() < 0.12
        super().__init__(dice)
        self.fights_until = dice.choice([0, 0, 12, 20, 500, 500])
        if self.is_for_a_stall:
            self.style = "whole"
            self.fights_until = dice.choice([0, 0, 8, 10, 12, 14])

    def new_match(self) -> Match:
        return Match(self.settings, self.lots_from_the_seed())

    # ------------------------------------------------------------------------------ headers

    def random_settings(self) -> Settings:
        dice = self.dice
        timed = dice.random() < (0.1 if self.is_for_a_stall else 0.7)
        return Settings(
            turn=Fraction(dice.choice(["60", "60", "60", "10", "4", "2.5", "0.25", "0"])),
            periods=dice.choice([3, 3, 3, 0, 1, 2, 7]),
            period=Fraction(dice.choice(["60", "60", "10", "1.5", "0.001"])),
            remove=Fraction(dice.choice(["60", "60", "5", "0.5", "0"])),
            setup=Fraction(dice.choice(["600", "600", "600", "60", "3.5", "0"])),
            choice=Fraction(dice.choice([*["60"] * 8, "10", "10", "3.5", "0"])),
            erosion=self.random_numbers(),
            first=dice.choice([None, None, "ec", "dmo"]),
            timed=timed,
            posted=dice.random() < (0.3 if timed else 0.2),
        )

    def random_numbers(self) -> dict[Cell, int]:
        """The default map or another: of all numbers, of those next to fall, of two or three."""
        dice = self.dice
        if self.is_for_a_stall:
            return {cell: dice.choice([9, 10]) for cell in BOARD if dice.random() < 0.7}
        numbers = dice.choice(
            [None, None, range(1, 33), range(24, 32), range(16, 32), [27, 31], [18, 19], [9, 10]]
        )
        if numbers is None:
            return dict(DEFAULT_NUMBERS)
        share = dice.choice([0.1, 0.3, 0.6])
        drawn = {cell: dice.choice(numbers) for cell in BOARD if dice.random() < share}
        if dice.random() < 0.1:
            drawn[dice.choice(BOARD)] = dice.choice([32, 33, 40, 999_999])
        return drawn

    def header_values(self) -> dict[str, str]:
        dice, settings = self.dice, self.settings
        values = self.lengths_of_time(("turn", "period", "remove", "setup", "choice"))
        if settings.periods != 3 or dice.random() < 0.2:
            values["periods"] = str(settings.periods)
        if settings.erosion != DEFAULT_NUMBERS or dice.random() < 0.1:
            values["erosion"] = written_numbers(settings.erosion)
            if dice.random() < 0.2:
                values["erosion"] = values["erosion"].replace(",", " ").replace("/", " / ")
        return values

    # ------------------------------------------------------------------------------- the whole

    def write(self) -> RandomRecord:
        record = super().write()
        record.seen += self.match.seen
        return record

    def write_entry(self, who: str, text: str) -> None:
        super().write_entry(who, text)
        if not self.match.over:
            self.record.seen[f"phase {self.match.state.phase}"] += 1

    # ------------------------------------------------------------------------------ the clock

    def limits(self) -> list[tuple[str, Fraction]]:
        match = self.match
        if match.started_at is None:
            return []
        phase = match.state.phase
        if phase != "play":
            return [({"layouts": "setup", "removal": "remove"}.get(phase, "choice"), self.end())]
        turn = match.started_at + self.settings.turn
        limits = [("turn", turn), ("flag", self.end())]
        periods = match.reserves[match.state.mover]
        if periods > 1:
            used = self.dice.randint(1, min(5, int(periods) - 1))
            limits.append(("period", turn + used * self.settings.period))
        return limits

    def end(self) -> Fraction:
        return self.match.end_of_time()

    # --------------------------------------------------------------------------- what is typed

    def likelihoods(self) -> dict[str, int]:
        return self.usual_likelihoods()

    def type_move(self) -> tuple[str, str]:
        seats = self.match.to_act_now()
        if self.match.state.phase == "layouts" and self.dice.random() < 0.15:
            return self.dice.choice([("dmo", self.random_privilege()), self.layout_again()])
        seat = self.dice.choice(seats)
        return seat, self.what_is_wanted(seat)

    def layout_again(self) -> tuple[str, str]:
        return self.dice.choice(SEATS), self.random_layout()

    def what_is_wanted(self, seat: str) -> str:
        """What a seat would do in this phase, if it were asked."""
        return {
            "layouts": self.random_layout,
            "privilege": self.random_privilege,
            "first placement": self.random_first_placement,
            "second placement": self.random_second_placement,
            "naming": self.random_choice,
            "play": lambda: self.spelled_move(self.chosen_move(seat)),
            "removal": lambda: self.random_removal(seat),
        }[self.match.state.phase]()

    def random_lot(self) -> str:
        if self.match.state.phase == "layouts":
            seat = self.dice.choice(self.match.to_act_now())
            return f"layout {seat} " + " / ".join(self.random_rows())
        lot = self.dice.choice(self.match.lots_due())
        return lot if self.dice.random() < 0.8 else lot.upper()

    # ------------------------------------------------------------------------- the set-up

    def random_layout(self) -> str:
        dice = self.dice
        text = dice.choice(["layout ", "layout ", "LAYOUT ", "layout / "])
        text += dice.choice([" / ", " / ", "/"]).join(self.random_rows())
        return dice.choice([text, text, text.lower()])

    def random_rows(self) -> list[str]:
        """A legal layout; now and then some element comes once only."""
        dice = self.dice
        scarce = dice.sample(CYCLE, 3 if self.is_for_a_stall else dice.choice([0, 0, 1, 2, 3]))
        common = [element for element in CYCLE if element not in scarce]
        pieces = [*CYCLE, *(dice.choice(common) for _ in range(12))]
        dice.shuffle(pieces)
        in_first = dice.randint(4, 12)
        return self.rows_with(pieces[:in_first]) + self.rows_with(pieces[in_first:])

    def rows_with(self, pieces: list[str]) -> list[str]:
        """A set with these pieces somewhere in it."""
        slots = [*pieces, *"." * (sum(ROW_LENGTHS[:3]) - len(pieces))]
        self.dice.shuffle(slots)
        letters = "".join(slots)
        return [letters[:7], letters[7:12], letters[12:]]

    def random_privilege(self) -> str:
        return self.dice.choice(["take first", "take placement", "Take-PLACEMENT", "take first,"])

    def random_first_placement(self) -> str:
        sets, sides = self.dice.sample(SETS, 2), self.dice.sample(list(STEPS), 2)
        return self.placing(list(zip(sets, sides, strict=True)))

    def random_second_placement(self) -> str:
        sets, sides = self.match.sets_left(), self.match.sides_free()
        self.dice.shuffle(sides)
        pairs = list(zip(sets, sides, strict=True))
        return self.placing(pairs[: self.dice.choice([1, 1, 2])])

    def placing(self, pairs: list[tuple[str, str]]) -> str:
        dice = self.dice
        gap = dice.choice([", ", " ", " and ", " / ", ", and "])
        text = gap.join(f"{name} {dice.choice([side, side, side[0]])}" for name, side in pairs)
        text = dice.choice(["", "", "place "]) + text
        return dice.choice([text, text, text.upper()])

    def random_choice(self) -> str:
        return self.dice.choice(["first ec", "first dmo", "first me", "FIRST them", "first, ec"])

    # --------------------------------------------------------------------------------- moves

    def chosen_move(self, seat: str) -> Move:
        """A move that fits this match: one that meets the enemy, or one that removes nothing.

        It does not end the match, if such a one is found soon.
        """
        moves = list(possible_moves(self.match.state.table, seat))
        self.dice.shuffle(moves)
        wants_fight = self.record.entries < self.fights_until
        if wants_fight and self.dice.random() < 0.8:
            moves.sort(key=self.meets_an_enemy, reverse=True)
        elif wants_fight:
            return moves[0]
        sudden_end = self.dice.random() < (0.005 if self.style == "whole" else 0.03)
        for move in moves[:15]:
            removes, ends = self.trial_of(seat, move)
            if (wants_fight or not removes) and ends == sudden_end:
                return move
        return moves[0]

    def meets_an_enemy(self, move: Move) -> bool:
        direction, steps = way_of(move)
        end = next_cell(move.source, direction)
        if steps == 2:
            end = next_cell(end, direction)
        return holds_piece_of(self.match.state.table, end, other_seat(self.match.state.mover))

    def trial_of(self, seat: str, move: Move) -> tuple[bool, bool]:
        """Whether a move removes pieces, a stall's end apart, and whether it ends the match."""
        table = self.match.state.table
        copy = table.copy()
        direction, steps = way_of(move)
        make_move(copy, move.source, direction, steps)
        loser = end_turn(copy, seat, len(table.pieces), Counter())
        if table.quiet_moves == 39:
            return False, False
        return len(copy.pieces) < len(table.pieces), loser is not None

    def random_removal(self, seat: str) -> str:
        cell = self.dice.choice(self.own_cells(seat))
        return self.dice.choice(["remove {}", "remove {}", "Remove, {}"]).format(name_of(cell))

    def own_cells(self, seat: str) -> list[Cell]:
        table = self.match.state.table
        return sorted(cell for cell in table.pieces if holds_piece_of(table, cell, seat))

    def spelled_move(self, move: Move) -> str:
        """One of the ways to write a move."""
        dice = self.dice
        direction, steps = way_of(move)
        target = next_cell(move.source, direction)
        if steps == 2:
            target = next_cell(target, direction)
        source = name_of(move.source)
        short = {name: letter for letter, name in SHORT.items()}[direction]
        ways = self.spelled_ways(source, short, direction, steps)
        if target in BOARD:
            gap = dice.choice(["", " ", "-", ", ", " and "])
            ways += [source + gap + name_of(target)] * 3
        text = dice.choice(ways)
        return dice.choice([text, text, text.lower(), text.upper()])

    def spelled_ways(self, source: str, short: str, direction: str, steps: int) -> list[str]:
        ways = [f"{source} {word} {steps}" for word in (short, direction)]
        if short != "e":
            ways += [
                f"{source} {short}{steps}",
                f"{source}{short}{steps}",
                f"{source}-{short}-{steps}",
            ]
        if steps == 1:
            ways += [f"{source} {short}", f"{source} {direction}", f"{source}-{short}"]
        return ways

    # --------------------------------------------------------------------------- illegal tries

    def rules_broken(self, seat: str, text: str) -> set[str]:
        return rules_broken(self.match, seat, text)

    def rules_at_hand(self) -> list[str]:
        phase = self.match.state.phase
        if phase == "layouts":
            chosen = ["already-chosen"] * 3 if self.match.state.privilege else []
            return [*LAYOUT_RULES, *chosen, "malformed", "wrong-phase", "not-your-turn"]
        usual = ["malformed", "wrong-phase", "not-your-turn"]
        if phase == "first placement":
            return [*usual, "two-sets", "set-placed", "side-taken"]
        if phase == "second placement":
            return [*usual, "set-placed", "side-taken"]
        if phase == "play":
            return [*usual, *MOVE_RULES]
        if phase == "removal":
            return [*usual, *["must-remove"] * 5, "not-yours", "off-board"]
        return usual

    def try_against(self, rule: str) -> tuple[str, str]:
        """A try that may well break this rule and perhaps breaks others too."""
        phase = self.match.state.phase
        seat = self.dice.choice(self.match.to_act_now())
        if rule in LAYOUT_RULES:
            return self.dice.choice(SEATS), self.layout_against(rule)
        if rule in ("already-chosen", "not-your-turn") and phase == "layouts":
            return "dmo" if rule == "already-chosen" else "ec", self.random_privilege()
        if rule == "not-your-turn":
            return other_seat(seat), self.what_is_wanted(other_seat(seat))
        if rule == "malformed":
            return seat, self.dice.choice(MALFORMED)
        if rule == "wrong-phase":
            return seat, self.said_elsewhere(seat)
        return seat, self.move_or_the_like_against(rule, seat)

    def move_or_the_like_against(self, rule: str, seat: str) -> str:
        if rule == "must-remove":
            return self.spelled_move(self.chosen_move(seat))
        if self.match.state.phase == "removal":
            return "remove " + self.name_of_any_cell()
        if rule in MOVE_RULES:
            return self.move_against(rule, seat)
        sets, sides = self.dice.choices(SETS, k=2), self.dice.choices(list(STEPS), k=2)
        pairs = list(zip(sets, sides, strict=True))
        return self.placing(pairs[: self.dice.choice([1, 2])])

    def layout_against(self, rule: str) -> str:
        rows = self.random_rows()
        if rule == "layout-rows":
            return "layout " + " / ".join(self.rows_of_other_shape(rows))
        if rule == "wrong-count":
            number = self.dice.randrange(6)
            rows[number] = "".join(
                self.dice.choice(["E", ".", letter, letter]) for letter in rows[number]
            )
        if rule == "too-few":
            pieces = self.dice.sample(CYCLE * 4, 16)
            few = self.dice.randint(1, 3)
            halves = [self.rows_with(pieces[:few]), self.rows_with(pieces[few:])]
            self.dice.shuffle(halves)
            rows = halves[0] + halves[1]
        if rule == "missing-element":
            missing, instead = self.dice.sample(CYCLE, 2)
            rows = [row.replace(missing, instead) for row in rows]
        return "layout " + " / ".join(rows)

    def rows_of_other_shape(self, rows: list[str]) -> list[str]:
        number = self.dice.randrange(6)
        row = rows[number]
        changed = self.dice.choice([row[1:], row + ".", row[:2] + " " + row[2:], row + " / " + row])
        return [*rows[:number], changed, *rows[number + 1 :]]

    def said_elsewhere(self, seat: str) -> str:
        """What would be wanted in another phase."""
        makers: list[Callable[[], str]] = [
            self.random_layout,
            self.random_privilege,
            self.random_choice,
            self.random_first_placement,
            lambda: "remove " + self.name_of_any_cell(),
            lambda: f"{self.name_of_any_cell()} {self.dice.choice(list(STEPS))}",
        ]
        return self.dice.choice(makers)()

    def name_of_any_cell(self) -> str:
        """A cell of the board, now and then one that is not on it."""
        if self.dice.random() < 0.15:
            return self.dice.choice(["A0", "J5", "N3", "S9", "I10", "Z99", "e10", "w0"])
        return name_of(self.dice.choice(BOARD))

    def move_against(self, rule: str, seat: str) -> str:
        dice = self.dice
        cell = dice.choice((rule != "not-yours" and self.own_cells(seat)) or BOARD)
        if rule == "not-straight":
            return f"{name_of(cell)} {self.name_of_any_cell()}"
        if rule == "off-board":
            return dice.choice([f"{name_of(cell)} {{}}", "{} N", "{} A1"]).format(
                dice.choice(["A0", "J5", "K6", "N4", "W3", "A10", "i10", "M9"])
            )
        steps = 2 if rule in ("enemy-between", "friend-there") else dice.choice([1, 2])
        return self.spelled_move(Move(cell, direction=dice.choice(list(STEPS)), steps=steps))

    def blind_try(self) -> str:
        makers: list[Callable[[], str]] = [
            lambda: self.dice.choice(MALFORMED),
            lambda: f"{self.name_of_any_cell()} {self.name_of_any_cell()}",
            lambda: self.move_against(self.dice.choice(MOVE_RULES), self.dice.choice(SEATS)),
            lambda: self.said_elsewhere("ec"),
            lambda: self.layout_against(self.dice.choice(LAYOUT_RULES)),
        ]
        return self.dice.choice(makers)()
