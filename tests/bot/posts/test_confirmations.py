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
    """

    game: AnyGame
    before: tuple[str, ...]
    submitted: dict[Seat, tuple[str, ...]]
    instead: dict[Seat, str]

    def lines(self, *seats: Seat) -> list[str]:
        return [f"{seat} {text}" for seat in seats for text in self.submitted[seat]]


def table(manner: str) -> Case:
    return Case(
        FreeTable(first=EC),
        (f"host !next both {manner}",),
        {EC: ("!grow",), DMO: ("!claim 4",)},
        {EC: "!wither", DMO: "!doubt"},
    )


CASES = {
    "layouts": Case(
        compass(),
        ("dmo take placement",),
        {EC: (ONE_LAYOUT,), DMO: (OTHER_LAYOUT,)},
        {EC: THIRD_LAYOUT, DMO: THIRD_LAYOUT},
    ),
    "openings": Case(
        DemetersAnguish(first=EC),
        (),
        {EC: ("flower U G7 H7 I7 G8 I8",), DMO: ("pass",)},
        {EC: "flower A1", DMO: "flower B2"},
    ),
    "hidden flowers": Case(
        DoubtingFlowerField(first=EC),
        (),
        {EC: ("hide A1 red, G7 blue",), DMO: ("hide B1 red, B7 blue",)},
        {EC: "hide C1 red, C7 blue", DMO: "hide A1 blue, G1 yellow"},
    ),
    "placements": Case(
        voyage(first="ec"),
        ROUND,
        {EC: ("I C2 C3 C4 C5 C6", "lock"), DMO: ("pass", "lock")},
        {EC: "I E2 E3 E4 E5 E6", DMO: "I C2 C3 C4 C5 C6"},
    ),
    "routes": Case(
        voyage(first="ec"),
        (*ROUND, *LOCKED),
        {
            EC: ("route 1 red A1 A7 G7 / route 1 white A13 A7 G7", "lock"),
            DMO: ("route 3 black M13 M7 G7", "lock"),
        },
        {EC: "route 2 red A1 A7 G7", DMO: "route 1 blue M1 M7 G7"},
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
    befores = [say_all(begins, *lines) for lines in (case.lines(other), instead)]
    row, another = [told(say_all(before, *own), last) for before in befores]
    assert row == another
    # Neither does what they are shown of it, if they ask.
    composer = composer_of(card_of(case.game))
    assert composer.own_secret(befores[0], seat) == composer.own_secret(befores[1], seat)
    assert composer.own_secret(befores[0], other) != composer.own_secret(befores[1], other)
