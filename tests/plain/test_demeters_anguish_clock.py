"""Clocks, lots, posts and hosts in Demeter's Anguish, put to both referees."""

import pytest

from tests.plain.demeters_stories import EC_BEGINS, Case, both_referees, check

SHORT = {"first": "ec", "setup": "100", "turn": "10", "reserve": "20"}
CHOSEN = {"setup": "100", "choice": "30", "turn": "10", "reserve": "20"}

CLOCK = {
    "what is missing at the end of the opening is a pass": Case(
        """
        ec @1 flower A1 => ok
        dmo @100 flower A1 P1 => off-board P1 (dmo)
        dealer @100 => ok (ec)
        """,
        gardens=("* A1", ""),
        options=SHORT,
    ),
    "exactly at the end of the opening is in time": Case(
        """
        ec @100 flower A1 => ok (dmo)
        dmo @100 flower B2 => ok (ec)
        """,
        gardens=("* A1", "* B2"),
        options=SHORT,
    ),
    "the first turn opens at the end of the opening": Case(
        "dealer @111 => ok (ec)", options=SHORT, reserves=(19.0, 20.0)
    ),
    "or as soon as both are in": Case(
        """
        dmo @40 pass => ok (ec)
        ec @50 pass => ok (ec)
        dealer @61 => ok (ec)
        """,
        options=SHORT,
        reserves=(19.0, 20.0),
    ),
    "later is late": Case(
        "ec @100.001 flower A1 => half-done (ec)", gardens=("", ""), options=SHORT
    ),
    "the choice has its own time": Case(
        """
        ec @1 pass => ok
        dmo @10 pass => ok (dmo)
        dmo @40 first ec => ok (ec)
        """,
        options=CHOSEN,
    ),
    "then a lot is due, and counts from then": Case(
        """
        dealer @100 => ok (dmo)
        dealer @130 => ok ()
        dealer @150 first dmo => ok (dmo)
        """,
        options=CHOSEN,
        reserves=(20.0, 10.0),
    ),
    "flowers are still hidden while the lot is due": Case(
        """
        ec @1 flower A1 => ok (dmo)
        dealer @130 => ok ()
        """,
        gardens=("", ""),
        options=CHOSEN,
    ),
    "and shown once it is drawn": Case(
        """
        ec @1 flower A1 => ok (dmo)
        dealer @130 first ec => ok (ec)
        """,
        gardens=("* A1", ""),
        options=CHOSEN,
    ),
    "no lot before": Case(
        "dealer @129.999 first ec => no-lot-due (dmo)\n dmo @130 first me => ok (dmo)",
        options=CHOSEN,
    ),
    "a lot stated late may find turns passed": Case(
        "dealer @175 first ec => ok (dmo)", options=CHOSEN, reserves=(0.0, 15.0)
    ),
    "two halves share one turn's time": Case(
        """
        ec @1 pass => ok
        dmo @1 pass => ok
        ec @1 pass => ok
        dmo @9 flower A1 => ok (dmo)
        dmo @13 rock A1 => ok (ec)
        """,
        options=SHORT,
        reserves=(20.0, 18.0),
    ),
    "what is missing when the reserve is gone is passed": Case(
        """
        ec @0 pass => ok
        dmo @0 pass => ok
        ec @0 pass => ok
        dmo @20 flower A1 => ok (dmo)
        dmo @30 rock A1 A2 => not-a-rock A1 A2 (dmo)
        dealer @30 => ok (ec)
        """,
        gardens=("", "* A1"),
        options=SHORT,
        reserves=(20.0, 0.0),
    ),
    "exactly then is in time": Case(
        """
        ec @0 pass => ok
        dmo @0 pass => ok
        ec @30 rock A1 => ok (dmo)
        """,
        gardens=("", "o A1"),
        options=SHORT,
        reserves=(0.0, 20.0),
    ),
    "a turn without reserve is passed after its own time": Case(
        """
        ec @0 flower A1 => ok
        dmo @0 flower A1 => ok
        ec @30 rock O15 => ok (dmo)
        dmo @30 rock O15 / pass => ok (ec)
        dealer @39.999 => ok (ec)
        dealer @40 => ok (dmo)
        """,
        options=SHORT,
        reserves=(0.0, 20.0),
    ),
    "a turn passed by the clock counts as passed": Case(
        """
        ec @0 pass => ok
        dmo @0 flower A1 => ok
        ec @30 rock O15 => ok (dmo)
        dmo @30 pass => ok (ec)
        dealer @39.999 => ok (ec)
        dealer @40 => ok ()
        """,
        result="dmo both-passed",
        options=SHORT,
        reserves=(0.0, 20.0),
    ),
    "both turns passed by the clock, the opening one not counted": Case(
        "dealer @159.999 => ok (dmo)\n dealer @170 => ok ()",
        result="dmo both-passed",
        options=SHORT,
        reserves=(0.0, 0.0),
    ),
    "half a turn passed by the clock is no turn passed": Case(
        """
        ec @0 pass => ok
        dmo @0 pass => ok
        ec @0 pass => ok
        dmo @0 pass => ok
        ec @1 flower A1 => ok
        dealer @30 => ok (dmo)
        dmo @30 pass => ok (ec)
        """,
        options=SHORT,
    ),
    "the clock takes an agreement back too": Case(
        """
        ec @0 pass => ok
        dmo @0 pass => ok
        dmo @1 agree => ok (ec)
        dealer @30 => ok (dmo)
        ec @30 agree => ok (dmo)
        """,
        options=SHORT,
    ),
    "an agreement costs no time and none is given back": Case(
        """
        ec @0 pass => ok
        dmo @0 pass => ok
        dmo @12 agree => ok (ec)
        ec @15 agree => ok ()
        dealer @16 => ok ()
        """,
        result="dmo agreed",
        options=SHORT,
        reserves=(15.0, 20.0),
    ),
    "a match that ends within a turn has used what it used": Case(
        """
        ec @0 flower A1 => ok
        dmo @0 flower A1 => ok
        ec @12 rock B2 => ok (dmo)
        dmo @27 rock B2 => ok ()
        dealer @40 => ok ()
        """,
        result="dmo no-flower-fits",
        options=SHORT,
        reserves=(18.0, 15.0),
    ),
    "the worked turns of the bank: 150, 400, 119 and 121 seconds": Case(
        """
        ec @0 flower A1 => ok
        dmo @0 flower A1 => ok
        ec @150 rock O15 => ok (dmo)
        dmo @150 rock O15 / pass => ok (ec)
        ec @550 rock O14 / pass => not-your-turn (dmo)
        dmo @550 rock O14 / pass => ok (ec)
        ec @669 rock O13 / pass => ok (dmo)
        dmo @669 rock O13 / pass => ok (ec)
        ec @790 rock O12 / pass => not-your-turn (dmo)
        """,
        gardens=("* A1 o O15 O14 O13", "* A1 o O15 O13"),
        options=EC_BEGINS,
        reserves=(0.0, 300.0),
    ),
    "with 270 left the turn is passed at 390 seconds": Case(
        """
        ec @0 flower A1 => ok
        dmo @0 flower A1 => ok
        ec @150 rock O15 => ok (dmo)
        dmo @150 rock O15 / pass => ok (ec)
        dealer @539.999 => ok (ec)
        dealer @540 => ok (dmo)
        """,
        options=EC_BEGINS,
        reserves=(0.0, 300.0),
    ),
    # `posted` lines.
    "where positions are posted, clocks start by that alone": Case(
        """
        ec @500 pass => ok (dmo)
        dealer @600 posted => ok (dmo)
        dealer @699 => ok (dmo)
        dealer @700 => ok (ec)
        ec @800 pass => ok (dmo)
        dealer @810 posted => ok (dmo)
        dmo @825 flower A1 => ok (dmo)
        dealer @826 posted => ok (dmo)
        dmo @827 rock A1 => ok (ec)
        """,
        options=SHORT,
        reserves=(20.0, 13.0),
    ),
    # Hosts.
    "a pause is nobody's time, in the opening too": Case(
        """
        ec @50 flower A1 => ok (dmo)
        host @60 pause => ok (dmo)
        dmo @70 flower A1 => paused (dmo)
        host @1060 resume => ok (dmo)
        dmo @1100 flower A1 => ok (ec)
        """,
        gardens=("* A1", "* A1"),
        options=SHORT,
    ),
    "a host's seconds count at once": Case(
        """
        host @1 time ec +30 => ok
        host @1 time dmo -5.5 => ok
        host @1 time dmo -1000 => ok
        """,
        options=SHORT,
        reserves=(50.0, 0.0),
    ),
    "an undo takes back one half, and the turn opens anew": Case(
        """
        ec @0 pass => ok
        dmo @0 pass => ok
        ec @0 pass => ok
        dmo @12 flower A1 => ok (dmo)
        dmo @15 rock A1 => ok (ec)
        host @20 undo => ok (dmo)
        dmo @31 flower A2 A3 => half-done (dmo)
        dmo @31 rock B5 => ok (ec)
        """,
        gardens=("o B5", "* A1"),
        options=SHORT,
        reserves=(20.0, 19.0),
    ),
    "a message with both halves is one entry": Case(
        """
        ec @0 pass => ok
        dmo @0 pass => ok
        ec @0 pass => ok
        dmo @12 flower A1 / rock A1 => ok (ec)
        host @20 undo => ok (dmo)
        """,
        gardens=("", ""),
        options=SHORT,
        reserves=(20.0, 20.0),
    ),
    "what the clock passed goes with it": Case(
        """
        ec @0 pass => ok
        dmo @0 pass => ok
        ec @0 pass => ok
        dmo @12 flower A1 => ok (dmo)
        dealer @30 => ok (ec)
        host @35 undo => ok (dmo)
        dealer @47 => ok (dmo)
        """,
        gardens=("", ""),
        options=SHORT,
        reserves=(20.0, 18.0),
    ),
    "an undo in the opening gives back what was replaced": Case(
        """
        ec @1 flower A1 => ok (dmo)
        ec @2 flower A2 => ok (dmo)
        host @90 undo => ok (dmo)
        dmo @190 pass => ok (ec)
        """,
        gardens=("* A1", ""),
        options=SHORT,
    ),
    "an undo may lead back into the opening": Case(
        """
        ec @1 flower A1 => ok (dmo)
        dmo @2 flower A2 => ok (ec)
        host @3 undo => ok (dmo)
        ec @4 flower H8 => ok (dmo)
        dmo @5 pass => ok (ec)
        """,
        gardens=("* H8", ""),
        options=SHORT,
    ),
    "an undo of an agreement": Case(
        """
        ec @0 flower A1 => ok
        dmo @0 flower A1 => ok
        ec @12 agree => ok (ec)
        dmo @13 agree => ok ()
        host @20 undo => ok (ec)
        ec @21 agree => already-agreed (ec)
        host @22 undo => ok (ec)
        dmo @23 agree => ok (ec)
        dealer @33 => ok (ec)
        """,
        options=SHORT,
        reserves=(19.0, 20.0),
    ),
    "an award and an abort": Case(
        "host @5 award dmo => ok ()\n ec @6 flower A1 => match-over ()",
        result="dmo awarded",
        options=SHORT,
    ),
    # No times.
    "without times nothing lapses": Case(
        """
        ec flower A1 => ok (dmo)
        dealer first ec => no-lot-due (dmo)
        dmo flower A1 => ok (dmo)
        dmo first me => ok (dmo)
        """,
        gardens=("* A1", "* A1"),
        reserves=(300.0, 300.0),
    ),
}


@both_referees
@pytest.mark.parametrize("case", CLOCK.values(), ids=CLOCK.keys())
def test_clocks_lots_posts_and_hosts(referee, case):
    check(referee, case)
