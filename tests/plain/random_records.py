"""Random match records of A Battle of Fire and Ice, the same for the same seed.

A record is written while the slow referee judges it, so that what is typed fits what stands on the
board and what the clock shows, or misses it on purpose.

An *illegal try* is a submission that is refused; conversation, hosts and the Dealer do not count.
Which rules a try breaks is found by asking for each rule by itself, as if all others were kept (see
`rules_broken`): a move onto a covered cell far from everything breaks two, one by the wrong seat
that would be legal for it breaks one. More than half of the illegal tries are written so: a rule is
chosen, and tries are made up until one breaks that rule and no other. The rest are typed blindly.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from tests.plain.fire_and_ice import (
    SEATS,
    Board,
    Cell,
    Match,
    Settings,
    beside,
    fault_of_move,
    is_covered,
    is_submission,
    legal_moves,
    name_of,
    old_halves_touched,
    other_seat,
    says_takeback,
    ways_to_lay,
    what_is_said,
)

MILLISECOND = Fraction(1, 1000)
MOVE_RULES = ("off-board", "not-adjacent", "occupied", "not-connected", "colour-clash")
CHATTER = (
    "I think E5 is lost",
    "pass the salt",
    "E6E7!",
    "e05 e06",
    "E100 E6",
    "E6 \N{EN DASH} E7",
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
)
TAKEBACKS = ("takeback", "take back", "undo", "TakeBack", "take-back", "Undo,", "take / back")
CONCESSIONS = ("concede", "Concede", "CONCEDE")
NONSENSE_BY_HOST = (
    "banana",
    "award",
    "award both",
    "time ec",
    "time both +5",
    "time ec +",
    "undo it",
)
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
    flag = match.flag_falls_at()
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


@dataclass
class IllegalTry:
    """A refused submission: which entry it was, its code, and every rule that it broke."""

    entry: int
    code: str
    rules_broken: set[str]


@dataclass
class RandomRecord:
    """A record's text, and what its author knows of it."""

    text: str
    entries: int
    illegal_tries: list[IllegalTry] = field(default_factory=list)
    limits_hit: Counter[str] = field(default_factory=Counter)


def random_record(seed: int) -> RandomRecord:
    return Author(random.Random(seed)).write()


def decimal_text(number: Fraction) -> str:
    """A finite decimal in full."""
    return format(Decimal(number.numerator) / Decimal(number.denominator), "f")


