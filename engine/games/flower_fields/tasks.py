"""Tests for the tutorials' tasks that no list of texts can solve."""

from typing import Any

from engine.games.flower_fields.board import Planting, are_alike
from engine.games.flower_fields.position import Claim, FlowerPosition, Plant
from engine.seats import Seat


def a_safe_planting(state: FlowerPosition, seat: Seat, action: Any) -> bool:
    """Return whether an action is a planting that leaves no two fields alike."""
    if not isinstance(action, Plant):
        return False
    bed = state.bed.with_planting(Planting(seat, action.flowers))
    return not any(are_alike(fields, bed.colors) for fields in bed.claims_that_count(0, seat))


def a_true_challenge(state: FlowerPosition, seat: Seat, action: Any) -> bool:
    """Return whether an action claims fields that are alike, hidden flowers of its own included."""
    return isinstance(action, Claim) and state.is_true(seat, action.fields, state.bed)
