"""Games of rounds in which both seats submit in secret, and one function resolves the round.

A game declares its words, its sentences and its options, and writes `start`, `read_submission`,
`write_submission`, `candidates`, `check`, `resolve`, `shown` and `position`. With `rebuilt` and
`value`, the Dealer plays it as well. Nobody begins, and nothing is drawn.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from engine.clocks import Deadline, Seconds, Timing
from engine.game import Game, GameView, Outcome, TakeBack
from engine.notation import CONCEDE, Token, tokens
from engine.options import FIXED_SEAT, option
from engine.refusals import Illegal, NotASubmission
from engine.seats import PUBLIC, SEATS, Seat, Viewer

# Records may state who begins, as in every game; here it changes nothing, so no host is asked.
UNUSED_SEAT: Final = replace(FIXED_SEAT, by_host=False)

A = TypeVar("A")


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedState(Generic[A]):
    """The common part of the states of these games.

    Attributes:
        sealed: The EC's and the DMO's submission for the open round; None where there is none.
        turns: The number of rounds opened before this one, replays included.
        replayed: The number of rounds replayed so far.
        is_replay: True if the open round replays one in which nobody submitted anything.
        outcome: The result of the game; None while it goes on.
    """

    sealed: tuple[A | None, A | None] = (None, None)
    turns: int = 0
    replayed: int = 0
    is_replay: bool = False
    outcome: Outcome | None = None

    @property
    def submitted(self) -> tuple[Seat, ...]:
        """The seats whose submission is in."""
        return tuple(
            seat for seat, action in zip(SEATS, self.sealed, strict=True) if action is not None
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedView(GameView, Generic[A]):
    """The common part of the views of these games; `SealedGame.view` fills it in.

    Attributes:
        submitted: The seats whose submission is in.
        sealed: The EC's and the DMO's submission for the open round, where the viewer may see it.
        replayed: The number of rounds replayed so far.
        is_replay: True if the open round replays one in which nobody submitted anything.
        viewer: The viewer.
    """

    submitted: tuple[Seat, ...] = ()
    sealed: tuple[A | None, A | None] = (None, None)
    replayed: int = 0
    is_replay: bool = False
    viewer: Viewer = PUBLIC

    @property
    def own(self) -> A | None:
        """The viewer's own submission for the open round."""
        return self.sealed[SEATS.index(self.viewer)] if self.viewer else None


S = TypeVar("S", bound=SealedState[Any])
V = TypeVar("V", bound=SealedView[Any])


@dataclass(frozen=True, kw_only=True)
class SealedGame(Game[S, A, V], Generic[S, A, V]):
    """The rules of a game of sealed rounds; its other options are declared by the game.

    Attributes:
        turn: The time of a round, for both seats at once, in seconds.
        replays: The number of rounds in a match that are replayed if nobody submits anything.
    """

    first: Seat | None = option(UNUSED_SEAT, None)
    turn: Seconds
    replays: int

    @abstractmethod
    def start(self) -> S:
        """Return the state of the first round."""

    @abstractmethod
    def read_submission(self, typed: tuple[Token, ...]) -> A:
        """Return the submission that words and cells make; there is at least one.

        Raises:
            NotASubmission: They are conversation.
            Malformed: They make none.
        """

    @abstractmethod
    def write_submission(self, submission: A) -> str:
        """Return a submission as it is typed, the same for either seat."""

    @abstractmethod
    def candidates(self, state: S) -> Iterable[A]:
        """Return the submissions of which some are legal, in a fixed order."""

    @abstractmethod
    def check(self, state: S, seat: Seat, submission: A) -> None:
        """Check a submission.

        Raises:
            Illegal: The rules forbid it.
        """

    @abstractmethod
    def resolve(self, state: S, ec: A | None, dmo: A | None) -> S:
        """Return the state after a round; None stands for a seat that submitted nothing in time."""

    @abstractmethod
    def shown(self, state: S) -> V:
        """Return what everybody sees; the kind adds the submissions that a viewer may see."""

    def rebuilt(self, view: V) -> S:
        """Return the state that a view shows, for the common opponent to think about."""
        raise NotImplementedError

    def value(self, state: S, seat: Seat) -> float:  # noqa: ARG002 - some have nothing to count
        """Return the logarithm of a seat's odds in an undecided state, as they seem at a glance."""
        return 0.0

    def submissions(self, state: S, seat: Seat) -> Iterator[A]:
        """Yield a seat's legal submissions, in a fixed order."""
        for submission in self.candidates(state):
            with suppress(Illegal):
                self.check(state, seat, submission)
                yield submission

    def begin(self) -> S:
        return self.start()

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Return the seats whose submission is not in."""
        return () if state.outcome else tuple(seat for seat in SEATS if seat not in state.submitted)

    def accepts_from(self, state: S, seat: Seat, action: A | TakeBack | None) -> bool:  # noqa: ARG002
        """Return True until both are in: until then either seat may replace its own."""
        return state.outcome is None

    def timing(self, state: S) -> Timing | None:
        """Return a plain limit for both."""
        return None if state.outcome else Timing(state.turns, Deadline(self.turn))

    def read_plain(self, state: S, seat: Seat, text: str) -> A:  # noqa: ARG002
        """Read a submission."""
        typed = tokens(text, self.words, self.suffixes)
        if not typed or CONCEDE in typed:
            raise NotASubmission
        return self.read_submission(typed)

    def write(self, action: A | TakeBack) -> str:
        return str(action) if isinstance(action, TakeBack) else self.write_submission(action)

    def legal(self, state: S, seat: Seat) -> Iterator[A]:
        if seat in self.to_act(state):
            yield from self.submissions(state, seat)

    def act(self, state: S, seat: Seat, action: A | TakeBack) -> S:
        """Submit, and resolve the round once both have.

        Raises:
            Illegal: The rules forbid the submission.
        """
        submitted = self.submit(state, seat, action)
        return submitted if self.to_act(submitted) else self._resolved(submitted)

    def submit(self, state: S, seat: Seat, action: A | TakeBack) -> S:
        if isinstance(action, TakeBack):
            raise NotASubmission
        self.check(state, seat, action)
        ec, dmo = state.sealed
        return replace(state, sealed=(action, dmo) if seat is Seat.EC else (ec, action))

    def takes_secrets(self, state: S) -> bool:
        return state.outcome is None

    def is_private(self, state: S, action: A) -> bool:  # noqa: ARG002 - all are alike
        return self.takes_secrets(state)

    def expire(self, state: S) -> S:
        """Resolve the round, or replay it if nobody has submitted anything."""
        if state.submitted or state.replayed == self.replays:
            return self._resolved(state)
        return replace(state, turns=state.turns + 1, replayed=state.replayed + 1, is_replay=True)

    def view(self, state: S, viewer: Viewer) -> V:
        """Return what everybody sees, with the viewer's own submission."""
        ec, dmo = state.sealed
        own = (ec if viewer is Seat.EC else None, dmo if viewer is Seat.DMO else None)
        return replace(
            self.shown(state),
            submitted=state.submitted,
            sealed=own,
            replayed=state.replayed,
            is_replay=state.is_replay,
            viewer=viewer,
        )

    def reveal(self, state: S) -> V:
        """Return what everybody sees, with the submissions of a round that was never resolved."""
        return replace(self.view(state, PUBLIC), sealed=state.sealed)

    def _resolved(self, state: S) -> S:
        resolved = self.resolve(state, *state.sealed)
        return replace(
            resolved,
            sealed=(None, None),
            turns=state.turns + 1,
            replayed=state.replayed,
            is_replay=False,
        )
