"""What is said of clocks, as Discord shows it: exact, and true whatever runs, stands or is used."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

import pytest

from bot.posts.post import NOWHERE
from bot.texts import matches
from bot.texts.clocks import duration, length, reserve, reserve_left
from engine.games import GAMES
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match, Step
from engine.matches.notices import Opened
from engine.options import read_options
from tests.bot.as_shown import as_shown, relative
from tests.bot.cards import card_of, composer_of
from tests.engine.samples import samples_of

MINUTE = Decimal(60)
LAYOUT = "layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E."
PLACED = (
    *(f"{seat} @5 {LAYOUT}" for seat in ("ec", "dmo")),
    "dmo @6 take first",
    "ec @7 ec1 north, dmo1 south",
    "dmo @8 ec2 east",
)
OPENINGS = ("ec @5 flower U G7 H7 I7 G8 I8", "dmo @7 pass")
MOST_BEFORE_TURNS = 6
PICKS = ("ec @1 ready", "dmo @1 ready", "ec @2 board 1", "dmo @2 board 2")


class Play:
    """A match in which time passes, and what the room is told of it, as it is shown."""

    def __init__(self, name: str, options: Mapping[str, str], *, by_posts: bool = False) -> None:
        kind = GAMES[name]
        self.card = card_of(kind(**read_options(kind, options)))
        self.composer = composer_of(self.card)
        self.posts: list[str] = []
        self.openings: list[str] = []
        self._take(Match.begin(self.card.game, by_posts=by_posts))

    def do(self, *lines: str) -> "Play":
        """`ec @5 E6 E7`, or `@60`, up to which time passes."""
        for line in lines:
            who, _, rest = line.partition("@")
            at, _, text = rest.partition(" ")
            if who:
                self._take(self.match.enter(Entry(Speaker(who.strip()), Decimal(at), text)))
            else:
                self._take(self.match.pass_to(Decimal(at)))
        return self

    def do_first(self) -> "Play":
        """Something legal, until it is one seat's turn."""
        for _ in range(MOST_BEFORE_TURNS):
            if self.match.timing and self.match.timing.seat:
                break
            seat = self.match.to_act[0]
            action = next(iter(self.match.game.legal(self.match.state, seat)))
            self.do(f"{seat} @5 {self.match.game.write(action)}")
        return self

    def clocks(self) -> list[str]:
        """The answer to `/match clock`, by lines."""
        return self._shown(self.composer.clocks(self.match)).splitlines()

    def _take(self, step: Step) -> None:
        step = step.then(Match.draw_lots)
        assert not step.refusal, step.refusal
        self.match = step.match
        posts = self.composer.posts(step, NOWHERE)
        self.posts += [self._shown(each.content) for each in posts if each.content]
        if any(isinstance(each, Opened) for each in step.notices):
            self.openings += [self._shown(each.content) for each in posts if each.opens]

    def _shown(self, content: str) -> str:
        return as_shown(content, self.card.discord_ms(self.match.now))


# How long something is


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        ("0", "0 s"),
        ("0.999", "0 s"),
        ("59.999", "59 s"),
        ("60", "1:00"),
        ("61.5", "1:01"),
        ("252", "4:12"),
        ("3600", "60:00"),
        ("604800", "10080:00"),
    ],
)
def test_what_is_left_is_seconds_or_minutes_and_seconds_cut_off(seconds: str, said: str):
    assert duration(Decimal(seconds)) == said


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        ("0", "0 s"),
        ("0.5", "0.5 s"),
        ("45", "45 s"),
        ("60.0", "60 s"),
        ("90", "90 s"),
        ("120", "120 s"),
        ("121", "2:01 min"),
        ("240", "4 min"),
        ("600", "10 min"),
        ("604800", "10080 min"),
    ],
)
def test_a_length_is_said_in_full_with_its_unit(seconds: str, said: str):
    assert length(Decimal(seconds)) == said


