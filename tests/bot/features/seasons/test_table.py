"""The standings and results in text, whatever players are called and however many there are."""

from dataclasses import replace

import pytest

from bot.features.seasons import texts
from bot.features.seasons.table import described, full_text, lines_of, results_lines
from bot.texts.seating import LONGEST_MESSAGE, bold_name
from bot.values.card import Person
from bot.values.standings import Result, standings
from engine.game import CONCEDED, Outcome
from engine.seats import Seat
from engine.words.alts import LONGEST_ALT
from tests.bot.values.test_standings import KEPT, NO_THINKING, result
from tests.engine.playing import fire_and_ice
from tests.helpers.rooms.cards import card_of

PHONE = 44
"""Number of letters in a block that a phone shows beside each other."""


def many(count: int, name: str = "Player with quite a name") -> list[Result]:
    game = replace(fire_and_ice(), commitment=KEPT)
    return [
        Result(
            card_of(
                game,
                id=number,
                players={
                    Seat.EC: Person(2 * number, f"{name} {number}"),
                    Seat.DMO: Person(2 * number + 1, f"{name} -{number}"),
                },
            ),
            Outcome(Seat.EC, CONCEDED),
            NO_THINKING,
        )
        for number in range(1, count + 1)
    ]


def test_the_table_names_its_columns_and_aligns_them():
    results = standings([result(1, "Ada", "Bob"), result(2, "Ada", "Cy")])
    assert lines_of(results) == [
        "#  Player  W  L   Time  Longest",
        "1  Ada     2  0  0.0 s        -",
        "2  Bob     0  1  0.0 s        -",
        "2  Cy      0  1  0.0 s        -",
    ]


def test_the_full_table_has_a_column_for_each_game():
    (head, ada, *_) = full_text(standings([result(1, "Ada", "Bob")])).splitlines()
    assert head.endswith("A Battle of Fire and Ice")
    assert ada.endswith("1 : 0")


@pytest.mark.parametrize("count", [1, 12, 500])
def test_any_number_of_players_fits_a_message_and_an_alt_text(count: int):
    found_standings = standings(many(count))
    content = texts.in_message("heading", lines_of(found_standings), "\nmore")
    assert len(content) <= LONGEST_MESSAGE
    assert len(described("Spring", found_standings).alt) <= LONGEST_ALT
    assert ("more." in content) == (count == 500)
    assert all(len(line) <= PHONE for line in content.splitlines())


@pytest.mark.parametrize("name", ["```", "a\nb", "\u202e", ""])
def test_no_name_ends_the_block_or_the_line(name: str):
    lines = lines_of(standings(many(1, name)))
    assert len(lines) == 3
    assert texts.in_message("", lines).count("```") == 2


def test_a_heading_may_have_braces():
    heading = texts.head("{0} {title}", 0, None)
    assert texts.in_message(heading, ["Ada"]).startswith(f"{heading}\n```\nAda")
    assert texts.results(heading, ["Ada"], "") == f"{heading}\nAda"


def test_the_picture_is_described_with_scores_by_game():
    alt = described("Spring", standings([result(1, "Ada", "Bob")])).alt
    assert alt.startswith(
        "Standings of Spring. 1. Ada 1 : 0 (A Battle of Fire and Ice 1 : 0), 0.0 s used"
    )


def test_results_come_newest_first_and_what_does_not_count_comes_last():
    played = [result(1, "Ada", "Bob"), result(2, None, "Bob"), result(3, "Cy", "Bob")]
    lines = results_lines(played, bold_name)
    assert [line.partition(",")[0] for line in lines] == [
        *("Matches:", "No. 3", "No. 1", "Aborted:", "No. 2")
    ]
    assert "**Cy** against **Bob**" in lines[1]
    assert results_lines([], bold_name) == []


def test_any_number_of_results_fits_a_message():
    content = texts.results("heading", results_lines(many(500), bold_name), "\nmore")
    assert len(content) <= LONGEST_MESSAGE
    assert content.endswith("more.\nmore")
    assert texts.results("heading", [], "") == f"heading\n{texts.NOTHING_OVER()}"
