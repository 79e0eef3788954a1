"""The turns of the Flower Fields among which a tree search chooses."""

from itertools import combinations, takewhile
from random import Random
from typing import Any, Final

from engine.games.flower_fields.notation import Claim, Word
from engine.games.flower_fields.position import Position
from engine.games.flower_fields.rules import FlowerFields
from engine.opponents.flower_fields.bed import COLOURS, PLACES, SearchedBed, beside, places_of
from engine.opponents.flower_fields.hidden import Target
from engine.seats import Seat

BLUFFS: Final = 3


def turns(game: FlowerFields, state: Position, seat: Seat) -> tuple[Any, ...]:
    """All words and plantings, the claims that a seat knows to be true, and a few bluffs.

    Of the millions of claims almost all are plainly false, and a search that has them hardly finds
    a true one. Nor is a challenge announced before it is made, which only buys time.
    """
    listed = takewhile(lambda each: not isinstance(each, Claim), game.legal(state, seat))
    others = tuple(each for each in listed if each is not Word.CHALLENGE)
    if state.must_answer:
        return others
    return (*others, *map(Claim, _claims(game, state, seat)))


def _claims(game: FlowerFields, state: Position, seat: Seat) -> list[Any]:
    planting = state.bed.latest(seat.opponent)
    if planting is None:
        return []
    bed = SearchedBed.of(state.bed.flowers, chain=game.chain)
    target = Target.of(bed, sum(1 << PLACES[each.cell] for each in planting.flowers))
    own = [
        (place, COLOURS.index(flower.colour))
        for flower in state.hidden(seat) or ()
        if not bed.visible >> (place := PLACES[flower.cell]) & 1
        and flower.cell not in state.exploded
    ]
    known = [each for size in range(len(own) + 1) for each in combinations(own, size)]
    claims = [claim for hidden in known for claim in target.claims(hidden)]
    return claims + (_bluffs(target) if game.doubting else [])


def _bluffs(target: Target) -> list[Any]:
    """Claims that would be true if it hid other flowers; the same ones each time."""
    near = places_of(beside(target.bed.visible) & ~target.bed.visible)
    flowers = [(place, colour) for place in near for colour in range(len(COLOURS))]
    Random(target.bed.visible).shuffle(flowers)
    helpers = [each for each in flowers[: 4 * BLUFFS] if target.helped_by(*each)]
    return [target.claims((flower,))[0] for flower in helpers[:BLUFFS]]
