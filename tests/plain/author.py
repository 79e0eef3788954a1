"""What the authors of random match records share, whatever the game: times, people, and faults.

A record is written while a plain referee judges it, so that what is typed fits what stands on the
board and what the clock shows, or misses it on purpose. The same seed gives the same record.

An *illegal try* is a submission that is refused; conversation, hosts and the Dealer do not count.
Which rules a try breaks is found by asking for each rule by itself, as if all others were kept (see
`rules_broken` of each game). More than half of the illegal tries are written so: a rule is chosen,
and tries are made up until one breaks that rule and no other. The rest are typed blindly.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from tests.plain.match import Match
from tests.plain.record import SEATS, Settings

MILLISECOND = Fraction(1, 1000)
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
NAMES_OF_EC = ("Ada", "dmo", "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS} : 7")
NAMES_OF_DMO = ("Bob", "ec", "# Cy")


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
    seen: Counter[str] = field(default_factory=Counter)  # what else happened, by a game's own names


def decimal_text(number: Fraction) -> str:
    """A finite decimal in full."""
    return format(Decimal(number.numerator) / Decimal(number.denominator), "f")


class Author:
    """Writes one record, entry by entry, with the plain referee's match at hand.

    A game's author names the game, its styles (`whole` for matches of some length, `clock`, `tries`
    and `hosts` for much of these), conversation, malformed texts and lots that are not due; it has
    a method `type_KIND` for each further kind of entry, giving who types what, and says how often
    each kind comes (`likelihoods`).
    """

    game: str
    styles: tuple[str, ...] = ("whole", "mixed", "mixed", "tries", "tries", "clock", "hosts")
    long_styles: tuple[str, ...] = ("whole",)
    length_of_whole = (60, 120)
    chatter: tuple[str, ...]
    malformed: tuple[str, ...]
    nonsense_by_dealer: tuple[str, ...]
    sums = ("+60", "-30", "+0.5", "-1", "7", "-1000", "-0.125", "+1000")

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.lines: list[str] = []
        self.record = RandomRecord(text="", entries=0)
        self.lots_drawn = 0
        self.settings = self.random_settings()
        self.match = self.new_match()
        self.time = Fraction(0)
        self.style = dice.choice(self.styles)
        self.posted_written = False
        self.time_written: Fraction | None = None

    # -------------------------------------------------------------------- what a game must add

    def random_settings(self) -> Settings:
        """Settings, whether the record has times and `posted` lines included."""
        raise NotImplementedError

    def header_values(self) -> dict[str, str]:
        """The headers that say so; those that say what holds anyway may be left out."""
        raise NotImplementedError

    def new_match(self) -> Match:
        """A match that has its lots from `lots_from_the_seed`."""
        raise NotImplementedError

    def random_lot(self) -> str:
        """A text that states the lot that is due."""
        raise NotImplementedError

    def limits(self) -> list[tuple[str, Fraction]]:
        """The limits of the clock that runs, by name, in the match's own time."""
        raise NotImplementedError

    def rules_broken(self, seat: str, text: str) -> set[str]:
        """Every rule that a seat's text breaks now, each asked for as if no other were broken."""
        raise NotImplementedError

    def likelihoods(self) -> dict[str, int]:
        """How often each kind of entry is typed as things stand."""
        raise NotImplementedError

    def rules_at_hand(self) -> list[str]:
        """The rules that can be broken, and no other with them, while the match goes on."""
        raise NotImplementedError

    def try_against(self, rule: str) -> tuple[str, str]:
        """A try that may well break this rule and perhaps breaks others too."""
        raise NotImplementedError

    def blind_try(self) -> str:
        """Something that is perhaps refused."""
        raise NotImplementedError

    # ------------------------------------------------------------------------------ the whole

    def write(self) -> RandomRecord:
        self.lines += self.noise(["", "# a random record"])
        for line in self.header_lines():
            self.lines += [line, *self.noise(["# among the headers"])]
        self.lines.append("")
        lengths = self.length_of_whole if self.style in self.long_styles else (0, 45)
        length = self.dice.randint(*lengths)
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

    def header_lines(self) -> list[str]:
        dice = self.dice
        values = {"game": self.game, **self.header_values()}
        if self.settings.first is not None:
            values["first"] = self.settings.first
        others = {
            "ec": dice.choice(NAMES_OF_EC),
            "dmo": dice.choice(NAMES_OF_DMO),
            "seed": dice.choice(["0", "7", "-12", "1234567890123456789"]),
        }
        values.update((key, value) for key, value in others.items() if dice.random() < 0.3)
        keys = list(values)
        dice.shuffle(keys)
        return [f"{key}:{dice.choice([' ', ' ', '', '  '])}{values[key]}" for key in keys]

    def lengths_of_time(self, keys: tuple[str, ...]) -> dict[str, str]:
        """The headers of settings that are seconds; what holds anyway is left out as a rule."""
        values = {}
        for key in keys:
            value = getattr(self.settings, key)
            if value != getattr(type(self.settings)(), key) or self.dice.random() < 0.2:
                whole = value.denominator == 1
                values[key] = decimal_text(value) + self.dice.choice(["", "", ".0" * whole])
        return values

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

    def lots_from_the_seed(self) -> Iterator[str]:
        while True:
            self.lots_drawn += 1
            yield self.random_lot()

    def write_entry(self, who: str, text: str) -> None:
        """Write one line, and let the plain referee judge it."""
        match = self.match
        match.prepare(who, self.time, text)
        broken = self.rules_broken(who, text) if who in SEATS else set()
        refusal = match.hear(who, self.time, text)
        if who in SEATS and refusal is not None and match.understood(text, who) is not None:
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
        if self.settings.timed:
            self.pass_some_time()
        self.write_entry(*self.some_entry())

    def pass_some_time(self) -> None:
        dice = self.dice
        chance = dice.random()
        limits = self.limits_ahead()
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

    def limits_ahead(self) -> list[tuple[str, Fraction]]:
        match = self.match
        if match.over or match.paused or match.lot_due_at is not None:
            return []
        now = match.match_time(self.time)
        return [(name, limit) for name, limit in self.limits() if limit >= now]

    # --------------------------------------------------------------------------- what is typed

    def some_entry(self) -> tuple[str, str]:
        """Somebody, and something that they type now."""
        likely = self.likelihoods()
        kinds = [kind for kind in likely if likely[kind] > 0]
        kind = self.dice.choices(kinds, [likely[kind] for kind in kinds])[0]
        return getattr(self, f"type_{kind}")()

    def usual_likelihoods(self) -> dict[str, int]:
        """How often each kind of entry is typed, by this record's style and how things stand.

        `move` stands for whatever is asked for, `lot` for one that is due.
        """
        match = self.match
        bare = 5 if self.settings.timed else 0
        posted = 2 if self.settings.posted else 0
        likely = {"move": 40, "illegal": 18, "bare": bare, "posted": posted}
        likely |= {"chatter": 3, "unasked": 1, "host": 3, "undo": 2, "concede": 1}
        if self.style == "whole":
            likely = {"move": 100, "illegal": 4, "bare": bare, "posted": posted}
        if self.style == "tries":
            likely["illegal"] = 60
        if self.style == "hosts":
            likely.update(host=15, undo=8)
        if match.over:
            likely.update(move=0, posted=3, undo=8)
        elif match.lot_due_at is not None:
            likely = {"lot": 40, "bare": 10, "host": 5, "unasked": 4, "anything": 2}
        elif match.paused:
            likely.update(move=1, resume=25, host=8)
        if self.settings.posted and match.started_at is None and match.lot_due_at is None:
            likely["posted"] = 30
        return likely

    def type_chatter(self) -> tuple[str, str]:
        return self.dice.choice(SEATS), self.dice.choice(self.chatter)

    def type_anything(self) -> tuple[str, str]:
        return self.dice.choice(SEATS), self.dice.choice(self.chatter + self.malformed)

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
        return "dealer", self.random_lot()

    def type_unasked(self) -> tuple[str, str]:
        return "dealer", self.dice.choice(self.nonsense_by_dealer)

    def type_undo(self) -> tuple[str, str]:
        return "host", self.dice.choice(["undo", "undo", "Undo"])

    def type_resume(self) -> tuple[str, str]:
        return "host", "resume"

    def type_host(self) -> tuple[str, str]:
        dice = self.dice
        times = [f"time {dice.choice(SEATS)} {dice.choice(self.sums)}" for _ in range(6)]
        endings = [dice.choice(["abort", f"award {dice.choice(SEATS)}"])]
        pauses = ["pause", "pause", "Pause", "resume"]
        return "host", dice.choice([*times, *endings, *pauses, dice.choice(NONSENSE_BY_HOST)])

    def type_illegal(self) -> tuple[str, str]:
        """A try that breaks one rule and no other, or one typed blindly."""
        if self.dice.random() < 0.55:
            rule = self.dice.choice(self.rules_that_count())
            for _ in range(40):
                seat, text = self.try_against(rule)
                if self.rules_broken(seat, text) == {rule}:
                    return seat, text
        return self.dice.choice(SEATS), self.blind_try()

    def rules_that_count(self) -> list[str]:
        if self.match.over:
            return ["match-over"]
        if self.match.paused:
            return ["paused"]
        return self.rules_at_hand()
