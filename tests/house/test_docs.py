"""Tests of the docs: records and transcripts play, pictures are as drawn, links exist."""

import json
import re
from argparse import _SubParsersAction
from io import BytesIO
from pathlib import Path
from textwrap import dedent

import pytest
from discord.app_commands import Command
from PIL import Image

from bot.cli import _parser
from engine.games import GAMES
from engine.matches.rulings import TableLine
from engine.options import option_kinds
from engine.records.record import read_record
from engine.records.referee import referee
from tests.bot.cli.protocol_transcripts import exchanges
from tests.helpers.processes.command_line import dealer
from tests.helpers.rooms.dealers import unconnected
from tools.docs import games as games_docs
from tools.docs import rules as rules_docs
from tools.docs.grammar import PAGE as RECORD_PAGE
from tools.docs.grammar import blocks, written

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
RULINGS = ROOT / "docs" / "rulings"
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
RECORDS = sorted(ROOT.glob("docs/**/*.dm"))
COMMON_OPTIONS = {"seed", "commitment", "first", "grace"}

TABLES = (
    ("five-card-trick", 4, 1),
    ("memory-maze", 7, 1),
    ("liars-dice", 2, 2),
    ("twelve-janggi", 11, 0.2),
    ("draft-auction-poker", 1, 4),
    ("gyul-hap", 10, 0.7),
)
"""The matches at the free table: rounds, turns or bouts, and how many lines of the host's each."""

LINK = re.compile(r"(?:\]\(|src=\")(?![a-z]+://)([^)\"#]*)(?:#([^)]*))?[)\"]")
CODE = re.compile(r"`([^`\n]+)`|^ {4}(\S.*)$", re.MULTILINE)
PATH = re.compile(
    r"(?<![\w/.-])(?:bot|docs|engine|migrations|rendering|sandbox|tests|tools)/[\w./@-]*"
)
MAKE = re.compile(r"\bmake ([a-z-]+)")
COMMAND = re.compile(r"(?<![\w/-])dealer (?=([a-z]+))")
SLASH = re.compile(r"^/([a-z-]+(?: [a-z-]+)?)(?![\w/:-])(.*)")
OPTION = re.compile(r"(?<!\S)([a-z0-9_]+):")
OF_RECORDS = {"rulings", "record.md", "protocol.md", "CHANGELOG.md"}
"""The pages on which `dealer` begins a line of a record."""
NO_COMMANDS = {"fire", "metrics"}
"""The beginning of a command, and the path of a page."""
OPTION_ROW = re.compile(r"^\| ((?:[^|`]*`[a-z0-9]+`[,;]?)+) \|", re.MULTILINE)
TRANSCRIPT = re.compile(r"^    \$ dealer (opponent .+)\n((?:(?:    .*)?\n)+)", re.MULTILINE)
RECORD = re.compile(r"^(?:    #.*\n)?    game: (\S+)\n(?:(?:    .*)?\n)+?(?=\S|\Z)", re.MULTILINE)
CITED = re.compile(r"docs/[a-z/-]+\.md", re.IGNORECASE)

OF_SEVERAL_FILES = "demeters_anguish"
"""A game whose rules, texts and pictures lie in files of their own."""


def page_of(name: str) -> Path:
    return RULINGS / ("flower-fields.md" if name.endswith("flower-field") else f"{name}.md")


def test_every_link_leads_to_a_page_and_a_heading_that_are_there():
    for page in PAGES:
        for link, heading in LINK.findall(page.read_text()):
            target = (page.parent / link).resolve() if link else page
            assert target.exists(), (page.name, link)
            assert not heading or heading in anchors_of(target), (page.name, link, heading)


