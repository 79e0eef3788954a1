"""On what machine, and of which state of the project, figures are measured."""

import os
import platform
import subprocess
from pathlib import Path


def machine() -> dict[str, str]:
    """What figures depend on, by name."""
    return {"cores": str(os.cpu_count()), "CPU": _cpu_model(), "Python": platform.python_version()}


def commit() -> str:
    """The commit; marked where files differ from it."""
    command = ["git", "describe", "--always", "--dirty", "--exclude", "*"]
    asked = subprocess.run(
        command, cwd=Path(__file__).parent, capture_output=True, text=True, check=False
    )
    return asked.stdout.strip() or "unknown"


def _cpu_model() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.machine())
