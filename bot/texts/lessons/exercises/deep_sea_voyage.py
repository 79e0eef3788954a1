"""Deep Sea Voyage, in six guided positions."""

from typing import Any, Final

from bot.texts.lessons.exercises import Position, exercises, state_after
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
            steps_of(state.sea(3), Ship.RED, route.way.cells) == way.steps
            for route in action.routes
            if (route.number, route.ship) == (3, Ship.RED)
        )
    )


WORDS: Final = """\
# Side

The Empire has a red and a white ship on each of three boards, the Marauder a blue and a black one.
As the DMO you choose your side, by typing its name, such as `marauder`.

**Choose the Empire**, which is the first to pick a board in odd rounds.

That is legal, but it makes you the Marauder. Choose the other side.

The red and the white ships are yours. Both of you had already typed `ready`, so round 1 begins at
once. Remember: if the DMO says nothing until time is up, I draw the sides by lot.

# Board

In each round both players pick a board and may place a pentomino there, to make the other side's
routes to a dropoff (D) longer. On board 1 the blue ship (B) sails straight through a gap at I7,
which you can spoil. You type the number, as in `board 2`.

**Pick board 1.**

That is legal, but the gap at I7 is on board 1.

Board 1 is yours for this round, and the other player picks one of the other two. Remember: the
Empire picks first in odd rounds, the Marauder in even ones, and nobody plays on the board left
over.

# Placement

In secret you now place a pentomino from the bank, which is below the board: five empty tiles, which
become wall. Can it plug the gap at I7? Try `X J6 J7 J8 I7 K7`.

**Make the Marauder's routes longer, and not yours**, but leave every ship a way.

That is legal, but it doesn't help you: the Marauder's routes don't get longer, or yours do, or a
ship is cut off. Put a wall between the blue ship and the gap.

Once both placements are shown, the Marauder has further to go. I7 is a channel: ships cross it, but
a pentomino covers only empty tiles, and no ship's start, so I refuse that X. Remember: you can send
another placement until you type `lock`; once both have, or time is up, the latest ones count.

# Last board

On the last open board you take turns, in public; your ships need 24 steps there, the Marauder's 22.
Each pentomino can be used once on a board, so I refuse `V J2 J3 J4 K4 L4`. If you closed the gap at
H9 and I9, you would cut off two ships, and lose the board.

**Make the Marauder's routes longer, and not yours.**

That is legal, but it doesn't help you: the Marauder's routes don't get longer, or yours do, or a
ship is cut off, and you lose the board. Get in the way of the black ship (K).

The Marauder has further to go. Now it is the other player's turn, and so on. Remember: the placing
ends when both pass in a row (`pass`), or when the board is closed: by a cut-off, or because nothing
that is left in its bank fits.

# Route

Both have passed, and the smaller sum of steps wins board 3. A route names the board, the ship, its
start, each tile at which it turns, and the dropoff: yours for white is `route 3 white A5 G5 G3`, of
8 steps. Would `route 3 red A11 G3` do for red?

**Submit the shortest route for the red ship (R)**, in secret.

That is legal, but it isn't the red ship's shortest route. That one has 16 steps and goes through
the gap at H9 and I9.

Red arrives after 16 steps. From each tile to the next a route goes along a row or a column, so I
refuse A11 to G3. Remember: of all that you send for a ship, the shortest route counts; and a side
with a ship that has none can't win the board.

# Count

Each of you has lost a board by cutting off a ship, so board 3 decides, and your routes there are
in. The other player has locked; once you do, nothing can change.

**End the match:** type `lock`.

That is legal, but it changes nothing: your shortest routes are already in.

On board 3 you need 24 steps and the Marauder 26, so you win by two boards to one. Remember: if both
win equally many boards, the DMO wins the match. `lock` by both also ends the wait in the secret
rounds.
"""

EXERCISES: Final = {
    DeepSeaVoyage.name: exercises(
        WORDS,
        Position(READY, lambda action: action == TakeSide(Side.EMPIRE), BEGINNER),
        Position(SIDED, lambda action: action == Pick(1), BEGINNER),
        Position(PLACING, lambda action: _helps(PLACING, 1, action), BEGINNER),
        Position(LAST, lambda action: _helps(LAST, 3, action), BEGINNER),
        Position(ROUTES, _is_shortest, BEGINNER),
        Position(LOCKING, lambda action: action is Word.LOCK, BEGINNER),
    ),
}
