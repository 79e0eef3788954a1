"""Phases, clocks, hosts and undoing in Deep Sea Voyage, put to both referees."""

import pytest

from tests.plain.sea_stories import Case, both_referees, check

ASKED = {"first": "asked"}
SAILED = ("full",)  # boards on which nothing fits
LAST = ("worked", "full", "full")
PLACING = """
    ec board 1 => ok (dmo)
    dmo board 2 => ok (ec dmo)
    """
ROUTES = "ec pass => ok\n dmo pass => ok (ec dmo)\n"
T = "T A12 A11 A10 B11 C11"
L = "L L1 L2 L3 L4 K1"

# --------------------------------------------------------------------------------- the phases

PREGAMES = {
    "it is over once the choice is made and both are ready": """
        ec empire => not-your-turn (ec dmo)
        ec ready => ok (dmo)
        ec ready => already-ready (dmo)
        dmo empire => ok (dmo)
        dmo marauder => already-chosen (dmo)
        dmo empire => already-chosen (dmo)
        ec empire => not-your-turn (dmo)
        dmo ready => ok (dmo)
        dmo board 1 => ok (ec)
        """,
    "the choice may come last": """
        dmo ready => ok (ec dmo)
        ec ready => ok (dmo)
        dmo ready => already-ready (dmo)
        dmo board 1 => wrong-phase (dmo)
        dmo marauder => ok (ec)
        ec marauder => wrong-phase (ec)
        ec board 1 => ok (dmo)
        """,
    "and EC last of all": """
        dmo ready => ok (ec dmo)
        dmo marauder => ok (ec)
        dmo marauder => already-chosen (ec)
        ec ready => ok (ec)
        dmo marauder => not-your-turn (ec)
        """,
}


@both_referees
@pytest.mark.parametrize("story", PREGAMES.values(), ids=PREGAMES.keys())
def test_pregame(referee, story):
    check(referee, Case(story, begins="", options=ASKED))


