"""Which rules of both Flower Fields a text breaks, each asked for as if no other were broken.

What the seat types that is not asked is looked at as if it were in that seat's turn.
"""

from tests.plain.flower_field_words import BOARD, DOUBTING, MIDDLE, Said, is_field
from tests.plain.flower_fields import Match
from tests.plain.record import Cell, other_seat


def rules_broken(match: Match, seat: str, text: str) -> set[str]:
    """Every rule that a seat's text breaks, each asked for as if no other were broken."""
    said = match.understood(text, seat)
    broken = {"match-over"} if match.over else set()
    if said is None:
        return broken | {"not-a-submission"}
    if said.what == "concede":
        return broken
    if match.paused:
        broken.add("paused")
    if match.phase != "hiding" and seat not in match.to_act_now():
        broken.add("not-your-turn")
    if said.what == "malformed":
        return broken | {"malformed"}
    if match.phase in ("hiding", "choice"):
        return broken | set_up_rules_broken(match, said)
    return broken | turn_rules_broken(match, seat, said)


def set_up_rules_broken(match: Match, said: Said) -> set[str]:
    if said.what != {"hiding": "hide", "choice": "first"}[match.phase]:
        return {"wrong-phase"}
    broken = set()
    if any(cell not in BOARD for cell in said.flowers):
        broken.add("off-board")
    if MIDDLE in said.flowers:
        broken.add("occupied")
    return broken


def turn_rules_broken(match: Match, seat: str, said: Said) -> set[str]:
    broken = order_rules_broken(match, seat, said)
    if said.what == "plant":
        broken |= planting_rules_broken(match, list(said.flowers))
    elif said.what == "fields":
        broken |= field_rules_broken(match, seat, said.fields)
    elif said.what == "challenge" and match.latest_planting(other_seat(seat)) is None:
        broken.add("no-planting")
    return broken


def order_rules_broken(match: Match, seat: str, said: Said) -> set[str]:
    is_mover = seat == match.mover
    claim = match.state.claim if is_mover else None
    committed = match.state.committed and is_mover
    broken = set()
    if is_mover and match.must_answer and said.what not in ("doubt", "accept"):
        broken.add("accept-or-doubt")
    if committed and said.what not in ("fields", "give up"):
        broken.add("committed")
    if said.what in ("hide", "first") or (said.what == "pass" and match.phase != "final"):
        broken.add("wrong-phase")
    if said.what == "give up" and not committed:
        broken.add("not-committed")
    if said.what in ("doubt", "accept") and claim is None:
        broken.add("nothing-to-doubt")
    return broken


def planting_rules_broken(match: Match, cells: list[Cell]) -> set[str]:
    broken = set()
    if any(cell not in BOARD for cell in cells):
        broken.add("off-board")
    if any(cell in match.state.flowers for cell in cells):
        broken.add("occupied")
    if match.cells_not_beside(cells):
        broken.add("not-beside")
    return broken


def field_rules_broken(match: Match, seat: str, fields: list[list[Cell]]) -> set[str]:
    one, other = fields
    broken = set()
    if any(cell not in BOARD for cell in one + other):
        broken.add("off-board")
    if not all(is_field(cells) for cells in fields):
        broken.add("not-a-field")
    if set(one) == set(other):
        broken.add("same-field")
    unseen = [cell for cell in match.unseen_cells(fields) if cell in BOARD]
    if len(unseen) > (2 if match.game == DOUBTING else 0):
        broken.add("too-many-unseen")
    latest = match.latest_planting(other_seat(seat))
    if latest is None:
        broken.add("no-planting")
    elif not any(cell in latest for cell in one + other):
        broken.add("old-flowers")
    return broken
