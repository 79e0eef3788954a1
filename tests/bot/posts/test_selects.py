"""Words below a board: a button each for up to five of them, one select for up to 25."""

from typing import Any

import pytest

from bot.posts.buttons import buttons_below
from bot.values.post import Extras, Place, Post
from tests.games.template_game.rules import LastCell, LastCellTexts

LABELS = {str(number): f"Place {number}" for number in range(1, 30)}


def below(*words: str, **extras: bool) -> list[dict[str, Any]]:
    """Return the components of a post with which these words can be said, but for *Concede* etc."""
    post = Post(extras=Extras(words=words, **extras), place=Place(match_id=7))
    view = buttons_below(post, LastCell())
    assert view
    assert len(view.to_components()) <= 5
    items = [item.to_component_dict() for item in view.children]
    return [item for item in items if item["custom_id"].startswith("say:")]


@pytest.fixture
def labelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LastCellTexts, "words", LABELS)


@pytest.mark.usefixtures("labelled")
def test_up_to_five_words_have_a_button_each():
    for number in range(6):
        words = tuple(LABELS)[:number]
        buttons = [(item["label"], item["custom_id"]) for item in below(*words)]
        assert buttons == [(LABELS[word], f"say:{word}:7") for word in words]


@pytest.mark.usefixtures("labelled")
def test_of_more_words_one_is_chosen_by_the_id_that_its_button_would_have():
    for number in (6, 25):
        words = tuple(LABELS)[:number]
        (select,) = below(*words, has_form=True, shows_own=True, host_reads=True)
        assert (select["custom_id"], select["placeholder"]) == ("say:7", "Choose or type")
        options = [(option["label"], option["value"]) for option in select["options"]]
        assert options == [(LABELS[word], f"say:{word}:7") for word in words]


@pytest.mark.usefixtures("labelled")
def test_words_that_do_not_fit_into_a_select_are_only_typed():
    assert below(*tuple(LABELS)[:26]) == []
