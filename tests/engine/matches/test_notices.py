"""The notices of a match: each event once, reminders when due, and when to wake."""

from decimal import Decimal

import pytest

from engine.clocks import ReminderKind, Seconds
from engine.matches.entries import Cause, CauseKind
from engine.matches.match import Match
from engine.matches.notices import (
    ClockReminder,
    FlagFell,
    MatchEnded,
    MatchPaused,
    MatchResumed,
    MoveHeld,
    MoveTakenBack,
    PlayerReplaced,
    ReserveChanged,
    ReserveSpent,
    TurnStarted,
)
from engine.seats import Seat
from tests.engine.playing import begun, fire_and_ice, over, played, tried

AT_ONCE = {"first": "ec", "takeback": "0"}
HELD = {"first": "ec", "takeback": "5"}
EC, DMO = Seat.EC, Seat.DMO
BY_EC = Cause(CauseKind.ACTION, EC)


def opened(seat: Seat, cause: Cause, spent: ReserveSpent | None = None) -> TurnStarted:
    """Return the notice of a turn with the usual clock."""
    return TurnStarted((seat,), Seconds(60), Seconds(300), spent, cause)


# Notices


@pytest.mark.parametrize(
    ("options", "lines", "notices"),
    [
        (AT_ONCE, ["ec @70 E6 E7"], [opened(DMO, BY_EC, ReserveSpent(EC, Seconds(290)))]),
        (AT_ONCE, ["ec @60 E6 E7"], [opened(DMO, BY_EC)]),
        (HELD, ["ec @70 E6 E7"], [MoveHeld(EC, Seconds(75))]),
        (HELD, ["ec @10 E6 E7", "ec @11 undo"], [MoveTakenBack(EC, Seconds(49))]),
        (HELD, ["ec @59 E6 E7", "ec @62.5 undo"], [MoveTakenBack(EC, Seconds("-2.5"))]),
        ({}, ["dmo @1 first me"], [opened(DMO, Cause(CauseKind.ACTION, DMO))]),
        ({}, ["dealer @60", "dealer @60 first ec"], [opened(EC, Cause(CauseKind.LOT))]),
        (AT_ONCE, ["ec @5 concede"], [MatchEnded(over(DMO, "conceded"), BY_EC)]),
        (
            AT_ONCE,
            ["dealer @360"],
            [
                FlagFell((EC,), Seconds(360), Seconds(60), Seconds(300), Seconds(360), None),
                MatchEnded(over(DMO, "out-of-time"), Cause(CauseKind.TIME)),
            ],
        ),
        (AT_ONCE, ["ec @1 E6 E7", "host @2 undo"], [opened(EC, Cause(CauseKind.RULING))]),
        (AT_ONCE, ["host @2 time dmo +5"], [ReserveChanged(DMO, Seconds(305))]),
        (AT_ONCE, ["host @12.5 pause"], [MatchPaused()]),
        (
            AT_ONCE,
            ["host @12.5 pause", "host @50 resume"],
            [MatchResumed((EC,), Seconds("47.5"))],
        ),
        (AT_ONCE, ["host @20 seat ec Eve"], [PlayerReplaced(EC, "Eve")]),
        (HELD, ["ec @10 E6 E7", "dealer @15"], [opened(DMO, BY_EC)]),
        (
            AT_ONCE,
            ["ec @70 concede", "host @80 undo", "host @90 undo ruling"],
            [MatchEnded(over(DMO, "conceded"), Cause(CauseKind.RULING))],
        ),
        (AT_ONCE, ["ec @2 A1 A2"], []),
        (AT_ONCE, ["ec @2 hello"], []),
    ],
)
def test_each_event_is_reported_once(
    options: dict[str, str], lines: list[str], notices: list[object]
):
    *before, last = lines
    match = played(begun(fire_and_ice(**options)), *before)
    assert list(tried(match, last).notices) == notices


def test_before_the_post_arrives_a_take_back_reports_no_time():
    match = played(begun(fire_and_ice(**HELD), by_posts=True), "ec @10 E6 E7")
    assert tried(match, "ec @11 undo").notices == (MoveTakenBack(EC, None),)


def test_the_beginning_is_reported():
    chosen = Match.begin(fire_and_ice())
    fixed = Match.begin(fire_and_ice(first="ec", turn="45", reserve="10"))
    assert chosen.notices == (TurnStarted((DMO,), Seconds(60), None, None, None),)
    assert fixed.notices == (TurnStarted((EC,), Seconds(45), Seconds(10), None, None),)


# Reminders


def reminders(match: Match, *lines: str) -> list[tuple[Seconds, Seat]]:
    """Return when each seat was reminded while the lines were entered."""
    answers = []
    for line in lines:
        step = tried(match, line)
        match = step.match
        answers += [
            (notice.at, seat)
            for notice in step.notices
            if isinstance(notice, ClockReminder)
            for seat in notice.seats
        ]
    return answers


