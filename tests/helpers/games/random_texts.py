"""Random texts of a seat, in any game, by which a match goes on."""

from itertools import islice
from random import Random
from typing import Any

from engine.games.deep_sea_voyage import notation as sea
from engine.games.demeters_anguish import notation as demeter
from engine.games.flower_fields import position as flowers
from engine.games.flower_fields.rules import FlowerFields
from engine.matches.match import Match
from engine.seats import Seat
from tests.helpers.games.random_play import CONSIDERED

CLAIMS_CONSIDERED = 50
CLAIMS = 0.15
"""Frequency of a challenge to a planting, where that is possible."""


def random_text(match: Match, seat: Seat, generator: Random) -> str:
    if seat in match.submitted_seats:
        return sea.Word.LOCK.value
    legal = match.game.legal(match.state, seat)
    if isinstance(match.game, FlowerFields) and generator.random() < CLAIMS:
        claims = list(islice(filter(_is_claim, legal), CLAIMS_CONSIDERED))
        legal = iter(claims) if claims else match.game.legal(match.state, seat)
    actions = list(islice(legal, CONSIDERED))
    # Words pass, give up or bind; they are for when nothing else is left.
    moves = [action for action in actions if not _is_word(action)]
    return match.game.write(generator.choice(moves or actions))


def _is_claim(action: Any) -> bool:
    return isinstance(action, flowers.Claim)


def _is_word(action: Any) -> bool:
    if isinstance(action, demeter.Halves):
        return not all(part.cells for part in action.typed)
    return isinstance(action, sea.Word | flowers.Word)
