"""Records to watch: one of every game, and what else it takes to try the keys."""

from functools import cache
from pathlib import Path

from bot.watch.film import Film
from engine.games import GAMES
from engine.records.record import read_record
from engine.records.referee import final_match
from engine.seats import SEATS

RULES = Path(__file__).parents[3] / "docs" / "rulings"
FLOWER_FIELD = """\
game: flower-field
ec: Ada
dmo: Bob
first: ec

ec D3 red, C4 blue
dmo E4 purple
ec challenge D4 D3 C4 E4 / D4 D3 C4 E3
host undo
ec give up
"""
WITH_SECRETS = """\
game: doubting-flower-field
ec: Ada
dmo: Bob
first: ec

ec @5 hide A1 red, D5 blue
dmo @9 hide G7 blue, F1 red
dealer @10 posted
ec @22.5 D5 yellow, C4 yellow
dealer @23 posted
dmo @123 E4 red
host @130 seat dmo Eve
dealer @131 posted
ec concede
"""
RECORDS = {
    name: path.read_text() if (path := RULES / f"{name}.dm").exists() else FLOWER_FIELD
    for name in GAMES
} | {"free-table": (RULES.parent / "tables" / "twelve-janggi.dm").read_text()}


@cache
def film_of(text: str) -> Film:
    record = read_record(text)
    names = {seat: record.players.get(seat, seat.upper()) for seat in SEATS}
    return Film.of(final_match(record), names)
