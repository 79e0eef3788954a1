"""The interface of all games: options, a state, and pure functions over it."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Final, Generic, Protocol, TypeAlias, TypeVar

from engine.clocks import Reserve, Seconds, Timing
from engine.grids.grid import Cell
from engine.notation import PASS, is_concession, plain
from engine.options import COMMITMENT, FIXED_SEAT, GRACE, INTEGER, OptionFile, option
from engine.refusals import MALFORMED, NotASubmission, Refusal, Refused, untimely
from engine.seats import PUBLIC, Seat, Viewer
from engine.words.sentences import Sentence

State = TypeVar("State", bound="GameState")
Action = TypeVar("Action")
View = TypeVar("View", bound="GameView")

Json: TypeAlias = dict[str, Any] | list[Any] | str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason why a match ended.

    Attributes:
        code: Its word in records (docs/record.md).
        sentence: The reason without a full stop; `loser` is the player who lost.
    """

    code: str
    sentence: Sentence = field(compare=False)

    def __str__(self) -> str:
        return self.code


OUT_OF_TIME: Final = Reason("out-of-time", Sentence("{loser} has run out of time"))
CONCEDED: Final = Reason("conceded", Sentence("{loser} concedes"))
AWARDED: Final = Reason("awarded", Sentence("The host awards the match"))
ABORTED: Final = Reason("aborted", Sentence("it was aborted, and nobody won"))
SHARED_REASONS: Final = frozenset({OUT_OF_TIME, CONCEDED, AWARDED, ABORTED})
"""Why a match of any game may end, whatever its rules."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a match: its winner (none if it was aborted) and the reason."""

    winner: Seat | None
    reason: Reason

    @property
    def written(self) -> dict[str, str | None]:
        """The result in a record's notation (docs/record.md)."""
        return {"winner": self.winner, "reason": self.reason.code}


NOT_YOUR_TURN: Final = untimely("not-your-turn", "It isn't your turn.")
LATE_TAKE_BACK: Final = untimely(
    NOT_YOUR_TURN.code, "It isn't your turn, and your move is already final."
)
NOTHING_HELD: Final = untimely("nothing-held", "You have no move to take back.")


class GameState(Protocol):
    """The common part of all games' states."""

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game; None while it goes on.

        A match asks often, so this is worked out once, when the state is made.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """The common part of all games' views.

    Attributes:
        outcome: The result of the match; None while it goes on.
    """

    outcome: Outcome | None = None


class TakeBack(Enum):
    """The one action that every game shares: cancel the held move."""

    TAKE_BACK = "takeback"

    def __str__(self) -> str:
        return self.value


TAKE_BACK: Final = TakeBack.TAKE_BACK


