"""Deciding is a function of frozen values: the same match and event always bring about the same."""

from dataclasses import FrozenInstanceError, dataclass, replace
from functools import partial
from typing import Any, get_args

import pytest

from bot.card import Person
from bot.live.decide import HANDLERS, TRY_AGAIN_MS, decide, given_up, opened
from bot.live.rulings import replaced
from bot.live.values.effects import Effects, ReadRoom
from bot.live.values.events import (
    Away,
    Back,
    Called,
    ChannelChanged,
    Delivered,
    Event,
    Found,
    Obstructed,
    Reading,
    ReadingDone,
    RoomRead,
    Ruled,
    Scope,
    Typed,
    Unheard,
    Woken,
)
from bot.live.values.live_match import LiveMatch
from bot.posts.post import NOWHERE
from bot.rooms.obstacles import Left, Obstacle
from engine.matches.match import Match
from engine.matches.rulings import Replace
from engine.refusals import OutOfOrder
from tests.bot.cards import DMO, EC, card_of, composer_of
from tests.bot.fake_clock import BEGAN_MS
from tests.bot.live_rooms import SECOND, message_id, sent, typed, whispered
from tests.engine.playing import fire_and_ice

LATER_MS = BEGAN_MS + 100 * SECOND
DUE_MS = BEGAN_MS + 62 * SECOND
"""When the first turn ends, of 60 seconds and no reserve, whose post stood after 2 seconds."""


def decided(
    live: LiveMatch, *events: Event, now_ms: int = LATER_MS, is_connected: bool = True
) -> tuple[LiveMatch, Effects]:
    """What the last of some events brings about."""
    effects = Effects(live.card.id)
    for event in events:
        live, effects = decide(
            live,
            event,
            now_ms=now_ms,
            is_connected=is_connected,
        )
    return live, effects


def begun(**options: str) -> LiveMatch:
    card = card_of(fire_and_ice(**({"first": "ec", "turn": "60", "reserve": "0"} | options)))
    beginning = Match.begin(card.game, by_posts=True)
    said = composer_of(card).posts(beginning, NOWHERE)
    return opened(card, beginning.match, said, read_to=0)[0]


def under_way(**options: str) -> LiveMatch:
    """A match whose first post stands since the second second."""
    live, _ = decided(begun(**options), Delivered(1, 9, BEGAN_MS + 2 * SECOND, is_in_room=True))
    return live


def held() -> LiveMatch:
    return decided(under_way(takeback="10"), MOVE)[0]


def resumed() -> LiveMatch:
    """A match in a new process, which the one before left just as a move was typed."""
    return replace(under_way(takeback="0"), is_catching_up=True, away_since_ms=MOVE.at_ms)


def dealt_again() -> LiveMatch:
    """The same, in whose room a turn is still to be posted whose clock a ruling set going."""
    award, taken_back = (
        Ruled(text, number, BEGAN_MS + number * SECOND)
        for text, number in (("award dmo", 8), ("undo ruling", 9))
    )
    live, _ = decided(under_way(takeback="0"), award, taken_back, now_ms=BEGAN_MS + 9 * SECOND)
    return replace(live, is_catching_up=True, away_since_ms=MOVE.at_ms)


MOVE = typed(EC, "E6 E7", 10 * SECOND)
NEXT_MOVE = typed(DMO, "E3 E2", 11 * SECOND)
LATE_MOVE = typed(EC, "E6 E7", 63 * SECOND)
SHOWN_AGAIN = Delivered(
    dealt_again().turn_post, MOVE.said_id + 5, BEGAN_MS + 30 * SECOND, is_in_room=True
)
READING = Reading((MOVE,), message_id(EC, 10 * SECOND))


@dataclass
class Case:
    """A live match, an event, and what that is to bring about."""

    live: LiveMatch
    event: Event
    effects: dict[str, Any]
    now_ms: int = LATER_MS
    is_connected: bool = True


