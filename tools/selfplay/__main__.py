"""Has two levels play each other: a line of JSON for each game, and one for them all."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from bot.live.services.processes import all_cores
from engine.games import GAMES
from engine.opponents.choose import has_opponent
from engine.opponents.thinking import Level
from engine.options import OptionError, read_options
from engine.seats import SEATS
from tools.selfplay.reports import selfplay
from tools.selfplay.series import Series


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the games that were asked for.

    Raises:
        SystemExit: They cannot be played.
    """
    parser = _parser()
    args = parser.parse_args(arguments)
    kind = GAMES[args.game]
    levels = {seat: Level(getattr(args, seat)) for seat in SEATS}
    try:
        options = read_options(kind, dict(option.split("=", 1) for option in args.option))
    except (OptionError, ValueError) as bad:
        parser.error(f"--option {bad}")
    series = Series(kind, options, levels, args.seed, args.nodes, args.swap)
    selfplay(series, args.games, args.cores, args.records)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.selfplay", description=__doc__)
    played = [name for name, kind in GAMES.items() if has_opponent(kind)]
    parser.add_argument("game", choices=played)
    for seat in SEATS:
        parser.add_argument(f"--{seat}", choices=[*Level], default=Level.NORMAL, help="its level")
    parser.add_argument("--games", type=int, required=True, help="how many games to play")
    parser.add_argument("--swap", action="store_true", help="change seats in every second game")
    parser.add_argument("--seed", type=int, default=0, help="what fixes all games")
    parser.add_argument("--nodes", type=int, help="how many positions to look at for an action")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--records", type=Path, help="the folder to write match records to")
    parser.add_argument("--cores", type=int, default=all_cores(), help="games to play at once")
    return parser


if __name__ == "__main__":
    main()
