"""Forms are read as Discord sends them, and fit what it takes; no view is kept in memory."""

import pytest

from bot.cogs.interactions import form, match_select, text_of_form
from bot.posts.buttons import buttons_below
from bot.values.post import Extras, Place, Post
from engine.games.fire_and_ice.rules import FireAndIce


def test_a_forms_text_is_found_in_rows_and_under_labels():
    field_ = {"type": 4, "custom_id": "text", "value": "hide A1"}
    assert text_of_form([{"type": 1, "components": [field_]}]) == "hide A1"
    assert text_of_form([{"type": 18, "component": field_}]) == "hide A1"
    assert text_of_form([]) == text_of_form(None) == ""


def test_a_forms_texts_come_in_order_however_deeply_they_are_nested():
    field_ = {
        "type": 4,
        "value": "A1",
        "components": [{"value": " A2"}],
        "component": {"value": "!"},
    }
    form_ = [field_, {"value": None}, {"value": 5}, "x"]
    for _ in range(100_000):
        form_ = [{"component": {"components": form_}}]
    assert text_of_form(form_) == "A1 A2!"


async def test_components_are_known_by_their_ids_and_kept_nowhere():
    asked = buttons_below(Post(extras=Extras(has_form=True), place=Place(match_id=7)), FireAndIce())
    components = (asked, form(7, "A title" * 10, "`layout` ..." * 20), match_select(9, []))
    assert all(component.is_finished() for component in components)


async def test_a_hint_that_is_too_long_for_a_form_is_cut_between_words():
    modal = form(7, "A title" * 10, "`layout` and rows, " * 20)
    (label,) = modal.children
    assert len(modal.title) <= 45
    hint = label.component.placeholder
    assert len(hint) <= 100
    assert hint.endswith((" layout ...", " and ...", " rows, ..."))


@pytest.mark.parametrize("is_final", [False, True])
def test_the_form_of_a_submission_that_will_be_final_says_so(*, is_final: bool):
    asked = form(1, "Title", "notation", is_final=is_final).to_dict()
    assert ("final" in str(asked)) is is_final
    (label,) = asked["components"]
    assert len(label["label"]) <= 45
