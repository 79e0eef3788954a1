"""The matches to play, made from a seed by playing legal moves in the engine.

A script gives, for each act, the number of boards in the room once it has taken effect. That is all
that its players have to know of the match.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from engine.clocks import Seconds
from engine.games import GAMES
from engine.matches.entries import POSTED, Entry, Speaker
from engine.matches.match import Match, Transition
from engine.matches.notices import MatchEnded, RulingUndone, TurnContinued, TurnStarted
from engine.options import read_options
from engine.refusals import NotASubmission
from engine.seats import Seat

MOMENT: Final = Seconds("0.01")
SHOWING: Final = (TurnContinued, RulingUndone, MatchEnded)
"""The notices of which each is a board, beside the first board of a turn."""


class Way(Enum):
    """The ways of doing something."""

    SAY = "typed in the room"
    TELL = "typed to the Dealer alone"
    FILL_IN = "sent by form"
    CHAT = "conversation, of which nothing comes"
    ERR = "typed in the room, and refused"
    ASK = "told to the Dealer alone, and refused"
    THINK = "nothing, for a while"
    PAUSE = "the host stops the clocks for a while"
    TAKE_BACK = "typed, and taken back by a word"
    DELETE = "typed, taken back by deletion, and typed anew"
    EDIT = "typed, and edited into the same in other words"
    MEND = "typed wrong, refused, and mended by an edit"
    WAIT = "nothing, until time has run out"
    CHOOSE = "typed to the Dealer alone, who asks for which match it is"
    FLOOD = "typed in the room, after many lines at once that are refused"
    SHUT = "typed in the room while the Dealer may not view it, which the host puts right"
    HIDDEN = "typed in the room while its history is hidden, which the host puts right"
    RULE = "ruled by the host, who is shown it first"


IDLE: Final = {Way.CHAT, Way.ERR, Way.ASK, Way.THINK, Way.PAUSE}
"""Ways that leave the position as it is."""
ALOUD: Final = {
    *(Way.SAY, Way.TAKE_BACK, Way.DELETE, Way.EDIT, Way.MEND),
    *(Way.FLOOD, Way.SHUT, Way.HIDDEN),
}
"""Ways of a player in the room that count."""
RULED_BY: Final = {Way.PAUSE: ["pause", "resume"], Way.SHUT: ["resume"], Way.HIDDEN: ["resume"]}
"""The host's rulings while the clocks are stopped."""


@dataclass(frozen=True)
class Act:
    """An act of somebody.

    Attributes:
        seat: Player's seat; None if no player acts.
        wrong: Text typed first, if it is to be mended.
    """

    seat: Seat | None
    text: str
    way: Way
    wrong: str = ""


@dataclass(frozen=True)
class Turn:
    """Simultaneous acts, and the number of boards in the room before and after."""

    acts: tuple[Act, ...]
    boards_before: int
    boards: int