CASES = {
    "a move is logged with its message and opens the next turn": Case(
        under_way(takeback="0"),
        MOVE,
        {"texts": ["E6 E7"], "sources": [f"message:{MOVE.said_id}"], "opens": [True]},
    ),
    "a held move waits for its window to end": Case(
        under_way(takeback="10"),
        MOVE,
        {"texts": ["E6 E7"], "reactions": 1, "wake_ms": BEGAN_MS + 20_250},
    ),
    "conversation is no more than heard": Case(
        under_way(), typed(EC, "hello", 10 * SECOND), {"texts": [], "posts": (), "read_to": True}
    ),
    "what was judged before brings nothing about": Case(
        held(), MOVE, {"texts": [], "posts": (), "must_be_kept": False}
    ),
    "a form that was judged before leaves the inbox": Case(
        decided(under_way(), replace(sent(EC, "E6 E7", 10 * SECOND), inbox_id=5))[0],
        replace(sent(EC, "E6 E7", 10 * SECOND), inbox_id=5),
        {"texts": [], "posts": (), "settled": 5},
    ),
    "what was typed after the flag waits for the room to be read": Case(
        under_way(takeback="0"),
        LATE_MOVE,
        {"is_put_off": True, "reading": ReadRoom(1, Scope(until_ms=DUE_MS)), "texts": []},
    ),
    "no second reading begins while one goes on": Case(
        decided(under_way(takeback="0"), LATE_MOVE)[0],
        Woken(),
        {"reading": None, "wake_ms": None},
    ),
    "a reading that another has replaced does not count": Case(
        decided(under_way(takeback="0"), LATE_MOVE)[0],
        RoomRead(READING, DUE_MS, number=7),
        {"then": (), "again": ()},
    ),
    "what a reading found comes before what waited for it": Case(
        decided(under_way(takeback="0"), LATE_MOVE)[0],
        RoomRead(READING, DUE_MS, number=1),
        {"then": (Found(MOVE), ReadingDone(READING.read_to, DUE_MS)), "again": ()},
    ),
    "what waited comes again once the reading is judged": Case(
        decided(under_way(takeback="0"), LATE_MOVE, RoomRead(READING, DUE_MS, number=1))[0],
        ReadingDone(0, DUE_MS),
        {"again": (LATE_MOVE,), "ended": True},
    ),
    "a gap comes after what was said before it": Case(
        decided(resumed(), Away(None))[0],
        RoomRead(Reading((MOVE, NEXT_MOVE), NEXT_MOVE.said_id), None, number=1),
        {
            "then": (
                Found(MOVE),
                Back(),
                Found(NEXT_MOVE),
                ReadingDone(NEXT_MOVE.said_id, None),
            )
        },
    ),
    "nothing is judged before the room has been read": Case(
        resumed(),
        NEXT_MOVE,
        {"is_put_off": True, "must_be_kept": False},
    ),
    "while the gateway is silent, no flag falls": Case(
        under_way(), Woken(), {"reading": None, "posts": ()}, is_connected=False
    ),
    "before a flag falls, the room is read": Case(
        under_way(), Woken(), {"reading": ReadRoom(1, Scope(until_ms=DUE_MS))}
    ),
    "before the end of the grace time, the room is not read for a held move": Case(
        held(), Woken(), {"reading": None}, now_ms=BEGAN_MS + 20_100
    ),
    "a first warning looks for a player who may have left": Case(
        under_way(), Woken(), {"looks_for": (EC,)}, now_ms=DUE_MS - 29 * SECOND
    ),
    "a player who has left is not looked for again": Case(
        decided(under_way(), Left(EC), now_ms=BEGAN_MS + 3 * SECOND)[0],
        Woken(),
        {"looks_for": ()},
        now_ms=DUE_MS - 29 * SECOND,
    ),
    "a closed room pauses the match": Case(
        under_way(),
        Obstructed(Obstacle.GONE),
        {"texts": ["pause"], "sources": [f"obstacle:{LATER_MS}"]},
    ),
    "a host who resumes a closed room has it read": Case(
        decided(under_way(), Obstructed(Obstacle.GONE))[0],
        Ruled("resume", 7, LATER_MS),
        {"texts": ["resume"], "reopens": True, "refusal": None, "reading": True},
    ),
    "a ruling that is refused says why": Case(
        under_way(), Ruled("resume", 7, BEGAN_MS + 5 * SECOND), {"refusal": "not-paused"}
    ),
    "the delivery of a post that opened the turn starts its clock": Case(
        begun(), Delivered(1, 9, BEGAN_MS + 2 * SECOND), {"texts": ["posted"], "done": (1, 9)}
    ),
    "the delivery of anything else starts nothing": Case(
        under_way(), Delivered(77, 10, LATER_MS), {"texts": [], "posts": (), "done": (77, 10)}
    ),
    "a private channel is kept with the match and nobody is told": Case(
        under_way(), ChannelChanged(EC, 5), {"card": True, "must_be_kept": True, "posts": ()}
    ),
    "a private channel that is as it was changes nothing": Case(
        decided(under_way(), ChannelChanged(EC, 5))[0],
        ChannelChanged(EC, 5),
        {"card": None, "must_be_kept": False},
    ),
    "the host is told of a private channel that is lost": Case(
        decided(under_way(), ChannelChanged(EC, 5))[0],
        ChannelChanged(EC, None, is_lost=True),
        {"card": True, "told_to_host": 1},
    ),
    "whoever takes a private channel back is told nothing more": Case(
        decided(under_way(), ChannelChanged(EC, 5))[0],
        ChannelChanged(EC, None),
        {"card": True, "posts": ()},
    ),
    "a post that starts no clock waits for what was missed, which is nobody's time": Case(
        dealt_again(), SHOWN_AGAIN, {"is_put_off": True, "texts": []}
    ),
    "a post that starts a clock waits for nothing": Case(
        replace(begun(), is_catching_up=True, away_since_ms=MOVE.at_ms),
        replace(SHOWN_AGAIN, sequence=1),
        {"is_put_off": False, "texts": ["posted"]},
    ),
    "what is not heard is not judged": Case(
        decided(under_way(takeback="0"), Unheard(MOVE.at_ms))[0], MOVE, {"is_put_off": True}
    ),
}


