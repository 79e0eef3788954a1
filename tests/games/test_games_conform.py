"""The parts of every game, tried on each one in `GAMES` and on the template.

A new game needs no test of its own to be in here: it needs a line in `engine.games`.
"""

import inspect
import json
import pickle
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, cached_property
from io import BytesIO
from itertools import cycle, islice, pairwise, product, starmap
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest
from PIL import Image

from bot.features.starting import cog as starting
from bot.posts.buttons import MAX_CHOICES
from bot.texts import matches
from bot.texts.hosting import COMMON_OPTIONS
from bot.texts.language import say
from bot.texts.seating import Seating
from engine.game import AWARDED, CONCEDED, TAKE_BACK, AnyGame, Game, GameView, Outcome
from engine.games import GAMES
from engine.grids.grid import NO_CELL, Cell
from engine.matches.match import Match
from engine.options import descriptions, option_kinds, read_options, write_options
from engine.refusals import Illegal, Malformed, NotASubmission, Refused
from engine.seats import PUBLIC, SEATS, Seat
from engine.text_boards import written
from engine.texts import GameTexts, ended, texts_of
from engine.words.alts import LONGEST_ALT
from rendering import Marks, Painter, Picture, painter_of
from tests.engine.scribbles import a_submission
from tests.games.common.grounds import grounds_of
from tests.games.common.samples import Samples, samples_of, usual_game
from tests.games.template_game.rules import LastCell
from tests.games.template_game.samples import SAMPLES as TEMPLATE_SAMPLES
from tests.helpers.games.game_sources import modules_of, reasons_of
from tests.helpers.games.random_play import played_at_random

STATES = 50
PER_STATE = 6
CONSIDERED = 200
COMPLETE = 12_000
"""Number of actions from which on a list is cut short."""
LOOKED_AT, TRIED = 4, 40
CELL = re.compile(r"\b[A-Z][0-9]{1,2}\b")
RULINGS = Path(__file__).parents[2] / "docs" / "rulings"
TOLD_ELSEWHERE = {"above", "drawn"}
"""The last words for defaults that are too long for a table."""
NAMES = {Seat.EC: "Ada", Seat.DMO: "Bob"}
BY_HOSTS = {CONCEDED, AWARDED}


@dataclass(frozen=True)
class Parts:
    """A game with all that belongs to it.

    Attributes:
        game: The rules.
    """

    game: AnyGame
    painter: Painter
    texts: GameTexts
    samples: Samples

    @property
    def values(self) -> Iterator[type[Any]]:
        """Yield the dataclasses that its modules define for others to use."""
        for module in modules_of(type(self.game)):
            for name, member in inspect.getmembers(module, inspect.isclass):
                is_own = member.__module__ == module.__name__ and not name.startswith("_")
                if is_own and is_dataclass(member):
                    yield member


def parts_of(game: AnyGame, samples: Samples) -> Parts:
    return Parts(game, painter_of(game), texts_of(game), samples)


ALL = [
    *(parts_of(usual_game(name), samples_of(name)) for name in GAMES),
    parts_of(LastCell(), TEMPLATE_SAMPLES[LastCell.name]),
]

WITH_BOARDS = [parts for parts in ALL if parts.game.top_right != NO_CELL]

every_game = pytest.mark.parametrize("parts", ALL, ids=lambda parts: parts.game.name)
every_game_with_a_board = pytest.mark.parametrize(
    "parts", WITH_BOARDS, ids=lambda parts: parts.game.name
)


@cache
def played(parts: Parts) -> tuple[Any, ...]:
    return tuple(state for seed in range(2) for state in played_at_random(parts.game, seed, STATES))


@cache
def some_actions(parts: Parts) -> tuple[tuple[Any, Seat, Any], ...]:
    """Return legal actions of random games, each with its state and seat."""
    generator, actions = Random(1), []
    for state in played(parts):
        for seat in parts.game.to_act(state):
            legal = list(islice(parts.game.legal(state, seat), CONSIDERED))
            chosen = generator.sample(legal, min(PER_STATE, len(legal)))
            actions += [(state, seat, action) for action in chosen]
    return tuple(actions)


# The rules


@every_game
def test_its_values_are_frozen_and_take_little_room(parts: Parts):
    for value in parts.values:
        assert value.__dataclass_params__.frozen, value
        keeps = any(isinstance(known, cached_property) for known in vars(value).values())
        assert keeps or issubclass(value, Game) or "__slots__" in vars(value), value


@every_game
def test_its_options_are_given_by_name(parts: Parts):
    options = inspect.signature(type(parts.game)).parameters.values()
    assert {option.kind for option in options} == {inspect.Parameter.KEYWORD_ONLY}


@every_game
def test_what_is_written_for_an_action_is_read_as_that_action(parts: Parts):
    for state, seat, action in some_actions(parts):
        assert parts.game.read(state, seat, parts.game.write(action)) == action


