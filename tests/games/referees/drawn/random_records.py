"""Random match records of every game, the same for the same seed.

A record is written while the real match is played, so that what is typed fits what stands on the
board and what the clock shows, or misses it by a little. Legal moves come from `legal` and are
typed by `write`; what is faulty is mostly one of them with a slip in it.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from decimal import Decimal
from itertools import islice
from random import Random
from typing import Any

from engine.games import GAMES
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.options import read_options
from engine.refusals import Refused
from engine.seats import SEATS, Seat
from engine.seeds import commitment_to
from tests.games.common.samples import Line, samples_of
from tests.games.referees.drawn.decorations import decorated
from tests.games.referees.drawn.random_options import random_options

MILLISECOND = Decimal("0.001")
CONSIDERED = 400
"""Out of how many legal actions one is chosen."""
FAR = 6_000
"""Largest index of a legal action that is looked for, at times."""
TRIED = 20
"""Of how many faults it is looked why they would be refused."""
FEW = 5
"""Number of a record's first lines, of which more are faults: set-ups are short."""
COMPARED = 8
"""Of how many legal actions it is looked what would come of them."""

CHATTER = (
    "hello there",
    "I think E5 is lost",
    "pass the salt",
    "concede now",
    "e05 E100",
    "\u2603",
)
BY_DEALER = ("first ec", "first dmo", "banana", "posted twice", "remove D4", "take first")
RULINGS = (
    *("pause", "Pause", "resume", "resume", "undo", "Undo", "banana", "award", "award both"),
    *("time ec", "time both +5", "time dmo +", "abort", "award ec", "award dmo", "undo"),
    *("undo ruling", "undo ruling", "Undo Ruling", "undo both", "seat ec Eve", "seat DMO dmo @3"),
    *("seat dmo", "seat both Eve", "say ec", "say both pass", "Say DMO concede", "say ec lock"),
)
SUMS = ("+60", "-30", "+0.5", "-1", "7", "-1000", "-0.125", "+1000", "+1", "3", "-9", "-0")
# Frequency of each kind of entry; a style changes some of them.
KINDS = {"move": 50, "fault": 22, "chatter": 2, "host": 3, "concede": 0.5, "dealer": 3}
STYLES: dict[str, dict[str, float]] = {
    "long": {"move": 100, "fault": 35, "host": 0.2, "concede": 0.02},
    "mixed": {"fault": 30},
    "faults": {"fault": 60, "host": 1, "concede": 0.1},
    "clock": {"dealer": 8},
    "hosts": {"host": 25, "concede": 2},
}


def random_record(game: str, seed: int) -> str:
    return _Author(game, Random(f"{game} {seed}")).write()


