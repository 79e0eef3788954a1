"""The bot's use of processor time and memory, read from /proc."""

from pathlib import Path

from tools.soak.process_usage import Sample


def cpu_seconds(pid: int) -> float:
    """Return user and system time so far."""
    return Sample.take(pid, 0.0, 0).cpu


def memory_mb(pid: int) -> tuple[float, float]:
    """Return resident memory, and its proportional share (PSS)."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    sizes = {words[0]: int(words[1]) for words in map(str.split, lines) if words[-1] == "kB"}
    return sizes["Rss:"] / 1024, sizes["Pss:"] / 1024
