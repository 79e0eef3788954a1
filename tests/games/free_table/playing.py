"""Ways to play at a free table in tests."""

from collections.abc import Iterable
from typing import Any

from engine.clocks import Seconds
from engine.games.free_table.rules import FreeTable
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match, Transition
from engine.options import read_options
from engine.refusals import Refused
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


def refused(match: Match, line: str) -> Refused:
    """Return a line's refusal; check that nothing has changed, and no lot was drawn."""
    step = tried(match, line)
    assert step.refusal, line
    assert step.match.state == match.state
    assert step.match.entries == match.entries
    assert step.match.lots == match.lots
    return step.refusal


def position(match: Match) -> Any:
    return match.game.position(match.state)


def board(match: Match) -> Any:
    return position(match)["board"]


def counters(match: Match) -> Any:
    return {owner: counter for owner, counter in position(match)["counters"].items() if counter}


def done(match: Match) -> tuple[Any, ...]:
    latest = match.state.latest
    return latest.happening if latest else ()


def passed(match: Match, place: str) -> Transition:
    """Let time pass up to an instant, without anybody typing."""
    return match.advance_time(Seconds(place))


def closed(match: Match, viewer: Any) -> dict[str, list[str | None]]:
    """Return the closed items of each seat that has any, as a viewer sees them."""
    hands: Iterable[Any] = match.view(viewer).closed
    return {hand.owner.value: [item.text for item in hand.items] for hand in hands if hand.items}
