"""The growth of a process's memory and open files over a long time."""

from dataclasses import dataclass
from statistics import median
from typing import Self

from tools.bench.processes.usage import Sample

MAX_GROWTH = 0.025
MAX_GROWTH_KB = 5 * 1024
MAX_MORE_FILES = 5


@dataclass(frozen=True)
class Growth:
    """The medians of the quarters of a time.

    The first half includes everything drawn for the first time; the third quarter is compared with
    the last one.
    """

    memory_kb: tuple[float, ...]
    files: tuple[float, ...]

    @classmethod
    def of(cls, samples: list[Sample]) -> Self:
        """Return the median of each quarter of the samples."""
        quarter = max(1, len(samples) // 4)
        parts = [samples[number * quarter :][:quarter] or samples for number in range(4)]
        memory, files = (
            tuple(median(getattr(piece, name) for piece in part) for part in parts)
            for name in ("memory_kb", "files")
        )
        return cls(memory, files)

    @property
    def is_bounded(self) -> bool:
        """True if neither memory nor open files still grow."""
        more_kb = self.memory_kb[-1] - self.memory_kb[-2]
        more_files = abs(self.files[-1] - self.files[-2])
        return (
            more_kb < min(MAX_GROWTH_KB, MAX_GROWTH * self.memory_kb[-2])
            and more_files <= MAX_MORE_FILES
        )
