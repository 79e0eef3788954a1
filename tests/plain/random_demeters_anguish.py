"""Random match records of Demeter's Anguish, the same for the same seed.

A rock that lies on another breaks one rule; a flower across a rock that also has another flower at
its side breaks two. What the other seat types is looked at as if it were in that seat's turn.
"""

import random
from fractions import Fraction

from tests.plain.author import Author, RandomRecord
from tests.plain.demeters_anguish import HALVES, Half, Match, Said, Settings
from tests.plain.demeters_gardens import (
    KINDS,
    WAYS_TO_LIE,
    Garden,
    Kind,
    empty_garden,
    fault_of_flower,
    fault_of_rock,
    flowers_touched,
    has_flowers,
    is_rock,
    is_taken,
    kind_of,
    meets_a_corner,
    moved,
    places_to_grow,
)
from tests.plain.record import SEATS, Cell, name_of, other_seat

FLOWER_RULES = (
    "not-a-flower",
    "wrong-letter",
    "piece-used",
    "touches-flower",
    "no-corner",
)
ROCK_RULES = ("not-a-rock",)
EITHER_RULES = ("off-board", "occupied", "half-done")
VERBS = {"flower": ("flower", "demeter", "Flower", "DEMETER"), "rock": ("rock", "hades", "Rock")}
EVERY_LETTER = "FIJLNOPSTUVWXYZ"
CORNERS = ((1, 1), (1, 15), (15, 1), (15, 15))
CHATTER = (
    "I think G7 is lost",
    "pass the salt",
    "flower G7!",
    "flower g07",
    "rock G100",
    "flower G7 \N{EN DASH} G8",
    "I",
    "on",
    "I and I",
    "me",
    "U: X",
    ":",
    "agreed",
    "I agree to that",
    "concede now",
    "flower power",
    "flower UG7",
    "flower Q G7",
    "rocks G7",
    "takeback",
    "E6 @5",
    "\N{SNOWFLAKE}",
)
MALFORMED = (
    "G7",
    "G7 H7 I7",
    "flower",
    "flower U",
    "flower on",
    "rock",
    "rock :",
    "rock U G7",
    "hades on",
    "G7 flower",
    "U G7 H7 I7 G8 I8",
    "flower G7 G7",
    "rock G7 H7 G7",
    "flower G7 rock H7",
    "flower G7 / H7",
    "flower G7 / flower H8",
    "rock G7/hades H8",
    "flower G7 / demeter G7 / rock A1",
    "flower A1 / rock A1 / pass",
    "pass flower / flower G7",
    "pass pass",
    "pass flower rock",
    "pass G7",
    "flower pass",
    "agree agree",
    "agree / agree",
    "agree G7",
    "agree / pass",
    "first",
    "first ec dmo",
    "dmo first",
    "concede E5",
    "concede concede",
    "I pass",
)
PASSES = {None: ("pass", "Pass", "PASS", "pass,")}
PASSES |= {half: tuple(f"pass {verb}" for verb in VERBS[half]) for half in HALVES}
AGREEMENTS = ("agree", "Agree", "agree,")
NONSENSE_BY_DEALER = ("first ec", "first dmo", "banana", "flower G7", "pass", "posted twice")


# ----------------------------------------------------------------------- what a text breaks


def rules_broken(match: Match, seat: str, text: str) -> set[str]:
    """Every rule that a seat's text breaks, each asked for as if no other were broken."""
    said = match.understood(text, seat)
    broken = {"match-over"} if match.over else set()
    if said is None:
        return broken | {"not-a-submission"}
    if said.what == "concede":
        return broken
    if match.paused:
        broken.add("paused")
    if not match.is_heard(seat, said):
        broken.add("not-your-turn")
    if said.what in ("malformed", "agree", "first"):
        return broken | words_rules_broken(match, seat, said)
    return broken | halves_rules_broken(match, seat, said.halves)


def words_rules_broken(match: Match, seat: str, said: Said) -> set[str]:
    if said.what == "malformed":
        return {"malformed"}
    phase = {"first": "choice", "agree": "turns"}[said.what]
    if match.phase != phase:
        return {"wrong-phase"}
    return {"already-agreed"} if said.what == "agree" and seat in match.state.agreed else set()