@every_game
def test_whoever_is_awaited_has_actions_each_listed_once_heard_and_accepted(parts: Parts):
    for state in played(parts):
        for seat in SEATS:
            listed = list(islice(parts.game.legal(state, seat), CONSIDERED))
            assert len({*listed}) == len(listed)
            assert bool(listed) is (seat in parts.game.to_act(state))
    for state, seat, action in some_actions(parts):
        assert parts.game.accepts_from(state, seat, action)
        parts.game.act(state, seat, action)


def elsewhere(dice: Random, text: str) -> str:
    """Return a text with all its cells moved alike, and perhaps reflected."""
    east, north, is_reflected = dice.randint(-3, 3), dice.randint(-3, 3), dice.random() < 0.5

    def moved(name: re.Match[str]) -> str:
        column, row = Cell.parse(name[0])[:: -1 if is_reflected else 1]
        return str(Cell(column + east, row + north))

    return CELL.sub(moved, text)


def parts_said(text: str) -> frozenset[frozenset[str]]:
    """Return the parts of a text, whose order says nothing, nor that of the words in each."""
    return frozenset(frozenset(part.split()) for part in re.split("[,/]", text))


def is_accepted(game: AnyGame, state: Any, seat: Seat, action: Any) -> bool:
    with suppress(Refused):
        return game.accepts_from(state, seat, action) and bool(game.act(state, seat, action))
    return False


LISTED = [parts for parts in WITH_BOARDS if parts.samples.draw_line is None]


@pytest.mark.parametrize("parts", LISTED, ids=lambda parts: parts.game.name)
def test_just_what_is_accepted_is_listed(parts: Parts):
    """By the second referees it is known that what is accepted may be done, and nothing else."""
    game, dice, results = parts.game, Random(7), Counter[bool]()
    texts = sorted({game.write(action) for *_, action in some_actions(parts)})
    texts = [text for text in texts if not text.startswith(parts.samples.unlisted)]
    for state in played(parts)[::LOOKED_AT]:
        for seat in game.to_act(state):
            legal = [*islice(game.legal(state, seat), COMPLETE)]
            listed = {parts_said(game.write(action)) for action in legal}
            for _ in range(TRIED if len(legal) < COMPLETE else 0):
                text = elsewhere(dice, dice.choice(texts))
                with suppress(Refused):
                    action = game.read(state, seat, text)
                    results[accepted := is_accepted(game, state, seat, action)] += 1
                    assert accepted is (parts_said(game.write(action)) in listed), text
    assert min(results[True], results[False]) > 10, results


@every_game
def test_whatever_is_typed_is_read_or_refused_in_either_case_and_between_blanks(parts: Parts):
    generator, words = Random(4), sorted(parts.game.words)

    def meant(state: Any, seat: Seat, text: str) -> str:
        try:
            return parts.game.write(parts.game.read(state, seat, text)).upper()
        except Refused as refused:
            return refused.code

    lines = (*parts.game.examples, *parts.samples.texts)
    for state in played(parts):
        for seat, text in product(SEATS, (a_submission(generator, words, lines) for _ in range(4))):
            read = meant(state, seat, text)
            assert parts.game.is_judged or meant(state, seat, f" {text}\n") == read
            assert not text.isascii() or meant(state, seat, text.swapcase()) == read


def rare_matches(parts: Parts) -> list[Match]:
    """Return matches in every phase; the template has one."""
    is_dealt = parts.game.name in GAMES
    return [ground.match for ground in grounds_of(parts.game.name)] if is_dealt else []


@cache
def reads(parts: Parts) -> tuple[tuple[AnyGame, Any, Seat, str, Any], ...]:
    """Return every example wherever it can be read; some can be in a rare phase."""
    usual = ((parts.game, state) for state in played(parts))
    result = []
    for game, state in (*usual, *((match.game, match.state) for match in rare_matches(parts))):
        for seat, text in product(game.to_act(state), game.examples):
            with suppress(Malformed, NotASubmission):
                result.append((game, state, seat, text, game.read(state, seat, text)))
    return tuple(result)


@every_game
def test_every_example_can_be_typed_and_written(parts: Parts):
    readable = set()
    for game, state, seat, text, action in reads(parts):
        readable.add(text)
        assert game.read(state, seat, game.write(action)) == action
    assert readable == {*parts.game.examples}


@every_game
def test_every_kind_of_action_has_an_example(parts: Parts):
    known = {type(action) for *_, action in reads(parts)}
    assert {type(action) for _, _, action in some_actions(parts)} <= known


