"""Signs around a move that are ignored (docs/rulings/README.md, 2), by examples."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.notation import plain, without_stops


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
    """If either cost the square of its length, this would not end within a quarter of an hour."""
    long = 100_000
    for part in ("\u0315\u0300", ".", "- ", "<-", "=", "a :", ". ", "a1bb", "a1", "ﷺ"):
        without_stops(plain(part * (long // len(part)) + "\n?"))
