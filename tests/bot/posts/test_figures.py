"""The figures below a result: time used, longest think, changes of the lead."""

from typing import Any

import pytest

from bot.posts.attachments import Attachments, attachments_of
from bot.texts.seating import LONGEST_MESSAGE
from bot.values.post import DisplaySettings, Extras, Post
from engine.game import AnyGame
from engine.matches.match import Match
from tests.engine.playing import begun, entry
from tests.games.common.samples import usual_game
from tests.helpers.rooms.cards import card_of, in_outbox

pytestmark = pytest.mark.asyncio

RESULT = Post("🏁 Ada wins.\n-# A slip?", extras=Extras(has_record=True))


def played(game: AnyGame, *lines: str) -> Match:
    match = begun(game, by_posts=True)
    for line in lines:
        match = match.enter(entry(line)).match
    return match


async def told(match: Match, **more: Any) -> str:
    result = in_outbox(RESULT, 1, 1, log_length=len(match.entries))
    attachments = attachments_of(
        card_of(match.game, **more), match, result, lambda *_: DisplaySettings()
    )
    return (await attachments.with_figures(result)).content


async def test_where_something_is_counted_the_changes_of_the_lead_are_told():
    game = usual_game("flower-field", first="ec")
    posted = "dealer @1 posted"
    never = played(game, posted, "ec @2 D5 red", "dealer @3 posted", "dmo @4 concede")
    assert "📈 The lead never changed hands." in await told(never)
    lines = ("ec @2 D5 red", "dmo @3 C4 red", "ec @4 challenge", "ec @5 give up")
    lost = ("ec @6 D3 red", "dmo @7 challenge", "dmo @8 give up", "dmo @9 challenge")
    once = played(game, posted, *lines, *lost, "dmo @10 give up", "dmo @11 concede")
    assert "📈 The lead changed hands once." in await told(once)


async def test_figures_that_do_not_fit_are_left_out():
    long = Post("x" * (LONGEST_MESSAGE - 3), extras=Extras(has_record=True))
    fitting = Attachments(figures=lambda: "12")
    assert len((await fitting.with_figures(long)).content) == LONGEST_MESSAGE
    assert await Attachments(figures=lambda: "123").with_figures(long) == long


async def test_a_post_without_record_is_as_it_was_and_a_failure_leaves_the_figures_out(
    caplog: pytest.LogCaptureFixture,
):
    def fail() -> str:
        raise ValueError

    post = Post("Ada moves.")
    assert await Attachments(figures=fail).with_figures(post) is post
    assert not caplog.text
    assert await Attachments(figures=fail).with_figures(RESULT) is RESULT
    assert "cannot make" in caplog.text
