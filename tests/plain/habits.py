"""What random records of each game are made of: options to set, and texts that random play misses.

Everything else that is typed comes from the game itself: what is legal, its examples, its words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tests.plain.compass_board import BOARD, written_numbers
from tests.plain.random_sea_charts import STYLES, random_chart
from tests.plain.record import rows_of

TURNS = ("60", "60", "10", "4", "2.5", "0.25", "0")
LONG_TURNS = ("600", "120", "60", "10", "3.5", "0")


@dataclass(frozen=True)
class Habits:
    """How records of one game are written.

    Attributes:
        options: The values that each header may have; any header may be left out.
        texts: What players type that breaks a rule which chance seldom breaks.
        bad_headers: Headers that make the text no record, or none that says the same.
        length: How many entries a long record has at most.
        records: How many records are usually put to both referees.
    """

    options: Mapping[str, Sequence[str]]
    texts: Sequence[str] = ()
    bad_headers: Sequence[str] = ()
    length: int = 90
    records: int = 40


FLOWER_OPTIONS: Mapping[str, Sequence[str]] = {
    "choice": TURNS,
    "turn": LONG_TURNS,
    "extra": TURNS,
    "periods": ("20", "3", "2", "0"),
    "period": ("30", "5", "1.5", "0.001"),
    "lives": ("1", "2", "4", "30", "30"),
    "chain": ("on", "off"),
    "row1": ("top", "bottom"),
}
FLOWER_TEXTS = (
    "challenge C4 D4 E4 D5 / C4 D4 E4 D5",
    "challenge A1 A2 A3 A4 / B1 B2 B3 B4",
    "challenge C4 D4 E4 D8 / C4 D4 E4 D3",
    "challenge C4 D4 E4 F6 / C4 D4 E4 D3",
    "C4 D4 E4 D5 / C4 D4 E4 D3",
    "D8 red",
    "A1 red",
    "D5 red, D3 blue",
    "D5 red blue",
    "challenge",
    "give up",
    "cc",
    "doubt",
    "accept",
    "pass",
)
BAD_FLOWER_HEADERS = (
    *("extra: 1e3", "extra:", "periods: 2.0", "periods: 1", "period: 0", "lives: 0", "lives: 2"),
    *("lives: many", "chain: on", "chain: yes", "setup: 30", "reserve: 300", "row1: left"),
)

HABITS: Mapping[str, Habits] = {
    "fire-and-ice": Habits(
        options={
            "turn": TURNS,
            "reserve": ("300", "20", "7.25", "1", "0", "0.001"),
            "choice": TURNS,
            "takeback": ("5", "2", "0.5", "0", "60"),
            "fire": ("ec", "dmo"),
            "row1": ("top", "bottom"),
        },
        texts=("A1 A2", "E9 E10", "D4 D5", "E5 E6", "takeback", "undo", "E6 red E7", "Z9 A0"),
        bad_headers=("turn: .5", "turn: 1e3", "takeback: +5", "fire: ice", "periods: 3"),
    ),
    "compass-collisions": Habits(
        options={
            "turn": TURNS,
            "periods": ("3", "0", "1", "2", "7"),
            "period": ("60", "10", "1.5", "0.001"),
            "remove": TURNS,
            "setup": LONG_TURNS,
            "choice": TURNS,
        },
        texts=(
            "layout E.W.F.A / .EWF. / A.E / WWAAFFA / ..A.. / .E.",
            "layout EWF.... / ..... / ... / WWAAFFA / EEFFA / E..",
            "layout EEWWFFF / EEE.. / ... / WWEWFF. / ..... / ...",
            "layout E.W.F / .EWF. / A.E / WW..FFA / ..A.. / .E.",
            "take placement",
            "take first",
            "ec1 north, dmo2 north",
            "ec1 north",
            "D2 E4",
            "remove A1",
            "remove Z9",
            "E5 E7",
        ),
        bad_headers=("periods: -1", "period: 0", "period: 7", "erosion: -", "row1: bottom"),
        length=130,
    ),
    "demeters-anguish": Habits(
        options={
            "turn": LONG_TURNS,
            "reserve": ("300", "20", "1", "0"),
            "setup": LONG_TURNS,
            "choice": TURNS,
            "row1": ("top", "bottom"),
        },
        texts=(
            *(
                "agree",
                "agree",
                "agree",
                "pass",
                "pass flower",
                "pass rock",
                "rock A1 A2",
                "flower A1 B2",
            ),
            *("flower I A1 A2 A3", "flower U H8", "rock P1", "flower H8 / rock A1"),
        ),
        bad_headers=("turn: 5.", "setup: 10 s", "Setup: 60", "row1: left", "takeback: 5"),
        length=130,
        records=25,
    ),
    "deep-sea-voyage": Habits(
        options={
            "pregame": TURNS,
            "pick": TURNS,
            "action": TURNS,
            "routes": TURNS,
            "early": ("on", "off"),
            "endgame": ("tracked", "automatic"),
            "row1": ("top", "bottom"),
        },
        texts=(
            *("ready", "empire", "marauder", "board 1", "board 2", "board 3", "pass", "lock"),
            *("I A1 A2 A3 A4 A5", "T A1 A2 A3 A4 A5", "A1 A2 A3 A4", "route 1 red A1 A2 A99"),
            *(f"route {number} {ship} A1 A7" for number in (1, 2, 3) for ship in ("red", "blue")),
        ),
        bad_headers=(
            *("board1: ", "board2: ...", "board3: " + "/".join(["." * 13] * 13), "board4: x"),
            *("pick: 45 s", "action: 1e3", "early: yes", "endgame: none", "turn: 90"),
        ),
    ),
    "doubting-flower-field": Habits(
        options={"setup": LONG_TURNS, **FLOWER_OPTIONS},
        texts=(*FLOWER_TEXTS, "hide A1 red, A8 blue", "hide D4 red, A1 blue", "D5 purple"),
        bad_headers=BAD_FLOWER_HEADERS,
    ),
    "flower-field": Habits(
        options=FLOWER_OPTIONS,
        texts=(*FLOWER_TEXTS, "hide A1 red, G7 blue", "D5 yellow", "D5 purple"),
        bad_headers=BAD_FLOWER_HEADERS,
    ),
}


def random_options(game: str, dice: Random) -> dict[str, str]:
    """Headers of a game's options; what is left out is as usual."""
    chosen = {
        name: dice.choice(values)
        for name, values in HABITS[game].options.items()
        if dice.random() < 0.4
    }
    if dice.random() < 0.4:
        chosen["first"] = dice.choice(("ec", "dmo"))
    if game == "deep-sea-voyage":
        # The plain referee knows no way to draw boards from a seed: they are all stated.
        style = dice.choice(sorted(STYLES))
        charts = (random_chart(dice, style) for _ in range(3))
        chosen |= {f"board{number}": rows_of(chart) for number, chart in enumerate(charts, 1)}
    if game == "compass-collisions" and dice.random() < 0.4:
        chosen["erosion"] = random_erosion(dice)
    return chosen


def random_erosion(dice: Random) -> str:
    """A map on which much falls at once, or nothing for long, so that a match may stall."""
    numbers = dice.choice((range(1, 33), range(24, 32), (27, 31), (18, 19), (9, 10), (1, 2)))
    share = dice.choice((0.1, 0.3, 0.6))
    return written_numbers({cell: dice.choice(numbers) for cell in BOARD if dice.random() < share})