@pytest.mark.parametrize(
    ("left", "period", "said", "running"),
    [
        (0, MINUTE, "no reserve", "no reserve period left after the current one"),
        (1, MINUTE, "1 reserve period of 60 s", None),
        (3, Decimal(30), "3 reserve periods of 30 s", None),
        (Decimal(0), None, "no reserve", "no reserve left"),
        (Decimal("0.4"), None, "0 s of reserve", "0 s of reserve left"),
        (Decimal(300), None, "5:00 of reserve", "5:00 of reserve left"),
    ],
)
def test_a_reserve_is_time_or_periods_of_which_the_running_one_is_spent(
    left: int | Decimal, period: Decimal | None, said: str, running: str | None
):
    assert reserve(left, period) == said
    assert reserve_left(left, period) == f"{said} left"
    expected = running or f"{said} left after the current one"
    assert reserve_left(left, period, is_running=True) == expected


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (1, "in a second"),
        (59, "in 59 seconds"),
        (60, "in a minute"),
        (89, "in a minute"),
        (90, "in 2 minutes"),
        (600, "in 10 minutes"),
        (3600, "in an hour"),
        (0, "now"),
        (-90, "2 minutes ago"),
    ],
)
def test_discord_rounds_a_countdown(seconds: int, shown: str):
    assert relative(seconds) == shown


# What a turn or phase begins with


@pytest.mark.parametrize(
    ("name", "options", "lines", "said"),
    [
        ("fire-and-ice", {"first": "ec"}, (), "60 s (ends in a minute), then 5:00 of reserve."),
        ("fire-and-ice", {}, (), "60 s (ends in a minute)."),
        ("fire-and-ice", {"first": "ec", "reserve": "0"}, (), "60 s (ends in a minute), no res"),
        ("fire-and-ice", {"first": "ec", "turn": "0.5"}, (), "0.5 s (ends in a second), then 5:00"),
        ("compass-collisions", {}, (), "10 min (ends in 10 minutes)."),
        (
            "compass-collisions",
            {"first": "ec", "turn": "100", "period": "90"},
            PLACED,
            "100 s (ends in 2 minutes), then 3 periods of 90 s each.",
        ),
        ("demeters-anguish", {"setup": "150"}, (), "2:30 min (ends in 3 minutes)."),
        (
            "demeters-anguish",
            {"first": "ec"},
            OPENINGS,
            "120 s (ends in 2 minutes), then 5:00 of reserve.",
        ),
        ("deep-sea-voyage", {}, (), "90 s (ends in 2 minutes)."),
        ("deep-sea-voyage", {"first": "ec"}, PICKS[:2], "45 s (ends in 45 seconds)."),
        ("deep-sea-voyage", {"first": "ec"}, PICKS, "90 s (ends in 2 minutes)."),
        (
            "flower-field",
            {"first": "dmo", "periods": "1"},
            (),
            "120 s (ends in 2 minutes), then 1 period of 30 s.",
        ),
    ],
)
def test_a_post_says_exactly_how_long_its_turn_or_phase_is(
    name: str, options: dict[str, str], lines: tuple[str, ...], said: str
):
    assert f"\n⏳ Time: {said}" in Play(name, options).do(*lines).posts[-1]


# Reminders

FLOWERS = ("flower-field", {"first": "ec", "periods": "2"})
PERIODS = ("flower-field", {"first": "ec", "periods": "3", "period": "60"})
ONE_BANK = ("fire-and-ice", {"first": "ec"})


