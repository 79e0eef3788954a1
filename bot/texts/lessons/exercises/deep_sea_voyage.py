"""Deep Sea Voyage, in six guided positions."""

from typing import Any, Final

from bot.texts.language import Text
from bot.texts.lessons.exercises import Exercise, state_after
from engine.games.deep_sea_voyage.board import Ship, Side
from engine.games.deep_sea_voyage.board_in_play import Placement, Sea
from engine.games.deep_sea_voyage.notation import Pick, Placing, Routing, TakeSide, Word
from engine.games.deep_sea_voyage.position import VoyagePosition
from engine.games.deep_sea_voyage.routes import steps_of
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.seats import Seat

BEGINNER: Final = Seat.DMO

# Each position goes on from an earlier one. Blue sails through a gap in a wall on board 1. On board
# 3 the Marauder has narrowed another gap; the other two are lost by the careless, one each.
READY: Final = """\
game: deep-sea-voyage
board1: ............./............./............./............./....#...#..../....#...#..../\
R...C.D.C...B/....#...#..../....#...#..../............./............./W...........K/\
.............
board2: R...........B/............./..##.....##../..##.....##../............./.....CCC...../\
.....CDC...../.....CCC...../............./..##.....##../..##.....##../............./\
W...........K
board3: ...#.....#.../...#.....#.../R...........B/............./####.....####/............./\
............./............./W...........K/............./.....CDC...../............./\
.............

ec ready
dmo ready
"""
SIDED: Final = f"{READY}dmo empire\n"
ON_BOARD_1: Final = f"{SIDED}dmo board 1\n"
PLACING: Final = f"{ON_BOARD_1}ec board 2\n"
LAST: Final = f"""\
{ON_BOARD_1}ec board 3
dmo I J5 J6 J7 J8 J9
ec V E9 F9 G9 G8 G7
dmo lock
ec lock
ec board 1
dmo board 2
ec U A8 B8 B7 B6 A6
dmo W A11 A12 B12 B13 C13
dmo lock
ec lock
"""
ROUTES: Final = f"""\
{LAST}dmo I J2 J3 J4 J5 J6
ec pass
dmo pass
dmo route 3 white A5 G5 G3
"""
LOCKING: Final = f"""\
{ROUTES}dmo route 3 red A11 H11 H3 G3
ec route 3 blue M11 I11 I3 G3
ec route 3 black M5 M7 I7 I3 G3
ec lock
"""


def _helps(record: str, number: int, action: Any) -> bool:
    """Return whether an Empire placement lengthens the Marauder's paths and no others."""
    if not isinstance(action, Placing):
        return False
    state: VoyagePosition = state_after(record)
    before = state.sea(number)
    next_sea = before.with_placement(Placement(BEGINNER, state.round, action.letter, action.cells))
    if next_sea.lost_by:
        return False
    own, other_numbers = ({_steps(sea, side) for sea in (before, next_sea)} for side in Side)
    return len(own) == 1 and len(other_numbers) > 1


def _steps(sea: Sea, side: Side) -> int:
    return sum(way.steps for ship in side.ships if (way := sea.ways[ship]))


def _is_shortest(action: Any) -> bool:
    state: VoyagePosition = state_after(ROUTES)
    way = state.sea(3).ways[Ship.RED]
    return (
        way is not None
        and isinstance(action, Routing)
        and any(
            steps_of(state.sea(3), Ship.RED, route.cells) == way.steps
            for route in action.routes
            if (route.number, route.ship) == (3, Ship.RED)
        )
    )