def anchors_of(page: Path) -> set[str]:
    """Return the anchors that GitHub makes of a page's headings."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_whoever_finds_a_hole_is_told_what_to_do_and_sent_to_no_address():
    page = ROOT / "SECURITY.md"
    assert {"report-a-hole", "what-is-promised", "what-a-host-should-know"} <= anchors_of(page)
    assert not re.search(r"\w@\w|://|mailto:", page.read_text())
    for leading_page in (README, ROOT / "docs" / "README.md"):
        targets = {
            (leading_page.parent / link).resolve()
            for link, _ in LINK.findall(leading_page.read_text())
        }
        assert page in targets, leading_page


def code_in(page: Path) -> list[str]:
    """Return all code in a page, with the names of one game in place of a placeholder."""
    text = re.sub("NAME|<game>", OF_SEVERAL_FILES, page.read_text())
    text = text.replace("GAME", OF_SEVERAL_FILES.replace("_", "-"))
    return [span or block for span, block in CODE.findall(text)]


def test_every_path_that_a_page_names_is_there():
    for page in PAGES:
        named = {path for code in code_in(page) for path in PATH.findall(code)}
        assert {path for path in named if not (ROOT / path).exists()} == set(), page.name


def test_every_target_and_every_command_that_a_page_names_is_there():
    (targets,) = re.findall(r"^\.PHONY: (.+)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    (commands,) = (action for action in _parser()._actions if isinstance(action, _SubParsersAction))
    for page in PAGES:
        code = code_in(page)
        assert {name for line in code for name in MAKE.findall(line)} <= {*targets.split()}, (
            page.name
        )
        if not {*page.parts} & OF_RECORDS:
            named = {name for line in code for name in COMMAND.findall(line)}
            assert named <= {*commands.choices, "dealer"}, page.name


async def test_every_slash_command_that_a_page_names_is_there_with_its_options():
    client = unconnected()
    await client.setup_hook()
    there = {
        command.qualified_name: {parameter.display_name for parameter in command.parameters}
        for command in client.tree.walk_commands()
        if isinstance(command, Command)
    }
    groups = {name.partition(" ")[0] for name in there if " " in name}
    for page in PAGES:
        for name, rest in (result for code in code_in(page) for result in SLASH.findall(code)):
            known = name if name in there else name.partition(" ")[0]
            assert known in there or name in groups | NO_COMMANDS, (page.name, name)
            assert {*OPTION.findall(rest)} <= there.get(known, set()), (page.name, name, rest)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_every_record_is_accepted_line_by_line(path: Path):
    *entries, _ = referee(path.read_text())
    assert entries
    assert [entry for entry in entries if entry["verdict"] != "accepted"] == []


@pytest.mark.parametrize(("name", "units", "limit"), TABLES)
def test_a_host_types_no_more_than_is_said_for_each_turn_or_round(
    name: str, units: int, limit: float
):
    record = read_record((ROOT / "docs" / "tables" / f"{name}.dm").read_text())
    lines = [entry.entry for entry in record.entries if isinstance(entry.entry.ruling, TableLine)]
    assert 0 < len(lines) <= limit * units


def test_every_match_at_the_free_table_is_counted():
    assert {name for name, _, _ in TABLES} == {path.stem for path in ROOT.glob("docs/tables/*.dm")}


def pixels(png: bytes) -> bytes:
    """Return the colours of a picture, row by row, after its size."""
    with Image.open(BytesIO(png)) as image:
        return repr(image.size).encode() + image.convert("RGB").tobytes()


def test_the_rules_in_the_docs_are_the_pages_that_the_bot_shows():
    picture = rules_docs.written()
    assert {path for path in rules_docs.RULES.rglob("*") if path.is_file()} == {*picture}
    for path, content in picture.items():
        stored, expected = path.read_bytes(), content
        if path.suffix == ".png":
            # Another zlib may pack the same pixels into other bytes.
            stored, expected = pixels(stored), pixels(expected)
        assert stored == expected, f"{path.name}: run `make docs`"


def test_the_tables_of_games_name_every_game_its_command_and_its_designers():
    for path, page in games_docs.written().items():
        assert path.read_text() == page, f"{path}: run `make docs`"
    for name, kind in GAMES.items():
        (row,) = (line for line in README.read_text().splitlines() if f"(`/{name}`)" in line)
        assert all(designer in row for designer in (*kind.designers, kind.featured_in or ""))


@pytest.mark.parametrize("name", GAMES)
def test_the_rulings_for_every_game_name_all_its_options(name: str):
    rows = OPTION_ROW.findall(page_of(name).read_text())
    answers = {option for row in rows for option in re.findall(r"`([a-z0-9]+)`", row)}
    assert {*option_kinds(GAMES[name])} - COMMON_OPTIONS <= answers


def test_every_page_that_the_code_cites_is_there():
    sources = [
        path for part in ("engine", "rendering", "bot") for path in (ROOT / part).rglob("*.py")
    ]
    cited = {page for path in sources for page in CITED.findall(path.read_text())}
    assert cited
    assert [page for page in cited if not (ROOT / page).exists()] == []


@pytest.mark.parametrize(
    ("command", "transcript"), TRANSCRIPT.findall((ROOT / "docs/protocol.md").read_text())
)
def test_every_transcript_of_the_protocol_is_what_the_command_answers(
    command: str, transcript: str, tmp_path: Path
):
    new_exchanges = exchanges(dedent(transcript))
    typed = "".join(f"{message.typed}\n" for message in new_exchanges)
    answered = dealer(*command.split(), stdin=typed.encode(), folder=tmp_path).stdout.decode()
    legal: list[str] = []
    for exchange in new_exchanges:
        if exchange.typed.startswith("genmove") and exchange.answer.startswith("= "):
            # What is chosen here may change with its strength; it can always be typed.
            chosen, _, answered = answered.partition("\n\n")
            assert {chosen[2:], exchange.answer[2:]} <= {*legal}
            continue
        assert answered.startswith(f"{exchange.answer}\n\n"), exchange
        answered = answered.removeprefix(f"{exchange.answer}\n\n")
        if exchange.typed.startswith("legal") and exchange.answer.startswith("= "):
            legal = json.loads(exchange.answer[2:])
    assert answered == ""


def test_the_protocol_has_transcripts():
    assert len(TRANSCRIPT.findall((ROOT / "docs/protocol.md").read_text())) == 2


def test_the_page_of_records_follows_from_the_games_and_what_is_read():
    page = RECORD_PAGE.read_text()
    assert written(page) == page, "run `make docs`"
    assert re.findall(r"<!-- make docs: (\S+) -->", page) == [*blocks()]


def test_every_match_on_the_page_of_records_is_accepted_line_by_line():
    records = [*RECORD.finditer(RECORD_PAGE.read_text())]
    assert {results[1] for results in records} == {*GAMES}
    for result in records:
        *entries, _ = referee(dedent(result[0]))
        assert entries
        assert [entry for entry in entries if entry["verdict"] != "accepted"] == []
