"""Standings: wins and losses game by game, and think times."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.values.card import MatchCard
from engine.clocks import ZERO, Seconds
from engine.game import AnyGame, Outcome
from engine.matches.entries import Entry
from engine.matches.match import Match
from engine.records.history import history
from engine.records.summary import ThinkTime, thinking_in
from engine.seats import SEATS, Seat


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that is over, with its log."""

    card: MatchCard
    outcome: Outcome
    entries: tuple[Entry, ...]


class ExclusionReason(StrEnum):
    """The reason why a finished match is not in the standings."""

    AGAINST_DEALER = "against-the-dealer"
    REHEARSAL = "rehearsal"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class Result:
    """The facts of a finished match for the standings, with each seat's think times."""

    card: MatchCard
    outcome: Outcome
    thinking: Mapping[Seat, ThinkTime]

    @property
    def apart(self) -> ExclusionReason | None:
        """The reason why it is not in the standings; None if it is."""
        if self.outcome.winner is None:
            return ExclusionReason.ABORTED
        if self.card.dealers_seats:
            return ExclusionReason.AGAINST_DEALER
        # The person who chose the seed could know every lot before the match.
        return ExclusionReason.REHEARSAL if self.card.game.commitment is None else None


@dataclass(frozen=True, slots=True)
class Score:
    """A number of wins and losses."""

    wins: int = 0
    losses: int = 0


@dataclass(frozen=True, slots=True)
class LongestThink:
    """A player's longest think: its match, and the step in it."""

    seconds: Seconds
    match_id: int
    step: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line in the standings.

    Attributes:
        rank: Place; players with as many wins and losses share it.
        name: Name in their latest match.
        by_game: Score in each game that they have played, in the order of their first matches.
        used: Seconds used in all.
        longest: The move that took them longest; None if they made none.
    """

    rank: int
    player_id: int
    name: str
    score: Score
    by_game: tuple[tuple[type[AnyGame], Score], ...]
    used: Seconds
    longest: LongestThink | None

    @property
    def order(self) -> tuple[int, int]:
        """The better of two standings has the lesser one."""
        return -self.score.wins, self.score.losses


def result_of(match: FinishedMatch) -> Result:
    """Return a match's facts for the standings, or raise Refused."""
    beginning = Match.begin(match.card.game, starts_clock_by_post=True, has_reminders=False).match
    return Result(match.card, match.outcome, thinking_in(history(beginning, match.entries)))


def standings(results: Iterable[Result]) -> tuple[Standing, ...]:
    """Rank the players by their wins, then by the fewest losses, then by name.

    Only matches that count are in them: see `Result.apart`.
    """
    matches: dict[int, list[tuple[Result, Seat]]] = {}
    for result in sorted(results, key=lambda ranked: ranked.card.id):
        if result.apart is None:
            for seat in SEATS:
                matches.setdefault(result.card.players[seat].id, []).append((result, seat))
    unranked = [_standing(player_id, played) for player_id, played in matches.items()]
    ordered = sorted(unranked, key=lambda standing: (*standing.order, standing.name.casefold()))
    orders = [standing.order for standing in ordered]
    return tuple(replace(standing, rank=orders.index(standing.order) + 1) for standing in ordered)


def _standing(player_id: int, played: list[tuple[Result, Seat]]) -> Standing:
    """Return the line of a player from their matches, oldest first; its rank is still to come."""
    by_game: dict[type[AnyGame], list[bool]] = {}
    for result, seat in played:
        by_game.setdefault(type(result.card.game), []).append(result.outcome.winner is seat)
    thinks = [
        LongestThink(result.thinking[seat].longest, result.card.id, result.thinking[seat].step)
        for result, seat in played
        if result.thinking[seat].step
    ]
    latest, seat = played[-1]
    return Standing(
        0,
        player_id,
        latest.card.players[seat].name,
        _score([is_won for games in by_game.values() for is_won in games]),
        tuple((kind, _score(games)) for kind, games in by_game.items()),
        sum((result.thinking[seat].used for result, seat in played), ZERO),
        max(thinks, key=lambda think: think.seconds, default=None),
    )


def _score(games: list[bool]) -> Score:
    return Score(games.count(True), games.count(False))
