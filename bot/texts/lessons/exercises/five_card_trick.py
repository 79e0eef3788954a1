"""Five-Card Trick, in six guided positions."""

from collections.abc import Callable
from typing import Any, Final

from bot.texts.lessons.exercises import Position, exercises
from engine.games.five_card_trick.cards import Card
from engine.games.five_card_trick.rules import FiveCardTrick

START: Final = "game: five-card-trick\n\n"
FULL_POT: Final = f"""{START}\
ec score grow
dmo score steal
ec grow steal
dmo score block score
dmo grow block claim
"""
TO_STEAL: Final = f"""{START}\
ec score grow
dmo score block score
dmo claim grow
"""
NEARLY_LIT: Final = f"""{START}\
ec score grow
dmo claim block score
ec score claim
dmo grow steal
ec grow block claim
dmo score steal
dmo score grow
"""
LAST_ROUND: Final = """\
game: five-card-trick
rounds: 3

ec claim block claim
dmo claim grow
ec block steal grow
dmo claim score
dmo score grow
"""


def _plays(*cards: Card) -> Callable[[Any], bool]:
    return lambda action: {*cards} <= {*action.cards}


WORDS: Final = """\
# Two cards

You and the other player have the same five cards: Score, Grow, Claim, Block and Steal. In each
round both of you play two of them in secret. Score takes a chip from the bank, and Grow puts one
into the pot. Type the words of your two cards, in either order. One card is not enough: try
`score`.

**Play Score and Grow.**

That is legal, but it isn't Score and Grow.

You can replace your cards until the other player's are in, too; then both are shown and played at
once. Remember: a card that both of you play works for neither.

# The pot

Claim takes the whole pot. Three chips are in it now. You have played Grow in each of your last two
rounds, so you can't play it a third time: try `claim grow`.

**Claim the pot,** with any other card.

That is legal, but it leaves the pot where it is.

Grow comes before Claim, so the chip of the other player's Grow was yours, too. Remember: whenever
the pot is taken, one new chip goes into it.

# Steal

Steal takes the pot away from a player who claims it; if they don't, it does nothing. Just this
once, I give a secret away: the DMO has Claim in. If you also play Claim, neither of you gets the
pot.

**Steal the pot,** with a card that isn't Claim.

That is legal, but it doesn't steal the pot.

The DMO claimed the pot, and you got it. Remember: claim when the other player won't steal, and
steal when they will claim.

# Block

Block names a card, which won't work for the other player in the next round. The word after `block`
is that card, so I refuse `claim block`; try it.

**Block the other player's Steal,** with any other card beside Block.

That is legal, but it doesn't block Steal.

If your Block works, the other player can steal nothing in the next round. Remember: it doesn't
work if both of you play Block, and a Block can be blocked itself.

# Lights

You have a light for each card, which comes on when you play it, whether the card works or not. When
all five are on, you get a chip, and they go out. All but the light for Steal are on. You can't play
the same two cards as in your last round, not even to block another card: try `grow block steal`.

**Put on the fifth light.**

That is legal, but your light for Steal is still out.

That was worth a chip, and all your lights are out again. Remember: even a card that is blocked or
cancelled puts on its light.

# The end

This is the last round. The DMO has one chip, you have none, and there are three in the pot. The DMO
can't play Claim, having played it twice running, and you have blocked their Steal. You can't play
Block, for the same reason: try `claim block score`.

**Win the match** by taking the pot.

That is legal, but it doesn't take the pot.

Nothing could stop you, and you have more chips. Remember: if both have the same after the last
round, more rounds are played, and if that changes nothing, the DMO wins. A player who has nothing
in when the time is up plays nothing. `concede` ends a match at once.
"""

EXERCISES: Final = {
    FiveCardTrick.name: exercises(
        WORDS,
        Position(START, _plays(Card.SCORE, Card.GROW)),
        Position(FULL_POT, _plays(Card.CLAIM)),
        Position(
            TO_STEAL,
            lambda action: Card.STEAL in action.cards and Card.CLAIM not in action.cards,
        ),
        Position(START, lambda action: action.target is Card.STEAL),
        Position(NEARLY_LIT, _plays(Card.STEAL)),
        Position(LAST_ROUND, _plays(Card.CLAIM)),
    ),
}
