"""Posts: what each notice becomes, whom it pings, and countdowns that nobody can forge."""

from decimal import Decimal

import pytest

from bot.texts.clocks import corrected, countdown, countdown_to, with_countdowns
from bot.values.card import Stakes
from bot.values.post import Origin, Post
from engine.clocks import ReminderKind
from engine.game import ABORTED, AWARDED, Outcome
from engine.games.fire_and_ice.rules import NO_LEGAL_MOVE
from engine.matches.entries import Cause, CauseKind
from engine.matches.match import Match, Transition
from engine.matches.notices import ClockReminder, MatchEnded, MatchPaused, Notice, TurnStarted
from engine.refusals import MALFORMED
from tests.bot.texts.notices import every_notice
from tests.engine.playing import begun, fire_and_ice, tried
from tests.helpers.rooms.cards import ADA, BOB, DMO, EC, card_of, composer_of, named

MESSAGE = 777
TYPED = Origin(MESSAGE)
ACTION, RULING = Cause(CauseKind.ACTION, DMO), Cause(CauseKind.RULING)


def opened(*seats, cause: Cause | None = ACTION) -> TurnStarted:
    return TurnStarted(seats, Decimal(60), Decimal(300), None, cause)


def told(*notices: Notice, match: Match | None = None) -> tuple[Post, ...]:
    step = Transition(match or begun(card_of().game), notices)
    return composer_of().posts(step, TYPED)


def only(notice: Notice, match: Match | None = None) -> Post:
    """Return the one post for a notice, but for the animation that follows a result."""
    (post,) = (message for message in told(notice, match=match) if not message.extras.has_animation)
    return post


# Pings


@pytest.mark.parametrize(
    ("reserve", "until", "pings"),
    [
        # All of them are given, those of the last minute before all time is over with a ping.
        ("300", 360, 5 * [()] + 5 * [()] + 2 * [(ADA,)]),
        ("0", 60, 2 * [(ADA,)]),
        ("31", 91, [(), (ADA,), (ADA,), (ADA,)]),
    ],
)
def test_where_pings_are_not_wanted_only_the_last_reminders_ping_and_a_hosts_call(
    reserve: str, until: int, pings: list[tuple[int, ...]]
):
    game = fire_and_ice(first="ec", reserve=reserve)
    quiet = composer_of(card_of(game, pings=False))
    posts = quiet.posts(begun(game).advance_time(Decimal(until), inclusive=False), TYPED)
    assert [post.pings for post in posts] == pings
    assert quiet.called(begun(game)).pings == (ADA,)
    assert all(f"<@{ADA}>" in post.content for post in posts)


# Kinds of posts


def test_of_several_positions_in_one_step_only_the_last_is_shown():
    reminded = ClockReminder((EC,), Decimal(30), ReminderKind.TIME_LEFT, Decimal(30), None)
    first, last = opened(EC), opened(DMO)
    posts = told(first, reminded, last, MatchPaused())
    assert [post.starts_clock for post in posts] == [False, True, False]
    assert [post.pings for post in posts if post.starts_clock] == [(BOB,)]
    assert posts == told(reminded, last, MatchPaused())


@pytest.mark.parametrize(
    ("stakes", "outcome", "text"),
    [
        (Stakes(loser="is out!"), Outcome(EC, AWARDED), "🏅 **Bob** is out!"),
        (
            Stakes(winner="*greets* @everyone <@1>"),
            Outcome(EC, AWARDED),
            r"🏅 **Ada** \*greets\* \@everyone \<\@1\>.",
        ),
        (Stakes("receives 1 garnet", "is out."), Outcome(None, ABORTED), ""),
    ],
)
def test_a_result_says_what_the_match_was_for_in_the_hosts_words(
    stakes: Stakes, outcome: Outcome, text: str
):
    card = card_of(stakes=stakes)
    step = Transition(begun(card.game), (MatchEnded(outcome, RULING),))
    post, *_ = composer_of(card).posts(step, TYPED)
    for label in (post.content, post.mirror_text):
        assert [line for line in label.splitlines() if line.startswith("🏅")] == [text][
            : bool(text)
        ]
    assert post.pings == (ADA, BOB)


