"""Measured figures: each with several samples, so that its noise is known."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any, Final, Self

MIN_QUARTERED: Final = 4
"""Of fewer samples the whole spread counts."""


@dataclass(frozen=True)
class Figure:
    """A measured quantity.

    Attributes:
        name: The same in every run.
        unit: Unit of the value and of all samples.
        samples: The same quantity over parts of the run, or over repeats.
        goal: Target; None if there is none.
        floor: Cost of the bare parts of the same work, in the same run.
        is_rated: True if a worse figure means that something became slower.
        note: Remarks needed to read it.
    """

    name: str
    value: float
    unit: str
    samples: tuple[float, ...] = ()
    goal: float | None = None
    floor: float | None = None
    more_is_better: bool = False
    is_rated: bool = True
    note: str = ""

    @classmethod
    def median_of(cls, name: str, samples: Iterable[float], unit: str, **more: Any) -> Self:
        """Return the median of some samples as a figure."""
        pair = tuple(samples)
        return cls(name, median(pair), unit, pair, **more)

    @property
    def noise(self) -> float:
        """The noise within one run: half the middle half's spread."""
        if len(self.samples) < MIN_QUARTERED:
            return (max(self.samples) - min(self.samples)) / 2 if self.samples else 0.0
        first, _, third = quantiles(self.samples, n=4, method="inclusive")
        return (third - first) / 2

    @property
    def is_met(self) -> bool | None:
        """True if the goal is met; None if there is none."""
        if self.goal is None:
            return None
        return self.value >= self.goal if self.more_is_better else self.value <= self.goal


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the value below which `percent` of all values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]
