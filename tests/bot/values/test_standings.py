"""The standings: who is counted, in which order, and whose thought was the longest."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.values.card import Person
from bot.values.standings import ExclusionReason, LongestThink, Result, Score, standings
from engine.clocks import Seconds
from engine.game import ABORTED, CONCEDED, Outcome
from engine.games import GAMES
from engine.opponents.thinking import Level
from engine.records.summary import ThinkTime
from engine.seats import SEATS, Seat
from engine.seeds import commitment_to
from tests.engine.playing import fire_and_ice
from tests.games.common.samples import usual_game
from tests.helpers.rooms.cards import card_of

KEPT = commitment_to(0)
NO_THINKING = dict.fromkeys(SEATS, ThinkTime())
PEOPLE = {name: Person(number, name) for number, name in enumerate(("Ada", "Bob", "Cy"), start=1)}


def result(number: int, winner: str | None, loser: str, **more: Any) -> Result:
    """Return a match that the EC, named first, won, or that was aborted."""
    card = card_of(
        replace(more.pop("game", None) or fire_and_ice(), commitment=more.pop("commitment", KEPT)),
        id=number,
        players={Seat.EC: PEOPLE[winner or "Ada"], Seat.DMO: PEOPLE[loser]},
    )
    reason = CONCEDED if winner else ABORTED
    outcome = Outcome(Seat.EC if winner else None, reason)
    thinking: Mapping[Seat, ThinkTime] = more.get("thinking", NO_THINKING)
    return Result(card, outcome, thinking)


def order(*results: Result) -> list[tuple[int, str, int, int]]:
    return [
        (standing.rank, standing.name, standing.score.wins, standing.score.losses)
        for standing in standings(results)
    ]


@pytest.mark.parametrize(
    ("matches", "expected"),
    [
        ((), []),
        ((("Ada", "Bob"),), [(1, "Ada", 1, 0), (2, "Bob", 0, 1)]),
        (
            (("Ada", "Bob"), ("Ada", "Cy"), ("Bob", "Cy")),
            [(1, "Ada", 2, 0), (2, "Bob", 1, 1), (3, "Cy", 0, 2)],
        ),
        (
            (("Bob", "Ada"), ("Ada", "Bob"), ("Cy", "Bob")),
            [(1, "Cy", 1, 0), (2, "Ada", 1, 1), (3, "Bob", 1, 2)],
        ),
        ((("Bob", "Cy"), ("Ada", "Cy")), [(1, "Ada", 1, 0), (1, "Bob", 1, 0), (3, "Cy", 0, 2)]),
    ],
)
def test_more_wins_come_first_then_fewer_losses_and_equals_share_a_rank(
    matches: tuple[tuple[str, str], ...], expected: list[tuple[int, str, int, int]]
):
    results = [result(number, *match) for number, match in enumerate(matches, start=1)]
    assert order(*results) == expected
    assert order(*reversed(results)) == expected


def against_dealer(number: int, winner: str | None = "Ada") -> Result:
    match = result(number, winner, "Bob")
    dealer = Person(9, "Dealer", Level.NORMAL)
    card = replace(match.card, players={**match.card.players, Seat.DMO: dealer})
    return replace(match, card=card)


@pytest.mark.parametrize(
    ("match", "apart"),
    [
        (result(1, "Ada", "Bob"), None),
        (result(1, None, "Bob"), ExclusionReason.ABORTED),
        (against_dealer(1), ExclusionReason.AGAINST_DEALER),
        (against_dealer(1, None), ExclusionReason.ABORTED),
        (result(1, "Ada", "Bob", commitment=None), ExclusionReason.REHEARSAL),
    ],
)
def test_what_was_aborted_or_rehearsed_or_played_against_the_dealer_does_not_count(
    match: Result, apart: ExclusionReason | None
):
    assert match.apart is apart
    assert bool(standings([match])) == (apart is None)


def test_wins_and_losses_are_told_by_game():
    other = usual_game("compass-collisions")
    (ada, _) = standings(
        [
            result(1, "Ada", "Bob"),
            result(2, "Bob", "Ada", game=other),
            result(3, "Ada", "Bob", game=other),
        ]
    )
    assert ada.by_game == (
        (GAMES["fire-and-ice"], Score(1, 0)),
        (GAMES["compass-collisions"], Score(1, 1)),
    )


def test_a_player_is_called_as_in_their_latest_match():
    old, new = result(1, "Ada", "Bob"), result(2, "Ada", "Bob")
    card = replace(new.card, players={**new.card.players, Seat.EC: Person(1, "Ada L.")})
    assert standings([replace(new, card=card), old])[0].name == "Ada L."


def test_time_adds_up_and_the_longest_think_names_its_match_and_step():
    results = [
        result(number, "Ada", "Bob", thinking={**NO_THINKING, Seat.EC: ThinkTime(*thinking)})
        for number, thinking in enumerate(
            [(Seconds(30), Seconds(20), 3), (Seconds(45), Seconds(40), 7)], start=1
        )
    ]
    ada, bob = standings(results)
    assert (ada.used, ada.longest) == (75, LongestThink(Seconds(40), 2, 7))
    assert (bob.used, bob.longest) == (0, None)
