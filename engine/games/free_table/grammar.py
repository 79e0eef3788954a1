"""The grammar of texts at a free table (docs/record.md); `notation` reads it.

A player's line says in words what a host's does, but for cells, `roll 2d6` and `open 2`.
"""

from typing import Final

from engine.choice import CHOICE, LOT
from engine.games.free_table.parts import (
    BOTH,
    DICE_LIMIT,
    HAND_LIMIT,
    OPTION_LIMIT,
    SIDE_LIMIT,
    TEXT_LIMIT,
    TITLE_LIMIT,
    Manner,
)
from engine.games.free_table.table import FILLED
from engine.grammar import one_of

GRAMMAR: Final = f"""
said       =/ marks words
action     = items *( D items ) / {CHOICE}
items      = *( [ run L ] ( seat / put ) L ) ( run / [ run L ] put )
run        = cell [ [ L ] cell ]                ; one lays, two move
put        = cell "=" label
label      = "{FILLED}" / "-" / 1*2( ALPHA / DIGIT )
marks      = *WSP "!" *( "!" / WSP )
words      = other *{TEXT_LIMIT - 1}( symbol / WSP ) ; not all unseen; aloud, with a letter or digit
ruling     =/ marks line
line       = *sign part *( *mark "/" *sign part ) *sign
part       = "roll" B dice [ B seat ] / "deck" B ( "cards" / range ) / "deal" B number [ B seat ]
           / "open" [ B seat ] *( B number )
           / "next" [ B ( seat / "{BOTH}" ) ] [ B ( {one_of(Manner)} ) ] [ B number ]
           / "clear" / *( [ run B ] ( seat / put / counter ) B ) things
things     = run / [ run B ] ( put / counter )
B          = 1*( WSP / "," )
dice       = *3DIGIT "d" 1*6DIGIT
range      = 1*3DIGIT ".." 1*3DIGIT [ "x" 1*3DIGIT ]
number     = 1*6DIGIT                           ; more than zero
counter    = 2*12letter ( "=" [ "+" / "-" ] / "+" / "-" ) 1*6DIGIT
letter     = ALPHA / %xC0-D6 / %xD8-F6 / %xF8-FF
lot        = {LOT} / "roll" 1*{DICE_LIMIT}( 1*WSP 1*4DIGIT )
           / "deal" 1*{HAND_LIMIT}( 1*WSP card )
card       = 1*3DIGIT / ( "A" / "10" / %x32-39 / "J" / "Q" / "K" ) ( "C" / "D" / "H" / "S" )
title      = symbol [ *{TITLE_LIMIT - 2}( symbol / WSP ) symbol ]  ; not all unseen
size       = %s"none" / side %s"x" side         ; columns and rows
side       = %x31-39 / "1" DIGIT / "{SIDE_LIMIT}"
setup      = *{OPTION_LIMIT}( symbol / WSP )           ; a line that can be done
envelope   = *{OPTION_LIMIT}( symbol / WSP )
"""
