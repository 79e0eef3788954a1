"""Virtual environments for the packages that the project is compared with."""

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[3]


def set_up(name: str, requirements: Path) -> Path:
    """Return the Python of `.bench-NAME`, made anew if the requirements have changed."""
    folder = ROOT / f".bench-{name}"
    python, stamp = folder / "bin" / "python", folder / "requirements.txt"
    expected = requirements.read_text()
    if not stamp.is_file() or stamp.read_text() != expected:
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        pip = (python, "-m", "pip", "install", "-qq", "--disable-pip-version-check")
        subprocess.run([*pip, "--requirement", requirements], check=True)
        stamp.write_text(expected)
    return python