class Author:
    """Writes one record, entry by entry, with the slow referee's match at hand."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.lines: list[str] = []
        self.record = RandomRecord(text="", entries=0)
        self.settings = self.random_settings()
        self.match = Match(self.settings, iter(lambda: dice.choice(SEATS), None))
        self.time = Fraction(0)
        self.style = dice.choice(["whole", "mixed", "mixed", "tries", "tries", "clock", "hosts"])
        self.lots_drawn = 0
        self.posted_written = False
        self.time_written: Fraction | None = None
        self.no_takeback_by: str | None = None

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

    def header_lines(self) -> list[str]:
        dice, settings = self.dice, self.settings
        values = {"game": "fire-and-ice"}
        for key in ("turn", "reserve", "choice", "takeback"):
            if getattr(settings, key) != getattr(Settings(), key) or dice.random() < 0.2:
                values[key] = decimal_text(getattr(settings, key)) + dice.choice(["", "", ".0"])
                if values[key].count(".") == 2:
                    values[key] = values[key].removesuffix(".0")
        if settings.fire != "ec" or dice.random() < 0.2:
            values["fire"] = settings.fire
        if settings.first is not None:
            values["first"] = settings.first
        others = {
            "ec": dice.choice(["Ada", "dmo", "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS} : 7"]),
            "dmo": dice.choice(["Bob", "ec", "# Cy"]),
            "seed": dice.choice(["0", "7", "-12", "1234567890123456789"]),
            "row1": dice.choice(["top", "bottom"]),
        }
        values.update((key, value) for key, value in others.items() if dice.random() < 0.3)
        keys = list(values)
        dice.shuffle(keys)
        return [f"{key}:{dice.choice([' ', ' ', '', '  '])}{values[key]}" for key in keys]

    # ------------------------------------------------------------------------------ the whole

    def write(self) -> RandomRecord:
        self.lines += self.noise(["", "# a random record"])
        for line in self.header_lines():
            self.lines += [line, *self.noise(["# among the headers"])]
        self.lines.append("")
        length = self.dice.randint(60, 120) if self.style == "whole" else self.dice.randint(0, 45)
        while self.record.entries < length and self.goes_on():
            self.write_some_entry()
        self.write_what_is_missing()
        ending = self.dice.choice(["\n", "\n", "\n", "\r\n"])
        self.record.text = (
            self.dice.choice(["", "", "", "\ufeff"])
            + ending.join(self.lines)
            + self.dice.choice([ending, ending, ""])
        )
        return self.record

    def write_what_is_missing(self) -> None:
        """A file has times or `posted` lines by having one; write it where there is none yet."""
        if self.settings.posted and not self.posted_written:
            self.write_entry("dealer", "posted")
        if self.settings.timed and self.time_written is None:
            self.write_entry("dealer", "")

    def goes_on(self) -> bool:
        if self.lots_drawn:
            return self.dice.random() < 0.7
        return not self.match.over or self.dice.random() < 0.75

    def noise(self, lines: list[str]) -> list[str]:
        return [self.dice.choice(lines)] if self.dice.random() < 0.05 else []

    def write_entry(self, who: str, text: str) -> None:
        """Write one line, and let the slow referee judge it."""
        match = self.match
        lot_was_due = match.lot_due_at is not None
        match.prepare(who, self.time, text)
        broken = rules_broken(match, who, text, self.time) if who in SEATS else set()
        refusal = match.hear(who, self.time, text)
        if lot_was_due and match.lot_due_at is None and not text.lower().startswith("first"):
            self.lots_drawn += 1
        if who in SEATS and refusal is not None and is_submission(text):
            self.record.illegal_tries.append(
                IllegalTry(self.record.entries, refusal.code, broken),
            )
        self.lines.append(" ".join(part for part in (who, self.moment(text), text) if part))
        self.posted_written |= who == "dealer" and text.lower() == "posted"
        self.lines += self.noise(["", "# among the entries", " "])
        self.record.entries += 1

    def moment(self, text: str) -> str:
        """How the time is written before a text; it may be left out where it is the latest."""
        if not self.settings.timed:
            return ""
        is_latest = self.time == (self.time_written or 0)
        if is_latest and text != "" and self.dice.random() < 0.5:
            return ""
        self.time_written = self.time
        written = decimal_text(self.time)
        if "." in written and self.dice.random() < 0.1:
            written += "00"
        return self.dice.choice(["@", "@", "@", "@0"]) + written

    # ------------------------------------------------------------------------------ the clock

    def write_some_entry(self) -> None:
        self.no_takeback_by = None
        if self.settings.timed:
            self.pass_some_time()
        elif self.match.held is not None and self.dice.random() < 0.75:
            # Any entry but a take-back makes the move final; what fits after that is wanted.
            self.no_takeback_by = self.match.mover
            self.match.prepare("host", self.time, "")
        who, text = self.some_entry()
        while who == self.no_takeback_by and says_takeback(text):
            who, text = self.some_entry()
        self.write_entry(who, text)

    def pass_some_time(self) -> None:
        dice = self.dice
        chance = dice.random()
        limits = self.limits()
        if limits and chance < (0.5 if self.style == "clock" else 0.25):
            name, limit = dice.choice(limits)
            beyond = dice.choice([-MILLISECOND, Fraction(0), Fraction(0), MILLISECOND])
            when = self.match.record_time(limit + beyond)
            if when >= self.time:
                self.time = when
                side = "at" if beyond == 0 else "before" if beyond < 0 else "beyond"
                self.record.limits_hit[f"{name} {side}"] += 1
        elif chance < 0.85:
            longest = int(min(self.settings.turn, Fraction(8)) * 1000)
            self.time += Fraction(dice.randint(0, longest), 1000)
        elif chance < 0.87:
            self.time += Fraction(dice.choice(["0.1", "0.7", "0.000000001"]))
        elif chance < 0.9:
            self.time += Fraction(dice.randint(0, 100_000), 1000)
        self.match.let_time_pass(self.time, through=False)

    def limits(self) -> list[tuple[str, Fraction]]:
        """The limits of the clock that lie ahead, in the match's own time."""
        match = self.match
        if match.over or match.paused or match.lot_due_at is not None:
            return []
        limits = []
        if match.held is not None:
            end_of_hold = match.held.typed_at + self.settings.takeback
            limits.append(("hold", end_of_hold))
            flag = match.flag_falls_at()
            if flag is not None and match.held.typed_at <= flag < end_of_hold:
                limits += [("flag while held", flag)] * 3
        elif match.started_at is not None and match.phase == "choice":
            limits.append(("choice", match.started_at + self.settings.choice))
        elif match.started_at is not None:
            limits += [("turn", match.started_at + self.settings.turn)] * 2
            limits.append(("flag", match.flag_falls_at()))
        now = match.match_time(self.time)
        return [(name, limit) for name, limit in limits if limit >= now]

    # --------------------------------------------------------------------------- what is typed

    def some_entry(self) -> tuple[str, str]:
        """Somebody, and something that he types now."""
        match, likely = self.match, self.likelihoods()
        if match.over:
            likely.update(move=0, posted=3, undo=8)
        elif match.lot_due_at is not None:
            likely = {"lot": 40, "bare": 10, "host": 5, "unasked": 4, "anything": 2}
        elif match.paused:
            likely.update(move=1, resume=25, host=8)
        elif match.held is not None:
            likely.update(move=0, takeback=15, bare=12 * self.settings.timed)
            likely["illegal"] //= 2
        if self.settings.posted and match.started_at is None and match.lot_due_at is None:
            likely["posted"] = 30
        kinds = [kind for kind in likely if likely[kind] > 0]
        kind = self.dice.choices(kinds, [likely[kind] for kind in kinds])[0]
        return getattr(self, f"type_{kind}")()

    def likelihoods(self) -> dict[str, int]:
        """How often each kind of entry is typed, in this record's style."""
        bare = 5 if self.settings.timed else 0
        posted = 2 if self.settings.posted else 0
        if self.style == "whole":
            return {"move": 100, "illegal": 4, "bare": bare, "posted": posted}
        likely = {"move": 40, "illegal": 18, "bare": bare, "posted": posted}
        likely |= {"chatter": 3, "unasked": 1, "host": 3, "undo": 2, "concede": 1}
        if self.style == "tries":
            likely["illegal"] = 60
        if self.style == "hosts":
            likely.update(host=15, undo=8)
        return likely

    def type_move(self) -> tuple[str, str]:
        match = self.match
        if match.phase == "choice":
            return match.mover, self.random_choice()
        cells = self.random_legal_move(match.mover)
        if cells is None:
            return self.type_chatter()
        return match.mover, self.spelled(cells)

    def type_takeback(self) -> tuple[str, str]:
        return self.match.mover, self.dice.choice(TAKEBACKS)

    def type_chatter(self) -> tuple[str, str]:
        return self.dice.choice(SEATS), self.dice.choice(CHATTER)

    def type_anything(self) -> tuple[str, str]:
        return self.dice.choice(SEATS), self.dice.choice(CHATTER + MALFORMED + TAKEBACKS)

    def type_concede(self) -> tuple[str, str]:
        return self.dice.choice(SEATS), self.dice.choice(CONCESSIONS)

    def type_bare(self) -> tuple[str, str]:
        if not self.settings.timed:
            return self.type_chatter()
        return "dealer", ""

    def type_posted(self) -> tuple[str, str]:
        if not self.settings.posted:
            return self.type_unasked()
        return "dealer", self.dice.choice(["posted", "posted", "Posted"])

    def type_lot(self) -> tuple[str, str]:
        return "dealer", self.dice.choice(["first ec", "first dmo", "First  DMO"])

    def type_unasked(self) -> tuple[str, str]:
        return "dealer", self.dice.choice(NONSENSE_BY_DEALER)

    def type_undo(self) -> tuple[str, str]:
        return "host", self.dice.choice(["undo", "undo", "Undo"])

    def type_resume(self) -> tuple[str, str]:
        return "host", "resume"

    def type_host(self) -> tuple[str, str]:
        dice = self.dice
        sums = ["+60", "-30", "+0.5", "-1", "7", "-1000", "-0.125", "+1000"]
        times = [f"time {dice.choice(SEATS)} {dice.choice(sums)}" for _ in range(6)]
        endings = [dice.choice(["abort", f"award {dice.choice(SEATS)}"])]
        pauses = ["pause", "pause", "Pause", "resume"]
        return "host", dice.choice([*times, *endings, *pauses, dice.choice(NONSENSE_BY_HOST)])

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

    # --------------------------------------------------------------------------- illegal tries

    def type_illegal(self) -> tuple[str, str]:
        """A try that breaks one rule and no other, or one typed blindly."""
        if self.dice.random() < 0.55:
            rule = self.dice.choice(self.rules_at_hand())
            for _ in range(40):
                seat, text = self.try_against(rule)
                if rules_broken(self.match, seat, text, self.time) == {rule}:
                    return seat, text
        makers: list[Callable[[], str]] = [
            lambda: self.spelled(self.random_cells()),
            lambda: self.spelled(self.random_cells_near_halves()),
            lambda: self.dice.choice(MALFORMED),
            lambda: self.dice.choice(TAKEBACKS),
            self.random_choice,
        ]
        return self.dice.choice(SEATS), self.dice.choice(makers)()

    def rules_at_hand(self) -> list[str]:
        """The rules that can be broken, and no other with them, as things stand."""
        match = self.match
        if match.over:
            return ["match-over"]
        if match.paused:
            return ["paused"]
        if match.held is not None:
            return ["move-held", "move-held", "too-late", "not-your-turn"]
        if match.phase == "choice":
            return ["malformed", "wrong-phase", "not-your-turn"]
        return [
            *MOVE_RULES,
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
