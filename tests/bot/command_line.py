"""Runs `dealer` as a shell would."""

import os
import sys
from pathlib import Path
from subprocess import CompletedProcess, run

DEALER = Path(sys.executable).parent / "dealer"
PATIENCE_SECONDS = 300.0


def dealer(
    *arguments: str | Path, stdin: bytes = b"", folder: Path, **environment: str
) -> CompletedProcess[bytes]:
    """Run the command as a shell would, with no settings but those given."""
    ours = ("DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL", "DISCORD_API", "DISCORD_GATEWAY")
    inherited = {name: value for name, value in os.environ.items() if name not in ours}
    return run(
        [DEALER, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        cwd=folder,
        env=inherited | environment,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
