"""Standings: wins and losses game by game, and think times."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

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
    """A match that is over.

    Attributes:
        entries: Log of the match.
    """

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
    """The facts of a finished match for the standings.

    Attributes:
        thinking: Think times of each seat.
    """

    card: MatchCard
    outcome: Outcome
    thinking: Mapping[Seat, ThinkTime]

    @property
    def counts(self) -> bool:
        """True if it is in the standings."""
        return self.apart is None

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

    def after(self, *, is_won: bool) -> "Score":
        """Return the score after one more match."""
        return Score(self.wins + is_won, self.losses + (not is_won))


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
        player_id: Discord id.
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


def result_of(match: FinishedMatch) -> Result:
    """Return a match's facts for the standings, or raise Refused."""
    beginning = Match.begin(match.card.game, starts_clock_by_post=True, has_reminders=False).match
    return Result(match.card, match.outcome, thinking_in(history(beginning, match.entries)))


def standings(results: Iterable[Result]) -> tuple[Standing, ...]:
    """Rank the players by their wins, then by the fewest losses, then by name.

    Only matches that count are in them: see `Result.apart`.
    """
    tallies: dict[int, _Tally] = {}
    for result in sorted(results, key=lambda ranked: ranked.card.id):
        if result.counts:
            for seat in SEATS:
                tallies.setdefault(result.card.players[seat].id, _Tally()).add(result, seat)
    ordered = sorted(
        tallies.items(), key=lambda ranked: (*ranked[1].order, ranked[1].name.casefold())
    )
    orders = [tally.order for _, tally in ordered]
    return tuple(
        tally.standing(orders.index(tally.order) + 1, player_id) for player_id, tally in ordered
    )


class _Tally:
    """A player's matches while they are counted."""

    def __init__(self) -> None:
        self.name = ""
        self._score = Score()
        self._by_game: dict[Any, Score] = {}
        self._used = ZERO
        self._longest: LongestThink | None = None

    @property
    def order(self) -> tuple[int, int]:
        return -self._score.wins, self._score.losses

    def add(self, result: Result, seat: Seat) -> None:
        is_won, kind = result.outcome.winner is seat, type(result.card.game)
        self.name = result.card.players[seat].name
        self._score = self._score.after(is_won=is_won)
        self._by_game[kind] = self._by_game.get(kind, Score()).after(is_won=is_won)
        thinking = result.thinking[seat]
        self._used += thinking.used
        if thinking.step and (self._longest is None or thinking.longest > self._longest.seconds):
            self._longest = LongestThink(thinking.longest, result.card.id, thinking.step)

    def standing(self, rank: int, player_id: int) -> Standing:
        by_game = tuple(self._by_game.items())
        return Standing(rank, player_id, self.name, self._score, by_game, self._used, self._longest)
