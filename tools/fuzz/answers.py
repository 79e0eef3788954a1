"""The conditions for an answer, whatever it answers."""

from bot.texts import answers
from bot.texts.clocks import with_countdowns
from bot.values.post import Post
from engine.refusals import Refused

LONGEST_POST = 2_000
NOW_MS = 1_700_000_000_000


def check_posts(posts: tuple[Post, ...]) -> None:
    """Check that Discord takes each post."""
    for post in posts:
        content = with_countdowns(post.content, NOW_MS)
        assert len(content) <= LONGEST_POST, f"{len(content)} characters: {content}"
        content.encode()


def check_sentence(refusal: Refused) -> None:
    """Check that a refusal is told in a whole sentence of the game's own."""
    text = answers.refusal(refusal)
    assert text.strip(), refusal
    assert len(text) <= LONGEST_POST, text
    assert not {*"{}"} & {*text}, text