SIDE: Final = Exercise(
    record=READY,
    seat=BEGINNER,
    task=Text(
        "The Empire has a red and a white ship on each of three boards, the Marauder a blue and a "
        "black one. As the DMO you choose your side, by typing its name, such as `marauder`.\n"
        "**Choose the Empire**, which is the first to pick a board in odd rounds."
    ),
    fits=lambda action: action == TakeSide(Side.EMPIRE),
    otherwise=Text("That is legal, but it makes you the Marauder. Choose the other side."),
    done=Text(
        "The red and the white ships are yours. Both of you had already typed `ready`, so round 1 "
        "begins at once. Remember: if the DMO says nothing until time is up, I draw the sides by "
        "lot."
    ),
)
BOARD: Final = Exercise(
    record=SIDED,
    seat=BEGINNER,
    task=Text(
        "In each round both players pick a board and may place a pentomino there, to make the "
        "other side's routes to a dropoff (D) longer. On board 1 the blue ship (B) sails straight "
        "through a gap at I7, which you can spoil. You type the number, as in `board 2`.\n"
        "**Pick board 1.**"
    ),
    fits=lambda action: action == Pick(1),
    otherwise=Text("That is legal, but the gap at I7 is on board 1."),
    done=Text(
        "Board 1 is yours for this round, and the other player picks one of the other two. "
        "Remember: the Empire picks first in odd rounds, the Marauder in even ones, and nobody "
        "plays on the board left over."
    ),
)
PLACEMENT: Final = Exercise(
    record=PLACING,
    seat=BEGINNER,
    task=Text(
        "In secret you now place a pentomino from the bank, which is below the board: five empty "
        "tiles, which become wall. Can it plug the gap at I7? Try `X J6 J7 J8 I7 K7`.\n"
        "**Make the Marauder's routes longer, and not yours**, but leave every ship a way."
    ),
    fits=lambda action: _helps(PLACING, 1, action),
    otherwise=Text(
        "That is legal, but it doesn't help you: the Marauder's routes don't get longer, or yours "
        "do, or a ship is cut off. Put a wall between the blue ship and the gap."
    ),
    done=Text(
        "Once both placements are shown, the Marauder has further to go. I7 is a channel: ships "
        "cross it, but a pentomino covers only empty tiles, and no ship's start, so I refuse that "
        "X. Remember: you can send another placement until you type `lock`; once both have, or "
        "time is up, the latest ones count."
    ),
)
LAST_BOARD: Final = Exercise(
    record=LAST,
    seat=BEGINNER,
    task=Text(
        "On the last open board you take turns, in public; your ships need 24 steps there, the "
        "Marauder's 22. Each pentomino can be used once on a board, so I refuse "
        "`V J2 J3 J4 K4 L4`. If you closed the gap at H9 and I9, you would cut off two ships, and "
        "lose the board.\n"
        "**Make the Marauder's routes longer, and not yours.**"
    ),
    fits=lambda action: _helps(LAST, 3, action),
    otherwise=Text(
        "That is legal, but it doesn't help you: the Marauder's routes don't get longer, or yours "
        "do, or a ship is cut off, and you lose the board. Get in the way of the black ship (K)."
    ),
    done=Text(
        "The Marauder has further to go. Now it is the other player's turn, and so on. Remember: "
        "the placing ends when both pass in a row (`pass`), or when the board is closed: by a "
        "cut-off, or because nothing that is left in its bank fits."
    ),
)
ROUTE: Final = Exercise(
    record=ROUTES,
    seat=BEGINNER,
    task=Text(
        "Both have passed, and the smaller sum of steps wins board 3. A route names the board, the "
        "ship, its start, each tile at which it turns, and the dropoff: yours for white is "
        "`route 3 white A5 G5 G3`, of 8 steps. Would `route 3 red A11 G3` do for red?\n"
        "**Submit the shortest route for the red ship (R)**, in secret."
    ),
    fits=_is_shortest,
    otherwise=Text(
        "That is legal, but it isn't the red ship's shortest route. That one has 16 steps and "
        "goes through the gap at H9 and I9."
    ),
    done=Text(
        "Red arrives after 16 steps. From each tile to the next a route goes along a row or a "
        "column, so I refuse A11 to G3. Remember: of all that you send for a ship, the shortest "
        "route counts; and a side with a ship that has none can't win the board."
    ),
)
COUNT: Final = Exercise(
    record=LOCKING,
    seat=BEGINNER,
    task=Text(
        "Each of you has lost a board by cutting off a ship, so board 3 decides, and your routes "
        "there are in. The other player has locked; once you do, nothing can change.\n"
        "**End the match:** type `lock`."
    ),
    fits=lambda action: action is Word.LOCK,
    otherwise=Text("That is legal, but it changes nothing: your shortest routes are already in."),
    done=Text(
        "On board 3 you need 24 steps and the Marauder 26, so you win by two boards to one. "
        "Remember: if both win equally many boards, the DMO wins the match. `lock` by both also "
        "ends the wait in the secret rounds."
    ),
)
EXERCISES: Final[dict[str, tuple[Exercise, ...]]] = {
    DeepSeaVoyage.name: (SIDE, BOARD, PLACEMENT, LAST_BOARD, ROUTE, COUNT)
}
