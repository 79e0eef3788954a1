"""A process's use of memory, open files and processor time; read from /proc."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self

TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


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


def cpu_seconds(pid: int) -> float:
    """Return user and system time so far."""
    return Sample.take(pid, 0.0, 0).cpu


def memory_mb(pid: int) -> tuple[float, float]:
    """Return resident memory, and its proportional share (PSS)."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    sizes = {words[0]: int(words[1]) for words in map(str.split, lines) if words[-1] == "kB"}
    return sizes["Rss:"] / 1024, sizes["Pss:"] / 1024
