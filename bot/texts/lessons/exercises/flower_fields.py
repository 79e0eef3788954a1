"""Doubting Flower Field and Flower Field, in six guided positions each."""

from typing import Any, Final

from bot.texts.lessons.exercises import Position, exercises, state_after
from engine.first_seat import FirstSeatChoice
from engine.games.flower_fields.board import CELLS, SIDE, Planting, are_alike
from engine.games.flower_fields.notation import Claim, Hiding, Plant, Word
from engine.games.flower_fields.position import FlowerPosition
from engine.games.flower_fields.rules import DoubtingFlowerField, FlowerField
from engine.seats import Seat

BEGINNER: Final = Seat.DMO
CORNERS: Final = frozenset(cell for cell in CELLS if {cell.column, cell.row} <= {0, SIDE - 1})

# Flower Field, where the beginner goes first.
CHOICE: Final = "game: flower-field\n\n"
FIRST_TURN: Final = f"{CHOICE}dmo first dmo\n"
UNDONE: Final = f"""\
{FIRST_TURN}dmo D5R C4R
ec E4R
dmo D3R
ec challenge C4 D4 E4 D5 / C4 D4 E4 D3
"""
ALIKE: Final = f"""\
{FIRST_TURN}dmo C4B E4R
ec D5P
dmo C5B
ec E5R
"""
COMMITTED: Final = f"{ALIKE}dmo challenge\n"
FULL: Final = f"""\
{FIRST_TURN}dmo E4P D5R
ec E5B C5P
dmo D3R E3R
ec C4P C3B
dmo E6B B3P
ec C2R B4B
dmo B2P D2B
ec F3B C6P
dmo F4B F5R
ec B6P F6P
dmo F2B E2R
ec B5R D6R
dmo A5P A3B
ec A4B G5R
dmo G3R G6R
ec D7P B7P
dmo A2R A6R
ec G2B E7R
dmo F7B C7R
ec G7B A7B
dmo G4B A1R
ec D1P E1B
dmo B1B C1B
ec F1B G1R
"""

# Doubting Flower Field, where the other player goes first. A red flower on E4 would be the fourth
# around D4: first the beginner claims so of their own hidden one, then the other player of nothing.
DOUBTING: Final = "game: doubting-flower-field\n"
HIDES: Final = "ec hide C2 yellow, F6 red\n"
HIDING: Final = f"{DOUBTING}\n{HIDES}"
HIDDEN: Final = f"{HIDING}dmo hide A1 red, G7 blue\n"
BESIDE_HIDDEN: Final = f"{HIDDEN}dmo first ec\nec E4Y\n"
COLUMNS: Final = f"""\
{BESIDE_HIDDEN}dmo D3B D5R
ec E3B
dmo C4Y
ec E5R
"""
CROSS: Final = f"{HIDES}dmo hide E4 red, B6 blue\ndmo first ec\nec D5R\n"
UNSEEN: Final = f"{DOUBTING}\n{CROSS}dmo D3R\nec C4R\n"
BLUFF: Final = f"""\
{DOUBTING}lives: 1

{CROSS}dmo D3R C4R
ec challenge C4 D3 D4 D5 / E4 D3 D4 D5
"""


def _plants_two(action: Any) -> bool:
    return isinstance(action, Plant) and len(action.flowers) == 2


def _is_safe(action: Any) -> bool:
    """Return whether a planting leaves no two fields alike."""
    if not isinstance(action, Plant):
        return False
    state: FlowerPosition = state_after(UNDONE)
    bed = state.bed.with_planting(Planting(BEGINNER, action.flowers))
    claims = bed.claims_that_count(0, BEGINNER)
    return not any(are_alike(fields, bed.colors) for fields in claims)


def _is_true(record: str, action: Any) -> bool:
    state: FlowerPosition = state_after(record)
    colors = {**state.live_colors(BEGINNER), **state.bed.colors}
    return (
        isinstance(action, Claim)
        and {*action.fields[0], *action.fields[1]} <= {*colors}
        and are_alike(action.fields, colors)
    )


