"""A game's page of rules, which `/rules` shows and the tutorial asks: Markdown beside the game.

Each of its pages begins with `## Title`. Below it stand, in blocks:

- at first the position, indented, as a match record without its game and its times, in which `; `
  may stand between lines. `after: Title` goes on from that of an earlier section; `viewer:`,
  `shown:` and `marked:` choose whose picture it is, of which board, and cells to be marked. No
  position is a match's beginning;
- paragraphs. Names in braces are the values of options, or the `clocks` of the match. A paragraph
  that is a name of `shared.md` stands for what is there;
- `- {option} value: words`, for an option in braces. Other values are `unset`,
  `usual` and `other`;
- `> ec E5 ! centre-barred`: a text typed in the position, legal, refused, or ` = reason` of an end;
- `? ec E6`: what solves the tutorial's task, which stands below with the replies `Otherwise:` and
  `Done:`. It is a text, a `/pattern/` for an action as it is written in a record, or `is` and the
  name of a function in the game's module `tasks`.

The last section, `## The record`, is neither shown nor asked: docs/record.md has it. Below a match
stand the form of a position in records, what players type, and how lots follow from a seed.
"""

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

from bot.texts.language import Text, unwrapped
from engine.game import AnyGame
from engine.seats import PUBLIC, Seat, Viewer

SHARED: Final = "shared.md"
"""The paragraphs that several pages share, each below its name: of a folder's games, and of all."""

OPTIONS: Final = "options"
"""The name of shared meanings."""
UNSET: Final = "unset"
USUAL: Final = "usual"
OTHER: Final = "other"
HOST: Final = "host"
PICTURE: Final = ("viewer", "shown", "marked")

HEADING: Final = re.compile("^## (.*)\n", re.MULTILINE)
INDENT: Final = "    "
LINE: Final = re.compile("\n|; ")
HEADER: Final = re.compile(r"(\w+): (.*)")
MEANING: Final = re.compile(r"- \{(\w+)\} (\w+): (.*)")
EXAMPLE: Final = re.compile(r"> (host|ec|dmo) (.+?)(?: ! ([a-z-]+)| = ([a-z-]+))?")
TASK: Final = re.compile(r"((?:\? [^\n]*\n)+)(.*)\nOtherwise: (.*)\nDone: (.*)", re.DOTALL)
SOLUTION: Final = re.compile(r"\? (ec|dmo) (.*)")
MARKUP: Final = ("> ", "? ", "- {")

Meanings: TypeAlias = Mapping[str, Text]
"""The meanings of an option's values, with `UNSET`, `USUAL` and `OTHER` among them."""


@dataclass(frozen=True, slots=True)
class Example:
    """A text typed in a section's position, and its expected effect.

    Attributes:
        seat: Seat that types it; None for the host.
        refused: The engine's refusal code; empty if the text is legal.
        ends: The code of the reason for which it ends the match; empty if it does not.
    """

    seat: Seat | None
    typed: str
    refused: str
    ends: str


@dataclass(frozen=True, slots=True, eq=False)
class Section:
    """A part of a game's page: words about a position, and what is typed in it.

    Attributes:
        record: Position as a match record without times (docs/record.md).
        viewer: Viewer of the picture: a seat for what only it may see.
        board: Board to show in games with several, as refusals name it.
        cells: Cells to mark, unless a refusal says them.
        meanings: Meanings of options, by their names.
        words: Paragraphs. Their values by name: each option as a record has it, those in
            `meanings` in words, and `clocks`, the times of the match.
        examples: Texts tried in the position, each by itself. The picture shows the first: the
            board after it or, if it is refused, before it with the refusal's cells marked.
    """

    title: str
    record: str
    viewer: Viewer
    board: str
    cells: tuple[str, ...]
    meanings: Mapping[str, Meanings]
    words: tuple[Text, ...]
    examples: tuple[Example, ...]

    def sources(self) -> Iterator[str]:
        """Yield its English, paragraph by paragraph."""
        yield self.title
        yield from (text.source for text in self.words)
        yield from (text.source for words in self.meanings.values() for text in words.values())


@dataclass(frozen=True, slots=True, eq=False)
class Exercise(Section):
    """A section that the tutorial asks: a beginner is to make one entry in its position.

    Attributes:
        seat: Beginner's seat.
        solutions: Texts, patterns and names for what solves it, as the page has them.
        task: What the beginner is to do.
        otherwise: Reply to any other legal action, which changes nothing.
        done: Reply to the solution: its effect, and the rule to remember.
    """

    seat: Seat
    solutions: tuple[str, ...]
    task: Text
    otherwise: Text
    done: Text

    def sources(self) -> Iterator[str]:
        """Yield its English, paragraph by paragraph."""
        # `super()` needs the class that `slots` has replaced.
        yield from Section.sources(self)
        yield from (self.task.source, self.otherwise.source, self.done.source)