PRIORITY = {
    "the Empire's in odd rounds, the Marauder's in even ones": Case(
        f"""
        dmo board 1 => not-your-turn (ec)
        ec board 1 => ok (dmo)
        ec board 2 => not-your-turn (dmo)
        dmo board 1 => board-taken (dmo)
        dmo board 3 => ok (ec dmo)
        ec {T} => ok
        ec lock => ok (dmo)
        dmo lock => ok (dmo)
        dmo board 1 => ok (ec)
        ec board 2 => ok (ec dmo)
        ec {T} => ok
        ec lock => ok
        dmo lock => ok (ec)
        """,
        placed=f"1 {T} / 2 {T}",
    ),
    "also where the DMO is the Empire": Case(
        f"""
        ec board 1 => not-your-turn (dmo)
        dmo board 1 => ok (ec)
        ec board 2 => ok (ec dmo)
        ec {T} => ok
        ec lock => ok
        dmo lock => ok (ec)
        """,
        options={"first": "dmo"},
    ),
    "of two open boards the other one needs no pick": Case(
        "ec board 3 => ok (ec dmo)\n dmo board 2 => wrong-phase",
        boards=("worked", "full", "worked"),
    ),
    "both places count at once and show nothing before": Case(
        PLACING
        + f"""
        dmo {T} => ok (ec dmo)
        ec {L} => ok (ec dmo)
        ec lock => ok (dmo)
        """,
        placed="",
    ),
    "the latest legal one counts": Case(
        PLACING
        + f"""
        dmo {T} => ok
        dmo {L} => ok
        dmo T A1 => malformed A1
        dmo A1 A2 A3 A4 A5 => not-empty A1
        ec {T} => ok
        ec pass => ok
        dmo lock => ok
        ec lock => ok (dmo)
        """,
        placed=f"2 {L}",
    ),
    "after lock nothing is heard": Case(
        PLACING
        + f"""
        dmo {T} => ok
        dmo lock => ok (ec)
        dmo lock => locked (ec)
        dmo {L} => locked
        dmo pass => locked
        dmo ready => locked
        dmo empire => locked
        dmo board 1 => locked
        dmo route 1 blue M1 M2 => locked
        dmo A1 => locked
        dmo A1 red => malformed A1
        dmo so what => not-a-submission
        ec lock => ok (dmo)
        """,
        placed=f"2 {T}",
    ),
    "both passed: the placing is over": Case(
        PLACING + ROUTES + "ec lock => ok\n dmo lock => ok (ec dmo)", placed=""
    ),
    "one passed: it goes on": Case(
        PLACING + f"ec {T} => ok\n dmo pass => ok\n ec lock => ok\n dmo lock => ok (dmo)"
    ),
    "passes of two rounds do not add up": Case(
        PLACING
        + f"""
        ec {T} => ok
        dmo lock => ok
        ec lock => ok (dmo)
        dmo board 3 => ok
        ec board 2 => ok
        ec pass => ok
        dmo {T} => ok
        dmo lock => ok
        ec lock => ok (ec)
        """
    ),
    "on the last board they act in turn": Case(
        f"""
        dmo pass => not-your-turn (ec)
        ec {T} => ok (dmo)
        ec {L} => not-your-turn (dmo)
        dmo {T} => not-empty A12 A11 A10 B11 C11 (dmo)
        dmo {L} => ok (ec)
        ec pass => ok (dmo)
        dmo I E3 F3 G3 H3 I3 => ok (ec)
        ec pass => ok (dmo)
        dmo pass => ok (ec dmo)
        """,
        placed=f"1 {T} / 1 {L} / 1 I E3 F3 G3 H3 I3",
        boards=LAST,
    ),
    "two passes in a row end it at once": Case(
        "ec pass => ok (dmo)\n dmo pass => ok (ec dmo)", boards=LAST
    ),
    "a pass of the round before does not count there": Case(
        """
        ec board 1 => ok (ec dmo)
        ec W A3 A2 B2 B1 C1 => ok
        ec lock => ok
        dmo lock => ok (dmo)
        dmo pass => ok (ec)
        ec T A12 A11 A10 B11 C11 => ok (dmo)
        dmo pass => ok (ec)
        ec pass => ok (ec dmo)
        """,
        boards=("worked", "worked", "full"),
    ),
}


@both_referees
@pytest.mark.parametrize("case", PRIORITY.values(), ids=PRIORITY.keys())
def test_rounds(referee, case):
    check(referee, case)


# ---------------------------------------------------------------------------------- the clock

