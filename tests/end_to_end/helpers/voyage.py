"""A voyage on the worked boards: how it is dealt, and what is played in it."""

from engine.seats import Seat
from tests.end_to_end.helpers.followed_match import FollowedMatch
from tests.games.deep_sea_voyage.positions import WORKED

EC, DMO = Seat.EC, Seat.DMO
BOARDS = "\n\n".join(3 * [WORKED.replace("/", "\n")])
HEADERS = "".join(f"board{number}: {WORKED}\n" for number in (1, 2, 3))
PREGAME = ((DMO, "marauder"), (EC, "ready"), (DMO, "ready"))
IN_ROUND_1 = (*PREGAME, (EC, "board 1"), (DMO, "board 2"))
LOCKED = ((EC, "lock"), (DMO, "lock"))
PLACED = (
    *(*IN_ROUND_1, (EC, "I E1 F1 G1 H1 I1"), (DMO, "X F10 E11 F11 G11 F12"), *LOCKED),
    *((DMO, "board 1"), (EC, "board 3"), (EC, "pass"), (DMO, "pass"), *reversed(LOCKED)),
)
WHOLE = (
    *(*PLACED, (EC, "route 1 red A1 A7 G7 / route 1 white A13 A7 G7")),
    *((DMO, "route 1 blue M1 M7 G7"), *LOCKED),
)


async def sail(followed: FollowedMatch, **options: object) -> None:
    """Begin a voyage up to the first placements."""
    headers = HEADERS + "".join(f"{name}: {value}\n" for name, value in options.items())
    await followed.deal("deep-sea-voyage", headers, files={"boards": BOARDS}, **options)
    await followed.types_all(*IN_ROUND_1)