def seen(effects: Effects, live: LiveMatch, name: str) -> Any:
    """An effect as the cases name it."""
    special: dict[str, Any] = {
        "texts": [each.entry.text for each in effects.entries],
        "sources": [each.source for each in effects.entries],
        "opens": [each.opens for each in effects.posts],
        "reactions": sum(each.reaction is not None for each in effects.posts),
        "told_to_host": sum(each.for_host for each in effects.posts),
        "ended": live.match.result is not None,
    }
    if name in special:
        return special[name]
    found = getattr(effects, name)
    if name == "refusal":
        return found.code if isinstance(found, OutOfOrder) else found
    return found


@pytest.mark.parametrize("name", CASES)
def test_what_follows_from_an_event(name: str):
    case = CASES[name]
    live, effects = decided(
        case.live, case.event, now_ms=case.now_ms, is_connected=case.is_connected
    )
    for effect, expected in case.effects.items():
        found = seen(effects, live, effect)
        assert bool(found) is True if expected is True else found == expected, effect


@pytest.mark.parametrize("name", CASES)
def test_deciding_twice_brings_the_same_about_and_changes_nothing_given(name: str):
    case = CASES[name]
    before = repr(case.live)
    decisions = [
        decided(case.live, case.event, now_ms=case.now_ms, is_connected=case.is_connected)
        for _ in range(2)
    ]
    assert repr(decisions[0]) == repr(decisions[1])
    assert repr(case.live) == before