@every_game
def test_a_take_back_can_be_typed_exactly_where_moves_are_held(parts: Parts):
    actions = [(seat, action) for _, seat, action in some_actions(parts)]
    is_held = any(starmap(parts.game.take_back_seconds, actions))
    assert ("unheld" in option_kinds(type(parts.game))) is is_held
    state = parts.game.begin()
    try:
        is_read = parts.game.read(state, Seat.EC, parts.game.write(TAKE_BACK)) is TAKE_BACK
    except Refused:
        is_read = False
    assert is_read is is_held


@every_game
def test_it_ends_for_no_reason_that_it_does_not_declare(parts: Parts):
    assert reasons_of(type(parts.game)) == parts.game.reasons
    outcomes = [state.outcome for state in played(parts) if state.outcome]
    assert {outcome.reason for outcome in outcomes} <= parts.game.reasons


@every_game
def test_nobody_is_awaited_and_no_clock_runs_once_it_is_over(parts: Parts):
    for state in played(parts):
        assert (parts.game.timing(state) is None) is not bool(parts.game.to_act(state))
        assert not (state.outcome and parts.game.to_act(state))


@every_game
def test_each_turn_or_phase_is_the_next_occasion_of_its_clock(parts: Parts):
    states = played_at_random(parts.game, 2, STATES)
    occasions = [timing.occasion for state in states if (timing := parts.game.timing(state))]
    assert occasions[0] in {0, 1}
    assert {later - earlier for earlier, later in pairwise(occasions)} <= {0, 1}
    assert len({*occasions}) > 1


@every_game_with_a_board
def test_every_cell_up_to_the_last_is_one_of_its_own_and_none_beyond(parts: Parts):
    column, row = last = parts.game.top_right
    assert parts.game.has_cell(last)
    assert not parts.game.has_cell(last._replace(column=column + 1))
    assert not parts.game.has_cell(last._replace(row=row + 1))


@every_game
def test_its_positions_can_stand_in_a_record(parts: Parts):
    for state in played(parts):
        position = parts.game.position(state)
        assert json.loads(json.dumps(position)) == position


@every_game
def test_a_match_begins_with_its_sample_options(parts: Parts):
    kind = type(parts.game)
    for options in (*parts.samples.options, parts.samples.draw_options(Random(1))):
        assert Match.begin(kind(**read_options(kind, options))).match.entries == ()


@every_game
def test_an_action_is_secret_only_while_secrets_are_taken(parts: Parts):
    for state, _, action in some_actions(parts):
        if not parts.game.takes_secrets(state):
            assert parts.game.is_private(state, action) is False


OPEN = [parts for parts in ALL if type(parts.game).takes_secrets is Game.takes_secrets]


@pytest.mark.parametrize("parts", OPEN, ids=lambda parts: parts.game.name)
def test_all_see_the_same_where_nothing_is_submitted_in_secret(parts: Parts):
    for state in played(parts):
        public, *others = (vars_of(parts.game.view(state, viewer)) for viewer in (PUBLIC, *SEATS))
        assert others == [public] * len(SEATS)


def vars_of(view: Any) -> dict[str, Any]:
    """Return all that a view shows, except for whom."""
    names = (field.name for field in fields(view) if field.name != "viewer")
    return {name: getattr(view, name) for name in names}


@every_game
def test_another_process_can_be_handed_what_a_seat_sees(parts: Parts):
    for state in played(parts):
        for seat in SEATS:
            view = parts.game.view(state, seat)
            assert pickle.loads(pickle.dumps((parts.game, view))) == (parts.game, view)


# Views and texts


def close_ups(parts: Parts, view: Any) -> list[Picture]:
    """Return each board alone, in games with several."""
    boards = parts.game.boards if len(parts.game.boards) > 1 else ()
    return [parts.painter.close_up(view, board) for board in boards]


@every_game
def test_every_viewer_is_shown_pictures_and_their_alt_texts(parts: Parts):
    for state in played(parts)[::20]:
        views = [parts.game.view(state, viewer) for viewer in (PUBLIC, *SEATS)]
        over = replace(parts.game.reveal(state), outcome=Outcome(Seat.EC, CONCEDED))
        for view in (*views, over):
            for picture in (*parts.painter.pictures(view), *close_ups(parts, view)):
                assert Image.open(BytesIO(picture.png)).width
                alt = say(parts.texts.alt(picture.name, view, NAMES))
                assert parts.game.title in alt
                assert len(alt) <= LONGEST_ALT


@every_game_with_a_board
def test_every_viewer_is_shown_each_board_with_cells_marked(parts: Parts):
    for state in played(parts)[::40]:
        for viewer, board in product((PUBLIC, *SEATS), parts.game.boards):
            view = parts.game.view(state, viewer)
            plain, marked = (
                parts.painter.marked(view, Marks(cells, board))
                for cells in ((), (parts.game.top_right_on(board), Cell(0, 0)))
            )
            assert (marked.name, marked.image.size) == (plain.name, plain.image.size)
            assert marked.png != plain.png
            assert parts.game.title in say(parts.texts.alt(marked.name, view, NAMES))


