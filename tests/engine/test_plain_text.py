"""Signs around a move that are ignored (docs/rulings/README.md, 2), by examples."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.matches.match import Match
from engine.notation import is_concession, plain, without_stops
from engine.records.referee import referee
from tests.engine.playing import code, fire_and_ice, tried

THE_MOVE = "E6 E7"
WORKED = [
    *("E6 E7.", "E6–E7", "(E6, E7)", "E6 to E7", "**E6 E7**", "`E6 E7`"),  # noqa: RUF001
    *("Ｅ６ Ｅ７", "E6 -> E7!", "E6. E7", "e6;e7"),  # noqa: RUF001
    *("E6 white E7 red", "E6 (white) and E7 (red)", "E6 white E7", "E6 E7 red"),
]
MOVES = [
    *("E6 and E7", "E6 & E7", "E6 + E7", "E6 => E7", "E6 --> E7", "E6 → E7", "E6 ➡️ E7", "E6 ⇒ E7"),
    *("E6: E7", "E6 : E7", "E6 — E7", "E6 − E7", "E6‑E7", "E6 ― E7", "E6--E7"),  # noqa: RUF001
    *("__E6__ ~~E7~~", "||E6 E7||", "*E6*, _E7_", "```\nE6 E7\n```", "'E6' \"E7\"", "“E6” «E7»"),
    *(
        "[E6] {E7}",
        "<E6, E7>",
        "「E6」【E7】",
        "⟨E6⟩ E7",
        "E6E7!!!",
        "¡E6 E7!",
        "E6 E7 ❗️",
        "E6 E7‼",
    ),
    *("E6.E7", "E6 E7 .", "E6 E7...", "E6 E7…", "E6.\nE7.", "E6 . / E7", "E6 E7。"),
    *("\u200bE6\u200d E\ufeff7", "\u202eE6 E7\u202c", "E6\u00adE7", "E6\ufe0f E7", "E6\x00 E7"),
    *("E6\u00a0E7", "E6\u3000E7", "E6\u2028E7", "E6，E7", "E6；E7", "E⁶ E₇", "𝐄𝟔 𝐄𝟕"),  # noqa: RUF001
    *("E6(white)E7(red)", "E6: white, E7: red.", "E6(WHITE) → E7(RED)!"),
]
CONVERSATION = [
    *("E6 E7?", "E6 E7 lol", "?E6 E7", "E6? E7", "E6 E7 ？", "¿E6 E7", "E6 E7 ‽", "E6 E7 ❓"),  # noqa: RUF001
    *("E6 E7 ⁉", "E6 E7 🔥", "Е6 E7", "É6 E7", "E\u03016 E7", "E6 = E7", "E6 % E7", "E6 @ E7"),  # noqa: RUF001
    *(".E6 E7", ":E6 E7", "E6toE7", "<@123> E6 E7", "I play E6 E7", "E6 green E7", "E6、E7"),
    *("E6\u1680E7", "\ud800E6 E7", "E6 / : E7"),
]


def judged(text: str) -> str:
    match = Match.begin(fire_and_ice(first="ec", takeback="0")).match
    step = tried(match, f"ec @0 {THE_MOVE}")
    other = tried(match, f"ec @0 {text}")
    return code(other) or ("" if other.match.state == step.match.state else "another move")


@pytest.mark.parametrize("text", [*WORKED, *MOVES], ids=ascii)
def test_whatever_surrounds_a_move_is_ignored(text: str):
    assert judged(text) == ""


@pytest.mark.parametrize("text", CONVERSATION, ids=ascii)
def test_one_foreign_word_or_a_question_mark_makes_it_conversation(text: str):
    assert judged(text) == "not-a-submission"


@pytest.mark.parametrize("text", WORKED, ids=ascii)
def test_the_worked_cases_are_the_same_move_in_a_record(text: str):
    record = f"game: fire-and-ice\nfirst: ec\n\nec {text}\ndmo E3 F3\n"
    (move, reply, _) = referee(record)
    plainly = referee(f"game: fire-and-ice\nfirst: ec\n\nec {THE_MOVE}\ndmo E3 F3\n")
    assert [move, reply] == plainly[:2]


@pytest.mark.parametrize("text", ["E6 E7?", "E6 E7 lol", "concede?"])
def test_conversation_is_not_a_submission_in_a_record(text: str):
    (verdict, _) = referee(f"game: fire-and-ice\nfirst: ec\n\nec {text}\n")
    assert verdict["code"] == "not-a-submission"


@pytest.mark.parametrize(
    "text",
    [
        *("concede.", "Concede!", "CONCEDE", "**concede**", "(concede)", "`concede`", "concede..."),
        *("“Concede.”", "ＣＯＮＣＥＤＥ", "con\u200bcede", "- concede -", "concede\n."),  # noqa: RUF001
    ],
)
def test_a_concession_is_heard_whatever_surrounds_it(text: str):
    assert is_concession(text)
    assert judged(text) == "another move"


@pytest.mark.parametrize(
    "text",
    ["concede?", "I concede", "concede E6", "con cede", "conceded", "\u0441oncede", "concede 😀"],
)
def test_nothing_else_concedes(text: str):
    assert not is_concession(text)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("E1.2", "E1 2"),
        ("D2 E.2", "D2 E 2"),
        (". E6", ". E6"),
        ("E6 .E7", "E6 .E7"),
        ("a..b...", "a b "),
        ("a .  \n. b", "a    \n. b"),
        ("a . / b", "a   / b"),
    ],
)
def test_a_full_stop_separates_what_it_stands_between(text: str, read: str):
    assert without_stops(text) == read


MARKS = "*_~|`'\"!()[]{}\u200b\u200d\ufeff\u00ad\u202e“”«»「」¡❗"


@given(st.text("E67toand .,:-/wlhX\n", max_size=20), st.lists(st.integers(0, 20)), st.data())
def test_marks_change_nothing_wherever_they_are(text: str, places: list[int], data):
    marked = list(text)
    for place in places:
        marked.insert(place, data.draw(st.sampled_from(MARKS)))
    assert plain("".join(marked)) == plain(text)


@given(st.text())
def test_plain_text_stays_as_it_is(text: str):
    once = plain(text)
    assert plain(once) == once


def test_heaps_of_accents_and_long_runs_are_read_in_one_pass():
    """If either cost the square of its length, this would not end within an hour."""
    long = 200_000
    for part in ("\u0315\u0300", ".", "- ", "<-", "=", "a :", ". ", "a1bb", "a1", "ﷺ"):
        without_stops(plain(part * (long // len(part)) + "\n?"))
