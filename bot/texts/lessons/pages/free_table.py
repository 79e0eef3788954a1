"""The rules of the free table in pages."""

from typing import Final

from bot.texts.language import Text
from bot.texts.lessons.pages import BEGINNING, Meanings, Page, pages
from engine.games.free_table.rules import FreeTable
from engine.games.free_table.view import Order
from engine.seats import Seat

TIC_TAC_TOE: Final = """\
game: free-table
title: Tic-tac-toe
board: 3x3
first: ec

"""
PIECES: Final = """\
game: free-table
board: 4x4
first: ec
setup: ec B1=K C1 dmo B4=K C3=M

"""
COUNTERS: Final = """\
game: free-table
board: 4x4
first: ec
order: judged
setup: pot=3 ec chips=10 A1 dmo chips=9 D4

ec !bid 2
"""
ROUNDS: Final = """\
game: free-table
title: Five-Card Trick
board: 5x1
order: rounds
setup: pot=1 ec chips=0 dmo chips=0

dmo !grow claim
"""
DICE: Final = """\
game: free-table
board: 4x4
first: ec
order: judged

ec !ready
"""
ENDING: Final = f"""{TIC_TAC_TOE}\
ec B2
dmo A1
ec A3
dmo C1
"""
ORDER: Final[Meanings] = {
    Order.TURNS: Text("**order:turns**: you take turns, and a move passes the turn."),
    Order.JUDGED: Text(
        "**order:judged**: I mark a move with 👀 and stop the clock. The host looks, types the "
        "result, and opens the next turn with `!next`."
    ),
    Order.ROUNDS: Text(
        "**order:rounds**: in each round both of you send a text in secret. I open both together, "
        "stop the clock and call the host, who types the result and `/ next`."
    ),
}
LATE: Final[Meanings] = {
    "host": Text(
        "**Out of time** (`late:host`): the clock stops, and the host rules: `!next` continues, "
        "`/match award` ends the match."
    ),
    "pass": Text(
        "**Out of time** (`late:pass`): the turn passes. If that happens to both of you in a row, "
        "I stop the clock and call the host."
    ),
    "lose": Text("**Out of time** (`late:lose`): you lose."),
}
PERIODS: Final[Meanings] = {
    "0": Text(
        "With `periods:3 period:{period}` each of you has periods of reserve instead: a period "
        "counts as used once you go into it."
    ),
    None: Text("The reserve is in periods: one of {period} s counts as used once you go into it."),
}

WORDS: Final = """\
# A table, not a rulebook

Here you can play any match of two: I keep the clock, the board, the secrets, the dice and cards,
and the record. **I know no rules.** Your hands move the pieces, and a host who doesn't play judges,
by typing in the room.

**`!` means: this counts.** `!bid 5` is a move, `bid 5` is chat. Only cells count without it, as in
`B2 B3`, and only on your turn. A `/` or a line break separates the parts of a line. Either the
whole line happens or none of it.

{order} {first}

# One command: tic-tac-toe

```
/free-table start ec:@Ada dmo:@Bob title:Tic-tac-toe board:3x3 first:ec turn:30 reserve:120
```

That is all. Each of you has 30 s a turn and a reserve of 120 s. Type a cell to place a piece: the
EC's are discs, the DMO's squares. When somebody has a row of three, the host ends it with
`/match award`.

> `B2`
> `D4` refused: off-board

# Pieces

One cell places a plain piece; two move the piece on the first and take the one on the second, if
any. `A2=R` puts an R there (one or two letters or digits; `#` fills the cell), `A2=-` empties it.
You place pieces of your own; `dmo D2` places one of the DMO's.

Did a move break the rules of your match? Say so, and a host can `/match undo` it.

> `B2 B3` refused: nothing-there
> `C1 C3`
> `A2=R`
> `C1` refused: taken
> `A2 / C1 C2`

# The host's lines

Counters and pieces: anything after `ec` or `dmo` belongs to that seat, anything before to the
table. `pot=3` makes a counter or sets it, `chips+2` changes one.

`!next` opens the next turn: the other seat's, or the next round. `!next ec`, `!next both`, and with
`aloud`, `sealed` or `secret` and seconds after it: `!next both sealed 90`. `!clear` puts the board
and hands back to the start. `/match undo what:ruling` takes back a line.

> host `!pot=0 ec chips+3 dmo D4 D3 / next`
> host `!ec chip+1 / next` refused: no-such-counter
> host `!next dmo 30`

# One command: sealed rounds

```
/free-table start ec:@Ada dmo:@Bob title:Five-Card Trick order:rounds turn:90 setup:pot=1 ec chips=0
dmo chips=0
```

Press *Submit in secret*, or send me a direct message with `!` before it. Until the round closes you
can replace yours. Then I open both, and the host types one line a round, such as
`!pot=0 ec chips+1 / next`.

A *secret* text (`!next ec secret`) stays closed: **the host reads it** with the button *Read
(hosts)*, all others once somebody types `!open`.

> `!score grow`

# Dice and cards

On your turn, you roll in the open: `!roll 2d6`. The host also deals closed: `!roll 4d6 ec`, or
`!deck cards` (`!deck 1..11x4`: four each of 1 to 11) and then `!deal 2 ec`; `!deal 3` lies open on
the table. I tell each player alone what they hold; *My secret* and `/match board` show it again.

`!open 2` shows your own item 2 to all and is a move; the host types `!open`, `!open ec` or
`!open dmo 1 3`. All draws follow from a seed whose hash is in the first post, so nobody can choose
them: a roll that is undone and repeated comes out the same.

> host `!roll 4d6 ec / roll 4d6 dmo / next dmo`
> host `!deck cards / deal 3`

# The start

Everything but the players is optional: `title`; `board`, up to `20x20`; `order`; `turn`, `reserve`,
`late`; `setup`, a line to carry out at the start; `envelope`, the host's secret, such as walls or
answers, which I show to everyone with the result and to nobody before. `/preset save` keeps them
for next time, but never the envelope.

Any host who has no seat in the match can be the judge.

# The clocks

{times}

{clock}

{reserve}

{periods}

{late}

# The end

The host ends the match with `/match award`, or without a winner with `/match abort`. Then I show
what was in the envelope, and everything that was closed; the record has every line.

{concede}

> `concede` ends: conceded
"""

PAGES: Final = {
    FreeTable.name: pages(
        WORDS,
        {
            "A table, not a rulebook": Page(PIECES, by_option={"order": ORDER, "first": BEGINNING}),
            "One command: tic-tac-toe": Page(TIC_TAC_TOE),
            "Pieces": Page(PIECES),
            "The host's lines": Page(COUNTERS),
            "One command: sealed rounds": Page(ROUNDS, viewer=Seat.EC),
            "Dice and cards": Page(DICE),
            "The start": Page(COUNTERS),
            "The clocks": Page(ENDING, by_option={"late": LATE, "periods": PERIODS}),
            "The end": Page(ENDING, seat=Seat.DMO),
        },
    ),
}
