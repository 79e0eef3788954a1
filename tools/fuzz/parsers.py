"""Every parser of the project, each with inputs and the possible results.

Any other exception is a fault: `tried` lets it out.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

from bot.cogs.incoming.messages import route, without_room
from bot.cogs.interactions import LONGEST_SUBMISSION
from bot.posts.answers import Answers
from bot.texts import answers, hosting
from bot.texts.clocks import with_countdowns
from bot.texts.language import say
from bot.values.post import Origin, Post
from engine.clocks import Seconds
from engine.games import GAMES
from engine.games.compass_collisions.erosion import EROSION
from engine.games.compass_collisions.rules import CompassCollisions
from engine.games.deep_sea_voyage.board import read_board, read_boards
from engine.hints.near_misses import may_be_near_miss, near_miss
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.notation import is_concession
from engine.options import OptionError, option_kinds, read_options, write_options
from engine.refusals import NotASubmission, Refused, finds_submission
from engine.seats import SEATS, Seat
from tests.engine.scribbles import LONGEST_MESSAGE, a_submission, anything, damaged, huge, in_tokens
from tests.games.common.grounds import WORDS, Ground, grounds_of
from tests.games.common.samples import samples_of, usual_game
from tests.games.deep_sea_voyage.positions import CRAMPED, WORKED
from tests.helpers.games.game_sources import codes_of
from tests.helpers.rooms.cards import ADA, card_of, composer_of

A_DAY = Seconds(86_400)
LONGEST_POST = 2_000
NOW_MS = 1_700_000_000_000


@dataclass(frozen=True)
class Parser:
    """A parser, or the code before several of them.

    Attributes:
        count: Number of inputs to try.
        make: Makes an input from a generator.
        take: Returns the result of an input, in a word; an exception is a fault.
        wanted: Words that have to come up, or the inputs are of one sort only.
    """

    name: str
    count: int
    make: Callable[[Random], Any]
    take: Callable[[Any], str]
    wanted: frozenset[str] = field(default=frozenset())


# The conditions for an answer, whatever it answers


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


# Texts in a match


class Typing(NamedTuple):
    """A text typed in a match."""

    ground: Ground
    seat: Seat
    text: str
    after: Seconds

    def __repr__(self) -> str:
        match = self.ground.match
        log = [f"{entry.speaker} @{entry.at} {entry.text}" for entry in match.entries]
        return f"{self.seat} after {self.after} s: {self.text!r}\nin {match.game}\nafter {log}"


def a_typing(name: str, generator: Random) -> Typing:
    """Return a text typed at some time in a match of a game, by anybody."""
    grounds = generator.choices(grounds_of(name), k=3)
    # Rather not in those that are over or paused, where nearly everything is refused alike.
    ground = max(grounds, key=lambda ground: ground.hears_much)
    seat = generator.choice((*SEATS, *ground.match.to_act * 2))
    text = a_submission(generator, WORDS[name], ground.said)
    delay = generator.choice((Seconds(0), *(Seconds(1),) * 16, Seconds("75.5"), A_DAY))
    return Typing(ground, seat, text, delay)


@cache
def _composer(name: str) -> Answers:
    return composer_of(card_of(usual_game(name)))


def take_typing(typing: Typing) -> str:
    """Judge a text in the room and in private, and check that all answers fit into posts."""
    match = typing.ground.match
    match.is_secret(typing.seat, typing.text)
    _check_that_it_is_handed_on(match, typing)
    entry = Entry(Speaker(typing.seat.value), match.now + typing.after, typing.text)
    step = match.enter(entry).chain(Match.draw_lots)
    form_text = typing.text[:LONGEST_SUBMISSION]
    origins = (
        Origin(message_id=1),
        Origin(recipient=typing.seat, token="token", form_text=form_text),
    )
    for origin in origins:
        composer = _composer(match.game.name)
        posts = composer.posts(step, origin)
        if step.refusal:
            posts += composer.refusal(step.match, step.refusal, origin)
            check_sentence(step.refusal)
        if isinstance(step.refusal, NotASubmission):
            near = near_miss(match, typing.seat, typing.text)
            posts += (composer.hint(match, near, origin),) if near else ()
        check_posts(posts)
    if step.refusal is None:
        _check_what_stands(step.match)
    return step.refusal.code if step.refusal else "accepted"


def _check_that_it_is_handed_on(match: Match, typing: Typing) -> None:
    """Check that a text that counts, or gets a hint, in any position is never conversation."""
    game, seat, text = match.game, typing.seat, typing.text
    counts = finds_submission(lambda: game.read(match.state, seat, text)) or is_concession(text)
    assert game.is_submission(text) or not counts
    assert may_be_near_miss(game, text) or near_miss(match, seat, text) is None


def _check_what_stands(match: Match) -> None:
    """Check that an accepted entry can be shown, and its record can be read."""
    for viewer in (*SEATS, None):
        match.view(viewer)
    json.dumps(match.game.position(match.state))


def parser_of(name: str) -> Parser:
    """Return the parser of a game's texts."""
    expected = {"accepted", "malformed", "not-a-submission", "not-your-turn"}
    expected |= {"wrong-phase"} & codes_of(GAMES[name])
    wanted = frozenset(expected - samples_of(name).rare)
    return Parser(name, 11_500, partial(a_typing, name), take_typing, wanted)


# Hosts' input


class Given(NamedTuple):
    """An option as it is handed in."""

    game: str
    option: str
    value: str


