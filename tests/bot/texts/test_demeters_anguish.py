"""What the Dealer says in Demeter's Anguish: every half, both openings, and each refusal."""

from collections.abc import Iterator

import pytest

from bot.card import Person
from bot.posts.compose import Composer
from bot.posts.post import NOWHERE, Origin, Post
from bot.texts import texts_of
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match, Step
from engine.seats import Seat
from tests.bot.cards import ADA, BOB, card_of, composer_of
from tests.engine.games.demeters_anguish.positions import (
    U,
    anguish,
    full_but,
    in_play,
    match_of,
    plot,
    say,
    say_all,
    state_of,
)
from tests.engine.playing import begun, tried

WORDS = texts_of(DemetersAnguish)
EC, DMO = Seat.EC, Seat.DMO
LONGEST_POST = 2000
EQUAL = "Every size is equal too, so the DMO wins."
LONGEST_NAME = "*" * 32


def composer(game: DemetersAnguish | None = None, ec: str = "Ada", dmo: str = "Bob") -> Composer:
    players = {EC: Person(ADA, ec), DMO: Person(BOB, dmo)}
    return composer_of(card_of(game or anguish(first="ec"), players=players))


def posts(step: Step) -> list[Post]:
    """What is posted, but for the animation that follows a result."""
    assert not step.refusal
    told = composer(step.match.game).posts(step, NOWHERE)
    return [post for post in told if not post.animation]


def told(step: Step) -> str:
    """The first line of what the room is told at last."""
    return [post for post in posts(step) if post.to is None][-1].content.splitlines()[0]


def answer(match: Match, line: str) -> str:
    """The answer to a line that is refused."""
    refusal = say(match, line).refusal
    assert refusal
    (post,) = composer(match.game).refusal(match, refusal, NOWHERE)
    return post.content


# What was done


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "dmo flower B2 / rock G9",
            "**Bob** plants the monomino (B2) and lays a rock in **Ada**'s garden (G9).",
        ),
        (
            "dmo rock G9 H9 G10 H10 / flower B1 B2",
            (
                "**Bob** lays a rock in **Ada**'s garden (G9 G10 H9 H10) "
                "and plants the domino (B1 B2)."
            ),
        ),
        ("dmo pass", "**Bob** passes the flower and passes the rock."),
        ("dmo pass flower", "**Bob** passes the flower. Still to come: the rock."),
        ("dmo rock G9", "**Bob** lays a rock in **Ada**'s garden (G9). Still to come: the flower."),
        (
            "dmo flower J B1 B2 B3 C1 / pass",
            "**Bob** plants the L tetromino (B1 B2 B3 C1) and passes the rock.",
        ),
        (
            "dealer  ",
            "**Bob** passes the flower (out of time) and passes the rock (out of time).",
        ),
        (
            "dmo agree",
            (
                "**Bob** agrees to end the match here. If **Ada** types `agree` too before anybody "
                "plants, lays or passes, the gardens are counted."
            ),
        ),
        ("ec concede", "🏁 **Ada** concedes. **Bob** wins the Death Match!"),
        (
            "host undo",
            "🛠️ Host's ruling: the last action is undone, and that turn starts again.",
        ),
    ],
)
def test_each_half_and_agreement_is_told(line: str, said: str):
    match = in_play("ec rock A1")
    who, text = line.split(" ", 1)
    at = match.now + (500 if who == "dealer" else 1)
    assert told(match.enter(Entry(Speaker(who), at, text.strip()))) == said


FREE = "This first turn doesn't count towards the two passed turns that end the match."


@pytest.mark.parametrize("line", ["ec @1 pass", "ec @1 pass rock", "dealer @430"])
def test_the_post_of_a_passed_first_turn_says_that_it_does_not_count_towards_the_end(line: str):
    said = told(tried(in_play(), line))
    by_clock = " (out of time)" if line.startswith("dealer") else ""
    assert said == f"**Ada** passes the rock{by_clock}. {FREE}"


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ((), "ec @1 rock A1"),
        (("ec pass",), "dmo @2 pass"),
        (("ec pass",), "dmo @2 pass rock"),
        (("ec pass", "dmo flower B2"), "dmo @3 pass rock"),
        (("ec pass", "dmo pass", "ec rock A1"), "ec @3 pass flower"),
    ],
)
def test_no_other_pass_is_said_not_to_count(before: tuple[str, ...], line: str):
    assert FREE not in told(tried(in_play(*before), line))


def test_a_half_passed_by_the_clock_after_one_that_was_made_is_told():
    match = in_play("ec pass", "dmo flower B2")
    assert told(tried(match, "dealer @500")) == "**Bob** passes the rock (out of time)."


