"""What one seat hides changes nothing that the room or the other seat gets: texts, pictures, alts.

Two matches that differ in one seat's secret alone are told in lockstep, letter by letter.
"""

from collections.abc import Iterable
from dataclasses import astuple, replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.posts.attachments import described_pictures
from bot.posts.compose import Composer
from bot.posts.post import Origin, Post
from bot.texts import texts_of
from engine.game import AnyGame
from engine.games import GAMES
from engine.matches.entries import Entry, Speaker
from engine.options import read_options
from engine.seats import PUBLIC, SEATS, Seat
from tests.bot.cards import card_of
from tests.engine.games.deep_sea_voyage.positions import WORKED
from tests.engine.playing import begun, entry

TEXTS = {
    "compass-collisions": (
        "layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E.",
        "layout WWWWWWW / AA.AA / ... / F.....F / ..E.. / EE.",
        "layout ....EWF / EWFA. / FA. / A.....A / FFFF. / W..",
    ),
    "demeters-anguish": (
        "flower U G7 H7 I7 G8 I8",
        "flower A1",
        "flower C3 C4",
        "pass",
    ),
    "deep-sea-voyage": (
        "I E1 F1 G1 H1 I1",
        "I E13 F13 G13 H13 I13",
        "pass",
    ),
    "doubting-flower-field": (
        "hide A1 red, G7 blue",
        "hide A1 blue, G7 blue",
        "hide C1 yellow, C2 red",
    ),
}
OPTIONS = {"deep-sea-voyage": dict.fromkeys(("board1", "board2", "board3"), WORKED)}
# What is played before there are secrets.
BEFORE = {
    "deep-sea-voyage": ("dmo empire", "ec ready", "dmo ready", "dmo board 1", "ec board 2"),
}
NOISE = ("E6 E7", "pass", "first me", "take first", "flower H8", "hello", "agree", "layout")


class Teller:
    """Keeps what each reader gets of a match."""

    def __init__(self, game: AnyGame) -> None:
        card = card_of(game)
        self.composer = Composer(card, texts_of(game))
        self.match = begun(game, by_posts=True)
        for line in BEFORE.get(game.name, ()):
            who, text = line.split(maxsplit=1)
            step = self.match.enter(entry(f"{who} @0 {text}"))
            assert not step.refusal
            self.match = step.match
        self.told: list[tuple[Any, ...]] = []

    def say(self, line: Entry, origin: Origin) -> None:
        if self.match.is_secret(Seat(line.who.value), line.text) and origin.to is None:
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
        return post.to, astuple(post), self.pictures(post.to) if post.board else ()

    def pictures(self, reader: Seat | None) -> tuple[Any, ...]:
        names = self.composer.card.names
        return tuple(map(astuple, described_pictures(self.match, reader, names)))

    def read_by(self, reader: Seat | None) -> list[tuple[Any, ...]]:
        """The letters that reach a reader, and the board that they would get if they asked."""
        reached = [each for each in self.told if each[0] in {PUBLIC, reader}]
        status = (self.match.to_act, self.match.timing, self.match.turn_left)
        return [*reached, ("board", status, self.pictures(reader))]


def game_of(name: str, kind: type[AnyGame] | None = None, **more: Any) -> AnyGame:
    kind = kind or GAMES[name]
    return kind(**read_options(kind, OPTIONS.get(name, {})), **more)


def tell(game: AnyGame, hider: Seat, secrets: Iterable[str], noise: list[int]) -> Teller:
    """A match in which one seat submits secrets, with all sorts of other things between."""
    teller = Teller(game)
    teller.match = teller.match.enter(entry("dealer @1 posted")).match
    for at, (secret, number) in enumerate(zip(secrets, noise, strict=True)):
        line = replace(entry(f"ec @{2 + at}"), who=Speaker(hider.value), text=secret)
        teller.say(line, Origin(100 + at, hider))
        other = replace(line, who=Speaker(hider.opponent.value), text=NOISE[number])
        teller.say(other, Origin(200 + at))
    # The first reminder is told by then.
    passed = teller.match.pass_to(teller.match.flag_at() - 20)
    teller.match = passed.match
    teller.told.extend(map(teller._as_read, teller.composer.posts(passed, Origin())))
    return teller


choices = partial(st.lists, min_size=2, max_size=2)


@pytest.mark.parametrize("name", sorted(TEXTS))
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_nothing_that_others_get_depends_on_a_secret(name: str, data: st.DataObject):
    game = game_of(name, seed=data.draw(st.integers(0, 9)))
    hider = data.draw(st.sampled_from(SEATS))
    texts = st.sampled_from(TEXTS[name])
    # A `pass` of the other seat counts in some games, and would end the phase.
    noise = data.draw(
        choices(st.sampled_from([n for n, said in enumerate(NOISE) if said != "pass"]))
    )
    here, there = (tell(game, hider, data.draw(choices(texts)), noise) for _ in range(2))
    assert game.takes_secrets(here.match.state)
    for reader in (PUBLIC, hider.opponent):
        assert here.read_by(reader) == there.read_by(reader)


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_the_hider_gets_different_answers_and_pictures_for_different_secrets(name: str):
    one, other, *_ = TEXTS[name]
    tellers = [tell(game_of(name), Seat.EC, (text, text), [5, 5]) for text in (one, other)]
    assert tellers[0].pictures(Seat.EC) != tellers[1].pictures(Seat.EC)
    said = [[told[1][0] for told in teller.told if told[0] is Seat.EC] for teller in tellers]
    assert len(said[0]) == 2
    assert said[0] != said[1]


def test_all_games_with_secrets_are_tried():
    assert {*GAMES} - {*TEXTS} == {"fire-and-ice", "flower-field"}


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_view_that_leaks_would_be_noticed(name: str):
    class Leaking(GAMES[name]):  # type: ignore[name-defined,misc]
        def view(self, state: Any, viewer: Seat | None) -> Any:
            return super().view(state, Seat.EC)

    Leaking.__module__ = GAMES[name].__module__
    one, other, *_ = TEXTS[name]
    tellers = [tell(game_of(name, Leaking), Seat.EC, (text, text), [5, 5]) for text in (one, other)]
    assert tellers[0].read_by(PUBLIC) != tellers[1].read_by(PUBLIC)
