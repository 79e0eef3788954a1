"""A match that waits to begin: who may press what, what follows, when to ping, when it lapses."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.panels import texts
from bot.features.panels.panel import (
    HOST_TOLD,
    LAPSE_MS,
    MAX_LATE_MS,
    MINUTE_MS,
    MISSED_PING,
    ROOM_TOLD,
    Button,
    End,
    Panel,
    Press,
    PressRefusedError,
    asked_anew,
    called_off,
    held_up,
    pressed,
    set_up,
)
from bot.features.panels.posts import panel_post, ping_post
from bot.posts.sending.delivery import nonce_of
from bot.texts import hosting
from bot.texts.language import Text
from bot.values.card import MatchCard, Person
from bot.values.post import Place, Post
from engine.opponents.thinking import Level
from engine.seats import Seat
from tests.helpers.clocks.fake_clock import BEGAN_MS, snowflake
from tests.helpers.rooms.cards import ADA, BOB, DEALER, DMO, EC, HOST, card_of

READY, NOT_READY, START, CANCEL = Button
MESSAGE = snowflake(BEGAN_MS + 1)
AT = BEGAN_MS + 120 * MINUTE_MS
STRANGER = 99
BOTH = {"ready": frozenset({EC, DMO})}


def against_dealer(*seats: Seat) -> MatchCard:
    card = card_of()
    dealer = Person(DEALER, "Dealer", Level.EASY)
    return replace(card, players={**card.players, **dict.fromkeys(seats, dealer)})


def panel_of(at_ms: int | None = None, card: MatchCard | None = None, **more: Any) -> Panel:
    panel = set_up(card or card_of(), at_ms, asks_ready=more.pop("asks_ready", True))
    return replace(panel, **({"message_id": MESSAGE} | more))


def after(panel: Panel, *presses: tuple[Button, int], now_ms: int = BEGAN_MS) -> Panel:
    for button, user_id in presses:
        panel = pressed(panel, Press(button, user_id, MESSAGE), now_ms)
    return panel


def why_refused(change: Callable[..., Panel], *values: Any) -> str:
    with pytest.raises(PressRefusedError) as refused:
        change(*values)
    return str(refused.value)


@pytest.mark.parametrize(
    ("seats", "at_ms", "asks_ready", "awaited", "begins"),
    [
        ((), None, True, (EC, DMO), False),
        ((), None, False, (), True),
        ((), AT, False, (), False),
        ((DMO,), None, True, (EC,), False),
        ((EC, DMO), None, True, (), True),
        ((EC, DMO), AT, True, (), False),
    ],
)
def test_whoever_need_not_say_so_is_ready_and_a_time_is_waited_for(
    seats: tuple[Seat, ...],
    at_ms: int | None,
    asks_ready: bool,
    awaited: tuple[Seat, ...],
    begins: bool,
):
    panel = panel_of(at_ms, against_dealer(*seats), asks_ready=asks_ready)
    assert (panel.awaited, panel.begins(BEGAN_MS)) == (awaited, begins)
    assert panel.begins(AT) == (not awaited)


READY_ADA = {"ready": frozenset({EC})}


@pytest.mark.parametrize(
    ("press", "facts", "reason"),
    [
        ((READY, STRANGER), {}, texts.NOT_A_PLAYER),
        ((READY, HOST), {}, texts.NOT_A_PLAYER),
        ((READY, ADA), READY_ADA, texts.ALREADY_READY),
        ((READY, ADA), {"asks_ready": False}, texts.ALREADY_READY),
        ((READY, ADA), {"at_ms": BEGAN_MS + 15 * MINUTE_MS + 1}, texts.TOO_EARLY),
        ((START, ADA), {}, hosting.OWN_MATCH),
        ((CANCEL, ADA), {}, hosting.OWN_MATCH),
        *(
            ((button, user), facts, texts.OVER)
            for button, user in ((READY, BOB), (START, HOST), (CANCEL, HOST))
            for facts in (
                *({"end": end} for end in End),
                {"is_told": True},
                {"message_id": MESSAGE + 1},
                {"message_id": None, "card": card_of(began_ms=BEGAN_MS + 2)},
            )
        ),
    ],
)
def test_a_press_that_may_not_be_changes_nothing(
    press: tuple[Button, int], facts: dict[str, Any], reason: Text
):
    panel = panel_of(**facts)
    moment = texts.moment(panel.ready_from_ms)
    assert why_refused(pressed, panel, Press(*press, MESSAGE), BEGAN_MS) == reason(moment=moment)


@pytest.mark.parametrize(
    ("press", "facts", "change"),
    [
        ((READY, ADA), {}, {"ready": frozenset({EC})}),
        ((READY, BOB), READY_ADA, {"ready": frozenset({EC, DMO})}),
        ((READY, ADA), {"at_ms": BEGAN_MS + 15 * MINUTE_MS}, {"ready": frozenset({EC})}),
        ((READY, ADA), {"message_id": None}, {"ready": frozenset({EC})}),
        ((START, HOST), {"at_ms": AT}, {"is_told": True}),
        ((CANCEL, HOST), {"at_ms": AT}, {"end": End.CANCELLED}),
        ((CANCEL, ADA), {"card": card_of(host_id=ADA)}, {"end": End.CANCELLED}),
    ],
)
def test_a_press_changes_one_thing_and_tells_the_message(
    press: tuple[Button, int], facts: dict[str, Any], change: dict[str, Any]
):
    panel = panel_of(**facts)
    changed = pressed(panel, Press(*press, MESSAGE), BEGAN_MS)
    assert changed == replace(panel, message_id=MESSAGE, pressed_ms=BEGAN_MS, **change)


def test_what_a_host_starts_begins_whoever_is_ready_and_whenever_it_was_to():
    assert after(panel_of(AT), (START, HOST)).begins(BEGAN_MS)


def test_a_match_that_has_begun_cannot_be_called_off():
    assert why_refused(called_off, panel_of(end=End.BEGUN), HOST) == texts.OVER()


def test_whoever_is_ready_can_take_it_back_until_the_match_begins():
    panel = after(panel_of(), (READY, ADA), (NOT_READY, ADA), (READY, BOB))
    assert (panel.awaited, panel.begins(BEGAN_MS)) == ((EC,), False)
    again = after(panel, (NOT_READY, BOB), (READY, ADA), (READY, BOB))
    assert again.begins(BEGAN_MS)
    for user_id, why in ((ADA, texts.NOT_READY_YET), (STRANGER, texts.NOT_A_PLAYER)):
        assert why_refused(pressed, panel, Press(NOT_READY, user_id, MESSAGE), BEGAN_MS) == why()
    for over in (replace(again, is_told=True), replace(again, end=End.BEGUN)):
        press = Press(NOT_READY, ADA, MESSAGE)
        assert why_refused(pressed, over, press, BEGAN_MS) == texts.OVER()


def test_a_match_that_was_held_up_begins_only_when_a_host_says_so():
    ready = panel_of(AT, **BOTH)
    for panel in (ready, replace(ready, is_told=True), replace(ready, pinged=2)):
        held = held_up(panel, "Something is missing.")
        assert not held.begins(AT + LAPSE_MS - 1)
        assert held.awaited == ()
        assert not after(held, (NOT_READY, ADA), (READY, ADA), now_ms=AT).begins(AT)
        assert after(held, (START, HOST), now_ms=AT).begins(AT)


def test_its_host_is_told_what_it_needs_and_then_its_room_each_once():
    held = held_up(panel_of(AT, **BOTH), "Something is missing.")
    answers = []
    while number := held.ping_due(AT):
        answers.append(number)
        held = replace(held, pinged=number)
    assert answers == [HOST_TOLD, ROOM_TOLD]
    assert held_up(held, "Something else.").ping_due(AT) is None


@pytest.mark.parametrize(
    ("before_ms", "behind", "has_to_ping"),
    [
        (120 * MINUTE_MS, 0, False),
        (15 * MINUTE_MS + 1, 0, False),
        (15 * MINUTE_MS, 1, True),
        (MINUTE_MS + 1, 1, True),
        (MINUTE_MS, 2, True),
        (1, 2, True),
        (0, 2, False),
        (-MINUTE_MS, 2, False),
    ],
)
def test_players_are_pinged_15_minutes_and_1_minute_before_and_never_later(
    before_ms: int, behind: int, *, has_to_ping: bool
):
    panel, now_ms = panel_of(AT), AT - before_ms
    due = behind if has_to_ping else None
    assert (panel.pings_behind(now_ms), panel.ping_due(now_ms)) == (behind, due)
    panel_told = replace(panel, pinged=behind)
    assert panel_told.ping_due(now_ms) is None


@pytest.mark.parametrize("number", [1, 2, 3])
def test_where_pings_are_not_wanted_only_the_last_call_before_the_time_pings(number: int):
    panel = panel_of(AT, card_of(pings=False))
    usual = ping_post(panel_of(AT), number)
    assert usual.pings == (ADA, BOB)
    assert ping_post(panel, number) == replace(usual, pings=(ADA, BOB) if number == 2 else ())
    assert panel_post(panel).pings == ()


def test_no_post_of_a_panel_shares_its_nonce_with_one_of_a_match_that_began_with_it():
    panel = replace(panel_of(AT), id=1)
    of_panel = {nonce_of(post, BEGAN_MS) for post in (panel_post(panel), ping_post(panel, 1))}
    posts = (Post(place=Place(match_id=panel.id, number=number)) for number in (1, 2))
    assert len(of_panel | {nonce_of(post, BEGAN_MS) for post in posts}) == 4


@pytest.mark.parametrize(("minutes", "behind"), [(16, 0), (15, 1), (2, 1), (1, 2)])
def test_the_panel_itself_stands_for_pings_that_would_come_before_it(minutes: int, behind: int):
    assert panel_of(BEGAN_MS + minutes * MINUTE_MS).pinged == behind


@pytest.mark.parametrize("at_ms", [None, AT])
def test_a_panel_lapses_a_day_after_it_was_set_up_or_after_its_time(at_ms: int | None):
    assert panel_of(at_ms).lapses_ms == (at_ms or BEGAN_MS) + LAPSE_MS


@pytest.mark.parametrize(
    ("facts", "due_ms"),
    [
        ({**BOTH, "pressed_ms": BEGAN_MS}, BEGAN_MS),
        ({**BOTH, "pressed_ms": AT - 1, "at_ms": AT}, AT),
        ({**BOTH, "pressed_ms": AT + 1, "at_ms": AT}, AT + 1),
        ({"asks_ready": False, "at_ms": AT}, AT),
        ({"is_told": True, "pressed_ms": BEGAN_MS, "at_ms": AT}, BEGAN_MS),
    ],
)
def test_a_match_that_could_not_begin_for_five_minutes_asks_everybody_anew(
    facts: dict[str, Any], due_ms: int
):
    panel = panel_of(**facts)
    assert panel.begins(due_ms)
    assert not panel.is_too_late(due_ms + MAX_LATE_MS)
    late_ms = due_ms + MAX_LATE_MS + 1
    assert panel.is_too_late(late_ms)
    anew = asked_anew(panel)
    assert (anew.awaited, anew.begins(late_ms)) == ((EC, DMO), False)
    assert anew.ping_due(late_ms) == MISSED_PING
    again = after(anew, (READY, ADA), (READY, BOB), now_ms=max(late_ms, AT))
    assert again.begins(max(late_ms, AT))
    assert not again.is_too_late(max(late_ms, AT))


def test_where_the_dealer_plays_alone_it_is_never_too_late():
    assert not panel_of(AT, against_dealer(EC, DMO)).is_too_late(AT + LAPSE_MS)


@given(
    at_ms=st.none() | st.integers(BEGAN_MS, AT),
    now_ms=st.integers(BEGAN_MS, AT + LAPSE_MS - 1),
    later_ms=st.integers(0, LAPSE_MS),
)
def test_nothing_changes_with_time_before_the_next_instant_that_is_told(
    at_ms: int | None, now_ms: int, later_ms: int
):
    ready = panel_of(at_ms, **BOTH)
    for panel in (ready, panel_of(at_ms)):
        then_ms = min(panel.next_ms(now_ms) - 1, now_ms + later_ms)
        for fact in ("begins", "ping_due", "pings_behind"):
            assert getattr(panel, fact)(now_ms) == getattr(panel, fact)(max(now_ms, then_ms))
