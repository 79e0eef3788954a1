"""The sandbox on its own: `python -m sandbox --port 8080 --state FILE`."""

import argparse
import asyncio
import signal
import sys
from pathlib import Path

from sandbox.server import Sandbox


def main() -> None:
    """Run until interrupted or terminated."""
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=8080, help="0 chooses a free one")
    parser.add_argument(
        "--state", type=Path, help="a file in which everything is kept for the next run"
    )
    parser.add_argument(
        "--no-rate-limits",
        action="store_true",
        help="do not limit how fast the bot may make requests",
    )
    parser.add_argument(
        "--guilds",
        type=int,
        choices=range(1, 101),
        default=1,
        metavar="N",
        help="how many servers there are when it starts empty",
    )
    parser.add_argument(
        "--shift",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="how far its clock is ahead of this machine's; negative if it is behind",
    )
    arguments = parser.parse_args()
    sandbox = Sandbox(arguments.port, arguments.state, rate_limits=not arguments.no_rate_limits)
    sandbox.guilds, sandbox.shift = arguments.guilds, arguments.shift
    try:
        asyncio.run(_run(sandbox))
    except OSError as error:
        parser.exit(1, f"The sandbox cannot listen on port {arguments.port}: {error.strerror}\n")


async def _run(sandbox: Sandbox) -> None:
    stopped = asyncio.Event()
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(signal_number, stopped.set)
    async with sandbox:
        sys.stdout.write(f"Sandbox: {sandbox.address}/\n")
        sys.stdout.flush()
        await stopped.wait()


if __name__ == "__main__":
    main()