@pytest.mark.parametrize(
    ("options", "lines", "answers"),
    [
        (AT_ONCE, ["dealer @29.999"], []),
        (AT_ONCE, ["dealer @30"], [(30, EC)]),
        (AT_ONCE, ["dealer @30", "dealer @30", "dealer @31"], [(30, EC)]),
        (AT_ONCE, ["dealer @60"], [(30, EC), (55, EC), (60, EC)]),
        (AT_ONCE, ["dealer @59", "dealer @60", "dealer @89"], [(30, EC), (55, EC), (60, EC)]),
        (AT_ONCE, ["dealer @120"], [(index, EC) for index in (30, 55, 60, 90, 120)]),
        # A refused entry does not swallow what came due before it; at its own instant it waits.
        (AT_ONCE, ["ec @31 A1 A2", "dealer @31"], [(30, EC)]),
        (AT_ONCE, ["ec @30 A1 A2", "dealer @30"], [(30, EC)]),
        # A reminder that the entry itself makes pointless is not given.
        (AT_ONCE, ["ec @31 E6 E7"], []),
        (AT_ONCE, ["ec @31 E6 E7", "dealer @62"], [(61, DMO)]),
        # Dropped while a move is held, and not given afterwards either.
        (HELD, ["ec @28 E6 E7", "dealer @31", "ec @32 takeback", "dealer @54"], []),
        (HELD, ["ec @28 E6 E7", "dealer @31", "ec @32 takeback", "dealer @55"], [(55, EC)]),
        (HELD, ["ec @28 E6 E7", "ec @29 takeback", "dealer @30"], [(30, EC)]),
        # A pause moves what has not been told, and brings nothing back.
        (
            AT_ONCE,
            ["dealer @30", "host @40 pause", "host @140 resume", "dealer @155"],
            [(30, EC), (155, EC)],
        ),
        (AT_ONCE, ["host @10 pause", "dealer @100", "host @110 resume", "dealer @129"], []),
        (
            AT_ONCE,
            ["host @10 pause", "dealer @100", "host @110 resume", "dealer @130"],
            [(130, EC)],
        ),
        (AT_ONCE, ["host @10 pause", "host @7310 resume", "dealer @7330"], [(7330, EC)]),
        # Each turn has its own.
        (AT_ONCE, ["dealer @30", "ec @40 E6 E7", "dealer @69"], [(30, EC)]),
        (AT_ONCE, ["dealer @30", "ec @40 E6 E7", "dealer @70"], [(30, EC), (70, DMO)]),
        (
            AT_ONCE,
            ["dealer @30", "ec @40 E6 E7", "host @41 undo", "dealer @71"],
            [(30, EC), (71, EC)],
        ),
        # The end of a hold makes the old turn's pointless, not those of the turn that it opens.
        (HELD, ["ec @10 E6 E7", "dmo @50 hello", "dealer @50"], [(45, DMO)]),
        (HELD, ["ec @10 E6 E7", "dealer @50"], [(45, DMO)]),
        # None at or after the flag.
        (AT_ONCE | {"reserve": "30"}, ["dealer @89"], [(30, EC), (55, EC), (60, EC)]),
        (AT_ONCE | {"reserve": "30"}, ["dealer @59", "dealer @90"], [(30, EC), (55, EC)]),
        # The choice of who begins has no reserve.
        ({}, ["dealer @30", "dealer @55"], [(30, DMO), (55, DMO)]),
        ({"choice": "20"}, ["dealer @19"], [(15, DMO)]),
        # They follow what counts for nobody.
        (
            AT_ONCE | {"grace": "1.5"},
            ["dealer @61.4"],
            [(Decimal("31.5"), EC), (Decimal("56.5"), EC)],
        ),
    ],
)
def test_a_reminder_is_given_once_when_it_is_due_or_not_at_all(
    options: dict[str, str], lines: list[str], answers: list[tuple[int, Seat]]
):
    assert reminders(begun(fire_and_ice(**options)), *lines) == answers


def test_a_reserve_reminder_says_how_much_is_used_and_left():
    step = begun(fire_and_ice(**AT_ONCE)).advance_time(Seconds(90))
    assert step.notices[-2:] == (
        ClockReminder(
            (EC,), Seconds(60), ReminderKind.RESERVE_ENTERED, Seconds(0), *[Seconds(300)] * 2
        ),
        ClockReminder(
            (EC,), Seconds(90), ReminderKind.RESERVE_USED, Seconds(30), *[Seconds(270)] * 2
        ),
    )


THREE_DAYS = {"first": "ec", "turn": "259200", "reserve": "7200"}


def test_three_days_and_two_hours_of_reserve_have_eight_reminders():
    match, told = begun(fire_and_ice(**THREE_DAYS)), list[tuple[ReminderKind, Seconds]]()
    while (wake := match.next_wake()) and not match.result:
        step = match.advance_time(wake)
        match = step.match
        told += [
            (notice.kind, notice.all_left or notice.seconds)
            for notice in step.notices
            if isinstance(notice, ClockReminder)
        ]
    assert told == [
        *((ReminderKind.TIME_LEFT, Seconds(left)) for left in (129_600, 7_200, 900, 30)),
        (ReminderKind.RESERVE_ENTERED, Seconds(7_200)),
        *((ReminderKind.RESERVE_USED, Seconds(left)) for left in (3_600, 600, 60)),
    ]


def test_old_reminders_are_skipped_and_wake_nobody():
    match = begun(fire_and_ice(**THREE_DAYS))
    step = match.advance_time(Seconds(259_200 - 1_000))
    assert not [notice for notice in step.notices if isinstance(notice, ClockReminder)]
    assert step.match.next_wake() == 259_200 - 900
