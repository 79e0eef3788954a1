"""Analysis of a match that is over: the chance of winning before and after each move.

A match is taken apart into moments: positions in which somebody had to act, with the moves that
they then made. The game's opponent (`engine.opponents.choose.assess`) judges each moment, question
by question, so that a caller can show progress, stop, or spread the work.

A moment is judged by the views of the seats that had to act, as they were then, although by now
everything is open: a move is measured by what its player could know. Hidden things tell from the
next moment on, as they did in the match, and the end by the result. Where both seats had to act,
the chance is the mean of what their two views say. All secret submissions of one phase count
together: the chance before them is that of the phase's beginning, and the chance after them that of
what follows the phase.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, pairwise
from math import exp, log
from statistics import median
from typing import Any, Final

from engine.clocks import Seconds
from engine.game import ABORTED, AWARDED, AnyGame, Outcome
from engine.matches.match import Match
from engine.opponents.thinking import SearchResult
from engine.records.history import HistoryStep, fresh_match, history
from engine.refusals import Refused
from engine.seats import Seat

MIN_LOSS: Final = 0.02
"""The least loss of a bad move: no opponent judges more exactly."""
MIN_TURN: Final = 0.1
"""The least loss of a turning point."""
MAX_TURNING_POINTS: Final = 3
UNDECIDED: Final = 0.02
"""The distance from 0 and 1 beyond which a single move can still change a chance."""
MIN_GAINS: Final = 8
"""The least number of gains of which a median is taken."""
PARTS: Final = " / "
"""The sign between the parts of an action, as `Game.write` writes it."""


@dataclass(frozen=True, slots=True)
class Question:
    """A seat's task at a moment, as far as it could see then."""

    seat: Seat
    view: Any


@dataclass(frozen=True, slots=True)
class Move:
    """A player's move.

    Attributes:
        text: The typed text, as the game writes it; empty if their time ran out.
        seconds: The time that it took; None in a match without clocks.
    """

    seat: Seat
    text: str
    seconds: Seconds | None


@dataclass(frozen=True, slots=True)
class Moment:
    """A position in which somebody had to act, and the moves made then.

    Attributes:
        state: The game's state.
        questions: The views of the seats that had to act.
        moves: The moves that led to the next moment; in a phase of secrets all submissions.
    """

    state: Any
    questions: tuple[Question, ...]
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move with its effect on the chance of winning.

    Attributes:
        number: The number of the move in the match, counted from 1.
        before: The EC's chance of winning before it, from 0 to 1.
        after: The same after it.
        better: A better action, as it would be typed; empty if the move was no worse.
        counts: True if it is its player's last one of a moment; submissions that they then replaced
            or added to do not count for themselves.
    """

    number: int
    move: Move
    before: float
    after: float
    better: str = ""
    counts: bool = True

    @property
    def own_before(self) -> float:
        """The chance of winning that its player had before it."""
        return self.before if self.move.seat is Seat.EC else 1 - self.before

    @property
    def own_after(self) -> float:
        """The chance of winning that its player had after it."""
        return self.after if self.move.seat is Seat.EC else 1 - self.after

    @property
    def loss(self) -> float:
        """The part of its player's chance of winning that it cost; below zero if it gained some."""
        return self.own_before - self.own_after


@dataclass(frozen=True)
class Analysis:
    """A match that is over, judged move by move."""

    moves: tuple[JudgedMove, ...]
    outcome: Outcome

    @cached_property
    def turning_points(self) -> tuple[JudgedMove, ...]:
        """The moves that cost their player most, in order."""
        costly = [move for move in self.moves if move.counts and move.loss >= MIN_TURN]
        costly.sort(key=lambda move: -move.loss)
        return tuple(sorted(costly[:MAX_TURNING_POINTS], key=lambda move: move.number))


