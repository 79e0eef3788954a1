"""What the hand-made cases of Compass Collisions share: a set-up, and how positions are told."""

import itertools

import pytest

from tests.plain import compass_collisions
from tests.plain.agreement import Judged, plain_judgements, real_judgement
from tests.plain.compass_board import written_numbers
from tests.plain.record import cell_named


def plain_judgement(text: str) -> Judged:
    """What the plain referee says of a record that leaves no lot to the seed."""
    (judgement,) = plain_judgements(compass_collisions.referee, text)
    return judgement


both_referees = pytest.mark.parametrize(
    "referee", [real_judgement, plain_judgement], ids=["real", "slow"]
)

# EC's sets stand in the south and the west, the DMO's in the north and the east.
EC_LAYOUT = "EWFA... / E...W / .W. / EWFA... / EW... / WEF"
DMO_LAYOUT = "EWFA... / ..... / E.A / EWFA... / EWFA. / W.F"
START = "....afwe./E......../WE.a.e.../FWW...fa./A.E....fa/..F...wwf/....W..ew/..E...W.e/.EWFA...."
# The same with one Air each, EC's on C5 and the DMO's on D7.
EC_ONE_AIR = "EWFE... / E...W / .W. / EWFE... / EW... / WAF"
DMO_ONE_AIR = "EWFE... / ..... / E.A / EWFE... / EWFE. / W.F"
ONE_AIR_EACH = {"ec": EC_ONE_AIR, "dmo": DMO_ONE_AIR}
# Whom `to_act` names.
AWAITED = {"ec": ["ec"], "dmo": ["dmo"], "both": ["ec", "dmo"], "none": []}
# Moves that change nothing but where one piece stands, there and back, EC's and the DMO's.
IDLE = {"ec": ("C2 E 2", "E2 W 2"), "dmo": ("E9 W 2", "C9 E 2")}


def record(*entries: str, **options: str) -> str:
    """A record with these options and entries; the first entry is on line 2 + their number."""
    headers = ["game: compass-collisions", *(f"{key}: {value}" for key, value in options.items())]
    return "\n".join([*headers, "", *entries, ""])


def set_up(ec: str = EC_LAYOUT, dmo: str = DMO_LAYOUT, at: str = "") -> list[str]:
    """The entries before the first move; who makes that must be fixed."""
    return [
        f"ec {at}layout {ec}",
        f"dmo {at}layout {dmo}",
        f"dmo {at}take placement",
        f"dmo {at}ec1 south, dmo1 north",
        f"ec {at}ec2 west",
    ]


def alternating(moves: list[str], first: str = "ec") -> list[str]:
    """Moves as the two seats type them in turn."""
    second = "dmo" if first == "ec" else "ec"
    return [
        f"{seat} {move}"
        for seat, move in zip(itertools.cycle((first, second)), moves, strict=False)
    ]


def idle_moves(first: str, count: int) -> list[str]:
    """So many moves that remove nothing, of both seats in turn."""
    second = "dmo" if first == "ec" else "ec"
    ways = zip(IDLE[first], IDLE[second], strict=True)
    return list(itertools.islice(itertools.cycle([move for pair in ways for move in pair]), count))


def codes(objects: list[dict]) -> list[str]:
    """What became of each entry: `ok`, or the code of its refusal."""
    return [one.get("code", "ok") for one in objects[:-1]]


def on_squares(position: str, names: str) -> str:
    """What stands on each of these squares of a position, in the way in which it is expected."""
    rows = position.split("/")
    return " ".join(
        name[:2] + rows[9 - int(name[1])]["ABCDEFGHI".index(name[0])] for name in names.split()
    )


def map_of(squares: str) -> str:
    """The erosion map with the numbers that `A1:20 B2:19` and the like give."""
    pairs = [item.split(":") for item in squares.split()]
    return written_numbers({cell_named(name): int(number) for name, number in pairs})
