"""How the Flower Fields are typed, and which texts are conversation."""

from contextlib import nullcontext

import pytest

from engine.choice import Chosen
from engine.games.flower_fields.notation import Claim, Hiding, Plant, Word
from engine.games.flower_fields.position import Phase
from engine.refusals import Malformed, NotASubmission
from tests.engine.games.flower_fields.positions import (
    DMO,
    EC,
    GAME,
    acted,
    cells,
    doubting,
    flower_field,
    flowers,
    meadow,
)

READY = meadow("ec C4R E4R", "dmo D5R D3R")
PHASES = {
    "hiding": doubting().begin(),
    "choice": flower_field().begin(),
    "turn": READY,
    "committed": acted(READY, "challenge"),
    "doubtful": acted(READY, "challenge C4 D4 E4 F4 / B4 C4 D4 D5"),
    "pending": acted(
        meadow("ec C4R E4R", "dmo D5R D3R", lives=(1, 1)), "challenge C4 D4 E4 F4 / B4 C4 D4 D5"
    ),
}


def plant(text: str) -> Plant:
    return Plant(flowers(text))


def claim(text: str) -> Claim:
    one, other = map(cells, text.split(" / "))
    return Claim((one, other))


T_AND_T = claim("C4 D4 E4 D5 / C4 D4 E4 D3")

READABLE = [
    ("D5 red", plant("D5R")),
    ("D5 red, C4 blue", plant("D5R C4B")),
    ("D5 RED and C4 Yellow", plant("D5R C4Y")),
    ("D5R C4B", plant("D5R C4B")),
    ("D5RC4B", plant("D5R C4B")),
    ("d5rc4y", plant("D5R C4Y")),
    ("D5-red/C4-blue", plant("D5R C4B")),
    ("D5 r\nC4 y", plant("D5R C4Y")),
    ("D5 b D6 b", plant("D5B D6B")),
    ("D5: red & C4: blue", plant("D5R C4B")),
    ("D5 (red), C4 **blue**!", plant("D5R C4B")),
    ("D5R. C\u200b4B.", plant("D5R C4B")),
    ("\uff24\uff15 red", plant("D5R")),
    ("H9 red", plant("H9R")),
    ("D4R", plant("D4R")),
    ("hide A1 red, G7 blue", Hiding(flowers("A1R G7B"))),
    ("HIDE A1RG7B", Hiding(flowers("A1R G7B"))),
    ("hide A1 red / G7 yellow", Hiding(flowers("A1R G7Y"))),
    ("hide D4 red and D4R", None),
    ("challenge", Word.CHALLENGE),
    ("give up", Word.GIVE_UP),
    ("Give-Up", Word.GIVE_UP),
    ("challenge challenge", Word.DOUBT),
    ("challenge-challenge", Word.DOUBT),
    ("challenge / challenge", Word.DOUBT),
    ("\u201cchallenge\u201d, challenge.", Word.DOUBT),
    ("challenge\u2028challenge", Word.DOUBT),
    ("cc", Word.DOUBT),
    ("CC", Word.DOUBT),
    ("doubt", Word.DOUBT),
    ("accept", Word.ACCEPT),
    ("first ec", Chosen(EC)),
    ("first dmo", Chosen(DMO)),
    ("first me", Chosen(EC)),
    ("first them", Chosen(DMO)),
    ("challenge C4 D4 E4 D5 / C4 D4 E4 D3", T_AND_T),
    ("challenge C4 D4 E4 D5\nC4 D4 E4 D3", T_AND_T),
    ("challenge\nC4 D4 E4 D5\nC4 D4 E4 D3", T_AND_T),
    ("challenge / C4D4E4D5 / C4D4E4D3", T_AND_T),
    ("challenge C4 D4 E4 D5 C4 D4 E4 D3", T_AND_T),
    ("challenge C4 D4 E4 D5 and C4 D4 E4 D3", T_AND_T),
    ("challenge C4, D4, E4 and D5 / C4, D4, E4 and D3", T_AND_T),
    ("challenge C4-D4-E4-D5-C4-D4-E4-D3", T_AND_T),
    (", / challenge C4 D4 E4 D5 / , / C4 D4 E4 D3 /", T_AND_T),
]


