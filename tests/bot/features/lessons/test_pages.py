"""Every page of the rules: what it says is so by the engine, it fits, and it is in the docs."""

from collections.abc import Iterator
from itertools import product

import pytest

from bot.features.lessons.exercises import judged
from bot.features.lessons.pages import position, shown_page, tried_in
from bot.posts.boards import described_view
from bot.texts.lessons import reading
from bot.texts.lessons.pages import Section, exercises_of, pages_of, sections_of
from bot.texts.seating import LONGEST_MESSAGE
from engine.game import AnyGame
from engine.games import GAMES
from engine.grids.grid import NO_CELL
from engine.options import option_kinds, read_options
from engine.records.record import read_record
from engine.records.referee import referee
from engine.seats import PUBLIC
from engine.words.alts import LONGEST_ALT, length
from rendering.themes import Theme
from tests.games.template_game.rules import LastCell

FIRST, LEAST, MOST = 1, 6, 9
LONGEST_LABEL = 100
"""The most characters of an option of a select."""

CREDITS = {
    "fire-and-ice": "Designed by ItzShaun and penzo. Featured in *Simply Genius*.",
    "compass-collisions": "Designed by Zero. Featured in *Zero's Guardians*.",
    "demeters-anguish": "Designed by e_is_cool and elara. "
    "Featured in *The Genius: Heaven and Hell*.",
    "deep-sea-voyage": "Designed by uriquack. Featured in *The Genius: House of Larks*.",
    "doubting-flower-field": "Designed by MarcerMercer, after Flower Field by e_is_cool. "
    "Featured in *DOW: The Genius*.",
    "flower-field": "Designed by e_is_cool.",
}

every_game = pytest.mark.parametrize("kind", GAMES.values(), ids=GAMES)
every_page = pytest.mark.parametrize(
    ("kind", "number"),
    [
        pytest.param(kind, number, id=f"{name}-{number}")
        for name, kind in GAMES.items()
        for number in range(1, len(pages_of(kind)) + 1)
    ],
)


def page_of(kind: type[AnyGame], number: int) -> Section:
    return pages_of(kind)[number - 1]


def ways_to_play(kind: type[AnyGame]) -> Iterator[AnyGame]:
    """The game with each value of each option that can be listed, and with the others changed."""
    yield kind()
    choices = {
        name: option_kind.choices
        for name, option_kind in option_kinds(kind).items()
        if option_kind.choices
    }
    for name, values in choices.items():
        yield from (kind(**read_options(kind, {name: value})) for value in values)
    numbers = [name for name, option_kind in option_kinds(kind).items() if option_kind.number == 0]
    for name, value in product(numbers, ("0", "1")):
        yield kind(**read_options(kind, {name: value}))


# Texts of the rules


@every_page
def test_a_position_is_reached_by_entries_that_are_all_accepted(kind: type[AnyGame], number: int):
    page = page_of(kind, number)
    assert [line for line in referee(page.record)[:-1] if line["verdict"] != "accepted"] == []
    assert type(read_record(page.record).game) is kind
    assert not read_record(page.record).has_clocks
    assert position(page, kind()).result is None


@every_page
def test_an_example_is_legal_refused_or_the_end_as_its_page_says(kind: type[AnyGame], number: int):
    page = page_of(kind, number)
    for example in tried_in(page, position(page, kind())):
        assert (example.refusal.code if example.refusal else "") == example.example.refused, example
        ended = example.match.result.reason.code if example.match.result else ""
        assert ended == example.example.ends, example
        assert "malformed" not in example.example.refused


@every_game
def test_a_game_is_shown_with_its_start_a_turn_a_refusal_and_its_end(kind: type[AnyGame]):
    pages = pages_of(kind)
    assert LEAST <= len(pages) <= MOST
    assert not pages[0].examples
    firsts = [page.examples[0] for page in pages if page.examples]
    assert any(first.ends for first in firsts)
    assert any(first.refused for first in firsts)
    assert any(not first.refused and not first.ends for first in firsts)
    assert any(page.viewer is not PUBLIC for page in pages) == kind.has_secrets


@every_game
def test_a_refusal_that_is_shown_has_its_cells_marked(kind: type[AnyGame]):
    for number, page in enumerate(pages_of(kind), start=1):
        match = position(page, kind())
        first = next(iter(tried_in(page, match)), None)
        if first is None or first.refusal is None or match.game.top_right == NO_CELL:
            continue
        assert first.refusal.cells
        (picture,) = shown_page(kind(), number).pictures
        (plain, *_) = described_view(
            kind(), first.match.view(page.viewer), {"ec": "Ada", "dmo": "Bob"}
        )
        assert picture.png != plain.png
        assert all(str(cell) in picture.alt.partition(".")[0] for cell in first.refusal.cells)


