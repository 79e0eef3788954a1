"""The Dealer's texts: a sentence for everything, unbroken by names, within Discord's limits."""

import re
from dataclasses import replace
from decimal import Decimal
from typing import get_args

import pytest

from bot.cogs.interactions import LONGEST_SUBMISSION
from bot.posts.compose import Composer
from bot.texts import answers, hosting, matches, seating
from bot.texts.language import say
from bot.texts.seating import lines_that_fit, plain_name
from bot.values.card import LONGEST_STAKE, Stakes
from bot.values.post import FlagFallReport, LateMessage, Origin
from engine.game import AWARDED, AnyGame, Outcome
from engine.games import GAMES
from engine.games.fire_and_ice.rules import MALFORMED, OCCUPIED
from engine.grids.grid import Cell
from engine.matches.match import MATCH_OVER, Transition
from engine.matches.notices import FlagFell, Notice, SubmissionReceived, TurnStarted
from engine.refusals import OFF_BOARD, NotASubmission, Refused, illegal
from engine.seeds import commitment_to
from engine.texts import texts_of
from engine.words.sentences import listing
from tests.bot.texts.notices import HUGE, LONGEST_NAME, every_notice, received
from tests.engine.playing import at_state, begun
from tests.games.common.samples import GAMES_WITH_SECRETS, usual_game
from tests.helpers.games.game_sources import refusals_of
from tests.helpers.games.random_play import played_at_random
from tests.helpers.rooms.cards import DMO, EC, composer_of, named

LONGEST_POST = 2000


# Refusals


def test_what_was_typed_cannot_break_the_sentence_of_its_refusal():
    refusal = illegal("typed", "{cells}: {name}")(Cell(0, 0), name="{cells.__class__}")
    assert answers.refusal(refusal) == "A1: {cells.__class__}"


# Names

NAMES = [
    "*Ada*",
    "**Ada**",
    "_Ada_",
    "__Ada__",
    "~~Ada~~",
    "||Ada||",
    "`Ada`",
    "```Ada",
    "# Ada",
    "> Ada",
    ">>> Ada",
    "- Ada",
    "[Ada](https://example.org)",
    "<@44>",
    "<@&44>",
    "<#22>",
    "<:ada:123>",
    "<t:0:R>",
    "@everyone",
    "@here",
    ":smile:",
    "Ada\\",
    "\\",
    "https://example.org",
    "A\nda",
    "A\r\n# da",
    "Ada\x02600000\x03",
    "\x1b[31mAda",
    "{loser}",
    "{0}",
    "%s",
]
INVISIBLE = {
    "zero width space": "\u200b",
    "zero width joiner": "\u200d",
    "right-to-left mark": "\u200f",
    "Arabic letter mark": "\u061c",
    "right-to-left override": "\u202e",
    "right-to-left isolate": "\u2067",
    "soft hyphen": "\u00ad",
    "word joiner": "\u2060",
    "byte order mark": "\ufeff",
    "line separator": "\u2028",
    "interlinear anchor": "\ufff9",
    "tag": "\U000e0041",
    "Hangul filler": "\u3164",
    "Braille blank": "\u2800",
}


def unescaped(text: str) -> str:
    """Return a text whose every mark is escaped as its reader sees it."""
    return re.sub(r"\\(.)", r"\1", text)


@pytest.mark.parametrize("name", NAMES)
def test_no_markdown_or_mention_in_a_name_has_effect(name: str):
    text = plain_name(name)
    marks = re.sub(r"\\.", "", text)
    assert not re.search(r"[*_~`|>#\[\]()<:@\\-]", marks)
    assert text.isprintable()
    assert (
        unescaped(text)
        == "".join(character for character in name if character.isprintable()).strip()
    )


@pytest.mark.parametrize("character", INVISIBLE.values(), ids=list(INVISIBLE))
def test_no_invisible_or_direction_character_of_a_name_is_left(character: str):
    assert plain_name(f"A{character}d{character}a") == "Ada"
    assert plain_name(character * LONGEST_NAME) == "?"
    assert plain_name(f" {character} ") == "?"


@pytest.mark.parametrize(
    "name", ["Ada", "Zoë", "Ада", "艾达", "🔥❄️", "Ada Lovelace", "שרה", "عائشة"]
)
def test_a_name_in_any_script_is_shown_as_it_is(name: str):
    assert plain_name(name) == name


@pytest.mark.parametrize("name", NAMES)
def test_a_name_cannot_break_a_post(name: str):
    composer = composer_of(named(name))
    text = matches.ended(composer.seating, Outcome(EC, AWARDED))
    assert text.endswith(f" **{plain_name(name)}** wins the Death Match!")
    assert len(text.splitlines()) == 1


# Lengths: no post is longer than Discord takes, whatever the names


LONGEST_OVERRUN = FlagFallReport(
    FlagFell((EC,), Decimal(1), Decimal("0.123456789012"), HUGE, HUGE, 1),
    2**63 - 1,
    LateMessage(2**63 - 1, HUGE, is_edit=True),
)


def takes_secrets(game: AnyGame) -> bool:
    return game.takes_secrets(game.begin())


def longest_names(game: AnyGame | None = None) -> Composer:
    stakes = Stakes("*" * LONGEST_STAKE, "_" * LONGEST_STAKE)
    card = replace(named("*" * LONGEST_NAME, "_" * LONGEST_NAME), stakes=stakes)
    return composer_of(replace(card, game=game) if game else card)


