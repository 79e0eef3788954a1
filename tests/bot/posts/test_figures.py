"""The figures below a result: time used, longest think, changes of the lead."""

from unittest.mock import Mock

import pytest

from bot.posts.attachments import Attachments
from bot.texts.seating import LONGEST_MESSAGE
from bot.values.post import Extras, Post

RESULT = Post("🏁 Ada wins.\n-# A slip?", extras=Extras(has_record=True))


async def test_figures_that_do_not_fit_are_left_out():
    long = Post("x" * (LONGEST_MESSAGE - 3), extras=Extras(has_record=True))
    fitting = Attachments(figures=lambda: "12")
    assert len((await fitting.with_figures(long)).content) == LONGEST_MESSAGE
    assert await Attachments(figures=lambda: "123").with_figures(long) == long


async def test_a_post_without_record_is_as_it_was_and_a_failure_leaves_the_figures_out(
    caplog: pytest.LogCaptureFixture,
):
    fail = Mock(side_effect=ValueError)
    post = Post("Ada moves.")
    assert await Attachments(figures=fail).with_figures(post) is post
    assert not caplog.text
    assert await Attachments(figures=fail).with_figures(RESULT) is RESULT
    assert "cannot make" in caplog.text
