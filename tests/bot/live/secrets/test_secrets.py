"""Tests that a seat's secrets change no text, picture or alt text for anybody else.

Two matches that differ in one seat's secret alone are told in lockstep, letter by letter.
"""

from collections.abc import Iterable
from dataclasses import astuple, replace
from functools import cache, partial
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.posts.answers import Answers
from bot.posts.boards import described_pictures
from bot.values.post import Origin, Post
from engine.game import AnyGame
from engine.games import GAMES
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.options import read_options
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.playing import begun, entry
from tests.games.common.samples import GAMES_WITH_SECRETS, samples_of, usual_game
from tests.helpers.rooms.cards import card_of

CONSIDERED = 2_000
"""Out of how many legal actions the secret ones are chosen."""
SECRETS = 4
ON_BOARDS = [name for name in GAMES_WITH_SECRETS if not GAMES[name].is_judged]
"""The games whose boards show what a seat has submitted; elsewhere it is only told in words."""
NOISE = ("E6 E7", "pass", "first me", "take first", "flower H8", "hello", "agree", "layout")


class Teller:
    """Keeps what each reader gets of a match."""

    def __init__(self, game: AnyGame) -> None:
        card = card_of(game)
        self.composer = Answers(card)
        self.match = begun(game, by_posts=True)
        self.match = before_secrets(self.match)
        self.told: list[tuple[Any, ...]] = []

    def say(self, line: Entry, origin: Origin) -> None:
        if self.match.is_secret(Seat(line.speaker.value), line.text) and origin.recipient is None:
            # As a table does: what is secret does not count in the room.
            self.told.append(self._as_read(self.composer.misplaced(self.match, origin)))
            return
        step = self.match.enter(line)
        self.match = step.match
        posts = [*self.composer.posts(step, origin)]
        if step.refusal:
            posts.extend(self.composer.refusal(step.match, step.refusal, origin))
        self.told.extend(map(self._as_read, posts))

    def _as_read(self, post: Post) -> tuple[Any, ...]:
        return (
            post.recipient,
            astuple(post),
            self.pictures(post.recipient) if post.extras.has_board else (),
        )

    def pictures(self, reader: Seat | None) -> tuple[Any, ...]:
        names = self.composer.card.names
        return tuple(map(astuple, described_pictures(self.match, reader, names)))

    def read_by(self, reader: Seat | None) -> list[tuple[Any, ...]]:
        """The letters that reach a reader, and the board that they would get if they asked."""
        reached = [message for message in self.told if message[0] in {PUBLIC, reader}]
        status = (self.match.to_act, self.match.clock.timing, self.match.turn_left)
        return [*reached, ("board", status, self.pictures(reader))]


def before_secrets(match: Match) -> Match:
    """Return the match once secrets are due: until then both play something legal."""
    match = match.draw_lots().match
    while not match.game.takes_secrets(match.state):
        seat = match.to_act[0]
        action = next(iter(match.game.legal(match.state, seat)))
        line = Entry(Speaker(seat.value), match.now, match.game.write(action))
        match = match.enter(line).chain(Match.draw_lots).match
    return match


@cache
def secrets_of(name: str) -> tuple[str, ...]:
    """Some secrets that either seat may submit in a game, some of them as they are typed there."""
    match = before_secrets(begun(hiding_game(name)))
    game, state = match.game, match.state
    typed = {
        text
        for text in samples_of(name).texts
        if match.is_secret(Seat.EC, text)
        and not match.enter(Entry(Speaker.EC, match.now, text)).refusal
    }
    both = [
        {
            game.write(action)
            for action in islice(game.legal(state, seat), CONSIDERED)
            if game.is_private(state, action)
        }
        for seat in SEATS
    ]
    return tuple(Random(name).sample(sorted(both[0] & both[1] | typed), SECRETS))


def hiding_game(name: str) -> AnyGame:
    """Return a game with its usual options; at a free table both submit secrets in each round."""
    return usual_game(name, **({"order": "rounds"} if GAMES[name].is_judged else {}))


def tell(game: AnyGame, hider: Seat, secrets: Iterable[str], noise: list[int]) -> Teller:
    """Return a match in which one seat submits secrets, with all sorts of other things between."""
    teller = Teller(game)
    teller.match = teller.match.enter(entry("dealer @1 posted")).match
    for index, (secret, number) in enumerate(zip(secrets, noise, strict=True)):
        line = replace(entry(f"ec @{2 + index}"), speaker=Speaker(hider.value), text=secret)
        teller.say(line, Origin(100 + index, hider))
        other = replace(line, speaker=Speaker(hider.opponent.value), text=NOISE[number])
        teller.say(other, Origin(200 + index))
    # The first reminder is told by then.
    passed = teller.match.advance_time(teller.match.clock.flag_at - 20)
    teller.match = passed.match
    teller.told.extend(map(teller._as_read, teller.composer.posts(passed, Origin())))
    return teller


choices = partial(st.lists, min_size=2, max_size=2)


@pytest.mark.parametrize("name", GAMES_WITH_SECRETS)
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_nothing_that_others_get_depends_on_a_secret(name: str, data: st.DataObject):
    game = replace(hiding_game(name), seed=data.draw(st.integers(0, 9)))
    hider = data.draw(st.sampled_from(SEATS))
    texts = st.sampled_from(secrets_of(name))
    # A `pass` of the other seat counts in some games, and would end the phase.
    noise = data.draw(
        choices(st.sampled_from([n for n, text in enumerate(NOISE) if text != "pass"]))
    )
    here, there = (tell(game, hider, data.draw(choices(texts)), noise) for _ in range(2))
    assert game.takes_secrets(here.match.state)
    for reader in (PUBLIC, hider.opponent):
        assert here.read_by(reader) == there.read_by(reader)


@pytest.mark.parametrize("name", ON_BOARDS)
def test_the_hider_gets_different_answers_and_pictures_for_different_secrets(name: str):
    other_text, other, *_ = secrets_of(name)
    tellers = [
        tell(usual_game(name), Seat.EC, (text, text), [5, 5]) for text in (other_text, other)
    ]
    assert tellers[0].pictures(Seat.EC) != tellers[1].pictures(Seat.EC)
    messages = [
        [answers[1][0] for answers in teller.told if answers[0] is Seat.EC] for teller in tellers
    ]
    assert len(messages[0]) == 2
    assert messages[0] != messages[1]


@pytest.mark.parametrize("name", ON_BOARDS)
def test_a_view_that_leaks_would_be_noticed(name: str):
    class Leaking(GAMES[name]):  # type: ignore[name-defined,misc]
        __module__ = GAMES[name].__module__

        def view(self, state: Any, viewer: Seat | None) -> Any:
            return super().view(state, Seat.EC)

    other_text, other, *_ = secrets_of(name)
    leaking = Leaking(**read_options(GAMES[name], samples_of(name).options[0]))
    tellers = [tell(leaking, Seat.EC, (text, text), [5, 5]) for text in (other_text, other)]
    assert tellers[0].read_by(PUBLIC) != tellers[1].read_by(PUBLIC)
