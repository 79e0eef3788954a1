"""Writes the rules of all games as pages of the docs, with their pictures: `make docs`.

They are the pages of `/rules`, in English and in the usual theme.
"""

from itertools import pairwise
from pathlib import Path
from typing import Final

from bot.features.lessons.pages import ShownPage, shown_page
from bot.posts.boards import DescribedPicture
from engine.game import AnyGame
from engine.games import GAMES

DOCS: Final = Path(__file__).parents[2] / "docs"
RULES: Final = DOCS / "rules"
WIDTH: Final = 420
"""Width of a picture in the docs."""
SEVERAL_WIDE: Final = 270
"""The same of each of a page's pictures: three are as wide as a page of the docs."""
INDEX: Final = """\
# The rules

The pages that `/rules` shows, in which *I* am the Dealer, the bot that deals the match. **EC** is
the Elimination Candidate and **DMO** the Death Match Opponent: the two players. The **host** runs
the season and starts matches; the **room** is the channel in which a match is played. Every example
on these pages was judged by the Dealer's own rules, and every board drawn from what they say.

| game | pages |
| --- | --- |
{rows}

For hosts who have to rule, and for programs, [the rulings](../rulings/README.md) have each rule to
the last detail.
`make docs` writes these from the pages beside the games' rules, such as
`engine/games/fire_and_ice/fire-and-ice.md`.
"""
FOOT: Final = """\
Every option, and each rule to the last detail: [the rulings](../rulings/{page}).
"""


def rulings_of(kind: type[AnyGame]) -> str:
    """Return the page of a game's rulings."""
    return f"{kind.folder.replace('_', '-')}.md"


def written() -> dict[Path, bytes]:
    """Return every file in the folder of the rules, with its content."""
    files, rows = dict[Path, bytes](), list[str]()
    for name, kind in GAMES.items():
        first = shown_page(kind(), 1)
        numbers = range(2, len(first.titles) + 1)
        pages = [first, *(shown_page(kind(), number) for number in numbers)]
        titles = ", ".join(page.title for page in pages)
        rows.append(f"| [{kind.title}]({name}.md) | {titles} |")
        files[RULES / f"{name}.md"] = _page(kind, pages).encode()
        files |= {
            RULES / _picture(name, page, picture): picture.png
            for page in pages
            for picture in page.pictures
        }
    return {RULES / "README.md": INDEX.format(rows="\n".join(rows)).encode(), **files}


def _picture(name: str, page: ShownPage, picture: DescribedPicture) -> str:
    several = f"-{picture.name}" if len(page.pictures) > 1 else ""
    return f"pictures/{name}-{page.number}{several}.png"


def _page(kind: type[AnyGame], pages: list[ShownPage]) -> str:
    sections = (_section(kind.name, page) for page in pages)
    foot = FOOT.format(page=rulings_of(kind))
    return "\n".join((f"# {kind.title}\n", *sections, foot))


def _section(name: str, page: ShownPage) -> str:
    """Return a page; separate lines on Discord are paragraphs here."""
    pictures = "\n".join(_image(name, page, picture) for picture in page.pictures)
    words = "\n\n".join(_paragraphs(word) for word in page.words)
    return f"## {page.title}\n\n{pictures}\n\n{words}\n"


def _image(name: str, page: ShownPage, picture: DescribedPicture) -> str:
    alt = picture.alt.replace('"', "&quot;")
    width = WIDTH if len(page.pictures) == 1 else SEVERAL_WIDE
    return f'<img src="{_picture(name, page, picture)}" width="{width}" alt="{alt}">'


def _paragraphs(text: str) -> str:
    r"""Convert Discord's text to the docs', in which a line break alone is none.

    >>> _paragraphs("✅ typed\n> told\n> more")
    '✅ typed\n\n> told\\\n> more'
    """
    lines = text.split("\n")
    joined = lines[0]
    for before, line in pairwise(lines):
        if line.startswith("> ") and before.startswith("> ") and "```" not in text:
            joined += f"\\\n{line}"
        else:
            joined += f"\n{line}" if before.startswith("> ") else f"\n\n{line}"
    return joined


def main() -> None:
    """Write the rules with their pictures."""
    files = written()
    (RULES / "pictures").mkdir(parents=True, exist_ok=True)
    for path in {*RULES.rglob("*.*")} - {*files}:
        path.unlink()
    for path, content in files.items():
        path.write_bytes(content)
    print(f"{len(files)} files in {RULES.relative_to(DOCS.parent)}")


if __name__ == "__main__":
    main()