@dataclass
class Script:
    """A match to be played: it is played in the engine alone, act by act.

    Attributes:
        game: The game's name.
        options: Options of the start command.
        files: Files that go with the command.
        headers: Options that the files stand for.
        name: Unique name.
        is_brisk: True if clocks are so short that a player who is held up has lost.
        asks_ready: True if it waits for both players to be ready.
        boards: Number of boards in the room so far.
    """

    game: str
    options: Mapping[str, Any]
    files: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    is_brisk: bool = False
    asks_ready: bool = False
    turns: list[Turn] = field(default_factory=list)
    boards: int = 1
    match: Match = field(init=False)

    def __post_init__(self) -> None:
        kind = GAMES[self.game]
        values = {name: str(value) for name, value in self.options.items()}
        game = kind(**read_options(kind, {**values, **self.headers}))
        self.match = self._posted(Match.begin(game, starts_clock_by_post=True).match)

    @property
    def log(self) -> tuple[tuple[str, str], ...]:
        """The lines of players and lots, in order."""
        return told(self.match.entries)

    @property
    def rulings(self) -> list[str]:
        """The host's rulings, in order."""
        return [ruling for turn in self.turns for act in turn.acts for ruling in _rulings(act)]

    @property
    def rules(self) -> Any:
        """The match's game; each has options of its own."""
        return self.match.game

    @property
    def is_over(self) -> bool:
        """True once the match has ended."""
        return self.match.result is not None

    @property
    def takes_secrets(self) -> bool:
        """True while something is to be submitted to the Dealer alone."""
        return not self.is_over and self.rules.takes_secrets(self.match.state)

    @property
    def may_undo(self) -> bool:
        """True if the last counted act was done in the room, by one player and not by a host."""
        counted = (turn.acts for turn in reversed(self.turns) if turn.acts[0].way not in IDLE)
        (act, *other_acts) = next(counted, (None,))
        return act is not None and not other_acts and act.way in ALOUD

    def has(self, *ways: Way) -> bool:
        """Return whether something was done in one of these ways."""
        return any(act.way in ways for turn in self.turns for act in turn.acts)

    def is_refused(self, seat: Seat, text: str) -> bool:
        """Return whether a text is wrong, but meant for the match."""
        refusal = self._tried(Speaker(seat.value), text).refusal
        return refusal is not None and not isinstance(refusal, NotASubmission)

    def is_held(self, seat: Seat, text: str) -> bool:
        """Return whether a move could be taken back for a while."""
        return self._tried(Speaker(seat.value), text).match.held is not None

    def act(self, *acts: Act) -> None:
        """Add an action that counts, or several simultaneous ones."""
        before = self.boards
        for act in acts:
            assert act.seat
            self._enter(Speaker(act.seat.value), act.text)
        self.turns.append(Turn(acts, before, self.boards))

    def idle(self, way: Way, seat: Seat | None = None, text: str = "") -> None:
        """Add something that leaves the position as it is."""
        assert seat is None or self._tried(Speaker(seat.value), text).refusal, text
        self.turns.append(Turn((Act(seat, text, way),), self.boards, self.boards))

    def wait(self) -> None:
        """Add a wait until time has run out."""
        due = self.match.next_due()
        assert due is not None
        before = self.boards
        self._take(self.match.advance_time(due).chain(Match.draw_lots))
        self.turns.append(Turn((Act(None, "", Way.WAIT),), before, self.boards))

    def rule(self, ruling: str) -> None:
        """Add a host's ruling, given after its preview."""
        before = self.boards
        self._enter(Speaker.HOST, ruling)
        self.turns.append(Turn((Act(None, ruling, Way.RULE),), before, self.boards))

    def _tried(self, speaker: Speaker, text: str) -> Transition:
        return self.match.enter(Entry(speaker, self.match.now + MOMENT, text))

    def _enter(self, speaker: Speaker, text: str) -> None:
        step = self._tried(speaker, text).chain(Match.draw_lots)
        assert not step.refusal, (self.game, speaker, text, step.refusal)
        if step.match.held and step.match.held.until is not None:
            until = step.match.held.until
            step = step.chain(lambda held: held.advance_time(until).chain(Match.draw_lots))
        self._take(step)

    def _take(self, step: Transition) -> None:
        kinds = [type(notice) for notice in step.notices]
        self.boards += (TurnStarted in kinds) + sum(kinds.count(sentence) for sentence in SHOWING)
        self.match = self._posted(step.match) if TurnStarted in kinds else step.match

    @staticmethod
    def _posted(match: Match) -> Match:
        return match.enter(Entry(Speaker.DEALER, match.now, POSTED)).match


def told(entries: Iterable[Entry]) -> tuple[tuple[str, str], ...]:
    """Return the lines of players and lots in a log, without times and entries taken back."""
    lines: list[tuple[str, str]] = []
    for entry in entries:
        name, text = entry.speaker.value, " ".join(entry.text.split())
        if entry.ruling or (entry.speaker is Speaker.DEALER and text in {"", POSTED}):
            continue
        if text.lower() in {"takeback", "take back"} and lines:
            lines.pop()
        else:
            lines.append((name, text))
    return tuple(lines)


def _rulings(act: Act) -> list[str]:
    return [act.text] if act.way is Way.RULE else RULED_BY.get(act.way, [])