DOUBTING_FLOWER_FIELD_WORDS: Final = """\
# Hiding flowers

Before the first turn each of you hides two flowers in secret, red, blue or yellow, anywhere but on
D4. A player who plants on one, even its owner, blows it up and loses a life. You type them as in
`hide C3 red, E5 yellow`.

**Hide yours in two corners of the board**, where nobody plants so soon.

That is legal, but the corners are A1, A7, G1 and G7.

Only you can see them, and you may change them until both of you have hidden theirs. Remember: a
cell that both of you picked holds no flower, and neither of you learns it.

# Going second

The DMO chooses who goes first, and that is you. You type `first` and who it is: `first me` would be
you.

**Let the other player go first**, and you are the first who can challenge.

That is legal, but then you go first.

The first turn is the other player's. `first ec` says the same. Remember: if the DMO says nothing in
time, I draw lots.

# Planting seen

On your turn you plant one or two flowers, each beside one that was there before your turn. Is your
hidden flower on A1 enough to stand beside? Try `A2 blue, D5 red`.

**Plant two flowers.**

That is legal, but this time, plant two flowers.

Both stand, and nothing blew up. Hidden flowers, your own or not, are nothing to stand beside, so I
refuse A2. Remember: if a hidden flower blows up, the one you planted there stays.

# Challenge seen

No two fields of four flowers, joined by their sides, may be alike in shape and colours, even moved,
turned or flipped. With E5 the other player has made two alike: columns D and E both go blue,
yellow, red. You type it as in `challenge C4 D4 E4 E5 / C4 D3 D4 E4`, which would be wrong and cost
you a life.

**Challenge with two fields that are alike**, one of them with E5.

That is legal, but it isn't a true challenge. Take three of column D and three of column E, and for
each the flower beside one of its ends.

You are right: the planting on E5 is undone, and the other player loses a life and takes the turn
again. Remember: the word `challenge` alone gets you 60 seconds more, but then you must name two
fields or `give up`, which costs a life.

# Challenge unseen

A challenge may include up to two cells without a flower, as if your hidden ones stood there. It
always succeeds, but the other player may doubt it. Yours on E4 is red, like the three that stand
around D4. `challenge B4 C4 D4 D5 / D3 D4 D5 E5` would be a bluff, as you have nothing on B4 and E5.

**Make a true challenge with your flower on E4.**

That is legal, but it isn't true, or no challenge at all. Take D4 with three red flowers around it,
and then with three others; E4 counts as one of them.

C4 is undone, and the other player loses a life. They take the turn again, and may `doubt` first.
Remember: to doubt a true challenge costs them another life; to doubt a bluff gives them theirs
back, you lose one, and the planting stands again.

# Doubt

Here each of you had one life. You planted on C4 and D3; the other player challenged with
`C4 D3 D4 D5 / E4 D3 D4 D5`, and E4 has no flower that anybody sees. So they claim to have a hidden
one there; but you have hidden one there yourself. Type `accept` or `doubt`.

**Answer so that you stay in the match.**

That is legal, but it costs you the match. A cell that both of you picked holds no flower: so can
that challenge be true?

The claim was not true, so you get your life back, the other player loses their last one, and you
win. Remember: you can doubt only with your very next action. On a full board, more lives win, or
the last planting if they are equal.
"""