@every_game_with_a_board
def test_every_illegal_action_with_cells_is_refused_on_one_of_its_boards(parts: Parts):
    lines = set[str]()
    for (_, seat, action), state in product(some_actions(parts), played(parts)[::9]):
        if not parts.game.accepts_from(state, seat, action):
            continue
        try:
            parts.game.act(state, seat, action)
        except Illegal as illegal:
            lines |= {illegal.board} if illegal.cells else set()
        except Refused:
            continue
    assert lines
    assert lines <= {*parts.game.boards}


@every_game
def test_every_viewer_can_read_its_boards_as_symbols_and_in_words(parts: Parts):
    column, row = parts.game.top_right
    for state in played(parts)[::20]:
        views = [parts.game.view(state, viewer) for viewer in (PUBLIC, *SEATS)]
        for view in (*views, parts.game.reveal(state)):
            boards = parts.texts.text_boards(view)
            if parts in WITH_BOARDS:
                assert max(board.size for board in boards) == (column + 1, row + 1)
            for board in boards:
                has_coordinates = board.rows and not board.lengths
                assert not has_coordinates or str(board.size[1]) in written(board)
                assert parts.game.title in say(parts.texts.alt(board.name, view, NAMES))


@every_game
def test_every_way_in_which_it_may_end_is_told(parts: Parts):
    seating = Seating(parts.game, dict.fromkeys(SEATS, 1), NAMES)
    for reason in parts.game.reasons | BY_HOSTS:
        outcome = Outcome(Seat.DMO, reason)
        assert NAMES[Seat.DMO] in matches.ended(seating, outcome)
        assert str(ended(GameView(outcome=outcome)))


@every_game
def test_every_option_is_described(parts: Parts):
    described = descriptions(type(parts.game))
    kinds = option_kinds(type(parts.game))
    asked = {name for name, kind in kinds.items() if kind.by_host}
    assert asked <= {*described, *COMMON_OPTIONS}


@every_game
def test_whatever_is_awaited_is_asked_for(parts: Parts):
    seating = Seating(parts.game, dict.fromkeys(SEATS, 1), NAMES)
    assert all(parts.texts.role(parts.game, seat) for seat in SEATS)
    for state in (*played(parts), *(match.state for match in rare_matches(parts))):
        view, seats = parts.game.view(state, PUBLIC), parts.game.to_act(state)
        if seats:
            assert seating.mention(seats[0]) in say(parts.texts.request(seating, view, seats))
            assert "`" in say(parts.texts.notation(view))


def defaults_told(kind: type[AnyGame]) -> dict[str, str]:
    """Return the defaults in the table of a game's rules."""
    payload = {}
    text = (RULINGS / f"{kind.folder.replace('_', '-')}.md").read_text()
    _, *rows = text.partition("| option | default |")[2].partition("\n\n")[0].split("\n")[1:]
    for row in rows:
        _, named, given_value, *_ = row.split("|")
        names = re.findall(r"`(\w+)`", named)
        values = [value.split()[-1].strip("`") for value in re.split("[,;]", given_value)]
        if len(values) > len(names):
            # Of two games on one page, one is named before its own default.
            values = values[-1:] if kind.title.split()[0] in given_value else values[:1]
        payload |= dict(zip(names, cycle(values), strict=False))
    return payload


@pytest.mark.parametrize("kind", GAMES.values(), ids=GAMES)
def test_the_defaults_of_its_options_are_those_in_its_rules(kind: type[AnyGame]):
    payload, defaults = defaults_told(kind), write_options(kind())
    assert {*defaults} <= {*payload, "seed", "grace"}
    for name, value in defaults.items():
        assert payload.get(name, "0") in {value, *TOLD_ELSEWHERE}, name


@every_game
def test_the_least_value_of_a_number_is_the_least_that_can_be_typed(parts: Parts):
    for kind in option_kinds(type(parts.game)).values():
        if kind.number is not None and kind.number >= 0:
            assert float(kind.read(str(kind.number))) == kind.number
            below = str(kind.number - (1 if isinstance(kind.number, int) else 0.001))
            with pytest.raises(ValueError, match=below):
                kind.read(below)


@every_game
def test_it_has_a_start_command(parts: Parts):
    kind = type(parts.game)
    cog = starting.cog_for(kind)(Mock())
    assert (cog.game, cog.qualified_name) == (kind, kind.name)
    assert [command.name for command in cog.app_command.commands] == ["start"]


@every_game
def test_a_select_has_room_for_all_that_can_be_chosen(parts: Parts):
    for state in played(parts):
        assert len(parts.texts.sayable(parts.game, parts.game.view(state, PUBLIC))) <= MAX_CHOICES