# Countdowns


@pytest.mark.parametrize(
    ("now_ms", "seconds", "count"),
    [
        (1_000_000, "60", 1060),
        (1_000_001, "60", 1061),
        (1_000_999, "60", 1061),
        (1_000_000, "60.001", 1061),
        (1_000_000, "0.0001", 1001),
        (1_000_500, "0.5", 1001),
        (1_000_500, "0.4999", 1001),
        (1_000_000, "0", 1000),
    ],
)
def test_a_countdown_never_ends_before_the_time_does(now_ms: int, seconds: str, count: int):
    mark = countdown(Decimal(seconds))
    assert with_countdowns(f"ends {mark}.", now_ms) == f"ends <t:{count}:R>."


@pytest.mark.parametrize(
    ("stood_ms", "count"),
    [
        (998_999, 1_059),
        (999_001, None),
        (1_000_000, None),
        (1_001_000, None),
        (1_001_001, 1_062),
        (1_006_000, 1_066),
    ],
)
def test_a_countdown_is_put_right_that_is_off_by_more_than_a_second(
    stood_ms: int, count: int | None
):
    content = f"ends {countdown(Decimal(60))}, not {countdown_to(5_000)}\n"
    right = None if count is None else f"ends <t:{count}:R>, not <t:5:R>\n"
    assert corrected(content, "ends <t:1060:R>, not <t:5:R>", stood_ms) == right
    assert corrected(content, "ends <t:1060:R> or <t:5:R>", stood_ms) is None


def test_a_text_without_marks_stays_as_it_is():
    text = "\x02 \x03 \x02-5\x03 <t:0:R> %s {0} \\1"
    assert with_countdowns(text, 5_000) == text


@pytest.mark.parametrize("number", ["9" * 400, "9" * 19, "\u0663", ""])
def test_a_number_that_is_no_instant_is_no_countdown(number: str):
    assert with_countdowns(f"\x02+{number}\x03", 5_000) == f"\x02+{number}\x03"


@pytest.mark.parametrize("mark", [countdown(Decimal(600)), "\x02+" + "9" * 400 + "\x03", "\ud800"])
def test_no_form_can_forge_a_countdown_or_contain_anything_that_no_post_can(mark: str):
    sent = Origin(recipient=EC, token="token", form_text=f"layout\n\tE{mark * 100}\x00F")
    (post,) = composer_of().refusal(begun(card_of().game), MALFORMED(), sent)
    assert with_countdowns(post.content, 5_000) == post.content
    assert "layout\n\tE" in post.content
    assert not {*post.content} & {"\x00", "\x02", "\x03", "\ud800"}


def test_no_name_can_forge_a_countdown():
    forged = countdown(Decimal(600))
    for notice in every_notice(frozenset()):
        step = Transition(begun(card_of().game), (notice,))
        marks = [
            [post.content.count("\x02") for post in composer_of(card).posts(step, TYPED)]
            for card in (named(f"Ada {forged}", forged), card_of())
        ]
        assert marks[0] == marks[1]


@pytest.mark.parametrize("text", [countdown(Decimal(600)), "E6 E7 " + countdown(Decimal(600))])
def test_no_message_can_forge_a_countdown(text: str):
    match = begun(fire_and_ice(first="ec", takeback="0"))
    refusal = tried(match, f"ec @1 {text}").refusal
    posts = composer_of().refusal(begun(card_of().game), refusal, TYPED)
    assert all("\x02" not in post.content for post in posts)
    ended = only(MatchEnded(Outcome(EC, NO_LEGAL_MOVE), Cause(CauseKind.ACTION, EC)), match=match)
    assert "\x02" not in ended.content