def exercises_of(game: type[AnyGame]) -> tuple[Exercise, ...]:
    """Return the pages that a game's tutorial asks, in order; none if it has no tutorial."""
    return tuple(page for page in pages_of(game) if isinstance(page, Exercise))


def pages_of(game: type[AnyGame]) -> tuple[Section, ...]:
    """Return the pages of a game's rules, in order."""
    return sections_of(game)[:-1]


@cache
def sections_of(game: type[AnyGame]) -> tuple[Section, ...]:
    """Return the pages, and last what records of the game say."""
    folder = Path(inspect.getfile(game)).parent
    shared = {**_shared_in(Path(__file__).parent), **_shared_in(folder)}
    reader = _Reader(game.name, shared)
    return tuple(reader.section(*part) for part in _parts(folder / f"{game.name}.md"))


@cache
def _shared_in(folder: Path) -> Mapping[str, list[str]]:
    path = folder / SHARED
    return dict(_parts(path)) if path.is_file() else {}


def _parts(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield each heading in a page, and the blocks below it."""
    _, *found = HEADING.split(path.read_text())
    for title, body in zip(found[::2], found[1::2], strict=True):
        yield title, body.strip("\n").split("\n\n")


class _Reader:
    """Reads a page's sections in order, each of which may go on from an earlier position."""

    def __init__(self, game: str, shared: Mapping[str, list[str]]) -> None:
        self._game, self._shared = game, shared
        self._positions: dict[str, tuple[list[str], list[str]]] = {}

    def section(self, title: str, blocks: list[str]) -> Section:
        """Read the section below a heading."""
        has_position = blocks[0].startswith(INDENT)
        picture = self._read_position(title, LINE.split(blocks[0]) if has_position else [])
        parts = [part for block in blocks[has_position:] for part in self._in_full(block)]
        options, entries = self._positions[title]
        section = Section(
            title,
            record="\n".join((f"game: {self._game}", *options, "", *entries, "")),
            viewer=Seat(picture["viewer"]) if "viewer" in picture else PUBLIC,
            board=picture.get("shown", ""),
            cells=tuple(picture.get("marked", "").split()),
            meanings=_meanings((*self._shared[OPTIONS], *parts)),
            words=tuple(Text(unwrapped(part)) for part in parts if not part.startswith(MARKUP)),
            examples=tuple(_examples(parts)),
        )
        return next((_exercise(section, part) for part in parts if part.startswith("? ")), section)

    def _read_position(self, title: str, lines: Iterable[str]) -> Mapping[str, str]:
        """Note a section's position, its options and entries; return the choices of a picture."""
        picture = dict[str, str]()
        options, entries = list[str](), list[str]()
        for line in map(str.strip, lines):
            header = HEADER.fullmatch(line)
            if header is None:
                entries.append(line)
            elif header[1] == "after":
                options, entries = ([*before] for before in self._positions[header[2]])
            elif header[1] in PICTURE:
                picture[header[1]] = header[2]
            else:
                options.append(line)
        self._positions[title] = options, entries
        return picture

    def _in_full(self, block: str) -> Iterable[str]:
        """Return the shared blocks that one stands for, or itself."""
        return self._shared.get(block[1:-1], (block,)) if block[0] == "{" else (block,)


def _meanings(blocks: Iterable[str]) -> Mapping[str, Meanings]:
    meanings = dict[str, dict[str, Text]]()
    for block in blocks:
        for item in re.split(r"^(?=- \{)", block, flags=re.MULTILINE):
            if found := MEANING.fullmatch(unwrapped(item.strip())):
                meanings.setdefault(found[1], {})[found[2]] = Text(found[3])
    return meanings


def _examples(blocks: Iterable[str]) -> Iterator[Example]:
    for line in (line for block in blocks for line in block.split("\n")):
        if found := EXAMPLE.fullmatch(line):
            player, typed, refused, ends = found.groups("")
            yield Example(None if player == HOST else Seat(player), typed, refused, ends)


def _exercise(section: Section, block: str) -> Exercise:
    solutions, *replies = cast("re.Match[str]", TASK.fullmatch(block)).groups()
    found = SOLUTION.findall(solutions)
    seat, texts = Seat(found[0][0]), tuple(text for _, text in found)
    task, otherwise, done = (Text(unwrapped(reply)) for reply in replies)
    of_section: dict[str, Any] = {
        field.name: getattr(section, field.name) for field in fields(section)
    }
    return Exercise(
        **of_section, seat=seat, solutions=texts, task=task, otherwise=otherwise, done=done
    )
