"""Judgement of a match record line by line, as `dealer referee` prints it (docs/record.md)."""

from collections.abc import Callable
from typing import TypeAlias

from engine.game import Json
from engine.matches.base_match import Standing
from engine.matches.match import Match, Transition
from engine.records.history import fresh_match
from engine.records.record import Record, RecordedEntry, RecordError, read_record
from engine.refusals import FalseLot, Refused

Explain: TypeAlias = Callable[[Refused], str]
"""A function from a refusal to the sentence a player would be told."""


def referee(text: str, explain: Explain = str) -> list[dict[str, Json]]:
    """Judge a record: one object for each entry, then one for the end, ready for JSON.

    Args:
        text: The record.
        explain: A function from refusals to sentences.

    Raises:
        RecordError: The text is not a record.
    """
    record = read_record(text)
    match = fresh_match(record)
    turn = _turn(match)
    objects: list[dict[str, Json]] = []
    for recorded in record.entries:
        transition = _entered(match, recorded)
        # A refusal or a pause usually leaves the position as it was.
        if transition.match.state is not match.state or transition.match.result is not match.result:
            turn = _turn(transition.match)
        match = transition.match
        objects.append(_verdict(recorded, transition.refusal, explain) | turn)
    objects.append(_end(match.close()))
    return objects


def final_match(record: Record) -> Match:
    """Return the match at a record's end; refused entries change nothing.

    Raises:
        RecordError: It states a lot that its committed seed does not give.
    """
    match = fresh_match(record)
    for recorded in record.entries:
        match = _entered(match, recorded).match
    return match.close()


def _entered(match: Match, recorded: RecordedEntry) -> Transition:
    transition = match.enter(recorded.entry)
    if isinstance(transition.refusal, FalseLot):
        raise RecordError(recorded.line, "the seed that was committed to gives another lot")
    return transition


def _turn(match: Match) -> Standing:
    standing = match.standing()
    del standing["clock"]
    return standing


def _verdict(recorded: RecordedEntry, refusal: Refused | None, explain: Explain) -> dict[str, Json]:
    verdict: dict[str, Json] = {
        "line": recorded.line,
        "who": recorded.entry.speaker.value,
        "verdict": "rejected" if refusal else "accepted",
    }
    if refusal:
        verdict |= {"code": refusal.code, "message": explain(refusal)}
        if refusal.cells:
            verdict["cells"] = [str(cell) for cell in refusal.cells]
    return verdict


def _end(match: Match) -> dict[str, Json]:
    return {"result": match.result.written if match.result else None, **match.standing()}
