"""Ways to play at a free table in tests."""

from typing import Any

from engine.games.free_table.rules import FreeTable
from engine.games.free_table.table import owned_by
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match, Transition
from engine.options import read_options
from engine.seats import SEATS
from tests.engine.playing import entry


def free_table(**options: str) -> FreeTable:
    """Return the game with options in a record's notation; EC begins, if they do not say."""
    return FreeTable(**read_options(FreeTable, {"first": "ec", "board": "8x8", **options}))


def begun(**options: str) -> Match:
    """Return a match at its first instant, the setup's lots drawn."""
    return Match.begin(free_table(**options)).chain(Match.draw_lots).match


def tried(match: Match, line: str) -> Transition:
    """Return the result of one line, `ec @12.5 E6 E7`, and of the lots that it needs.

    Without a time it is said at once.
    """
    name, *rest = line.split(maxsplit=1)
    if rest and not rest[0].startswith("@"):
        typed_entry = Entry(Speaker(name), match.now, rest[0])
    else:
        typed_entry = entry(line)
    return match.enter(typed_entry).chain(Match.draw_lots)


def played(match: Match, *lines: str) -> Match:
    for line in lines:
        step = tried(match, line)
        assert not step.refusal, f"{line}: {step.refusal} {step.refusal.sentence.facts}"
        match = step.match
    return match


def position(match: Match) -> Any:
    return match.game.position(match.state)


def closed(match: Match, viewer: Any) -> dict[str, list[str | None]]:
    """Return the closed items of each seat that has any, as a viewer sees them."""
    hands = {seat.value: owned_by(seat, match.view(viewer).closed) for seat in SEATS}
    return {seat: [item.text for item in items] for seat, items in hands.items() if items}
