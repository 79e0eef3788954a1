"""Tests that a seat's secrets change nothing that leaves the process for anybody else.

Two bots are led through the same matches, which differ in one seat's secrets alone. All messages to
the room, the other seat and the audience are equal, byte for byte, but for ids and times; and so is
the log.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from engine.seats import SEATS, Seat
from sandbox.server import BOT_TOKEN
from tests.end_to_end.helpers.matches import unhurried
from tests.end_to_end.helpers.observers import ObservedMatch, masked, observed_match
from tests.end_to_end.helpers.voyage import BOARDS, HEADERS, IN_ROUND_1, PLACED
from tests.games.compass_collisions.positions import DMO_LAYOUT, EC_LAYOUT
from tests.helpers.processes.bot_forker import Forker

EC, DMO = SEATS
CLAIM = "claim"


@dataclass(frozen=True)
class Case:
    """A match up to where a seat hides something, and two ways of doing so.

    Attributes:
        one_way: Submissions; the first one counts, others need not.
        other_way: Submissions of the other way, likewise.
        told: The room's news of them.
        by_others: Private texts of the others, which do not count.
        before: Lines before.
    """

    game: str
    one_way: tuple[str, ...]
    other_way: tuple[str, ...]
    by_others: str
    told: str = "has submitted"
    before: tuple[tuple[Seat, str], ...] = ()
    headers: str = ""
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def ways(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return self.one_way, self.other_way


AT_SEA: dict[str, Any] = {"headers": HEADERS, "options": {"files": {"boards": BOARDS}}}


def cases(hider: Seat) -> dict[str, Case]:
    return {
        "layouts": Case(
            "compass-collisions",
            (
                EC_LAYOUT,
                "layout WWWWWWW / ..A.. / ... / F.E.W.F / .A.A. / W.E",
            ),
            (
                "layout ....EWF / EWFA. / FA. / A.....A / FFFF. / W..",
                DMO_LAYOUT,
            ),
            "layout EEE",
        ),
        "openings": Case(
            "demeters-anguish",
            ("flower U G7 H7 I7 G8 I8", "flower C3 C4"),
            ("flower X H8 G8 I8 H7 H9", "flower P A1 A2 A3 B1 B2"),
            "flower Q A1",
        ),
        "placements": Case(
            "deep-sea-voyage",
            ("I E1 F1 G1 H1 I1", "I F5 F6 F7 F8 F9"),
            ("T E3 F3 G3 F4 F5", "I E13 F13 G13 H13 I13"),
            "I E1 F1",
            told="",
            before=IN_ROUND_1,
            **AT_SEA,
        ),
        "locks": Case(
            "deep-sea-voyage",
            ("lock",),
            ("pass", "I E13 F13 G13 H13 I13", "lock"),
            "I E1 F1",
            told="has locked",
            before=IN_ROUND_1,
            **AT_SEA,
        ),
        "routes": Case(
            "deep-sea-voyage",
            (f"route 1 {ship(hider)}7 G7", "route 1 red A1"),
            (f"route 1 {ship(hider)}7 G7 / {ROUTE_2[hider]}", f"route 1 {ship(hider)}1"),
            "route 1 red",
            told="",
            before=PLACED,
            **AT_SEA,
        ),
        "hidden flowers": Case(
            "doubting-flower-field",
            ("hide A1 red, G7 blue", "hide C1 yellow, C2 red"),
            ("hide B1 blue, G6 red", "hide A1"),
            "hide A1",
        ),
    }


def ship(seat: Seat) -> str:
    """Return the beginning of a route of one of a seat's ships."""
    return {EC: "red A1 A", DMO: "blue M1 M"}[seat]


ROUTE_2 = {EC: "route 1 white A13 A7 G7", DMO: "route 1 black M13 M7 G7"}


async def play(observed: ObservedMatch, case: Case, way: int, name: str) -> None:
    """Play a case: hide something in each of the ways in which it can be said.

    In the second way it is said more often: how often is nobody's business either.
    """
    options = unhurried(case.game) | case.options
    await observed.live.deal(case.game, case.headers, seed=7, **options)
    await observed.mirror()
    await observed.live.types_all(*case.before)
    await observed.start_observing()
    texts = case.ways[way]
    for text in texts * (1 + way):
        await observed.submit(text)
    await observed.announced(case.told)
    await observed.submit_by_form(texts[0])
    await observed.others_ask(case.by_others)
    await observed.stop_observing(name)
    await observed.live.abort()
    await observed.name_all(name)


async def claim(observed: ObservedMatch, hider: Seat, way: int) -> None:
    """Claim an unseen flower as the hider: truly in one way, as a bluff in the other."""
    other = hider.opponent
    game = "doubting-flower-field"
    await observed.live.deal(game, seed=7, **unhurried(game))
    await observed.mirror()
    await observed.live.types_all(
        (other, "hide A1 red, G7 blue"),
        (hider, f"hide E4 red, D3 {('red', 'blue')[way]}"),
        (DMO, "first them" if hider is DMO else "first me"),
        (other, "D5 red, C4 red"),
    )
    await observed.start_observing()
    await observed.live.types(hider, "challenge C4 D4 E4 D5 / C4 D4 D5 D3")
    await observed.clock_runs()
    await observed.others_ask("doubt", form=False)
    await observed.stop_observing(CLAIM)
    await observed.live.abort()
    await observed.name_all(CLAIM)


async def performance(
    forker: Forker, folder: Path, hider: Seat, hidden: Sequence[str], way: int
) -> ObservedMatch:
    """Return several cases, one after another."""
    folder.mkdir()  # noqa: ASYNC240 - there is nobody to wait
    async with observed_match(forker.begin, folder, hider) as observed:
        for name in hidden:
            if name == CLAIM:
                await claim(observed, hider, way)
            else:
                await play(observed, cases(hider)[name], way, name)
    return observed


@pytest.mark.parametrize(
    ("hider", "hidden"),
    [
        (EC, ("layouts", "hidden flowers")),
        (DMO, ("routes", CLAIM)),
        *(
            pytest.param(seat, (*cases(seat), CLAIM), marks=pytest.mark.exhaustive)
            for seat in SEATS
        ),
    ],
)
async def test_nothing_that_leaves_the_process_for_others_depends_on_what_is_hidden(
    forker: Forker, tmp_path: Path, hider: Seat, hidden: Sequence[str]
):
    match, other = [
        await performance(forker, tmp_path / str(way), hider, hidden, way) for way in (0, 1)
    ]
    assert list(match.told) == list(other.told)
    assert len(match.told) == 4 * len(hidden)
    # Boards were repeated, in the claim's turns and before the others' secrets.
    assert CLAIM not in hidden or "board.png" in match.told[f"{CLAIM}: mirror"][0]
    for case, lines in match.told.items():
        assert lines == other.told[case], case
    logged = log_of(match)
    assert logged == log_of(other)
    assert any("DEBUG" in line for line in logged)
    says_nothing_private(match, hider)
    says_nothing_private(other, hider)


def log_of(observed: ObservedMatch) -> list[str]:
    """Return a bot's log, without ids and times; the order of tasks is not theirs to choose."""
    folder = str(observed.bot.database.parent)
    return sorted(masked(observed.bot.log.decode()).replace(folder, "FOLDER").splitlines())


def says_nothing_private(observed: ObservedMatch, hider: Seat) -> None:
    log = observed.bot.log.decode()
    # A word alone, as `lock`, is no secret, and is part of others.
    for text in chain.from_iterable(way for case in cases(hider).values() for way in case.ways):
        _, _, label = text.partition(" ")
        assert not label or label not in log
    assert BOT_TOKEN not in log