@pytest.mark.parametrize(
    ("ec", "dmo", "said"),
    [
        ("flower G7 H7", "flower G7", "Cells under flowers: **Ada** 2 and **Bob** 1."),
        ("pass", "flower G7", "Cells under flowers: **Ada** 0 and **Bob** 1."),
    ],
)
def test_the_cells_are_counted_at_the_end(ec: str, dmo: str, said: str):
    ended = say(in_play("dmo agree", ec=ec, dmo=dmo), "ec agree")
    (result,) = posts(ended)
    assert said in result.content.splitlines()


def test_equal_cells_are_decided_by_the_larger_pieces():
    one = plot(["A1 A2 A3 A4 A5", "C1"])
    other = plot(["A1 A2 A3 A4", "C1 C2"])
    ended = say_all(match_of(state_of(one, other)), "ec agree", "dmo agree")
    score = WORDS.score(composer().seating, ended.view(None))
    assert score == ("Cells under flowers: **Ada** 6 and **Bob** 6. So pentominoes decide: 1 to 0.")


def test_nothing_is_counted_where_somebody_concedes():
    (result,) = posts(say(in_play("dmo agree", ec="flower G7 H7"), "ec concede"))
    assert "Cells" not in result.content


def test_who_agrees_last_is_told_with_the_end():
    step = say(in_play("dmo agree"), "ec agree")
    assert posts(step)[-1].content.splitlines() == [
        "**Ada** also agrees to end the match.",
        f"Cells under flowers: **Ada** 0 and **Bob** 0. {EQUAL}",
        "🏁 Both players agreed to end it. **Bob** wins the Death Match!",
    ]


def test_a_flower_that_ends_it_is_told_without_what_is_missing():
    one_left = plot(["C3 D3"], full_but("C3", "D3", "B2"))
    closed = plot(["C3 D3"], full_but("C3", "D3"))
    step = say(match_of(state_of(one_left, closed)), "ec flower B2")
    assert posts(step)[-1].content.splitlines() == [
        "**Ada** plants the monomino (B2).",
        "Cells under flowers: **Ada** 3 and **Bob** 2.",
        "🏁 No more flowers fit. **Ada** wins the Death Match!",
    ]


# The openings


@pytest.mark.parametrize(
    ("ec", "dmo", "said"),
    [
        (
            U,
            "flower O A1 A2 B1 B2",
            (
                "**Ada** opens with the U pentomino (G7 G8 H7 I7 I8). "
                "**Bob** opens with the O tetromino (A1 A2 B1 B2)."
            ),
        ),
        ("pass", "flower A1", "**Ada** opens with a pass. **Bob** opens with the monomino (A1)."),
    ],
)
def test_both_openings_are_told_once_it_is_known_who_begins(ec: str, dmo: str, said: str):
    choice = say(say_all(begun(anguish()), f"ec {ec}"), f"dmo {dmo}")
    assert told(choice) == "Both openings are in."
    assert "Then the openings are shown" in posts(choice)[-1].content
    for step, begins in (
        (say(choice.match, "dmo first them"), "**Bob** decides: **Ada** goes first."),
        (say(tried(choice.match, "dealer @70").match, "dealer first dmo"),
         "🎲 Drawn by lot: **Bob** goes first."),
    ):  # fmt: skip
        lines = posts(step)[-1].content.splitlines()
        assert lines[:2] == [begins, said]
    fixed = say(say_all(begun(anguish(first="dmo")), f"ec {ec}"), f"dmo {dmo}")
    lines = posts(fixed)[-1].content.splitlines()
    assert lines[:2] == ["The openings are over. **Bob** goes first.", said]


def test_silence_in_the_opening_is_told_as_what_it_is():
    step = tried(say_all(begun(anguish(first="ec")), f"dmo {U}"), "dealer @601")
    assert posts(step)[-1].content.splitlines()[1] == (
        "**Ada** opens with a pass (out of time). "
        "**Bob** opens with the U pentomino (G7 G8 H7 I7 I8)."
    )
    assert told(tried(begun(anguish()), "dealer @601")) == "Time is up for the openings."


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        (U, "🤫 Your opening: the U pentomino (G7 G8 H7 I7 I8)."),
        ("flower A1", "🤫 Your opening: the monomino (A1)."),
        ("pass", "🤫 Your opening: a pass, without a flower."),
    ],
)
def test_an_opening_is_repeated_to_its_seat_alone(text: str, understood: str):
    step = say(begun(anguish()), f"ec {text}")
    private, public = composer(step.match.game).posts(step, Origin(1, EC))
    assert private.content.splitlines()[0] == understood
    assert public.content == ("🤫 **Ada** has submitted. Once **Bob** has too, both are final.")


