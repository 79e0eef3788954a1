"""docs/design.md draws the parts of the bot as they import each other."""

import re
from pathlib import Path

import grimp

DESIGN = Path(__file__).parents[2] / "docs" / "design.md"
ARROW = re.compile(r"^ +(\w+) --> (\w+)$", re.MULTILINE)


def imports() -> set[tuple[str, str]]:
    """Each part of the bot with each other one that it imports."""
    graph = grimp.build_graph("bot")
    return {
        (importer.split(".")[1], imported.split(".")[1])
        for importer in graph.modules - {"bot"}
        for imported in graph.find_modules_directly_imported_by(importer) - {"bot"}
        if importer.split(".")[1] != imported.split(".")[1]
    }


def below(part: str, arrows: set[tuple[str, str]]) -> set[str]:
    """All that arrows lead to from a part."""
    lower_parts = {lower for upper, lower in arrows if upper == part}
    return lower_parts.union(*(below(lower, arrows) for lower in lower_parts))


def test_the_picture_of_the_house_shows_what_imports_what():
    picture = DESIGN.read_text(encoding="utf-8").partition("```mermaid")[2].partition("```")[0]
    arrows, real = set(ARROW.findall(picture)), imports()
    assert arrows <= real
    assert {pair for pair in real if pair[1] not in below(pair[0], arrows)} == set()
