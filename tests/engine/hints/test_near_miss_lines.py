"""The number of hints for near misses, and for conversation, among likely texts."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from engine.games import GAMES
from engine.hints.near_misses import NearMiss, may_be_near_miss, near_miss
from engine.kinds.grid_game import WordGame
from engine.matches.match import Match
from engine.refusals import NotASubmission
from tests.games.common.grounds import grounds_of
from tests.games.common.samples import EVERY_GAME

LINES: Final = Path(__file__).parent / "lines"
PARTS: Final = ("tuned with", "held out")
"""The hints were tuned with two thirds of the lines; the rest shows how well they generalise."""
MAX_OF_CONVERSATION: Final = 0.01
MIN_OF_NEAR_MISSES: Final = 0.95
MAX_HANDED_ON: Final = 0.05
"""Share of conversation that may look like a near miss as long as nobody asks who is awaited."""


def lines_of(name: str, part: str) -> list[str]:
    parts = (LINES / f"{name}.txt").read_text(encoding="utf-8").split("# ")[1:]
    (lines,) = (text.splitlines()[1:] for text in parts if text.startswith(part))
    return lines


@cache
def situations() -> Mapping[tuple[str, str], list[Match]]:
    """Return matches in which somebody is awaited, by the game and the phase."""
    result = defaultdict(list)
    for name in GAMES:
        for ground in grounds_of(name):
            if ground.match.to_act and ground.hears_much:
                result[name, phase_of(ground.match)].append(ground.match)
    return result


def phase_of(match: Match) -> str:
    if match.held:
        return "held"
    phase = getattr(match.state, "phase", None)
    return phase or ("turn" if getattr(match.state, "to_move", True) else "choice")


def hints(text: str, matches: list[Match]) -> list[NearMiss]:
    """Return the hints that a text gets from awaited players; it is no submission anywhere."""
    result = []
    for match in matches:
        for seat in match.to_act:
            with pytest.raises(NotASubmission):
                match.game.read(match.state, seat, text)
            result += filter(None, [near_miss(match, seat, text)])
    return result


@cache
def near_misses(part: str) -> list[tuple[str, str, list[NearMiss]]]:
    """Return each near miss with its single meaning, if it has one, and its hints."""
    result = []
    for line in lines_of("near_misses", part):
        situation, _, rest = line.partition(": ")
        game, phase = situation.split()
        text, _, meant = rest.partition(" => ")
        result.append((line, meant, hints(text, situations()[game, phase])))
    return result


@pytest.mark.parametrize("part", PARTS)
def test_near_misses_get_a_hint(part: str):
    lines = near_misses(part)
    missed = [line for line, _, misses in lines if not misses]
    assert len(missed) <= (1 - MIN_OF_NEAR_MISSES) * len(lines), missed


@pytest.mark.parametrize("part", PARTS)
def test_a_hint_names_no_other_move_than_the_one_meant(part: str):
    for line, meant, misses in near_misses(part):
        for miss in misses:
            assert not meant or miss.meant.lower() in {"", meant.lower()}, line


@cache
def handed_on(name: str, part: str) -> list[str]:
    """Return the conversation that might be a near miss in some position of a game.

    Where moves have names, `k` and `10/10` are none: they are submissions.
    """
    game = grounds_of(name)[0].match.game
    lines = (text for text in lines_of("conversation", part) if may_be_near_miss(game, text))
    return [text for text in lines if not (isinstance(game, WordGame) and game.is_submission(text))]


@pytest.mark.parametrize("part", PARTS)
def test_conversation_gets_no_hint_whatever_is_awaited(part: str):
    hinted = [
        (text, name, phase)
        for (name, phase), matches in situations().items()
        for text in handed_on(name, part)
        if hints(text, matches[:1])
    ]
    limit = MAX_OF_CONVERSATION * len(lines_of("conversation", part))
    assert len({text for text, *_ in hinted}) <= limit, hinted


@pytest.mark.parametrize("name", EVERY_GAME)
def test_conversation_is_told_without_the_position_and_a_near_miss_is_none(name: str):
    game = grounds_of(name)[0].match.game
    conversation = [text for part in PARTS for text in lines_of("conversation", part)]
    likely = [text for part in PARTS for text in handed_on(name, part)]
    assert len(likely) <= MAX_HANDED_ON * len(conversation), likely
    assert isinstance(game, WordGame) or not any(map(game.is_submission, conversation))
    hinted = [
        line.partition(": ")[2].partition(" => ")[0]
        for part in PARTS
        for line, _, misses in near_misses(part)
        if misses and line.startswith(f"{name} ")
    ]
    assert all(may_be_near_miss(game, text) for text in hinted)


def test_there_are_300_lines_of_each_kind():
    for name in ("near_misses", "conversation"):
        assert [len(set(lines_of(name, part))) for part in PARTS] == [200, 100]