FLOWER_FIELD_WORDS: Final = """\
# Going first

The DMO chooses who goes first, and that is you. You type `first` and who it is: `first them` would
be the other player.

**Choose to go first.**

That is legal, but then the other player goes first.

The first turn is yours. `first dmo` says the same. Remember: if the DMO says nothing in time, I
draw lots.

# Planting

On your turn you plant one or two flowers in red, blue or purple, each beside one that was there
before your turn; so far there is only D4. Letters will do for colours, as in `D5R D6B`: try that,
and see.

**Plant two flowers.**

That is legal, as one flower is enough. This time, plant two.

Both stand beside D4. D6 is beside D5 only, which was not there before your turn, so I refuse it.
Remember: beside means joined by a side; corners don't count.

# Safe planting

A field is four flowers joined by their sides, and no two may be alike in shape and colours, even
moved, turned or flipped. Red on D3 made two alike: the other player challenged that, so it is
undone, you lost a life, and the turn is yours again. Would `D3 blue` do better?

**Plant so that no two fields are alike.**

That is legal, but I asked for a planting that leaves no two fields alike. Keep away from D3 and D6:
with D3, for one, C4 D3 D4 D5 and E4 D3 D4 D5 are alike, whatever its colour.

No two fields are alike, so nobody can rightly challenge that. Remember: nothing stops you from
making two fields alike; the other player has to notice it.

# Announcing

The other player has planted a red flower on E5 (marked), and two fields are alike now. Instead of
planting, you can challenge that. The word alone gets you 60 seconds more in which to find the
fields.

**Announce a challenge:** type `challenge`.

That is legal, and if you know the fields, you needn't announce a challenge. But do it this time:
type `challenge`.

Your turn is longer now, which works once a turn. Remember: from here on only two fields or
`give up` will do, and giving up costs you a life, like a wrong challenge.

# Challenge

Now name two fields that are alike, four cells each, at least one of them with E5. Rows 4 and 5 both
go blue, purple, red: look for L shapes in them, one the mirror image of the other. You type them as
in `D4 D5 E4 E5 / C4 C5 D4 D5`, which would be wrong.

**Name two fields that are alike.**

That is legal, but it would cost you a life. Take three of row 4 and three of row 5, and for each
the flower above or below one of its ends.

You are right: the planting on E5 is undone, and the other player loses a life and takes the turn
again. Remember: if you are wrong, you lose a life and take your turn again; and a player with no
lives left has lost.

# Full board

The board is full. With equal lives, the player who planted last wins, and that's not you; but you
have one challenge, about F1 and G1. Row 1 reads the same from both ends. In one message you type it
as in `challenge D1 E1 F1 F2 / D1 C1 B1 B2`; `pass` would do without it.

**Win with a challenge.**

That is legal, but it doesn't win. Name, in one message, the four flowers on the left of row 1 and
the four on the right; D1 belongs to both.

You are right: the other player is down to two lives, and you win with three. Remember: on a full
board, nothing more is undone. Lives decide, and the last planting only if they are equal.
"""

EXERCISES: Final = {
    DoubtingFlowerField.name: exercises(
        DOUBTING_FLOWER_FIELD_WORDS,
        Position(
            HIDING,
            lambda action: (
                isinstance(action, Hiding) and {flower.cell for flower in action.flowers} <= CORNERS
            ),
            BEGINNER,
        ),
        Position(HIDDEN, lambda action: action == FirstSeatChoice(BEGINNER.opponent), BEGINNER),
        Position(BESIDE_HIDDEN, _plants_two, BEGINNER),
        Position(COLUMNS, lambda action: _is_true(COLUMNS, action), BEGINNER),
        Position(UNSEEN, lambda action: _is_true(UNSEEN, action), BEGINNER),
        Position(BLUFF, lambda action: action is Word.DOUBT, BEGINNER),
    ),
    FlowerField.name: exercises(
        FLOWER_FIELD_WORDS,
        Position(CHOICE, lambda action: action == FirstSeatChoice(BEGINNER), BEGINNER),
        Position(FIRST_TURN, _plants_two, BEGINNER),
        Position(UNDONE, _is_safe, BEGINNER),
        Position(ALIKE, lambda action: action is Word.CHALLENGE, BEGINNER),
        Position(COMMITTED, lambda action: _is_true(COMMITTED, action), BEGINNER),
        Position(FULL, lambda action: _is_true(FULL, action), BEGINNER),
    ),
}
