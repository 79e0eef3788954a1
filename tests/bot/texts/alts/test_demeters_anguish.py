"""The gardens of Demeter's Anguish in words."""

import re
from dataclasses import replace

import pytest

from bot.texts import texts_of
from engine.game import Outcome, Reason
from engine.games.demeters_anguish.notation import Half
from engine.games.demeters_anguish.rules import DemetersAnguish, Done, Passed, Phase
from engine.options import RowOne
from engine.seats import SEATS, Seat
from tests.rendering.demeters_anguish_positions import (
    CROWDS,
    DMO_GARDEN,
    EC_GARDEN,
    GAMES,
    LARGE_ROCK,
    MONOMINO,
    OPENING,
    SMALL_ROCK,
    START,
    U,
    crowded,
    view_of,
)
from tests.rendering.positions import how

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
@pytest.mark.parametrize(("large_rocks", "share"), CROWDS)
def test_a_description_of_the_fullest_gardens_fits_what_discord_takes(large_rocks, share):
    view = replace(crowded(2, large_rocks, share), agreed=SEATS, own=U, viewer=Seat.EC)
    names = dict.fromkeys(SEATS, "🌷" * 40)
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
                told = pieces_told(alt, owner, kind)
                earlier = 0
                if told and told[0].endswith(" earlier"):
                    earlier = int(told.pop(0).removesuffix(" earlier"))
                assert earlier + len(told) == len(laid)
                for text, each in zip(told, laid[earlier:], strict=True):
                    assert str(min(each.cells)) in text
                    assert str(max(each.cells)) in text


def test_a_description_names_owners_cells_and_pieces():
    alt = described(view_of(EC_GARDEN, DMO_GARDEN))
    assert garden_told(alt, Seat.EC) == (
        "EC's garden (Persephone): 8 cells under flowers. "
        "Flowers: U G7 G8 H7 I7 I8; I E5 E6; J6. Rocks: G9 to H10. "
        "Left: pentominoes F I L N P T V W X Y Z, tetrominoes I O T S L, trominoes I L."
    )
    assert garden_told(alt, Seat.DMO) == (
        "DMO's garden (Hecate): 7 cells under flowers. "
        "Flowers: I O1 O2 O3 O4; L A1 B1 B2. Rocks: C3. "
        "Left: pentominoes F I L N P T U V W X Y Z, tetrominoes O T S L, trominoes I, domino, "
        "monomino."
    )


def test_a_description_tells_empty_gardens_and_empty_trays():
    assert "Flowers: none. Rocks: none. Left: all pieces." in described(START)
    assert "Left: no piece." in described(crowded(2, 1, 0.3))


@pytest.mark.parametrize(
    ("marked", "told"),
    [
        ((Done(Seat.EC, Half.FLOWER, U),), "Last: EC planted U G7 G8 H7 I7 I8."),
        (
            (Done(Seat.DMO, Half.FLOWER, MONOMINO), Done(Seat.DMO, Half.ROCK, LARGE_ROCK)),
            "Last: DMO planted J6; DMO laid a rock on G9 to H10 in EC's garden.",
        ),
        ((Done(Seat.EC, Half.ROCK, SMALL_ROCK),), "Last: EC laid a rock on C3 in DMO's garden."),
        (
            (Done(Seat.EC, Half.FLOWER, None), Done(Seat.EC, Half.ROCK, None, by_clock=True)),
            "Last: EC passed the flower; EC passed the rock (out of time).",
        ),
    ],
)
def test_a_description_tells_the_last_turn(marked, told):
    assert told in described(view_of(EC_GARDEN, DMO_GARDEN, marked=marked))


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"to_move": Seat.EC}, "EC is to move: flower and rock."),
        ({"to_move": Seat.DMO, "missing": (Half.ROCK,)}, "DMO is to move: rock."),
        ({"to_move": None, "phase": Phase.CHOICE}, "It is not settled yet who goes first."),
        ({"to_move": None, "phase": Phase.OPENING}, "handed in; submitted: nobody."),
        (
            {"to_move": None, "phase": Phase.OPENING, "submitted": SEATS},
            "handed in; submitted: EC and DMO.",
        ),
    ],
)
def test_a_description_tells_who_is_awaited(facts, told):
    assert told in described(replace(START, **facts))


def test_a_description_of_openings_shown_at_the_end_awaits_nobody():
    shown_at_last = (Done(Seat.EC, Half.FLOWER, U), Done(Seat.DMO, Half.FLOWER, None))
    view = view_of((U,), phase=Phase.OPENING, to_move=None, marked=shown_at_last)
    alt = described(replace(view, outcome=Outcome(Seat.DMO, Reason.CONCEDED)))
    assert "The match is over. EC concedes. DMO wins." in alt
    assert "secret" not in alt


@pytest.mark.parametrize(
    ("own", "told"),
    [
        (U, "Your opening, still secret, is U G7 G8 H7 I7 I8."),
        (Passed.PASSED, "secret, is a pass."),
    ],
)
def test_a_description_tells_a_seat_its_own_opening(own, told):
    assert told in described(replace(OPENING, own=own, viewer=Seat.EC))
    assert "Your opening" not in described(OPENING)


@pytest.mark.parametrize("row_one", RowOne)
def test_a_description_tells_where_the_picture_has_row_one(row_one):
    assert f"Row 1 is at the {row_one.value}." in described(view_of(row_one=row_one))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("שלום", "EC's garden (שלום):"),
        ("Zoë\n\u202e🌷", "EC's garden (Zoë 🌷):"),
        ("x" * 33, f"EC's garden ({'x' * 31}…):"),
        (" \u200b", "EC's garden:"),
    ],
)
def test_a_description_tells_names_in_full_unicode_on_one_line(name, told):
    assert told in described(START, NAMES | {Seat.EC: name})


@pytest.mark.parametrize("seat", SEATS)
def test_the_description_of_a_close_up_tells_of_one_garden(seat):
    alt = texts_of(DemetersAnguish).alt(f"{seat}-garden", view_of(EC_GARDEN, DMO_GARDEN), NAMES)
    assert f"{seat.upper()}'s garden ({NAMES[seat]})" in alt
    assert f"{seat.opponent.upper()}'s garden" not in alt


def test_a_turn_that_is_shown_without_its_mover_awaits_nobody():
    alt = described(replace(START, phase=Phase.PLAY, to_move=None, missing=()))
    assert not any(awaited in alt for awaited in ("is to", "handed in", "not settled"))