class _Author:
    """Writes one record, entry by entry, with the match as it then stands at hand."""

    def __init__(self, game: str, dice: Random) -> None:
        self.dice = dice
        self.options = random_options(game, dice)
        self.is_committed = dice.random() < 0.2
        if self.is_committed:
            seed = dice.getrandbits(128)
            self.options |= {"seed": str(seed), "commitment": commitment_to(seed)}
        self.timed = dice.random() < 0.7
        self.by_posts = dice.random() < 0.3
        kind = GAMES[game]
        self.samples = samples_of(game)
        self.game = kind(**read_options(kind, self.options))
        self.match = Match.begin(
            self.game,
            has_clocks=self.timed,
            starts_clock_by_post=self.by_posts,
            has_reminders=False,
        ).match
        self.time = Decimal(0)
        self.time_written: Decimal | None = None
        self.style = dice.choice(("long", "long", "faults", "faults", *STYLES))
        self.is_long = self.style in ("long", "faults")
        self.taste = dice.choice((None, None, min, max))
        self.lines: list[str] = []
        self.known = (*self.game.examples, *self.samples.texts)
        self.said = [*self.known]
        self.listed: tuple[Any, Any, list[Any]] = (None, None, [])
        self.seed_drew_lots = False

    # The whole

    def write(self) -> str:
        dice = self.dice
        limit = self.samples.length if self.is_long else 45
        count = dice.randint(limit // 2 if self.is_long else 0, limit)
        if dice.random() < 0.05:
            self.write_entry("host", "undo")
        entries = 0
        while entries < count and self.goes_on():
            self.write_entry(*self.some_entry())
            entries += 1
        # A text has times or posts by having one.
        if self.by_posts and not any(line.lower().endswith("posted") for line in self.lines):
            self.write_entry("dealer", "posted")
        if self.timed and self.time_written is None:
            self.write_entry("dealer", "")
        ending = dice.choice(("\n", "\n", "\n", "\r\n"))
        lines = [*self.headers(), "", *self.lines]
        return dice.choice(("", "", "\ufeff")) + ending.join(lines) + dice.choice((ending, ""))

    def headers(self) -> list[str]:
        dice = self.dice
        other_items = {
            "ec": "Zo\u00eb : 7",
            "dmo": dice.choice(("Bob", "ec", "# Cy")),
            "seed": "-12",
        }
        values = {key: value for key, value in other_items.items() if dice.random() < 0.3}
        values |= {"game": self.game.name, **self.options}
        keys = dice.sample(list(values), len(values))
        return [f"{key}:{dice.choice((' ', '', '  '))}{values[key]}" for key in keys]

    def goes_on(self) -> bool:
        """Return False soon after a record's seed drew a lot, which may have fallen in many ways.

        A seed that was committed to leaves but one way.
        """
        if self.seed_drew_lots and not self.is_committed:
            return self.dice.random() < 0.7
        return self.match.result is None or self.dice.random() < 0.6

    def write_entry(self, name: str, text: str) -> None:
        # A record has a slash in place of a line break.
        text = text.replace("\n", " / ")
        lots = self.match.lots
        self.match = self.match.enter(Entry(Speaker(name), self.time, text)).match
        self.seed_drew_lots |= self.match.lots > lots and name != "dealer"
        self.lines.append(" ".join(filter(None, (name, self.moment(text), text))))
        if self.dice.random() < 0.05:
            self.lines.append(self.dice.choice(("", "# a comment", " ")))

    # Time

    def moment(self, text: str) -> str:
        """Return the time to write before a text; it may be left out if it is the latest."""
        if not self.timed:
            return ""
        is_latest = self.time == (self.time_written or 0)
        if is_latest and text and self.dice.random() < 0.5:
            return ""
        self.time_written = self.time
        return self.dice.choice(("@", "@", "@0")) + format(self.time, "f")

    def pass_some_time(self) -> None:
        dice = self.dice
        limits = [limit for limit in self.limits() if limit >= self.time]
        if limits and dice.random() < (0.5 if self.style == "clock" else 0.1):
            instant = dice.choice(limits) + dice.choice((-1, 0, 0, 1)) * MILLISECOND
            self.time = max(self.time, instant)
        elif dice.random() < 0.8:
            self.time += MILLISECOND * dice.randint(0, 500 if self.is_long else 8_000)
        elif dice.random() < 0.1:
            self.time += MILLISECOND * dice.randint(0, 100_000)
        self.match = self.match.advance_time(self.time, inclusive=False).match

    def limits(self) -> list[Decimal]:
        """Return when the running clock does something next: a turn, a period or all time ends."""
        match = self.match
        limits = [match.next_due(), match.clock.flag_at]
        if (
            match.clock.started is not None
            and match.clock.timing
            and match.clock.paused_since is None
        ):
            turn_ends = match.clock.started + match.clock.timing.clock.turn
            period = self.game.reserve_period or 0
            limits += [turn_ends, turn_ends, turn_ends + period, turn_ends + 2 * period]
        return [limit for limit in limits if limit is not None]

    # Authors and texts

    def some_entry(self) -> tuple[str, str]:
        """Return somebody, and a text of theirs."""
        if self.timed:
            self.pass_some_time()
        return getattr(self, f"some_{self.some_kind()}")()

    def some_kind(self) -> str:
        match, kinds = self.match, {**KINDS, **STYLES[self.style]}
        if len(self.lines) < FEW:
            kinds["fault"] = 60
        if self.samples.draw_line:
            kinds["line"] = 60
        if self.samples.draw_ruling:
            kinds["ruling"] = 60 if match.awaits_host else 12
        if match.result:
            kinds |= {"move": 0, "host": 15}
        elif match.lot_due_at is not None:
            kinds = {"lot": 40, "dealer": 4, "host": 2, "fault": 1, "chatter": 1}
        elif match.clock.paused_since is not None:
            kinds["resume"] = 12
        elif match.held:
            kinds |= {"move": 4, "take_back": 12, "dealer": 25, "host": 2}
        elif self.by_posts and self.timed and match.clock.started is None:
            kinds["posted"] = 60
        return self.dice.choices([*kinds], [*kinds.values()])[0]

    def some_move(self) -> tuple[str, str]:
        """Return a legal move, typed plainly or with signs around it."""
        seat = self.dice.choice(self.match.to_act or SEATS)
        text = self.legal_text(seat)
        self.said.append(text)
        return seat.value, decorated(text, self.dice) if self.dice.random() < 0.12 else text

    def some_line(self) -> tuple[str, str]:
        """Return a line of the game's own, by a player."""
        seat = self.dice.choice(self.match.to_act or SEATS)
        seat = seat if self.dice.random() < 0.9 else seat.opponent
        return seat.value, self.perhaps_decorated(self.samples.draw_line)

    def some_ruling(self) -> tuple[str, str]:
        """Return a line of the game's own, by the host."""
        return "host", self.perhaps_decorated(self.samples.draw_ruling)

    def perhaps_decorated(self, draw: Line | None) -> str:
        text = draw(self.dice) if draw else ""
        return decorated(text, self.dice) if self.dice.random() < 0.12 else text

    def some_fault(self) -> tuple[str, str]:
        """Return a text that is probably refused, and not always for the commonest reason."""
        faults = defaultdict(list)
        for _ in range(self.dice.choice((1, TRIED))):
            name, text = self.any_fault()
            refusal = self.match.enter(Entry(Speaker(name), self.time, text)).refusal
            faults[refusal.code if refusal else text in self.known].append((name, text))
        name, text = self.dice.choice(self.dice.choice([*faults.values()]))
        self.said.append(text)
        return name, text

    def any_fault(self) -> tuple[str, str]:
        """Return a text legal at another time, or with a slip; mostly by a seat that is asked."""
        dice = self.dice
        seat = dice.choice(self.match.to_act or SEATS)
        seat = seat if dice.random() < 0.85 else seat.opponent
        if dice.random() < 0.1:
            return dice.choice(SEATS).value, self.said[-1]
        if dice.random() < 0.3:
            return seat.value, dice.choice(dice.choice((self.known, self.known, self.said[-20:])))
        if dice.random() < 0.15:
            return seat.value, self.words_at_random()
        legal = self.first_legal(seat)
        text = self.game.write(dice.choice(legal)) if legal else dice.choice(self.known)
        text = dice.choice((text, text, dice.choice(self.said)))
        for _ in range(dice.choice((1, 1, 2))):
            text = dice.choice(SLIPS)(text, self.words, dice)
        return seat.value, text.strip() or "hello"

    def some_chatter(self) -> tuple[str, str]:
        return self.dice.choice(SEATS).value, self.dice.choice(CHATTER)

    def some_concede(self) -> tuple[str, str]:
        return self.dice.choice(SEATS).value, self.dice.choice(("concede", "CONCEDE"))

    def some_take_back(self) -> tuple[str, str]:
        held = self.match.held
        name = held.entry.speaker.value if held and self.dice.random() < 0.9 else "ec"
        return name, self.dice.choice(("takeback", "take back", "Undo,"))

    def some_host(self) -> tuple[str, str]:
        seat, change = self.dice.choice(SEATS), self.dice.choice(SUMS)
        if self.match.ruling_point and self.dice.random() < 0.4:
            return "host", "undo ruling"
        if self.dice.random() < 0.2:
            name, text = self.dice.choice((self.some_move, self.some_chatter, self.any_fault))()
            return "host", f"{self.dice.choice(('say', 'Say'))} {name} {text}"
        ruling = self.dice.choice((*RULINGS, *(f"time {seat} {change}",) * 6))
        return self.host_or_dealer(ruling), ruling

    def some_resume(self) -> tuple[str, str]:
        return self.host_or_dealer("resume"), "resume"

    def host_or_dealer(self, ruling: str) -> str:
        """Return the author of a ruling: a pause may be the Dealer's own."""
        is_either = ruling.lower() in ("pause", "resume")
        return "dealer" if is_either and self.dice.random() < 0.4 else "host"

    def some_posted(self) -> tuple[str, str]:
        return "dealer", "posted"

    def some_dealer(self) -> tuple[str, str]:
        if self.timed and self.dice.random() < 0.8:
            return "dealer", ""
        return "dealer", self.dice.choice((*BY_DEALER, *self.game.examples))

    def some_lot(self) -> tuple[str, str]:
        if self.match.lot_due_at is None:
            return "dealer", "banana"
        lot = self.match.drawn_lot
        if not self.is_committed or self.dice.random() < 0.05:
            lot = self.game.draw(self.match.state, self.dice) or lot
        return "dealer", self.dice.choice((lot, lot, lot.upper()))

    # Moves

    @property
    def words(self) -> Sequence[str]:
        return sorted(self.game.words)

    def legal_text(self, seat: Seat) -> str:
        """Return a legal action as typed, sometimes a rare one; an example if there is none."""
        actions = self.some_legal(seat)
        if not actions:
            return self.dice.choice(self.game.examples)
        if self.dice.random() < 0.4:
            return self.game.write(self.dice.choice(actions))
        return self.game.write(self.dice.choice(self.alike(seat, actions)))

    def some_legal(self, seat: Seat) -> list[Any]:
        if self.dice.random() < 0.15:
            start = self.dice.randrange(FAR)
            later = islice(self.game.legal(self.match.state, seat), start, start + COMPARED)
            return [*later] or self.first_legal(seat)
        actions = self.first_legal(seat)
        return actions[: self.dice.choice((6, 60, CONSIDERED, CONSIDERED))]

    def first_legal(self, seat: Seat) -> list[Any]:
        """Return the first of the legal actions, listed once for each state."""
        if self.listed[:2] != (self.match.state, seat):
            legal = self.game.legal(self.match.state, seat)
            self.listed = (self.match.state, seat, [*islice(legal, CONSIDERED)])
        return self.listed[2]

    def alike(self, seat: Seat, actions: list[Any]) -> list[Any]:
        """Return actions that lead to one kind of position, so that rare kinds come up."""
        kinds = defaultdict(list)
        for action in self.dice.sample(actions, min(COMPARED, len(actions))):
            kinds[self.consequence(seat, action)].append(action)
        if self.taste:
            return kinds[self.taste(kinds)]
        return self.dice.choice(list(kinds.values()))

    def consequence(self, seat: Seat, action: Any) -> tuple[int, str]:
        """Return the empty cells after an action, and the number of each sign then."""
        try:
            result = self.game.act(self.match.state, seat, action)
        except Refused:
            return 0, ""
        signs = str(self.game.position(result))
        counts = {sign: signs.count(sign) for sign in sorted({*signs})}
        return signs.count("."), f"{counts} {self.game.to_act(result)} {result.outcome}"

    def words_at_random(self) -> str:
        """Return words of the game and cells in any order, joined in any way."""
        dice = self.dice
        texts = (
            random_cell(dice) if dice.random() < 0.4 else dice.choice(self.words)
            for _ in range(dice.randint(1, 5))
        )
        return "".join(f"{text}{dice.choice(('', ' ', ' ', ', ', '-', ' / '))}" for text in texts)


# Slips

CELL = re.compile(r"\b([A-Za-z])([0-9]{1,2})(?=\b|[RBYP])")


def random_cell(dice: Random) -> str:
    return f"{dice.choice('ABCDEFGHIJKLMOPZ')}{dice.randint(0, 16)}"


def with_cell_moved(text: str, _words: Sequence[str], dice: Random) -> str:
    match = dice.choice([*CELL.finditer(text), None])
    if match is None:
        return text
    along = dice.choice((-1, 1, -2, 2, 5))
    across, up = dice.choice(((0, along), (along, 0), (1, 1)))
    letter = chr(min(90, max(65, ord(match[1].upper()) + across)))
    cell = f"{letter}{max(0, int(match[2]) + up)}" if dice.random() < 0.8 else random_cell(dice)
    return text[: match.start()] + cell + text[match.end() :]


def with_word_changed(text: str, words: Sequence[str], dice: Random) -> str:
    pieces = text.split(" ")
    number = str(dice.randint(0, 4))
    word = dice.choice((dice.choice(words), number, random_cell(dice)))
    pieces[dice.randrange(len(pieces))] = word
    return " ".join(pieces)


def with_word_added(text: str, words: Sequence[str], dice: Random) -> str:
    return f"{text} {dice.choice((*words, random_cell(dice)))}"


def with_number_changed(text: str, _words: Sequence[str], dice: Random) -> str:
    match = dice.choice([*re.finditer(r"\b[0-9]\b", text), None])
    if match is None:
        return text
    return f"{text[: match.start()]}{dice.randint(0, 4)}{text[match.end() :]}"


def with_word_dropped(text: str, _words: Sequence[str], dice: Random) -> str:
    pieces = text.split(" ")
    del pieces[dice.randrange(len(pieces))]
    return " ".join(pieces)


def with_word_twice(text: str, _words: Sequence[str], dice: Random) -> str:
    pieces = text.split(" ")
    pieces.insert(dice.randint(0, len(pieces)), dice.choice(pieces))
    return " ".join(pieces)


def with_words_swapped(text: str, _words: Sequence[str], dice: Random) -> str:
    pieces = text.split(" ")
    dice.shuffle(pieces)
    return " ".join(pieces)


def with_sign_changed(text: str, _words: Sequence[str], dice: Random) -> str:
    if not text:
        return text
    place = dice.randrange(len(text))
    return text[:place] + dice.choice((*text, "")) + text[place + 1 :]


Slip = Callable[[str, Sequence[str], Random], str]
SLIPS: tuple[Slip, ...] = (
    *(with_cell_moved,) * 5,
    with_word_changed,
    with_word_added,
    *(with_number_changed,) * 2,
    with_word_dropped,
    with_word_twice,
    with_words_swapped,
    with_sign_changed,
)