@pytest.mark.parametrize(
    ("match", "told"),
    [
        (
            (*ONE_BANK, "@150"),
            [
                "30 s of turn time left, then 5:00 of reserve.",
                "5 s of turn time left, then 5:00 of reserve.",
                "your reserve is running: 5:00 left.",
                "30 s into your reserve: 4:30 left.",
                "60 s into your reserve: 4:00 left.",
                "90 s into your reserve: 3:30 left.",
            ],
        ),
        (
            (*PERIODS, "@299"),
            [
                "30 s of turn time left, then 3 reserve periods of 60 s.",
                "5 s of turn time left, then 3 reserve periods of 60 s.",
                "your reserve is running: 3:00 left, 2 periods of 60 s still unused.",
                "30 s into your reserve: 2:30 left, 2 periods of 60 s still unused.",
                "60 s into your reserve: 2:00 left, 1 period of 60 s still unused.",
                "90 s into your reserve: 1:30 left, 1 period of 60 s still unused.",
                "120 s into your reserve: 1:00 left, in the last period.",
                "2:30 min into your reserve: 30 s left, in the last period.",
            ],
        ),
        (
            ("flower-field", {"first": "ec", "periods": "0"}, "@119"),
            ["30 s of turn time left, then no reserve.", "5 s of turn time left, then no reserve."],
        ),
        (("deep-sea-voyage", {}, "@89"), ["30 s left.", "5 s left."]),
    ],
)
def test_reminders_say_what_runs_and_what_is_left(
    match: tuple[str, dict[str, str], str], told: list[str]
):
    name, options, until = match
    posts = Play(name, options).do(until).posts[1:]
    assert [re.sub(r"⏰ (<@[0-9]+> )+", "", post) for post in posts] == told


# Going on


@pytest.mark.parametrize(
    ("match", "said"),
    [
        ((*ONE_BANK, "host @20 pause", "host @30 resume"), "40 s of turn time left (ends in 40 "),
        (
            (*ONE_BANK, "host @90 pause", "host @95 resume"),
            "your reserve is running: 4:30 left (ends in 5 minutes).",
        ),
        (
            (*PERIODS, "host @130 pause", "host @135 resume"),
            "your reserve is running: 2:50 left (ends in 3 minutes), 2 periods of 60 s ",
        ),
        (
            (*PERIODS, "host @260 pause", "host @265 resume"),
            "your reserve is running: 40 s left (ends in 40 seconds), in the last period.",
        ),
        ((*ONE_BANK, "ec @5 E6 E7", "ec @6 takeback"), "54 s of turn time left (ends in 54 sec"),
        (
            (*FLOWERS, "ec @5 D5R", "dmo @9 challenge"),
            "2:56 of turn time left (ends in 3 minutes), then 2 reserve periods of 30 s.",
        ),
        (("deep-sea-voyage", {}, "dmo @5 empire"), "1:25 left (ends in a minute)."),
    ],
)
def test_who_goes_on_is_told_what_is_left_and_when_it_ends(match: tuple, said: str):
    name, options, *lines = match
    assert re.search(rf"(<@[0-9]+> )+{re.escape(said)}", Play(name, options).do(*lines).posts[-1])


def test_nobody_is_named_where_nobody_is_awaited():
    seating = composer_of().seating
    assert matches.away(seating, Decimal(3), (), None).endswith("Nobody loses time for it. ")


@pytest.mark.parametrize(
    ("match", "said"),
    [
        ((*ONE_BANK, "host @9 time ec +60"), "**Ada** now has 6:00 of reserve left."),
        ((*ONE_BANK, "host @9 time ec -900"), "**Ada** now has no reserve left."),
        ((*PERIODS, "host @9 time dmo +1"), "**Bob** now has 4 reserve periods of 60 s left."),
        (
            (*PERIODS, "host @250 time ec +1"),
            "**Ada** now has 1 reserve period of 60 s left after the current one.",
        ),
        (
            (*PERIODS, "host @250 time ec -1"),
            "**Ada** now has no reserve period left after the current one.",
        ),
        ((*PERIODS, "ec @290 D5R"), "**Ada** has no reserve left."),
        ((*PERIODS, "ec @130 D5R"), "**Ada** has 2 reserve periods of 60 s left."),
    ],
)
def test_what_a_ruling_or_a_turn_has_left_of_a_reserve_is_said(match: tuple, said: str):
    name, options, *lines = match
    assert said in Play(name, options).do(*lines).posts[-1]


# Asking