@dataclass(frozen=True, kw_only=True)
class Game(ABC, Generic[State, Action, View]):
    """A game with the options of one match; its methods are pure functions over states.

    A subclass declares its options as fields (`engine.options.option`). States, actions and views
    are frozen values. Only `view` and `position` show a state.

    Attributes:
        name: The game's name in records and commands.
        title: The game's name for people.
        summary: The game in a line, in the lists of the docs.
        designers: The people who designed it.
        featured_in: The season in which it was featured, if that is known.
        origin: The game that it grew from, if there is one.
        words: Every word that can be typed in it.
        suffixes: The words that may follow a cell without a space.
        other_words: Words that players type by mistake, with the words they mean; an empty text for
            what is beside the point.
        reasons: The reasons for which its own rules end it.
        boards: The names that tell its boards apart (`Refused.board`); none where there is one.
        files: The text files that a host may attach, by name.
        examples: Texts that can be typed in it, covering every kind of action.
        grammar: The rules of its notation, `action` and, if it draws any, `lot` (docs/record.md).
        has_near_misses: False where a text that is nearly a move is conversation.
        folder: The folder of its rules; its pictures, words and commands share this name.
        has_secrets: True if players ever submit something in secret in it.
        is_judged: True if hosts judge it by lines that they type.
        seed: The seed of lots and generated boards.
        commitment: The text that the room was told of the seed before the match (`engine.seeds`),
            if any; then each stated lot must be the one that the seed gives.
        first: The seat that begins, if the host has said so.
        grace: The part of each turn, phase and choice that counts for nobody, in seconds.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    designers: ClassVar[tuple[str, ...]] = ()
    featured_in: ClassVar[str] = ""
    origin: ClassVar["type[AnyGame] | None"] = None
    words: ClassVar[frozenset[str]]
    suffixes: ClassVar[frozenset[str]] = frozenset()
    other_words: ClassVar[Mapping[str, str]] = {}
    reasons: ClassVar[AbstractSet[Reason]]
    boards: ClassVar[tuple[str, ...]] = ("",)
    files: ClassVar[Mapping[str, OptionFile]] = {}
    examples: ClassVar[tuple[str, ...]]
    grammar: ClassVar[str]
    has_near_misses: ClassVar[bool] = True
    folder: ClassVar[str]
    has_secrets: ClassVar[bool]
    is_judged: ClassVar[bool]

    seed: int = option(INTEGER, 0)
    commitment: str | None = option(COMMITMENT, None)
    first: Seat | None = option(FIXED_SEAT, None)
    grace: Seconds = option(GRACE, Seconds(0))

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        package = cls.__module__.rpartition(".")[0]
        cls.folder = package.rpartition(".")[2]
        cls.has_secrets = cls.takes_secrets is not Game.takes_secrets
        cls.is_judged = cls.apply_host_line is not Game.apply_host_line

    @classmethod
    def reason(cls, code: str) -> Reason:
        """Return one of the reasons for which a match of this game may end.

        Raises:
            ValueError: It never ends for that.
        """
        for reason in (*SHARED_REASONS, *cls.reasons):
            if reason.code == code:
                return reason
        raise ValueError(code)

    @property
    def starting_reserve(self) -> Reserve | None:
        """Each seat's reserve at the start; None in a game without reserve."""
        return None

    @property
    def reserve_period(self) -> Seconds | None:
        """The length of a period, in games that count their reserve in periods."""
        return None

    @abstractmethod
    def begin(self) -> State:
        """Return the state in which a match starts."""

    @cached_property
    def beginning(self) -> State:
        """The state in which a match starts, made once."""
        return self.begin()

    @abstractmethod
    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Return the seats that have to act, `ec` before `dmo`.

        There are none while a lot is due or a host is awaited, and once the game is over.
        """

    def awaits_host(self, state: State) -> bool:  # noqa: ARG002 - most games need no judge
        """Return whether a host has to rule before anybody acts; no clock runs meanwhile."""
        return False

    def accepts_from(self, state: State, seat: Seat, action: Action | TakeBack | None) -> bool:  # noqa: ARG002
        """Return whether a seat may say this now; `action` is None if the text was malformed."""
        return seat in self.to_act(state)

    def rejection(self, state: State, seat: Seat, action: Action | TakeBack | None) -> Refusal:  # noqa: ARG002
        """Return the refusal of what a seat may not say now."""
        return LATE_TAKE_BACK if isinstance(action, TakeBack) else NOT_YOUR_TURN

    @abstractmethod
    def timing(self, state: State) -> Timing | None:
        """Return the clock that runs; None while a host is awaited and once the game is over.

        While a lot is due in the middle of a turn that goes on, it is the turn's; otherwise None.
        """

    @property
    @abstractmethod
    def top_right(self) -> Cell:
        """The upper right corner of its board, or of the largest of several."""

    def top_right_on(self, board: str) -> Cell:  # noqa: ARG002 - those of most games are alike
        """Return the upper right corner of one of its boards."""
        return self.top_right

    def has_cell(self, cell: Cell) -> bool:
        """Return whether any of the game's boards has a cell."""
        return cell.lies_up_to(self.top_right)

    def read(self, state: State, seat: Seat, text: str) -> Action | TakeBack:
        """Return the action a text states, legal or not, ignoring any punctuation around it.

        Raises:
            NotASubmission: It is conversation.
            Malformed: It consists of the game's words and cells but makes no action.
        """
        action = self.read_plain(state, seat, plain(text))
        if not self.has_passing(state) and self.write(action) == PASS:
            raise NotASubmission
        return action

    @abstractmethod
    def read_plain(self, state: State, seat: Seat, text: str) -> Action | TakeBack:
        """Read a text already made plain, like `read`."""

    @abstractmethod
    def write(self, action: Action | TakeBack) -> str:
        """Return the text that a player would type for an action: the inverse of `read`.

        It reads as that action in every state in which the action is possible, whichever seat types
        it.
        """

    def is_submission(self, text: str) -> bool:
        """Return whether a text counts as one in any phase, legal or not; else it is conversation.

        Its words decide that alone: only which action they make may depend on the phase, and
        whether a pass is one.
        """
        try:
            self.read_plain(self.beginning, Seat.EC, plain(text))
        except NotASubmission:
            return is_concession(text)
        except Refused:
            pass
        return True

    def has_passing(self, state: State) -> bool:  # noqa: ARG002 - where it is a word, it counts
        """Return False where the game's word `pass` is just conversation now."""
        return True

    def mended(self, text: str) -> str:  # noqa: ARG002 - most games are typed in words and cells
        """Return the text that a wordless one, such as a layout, may mean; empty if none."""
        return ""

    def fault(self, text: str) -> Refused | None:  # noqa: ARG002 - most texts are just conversation
        """Return the fault of a plain text that is nearly a submission, if it is known."""
        return None

    @abstractmethod
    def legal(self, state: State, seat: Seat) -> Iterator[Action]:
        """Return all legal actions of a seat that is to act, in a fixed order."""

    @abstractmethod
    def act(self, state: State, seat: Seat, action: Action | TakeBack) -> State:
        """Return the state after an action.

        Raises:
            Refused: The rules forbid it in this state (`Illegal`), or this is not the time for it.
        """

    def takes_secrets(self, state: State) -> bool:  # noqa: ARG002 - most have none
        """Return whether players have to submit something in secret now."""
        return False

    def may_submit(self, state: State, seat: Seat) -> bool:  # noqa: ARG002 - most wait for both
        """Return whether a seat may make a secret submission, or replace the one it made."""
        return self.takes_secrets(state)

    def submit(self, state: State, seat: Seat, action: Action | TakeBack) -> State:
        """Return the state with a secret submission, before anything that it completes is shown.

        Raises:
            Refused: As `act` does.
        """
        raise NotImplementedError

    def is_private(self, state: State, action: Action) -> bool | None:  # noqa: ARG002
        """Return whether an action is secret, and so must not be typed in the room.

        Return None if it belongs to a secret but gives nothing away, and so may be said anywhere.
        """
        return False

    def take_back_seconds(self, seat: Seat, action: Action) -> Seconds:  # noqa: ARG002 - for games with take-backs
        """Return the seconds for which a seat may take a legal action back before its effect."""
        return Seconds(0)

    def apply_host_line(self, state: State, text: str) -> State:  # noqa: ARG002 - for games with a judge
        """Return the state after a host's line: a text that begins with `!`, here without it.

        Raises:
            Refused: The game has no such ruling (`Malformed`), or it is not possible now.
        """
        raise MALFORMED()

    @abstractmethod
    def expire(self, state: State) -> State:
        """Return the state after the time of `timing` has run out."""

    def draw(self, state: State, generator: Random) -> str | None:  # noqa: ARG002
        """Draw the lot that is due, as a record states it; None if none is due."""
        return None

    def settle(self, state: State, lot: str) -> State:
        """Return the state after a lot.

        Raises:
            Refused: The text does not state the lot that is due.
        """
        raise NotImplementedError

    @abstractmethod
    def view(self, state: State, viewer: Viewer) -> View:
        """Return everything a viewer may see, and nothing else."""

    def host_view(self, state: State) -> View:
        """Return the view of a host who judges: usually just what everybody sees."""
        return self.view(state, PUBLIC)

    def reveal(self, state: State) -> View:
        """Return the view of everybody once the match is over, with all that was hidden."""
        return self.view(state, PUBLIC)

    def tally(self, state: State) -> tuple[int, int] | None:  # noqa: ARG002 - some count nothing
        """Return each seat's number of what the game counts, the EC's first: the more, the better.

        Return None in a game without a count, and while there is nothing to count yet.
        """
        return None

    @abstractmethod
    def position(self, state: State) -> Json:
        """Return the public position in a record's notation (docs/record.md)."""


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game whose state, actions and views may be of any kind."""
