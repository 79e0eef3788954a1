"""Texts about a turn whose time ran out: never less used than allowed, and both linked."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts.clocks import FlagFallSpan, ran_out
from engine.clocks import Bank, Clock, Deadline, Periods, Reserve
from engine.matches.notices import FlagFell
from tests.helpers.rooms.cards import EC

OPENING, LATE = "https://discord.com/channels/1/2/3", "https://discord.com/channels/1/2/4"
OVER_MS = 1_700_000_000_999
MINUTE = Decimal(60)
BANK, LONG = Bank(MINUTE), Bank(Decimal(120))
FULL, SHORT = Decimal(300), Decimal("12.375")
PERIODS, ENTERED = Periods(MINUTE, MINUTE), Periods(Decimal(180), Decimal(30), entered=1)
MESSAGE = f"[their message](<{LATE}>)."
MOMENT = f"<t:{OVER_MS // 1000}:T>."


def said(
    clock: Clock,
    reserve: Reserve | None,
    over: str = "",
    *,
    grace: str = "0",
    is_edit: bool = False,
    stood_still: bool = False,
) -> str:
    allowed = clock.flag(reserve or 0)
    used = allowed + Decimal(grace) + Decimal(over or 0)
    span = FlagFallSpan(
        allowed=FlagFell((EC,), allowed, clock.turn, reserve, allowed, 0),
        used=used,
        turn_message=OPENING,
        late=LATE if over else "",
        is_edit=is_edit,
        over_ms=OVER_MS,
        stood_still=stood_still,
    )
    period = clock.period if isinstance(clock, Periods) else None
    return ran_out(span, period, Decimal(grace))


@pytest.mark.parametrize(
    ("sentence", "expected", "end"),
    [
        (said(BANK, FULL, "3.104"), "60 s and 5:00 of reserve, used 6:03.2", MESSAGE),
        (said(BANK, FULL), "60 s and 5:00 of reserve, used all of it", MOMENT),
        (said(BANK, SHORT, "0.001"), "60 s and 12.3 s of reserve, used 1:12.4", MESSAGE),
        (said(LONG, Decimal(0), "0.25"), "120 s and no reserve, used 2:00.3", MESSAGE),
        (said(PERIODS, 3, "1"), "60 s and 3 periods of 60 s each, used 4:01", MESSAGE),
        (said(ENTERED, 1), "3 min and 1 period of 30 s, used all of it", MOMENT),
        (said(Deadline(Decimal(45)), None, "0.003"), "45 s, used 45.1 s", MESSAGE),
        (
            said(BANK, FULL, "0.5", grace="1.5"),
            "60 s, 5:00 of reserve and 1.5 s of grace, used 6:02",
            MESSAGE,
        ),
        (
            said(BANK, FULL, "0.5", stood_still=True),
            "60 s and 5:00 of reserve, used 6:00.5 on a running clock",
            MESSAGE,
        ),
        (
            said(BANK, FULL, stood_still=True),
            "60 s and 5:00 of reserve, used all of it on a running clock",
            MOMENT,
        ),
        (
            said(Deadline(MINUTE), None, "2", is_edit=True),
            "60 s, used 1:02",
            f"the edit of {MESSAGE}",
        ),
    ],
)
def test_a_turn_whose_time_ran_out_says_what_was_allowed_and_used_and_links_both_posts(
    sentence: str, expected: str, end: str
):
    link = f"from [the turn's post](<{OPENING}>) to"
    assert sentence == f"⌛ Out of time: allowed {expected}, {link} {end}"


milliseconds = st.integers(1, 10**6).map(lambda number: Decimal(number) / 1000)


@given(milliseconds, milliseconds, milliseconds)
def test_more_is_always_said_to_have_been_used_than_allowed(
    turn: Decimal, bank: Decimal, over: Decimal
):
    sentence = said(Bank(turn), bank, str(over))
    allowed, _, used = sentence.removeprefix("⌛ Out of time: allowed ").partition(", used ")
    of_turn, of_bank = allowed.removesuffix(" of reserve").split(" and ")
    assert _seconds(of_turn) + _seconds(of_bank) < _seconds(used.partition(", ")[0])


def _seconds(text: str) -> Decimal:
    minutes, colon, rest = text.removesuffix(" min").removesuffix(" s").partition(":")
    if text.endswith("min") and not colon:
        return Decimal(minutes) * 60
    return Decimal(minutes) * 60 + Decimal(rest) if colon else Decimal(minutes)
