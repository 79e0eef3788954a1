"""Every notice that a match can give, with the largest numbers and the longest names."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from decimal import Decimal
from typing import Any

from engine.clocks import ReminderKind
from engine.game import ABORTED, SHARED_REASONS, AnyGame, Outcome, Reason
from engine.matches.entries import Cause, CauseKind
from engine.matches.notices import (
    ClockReminder,
    MatchEnded,
    MatchPaused,
    MatchResumed,
    MoveHeld,
    MoveTakenBack,
    Notice,
    PlayerReplaced,
    ReserveChanged,
    ReserveSpent,
    RulingUndone,
    SubmissionReceived,
    TurnContinued,
    TurnStarted,
)
from engine.seats import SEATS
from tests.helpers.rooms.cards import DMO, EC

HUGE = Decimal("123456789012.123")
LONGEST_NAME = 32


def every_notice(reasons: AbstractSet[Reason]) -> Iterator[Notice]:
    reserves = (HUGE, 999_999)
    causes = (Cause(CauseKind.ACTION, EC), Cause(CauseKind.RULING))
    for left in reserves:
        for cause in causes:
            yield TurnStarted((EC, DMO), Decimal(60), left, ReserveSpent(EC, left), cause)
        yield from (
            ClockReminder((EC, DMO), Decimal(1), kind, Decimal(30), left) for kind in ReminderKind
        )
        yield ReserveChanged(EC, left)
        yield MoveTakenBack(DMO, Decimal(left))
        yield TurnContinued((EC, DMO), Decimal(left), Cause(CauseKind.ACTION, EC))
        yield MatchResumed((EC, DMO), Decimal(left))
        yield RulingUndone(f"time ec +{left}", (EC, DMO), Decimal(left))
    yield from (
        TurnStarted((), Decimal(0), None, None, None),
        TurnStarted((EC, DMO), Decimal(60), Decimal("123456789012.123"), None, None),
        MatchResumed((), None),
        RulingUndone("abort", (), None),
        PlayerReplaced(EC, "_" * LONGEST_NAME),
        MatchResumed((EC,), Decimal(-1)),
    )
    yield from (MoveHeld(EC, None), MoveHeld(DMO, Decimal(5)), MatchPaused())
    for reason in reasons | SHARED_REASONS:
        winner = None if reason is ABORTED else DMO
        yield MatchEnded(Outcome(winner, reason), Cause(CauseKind.ACTION, DMO))


def received(game: AnyGame, state: Any) -> Iterator[Notice]:
    for seat in SEATS:
        view = game.view(state, seat)
        if game.takes_secrets(state) and view.own is not None:
            yield SubmissionReceived(
                seat, is_first=True, may_change=True, goes_on=True, left=Decimal("123456789012.123")
            )
