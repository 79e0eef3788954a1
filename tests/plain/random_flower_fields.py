"""Random match records of both Flower Fields, the same for the same seed.

By its plan a record fills the board, is full of bluffs, or of challenges that all can see; the
author looks at what is hidden to claim what is true, or was, or never could be.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction

from tests.plain.author import Author, RandomRecord
from tests.plain.flower_field_faults import field_rules_broken, rules_broken
from tests.plain.flower_field_words import (
    BOARD,
    DOUBTING,
    MIDDLE,
    OTHER_WORDS,
    PLAIN,
    TELLING_WORDS,
    Flowers,
    moved_to_corner,
    once_each,
    turned_and_flipped,
)
from tests.plain.flower_fields import Match, Settings, SettingsWithoutDoubts
from tests.plain.record import SEATS, Cell, beside, name_of, other_seat

Pair = tuple[tuple[Cell, ...], tuple[Cell, ...]]

PLANTING_RULES = ("off-board", "occupied", "not-beside")
FIELD_RULES = ("off-board", "not-a-field", "same-field", "too-many-unseen", "old-flowers")
CHATTER = (
    "I think D5 is red",
    "pass the salt",
    "red D5!",
    "d05 red",
    "D100 red",
    "D5 green",
    "D5red",
    "D5 \N{EN DASH} D6",
    "D5RB",
    "D5R: C4B",
    "red",
    "r and b",
    "blue, blue",
    "up",
    "give",
    "up and give",
    "give me red",
    "me",
    "ec and dmo",
    "and",
    "I doubt it",
    "challenge!",
    "challenge me if you can",
    "challenged",
    "accepted",
    "hide and seek",
    "I give up",
    "concede now",
    "takeback",
    "E6 @5",
    "\N{SNOWFLAKE}",
)
MALFORMED = (
    "D5",
    "D5 C4",
    "D5 red C4",
    "D5 C4 red",
    "red D5",
    "D5 red blue",
    "D5R D5B",
    "D5R D6R D7R",
    "D5RC4BD3R",
    "D5R4",
    "hide",
    "hide me",
    "hide A1 red",
    "hide A1 G7",
    "hide A1 red, A1 blue",
    "hide A1R B2R C3R",
    "hide hide A1 red, G7 blue",
    "A1 red, G7 blue hide",
    "challenge D4",
    "challenge D4 D5 D6 D7",
    "challenge C4 D4 E4 D5 / C4 D4 E4",
    "challenge C4 D4 E4 D5 C4 / D4 E4 D3",
    "challenge C4 D4 / E4 D5 / C4 D4 / E4 D3",
    "challenge C4R D4 E4 D5 / C4 D4 E4 D3",
    "C4 D4 E4 D5 / C4 D4 E4 D3 challenge",
    "C4 D4 E4 D5 / C4 D4 E4 D3 D2",
    "C4 D4 E4 / C4 D4 E4 D3 D2",
    "challenge challenge challenge",
    "challenge red",
    "challenge me",
    "challenge give up",
    "cc D5",
    "cc cc",
    "doubt accept",
    "accept accept",
    "accept D5 red",
    "pass D5 red",
    "pass pass",
    "give up D5",
    "give up give up",
    "give up challenge",
    "give D5 red",
    "up D5R",
    "first",
    "first ec dmo",
    "first red",
    "dmo first",
    "concede D5",
    "concede concede",
)
NONSENSE_BY_DEALER = ("first ec", "first dmo", "banana", "D5 red", "pass", "posted twice")
DOUBTS = ("challenge-challenge", "challenge challenge", "cc", "doubt", "CC", "Doubt,")
CHOICES = ("first ec", "first dmo", "first me", "FIRST them", "first, ec")
COLOUR_NAMES = {
    DOUBTING: {"r": ("red", "r"), "b": ("blue", "b"), "y": ("yellow", "y")},
    PLAIN: {"r": ("red", "r"), "b": ("blue", "b"), "y": ("purple", "p")},
}
OF_THE_OTHER_GAME = {DOUBTING: "purple", PLAIN: "yellow"}


def fields_within(cells: Iterable[Cell]) -> list[tuple[Cell, ...]]:
    """All the fields that lie wholly on these cells."""
    cells = set(cells)
    fields = {frozenset([cell]) for cell in cells}
    for _ in range(3):
        fields = {
            grown | {near}
            for grown in fields
            for cell in grown
            for near in beside(cell)
            if near in cells and near not in grown
        }
    return sorted(tuple(sorted(one)) for one in fields)


FIELDS = fields_within(BOARD)
FIELDS_OVER_THE_EDGE = [
    cells
    for cells in fields_within((column, row) for column in range(1, 9) for row in range(9))
    if any(cell not in BOARD for cell in cells)
]


def form_of(flowers: Flowers) -> list:
    """The same for all fields that match each other, and for no others."""
    return min(sorted(moved_to_corner(form).items()) for form in turned_and_flipped(flowers))


# ---------------------------------------------------------------------------------- the author


def random_doubting_record(seed: int) -> RandomRecord:
    return FlowerFieldsAuthor(DOUBTING, random.Random(seed)).write()


def random_plain_record(seed: int) -> RandomRecord:
    return FlowerFieldsAuthor(PLAIN, random.Random(seed)).write()


class FlowerFieldsAuthor(Author):
    """Writes one record of either game."""

    styles = (*Author.styles, "clock", "clock")
    malformed = MALFORMED
    nonsense_by_dealer = NONSENSE_BY_DEALER
    length_of_whole = (50, 75)
    sums = ("+1", "+2", "-1", "3", "-9", "+1000", "-0", "+0.5", "1.0")
    settings: Settings
    match: Match

    def __init__(self, game: str, dice: random.Random) -> None:
        self.game = game
        other_colour = OF_THE_OTHER_GAME[game]
        self.chatter = (*CHATTER, other_colour, f"D5 {other_colour}", f"D5{other_colour[0]}")
        plans = ["filling", "filling", "challenges", "mixed", "mixed"]
        if game == DOUBTING:
            plans += ["bluffs"] * 4
        else:
            plans += ["challenges"]
        self.plan = dice.choice(plans)
        super().__init__(dice)
        if self.plan in ("filling", "bluffs") and dice.random() < 0.7:
            self.style = "whole"

    def new_match(self) -> Match:
        return Match(self.game, self.settings, self.lots_from_the_seed())

    # ------------------------------------------------------------------------------ headers

    def random_settings(self) -> Settings:
        dice = self.dice
        timed = dice.random() < {"filling": 0.4, "bluffs": 0.5}.get(self.plan, 0.9)
        kind = Settings if self.game == DOUBTING else SettingsWithoutDoubts
        return kind(
            setup=Fraction(dice.choice(["600", "600", "60", "10", "0"])),
            choice=Fraction(dice.choice(["60", "60", "10", "10", "3.5", "0"])),
            turn=Fraction(dice.choice(["120", "120", "120", "120", "60", "10", "0"])),
            extra=Fraction(dice.choice(["60", "60", "60", "10", "45", "0.5", "0"])),
            periods=dice.choice([20, 20, 20, 9, 5, 3, 2, 0]),
            period=Fraction(dice.choice(["30", "30", "30", "5", "1.5", "0.001"])),
            lives=dice.choice([kind().lives, kind().lives, 1, 2, 2, 4, 30]),
            chain=dice.choice(["off", "off", "on"]),
            first=dice.choice([None, None, None, "ec", "dmo"]),
            timed=timed,
            posted=dice.random() < (0.3 if timed else 0.2),
        )

    def header_values(self) -> dict[str, str]:
        dice, settings = self.dice, self.settings
        setup = ("setup",) if self.game == DOUBTING else ()
        values = self.lengths_of_time((*setup, "choice", "turn", "extra", "period"))
        usual = type(settings)()
        for key in ("periods", "lives", "chain"):
            if getattr(settings, key) != getattr(usual, key) or dice.random() < 0.2:
                values[key] = str(getattr(settings, key))
        if dice.random() < 0.3:
            values["row1"] = dice.choice(["top", "bottom"])
        return values

    # ------------------------------------------------------------------------------- the whole

    def write(self) -> RandomRecord:
        record = super().write()
        record.seen += self.match.seen
        return record

    def write_entry(self, who: str, text: str) -> None:
        super().write_entry(who, text)
        if not self.match.over:
            self.record.seen[f"phase {self.match.phase}"] += 1

    # ------------------------------------------------------------------------------ the clock

    def pass_some_time(self) -> None:
        """Once a turn is committed there are few entries in it, and its limits are met more."""
        usual = self.style
        if self.match.state.committed:
            self.style = "clock"
        super().pass_some_time()
        self.style = usual

    def limits(self) -> list[tuple[str, Fraction]]:
        match, settings = self.match, self.settings
        if match.started_at is None:
            return []
        end = match.end_of_time()
        if match.phase in ("hiding", "choice"):
            return [({"hiding": "setup", "choice": "choice"}[match.phase], end)]
        committed = match.state.committed
        turn = match.started_at + settings.turn + (settings.extra if committed else 0)
        limits = [("turn", turn), ("flag", end)]
        periods = match.reserves[match.mover]
        if periods > 1:
            entered = self.dice.randint(1, min(4, int(periods) - 1))
            limits.append(("period", turn + entered * settings.period))
        return [(f"challenge {name}" if committed else name, limit) for name, limit in limits]

    # --------------------------------------------------------------------------- what is typed

    def likelihoods(self) -> dict[str, int]:
        match, likely = self.match, self.usual_likelihoods()
        if match.over or match.paused or match.lot_due_at is not None:
            return likely
        likely["replacement"] = 3 if match.phase == "hiding" else 0
        if match.must_answer or match.state.committed or match.phase == "choice":
            likely["illegal"] *= 2
            likely["bare"] *= 2
        return likely

    def random_lot(self) -> str:
        return self.dice.choice(["first ec", "first dmo", "First  DMO"])

    def type_replacement(self) -> tuple[str, str]:
        return self.dice.choice(SEATS), self.hiding_text()

    def type_move(self) -> tuple[str, str]:
        match = self.match
        if match.phase == "hiding":
            return self.dice.choice(match.to_act() or SEATS), self.hiding_text()
        if match.phase == "choice":
            return "dmo", self.dice.choice(CHOICES)
        return match.mover, self.turn_text(match.mover)

    def hiding_text(self) -> str:
        """Two cells, rather near the middle, and rather such as somebody has picked before."""
        dice = self.dice
        reach = dice.choice([1, 1, 1, 2, 3])
        near = [cell for cell in BOARD if max(abs(cell[0] - 4), abs(cell[1] - 4)) <= reach]
        picked = [cell for flowers in self.match.state.submitted.values() for cell in flowers]
        cells = dice.sample(sorted({*near} - {MIDDLE}), 2)
        if picked and dice.random() < 0.3:
            cells = once_each([dice.choice(picked), *cells])[:2]
        return "hide " + self.spelled_flowers(cells)

    def turn_text(self, seat: str) -> str:
        """Something that may be said in a seat's turn, if it is found soon."""
        dice, match = self.dice, self.match
        if match.must_answer:
            return dice.choice([*DOUBTS, "accept"])
        if match.state.committed:
            return self.challenge_text(seat) if dice.random() < 0.7 else "give up"
        if match.state.claim is not None and dice.random() < 0.6:
            return dice.choice([*DOUBTS, "accept", "Accept"])
        return self.final_text(seat) if match.phase == "final" else self.usual_text(seat)

    def usual_text(self, seat: str) -> str:
        """A planting or a challenge, as the plan has it."""
        shares = {"filling": 0.04, "mixed": 0.3, "bluffs": 0.4, "challenges": 0.5}
        can_challenge = self.match.latest_planting(other_seat(seat)) is not None
        is_early = len(self.match.state.flowers) < 6
        share = shares[self.plan] * (0.4 if is_early else 1)
        if not can_challenge or self.dice.random() > share:
            return self.planting_text(seat)
        if self.dice.random() < (0.8 if self.style == "clock" else 0.45):
            return self.dice.choice(["challenge", "Challenge", "challenge,"])
        return self.challenge_text(seat)

    def final_text(self, seat: str) -> str:
        chance = self.dice.random()
        if chance < 0.25:
            return self.dice.choice(["pass", "PASS"])
        return "challenge" if chance < 0.6 else self.challenge_text(seat)

    # --------------------------------------------------------------------------- plantings

    def planting_text(self, seat: str) -> str:
        """One flower or two where they may stand, now and then on what is hidden."""
        dice, match = self.dice, self.match
        hidden = [cell for one in SEATS for cell in match.state.hidden[one]]
        free = [cell for cell in BOARD if cell not in match.state.flowers] or BOARD
        open_cells = [cell for cell in free if not match.cells_not_beside([cell])]
        dice.shuffle(open_cells)
        if self.plan in ("filling", "bluffs") or dice.random() < 0.6:
            open_cells.sort(key=lambda cell: cell in hidden)
        elif dice.random() < 0.5:
            open_cells.sort(key=lambda cell: cell in hidden, reverse=True)
        cells = open_cells[: dice.choice([1, 2, 2, 2])]
        chained = [cell for cell in beside(cells[0]) if cell in free and cell not in cells]
        if match.settings.chain == "on" and chained and dice.random() < 0.5:
            cells = [cells[0], dice.choice(chained)]
        return self.spelled_flowers(cells)

    def spelled_flowers(self, cells: list[Cell]) -> str:
        """One of the ways to write flowers of some colours on these cells."""
        dice = self.dice
        colours = {"bluffs": "rrrrrrrrrb", "challenges": "rrrb"}.get(self.plan, "rby")
        names = [COLOUR_NAMES[self.game][dice.choice(colours)] for _ in cells]
        if dice.random() < 0.4:
            gap = dice.choice(["", " ", ", ", " and ", "-", " / "])
            text = gap.join(
                name_of(cell) + name[1] for cell, name in zip(cells, names, strict=True)
            )
        else:
            blank, gap = dice.choice([" ", " ", "-"]), dice.choice([" ", ", ", " and ", " / ", "/"])
            text = gap.join(
                name_of(cell) + blank + dice.choice(name)
                for cell, name in zip(cells, names, strict=True)
            )
        return dice.choice([text, text, text.lower(), text.upper()])

    # --------------------------------------------------------------------------- challenges

    def challenge_text(self, seat: str) -> str:
        """A claim of some kind, true or not; where none of that kind is found, another one."""
        dice = self.dice
        kinds = [self.true_pair, self.false_pair]
        dice.shuffle(kinds)
        hides = self.match.game == DOUBTING and self.match.phase != "final"
        if hides and dice.random() < (0.8 if self.plan == "bluffs" else 0.4):
            kinds = [dice.choice([self.own_pair, self.own_pair, self.dead_pair, self.wild_pair])]
        for kind in [*kinds, self.false_pair, self.wild_pair]:
            pair = kind(seat)
            if pair is not None:
                return self.spelled_fields(seat, pair)
        return self.planting_text(seat) if not self.match.state.committed else "give up"

    def true_pair(self, seat: str) -> Pair | None:
        return self.matching_pair(seat, self.match.state.flowers)

    def own_pair(self, seat: str) -> Pair | None:
        """Two fields that match by what a seat has hidden itself."""
        state = self.match.state
        return self.matching_pair(seat, state.hidden[seat] | state.flowers, with_unseen=True)

    def dead_pair(self, seat: str) -> Pair | None:
        """Two fields that would match by what anybody hid, though it be gone."""
        state = self.match.state
        known = {**state.submitted.get(seat, {}), **state.submitted.get(other_seat(seat), {})}
        return self.matching_pair(seat, known | state.flowers, with_unseen=True)

    def matching_pair(self, seat: str, known: Flowers, *, with_unseen: bool = False) -> Pair | None:
        """Two of the fields on these flowers that match and may be claimed."""
        fields = [cells for cells in FIELDS if len(known.keys() & cells) == 4]
        by_form = defaultdict(list)
        for cells in self.dice.sample(fields, min(len(fields), 120)):
            by_form[str(form_of({cell: known[cell] for cell in cells}))].append(cells)
        groups = [group for group in by_form.values() if len(group) > 1]
        self.dice.shuffle(groups)
        for group in groups:
            for _ in range(15):
                one, other = self.dice.sample(group, 2)
                if self.may_claim(seat, (one, other), with_unseen=with_unseen):
                    return one, other
        return None

    def false_pair(self, seat: str) -> Pair | None:
        """Two fields that all can see, most of which do not match."""
        return self.random_pair(seat, with_unseen=False)

    def wild_pair(self, seat: str) -> Pair | None:
        return self.random_pair(seat, with_unseen=True)

    def random_pair(self, seat: str, *, with_unseen: bool) -> Pair | None:
        fields = self.fields_with_unseen(2 if with_unseen else 0)
        for _ in range(30 if len(fields) > 1 else 0):
            one, other = self.dice.sample(fields, 2)
            if self.may_claim(seat, (one, other), with_unseen=with_unseen):
                return one, other
        return None

    def fields_with_unseen(self, most: int) -> list[tuple[Cell, ...]]:
        """The fields with at most so many cells without a visible flower."""
        visible = self.match.state.flowers.keys()
        return [cells for cells in FIELDS if len(visible & cells) >= 4 - most]

    def may_claim(self, seat: str, pair: Pair, *, with_unseen: bool) -> bool:
        fields = [list(cells) for cells in pair]
        has_unseen = bool(self.match.unseen_cells(fields))
        return has_unseen == with_unseen and not field_rules_broken(self.match, seat, fields)

    def spelled_fields(self, seat: str, pair: Iterable[Iterable[Cell]]) -> str:
        """One of the ways to write a challenge of two fields."""
        dice = self.dice
        gap = dice.choice(["", " ", " ", ", ", "-", " and "])
        between = dice.choice([" / ", " / ", "/", " ", " and "])
        fields = [dice.sample(list(cells), len(list(cells))) for cells in pair]
        text = between.join(gap.join(name_of(cell) for cell in cells) for cells in fields)
        committed = self.match.state.committed and seat == self.match.mover
        if not committed or dice.random() < 0.4:
            text = dice.choice(["challenge ", "challenge ", "challenge / ", "challenge, "]) + text
        return dice.choice([text, text, text.lower(), text.upper()])

    # --------------------------------------------------------------------------- illegal tries

    def rules_broken(self, seat: str, text: str) -> set[str]:
        return rules_broken(self.match, seat, text)

    def rules_at_hand(self) -> list[str]:
        match = self.match
        if match.phase == "hiding":
            return ["off-board", "occupied", "malformed", "wrong-phase"]
        usual = ["malformed", "not-your-turn"]
        if match.phase == "choice":
            return [*usual, "wrong-phase"]
        if match.must_answer:
            return [*usual, *["accept-or-doubt"] * 4]
        if match.state.committed:
            return [*usual, *["committed"] * 4, *FIELD_RULES]
        some = ["wrong-phase", "not-committed", "nothing-to-doubt"]
        if match.latest_planting(other_seat(match.mover)) is None:
            return [*usual, *some, *PLANTING_RULES, *["no-planting"] * 3]
        return [*usual, *some, *PLANTING_RULES, *FIELD_RULES]

    def try_against(self, rule: str) -> tuple[str, str]:
        match, dice = self.match, self.dice
        seat = dice.choice(match.to_act_now() or SEATS)
        if rule == "not-your-turn":
            seat = other_seat(seat)
            return seat, self.said_elsewhere(seat)
        if rule == "malformed":
            return seat, dice.choice(self.malformed)
        if match.phase == "hiding" and rule in ("off-board", "occupied"):
            cells = [MIDDLE if rule == "occupied" else self.cell_off_board(), dice.choice(BOARD)]
            return seat, "hide " + self.spelled_flowers(dice.sample(cells, 2))
        in_challenge = match.state.committed or dice.random() < 0.4
        if rule in FIELD_RULES and (in_challenge or rule not in PLANTING_RULES):
            return seat, self.spelled_fields(seat, self.fields_against(rule, seat))
        if rule in PLANTING_RULES:
            return seat, self.spelled_flowers(self.cells_against(rule))
        return seat, self.said_elsewhere(seat)

    def cell_off_board(self) -> Cell:
        """A cell that is not on the board, but rather beside it."""
        place = self.dice.randint(1, 7)
        return self.dice.choice(
            [(8, place), (place, 8), (place, 0), (self.dice.randint(8, 26), 99)]
        )

    def cells_against(self, rule: str) -> list[Cell]:
        dice = self.dice
        wanted = {
            "off-board": self.cell_off_board(),
            "occupied": dice.choice(sorted(self.match.state.flowers)),
            "not-beside": dice.choice(BOARD),
        }[rule]
        near = [cell for cell in beside(wanted) if cell in BOARD]
        cells = once_each([wanted, dice.choice(near + dice.sample(BOARD, 3))])[
            : dice.choice([1, 2])
        ]
        return dice.sample(cells, len(cells))

    def fields_against(self, rule: str, seat: str) -> Pair:
        dice = self.dice
        pair = self.false_pair(seat) or self.wild_pair(seat) or dice.sample(FIELDS, 2)
        one, other = dice.sample(pair, 2)
        if rule == "off-board":
            one = dice.choice(FIELDS_OVER_THE_EDGE)
        elif rule == "not-a-field":
            one = (dice.choice(sorted(self.match.state.flowers)), *one[1:])
        elif rule == "same-field":
            one = other
        elif rule == "too-many-unseen":
            one = dice.choice(FIELDS)
        elif rule == "old-flowers":
            latest = self.match.latest_planting(other_seat(seat)) or {}
            old = [cells for cells in self.fields_with_unseen(2) if not latest.keys() & cells]
            one, other = dice.choices(old or FIELDS, k=2)
        return one, other

    def said_elsewhere(self, seat: str) -> str:
        """What would be wanted at another time."""
        makers: list[Callable[[], str]] = [
            self.hiding_text,
            lambda: self.dice.choice(CHOICES),
            lambda: self.planting_text(seat),
            lambda: self.challenge_text(seat),
            lambda: "C4 D4 E4 D5 / C4 D4 E4 D3",
            lambda: self.dice.choice(
                ["challenge", "give up", "Give-up", "accept", "pass", *DOUBTS]
            ),
        ]
        return self.dice.choice(makers)()

    def blind_try(self) -> str:
        dice = self.dice
        any_fields = [dice.choice(FIELDS + FIELDS_OVER_THE_EDGE) for _ in range(2)]
        makers: list[Callable[[], str]] = [
            lambda: dice.choice(self.malformed),
            lambda: self.spelled_flowers([dice.choice(BOARD), self.cell_off_board()]),
            lambda: self.spelled_flowers([dice.choice(BOARD)]),
            lambda: self.spelled_fields("ec", any_fields),
            lambda: self.said_elsewhere(dice.choice(SEATS)),
            self.words_at_random,
        ]
        return dice.choice(makers)()

    def words_at_random(self) -> str:
        """Cells and words of the game in any order, joined in any way."""
        dice = self.dice
        words = (*TELLING_WORDS, *OTHER_WORDS, *self.match.language.colours)
        texts = [
            name_of(dice.choice(BOARD)) if dice.random() < 0.5 else dice.choice(words)
            for _ in range(dice.choice([1, 2, 3, 4, 5, 9]))
        ]
        return "".join(text + dice.choice(["", " ", " ", ", ", "-", " / "]) for text in texts)