@every_game
def test_the_first_page_names_the_designers_and_the_season_if_there_are_any(kind: type[AnyGame]):
    first, second = (shown_page(kind(), number).words for number in (FIRST, FIRST + 1))
    texts = [item for item in (*first, *second) if "Designed by" in item]
    assert texts == [CREDITS[kind.name]] if kind.designers else not texts
    assert bool(kind.designers) == (kind.name in CREDITS)


@every_game
def test_the_page_says_for_records_what_a_position_is_and_what_players_type(kind: type[AnyGame]):
    assert_record_is_told(kind)


def assert_record_is_told(kind: type[AnyGame]) -> None:
    section = sections_of(kind)[-1]
    assert section.title == "The record"
    assert len(section.words) >= len(("a position", "what players type"))
    *entries, _ = referee(section.record)
    assert {entry["verdict"] for entry in entries} == {"accepted"}
    assert section not in pages_of(kind)


def test_the_page_of_the_template_is_one_that_a_game_could_have(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(GAMES, LastCell.name, LastCell)
    for page in pages_of(LastCell):
        for tried in tried_in(page, position(page, LastCell())):
            assert (tried.refusal.code if tried.refusal else "") == tried.example.refused
    assert_record_is_told(LastCell)
    (exercise,) = exercises_of(LastCell)
    assert judged(exercise, "A1").is_done
    assert not judged(exercise, "C3").is_done


# In the rules of a match


@every_game
@pytest.mark.usefixtures("each_language")
def test_every_page_can_be_said_whatever_a_host_has_set(kind: type[AnyGame]):
    for game in ways_to_play(kind):
        for page in pages_of(kind):
            assert all(reading.paragraphs(page, game))


@every_game
def test_every_choice_of_a_host_that_changes_the_rules_is_told(kind: type[AnyGame]):
    usual = [reading.paragraphs(page, kind()) for page in pages_of(kind)]
    for name, option_kind in option_kinds(kind).items():
        is_listed = bool(option_kind.choices) or option_kind.number is not None
        if name in {"seed", "grace", "row1"} or not (is_listed and option_kind.by_host):
            continue
        values = option_kind.choices or (f"{option_kind.maximum or 77:g}",)
        changed = [kind(**read_options(kind, {name: value})) for value in values]
        answers = [[reading.paragraphs(page, game) for page in pages_of(kind)] for game in changed]
        assert any(words != usual for words in answers), name


@pytest.mark.parametrize(
    ("name", "options", "text"),
    [
        ("fire-and-ice", {"turn": "86400"}, "a day for each turn"),
        ("fire-and-ice", {"takeback": "3600"}, "hold it for 1 h."),
        ("flower-field", {"extra": "5400"}, "gives you 1 h 30 min more"),
        ("free-table", {"periods": "3", "period": "7200"}, "one of 2 h counts"),
        ("free-table", {"period": "7200"}, "each of 2 h (`period`)"),
    ],
)
def test_long_times_are_said_in_words(name: str, options: dict[str, str], text: str):
    game = GAMES[name](**read_options(GAMES[name], options))
    words = (word for page in pages_of(GAMES[name]) for word in reading.paragraphs(page, game))
    assert any(text in word for word in words)


@every_game
def test_row_one_is_where_the_match_has_it(kind: type[AnyGame]):
    if "row1" not in option_kinds(kind):
        return
    turned = kind(**read_options(kind, {"row1": "top"}))
    above, below = (shown_page(game, FIRST).pictures[0] for game in (kind(), turned))
    assert above.png != below.png
    assert above.alt != below.alt


# Sizes


@pytest.mark.usefixtures("each_language")
@every_page
def test_a_page_fits_into_a_message_and_its_alt_text_into_discords_limit(
    kind: type[AnyGame], number: int
):
    game = kind()
    page = shown_page(game, number)
    text = reading.message(game, number, len(page.titles), page.title, page.words)
    assert length(text) <= LONGEST_MESSAGE
    assert all(length(picture.alt) <= LONGEST_ALT for picture in page.pictures)
    assert all(len(f"{len(page.titles)}. {title}") <= LONGEST_LABEL for title in page.titles)


@every_game
def test_a_page_is_painted_in_its_readers_theme(kind: type[AnyGame]):
    pictures = {shown_page(kind(), FIRST, theme).pictures[0].png for theme in Theme}
    assert len(pictures) == len(Theme)


@every_game
def test_beyond_the_last_page_there_is_the_last_and_before_the_first_the_first(kind: type[AnyGame]):
    last = len(pages_of(kind))
    assert shown_page(kind(), last + 100) == shown_page(kind(), last)
    assert shown_page(kind(), -1) == shown_page(kind(), FIRST)
    assert shown_page(kind(), last).number == last