def halves_rules_broken(match: Match, seat: str, halves: list[Half]) -> set[str]:
    """What the halves break, the second as if the first had been made."""
    state = match.copy_of_state()
    missing = missing_halves(match, seat)
    broken = {"wrong-phase"} if match.phase == "choice" else set()
    for half in halves:
        if match.phase == "opening" and half.half == "rock":
            broken.add("wrong-phase")
        elif half.half is not None and half.half not in missing:
            broken.add("half-done")
        missing = [] if half.half is None else [one for one in missing if one != half.half]
        if half.half == "flower" and half.cells:
            garden = state.gardens[seat]
            broken |= flower_rules_broken(garden, state.laid[seat], half)
            garden.update((cell, "*") for cell in half.cells if cell in garden)
        elif half.cells:
            broken |= rock_rules_broken(state.gardens[other_seat(seat)], half.cells)
    return broken


def missing_halves(match: Match, seat: str) -> list[str]:
    """What a seat may still do; one whose turn it is not is taken as if it were."""
    if match.phase == "opening":
        return ["flower"]
    is_mover = seat == match.mover and not match.over
    return list(match.state.missing if is_mover else HALVES)


def flower_rules_broken(garden: Garden, laid: list[Kind], half: Half) -> set[str]:
    cells, kind = half.cells, kind_of(half.cells)
    broken = set()
    if any(cell not in garden for cell in cells):
        broken.add("off-board")
    if kind is None:
        broken.add("not-a-flower")
    elif half.letter and half.letter.upper() not in kind.letters:
        broken.add("wrong-letter")
    if any(is_taken(garden, cell) for cell in cells):
        broken.add("occupied")
    if kind in laid:
        broken.add("piece-used")
    if flowers_touched(garden, cells):
        broken.add("touches-flower")
    if has_flowers(garden) and not meets_a_corner(garden, cells):
        broken.add("no-corner")
    return broken


def rock_rules_broken(garden: Garden, cells: list[Cell]) -> set[str]:
    broken = set()
    if any(cell not in garden for cell in cells):
        broken.add("off-board")
    if not is_rock(cells):
        broken.add("not-a-rock")
    if any(is_taken(garden, cell) for cell in cells):
        broken.add("occupied")
    return broken


# ---------------------------------------------------------------------------------- the author


def random_record(seed: int) -> RandomRecord:
    return DemetersAnguishAuthor(random.Random(seed)).write()


