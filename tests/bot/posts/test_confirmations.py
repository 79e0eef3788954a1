"""The private answer to a secret submission, and what a player alone is shown of it later.

Who completes the phase is answered like the first: what that has brought to light is for the room
to see first.
"""

from dataclasses import dataclass

import pytest

from bot.posts.attachments import attachments_of
from bot.posts.boards import DescribedPicture
from bot.values.post import DisplaySettings, Origin, Post
from engine.game import AnyGame
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.games.flower_fields.rules import DoubtingFlowerField
from engine.games.free_table.rules import FreeTable
from engine.matches.match import Match, Transition
from engine.seats import SEATS, Seat
from tests.engine.playing import begun, say, say_all
from tests.games.compass_collisions.positions import ONE_LAYOUT, OTHER_LAYOUT, compass
from tests.games.deep_sea_voyage.positions import LOCKED, READY, voyage
from tests.helpers.rooms.cards import DMO, EC, card_of, composer_of, in_outbox

ROUND = (*READY, "ec board 1", "dmo board 2")
FINAL = "That's final: you can't change it now."
THIRD_LAYOUT = ONE_LAYOUT.replace("E.W.F.A", "A.F.W.E")


@dataclass(frozen=True)
class Case:
    """A secret phase, and what each seat submits in it.

    Attributes:
        game: The rules.
        before: Lines before the phase.
        submitted: Each seat's submissions; the last one may complete the phase.
        instead: Replacement of the other seat's first line.
        understood: The answer to each.
    """

    game: AnyGame
    before: tuple[str, ...]
    submitted: dict[Seat, tuple[str, ...]]
    instead: dict[Seat, str]
    understood: dict[Seat, tuple[str, ...]]

    def lines(self, *seats: Seat) -> list[str]:
        return [f"{seat} {text}" for seat in seats for text in self.submitted[seat]]


def table(manner: str) -> Case:
    return Case(
        FreeTable(first=EC),
        (f"host !next both {manner}",),
        {EC: ("!grow",), DMO: ("!claim 4",)},
        {EC: "!wither", DMO: "!doubt"},
        {EC: ("Understood: `grow`.",), DMO: ("Understood: `claim 4`.",)},
    )


CASES = {
    "layouts": Case(
        compass(),
        ("dmo take placement",),
        {EC: (ONE_LAYOUT,), DMO: (OTHER_LAYOUT,)},
        {EC: THIRD_LAYOUT, DMO: THIRD_LAYOUT},
        {EC: ("Your layout (4 Earth", "E.W.F.A"), DMO: ("Your layout (5 Earth", "FFFF...")},
    ),
    "openings": Case(
        DemetersAnguish(first=EC),
        (),
        {EC: ("flower U G7 H7 I7 G8 I8",), DMO: ("pass",)},
        {EC: "flower A1", DMO: "flower B2"},
        {
            EC: ("Your opening: the U pentomino (G7 G8 H7 I7 I8).",),
            DMO: ("Your opening: a pass, without a flower.",),
        },
    ),
    "hidden flowers": Case(
        DoubtingFlowerField(first=EC),
        (),
        {EC: ("hide A1 red, G7 blue",), DMO: ("hide B1 red, B7 blue",)},
        {EC: "hide C1 red, C7 blue", DMO: "hide A1 blue, G1 yellow"},
        {EC: ("You hide A1 (red) and G7 (blue).",), DMO: ("You hide B1 (red) and B7 (blue).",)},
    ),
    "placements": Case(
        voyage(first="ec"),
        ROUND,
        {EC: ("I C2 C3 C4 C5 C6", "lock"), DMO: ("pass", "lock")},
        {EC: "I E2 E3 E4 E5 E6", DMO: "I C2 C3 C4 C5 C6"},
        {
            EC: ("You've locked.", "On board 1 you place the I (C2 C3 C4 C5 C6)."),
            DMO: ("You've locked.", "On board 2 you pass."),
        },
    ),
    "routes": Case(
        voyage(first="ec"),
        (*ROUND, *LOCKED),
        {
            EC: ("route 1 red A1 A7 G7 / route 1 white A13 A7 G7", "lock"),
            DMO: ("route 3 black M13 M7 G7", "lock"),
        },
        {EC: "route 2 red A1 A7 G7", DMO: "route 1 blue M1 M7 G7"},
        {
            EC: (
                "You've locked.",
                "Your red ship on board 1: 12 steps (A1 A7 G7).",
                "Your white ship on board 1: 12 steps (A13 A7 G7).",
                "Without a route: board 2 (red, white) and board 3 (red, white).",
            ),
            DMO: (
                "You've locked.",
                "Your black ship on board 3: 12 steps (M13 M7 G7).",
                (
                    "Without a route: board 1 (blue, black), board 2 (blue, black) "
                    "and board 3 (blue)."
                ),
            ),
        },
    ),
    "sealed texts": table("sealed"),
    "secret texts": table("secret"),
}