@pytest.mark.parametrize(
    ("match", "ada", "bob"),
    [
        (
            (*ONE_BANK, "@8"),
            "52 s of turn time left (ends in 52 seconds), then 5:00 of reserve.",
            "5:00 of reserve.",
        ),
        (
            (*ONE_BANK, "@80"),
            "reserve is running: 4:40 left (ends in 5 minutes).",
            "5:00 of reserve.",
        ),
        (
            (*PERIODS, "@290"),
            "reserve is running: 10 s left (ends in 10 seconds), in the last period.",
            "3 reserve periods of 60 s.",
        ),
        (
            (*ONE_BANK, "ec @5 E6 E7", "@6"),
            "55 s of turn time left, then 5:00 of reserve; a move is held.",
            "5:00 of reserve.",
        ),
        (
            ("deep-sea-voyage", {}, "ec @6 ready"),
            "no reserve in this game.",
            "1:24 left (ends in a minute).",
        ),
        (("demeters-anguish", {}, "ec @6 pass"), "5:00 of reserve.", "9:54 left (ends in 10 min"),
    ],
)
def test_the_clocks_of_both_seats_are_told_with_the_time_of_the_turn(
    match: tuple, ada: str, bob: str
):
    name, options, *lines = match
    of_ada, of_bob = Play(name, options).do(*lines).clocks()
    assert of_ada.startswith(f"**Ada**: {ada}")
    assert of_bob.startswith(f"**Bob**: {bob}")


@pytest.mark.parametrize("after", [1, 500])
@pytest.mark.parametrize(
    ("at", "ada"),
    [
        (20, "40 s of turn time left, then 5:00 of reserve."),
        (70, "reserve is running: 4:50 left."),
    ],
)
def test_while_paused_the_clocks_are_told_to_stand_and_do_not_count_down(
    at: int, ada: str, after: int
):
    told = Play(*ONE_BANK).do(f"host @{at} pause", f"@{at + after}").clocks()
    assert told == [
        "⏸️ The match is paused and the clocks are stopped.",
        f"**Ada**: {ada}",
        "**Bob**: 5:00 of reserve.",
    ]


def test_before_the_post_stands_the_clock_is_told_to_wait_for_it():
    of_ada, of_bob = Play(*ONE_BANK, by_posts=True).do("@9").clocks()
    starts = "the clock starts once the turn is posted."
    assert of_ada == (f"**Ada**: 60 s of turn time, then 5:00 of reserve; {starts}")
    assert of_bob == "**Bob**: 5:00 of reserve."


# Every sentence with a countdown, read as Discord shows it


def all_plays() -> Iterator[Play]:
    """All games through all that clocks do to them."""
    for name in GAMES:
        options = samples_of(name).options[0]
        yield Play(name, options).do("host @1 pause", "host @2 resume", "@58", "@700", "@2000")
        play = Play(name, {**options, "first": "ec"})
        yield play.do("host @1 pause", "host @2 resume", "@58", "@700", "@2000")
        play = Play(name, {**options, "first": "ec"}).do_first()
        play.do("host @20 pause", "host @30 resume")
        yield play.do(*(f"@{at}" for at in range(60, 600, 7)))


def test_every_countdown_follows_the_word_ends_beside_an_exact_figure():
    posts = [post for play in all_plays() for post in play.posts]
    assert len(posts) > 100
    counted = 0
    for post in posts:
        for line in post.splitlines():
            for shown in re.finditer(r"\bin (a|an|[0-9]+) (second|minute|hour)s?\b|\bnow\)", line):
                counted += 1
                assert re.search(
                    r"[0-9] ?(s|min|left)?\b.*\((all time )?ends $", line[: shown.start()]
                )
    assert counted > 50


def test_every_turn_and_phase_begins_with_its_length_beside_the_countdown():
    openings = [post for play in all_plays() for post in play.openings]
    assert len(openings) > 40
    ends = r"\(ends (in [^)]+|now)\)"
    then = r"(, then [0-9:]+( s)? of reserve|, then [0-9]+ periods? of [^.]+|, no reserve)?"
    for post in openings:
        assert re.search(rf"^⏳ Time: [0-9.:]+ (s|min) {ends}{then}\.$", post, re.MULTILINE), post


def test_no_sentence_says_what_used_to_mislead():
    for play in all_plays():
        for post in play.posts:
            assert not re.search(
                r"until in|until now|\b0 reserve|\b0 more|\b1 reserve periods", post
            )