READY = "ec @0 ready => ok\n dmo @0 ready => ok"
CLOCK = {
    "the pregame lasts 90 s": Case(
        """
        dmo @90 marauder => ok (ec dmo)
        dmo @90.001 board 1 => not-your-turn (ec)
        ec @135 board 1 => ok (dmo)
        """,
        begins="",
        options=ASKED,
    ),
    "at its end lots decide": Case(
        """
        ec @80 ready => ok (dmo)
        dealer @90 => ok ()
        dealer @95 side ec marauder => ok (dmo)
        dmo @135 board 1 => ok (ec)
        """,
        begins="",
        options=ASKED,
    ),
    "before its end none are due": Case(
        "dealer @89 side ec marauder => no-lot-due (ec dmo)", begins="", options=ASKED
    ),
    "no lot states a choice that is made": Case(
        "dmo @1 empire => ok\n dealer @90 side ec empire => no-lot-due (dmo)",
        begins="",
        options=ASKED,
    ),
    "the host's choice needs no lot and no hurry": Case(
        "dealer @89 => ok (ec dmo)\n dealer @90 => ok (ec)", begins=""
    ),
    "a choice that comes too late is not heard": Case(
        """
        dealer @91 side ec empire => ok (ec)
        dmo @91 empire => not-your-turn (ec)
        ec @91 board 2 => ok (dmo)
        """,
        begins="",
        options=ASKED,
    ),
    "a pick lasts 45 s, each": Case(
        """
        ec @45 board 1 => ok (dmo)
        dmo @90 board 2 => ok (ec dmo)
        """,
        begins=READY,
    ),
    "then lots decide": Case(
        """
        dealer @45 board ec 1 => ok (dmo)
        dealer @89 board dmo 2 => no-lot-due (dmo)
        dealer @90 => ok ()
        dealer @90 BOARD  dmo 3 => ok (ec dmo)
        dealer @180 => ok (ec dmo)
        """,
        begins=READY,
        placed="",
    ),
    "a lot counts from when it fell due": Case(
        """
        dealer @80 board ec 1 => ok (dmo)
        dmo @90 board 3 => ok (ec dmo)
        """,
        begins=READY,
    ),
    "so that the next may be due at once": Case(
        """
        dealer @100 board ec 1 => ok ()
        dealer @100 board dmo 2 => ok (ec dmo)
        dealer @179 => ok
        ec @180 lock => ok (dmo)
        dmo @180 lock => ok (ec dmo)
        ec @180 pass => wrong-phase
        """,
        begins=READY,
    ),
    "of two open boards one lot decides": Case(
        "dealer @45 board ec 3 => ok (ec dmo)", begins=READY, boards=("worked", "full", "worked")
    ),
    "placing lasts 90 s": Case(
        f"""
        ec @0 board 1 => ok
        dmo @10 board 2 => ok
        ec @100 {T} => ok (ec dmo)
        dealer @100 => ok (dmo)
        dmo @145 board 1 => ok (ec)
        """,
        begins=READY,
        placed=f"1 {T}",
    ),
    "what was submitted counts without a lock": Case(
        f"""
        ec @0 board 1 => ok
        dmo @10 board 2 => ok
        ec @20 {T} => ok
        dmo @20 {L} => ok
        dmo @100.001 {T} => wrong-phase (dmo)
        """,
        begins=READY,
        placed=f"1 {T} / 2 {L}",
    ),
    "both silent: the placing is over": Case(
        """
        ec @0 board 1 => ok
        dmo @0 board 2 => ok
        ec @90.5 pass => wrong-phase (ec dmo)
        dealer @329.9 => ok (ec dmo)
        ec @330 route 1 red A1 A7 G7 => ok (ec dmo)
        dealer @330 => ok ()
        """,
        begins=READY,
        result="dmo boards",
    ),
    "on the last board 90 s each": Case(
        f"""
        ec @90 {T} => ok (dmo)
        dmo @180 pass => ok (ec)
        ec @270.001 pass => match-over ()
        """,
        begins=READY,
        boards=LAST,
        result="dmo boards",
        options={"endgame": "automatic"},
    ),
    "silence passes there": Case(
        f"""
        dealer @90 => ok (dmo)
        dmo @100 {L} => ok (ec)
        dealer @190 => ok (dmo)
        dealer @280 => ok (ec dmo)
        dmo @520 lock => ok (ec)
        dealer @520 => ok ()
        """,
        begins=READY,
        boards=LAST,
        result="dmo boards",
    ),
    "every length may be set": Case(
        f"""
        dealer @0.5 side ec empire => ok (ec)
        dealer @1.75 board ec 1 => ok (dmo)
        dealer @3 board dmo 3 => ok (ec dmo)
        ec @3 {T} => ok
        dealer @5 => ok (dmo)
        dealer @6.25 board dmo 1 => ok (ec)
        dealer @7.5 board ec 2 => ok (ec dmo)
        dealer @9.5 => ok (ec dmo)
        dealer @12.4 => ok (ec dmo)
        dealer @12.5 => ok ()
        """,
        begins="",
        options=ASKED | {"pregame": "0.5", "pick": "1.25", "action": "2.0", "routes": "3"},
        result="dmo boards",
    ),
    "where the Dealer says when he has posted, clocks start by that": Case(
        f"""
        dealer @20 posted => ok (ec)
        ec @65 board 1 => ok (dmo)
        dealer @100 => ok (dmo)
        dmo @1000 board 2 => ok (ec dmo)
        dealer @1010 posted => ok
        ec @1100 {T} => ok (ec dmo)
        ec @1100 lock => ok (dmo)
        dealer @1100 => ok (dmo)
        """,
        begins="ec @1 ready => ok\n dmo @2 ready => ok",
        placed=f"1 {T}",
    ),
    "without any time nothing lapses": Case(PLACING + ROUTES + "ec pass => ok (ec dmo)"),
    "a pause is nobody's time": Case(
        """
        ec @40 board 1 => ok
        host @60 pause => ok (dmo)
        dmo @65 board 2 => paused
        host @1060 resume => ok
        dmo @1085 board 2 => ok (ec dmo)
        """,
        begins=READY,
    ),
}


