"""Random headers of records: options as people set them, and some that no record may have."""

from random import Random
from typing import Any

from engine.games import GAMES
from engine.options import OptionKind, option_kinds
from tests.games.common.samples import samples_of

TIMES = ("60", "10", "2.5")
NUMBERS = (0, 1, 29)
"""Numbers above the least that is allowed."""
FEW = 6
BAD_VALUES = (
    "",
    "+5",
    ".5",
    "5.",
    "1e3",
    "10 s",
    "many",
    "left",
    "-1",
    "3",
    "-",
    "/".join(["." * 13] * 13),
)


def random_options(game: str, dice: Random) -> dict[str, str]:
    """Return headers of a game's options; an option left out has its default."""
    kinds, usual = option_kinds(GAMES[game]), GAMES[game]()
    chosen = {
        name: dice.choice(values)
        for name, kind in kinds.items()
        if name != "seed"
        and (values := values_of(kind, getattr(usual, name)))
        and dice.random() < 0.4
    }
    return {**chosen, **samples_of(game).draw_options(dice)}


def values_of(kind: OptionKind[Any], usual: Any) -> tuple[str, ...]:
    """Return some values of an option, the default more often; none of those in files."""
    if kind.number is None:
        return kind.choices
    least, most = kind.number, kind.maximum
    if isinstance(least, float):
        if most is not None:
            return (f"{least:g}", "0.4", "1.25", f"{most:g}")
        return (*(kind.write(usual),) * 3, *TIMES, f"{least:g}")
    numbers = (*(least + more for more in NUMBERS), most or least)
    within = (str(number) for number in numbers if number <= (most or number))
    return (*(kind.write(usual),) * 2, *within)


def bad_headers(dice: Random) -> tuple[str, ...]:
    """Return some headers that are bad in some game: by value, or as no option of it."""
    names = sorted({name for game in GAMES.values() for name in option_kinds(game)})
    return tuple(f"{dice.choice(names)}: {dice.choice(BAD_VALUES)}" for _ in range(FEW))
