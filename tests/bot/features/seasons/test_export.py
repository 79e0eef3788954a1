"""The contents of an export, and its parts."""

from dataclasses import replace
from io import BytesIO
from random import Random
from zipfile import ZipFile

from hypothesis import given
from hypothesis import strategies as st

from bot.features.seasons.export import export, zipped
from bot.storage.tables.archive import Section
from bot.values.card import NO_STAKES, Stakes
from bot.values.standings import FinishedMatch, result_of
from engine.game import ABORTED, Outcome
from engine.records.record import read_record
from engine.records.referee import final_match
from tests.bot.cli.site.archives import short


def read(part: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(part)) as opened:
        assert opened.testzip() is None
        return {name: opened.read(name) for name in opened.namelist()}


def exported(*matches: FinishedMatch, stakes: Stakes = NO_STAKES) -> dict[str, bytes]:
    (part,) = export(Section("Spring", matches, stakes), map(result_of, matches))
    return read(part)


def test_every_match_has_its_record_and_board_and_what_does_not_count_is_apart():
    aborted = replace(short(2), outcome=Outcome(None, ABORTED))
    assert exported(short(1), aborted).keys() == {
        *("standings.txt", "standings.png", "results.txt", "matches/1.dm", "matches/1-board.png"),
        *("aborted/2.dm", "aborted/2-board.png"),
    }


def test_a_record_leads_to_the_same_end():
    match = short(1)
    record = read_record(exported(match)["matches/1.dm"].decode())
    assert final_match(record).result == match.outcome


def test_the_results_begin_with_what_the_matches_are_for():
    results = exported(short(1), stakes=Stakes(winner="wins *all*"))["results.txt"].decode()
    assert results.splitlines()[0] == "🏅 The winner wins *all*."


def test_a_season_without_matches_has_an_empty_table():
    assert exported().keys() == {"standings.txt", "standings.png", "results.txt"}


FILES = st.dictionaries(
    st.text("abcdefé/.", min_size=1, max_size=20), st.binary(max_size=300), max_size=12
)


@given(FILES, st.integers(min_value=600, max_value=2_000))
def test_parts_hold_all_files_once_in_their_order_and_none_is_too_large(
    files: dict[str, bytes], limit: int
):
    parts = zipped(files.items(), limit)
    assert all(len(part) <= limit for part in parts)
    result = [item for part in parts for item in read(part).items()]
    assert result == list(files.items())


def test_no_part_is_begun_before_the_one_before_is_full():
    content = bytes(range(256))
    files = [(f"{number}.bin", content) for number in range(10)]
    item = len(zipped(files[:1], 10_000)[0])
    parts = zipped(files, 2 * item)
    assert [len(read(part)) for part in parts] == [2] * 5


def test_a_file_too_large_for_a_part_has_one_alone():
    parts = zipped([("a", b"1"), ("b", Random(1).randbytes(1_000)), ("c", b"3")], 500)
    assert [list(read(part)) for part in parts] == [["a"], ["b"], ["c"]]