def test_conversation_in_a_private_channel_is_left_alone_while_nothing_secret_is_awaited():
    live, _ = decided(under_way(), ChannelChanged(EC, 5))
    chat = whispered(EC, "hello", 10 * SECOND)
    for said, answers in ((chat, 1), (replace(chat, channel_id=5), 0)):
        _, effects = decided(live, said)
        assert len(effects.posts) == answers
    _, effects = decided(live, replace(whispered(EC, "E6 E7", 10 * SECOND), channel_id=5))
    (post,) = effects.posts
    assert (post.to, post.channel_id) == (EC, 5)


def test_whoever_takes_over_a_seat_has_not_the_private_channel_of_whoever_leaves():
    live = under_way()
    for seat, at in ((EC, 5), (DMO, 6)):
        live, _ = decided(live, ChannelChanged(seat, at))
    card = replaced(live.card, Replace(EC, "Carl"), Person(77, "Carl"))
    assert card.private_channels == {DMO: 6}


def test_every_event_is_decided():
    assert {*HANDLERS} == {each for each in get_args(Event) if each is not Found}


def test_a_live_match_is_frozen():
    with pytest.raises(FrozenInstanceError):
        under_way().read_to = 5  # type: ignore[misc]


@pytest.mark.parametrize(
    ("event", "answers", "settled"),
    [
        (MOVE, 0, None),
        (whispered(EC, "hide A1", 10 * SECOND), 1, None),
        (Found(replace(sent(EC, "hide A1", 10 * SECOND), inbox_id=5)), 1, 5),
        (Typed.by_button(EC, "concede", 5, "token", pressed_on=7), 1, 5),
    ],
)
def test_only_what_was_not_said_in_the_room_is_answered_when_it_cannot_be_judged(
    event: Typed | Found, answers: int, settled: int | None
):
    live = under_way()
    give_up = partial(given_up, now_ms=0, is_connected=True)
    _, effects = give_up(live, event)
    assert (len(effects.posts), effects.settled) == (answers, settled)


def test_a_catch_up_ends_though_its_end_could_not_be_judged():
    live = resumed()
    after, _ = given_up(
        live,
        ReadingDone(0, None),
        now_ms=LATER_MS,
        is_connected=True,
    )
    assert not after.is_catching_up


def test_the_gap_before_a_post_that_starts_no_clock_is_nobodys_time():
    back = (Back(), ReadingDone(0, None))
    without, _ = decided(dealt_again(), *back)
    shown, _ = decided(dealt_again(), SHOWN_AGAIN, *back, SHOWN_AGAIN)
    assert shown.match.entries[-1].text == "posted"
    assert shown.match.turn_left == without.match.turn_left


def test_a_reading_that_could_not_be_judged_is_over_so_that_the_next_one_begins():
    live, effects = decided(under_way(), Woken(), now_ms=DUE_MS)
    assert effects.reading
    read = RoomRead(Reading((), 0), DUE_MS, effects.reading.number)
    after, _ = given_up(live, read, now_ms=DUE_MS, is_connected=True)
    assert (live.is_reading, after.is_reading) == (True, False)


def test_after_a_fault_time_is_judged_again_but_not_at_once():
    _, effects = given_up(under_way(), Woken(), now_ms=DUE_MS, is_connected=True)
    assert effects.wake_ms == DUE_MS + TRY_AGAIN_MS


def test_posts_take_the_places_after_those_before():
    live, first = decided(under_way(takeback="0"), MOVE)
    _, second = decided(live, Ruled("pause", 7, BEGAN_MS + 20 * SECOND))
    (turn,), (paused,) = first.posts, second.posts
    assert [(each.sequence, each.number, each.log_length) for each in (turn, paused)] == [
        (2, 2, 2),
        (3, 3, 3),
    ]


def test_whoever_is_called_is_told_what_they_have_left_now():
    _, effects = decided(under_way(), Called(), now_ms=BEGAN_MS + 50 * SECOND)
    (post,) = effects.posts
    assert "12 s of turn time left" in post.content