@both_referees
@pytest.mark.parametrize("case", CLOCK.values(), ids=CLOCK.keys())
def test_clock(referee, case):
    check(referee, case)


# ------------------------------------------------------------------------------------- hosts

UNDONE = {
    "there is no reserve": Case(
        """
        host time ec +60 => no-reserve
        host time dmo -1.5 => no-reserve
        host time both +60 => malformed
        host time ec => malformed
        """
    ),
    "a choice": Case(
        """
        dmo empire => ok (ec dmo)
        host undo => ok (ec dmo)
        dmo marauder => ok
        ec ready => ok
        dmo ready => ok (ec)
        """,
        begins="",
        options=ASKED,
    ),
    "a pick": Case(
        """
        ec board 1 => ok (dmo)
        host undo => ok (ec)
        ec board 2 => ok (dmo)
        dmo board 1 => ok (ec dmo)
        """
    ),
    "a placement that showed none": Case(
        PLACING
        + f"""
        ec {T} => ok
        host undo => ok (ec dmo)
        ec lock => ok
        dmo lock => ok (ec dmo)
        """,
        placed="",
    ),
    "a lock, and what was shown by it": Case(
        PLACING
        + f"""
        ec {T} => ok
        ec lock => ok
        dmo lock => ok (dmo)
        host undo => ok (dmo)
        dmo {L} => ok (dmo)
        dmo lock => ok (dmo)
        """,
        placed=f"1 {T} / 2 {L}",
    ),
    "and again": Case(
        PLACING
        + f"""
        ec {T} => ok
        ec lock => ok
        dmo lock => ok (dmo)
        host undo => ok (dmo)
        host undo => ok (ec dmo)
        ec pass => ok
        ec lock => ok
        dmo lock => ok (ec dmo)
        """,
        placed="",
    ),
    "what ended by itself is undone with the entry before it": Case(
        f"""
        ec @0 board 1 => ok
        dmo @0 board 2 => ok
        ec @10 {T} => ok
        dealer @90 => ok (dmo)
        dealer @135 board dmo 1 => ok (ec)
        host @140 undo => ok (ec dmo)
        dealer @229 => ok (ec dmo)
        dealer @230 => ok (ec dmo)
        dmo @231 pass => wrong-phase
        """,
        begins=READY,
        placed="",
    ),
    "a board that was lost": Case(
        """
        ec W A3 A2 B2 B1 C1 => ok (ec dmo)
        host undo => ok (ec)
        ec W A3 A2 B2 B1 C1 => ok (ec dmo)
        ec route 1 white A13 A7 G7 => board-lost
        """,
        boards=LAST,
    ),
    "a route": Case(
        """
        ec route 1 red A1 A7 G7 => ok
        ec route 1 white A13 A7 G7 => ok
        host undo => ok
        ec lock => ok
        dmo lock => ok ()
        """,
        boards=SAILED,
        result="dmo boards",
    ),
    "the end": Case(
        """
        ec route 1 red A1 A7 G7 => ok
        ec lock => ok
        dmo lock => ok ()
        host undo => ok (dmo)
        dmo concede => ok ()
        """,
        boards=SAILED,
        result="ec conceded",
    ),
}


@both_referees
@pytest.mark.parametrize("case", UNDONE.values(), ids=UNDONE.keys())
def test_hosts(referee, case):
    check(referee, case)
