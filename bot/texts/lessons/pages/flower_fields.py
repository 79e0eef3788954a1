"""The rules of Doubting Flower Field and Flower Field in pages."""

from typing import Final

from bot.texts.language import Text
from bot.texts.lessons.pages import BEGINNING, RESERVE, SHARED, Meanings, Page, pages
from engine.games.flower_fields.rules import DoubtingFlowerField, FlowerField
from engine.seats import Seat

OPEN: Final = "game: flower-field\nfirst: ec\n\n"
GROWN: Final = """\
ec C4 red, E4 red
dmo D5 red, D3 blue
"""
HIDDEN: Final = "game: doubting-flower-field\nfirst: ec\n\n"
HIDING_ELSEWHERE: Final = f"""{HIDDEN}\
ec hide A1 red, G7 blue
dmo hide B6 yellow, F2 red
"""
HIDING_TRULY: Final = f"""{HIDDEN}\
ec hide D5 red, G7 blue
dmo hide B6 yellow, C3 red
"""
HIDING_FALSELY: Final = f"""{HIDDEN}\
ec hide D5 blue, G7 blue
dmo hide B6 yellow, C3 red
"""
PLANTED: Final = """\
ec C4 red, E4 red
dmo D3 red
"""
CLAIMED: Final = "ec challenge C4 D4 E4 D5 / C4 D4 E4 D3\n"
LAST_LIVES: Final = "game: flower-field\nfirst: ec\nlives: 1\n\n"
LAST_DOUBT: Final = f"""\
game: doubting-flower-field
first: ec
lives: 1

ec hide D5 red, G7 blue
dmo hide B6 yellow, C3 red
{PLANTED}{CLAIMED}"""
LIVES: Final[Meanings] = {
    "1": Text("You each have one life"),
    None: Text("You each have {lives} lives"),
}
CHAIN: Final[Meanings] = {
    "off": Text(
        "Both must stand beside flowers that were there before this turn: two new ones can't "
        "support each other."
    ),
    "on": Text("In this match the second may also stand beside the first."),
}

PARAGRAPHS: Final = {
    **SHARED,
    "{aim}": Text(
        "You plant flowers of three colours on a board of 7 by 7 cells. A **field** is any four "
        "flowers joined by their sides, and no two may be alike in shape and colours. {lives}: a"
        " player who plants a flower that makes two alike can be challenged and loses one. "
        "**With no life left, you lose.**"
    ),
    "{names_of_cells}": Text(
        "A cell is named by its column and row; `A1` is at the lower left. One flower stands on "
        "D4 from the start. {first}"
    ),
    "{planting}": Text(
        "On your turn, plant one flower or two, each with its colour: `D5 red`, `D5 red, C4 "
        "blue` or `D5R C4B`. Each goes on a cell without a flower, beside a flower by a side. "
        "{chain}"
    ),
    "{doubted_colors}": Text(
        "Colours are red, blue and {third}.", third=DoubtingFlowerField.notation.third
    ),
    "{colors}": Text("Colours are red, blue and {third}.", third=FlowerField.notation.third),
    "{must_challenge}": Text(
        "Nothing stops you from planting two fields alike: that is for the other player to notice."
    ),
    "{challenge}": Text(
        "Instead of planting, you may claim that the other player's last planting made two "
        "fields alike: `challenge` and both fields, four cells each. One of them, moved, turned "
        "or flipped, must become the other, in shape and colours. They may share flowers."
    ),
    "{outcome}": Text(
        "If you are right, the planting is undone, its planter loses a life and has their turn "
        "again. If you are wrong, you lose a life and have your own turn again."
    ),
    "{more_time}": Text(
        "`challenge` alone gives you {extra} s more, once a turn. After that, only the two "
        "fields count, or `give up`, which is a wrong challenge."
    ),
    "{refused}": Text(
        "I refuse an invalid challenge, which costs only time: fields that don't hang together, "
        "the same four cells twice, or no flower of the other player's last planting among them."
    ),
    "{full}": Text(
        "When the board is full, the player who did not plant last has one challenge, or `pass`;"
        " it costs the player who is wrong a life, and undoes nothing. Then more lives win; if "
        "they are equal, the player who planted last wins."
    ),
    "{no_programs}": Text("Calculators, programs and formulas are not allowed; notes are."),
    "{out_of_time}": Text(
        "Your reserve comes in periods, and a period is used up as soon as you enter it. "
        "{reserve}\n"
        "**When your time and your reserve are used up, you lose.**",
        reserve=RESERVE,
    ),
}

