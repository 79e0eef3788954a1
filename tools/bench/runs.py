"""A run of the bench: figures and machine, as a file, a table, or compared."""

import json
import os
import platform
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Self

from tools.bench.figures import Figure

SLOWER: Final = 0.10
HEADINGS: Final = ("what", "figure", "noise", "goal", "", "floor", "ratio", "")
LEFT: Final = (0, 7)
"""The columns that are text."""
BLOCK: Final = re.compile(r"(<!-- make bench -->\n\n).*?(?=\n\n<!-- end -->)", re.DOTALL)
"""The place of a run's table in a page."""


@dataclass(frozen=True)
class Run:
    """A run of the bench.

    Attributes:
        machine: Properties of the machine, by name.
        size: Number of matches, their length, and the seconds of play.
        commit: State of the project.
    """

    machine: Mapping[str, str]
    size: Mapping[str, float]
    commit: str
    figures: tuple[Figure, ...]

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a run from its file."""
        run = json.loads(path.read_text())
        figures = (
            Figure(**{**figure, "samples": tuple(figure["samples"])}) for figure in run["figures"]
        )
        return cls(run["machine"], run["size"], run["commit"], tuple(figures))

    def write(self, path: Path) -> None:
        """Write it to a file."""
        path.write_text(json.dumps(asdict(self), indent=1) + "\n")

    def table(self) -> str:
        """Return all figures as a Markdown table that a terminal shows well."""
        rows = [HEADINGS, *map(_cells, self.figures)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        head, *lines = (_line(row, widths) for row in rows)
        under = _line(["-" * max(1, width) for width in widths], widths)
        about = ", ".join(
            f"{name} {value}" for name, value in {**self.machine, **self.size}.items()
        )
        return "\n".join((f"Commit {self.commit}; {about}.", "", head, under, *lines))


def written(page: str, run: Run) -> str:
    """Return a page with a run's table in place of the earlier figures."""
    return BLOCK.sub(lambda block: block[1] + run.table(), page)


def compared(before: Run, next_run: Run) -> Iterator[str]:
    """Say how a run compares with an earlier one."""
    for label in ("machine", "size"):
        was, now = getattr(before, label), getattr(next_run, label)
        if was != now:
            yield f"not the same {label}: {was} -> {now}"
    worse = list(slower(before, next_run))
    yield f"against {before.commit}: {'slower:' if worse else 'nothing is slower'}"
    yield from worse


def slower(before: Run, next_run: Run) -> Iterator[str]:
    """Yield what became worse by more than a tenth and its noise."""
    known = {other_figure.name: other_figure for other_figure in before.figures}
    for figure in next_run.figures:
        if figure.name in known and is_slower(known[figure.name], figure):
            was = known[figure.name]
            yield (
                f"{figure.name}: {_number(was.value)} -> {_number(figure.value)} {figure.unit} "
                f"(noise {_number(max(was.noise, figure.noise))})"
            )


def is_slower(before: Figure, next_figure: Figure) -> bool:
    """Return whether a figure became worse by more than a tenth and the noise of both runs."""
    change = next_figure.value - before.value
    worse = -change if next_figure.more_is_better else change
    return next_figure.is_rated and worse > SLOWER * abs(before.value) + max(
        before.noise, next_figure.noise
    )


def _cells(figure: Figure) -> tuple[str, ...]:
    met = {None: "", True: "met", False: "MISSED"}[figure.is_met]
    return (
        figure.name,
        f"{_number(figure.value)} {figure.unit}".rstrip(),
        f"±{_number(figure.noise)}" if figure.samples else "",
        "" if figure.goal is None else _number(figure.goal),
        met,
        "" if figure.floor is None else _number(figure.floor),
        f"{figure.value / figure.floor:.2f}" if figure.floor else "",
        figure.note,
    )


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    aligned = (
        cell.ljust(width) if column in LEFT else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return f"| {' | '.join(aligned)} |"


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def machine() -> dict[str, str]:
    """Return the properties of the machine that figures depend on, by name."""
    return {"cores": str(os.cpu_count()), "CPU": _cpu_model(), "Python": platform.python_version()}


def commit() -> str:
    """Return the commit, marked if files differ from it."""
    command = ["git", "describe", "--always", "--dirty", "--exclude", "*"]
    asked = subprocess.run(
        command, cwd=Path(__file__).parent, capture_output=True, text=True, check=False
    )
    return asked.stdout.strip() or "unknown"


def _cpu_model() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.machine())
