"""What a player has hidden: the button for it below each board, and what only they are shown."""

from collections.abc import Sequence

import pytest

from bot.posts.buttons import buttons_below
from bot.posts.post import NOWHERE, Origin, Post
from engine.game import AnyGame
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.games.fire_and_ice.rules import FireAndIce
from engine.games.flower_fields.rules import DoubtingFlowerField, FlowerField
from engine.games.free_table.rules import FreeTable
from engine.matches.match import Match
from engine.seats import SEATS, Seat
from tests.bot.cards import DMO, EC, card_of, composer_of
from tests.bot.posts.test_confirmations import CASES, ROUND, Case
from tests.engine.games.compass_collisions.positions import ONE_LAYOUT, OTHER_LAYOUT, compass
from tests.engine.games.deep_sea_voyage.positions import HARMLESS, LOCKED, say, say_all, voyage
from tests.engine.playing import begun

LAYOUTS = (f"ec {ONE_LAYOUT}", f"dmo {OTHER_LAYOUT}")
HIDDEN = ("ec hide A1 red, G7 blue", "dmo hide B1 red, B7 blue")
OTHERWISE = ("ec hide C1 red, A1 yellow", "dmo hide B1 red, B7 blue")
SECRETS: list[tuple[AnyGame, Sequence[str], bool]] = [
    (compass(), (), True),
    (compass(), LAYOUTS, True),
    (compass(), ("dmo take placement",), True),
    (compass(), (*LAYOUTS, "dmo take placement"), False),
    (DemetersAnguish(), (), True),
    (DemetersAnguish(), ("ec pass", "dmo pass"), True),
    (DemetersAnguish(), ("ec pass", "dmo pass", "dmo first me"), False),
    (voyage(first="ec"), ROUND[:-1], False),
    (voyage(first="ec"), ROUND, True),
    (voyage(first="ec"), (*ROUND, f"ec {HARMLESS}", *LOCKED), False),
    (voyage(first="ec"), (*ROUND, *LOCKED), True),
    (DoubtingFlowerField(), (), True),
    (DoubtingFlowerField(), HIDDEN, True),
    (DoubtingFlowerField(), (*HIDDEN, "dmo first me"), True),
    (DoubtingFlowerField(), (*HIDDEN, "dmo first me", "dmo D5 red", "ec challenge"), True),
    # Nobody has hidden anything; that is nobody's business.
    (DoubtingFlowerField(), ("dealer late",), True),
    (FreeTable(first=EC), ("ec !check",), False),
    (FreeTable(first=EC), ("host !next both sealed",), True),
    (FreeTable(first=EC), ("host !roll 2d6 ec / next ec",), True),
    (FreeTable(first=EC), ("host !roll 2d6 ec / open ec / next ec",), False),
    (FlowerField(first=EC), ("ec D5 red",), False),
    (FireAndIce(first=EC), (), False),
]


def after(game: AnyGame, lines: Sequence[str]) -> tuple[Match, Post]:
    """The match after some lines, and the post of its last turn."""
    step, posts = Match.begin(game), list[Post]()
    for line in ("", *lines):
        if line == "dealer late":
            step = step.match.pass_to(step.match.flag_at() or step.match.now)
        elif line:
            step = say(step.match, line)
            assert not step.refusal, (line, step.refusal)
        step = step.then(Match.draw_lots)
        posts += composer_of(card_of(game)).posts(step, NOWHERE)
    return step.match, [each for each in posts if each.words is not None][-1]


def labels(post: Post, game: AnyGame) -> list[str]:
    view = buttons_below(post, game)
    return [getattr(each, "label", "") for each in view.children] if view else []


@pytest.mark.parametrize(("game", "lines", "stands"), SECRETS)
def test_the_button_stands_below_each_turn_in_which_anybody_may_have_something_hidden(
    game: AnyGame, lines: Sequence[str], stands: bool
):
    _, post = after(game, lines)
    assert ("My secret" in labels(post, game)) is stands


def test_a_match_of_hidden_flowers_looks_alike_whatever_is_hidden_in_it():
    game, turns = DoubtingFlowerField(), ("dmo first me", "dmo D5 red", "ec C4 red")
    posts = [after(game, (*hidden, *turns))[1] for hidden in (HIDDEN, OTHERWISE)]
    assert posts[0] == posts[1]
    assert labels(posts[0], game) == labels(posts[1], game) == ["My secret", "Rules", "Concede"]


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_each_seat_is_shown_what_it_has_submitted_and_nothing_of_the_others(case: Case, seat: Seat):
    match = say_all(begun(case.game), *case.before, *case.lines(seat))
    composer, submitted = composer_of(card_of(case.game)), case.understood[seat]
    own, other = (composer.own_secret(match, each) for each in (seat, seat.opponent))
    assert [part for part in submitted if part not in own] == []
    assert [part for part in submitted if part in other] == []


FLOWERS = "You hide A1 (red) and G7 (blue)."


@pytest.mark.parametrize(
    ("game", "lines", "hidden"),
    [
        (compass(), LAYOUTS, "Your layout (4 Earth"),
        (compass(), (*LAYOUTS, "dmo take placement"), ""),
        (DemetersAnguish(), ("ec flower A1", "dmo pass"), "Your opening: the monomino (A1)."),
        (DemetersAnguish(first=EC), ("ec flower A1", "dmo pass"), ""),
        (voyage(first="ec"), (*ROUND, "ec pass", *LOCKED), "Without a route: board 1 (red, white)"),
        (voyage(first="ec"), (*ROUND, f"ec {HARMLESS}", *LOCKED), ""),
        (DoubtingFlowerField(), HIDDEN, FLOWERS),
        (DoubtingFlowerField(), (*HIDDEN, "dmo first me", "dmo D5 red", "ec C4 red"), FLOWERS),
        (DoubtingFlowerField(), ("dmo hide B1 red, B7 blue", "dealer late"), ""),
        (
            DoubtingFlowerField(),
            ("ec hide E4 red, G7 blue", HIDDEN[1], "dmo first me", "dmo E4 blue"),
            "You hide E4 (red) and G7 (blue). Blown up: E4.",
        ),
        (FreeTable(first=EC), ("host !deck cards / deal 2 ec / next ec",), "You hold closed: 1: "),
        (FireAndIce(first=EC), ("ec E6 E7",), ""),
    ],
)
def test_a_secret_is_shown_to_its_owner_until_it_is_shown_to_all(
    game: AnyGame, lines: Sequence[str], hidden: str
):
    match, _ = after(game, lines)
    composer = composer_of(card_of(game))
    assert composer.own_secret(match, EC).startswith(hidden)
    answer = composer.own_board(match, EC, Origin(7, EC))
    assert answer.content.startswith(hidden or "You have nothing hidden in this match.")
    assert (answer.to, answer.reply_to, answer.board) == (EC, 7, True)
    if not hidden:
        assert composer.own_secret(match, EC) == ""


def test_once_the_match_is_over_nothing_is_hidden():
    match, _ = after(DoubtingFlowerField(), (*HIDDEN, "dmo first me"))
    over = say(match, "ec concede").match
    assert [composer_of(card_of(over.game)).own_secret(over, seat) for seat in SEATS] == ["", ""]


def test_the_confirmation_says_where_the_flowers_are_shown_again():
    step = say(begun(DoubtingFlowerField()), HIDDEN[0])
    private, *_ = composer_of(card_of(step.match.game)).posts(step, Origin(1, EC))
    assert "*My secret* below each board shows you these again" in private.content
    assert DMO is not private.to