VALUES = (
    *("0", "1", "-1", "5", "60", "0.5", "0.001", "1e9", "inf", "nan", "999999999999.999999999999"),
    *("on", "off", "ec", "dmo", "top", "bottom", "tracked", "automatic", "", " ", "00", "+5", "½"),
    *("1" * 1_000, "9" * 6, "9" * 7, "-" + "9" * 1_000, "0." + "0" * 12, "0x10", "1_000", "٣"),
)


def an_option(generator: Random) -> Given:
    """Return an option of some game with a value, mostly a bad one."""
    name = generator.choice(list(GAMES))
    option = generator.choice([*option_kinds(GAMES[name]), "no-such-option"])
    value = generator.choice((*VALUES, EROSION.write(CompassCollisions().erosion), WORKED))
    kind = generator.random()
    if kind < 0.5:
        value = damaged(generator, value)
    elif kind < 0.6:
        value = anything(generator)
    elif kind < 0.61:
        value = huge(generator, VALUES[:10], value)
    return Given(name, option, value)


def take_option(value: Given) -> str:
    """Begin a match with an option, and check that it is written as it was read."""
    try:
        values = read_options(GAMES[value.game], {value.option: value.value})
    except OptionError as bad:
        return _refused_option(bad)
    game = usual_game(value.game, **{value.option: value.value})
    assert read_options(type(game), write_options(game))[value.option] == values[value.option]
    Match.begin(game)
    return "taken"


def _refused_option(bad: OptionError) -> str:
    text = hosting.bad_option(bad.name, bad.problem)
    assert say(bad.problem) == str(bad.problem).strip() != ""
    assert len(text) <= LONGEST_POST
    return "bad option"


def a_boards_file(generator: Random) -> str:
    """Return a file with three boards, mostly damaged."""
    boards = [generator.choice((WORKED, CRAMPED)).replace("/", "\n") for _ in range(3)]
    text = generator.choice(("\n\n", "\n \n", "\r\n\r\n")).join(boards)
    kind = generator.random()
    if kind < 0.05:
        return text
    if kind < 0.8:
        return damaged(generator, text)
    if kind < 0.99:
        return in_tokens(generator, (".", "#", "C", "D", "R", "\n\n", "." * 13 + "\n"), 60)
    return huge(generator, (".", "#", "." * 18 + "\n"), text)


def take_boards_file(text: str) -> str:
    """Read a file of boards."""
    try:
        read_board(text.partition("\n\n")[0].replace("\n", "/"))
    except OptionError:
        return "bad board"
    try:
        boards = read_boards(text)
    except OptionError as bad:
        return _refused_option(bad)
    assert read_options(GAMES["deep-sea-voyage"], boards).keys() == boards.keys()
    return "taken"


def an_erosion_map(generator: Random) -> str:
    """Return a map of the squares that fall, mostly damaged."""
    text = EROSION.write(CompassCollisions().erosion)
    kind = generator.random()
    if kind < 0.05:
        return text
    if kind < 0.5:
        return damaged(generator, text)
    if kind < 0.99:
        places = [generator.choice(("-", "1", "31", "999999", "0", "x")) for _ in range(81)]
        rows = [",".join(places[index : index + 9]) for index in range(0, 81, 9)]
        return damaged(generator, generator.choice(("/", "\n", " / ")).join(rows))
    return huge(generator, ("-", "1", "/", "-,-,-,-,-,-,-,-,-/"), text)


def take_erosion_map(text: str) -> str:
    """Read a map, and check that it is written as it was read."""
    try:
        numbers = EROSION.read(text)
    except OptionError as bad:
        return _refused_option(bad)
    assert EROSION.read(EROSION.write(numbers)) == numbers
    return "taken"


# Private texts


@cache
def _runners() -> list[Any]:
    return [
        SimpleNamespace(card=card_of(room_id=index), match=grounds_of(name)[0].match)
        for index, name in enumerate(GAMES, 1)
    ]


ROOM_NAMES = {1: "dm1-game-room", 2: "Ⅱ-room", 3: "ИГРА"}
ROOMS = ("#dm1-game-room", "<#2>", "<#2>E6", "#", "<#", "<#٢>", "#ИГРА", "<#" + "9" * 3_900 + ">")


def a_private_text(generator: Random) -> str:
    """Return a submission, often with a room before it."""
    name = generator.choice(list(GAMES))
    text = a_submission(generator, WORDS[name], grounds_of(name)[0].said)
    if generator.random() < 0.5:
        return text
    room = generator.choice(ROOMS) + generator.choice((" ", "\n", ""))
    return damaged(generator, room + text)[:LONGEST_MESSAGE]


def take_private_text(text: str) -> str:
    """Find the match that a private text is meant for."""
    found_route = route(_runners(), ADA, text, ROOM_NAMES.get)
    assert without_room(text) == (found_route.text if found_route.room else text)
    assert len(answers.no_seat(found_route.room)) <= LONGEST_POST
    is_concession(text)
    return f"{len(found_route.runners)} tables"


PARSERS = (
    Parser("options", 9_000, an_option, take_option, frozenset({"taken", "bad option"})),
    Parser("files of boards", 1_200, a_boards_file, take_boards_file, frozenset({"taken"})),
    Parser("maps of erosion", 4_000, an_erosion_map, take_erosion_map, frozenset({"taken"})),
    Parser("what is said in private", 4_000, a_private_text, take_private_text),
)
