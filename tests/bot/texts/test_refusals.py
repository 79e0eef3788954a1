"""Answers that could mislead: each refusal names what is wrong and what to type instead."""

from decimal import Decimal

import pytest

from bot.incoming.components import form
from bot.posts.post import Origin, Post
from engine.games import GAMES
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match, Step
from engine.options import read_options
from engine.seats import SEATS, Seat
from tests.bot.cards import DMO, EC, card_of, composer_of
from tests.engine.games.deep_sea_voyage.positions import in_routes, say

LAYOUT = "layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E."
TO_PLACE = (f"ec @1 {LAYOUT}", f"dmo @1 {LAYOUT}", "dmo @2 take placement")
IN_PLAY = (*TO_PLACE, "dmo @3 ec1 north, dmo1 south", "ec @4 ec2 east")
OPENED = ("ec @1 pass", "dmo @1 pass")
BOTH_READY = ("ec @1 ready", "dmo @1 ready")
FLOWERS = "U G7 H7 I7 G8 I8"


def begun(name: str, **options: str) -> Match:
    kind = GAMES[name]
    return Match.begin(kind(**read_options(kind, options))).match


def entered(match: Match, line: str) -> Step:
    """`ec @5 E6 E7`, and whatever lots fall due by it."""
    who, at, text = line.split(maxsplit=2)
    entry = Entry(Speaker(who), Decimal(at.removeprefix("@")), text)
    return match.enter(entry).then(Match.draw_lots)


def after(match: Match, *lines: str) -> Match:
    for line in lines:
        step = entered(match, line)
        assert not step.refusal, (line, step.refusal)
        match = step.match
    return match


COMPASS = {"name": "compass-collisions", "first": "ec"}
DEMETER = {"name": "demeters-anguish", "first": "ec"}
SEA = {"name": "deep-sea-voyage"}


@pytest.mark.parametrize(
    ("options", "before", "line", "code", "parts"),
    [
        (
            COMPASS,
            TO_PLACE,
            "dmo @5 ec1 north, ec2 north",
            "side-taken",
            ["You named the north side twice", "`ec1 north, dmo2 south`"],
        ),
        (COMPASS, TO_PLACE, "dmo @5 ec1 north, ec1 south", "set-placed", ["`ec1` twice"]),
        (
            COMPASS,
            (*TO_PLACE, "dmo @3 ec1 north, dmo1 south"),
            "ec @5 ec2 north",
            "side-taken",
            ["There is already a set on the north side"],
        ),
        (
            COMPASS,
            (*TO_PLACE, "dmo @3 ec1 north, dmo1 south"),
            "ec @5 ec1 east",
            "set-placed",
            ["`ec1` already stands on a side"],
        ),
        (COMPASS, (), "ec @5 take first", "not-your-turn", ["Only the DMO chooses"]),
        (COMPASS, (*IN_PLAY,), "ec @5 remove", "malformed", ["such as `D2 N`"]),
        (COMPASS, (*IN_PLAY,), "ec @250 remove", "malformed", ["are out of time", "`remove D4`"]),
        (COMPASS, (*IN_PLAY,), "ec @250 D4", "malformed", ["are out of time", "`remove D4`"]),
        (SEA, (), "ec @5 empire", "not-your-turn", ["Only the DMO", "`ready`"]),
        (SEA, ("ec @1 ready",), "ec @5 marauder", "not-your-turn", ["Only the DMO", "`ready`"]),
        (SEA | {"first": "ec"}, (), "ec @5 empire", "not-your-turn", ["already settled"]),
        (SEA | {"first": "ec"}, (), "dmo @5 empire", "already-chosen", ["already settled"]),
        (
            SEA | {"first": "ec"},
            BOTH_READY,
            "ec @5 board 4",
            "malformed",
            ["no board 4", "1, 2 and 3", "`board 2`"],
        ),
        (
            DEMETER,
            OPENED,
            f"ec @5 {FLOWERS} / rock G9",
            "malformed",
            ["Start each half with `flower` or `rock`"],
        ),
        (DEMETER, OPENED, "ec @5 G7 H7", "malformed", ["Start each half with"]),
        (DEMETER, OPENED, "ec @5 rock G9 / G7", "malformed", ["Start each half with"]),
        (DEMETER, OPENED, "ec @5 rock rock", "malformed", ["each cell once"]),
    ],
)
def test_a_refusal_says_what_is_wrong_and_what_to_type(
    options: dict[str, str], before: tuple[str, ...], line: str, code: str, parts: list[str]
):
    match = after(begun(**options), *before)
    step = entered(match, line)
    assert step.refusal
    assert step.refusal.code == code
    composer = composer_of(card_of(match.game))
    (post,) = composer.refusal(step.match, step.refusal, Origin(1))
    assert all(part in post.content for part in parts), post.content
    assert "{" not in post.content


# What the last one to submit is told beforehand

SET_UPS = {
    "compass-collisions": LAYOUT,
    "demeters-anguish": f"flower {FLOWERS}",
    "doubting-flower-field": "hide A1R G7B",
}


def posts_of(match: Match, seat: Seat, text: str) -> tuple[Match, tuple[Post, ...]]:
    """What is told where a seat submits a text in private."""
    step = entered(match, f"{seat} @5 {text}")
    assert not step.refusal
    posts = composer_of(card_of(match.game)).posts(step, Origin(1, seat))
    return step.match, posts


@pytest.mark.parametrize("first", SEATS)
@pytest.mark.parametrize(("name", "text"), SET_UPS.items())
def test_whoever_submits_a_set_up_last_is_warned_that_it_will_be_final(
    name: str, text: str, first: Seat
):
    match = begun(name)
    composer = composer_of(card_of(match.game))
    (opening,) = composer.posts(Match.begin(match.game), Origin())
    assert "You can replace yours until both are in." in opening.content
    other = composer.seating.name(first.opponent)
    match, (private, public) = posts_of(match, first, text)
    assert f"Send another one to replace it until {other} has submitted too" in private.content
    assert f"Once {other} has too, both are final." in public.content
    assert public.to is None
    assert match.ends_phase(first.opponent)
    assert not match.ends_phase(first)
    match, (private, *_) = posts_of(match, first.opponent, text)
    assert "it can't be changed any more" in private.content


@pytest.mark.parametrize("is_final", [False, True])
def test_the_form_of_a_submission_that_will_be_final_says_so(*, is_final: bool):
    asked = form(1, "Title", "notation", is_final=is_final).to_dict()
    assert ("final" in str(asked)) is is_final
    (label,) = asked["components"]
    assert len(label["label"]) <= 45


def test_where_both_end_a_phase_by_lock_no_submission_is_called_final():
    match = after(begun("deep-sea-voyage", first="ec"), *BOTH_READY, "ec @2 board 1")
    match = after(match, "dmo @2 board 2")
    match, (private,) = posts_of(match, EC, "pass")
    assert "Send another one to replace it while this phase lasts" in private.content
    match = after(match, "ec @6 lock")
    assert not match.ends_phase(DMO)


def test_a_route_is_not_said_to_be_replaced_by_another():
    step = say(in_routes(), "ec route 1 red A1 A7 G7")
    assert not step.refusal
    (private,) = composer_of(card_of(step.match.game)).posts(step, Origin(1, EC))
    assert "replace" not in private.content
    assert "The shortest route for each ship counts, and you can send more" in private.content