class DemetersAnguishAuthor(Author):
    """Writes one record of this game.

    In the style `blocking` small flowers begin in corners, rocks go where flowers could grow, and
    many flowers are passed, so that at last none fits any more.
    """

    game = "demeters-anguish"
    styles = (*Author.styles, "blocking", "blocking", "whole", "hosts")
    long_styles = ("whole", "blocking")
    length_of_whole = (30, 70)
    chatter = CHATTER
    malformed = MALFORMED
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
            turn=Fraction(dice.choice(["120", "120", "120", "60", "10", "4", "2.5", "0"])),
            reserve=Fraction(dice.choice(["300", "300", "20", "7.25", "1", "0", "0.001"])),
            setup=Fraction(dice.choice(["600", "600", "60", "30", "10", "3", "0"])),
            choice=Fraction(dice.choice(["60", "60", "10", "3.5", "0"])),
            first=dice.choice([None, None, "ec", "dmo"]),
            timed=timed,
            posted=dice.random() < (0.4 if timed else 0.2),
        )

    def header_values(self) -> dict[str, str]:
        values = self.lengths_of_time(("turn", "reserve", "setup", "choice"))
        if self.dice.random() < 0.3:
            values["row1"] = self.dice.choice(["top", "bottom"])
        return values

    # ------------------------------------------------------------------------------ the clock

    def limits(self) -> list[tuple[str, Fraction]]:
        match = self.match
        end = match.end_of_time()
        if end is None:
            return []
        if match.phase != "turns":
            return [({"opening": "setup", "choice": "choice"}[match.phase], end)]
        turn = match.started_at + self.settings.turn
        return [("turn", turn), ("flag", end)]

    # --------------------------------------------------------------------------- what is typed

    def likelihoods(self) -> dict[str, int]:
        match, likely = self.match, self.usual_likelihoods()
        if match.lot_due_at is None and not match.paused and not match.over:
            likely["illegal"] += 8
            likely["agreement"] = 15 if match.state.agreed else 4
            likely["replacement"] = 8 if match.phase == "opening" else 0
            if self.style == "blocking":
                likely.update(move=150, concede=0, agreement=1)
        return likely

    def random_lot(self) -> str:
        return self.dice.choice(["first ec", "first dmo", "First  DMO"])

    def random_choice(self) -> str:
        return self.dice.choice(["first ec", "first dmo", "first me", "FIRST them", "first, ec"])

    def type_agreement(self) -> tuple[str, str]:
        return self.dice.choice(SEATS), self.dice.choice(AGREEMENTS)

    def type_replacement(self) -> tuple[str, str]:
        return self.dice.choice(SEATS), self.opening_text()

    def type_move(self) -> tuple[str, str]:
        if self.match.phase == "opening":
            return self.dice.choice(self.match.to_act() or SEATS), self.opening_text()
        if self.match.phase == "choice":
            return "dmo", self.random_choice()
        return self.match.mover, self.turn_text(self.match.mover)

    def opening_text(self) -> str:
        if self.dice.random() < (0.03 if self.style == "blocking" else 0.15):
            return self.dice.choice(PASSES[None] + PASSES["flower"])
        kinds = [kind for kind in KINDS if kind.letters in ("I", "")]
        if self.style == "blocking" and self.dice.random() < 0.35:
            return self.spelled_flower(self.flower_at(self.dice.choice(CORNERS), kinds))
        place = self.dice.choice(list(empty_garden()))
        return self.spelled_flower(self.flower_at(place, KINDS))

    def flower_at(self, place: Cell, kinds: list[Kind]) -> list[Cell]:
        """Some flower on the empty board that covers this place."""
        while True:
            kind = self.dice.choice(kinds)
            shape = self.dice.choice(sorted(map(sorted, WAYS_TO_LIE[kind])))
            cells = moved(shape, self.dice.choice(shape), place)
            if fault_of_flower(empty_garden(), [], cells) is None:
                return cells

    def turn_text(self, seat: str) -> str:
        """One half or two of a seat's turn, in one message."""
        dice = self.dice
        missing = missing_halves(self.match, seat)
        chance = dice.random()
        if chance < (0.01 if self.style == "blocking" else 0.07):
            return dice.choice(PASSES[None])
        halves = dice.sample(missing, dice.randint(1, len(missing)))
        texts = [self.half_text(seat, half) for half in halves]
        if len(missing) == 2 and len(texts) == 1 and chance < 0.15:
            texts.append(dice.choice(PASSES[None]))
        return dice.choice([" / ", "/", " /", " / / "]).join(texts)

    def half_text(self, seat: str, half: str) -> str:
        """A half that is legal, as long as one can be found soon; else it is passed."""
        passes = {"flower": 0.12, "rock": 0.3}
        if self.style == "blocking":
            passes = {"flower": 0.75, "rock": 0.02}
        cells = None
        if self.dice.random() > passes[half]:
            cells = self.legal_flower(seat) if half == "flower" else self.legal_rock(seat)
        if cells is None:
            return self.dice.choice(PASSES[half])
        return self.spelled_flower(cells) if half == "flower" else self.spelled_rock(cells)

    def legal_flower(self, seat: str) -> list[Cell] | None:
        garden, laid = self.match.state.gardens[seat], self.match.state.laid[seat]
        for _ in range(40):
            cells = self.flower_growing(garden, [kind for kind in KINDS if kind not in laid])
            if cells and fault_of_flower(garden, laid, cells) is None:
                return cells
        return None

    def flower_growing(self, garden: Garden, kinds: list[Kind]) -> list[Cell] | None:
        """Cells of one of these kinds over a place where flowers grow; perhaps over more too."""
        places = places_to_grow(garden)
        if not places or not kinds:
            return None
        kind = self.dice.choice(kinds)
        shape = self.dice.choice(sorted(map(sorted, WAYS_TO_LIE[kind])))
        return moved(shape, self.dice.choice(shape), self.dice.choice(places))

    def legal_rock(self, seat: str) -> list[Cell] | None:
        garden = self.match.state.gardens[other_seat(seat)]
        for _ in range(20):
            cells = self.some_rock(garden)
            if fault_of_rock(garden, cells) is None:
                return cells
        return None

    def some_rock(self, garden: Garden) -> list[Cell]:
        """A rock, often where flowers grow; perhaps it lies on something."""
        dice = self.dice
        places = places_to_grow(garden) if has_flowers(garden) else []
        if self.style == "blocking" and places:
            rocks = [self.rock_over(dice.choice(places)) for _ in range(6)]
            return max(rocks, key=lambda rock: len(set(rock) & set(places)))
        aimed = places and dice.random() < 0.4
        return self.rock_over(dice.choice(places if aimed else list(garden)))

    def rock_over(self, place: Cell) -> list[Cell]:
        """A rock of one cell or four that covers this place."""
        dice = self.dice
        if dice.random() < 0.6:
            return [place]
        left, down = place[0] - dice.choice([0, 1]), place[1] - dice.choice([0, 1])
        return dice.sample([(left + right, down + up) for right in (0, 1) for up in (0, 1)], 4)

    def random_cells(self) -> list[Cell]:
        """Some cells near one another, now and then beyond an edge."""
        dice = self.dice
        column, row = dice.randint(1, 16), dice.randint(0, 16)
        near = [(column + right, row + up) for right in range(3) for up in range(3)]
        return dice.sample(near, dice.choice([1, 2, 3, 4, 4, 5, 6]))

    # ------------------------------------------------------------------------------- spelling

    def spelled(self, cells: list[Cell]) -> str:
        dice = self.dice
        gap = dice.choice(["", " ", " ", "  ", ", ", ",", "-", " - ", " and ", " AND ", ", and "])
        text = gap.join(name_of(cell) for cell in cells if cell[0] >= 1 and cell[1] >= 0)
        return dice.choice([text, text, text.lower()])

    def spelled_flower(self, cells: list[Cell], letter: str = "") -> str:
        """A flower with this letter, or with its own or with none; cells in any order."""
        dice = self.dice
        verb = dice.choice(VERBS["flower"]) + dice.choice([" ", " ", ": ", ":", " : "])
        kind = kind_of(cells)
        letters = kind.letters if kind is not None else ""
        if not letter and letters and dice.random() < 0.5:
            letter = dice.choice(letters + letters.lower())
        on = dice.choice([" ", " ", " on ", ": ", " : ", ":"])
        if not letter:
            on = dice.choice(["", "", "on "])
        return verb + letter + on + self.spelled(dice.sample(cells, len(cells)))

    def spelled_rock(self, cells: list[Cell]) -> str:
        dice = self.dice
        verb = dice.choice(VERBS["rock"]) + dice.choice([" ", " ", ": ", ":", " on ", ": on "])
        return verb + self.spelled(cells)

    # --------------------------------------------------------------------------- illegal tries

    def rules_broken(self, seat: str, text: str) -> set[str]:
        return rules_broken(self.match, seat, text)

    def blind_try(self) -> str:
        dice = self.dice
        makers = [
            lambda: self.spelled_flower(self.random_cells()),
            lambda: self.spelled_rock(self.random_cells()),
            lambda: self.turn_text(dice.choice(SEATS)),
            lambda: " / ".join([self.turn_text("ec"), self.turn_text("dmo")]),
            lambda: dice.choice(MALFORMED),
            lambda: dice.choice(AGREEMENTS + PASSES[None]),
            self.random_choice,
        ]
        return dice.choice(makers)()

    def rules_at_hand(self) -> list[str]:
        phase = self.match.phase
        if phase == "opening":
            return ["off-board", "not-a-flower", "wrong-letter", "malformed", "wrong-phase"]
        if phase == "choice":
            return ["malformed", "wrong-phase", "not-your-turn"]
        rules = [*FLOWER_RULES, *FLOWER_RULES, *ROCK_RULES, *EITHER_RULES, *EITHER_RULES]
        rules += ["malformed", "not-your-turn", "wrong-phase"]
        return rules + ["already-agreed"] * (9 * len(self.match.state.agreed))

    def try_against(self, rule: str) -> tuple[str, str]:
        dice, match = self.dice, self.match
        seat = dice.choice(SEATS) if match.phase == "opening" else match.mover or "dmo"
        if rule == "already-agreed":
            return dice.choice(SEATS), dice.choice(AGREEMENTS)
        if rule == "malformed":
            return seat, dice.choice(MALFORMED)
        if rule == "not-your-turn":
            return other_seat(seat), self.what_could_be_said(other_seat(seat))
        if rule == "wrong-phase":
            return seat, self.said_too_early_or_late(seat)
        return seat, self.halves_against(rule, seat)

    def what_could_be_said(self, seat: str) -> str:
        return self.random_choice() if self.match.phase == "choice" else self.turn_text(seat)

    def said_too_early_or_late(self, seat: str) -> str:
        if self.match.phase == "turns":
            return self.random_choice()
        rock = self.spelled_rock(self.some_rock(empty_garden()))
        others = [rock, self.opening_text(), *AGREEMENTS, "pass rock", self.random_choice()]
        return self.dice.choice(others)

    def halves_against(self, rule: str, seat: str) -> str:
        """Some half that may break this rule, now and then with a legal one before it."""
        dice = self.dice
        missing = missing_halves(self.match, seat)
        can_lay = [half for half in HALVES if half in missing]
        if rule == "half-done":
            can_lay = [half for half in HALVES if half not in missing]
        half = dice.choice(can_lay or HALVES)
        if rule in FLOWER_RULES:
            half = "flower"
        if rule in ROCK_RULES:
            half = "rock"
        text = self.half_against(rule, seat, half)
        others = [one for one in missing if one != half]
        if others and dice.random() < 0.25:
            text = self.half_text(seat, others[0]) + " / " + text
        return text

    def half_against(self, rule: str, seat: str, half: str) -> str:
        dice = self.dice
        garden = self.match.state.gardens[seat if half == "flower" else other_seat(seat)]
        if rule == "half-done":
            return self.half_text(seat, half)
        if half == "rock":
            return self.spelled_rock(self.rock_against(rule, garden))
        cells = self.flower_against(rule, garden, self.match.state.laid[seat])
        letter = dice.choice(EVERY_LETTER) if rule == "wrong-letter" else ""
        return self.spelled_flower(cells, letter)

    def rock_against(self, rule: str, garden: Garden) -> list[Cell]:
        dice = self.dice
        if rule == "not-a-rock":
            return self.random_cells()
        taken = [cell for cell in garden if is_taken(garden, cell)]
        if rule == "occupied" and taken:
            return [dice.choice(taken)]
        place, edge = dice.randint(1, 14), dice.choice([0, 15])
        over = [(place, edge), (place + 1, edge), (place, edge + 1), (place + 1, edge + 1)]
        return dice.choice([over, [(16, place)], [(dice.randint(17, 26), dice.randint(0, 99))]])

    def flower_against(self, rule: str, garden: Garden, laid: list[Kind]) -> list[Cell]:
        dice = self.dice
        left = [kind for kind in KINDS if kind not in laid]
        kinds = laid if rule == "piece-used" else left
        if rule == "no-corner":
            return self.flower_at(dice.choice(list(garden)), kinds or KINDS)
        if rule == "off-board" and not has_flowers(garden):
            return self.random_cells()
        cells = self.flower_growing(garden, kinds) or self.random_cells()
        if rule == "not-a-flower":
            column, row = dice.choice(cells)
            cells = [*cells, (column + dice.choice([1, 2]), row + dice.choice([1, 2]))]
            cells = dice.sample(sorted(set(cells)), len(set(cells)))
        return cells