def test_an_opening_that_is_shown_at_once_is_repeated_as_well():
    step = say(say_all(begun(anguish(first="ec")), "ec pass"), f"dmo {U}")
    private, *_ = composer(step.match.game).posts(step, Origin(1, DMO))
    assert private.content.splitlines()[0] == ("🤫 Your opening: the U pentomino (G7 G8 H7 I7 I8).")


# What is wanted


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ([], f"<@{ADA}> your turn: a rock in **Bob**'s garden, or `pass`."),
        (
            ["ec pass"],
            (
                f"<@{BOB}> your turn: a flower in your own garden and a rock in **Ada**'s garden, "
                "or `pass`."
            ),
        ),
    ],
)
def test_the_halves_of_the_turn_are_asked_for(lines: list[str], wanted: str):
    match = in_play(*lines)
    words = composer(match.game)
    assert words.texts.request(words.seating, match.view(None), match.to_act) == wanted


def test_the_first_post_says_whose_garden_is_whose_and_how_to_open():
    step = Match.begin(anguish())
    (post,) = posts(step)
    assert "Elimination Candidate, Demeter in EC's garden and Hades in DMO's" in post.content
    assert "Death Match Opponent, Demeter in DMO's garden and Hades in EC's" in post.content
    assert post.form
    assert f"`{U}`" in post.content


# Refusals


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ec flower F8", "F8 touches a flower of yours by a side (G8)."),
        ("ec flower F7 F8", "F7 and F8 touch a flower of yours by a side (G7 and G8)."),
        ("ec flower A1", "A1 would not meet any of your flowers at a corner."),
        ("ec flower G7 P1", "P1: the gardens are A1 to O15."),
        ("ec flower A1 A3", "A flower is one to five cells joined by their sides; A1 and"),
        ("ec flower T A1 A2", "A1 and A2: that is the domino, not T."),
        ("ec flower I A1", "A1: that is the monomino, not I."),
        ("ec flower T A1 A2 A3 A4", "A1, A2, A3 and A4: that is the I tetromino, not T."),
        ("ec flower G7", "G7 is already covered."),
        ("ec flower K8 L8 M8 K9 M9", "You have already planted the U pentomino; each"),
        ("ec rock A1 A2", "A rock is one cell or a block of two by two; A1 and A2 are neither."),
        ("ec flower", "I can't read that. Type a flower as `flower U G7 H7 I7 G8 I8` and a rock"),
        ("ec first me", "Not now. First both players open with a flower (or `pass`) in secret"),
        ("dmo pass", "It isn't your turn."),
    ],
)  # fmt: skip
def test_a_refusal_names_the_rule_and_the_cells(line: str, said: str):
    match = in_play("ec pass", "dmo pass flower / rock B1", ec=U)
    assert answer(match, line).startswith(f"❌ {said}")


def test_what_cannot_be_done_twice_is_said():
    first = in_play()
    assert answer(first, "ec flower A1") == "❌ There is no flower left to play or pass this turn."
    second = say_all(first, "ec pass", "dmo rock A1")
    assert answer(second, "dmo pass rock") == "❌ There is no rock left to play or pass this turn."
    agreed = say_all(first, "dmo agree")
    assert answer(agreed, "dmo agree") == (
        "❌ You have already agreed, which holds until somebody plants, lays or passes."
    )


# Lengths


def steps() -> Iterator[Step]:
    for options in ({}, {"first": "ec"}):
        match = begun(anguish(**options))
        yield Match.begin(match.game)
        lines = [
            f"ec {U}",
            "dmo flower V C3 C4 C5 D5 E5",
            *([] if options else ["dmo first ec"]),
            "ec rock O15 N15 O14 N14",
            "dmo agree",
            "dmo flower W F6 F7 G7 G8 H8 / rock A1 A2 B1 B2",
            "ec flower B9 C9 D9 E9 F9",
            "ec rock A1 A2 B1 B2",
            "dmo pass",
            "ec pass",
        ]
        for line in lines:
            step = say(match, line)
            yield step
            match = step.match


@pytest.mark.usefixtures("each_language")
def test_no_post_is_longer_than_discord_takes():
    count = 0
    for step in steps():
        writer = composer(step.match.game, LONGEST_NAME, "_" * 32)
        for post in writer.posts(step, NOWHERE):
            assert 0 < len(post.content) <= LONGEST_POST
            count += 1
    assert count > 20
