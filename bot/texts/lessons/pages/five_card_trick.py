"""The rules of Five-Card Trick in pages."""

from typing import Final

from bot.texts.language import Text
from bot.texts.lessons.pages import Meanings, Page, pages
from engine.games.five_card_trick.rules import FiveCardTrick
from engine.seats import Seat

START: Final = "game: five-card-trick\n\n"
STOLEN: Final = f"""{START}\
ec score grow
dmo claim block score
ec score claim
dmo grow steal
"""
BLOCKED: Final = f"""{START}\
ec score grow
dmo claim block score
dmo grow steal
"""
NEARLY_LIT: Final = f"""{STOLEN}\
ec grow block claim
dmo score steal
dmo score grow
"""
LAST_ROUND: Final = NEARLY_LIT.replace("\n\n", "\nrounds: 4\n\n")
ROUNDS: Final[Meanings] = {
    "1": Text("After one round, the player with more chips wins."),
    None: Text("After {rounds} rounds, the player with more chips wins."),
}
EQUAL: Final[Meanings] = {
    "0": Text("If you both have the same, the DMO wins."),
    "1": Text(
        "If you both have the same, one more round is played. If you have the same then, the DMO "
        "wins."
    ),
    None: Text(
        "If you both have the same, {overtime} more rounds are played, all of them, with the pot, "
        "the lights and the limits as they are. If you have the same then, the DMO wins."
    ),
}
NOBODY_PLAYED: Final[Meanings] = {
    "0": Text("The same goes if neither of you has any in."),
    "1": Text(
        "If neither of you has any in, the round starts again, but only once in a match. After "
        "that, such a round counts."
    ),
    None: Text(
        "If neither of you has any in, the round starts again, but only {replays} times in a "
        "match. After that, such a round counts."
    ),
}

WORDS: Final = """\
# The aim

You both have the same five cards: Score, Grow, Claim, Block and Steal. In each round you both play
two of them in secret, and then both are shown. **The player with more chips in the end wins.**

You begin with no chips, and one lies in the pot between you. Nobody goes first.

# The cards

**Score** takes a chip from the bank, and **Grow** puts one into the pot. After that, **Claim**
takes the whole pot, unless the other player has **Steal**: then they take it. A Steal without a
Claim does nothing. An empty pot gets one chip at once. **Block** names a card, which won't work for
the other player in the next round.

**A card that you both play works for neither of you.**

In the examples, the DMO plays Claim, and Block against Score.

> `grow steal`
> `score claim`

# A round

Type your two cards with *Submit in secret* or in a direct message to me, in either order. The word
after `block` is the card that it blocks, and the first two letters of each word are enough. You can
replace your cards until both of you have yours in.

{talk}

> `score grow`
> `claim, block steal`
> `bl st st`
> `score` refused: two-cards
> `claim block` refused: no-target
> `steal steal` refused: same-card

# Blocks

Your Score is blocked here: the DMO's Block of the last round named it. You may still play it, and
your light for it comes on, but you get no chip. A Block holds for the next round only.

A Block that doesn't work blocks nothing: if you both play Block, or if Block itself is blocked. A
card that you both play works for neither, even if it was blocked for one of you.

> `score claim`
> `score grow` refused: same-pair

# The limits

You can't play a card that you played in each of your last two rounds, nor the same two cards as in
your last round. A Block of another card is still the same card. If you play nothing in a round,
that ends both limits.

Here you have played Score twice running.

> `score block grow` refused: three-running
> `claim grow`

# The lights

You each have five lights, one for each card. A light comes on when you play its card, whether the
card works or not. **When all five of yours are on, you get a chip, and they all go out.**

Here you lack only Steal.

> `claim steal`

# The end

In the end, only chips count. {rounds} {overtime}

{concede}

> `claim steal` ends: points

# The clocks

{times}

{clock}

**When the time is up, what you have in is played. If you have nothing in, you play nothing.**
{replays}
"""

PAGES: Final = {
    FiveCardTrick.name: pages(
        WORDS,
        {
            "The aim": Page(STOLEN),
            "The cards": Page(f"{START}dmo claim block score\n"),
            "A round": Page(START, viewer=Seat.EC),
            "Blocks": Page(BLOCKED),
            "The limits": Page(STOLEN, viewer=Seat.EC),
            "The lights": Page(NEARLY_LIT),
            "The end": Page(LAST_ROUND, by_option={"rounds": ROUNDS, "overtime": EQUAL}),
            "The clocks": Page(START, by_option={"replays": NOBODY_PLAYED}),
        },
    ),
}
