"""Elo ratings from the results of series of games."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log10
from random import Random
from typing import Final

POINTS: Final = 400.0
"""Ten times the chances of winning are so many points."""
ROUNDS: Final = 2_000
DRAWN_ANEW: Final = 200
BOUNDS: Final = (0.025, 0.975)
PRIOR: Final = 0.5
"""Wins given to each side of a series, so that one without a loss has a rating."""


@dataclass(frozen=True)
class Series:
    """Games between two players, and the wins of each."""

    one: str
    other: str
    games: int
    wins: int


def ratings(results: Sequence[Series], anchor: str) -> dict[str, float]:
    """Return each player's rating, the anchor's being 0.

    The most likely strengths under the Bradley-Terry model, by the minorisation of Hunter (2004).
    """
    players = sorted({name for series in results for name in (series.one, series.other)})
    wins, met = dict.fromkeys(players, 0.0), dict[tuple[str, str], float]()
    for result in results:
        wins[result.one] += result.wins + PRIOR
        wins[result.other] += result.games - result.wins + PRIOR
        for pair in ((result.one, result.other), (result.other, result.one)):
            met[pair] = met.get(pair, 0.0) + result.games + 2 * PRIOR
    strength = dict.fromkeys(players, 1.0)
    for _ in range(ROUNDS):
        strength = {name: wins[name] / _expected(name, strength, met) for name in players}
        strength = {name: number / strength[anchor] for name, number in strength.items()}
    return {name: POINTS * log10(strength[name]) for name in players}


def intervals(
    results: Sequence[Series], anchor: str, generator: Random
) -> dict[str, tuple[float, float]]:
    """Return the interval of each rating in 95 of 100 runs, if all games were drawn anew."""
    drawn = [
        ratings([_drawn(result, generator) for result in results], anchor)
        for _ in range(DRAWN_ANEW)
    ]
    return {name: _middle_of([result[name] for result in drawn]) for name in drawn[0]}


def _expected(
    name: str, strength: Mapping[str, float], met: Mapping[tuple[str, str], float]
) -> float:
    return sum(
        games / (strength[name] + strength[other])
        for (text, other), games in met.items()
        if text == name
    )


def _drawn(series: Series, generator: Random) -> Series:
    chance = series.wins / series.games
    wins = sum(generator.random() < chance for _ in range(series.games))
    return Series(series.one, series.other, series.games, wins)


def _middle_of(values: Iterable[float]) -> tuple[float, float]:
    ordered = sorted(values)
    low, high = (ordered[int(share * (len(ordered) - 1))] for share in BOUNDS)
    return low, high