def test_a_pass_is_conversation_where_nobody_can_pass():
    for state in PHASES.values():
        with nullcontext() if state.phase is Phase.FINAL else pytest.raises(NotASubmission):
            assert GAME.read(state, EC, "pass") is Word.PASS


@pytest.mark.parametrize(("text", "action"), [each for each in READABLE if each[1]])
def test_texts_are_read(text: str, action: object):
    for state in PHASES.values():
        assert GAME.read(state, EC, text) == action


@pytest.mark.parametrize(
    "text",
    [
        # Colours missing, or at the wrong end; too many flowers; a cell twice.
        *("D5", "D5 C4", "D5 C4 red", "red D5", "D5 red C4", "D5 red red", "D5R red"),
        *("D5 red C4 blue E4 red", "D5 red, D5 red", "D5 red D5 blue", "D5 up", "D5 red me"),
        # Two different cells are to be hidden, each with a colour.
        *("hide", "hide A1 red", "hide A1 red, A1 blue", "hide A1, G7", "hide A1 G7 red"),
        *("hide A1R B1R C1R", "A1 red hide G7 blue", "hide hide A1R B1R", "hide red blue"),
        # Two times four cells.
        "challenge C4",
        "challenge C4 D4 E4 D5",
        "challenge C4 D4 E4 D5 / C4 D4 E4",
        "challenge C4 D4 E4 / D5 C4 D4 E4 D3",
        "challenge C4 D4 E4 D5 / C4 D4 / E4 D3",
        "challenge C4 D4 E4 D5 C4 D4 E4 D3 F4",
        "challenge C4 D4 E4 D5 / C4 D4 E4 D3 / D5",
        "challenge C4R D4Y E4R D5R / C4 D4 E4 D3",
        "challenge C4 D4 E4 D5 / challenge C4 D4 E4 D3",
        "C4 D4 E4 D5 / C4 D4 E4 D3 challenge",
        # Words that do not go together.
        *("challenge challenge challenge", "cc cc", "cc doubt", "challenge doubt", "challenge up"),
        *("doubt D5", "accept D5 red", "pass pass", "give up D5", "give give up", "D5 give up"),
        *("challenge give up", "give and up pass"),
        *("concede D5", "concede concede", "first", "first me me", "first D5", "me first"),
        *("first red", "D5 red pass", "red D5 red"),
    ],
)
def test_words_of_the_game_that_make_no_action_are_malformed(text: str):
    for state in PHASES.values():
        with pytest.raises(Malformed) as refusal:
            GAME.read(state, EC, text)
        assert refusal.value.code == "malformed"


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", ",", "/", "and", "red", "red and blue", "r b y", "me", "ec and dmo", "up"),
        *("give", "up give", "give me", "them", "give me up", "blue / yellow"),
        *("I think E5 is lost", "pass the salt", "D5 red?", "D5 green", "D5 purple", "D5P"),
        *("accepted", "doubts", "challenge him", "D5RX", "D5?", "ok", "hide and seek"),
        *("D5 \u0440", "D5red", "challenge=challenge"),
    ],
)
def test_other_texts_are_conversation(text: str):
    for state in PHASES.values():
        with pytest.raises(NotASubmission):
            GAME.read(state, EC, text)


def test_the_other_games_colour_is_not_a_word_of_this_one():
    game = flower_field()
    for text in ("D5 purple", "D5P", "D5 p", "d5 PURPLE"):
        assert game.read(READY, EC, text) == plant("D5Y")
        with pytest.raises(NotASubmission):
            GAME.read(READY, EC, text)
    for text in ("D5 yellow", "D5Y", "D5 y"):
        assert GAME.read(READY, EC, text) == plant("D5Y")
        with pytest.raises(NotASubmission):
            game.read(READY, EC, text)


@pytest.mark.parametrize(
    "text",
    [
        "C4 D4 E4 D5 / C4 D4 E4 D3",
        "C4 D4 E4 D5 C4 D4 E4 D3",
        "C4 D4 E4 D5\nC4 D4 E4 D3",
        "C4D4E4D5 and C4D4E4D3",
    ],
)
def test_once_committed_fields_are_read_without_the_word(text: str):
    for name, state in PHASES.items():
        if name == "committed":
            assert GAME.read(state, EC, text) == T_AND_T
            continue
        with pytest.raises(Malformed):
            GAME.read(state, EC, text)
