import re
from dataclasses import replace

import pytest

from bot.texts import texts_of
from engine.game import Outcome, Reason
from engine.games.demeters_anguish.notation import Half
from engine.games.demeters_anguish.position import Done, Phase
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.seats import SEATS, Seat
from tests.rendering.positions.demeters_anguish import (
    CROWDS,
    DMO_GARDEN,
    EC_GARDEN,
    GAMES,
    START,
    U,
    crowded,
    view_of,
)
from tests.rendering.positions.fire_and_ice import how

PICTURES = {SEATS: "gardens", (Seat.EC,): "ec-garden", (Seat.DMO,): "dmo-garden"}
NAMES = {Seat.EC: "Persephone", Seat.DMO: "Hecate"}


def describe(view, names, owners):
    return texts_of(DemetersAnguish).alt(PICTURES[tuple(owners)], view, names)


def described(view, names=NAMES, owners=SEATS):
    return describe(view, names, owners)


def garden_told(alt, owner):
    return re.search(rf"{owner.upper()}'s garden \(.*?Left: [^.]*\.", alt)[0]


def pieces_told(alt, owner, kind):
    listed = re.search(rf"{kind}: ([^.]*)\.", garden_told(alt, owner))[1]
    return [] if listed == "none" else listed.split("; ")


def all_descriptions(view, names):
    return [describe(view, names, owners) for owners in (SEATS, *((seat,) for seat in SEATS))]


@pytest.mark.usefixtures("each_language")
@pytest.mark.parametrize("views", GAMES, ids=how, indirect=True)
@pytest.mark.parametrize("name", ["Persephone", "W" * 5000, "🌷" * 5000, "\u0645\u0301" * 99])
def test_a_description_fits_what_discord_takes(views, name):
    names = dict.fromkeys(SEATS, name)
    for view in [*views[::9], views[-1]]:
        for alt in all_descriptions(view, names):
            assert 0 < len(alt.encode("utf-16-le")) // 2 <= 1024


@pytest.mark.usefixtures("each_language")
def test_a_description_of_the_fullest_gardens_fits_what_discord_takes():
    names = dict.fromkeys(SEATS, "🌷" * 40)
    for crowd in CROWDS:
        view = replace(crowded(2, *crowd), agreed=SEATS, own=U, viewer=Seat.EC)
        lengths = [len(alt.encode("utf-16-le")) // 2 for alt in all_descriptions(view, names)]
        assert max(lengths) <= 1024
        assert lengths[0] > 900  # for what there is room for is told


@pytest.mark.parametrize("views", GAMES, ids=how, indirect=True)
def test_a_description_tells_each_garden_s_latest_pieces_and_how_many_there_are_before(views):
    for view in views[::5]:
        alt = described(view)
        for owner in SEATS:
            garden = view.garden(owner)
            for kind, laid in (("Flowers", garden.flowers), ("Rocks", garden.rocks)):
                answers = pieces_told(alt, owner, kind)
                earlier = 0
                if answers and answers[0].endswith(" earlier"):
                    earlier = int(answers.pop(0).removesuffix(" earlier"))
                assert earlier + len(answers) == len(laid)
                for text, laid_piece in zip(answers, laid[earlier:], strict=True):
                    assert str(min(laid_piece.cells)) in text
                    assert str(max(laid_piece.cells)) in text


def test_a_description_of_openings_shown_at_the_end_awaits_nobody():
    shown_at_last = (Done(Seat.EC, Half.FLOWER, U), Done(Seat.DMO, Half.FLOWER, None))
    view = view_of((U,), phase=Phase.OPENING, to_move=None, marked=shown_at_last)
    alt = described(replace(view, outcome=Outcome(Seat.DMO, Reason.CONCEDED)))
    assert "The match is over. EC concedes. DMO wins." in alt
    assert "secret" not in alt


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("שלום", "EC's garden (שלום):"),
        ("Zoë\n\u202e🌷", "EC's garden (Zoë 🌷):"),
        ("x" * 33, f"EC's garden ({'x' * 31}…):"),
        (" \u200b", "EC's garden:"),
    ],
)
def test_a_description_tells_names_in_full_unicode_on_one_line(name, answers):
    assert answers in described(START, NAMES | {Seat.EC: name})


@pytest.mark.parametrize("seat", SEATS)
def test_the_description_of_a_close_up_tells_of_one_garden(seat):
    alt = texts_of(DemetersAnguish).alt(f"{seat}-garden", view_of(EC_GARDEN, DMO_GARDEN), NAMES)
    assert f"{seat.upper()}'s garden ({NAMES[seat]})" in alt
    assert f"{seat.opponent.upper()}'s garden" not in alt


def test_a_turn_that_is_shown_without_its_mover_awaits_nobody():
    alt = described(replace(START, phase=Phase.PLAY, to_move=None, missing=()))
    assert not any(awaited in alt for awaited in ("to move", "Waiting", "isn't decided"))
