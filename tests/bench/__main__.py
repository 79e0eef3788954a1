"""The figures of README's table, measured on the machine at hand: `make bench`."""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from tests.bench.arena import Arena
from tests.bench.crowd import Crowd
from tests.bench.figures import Figure
from tests.bench.load import at_steady_requests, at_steady_turns
from tests.bench.restart import memory, restart
from tests.bot_process import DEALER, Process


def show(figure: Figure) -> None:
    goal = "" if figure.goal is None else f" goal {figure.goal:.4g}"
    floor = "" if figure.floor is None else f" floor {figure.floor:.4g}"
    print(
        f"{figure.name}: {figure.value:.4g} {figure.unit} ±{figure.noise:.2g}{goal}{floor}  [{figure.note}]",
        flush=True,
    )


async def profiled(file: str, folder: Path, environment: Mapping[str, str]) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "cProfile",
        "-o",
        file,
        DEALER,
        "run",
        env=environment,
        cwd=folder,
        stderr=asyncio.subprocess.PIPE,
    )


async def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "--only", nargs="*", default=["restart", "memory", "latency", "load", "talk"]
    )
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--profile")
    parser.add_argument("--bot-pid-file")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        async with Arena(Path(folder), arguments.matches, arguments.moves) as arena:
            if arguments.profile:
                arena.bot.begin = partial(profiled, str(Path(arguments.profile).absolute()))
            crowd = Crowd(arena)
            await crowd.gather()
            result = await restart(crowd, with_talk=False)
            if arguments.bot_pid_file:
                Path(arguments.bot_pid_file).write_text(str(arena.bot.pid))
            if "restart" in arguments.only:
                for each in result.figures("nothing said"):
                    show(each)
            if "memory" in arguments.only:
                for each in await memory(crowd):
                    show(each)
            if "latency" in arguments.only:
                for each in await at_steady_turns(crowd, arguments.seconds / 2):
                    show(each)
            if "load" in arguments.only:
                for each in await at_steady_requests(crowd, arguments.seconds):
                    show(each)
            if "talk" in arguments.only:
                await arena.bot.kill()
                for each in (await restart(crowd, with_talk=True)).figures("talk in every room"):
                    show(each)
            print("bot stopped:", await arena.bot.stop())
            errors = [
                line
                for line in arena.bot.log.decode().splitlines()
                if " ERROR " in line or "WARNING" in line
            ]
            print(len(errors), errors[:5])


if __name__ == "__main__":
    asyncio.run(main())
