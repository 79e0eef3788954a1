"""Clocks, hosts and undoing in both Flower Fields, put to both referees."""

import pytest

from tests.plain.flower_field_stories import Case, both_referees, check
from tests.plain.flower_field_words import DOUBTING

CLAIMED = """
    ec @0 hide B4R F4R => ok
    dmo @0 hide A1R A7R => ok (ec)
    ec @0 C4R => ok (dmo)
    dmo @0 E4R => ok (ec)
    ec @0 challenge B4 C4 D4 E4 / C4 D4 E4 F4 => ok (dmo)
"""
SHORT = {"first": "ec", "turn": "10", "extra": "5", "periods": "4", "period": "3"}
CLOCK = {
    "120 s use nothing": Case("ec @120 C4R => ok", periods=(20, 20)),
    "121 s leave 570 s": Case("ec @121 C4R => ok", periods=(19, 20)),
    "150 s leave as much": Case("ec @150 C4R => ok", periods=(19, 20)),
    "151 s leave 540 s": Case("ec @151 C4R => ok", periods=(18, 20)),
    "720 s leave nothing": Case("ec @720 C4R => ok", periods=(0, 20)),
    "more than 720 s lose": Case(
        "ec @720.001 C4R => match-over ()", result="dmo out-of-time", periods=(0, 20)
    ),
    "what is left is carried on": Case(
        """
        ec @121 C4R => ok
        dmo @241 E4R => ok
        ec @391 D5R => ok
        dmo @391 D3R => ok
        dealer @1050.9 => ok (ec)
        dealer @1051 => ok ()
        """,
        periods=(0, 20),
        result="dmo out-of-time",
    ),
    "a challenge makes the turn 180 s long": Case(
        """
        ec @0 C4R => ok
        dmo @120 challenge => ok (dmo)
        dmo @180 give up => ok (dmo)
        """,
        periods=(20, 20),
    ),
    "periods entered before it stay consumed": Case(
        """
        ec @0 C4R => ok
        dmo @121 challenge => ok
        dmo @180 give up => ok
        """,
        periods=(20, 19),
    ),
    "and count once": Case(
        """
        ec @0 C4R => ok
        dmo @121 challenge => ok
        dmo @210 give up => ok
        """,
        periods=(20, 19),
    ),
    "until more are": Case(
        """
        ec @0 C4R => ok
        dmo @121 challenge => ok
        dmo @210.5 give up => ok
        """,
        periods=(20, 18),
    ),
    "while it lasts as well": Case(
        """
        ec @0 C4R => ok
        dmo @199 challenge => ok
        dealer @200 => ok
        """,
        periods=(20, 17),
    ),
    "in one message no less": Case(
        """
        ec @0 C4R E4R => ok
        dmo @0 D5R D3R => ok
        ec @151 challenge C4 D4 E4 D5 / C4 D4 E4 D3 => ok (dmo)
        """,
        periods=(18, 20),
    ),
    "a challenge at the flag is in time and puts it off": Case(
        """
        ec @0 C4R => ok
        dmo @720 challenge => ok (dmo)
        dmo @780 give up => ok (dmo)
        dealer @899.9 => ok (dmo)
        dealer @900 => ok ()
        """,
        result="ec out-of-time",
        periods=(20, 0),
    ),
    "but only for its extra time": Case(
        """
        ec @0 C4R => ok
        dmo @720 challenge => ok (dmo)
        dmo @780.001 give up => match-over ()
        """,
        result="ec out-of-time",
        lives=(3, 3),
    ),
    "a refused challenge gives no time": Case(
        """
        ec @0 C4R => ok
        dmo @100 challenge C4 D4 / C4 D4 => malformed C4 D4 C4 D4
        dmo @121 E4R => ok
        """,
        periods=(20, 19),
    ),
    "the extra time comes once a turn, and again in a redo": Case(
        """
        ec @0 C4R => ok
        dmo @0 challenge => ok
        dmo @15 give up => ok
        dmo @16 challenge => ok
        dmo @30 give up => ok
        dmo @41 E4R => ok
        """,
        options=SHORT | {"lives": "9"},
        periods=(4, 3),
    ),
    "a redo after a doubt is a new turn": Case(
        CLAIMED + "dmo @11 doubt => ok (dmo)\n dmo @24 E4R => ok (ec)",
        options=SHORT,
        game=DOUBTING,
        periods=(4, 2),
    ),
    "what is accepted leaves the turn as it is": Case(
        CLAIMED + "dmo @5 accept => ok (dmo)\n dmo @13 E4R => ok (ec)",
        options=SHORT,
        game=DOUBTING,
        periods=(4, 3),
    ),
    "out of time without lives is no doubt": Case(
        CLAIMED + "dealer @21.9 => ok (dmo)\n dealer @22 => ok ()",
        options=SHORT | {"lives": "1"},
        game=DOUBTING,
        lives=(1, 0),
        result="ec no-lives",
    ),
    "with lives left it is out of time": Case(
        CLAIMED + "dealer @22.5 => ok ()",
        options=SHORT,
        game=DOUBTING,
        lives=(5, 4),
        result="ec out-of-time",
    ),
    "an undone commitment gives the turn anew": Case(
        """
        ec @0 C4R => ok
        dmo @14 challenge => ok
        host @14 undo => ok (dmo)
        dmo @15 give up => not-committed
        dmo @25 E4R => ok
        """,
        options=SHORT,
        periods=(4, 3),
    ),
    "an undone claim leaves the commitment": Case(
        """
        ec @0 C4R => ok
        dmo @14 challenge => ok
        dmo @15 give up => ok
        host @20 undo => ok (dmo)
        dmo @21 E4R => committed
        dmo @36 give up => ok
        """,
        options=SHORT,
        periods=(4, 3),
        lives=(3, 2),
    ),
    "an undone doubt may be had again": Case(
        CLAIMED
        + """
        dmo @1 doubt => ok (dmo)
        host @2 undo => ok (dmo)
        dmo @3 accept => ok (dmo)
        host @4 undo => ok (dmo)
        dmo @4 doubt => ok (dmo)
        """,
        options=SHORT,
        game=DOUBTING,
        lives=(5, 3),
        flowers="C4R",
    ),
    "an undo gives back what exploded": Case(
        """
        ec hide D5R D3R => ok
        dmo hide D5R C4R => ok
        ec C4R D3R => ok
        host undo => ok (ec)
        ec D5R C4B => ok
        """,
        game=DOUBTING,
        lives=(4, 5),
        flowers="D5R C4B",
    ),
    "a host's periods count at once": Case(
        """
        host @1 time ec +3 => ok
        host @1 time dmo -7 => ok
        host @1 time ec +0.5 => malformed
        """,
        periods=(23, 13),
    ),
    "clocks start when the position stands in the room": Case(
        """
        ec @50 C4R => ok
        dealer @60 posted => ok
        dmo @74 challenge => ok
        dealer @75 posted => ok
        dmo @75 give up => ok
        dmo @99 E4R => ok
        """,
        options=SHORT,
        periods=(4, 2),
    ),
    "a challenge before that": Case(
        """
        ec @50 C4R => ok
        dmo @74 challenge => ok
        dealer @80 posted => ok
        dmo @96 give up => ok
        """,
        options=SHORT,
        periods=(4, 3),
    ),
    "a pause is nobody's time": Case(
        """
        ec @0 C4R => ok
        dmo @9 challenge => ok
        host @10 pause => ok
        dmo @11 give up => paused
        host @100 resume => ok
        dmo @105.5 give up => ok
        """,
        options=SHORT,
        periods=(4, 3),
    ),
    "without times nothing lapses": Case(
        "dealer first ec => no-lot-due (ec)\n ec C4R => ok (dmo)", periods=(20, 20)
    ),
    "who begins is drawn by lot": Case(
        "dealer @61 first dmo => ok (dmo)\n dealer @780.1 => ok ()",
        options={},
        result="ec out-of-time",
    ),
}


@both_referees
@pytest.mark.parametrize("case", CLOCK.values(), ids=CLOCK.keys())
def test_clocks(referee, case):
    check(referee, case)
