"""`dealer site`: what is written or left as it is, where links lead, what names become."""

import asyncio
import json
import shutil
import stat
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest
from PIL import Image

from bot.cli.site import build as building
from bot.cli.site.build import build, load
from bot.cli.site.folder import MANIFEST, NoSiteError
from bot.storage.store import Store
from bot.storage.tables.archive import Archive, Section
from bot.texts import match_log as texts
from bot.values.card import Person, Stakes
from engine.game import ABORTED, Outcome
from engine.games import GAMES
from engine.opponents.thinking import Level
from engine.records.record import read_record
from engine.seats import Seat
from tests.bot.cli.site.archives import archive, one_of_each_game, short
from tests.helpers.matches.played import play
from tests.helpers.matches.scripts import write_script
from tests.helpers.processes.command_line import given as command


class Page(HTMLParser):
    """A page as a browser reads it: elements, links, texts."""

    def __init__(self, source: bytes) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.alts: list[str] = []
        self.names: list[str] = []
        self.data: Any = None
        self._inside = ""
        self.feed(source.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.elements.append(f"{tag} {sorted(values)}")
        self.links += [link for key in ("href", "src") if (link := values.get(key))]
        self.ids |= {values["id"] or ""} if "id" in values else set()
        self.alts += [values["alt"] or ""] if "alt" in values else []
        self._inside = "data" if values.get("type") == "application/json" else tag

    def handle_data(self, data: str) -> None:
        if self._inside == "data":
            self.data = json.loads(data)
        elif self._inside == "bdi":
            self.names.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""


def pictures(page: Page) -> Iterator[tuple[str, int, int, str]]:
    """Yield the file, width, height and description of each picture of a match's page."""
    number = page.data["number"]
    for file, *size, alt in (
        picture for frame in page.data["frames"] for part in frame for picture in part.values()
    ):
        yield (f"{number}-{file}.png", *size, alt)


def pages(folder: Path) -> Iterator[tuple[Path, Page]]:
    for path in sorted(folder.rglob("*.html")):
        yield path, Page(path.read_bytes())


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site with a match of every game."""
    folder = tmp_path_factory.mktemp("site")
    built = build(one_of_each_game(), folder, cores=1)
    assert (built.matches, built.drawn, built.left_out) == (len(GAMES), len(GAMES), ())
    return folder


def test_every_link_leads_somewhere_and_everything_is_linked(site: Path):
    check_links(site)


def check_links(site: Path) -> None:
    paths = {site / "index.html", site / MANIFEST}
    known = dict(pages(site))
    for path, page in known.items():
        for link in page.links:
            there, fragment = urldefrag(unquote(link))
            target = (path.parent / there).resolve() if there else path
            assert target.is_file(), f"{path.name}: {link}"
            assert not fragment or fragment in known[target].ids
            paths.add(target)
        if page.data:
            paths |= {path.parent / file for file, *_ in pictures(page)}
    assert paths == {path for path in site.rglob("*") if path.is_file()}


def test_every_step_of_a_match_has_a_line_and_boards_with_descriptions(site: Path):
    for path, page in pages(site / "matches"):
        lines = sorted(some_id for some_id in page.ids if some_id.startswith("move-"))
        assert len(page.data["frames"]) == len(lines) + 1, path
        assert all(page.alts)
        assert all(alt for *_, alt in pictures(page))


def test_a_picture_has_its_size_on_the_page_and_is_written_once(site: Path):
    for path, page in pages(site / "matches"):
        for file, width, height, _ in pictures(page):
            with Image.open(path.with_name(file)) as image:
                assert image.size == (width, height)
        files = [
            path.with_name(name).read_bytes() for name in {name for name, *_ in pictures(page)}
        ]
        assert len(set(files)) == len(files)


def test_the_record_of_a_match_can_be_read(site: Path):
    for number in range(1, 7):
        record = read_record((site / "matches" / f"{number}.dm").read_text())
        assert record.has_clocks


def test_a_second_run_draws_and_writes_nothing(site: Path):
    before = {path: path.stat().st_mtime_ns for path in site.rglob("*") if path.is_file()}
    built = build(one_of_each_game(), site, cores=1)
    assert (built.matches, built.drawn, built.written, built.removed) == (len(GAMES), 0, 0, 0)
    assert before == {path: path.stat().st_mtime_ns for path in site.rglob("*") if path.is_file()}


def test_only_a_new_match_is_drawn(tmp_path: Path):
    build(archive(short(1), short(2)), tmp_path, cores=1)
    built = build(archive(short(1), short(2), short(3)), tmp_path, cores=1)
    # Its page, its boards, its record; the first page and those of both players.
    boards = len(list((tmp_path / "matches").glob("3-*.png")))
    assert (built.matches, built.drawn, built.written) == (3, 1, 5 + boards)


def test_a_match_is_drawn_again_if_a_file_of_it_is_gone(tmp_path: Path):
    build(archive(short(1), short(2)), tmp_path, cores=1)
    (tmp_path / "matches" / "2-0.png").unlink()
    built = build(archive(short(1), short(2)), tmp_path, cores=1)
    assert (built.drawn, built.written) == (1, 1)


def test_matches_are_drawn_again_by_another_program_but_what_comes_out_alike_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    build(archive(short(1)), tmp_path, cores=1)
    monkeypatch.setattr(building, "_program", lambda: "another")
    built = build(archive(short(1)), tmp_path, cores=1)
    assert (built.drawn, built.written) == (1, 0)


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"matches": {"1": {}}, "pages": []}'])
def test_a_site_that_knows_nothing_any_more_is_drawn_anew(tmp_path: Path, damage: bytes):
    build(archive(short(1)), tmp_path, cores=1)
    (tmp_path / MANIFEST).write_bytes(damage)
    built = build(archive(short(1)), tmp_path, cores=1)
    assert (built.drawn, built.written) == (1, 0)


def test_what_nothing_leads_to_any_more_is_removed_and_nothing_else(tmp_path: Path):
    build(archive(short(1), short(2)), tmp_path / "site", cores=1)
    (tmp_path / "site" / "CNAME").write_text("example.org")
    (tmp_path / "secret.png").write_text("not the site's")
    manifest = tmp_path / "site" / MANIFEST
    stored = json.loads(manifest.read_text())
    stored["pages"] += ["../secret.png", "CNAME"]
    manifest.write_text(json.dumps(stored))
    of_second = set((tmp_path / "site" / "matches").glob("2*"))
    built = build(archive(short(1)), tmp_path / "site", cores=1)
    assert built.removed == len(of_second) > 2
    assert (tmp_path / "secret.png").exists()
    assert (tmp_path / "site" / "CNAME").exists()
    assert not list((tmp_path / "site" / "matches").glob("2*"))


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(NoSiteError):
        build(archive(short(1)), tmp_path, cores=1)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_match_whose_log_is_refused_is_left_out_with_the_reason(tmp_path: Path):
    match = short(2)
    spoilt = replace(match, entries=(*match.entries[:2], *match.entries[1:]))
    built = build(archive(short(1), spoilt), tmp_path, cores=1)
    assert built.matches == 1
    ((number, reason),) = built.left_out
    assert number == 2
    assert "refused" in reason


def test_several_processes_write_the_same_site_as_one(tmp_path: Path):
    many = archive(*(short(number) for number in range(1, 9)))
    for name, cores in (("one", 1), ("two", 2)):
        assert build(many, tmp_path / name, cores).drawn == 8
        # Names of players' pages come of a site's own key.
        shutil.copy(tmp_path / "one.key", tmp_path / "two.key")
    item, two = (
        {
            path.relative_to(tmp_path / name): path.read_bytes()
            for path in (tmp_path / name).rglob("*.*")
        }
        for name in ("one", "two")
    )
    assert item == two


def test_aborted_matches_rehearsals_and_those_against_the_dealer_stand_apart(tmp_path: Path):
    aborted = replace(short(2), outcome=Outcome(None, ABORTED))
    practice = short(3)
    dealer = {**practice.card.players, Seat.DMO: Person(9, "Dealer", Level.EASY)}
    practice = replace(practice, card=replace(practice.card, players=dealer))
    rehearsed = short(4)
    game = replace(rehearsed.card.game, commitment=None)
    rehearsed = replace(rehearsed, card=replace(rehearsed.card, game=game))
    build(archive(short(1), aborted, practice, rehearsed), tmp_path, cores=1)
    text = (tmp_path / "index.html").read_text()
    marks = (
        *(">Standings<", ">Matches<", 'href="matches/1.html"'),
        *(">Against the Dealer<", 'href="matches/3.html"'),
        *(">Rehearsals<", 'href="matches/4.html"', ">Aborted<", 'href="matches/2.html"'),
    )
    places = [text.rindex(mark) for mark in marks]
    assert places == sorted(places)


def test_the_newest_season_comes_first_and_leads_to_the_others(tmp_path: Path):
    seasons = [Section("", (short(3),)), Section("Spring", (short(1),))]
    summer = Section("Summer & sun", (short(2),), Stakes("gets <b>1</b> garnet", "is out"))
    build(Archive((*seasons, summer)), tmp_path, cores=1)
    first, older = ((tmp_path / name).read_text() for name in ("index.html", "season-2.html"))
    assert "<h1>Summer &amp; sun</h1>" in first
    garnet = "<p>🏅 The winner gets &lt;b&gt;1&lt;/b&gt; garnet. The loser is out.</p>"
    assert (garnet in first, "🏅" in older) == (True, False)
    assert '<a href="season-1.html">Outside the seasons</a>' in first
    assert '<a href="season-2.html">Spring</a>' in first
    assert "matches/1.html" not in first
    assert 'href="matches/1.html"' in older


def test_a_site_without_matches_says_so(tmp_path: Path):
    build(archive(), tmp_path, cores=1)
    assert "No match has finished yet." in (tmp_path / "index.html").read_text()


# Names


def test_nobody_can_work_out_a_players_page_from_their_discord_id(tmp_path: Path):
    sites = [tmp_path / "one", tmp_path / "two"]
    for site in sites:
        build(archive(short(1)), site, cores=1)
    one, two = ({path.name for path in (site / "players").iterdir()} for site in sites)
    # All that sites of the same match do not share is the key beside them.
    assert len(one | two) == 4
    one, two = (json.loads((site / MANIFEST).read_text())["matches"]["1"] for site in sites)
    assert one["digest"] != two["digest"]
    key = tmp_path / "one.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600


def test_pages_of_players_with_old_names_are_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = tmp_path / "site"
    with monkeypatch.context() as earlier:
        earlier.setattr(building, "_disguised", lambda match, _: match)
        build(archive(short(1)), folder, cores=1)
    before = {*(folder / "players").iterdir()}
    built = build(archive(short(1)), folder, cores=1)
    assert (len(before), built.drawn, built.removed) == (2, 1, 2)
    assert not before & {*(folder / "players").iterdir()}
    check_links(folder)


def test_a_site_whose_key_cannot_be_used_is_not_built(tmp_path: Path):
    (tmp_path / "site.key").mkdir()
    with pytest.raises(NoSiteError, match=r"site\.key cannot be read or written"):
        build(archive(short(1)), tmp_path / "site", cores=1)


NASTY = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title></script><!--",
    "{player_id} {0} %s",
    "../../etc/passwd",
    "&lt;b&gt; ' \"",
    "\u202egnp.exe",
    "\ud800",
    "\x00\x1b[2J",
    "",
)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plain")
    build(archive(short(1)), folder, cores=1)
    return folder


@pytest.mark.parametrize("name", NASTY)
def test_any_name_is_a_text_on_every_page(name: str, plain: Path, tmp_path: Path):
    nasty = tmp_path / "nasty"
    shutil.copy(f"{plain}.key", f"{nasty}.key")
    build(archive(short(1, name, name)), nasty, cores=1)
    for (path, expected), (other, page) in zip(pages(plain), pages(nasty), strict=True):
        assert path.relative_to(plain) == other.relative_to(nasty)
        assert page.elements == expected.elements
        assert page.links == expected.links
        assert set(page.names) <= {texts.name(name).encode(errors="replace").decode()}


# The command


async def test_the_command_writes_the_matches_of_one_server(
    store: Store, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{database}")
    live = write_script("fire-and-ice", 1)
    template = await play(store, live, 3, 1_700_000_000_000, room_id=1)
    ended = await asyncio.to_thread(command, "site", str(tmp_path / "site"))
    assert ended.exit_code == 0, ended.stderr
    assert "matches: 0 (0 drawn now)" in ended.stdout
    assert template.number == 1
    assert (await asyncio.to_thread(load, database, server=5)).matches == ()