DOUBTING_FLOWER_FIELD_WORDS: Final = """\
# The aim

{aim}

{names_of_cells}

Some flowers lie hidden, and a challenge may count on hidden ones that the other player can't see.
Is it a bluff? They may doubt it.

# Hidden flowers

First, each of you hides two flowers, anywhere but on D4, with *Submit in secret* or in a direct
message to me. You can replace them until both of you have hidden theirs; if your time runs out, you
hide none. Where both of you picked the same cell, nothing is hidden, and neither of you learns it.

A player who plants on a hidden flower, even their own, blows it up and loses a life. The hidden
flower is gone, the planted one stays. You can't plant beside a hidden flower alone.

> `hide D5 red, G7 blue`
> `hide D4 red, G7 blue` refused: occupied

# Planting

{planting}

{doubted_colors}

{must_challenge}

{talk}

> `D2 red, D1 red` refused: not-beside
> `D2 yellow, E3 red`
> `C3 yellow`

# Challenging

{challenge}

{outcome}

{more_time}

> `challenge C4 D3 D4 D5 / D3 D4 D5 E4`
> `challenge C4 D4 E4 D5 / C4 D4 E4 D3`

# Which challenges I refuse

{refused}

Over both fields, at most two different cells may be without a flower: those on which you say that
you hid yours (next page).

> `challenge C4 D4 D3 C3 / D5 E5 F5 F4` refused: too-many-unseen
> `challenge C4 D5 E4 D3 / C4 D4 E4 D5` refused: not-a-field
> `challenge C4 D4 E4 B4 / C4 D4 E4 F4` refused: old-flowers
> `challenge C4 D4 E4 D5 / D5 C4 D4 E4` refused: same-field

# Claims with unseen flowers

If a challenge counts on cells without a flower, I always say that it succeeds: the planting is
undone, and its planter loses a life and has their turn again. **It is true only if a hidden flower
of the challenger's own, not yet blown up, lies on each of those cells, and the fields match with
its colour.** Only the challenger knows.

A hidden flower is not used up by that, and stays hidden. Here EC hid a red flower on D5.

> `challenge C4 D4 E4 D5 / C4 D4 E4 D3`

# Doubting

A player who lost a life to such a claim may type `doubt` (or `cc`), but only as their very next
action. If the claim was true, they lose another life, and still have their turn again. If it was
not, they get their life back, the planting is put back, and the challenger loses a life and has
their turn again. I say who was right, and no more.

`accept`, or just going on, gives up the doubt. A player with no life left must choose between
`doubt` and `accept`, and accepts if their time runs out. Here EC claimed a red flower on D5, but
hid a blue one there.

> `doubt`
> `accept`

# The end

**With no life left, you lose**; after a claim with unseen flowers only once you have doubted it in
vain, or accepted it.

{full}

{no_programs}

{concede}

> `doubt` ends: no-lives
"""

FLOWER_FIELD_WORDS: Final = """\
# The aim

{aim}

{names_of_cells}

# Planting

{planting}

{colors}

{must_challenge}

> `D5 red, C4 blue`
> `E4 purple`

# Which plantings I refuse

If something breaks a rule, I refuse it and say why. Nothing changes then, and your clock runs on.
If one of two flowers can't be planted, neither is.

{talk}

> `C3 purple, B2 red` refused: not-beside
> `D5 purple` refused: occupied
> `C3 purple, C2 red` refused: not-beside

# Challenging

{challenge}

{outcome}

{more_time}

> `challenge C4 D3 D4 D5 / D3 D4 D5 E4`
> `challenge C4 D4 E4 D5 / C4 D4 E4 D3`

# Which challenges I refuse

{refused}

> `challenge C4 D4 D3 C3 / D4 E4 D5 E5` refused: too-many-unseen
> `challenge C4 D5 E4 D3 / C4 D4 E4 D5` refused: not-a-field
> `challenge C4 D4 E4 D5 / D5 C4 D4 E4` refused: same-field

# The end

**With no life left, you lose.**

{full}

{no_programs}

{concede}

> `challenge C4 D3 D4 D5 / D3 D4 D5 E4` ends: no-lives
"""

CLOCKS: Final = """\
# The clocks

{times}

{clock}

{out_of_time}
"""

PAGES: Final = {
    DoubtingFlowerField.name: pages(
        DOUBTING_FLOWER_FIELD_WORDS + CLOCKS,
        {
            "The aim": Page(
                HIDING_ELSEWHERE + GROWN, by_option={"lives": LIVES, "first": BEGINNING}
            ),
            "Hidden flowers": Page(HIDDEN, viewer=Seat.EC),
            "Planting": Page(HIDING_TRULY + PLANTED, by_option={"chain": CHAIN}),
            "Challenging": Page(HIDING_ELSEWHERE + GROWN),
            "Which challenges I refuse": Page(HIDING_ELSEWHERE + GROWN),
            "Claims with unseen flowers": Page(HIDING_TRULY + PLANTED),
            "Doubting": Page(HIDING_FALSELY + PLANTED + CLAIMED, seat=Seat.DMO),
            "The end": Page(LAST_DOUBT, seat=Seat.DMO),
            "The clocks": Page(HIDING_ELSEWHERE + GROWN),
        },
        PARAGRAPHS,
    ),
    FlowerField.name: pages(
        FLOWER_FIELD_WORDS + CLOCKS,
        {
            "The aim": Page(OPEN + GROWN, by_option={"lives": LIVES, "first": BEGINNING}),
            "Planting": Page(OPEN, by_option={"chain": CHAIN}),
            "Which plantings I refuse": Page(OPEN + GROWN),
            "Challenging": Page(OPEN + GROWN),
            "Which challenges I refuse": Page(OPEN + GROWN),
            "The end": Page(LAST_LIVES + GROWN),
            "The clocks": Page(OPEN + GROWN),
        },
        PARAGRAPHS,
    ),
}
