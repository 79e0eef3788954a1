"""Measured figures: each with several samples, so that its noise is known."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any, Final, Self

LEAST_QUARTERED: Final = 4
"""Of fewer samples the whole spread counts."""


@dataclass(frozen=True)
class Figure:
    """One measured quantity.

    Attributes:
        name: What it is, the same in every run.
        value: The figure itself.
        unit: Of the value and of all samples.
        samples: The same quantity over parts of the run, or over repeats.
        goal: What is asked for; None where nothing is.
        floor: What the bare parts of the same work take, measured in the same run.
        more_is_better: Whether a greater value is a better one.
        is_rated: Whether a worse figure means that something became slower.
        note: What has to be known to read it.
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
        """The median of some samples."""
        each = tuple(samples)
        return cls(name, median(each), unit, each, **more)

    @property
    def noise(self) -> float:
        """By how much the same thing differs within one run: half the middle half's spread."""
        if len(self.samples) < LEAST_QUARTERED:
            return (max(self.samples) - min(self.samples)) / 2 if self.samples else 0.0
        first, _, third = quantiles(self.samples, n=4, method="inclusive")
        return (third - first) / 2

    @property
    def is_met(self) -> bool | None:
        """Whether the goal is met; None where there is none."""
        if self.goal is None:
            return None
        return self.value >= self.goal if self.more_is_better else self.value <= self.goal


def percentile(values: Sequence[float], percent: float) -> float:
    """The value below which so much of all values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]
