"""However long a text is, its answer fits into a post."""

from dataclasses import replace

import pytest

from bot.posts.compose import Composer
from bot.posts.post import Origin, Post
from bot.texts import texts_of
from engine.games import GAMES
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.seats import SEATS, Seat
from tests.bot.cards import named
from tests.bot.matches.test_secrets import BEFORE, game_of
from tests.engine.playing import begun, entry

LONGEST_POST = 2000
LONGEST_OF_A_NITRO_USER = 4000
HEADS = ("", "layout ", "flower U ", "rock ", "hide ", "challenge ", "route 1 red ", "I ", "ec1 ")
BODIES = ("E6 ", "E6E7", "-", "/ ", "\n", "A1 red, ", "99", "ec1 north, ", "a\u202e", "\u0661 ")


def text_of(head: str, body: str) -> str:
    return head + body * ((LONGEST_OF_A_NITRO_USER - len(head)) // len(body))


def first_asked(name: str) -> Match:
    match = begun(game_of(name, seed=1), by_posts=True)
    for line in BEFORE.get(name, ()):
        who, text = line.split(maxsplit=1)
        match = match.enter(entry(f"{who} @0 {text}")).match
    return match


def answers(match: Match, seat: Seat, text: str) -> list[Post]:
    """What a seat is told of a text, wherever it says it."""
    card = replace(named("*" * 32), game=match.game)
    composer = Composer(card, texts_of(match.game))
    said = Entry(Speaker(seat.value), match.now, text)
    match.is_secret(seat, text)
    step = match.enter(said)
    posts: list[Post] = []
    for origin in (Origin(5), Origin(5, to=seat), Origin(to=seat, token="t", form_text=text)):
        posts += [composer.misplaced(match, origin)]
        if step.refusal:
            posts += composer.refusal(step.match, step.refusal, origin)
    return posts


@pytest.mark.parametrize("name", GAMES)
def test_the_answer_to_a_text_of_any_length_fits_into_one_post(name: str):
    match = first_asked(name)
    for head in HEADS:
        for body in BODIES:
            for seat in SEATS:
                for post in answers(match, seat, text_of(head, body)):
                    assert len(post.content) <= LONGEST_POST, (head, body)