def test_every_kind_of_notice_is_among_those_tried():
    kinds = {*get_args(Notice)} - {SubmissionReceived, FlagFell}
    assert {type(notice) for notice in every_notice(frozenset())} == kinds


@pytest.mark.usefixtures("each_language")
@pytest.mark.parametrize("name", GAMES)
def test_no_post_is_longer_than_discord_takes(name: str):
    seed = 2**128
    game = GAMES[name](seed=seed, commitment=commitment_to(seed))
    composer = longest_names(game)
    match = begun(game)
    for state in played_at_random(game, 1, 20)[::3]:
        position = at_state(match, state)
        for notice in (*every_notice(composer.seating.game.reasons), *received(game, state)):
            # Only a match begins without a cause, and then nobody has used any time.
            instant = match if isinstance(notice, TurnStarted) and not notice.cause else position
            overrun = None if instant is match else LONGEST_OVERRUN
            for post in composer.posts(Transition(instant, (notice,)), Origin(1), overrun):
                assert len(post.content) <= LONGEST_POST, notice


@pytest.mark.usefixtures("each_language")
@pytest.mark.parametrize("name", GAMES)
def test_a_refusal_fits_into_one_post_however_many_cells_were_typed(name: str):
    # As many as a message takes that is all cells.
    cells = [Cell(column, row) for column in range(26) for row in range(10, 40)]
    off_board = refusals_of(GAMES[name]).get("OFF_BOARD", OFF_BOARD)
    game = GAMES[name]()
    for refusal in (MALFORMED(*cells), OCCUPIED(*cells), off_board(*cells, last="P1")):
        (post,) = longest_names(game).refusal(begun(game), refusal, Origin(1))
        assert len(post.content) <= LONGEST_POST
    assert str(cells[0]) in post.content


@pytest.mark.parametrize("more", [0, 1, 700])
def test_a_refusal_says_how_many_cells_it_does_not_name(more: int):
    cells = [Cell(index % 26, index // 26) for index in range(seating.MAX_LISTED + more)]
    text = answers.refusal(OFF_BOARD(*cells, last="I9"))
    assert (f" and {more} more:" in text) == (more > 0)
    assert (f" and {cells[-1]}:" in text) == (more == 0)


@pytest.mark.usefixtures("each_language")
@pytest.mark.parametrize(
    "name", [name for name in GAMES_WITH_SECRETS if takes_secrets(usual_game(name))]
)
@pytest.mark.parametrize("refusal", [MALFORMED(), NotASubmission(), MATCH_OVER()])
def test_a_refused_form_is_given_back_in_one_post_with_the_notation(name: str, refusal: Refused):
    game = GAMES[name]()
    sent = Origin(recipient=EC, token="token", form_text="E" * LONGEST_SUBMISSION)
    (answer,) = longest_names(game).refusal(begun(game), refusal, sent)
    assert len(answer.content) <= LONGEST_POST
    assert sent.form_text in answer.content


@pytest.mark.usefixtures("each_language")
def test_a_problem_with_an_option_fits_into_one_post():
    messages = hosting.bad_option("boards", "x" * 20_000)
    assert len(messages) <= LONGEST_POST
    for problem in (
        hosting.FILE_TOO_LARGE(most=9),
        hosting.FILE_NOT_TEXT(),
        hosting.FILE_NOT_FETCHED(),
    ):
        assert not hosting.bad_option("boards", problem).endswith("..")


@pytest.mark.usefixtures("each_language")
@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_every_game_fit_into_one_post(name: str):
    kind = GAMES[name]
    assert 0 < len(f"## {kind.title}\n{say(texts_of(kind).rules())}") <= LONGEST_POST


def test_the_answers_of_commands_fit_into_one_post():
    seating = longest_names().seating
    lines = [answers.clock_line(seating, seat, Decimal(10**12)) for seat in (EC, DMO)]
    assert len("\n".join(lines)) <= LONGEST_POST
    assert (
        len(answers.status(seating, (EC, DMO), awaits_host=False, is_paused=True)) <= LONGEST_POST
    )
    assert len(answers.match_line(seating, 2**31, 2**63)) <= LONGEST_POST


@pytest.mark.parametrize("matches", [0, 1, 9, 10, 1_000])
def test_a_list_of_matches_fits_into_one_post_and_says_what_it_leaves_out(matches: int):
    seating = longest_names().seating
    lines = [answers.match_line(seating, number, 2**62 + number) for number in range(matches)]
    text = lines_that_fit(lines) or answers.NO_LIVE_MATCHES()
    assert len(text) <= LONGEST_POST
    texts = [line for line in lines if line in text]
    left_out = f"... and {matches - len(texts)} more."
    assert (left_out in text) == (len(texts) < matches)
    assert (text == answers.NO_LIVE_MATCHES()) == (matches == 0)
    assert lines[:5] == texts[:5]


# Small phrases


@pytest.mark.parametrize(
    ("several", "text"),
    [([], ""), (["E5"], "E5"), (["E5", "E6"], "E5 and E6"), (["E5", "E6", "E7"], "E5, E6 and E7")],
)
def test_words_are_listed_as_people_do(several: list[str], text: str):
    assert str(listing(several)) == text
