"""A process's use of memory, open files and processor time; read from /proc."""

import os
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Self

TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")
MAX_GROWTH = 0.025
MAX_GROWTH_KB = 5 * 1024
MAX_MORE_FILES = 5


@dataclass(frozen=True)
class Sample:
    """A process at an instant; `cpu` are seconds and `requests` a number, so far."""

    seconds: float
    memory_kb: int
    files: int
    cpu: float
    requests: int

    @classmethod
    def take(cls, pid: int, seconds: float, requests: int) -> Self:
        """Measure a process now."""
        process = Path("/proc") / str(pid)
        lines = (line.split() for line in (process / "status").read_text().splitlines())
        status = {words[0]: words[1] for words in lines if len(words) > 1}
        # The name before the closing bracket may hold anything; what follows is counted from it.
        user, system = (process / "stat").read_text().rpartition(")")[2].split()[11:13]
        return cls(
            seconds,
            memory_kb=int(status["VmRSS:"]),
            files=len(list((process / "fd").iterdir())),
            cpu=(int(user) + int(system)) / TICKS_A_SECOND,
            requests=requests,
        )


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