@dataclass(frozen=True)
class Course:
    """The course that a match took until it was over.

    Attributes:
        moments: Its moments; the last one has no moves if a host ended the match there.
    """

    game: AnyGame
    moments: tuple[Moment, ...]
    outcome: Outcome

    @classmethod
    def of(cls, match: Match) -> "Course":
        """Take apart a match that is over; undone and taken-back moves are left out.

        Raises:
            ValueError: It is not over.
        """
        if match.result is None:
            raise ValueError("only a match that is over can be analysed")
        return cls(match.game, tuple(_moments(match)), match.result)

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions that `analysis` wants a thought on, in order."""
        return tuple(question for moment in self.moments for question in moment.questions)

    def analysis(self, thoughts: Sequence[SearchResult[str]]) -> Analysis:
        """Judge every move by a thought on each question; actions are written as typed."""
        following = iter(thoughts)
        judged = [
            {question.seat: next(following) for question in moment.questions}
            for moment in self.moments
        ]
        winner = self.outcome.winner
        chances = _chances(judged) + ([float(winner is Seat.EC)] if winner else [])
        moves = list[JudgedMove]()
        for index, moment in enumerate(self.moments):
            before, after = chances[index], chances[min(index + 1, len(chances) - 1)]
            last = {move.seat: move for move in moment.moves}
            for move in moment.moves:
                done = JudgedMove(
                    len(moves) + 1, move, before, after, counts=move is last[move.seat]
                )
                thought = judged[index].get(move.seat)
                moves.append(self._with_better(done, moment, thought))
        return Analysis(tuple(moves), self.outcome)

    def _with_better(
        self, done: JudgedMove, moment: Moment, thought: SearchResult[str] | None
    ) -> JudgedMove:
        is_costly = done.counts and done.loss >= MIN_LOSS
        if is_costly and thought and self._differs(moment, done.move, thought.action):
            return replace(done, better=thought.action)
        return done

    def _differs(self, moment: Moment, move: Move, advised: str) -> bool:
        """Return whether advice is neither what was done nor a part of it."""
        parts = move.text.split(PARTS) if PARTS in move.text else []
        if any({*part.split()} == {*advised.split()} for part in parts):
            return False
        done, other = (_after(self.game, moment, move.seat, text) for text in (move.text, advised))
        return done is None or done != other


def _after(game: AnyGame, moment: Moment, seat: Seat, text: str) -> Any:
    """Return the state after a text; None if it states no action, or none that is possible."""
    try:
        return game.act(moment.state, seat, game.read(moment.state, seat, text))
    except Refused:
        return None


# Chances


def _chances(judged: Sequence[Mapping[Seat, SearchResult[str]]]) -> list[float]:
    """Return the EC's chance of winning at each moment, by the thoughts of the seats to act.

    Where nobody can tell, or a lot was due, it is that of the next moment.
    """
    own = [
        {seat: thought.chance for seat, thought in thoughts.items() if thought.chance is not None}
        for thoughts in judged
    ]
    bias = _bias(own)
    chances, following = list[float](), 0.5
    for seen in reversed(own):
        if seen:
            shifted = {seat: _shifted(chance, bias) for seat, chance in seen.items()}
            of_ec = [chance if seat is Seat.EC else 1 - chance for seat, chance in shifted.items()]
            following = sum(of_ec) / len(of_ec)
        chances.append(following)
    return chances[::-1]


def _bias(own: Sequence[Mapping[Seat, float]]) -> float:
    """Return how much the logarithm of its odds has to grow for a seat that has to act.

    A position looks better or worse to the seat that has to act in it, by how deep they look, and
    so the chance would go up and down with every move. As most moves are no mistakes, half of what
    a move gains in the median is that error.
    """
    gains = []
    for before, after in pairwise(own):
        if len(before) == len(after) == 1 and before.keys() != after.keys():
            ((mover,), (other,)) = before.values(), after.values()
            if all(UNDECIDED < chance < 1 - UNDECIDED for chance in (mover, other)):
                gains.append(_log_odds(1 - other) - _log_odds(mover))
    return median(gains) / 2 if len(gains) >= MIN_GAINS else 0.0


def _shifted(chance: float, bias: float) -> float:
    return 1 / (1 + exp(-_log_odds(chance) - bias)) if 0 < chance < 1 else chance


def _log_odds(chance: float) -> float:
    return log(chance / (1 - chance))


# The log


def _moments(match: Match) -> Iterator[Moment]:
    steps = history(fresh_match(match), match.entries)
    moves = (step for step in steps if step.counts and step.is_move)
    for _, together in groupby(moves, _occasion):
        yield _moment([*together])
    if match.result and match.result.reason in {AWARDED, ABORTED}:
        yield Moment(match.state, _questions(match.game, match.state), ())


def _occasion(step: HistoryStep) -> object:
    """Return the phase of secrets that a step belongs to; else one of its own."""
    timing = step.game.timing(step.state)
    return timing.occasion if timing and step.game.takes_secrets(step.state) else object()


def _moment(steps: Sequence[HistoryStep]) -> Moment:
    first = steps[0]
    moves = list[Move]()
    for step in steps:
        has_submitted = any(move.seat in step.seats for move in moves)
        if not (has_submitted and _gives_nothing_away(step)):
            moves += [Move(seat, step.text, step.seconds) for seat in step.seats]
    return Moment(first.state, _questions(first.game, first.state), tuple(moves))


def _gives_nothing_away(step: HistoryStep) -> bool:
    """Return whether a step is the end of a submission, as `lock`, which says nothing by itself."""
    return step.action is not None and step.game.is_private(step.state, step.action) is None


def _questions(game: AnyGame, state: Any) -> tuple[Question, ...]:
    return tuple(Question(seat, game.view(state, seat)) for seat in game.to_act(state))