def told(match: Match, line: str) -> tuple[Post, tuple[DescribedPicture, ...]]:
    step, seat = say(match, line), Seat(line.split(maxsplit=1)[0])
    assert not step.refusal
    return answer(step, seat)


def answer(step: Transition, seat: Seat) -> tuple[Post, tuple[DescribedPicture, ...]]:
    card, match = card_of(step.match.game), step.match
    (post,) = [
        other_post
        for other_post in composer_of(card).posts(step, Origin(7, recipient=seat))
        if other_post.recipient is seat
    ]
    sent = in_outbox(post, card.id, 1, log_length=len(match.entries))
    return post, attachments_of(card, match, sent, lambda *_: DisplaySettings()).pictures()


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_who_completes_a_secret_phase_is_answered_like_the_first(case: Case, seat: Seat):
    begins = say_all(begun(case.game), *case.before)
    *own, last = case.lines(seat)
    first, _ = told(say_all(begins, *own), last)
    completing, pictures = told(say_all(begins, *case.lines(seat.opponent), *own), last)
    for part in case.understood[seat]:
        assert part in first.content
        assert part in completing.content
    *understood, final = completing.content.splitlines()
    assert (first.content.splitlines()[: len(understood)], final) == (understood, FINAL)
    assert bool(pictures) is not case.game.is_judged


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_answer_to_who_completes_a_phase_tells_nothing_of_the_other_seats_secret(
    case: Case, seat: Seat
):
    begins, other = say_all(begun(case.game), *case.before), seat.opponent
    *own, last = case.lines(seat)
    instead = (f"{other} {case.instead[other]}", *case.lines(other)[1:])
    row, another = [
        told(say_all(begins, *lines, *own), last) for lines in (case.lines(other), instead)
    ]
    assert row == another


# Private views of it


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_each_seat_is_shown_what_it_has_submitted_and_nothing_of_the_others(case: Case, seat: Seat):
    match = say_all(begun(case.game), *case.before, *case.lines(seat))
    composer, submitted = composer_of(card_of(case.game)), case.understood[seat]
    own, other = (composer.own_secret(match, other_seat) for other_seat in (seat, seat.opponent))
    assert [part for part in submitted if part not in own] == []
    assert [part for part in submitted if part in other] == []


TURNS = ("dmo hide B1 red, B7 blue", "dmo first me", "dmo D5 red")


def test_a_match_of_hidden_flowers_looks_alike_whatever_is_hidden_in_it():
    game, opened = DoubtingFlowerField(), list[tuple[Post, ...]]()
    for hidden in ("ec hide A1 red, G7 blue", "ec hide C1 red, A1 yellow"):
        step = say(say_all(begun(game), hidden, *TURNS), "ec C4 red")
        opened.append(composer_of(card_of(game)).posts(step, Origin()))
    assert opened[0] == opened[1]


def test_once_the_match_is_over_nothing_is_hidden():
    over = say_all(begun(DoubtingFlowerField()), "ec hide A1 red, G7 blue", *TURNS, "ec concede")
    assert [composer_of(card_of(over.game)).own_secret(over, seat) for seat in SEATS] == ["", ""]
