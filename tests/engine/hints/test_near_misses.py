"""Which conversation is nearly a move and gets a hint (docs/rulings, Common 2)."""

import pytest

from engine.hints.near_misses import NearMiss, may_be_near_miss, near_miss
from engine.matches.entries import Entry, Speaker
from engine.refusals import NotASubmission
from engine.seats import Seat
from tests.engine.grounds import grounds_of
from tests.engine.playing import begun, fire_and_ice, played
from tests.engine.samples import EVERY_GAME, usual_game

EC, DMO = Seat.EC, Seat.DMO
NEARLY, GIVES_UP = NearMiss(), NearMiss(concedes=True)
PASSES = NearMiss(passes=True)


def meaning(text: str) -> NearMiss:
    return NearMiss(meant=text)


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        ("flower-field", "D5 green", NEARLY),
        ("deep-sea-voyage", "board 3x C4", NEARLY),
        ("fire-and-ice", "E6 and then E7", meaning("E6 E7")),
        ("fire-and-ice", "E6 E7 lol", meaning("E6 E7")),
        ("fire-and-ice", "ok, E6 E7 then", meaning("E6 E7")),
        ("fire-and-ice", "play E6", NEARLY),
        ("fire-and-ice", "E6 purple E7 green", NEARLY),
        ("fire-and-ice", "well E6 or maybe E7", None),  # three foreign words
        ("fire-and-ice", "maybe play E6", None),  # two, beside one cell
        ("fire-and-ice", "E6 E7 lol?", None),
        ("fire-and-ice", "E6 E7 \N{BLACK QUESTION MARK ORNAMENT} lol", None),
        ("fire-and-ice", "J6 J7 lol", None),  # no cells of that board
        ("fire-and-ice", "J6 E7 lol", NEARLY),
        ("fire-and-ice", "J6 E7 lol then", None),
        ("demeters-anguish", "J6 J7 lol", NEARLY),
        ("demeters-anguish", "P6 P7 lol", None),
        ("deep-sea-voyage", "M13 M12 lol", NEARLY),
        ("deep-sea-voyage", "N13 M14 lol", None),
        ("fire-and-ice", "lol", None),
        ("fire-and-ice", "first you", None),
        ("fire-and-ice", "E1 E2 E3 E4 E5 E6 E7 lol", NEARLY),
        ("fire-and-ice", "E1E2E3E4E5E6E7 lol", NEARLY),
        ("fire-and-ice", "E1 E2 E3 E4 E5 E6 E7 E8 lol", None),
        ("fire-and-ice", "E1E2E3E4E5E6E7E8 lol", None),
        ("compass-collisions", "layout E5.", NEARLY),
        *(("fire-and-ice", text, GIVES_UP) for text in ("resign", "I give up", "I RESIGN!")),
        *(("fire-and-ice", text, GIVES_UP) for text in ("I want to forfeit the game", "I concede")),
        *(
            ("fire-and-ice", text, GIVES_UP)
            for text in ("**surrender**", "i quit.", "I'll give up")
        ),
        ("doubting-flower-field", "I give up", GIVES_UP),
        *(("fire-and-ice", text, PASSES) for text in ("pass", "I pass", "pass now", "Pass.")),
        *(("deep-sea-voyage", text, PASSES) for text in ("pass", "pass!")),
        *(("flower-field", text, PASSES) for text in ("pass", "i pass")),
        ("compass-collisions", "pass", PASSES),
        ("fire-and-ice", "pass?", None),
        ("fire-and-ice", "pass the salt", None),
        ("fire-and-ice", "I agree", None),
        ("fire-and-ice", "agree to end", None),
        ("demeters-anguish", "I agree", None),  # nothing can be agreed in the opening
        ("demeters-anguish", "agree to end", None),
        ("fire-and-ice", "resign?", None),
        ("fire-and-ice", "you should resign", None),
        ("fire-and-ice", "I never give up", None),
        ("fire-and-ice", "", None),
    ],
    ids=ascii,
)
def test_a_text_with_a_cell_and_hardly_a_foreign_word_is_nearly_a_submission(
    game: str, text: str, expected: NearMiss | None
):
    match = begun(usual_game(game, first="ec"))
    (seat, *_) = match.to_act
    assert near_miss(match, seat, text) == expected
    assert may_be_near_miss(match.game, text) or not expected
    with pytest.raises(NotASubmission):
        match.game.read(match.state, seat, text)


def test_wind_is_understood_wherever_air_is():
    for ground in grounds_of("compass-collisions"):
        for seat in ground.match.to_act:
            for text in ("{} D2 N", "{} D2 to D4", "remove {} D4", "ec1 {} north", "take {}"):
                wind, air = (
                    near_miss(ground.match, seat, text.format(name)) for name in ("wind", "Air")
                )
                assert wind == air


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_pass_of_a_player_to_act_counts_is_refused_or_gets_a_hint(name: str):
    for ground in grounds_of(name):
        match = ground.match
        for seat in match.to_act if match.paused_since is None else ():
            refusal = match.enter(Entry(Speaker(seat), match.now, "pass")).refusal
            if isinstance(refusal, NotASubmission):
                assert near_miss(match, seat, "pass") == PASSES


def test_only_the_player_to_act_gets_a_hint():
    match = begun(fire_and_ice(first="ec"))
    for text in ("E6 and then E7", "I give up"):
        assert near_miss(match, EC, text)
        assert near_miss(match, DMO, text) is None
        assert near_miss(played(match, "host @1 pause"), EC, text) is None
        assert near_miss(played(match, "dmo @1 concede"), EC, text) is None


def test_a_player_whose_secret_is_in_gets_no_hint():
    match = begun(usual_game("demeters-anguish"))
    assert near_miss(match, EC, "flower A1 ok")
    assert near_miss(played(match, "ec @1 pass"), EC, "flower A1 ok") is None
