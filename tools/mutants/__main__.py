"""`make mutants`: tries the mutants that are kept; `ARGS="--draw 300"` draws others first."""

import argparse

from tools.mutants.drawing import draw
from tools.mutants.mutant import Mutant, read_list, write_list
from tools.mutants.trying import try_all


def main() -> None:
    """Try each mutant, and write down which test kills it."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--draw", type=int, metavar="N", help="draw so many in place of the list")
    parser.add_argument("--seed", type=int, default=2026, help="which are drawn")
    parser.add_argument("--jobs", type=int, default=2, help="how many are tried at a time")
    chosen = parser.parse_args()
    mutants = draw(chosen.draw, chosen.seed) if chosen.draw else read_list()
    tried: dict[Mutant, Mutant] = {}
    for mutant, result in zip(mutants, try_all(mutants, chosen.jobs), strict=True):
        tried[mutant] = result
        if not result.killed_by:
            print(f"survived: {result}", flush=True)
        write_list(tried.get(other_mutant, other_mutant) for other_mutant in mutants)
    killed = sum(bool(result.killed_by) for result in tried.values())
    print(f"{killed} of {len(tried)} killed ({100 * killed / max(1, len(tried)):.1f} %)")
    lost = [old for old, new in tried.items() if old.killed_by and not new.killed_by]
    if lost:
        raise SystemExit(f"{len(lost)} were killed before and survive now.")


if __name__ == "__main__":
    main()
