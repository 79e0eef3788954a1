"""`make pictures`: paints each scene that looks different now, before and after, and keeps digests.

Before is the scene as painted by the code of the last commit that changed the digests.
"""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image, ImageChops

from tests.rendering.golden.scenes import DIGESTS, GROUPS, digest, read_digests, scenes_of

ROOT: Final = Path(__file__).parents[2]
CODE: Final = ("bot", "docs", "engine", "rendering", "tests", "tools")
GAP: Final = 8
GROUND: Final = (128, 128, 128)


def main() -> None:
    """Paint what has changed into a folder, then write the digests."""
    parser = argparse.ArgumentParser(prog="make pictures", description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "pictures")
    parser.add_argument("--all", action="store_true", help="paint the scenes that have not changed")
    parser.add_argument("--only", metavar="NAMES", help="paint these alone, and keep no digest")
    arguments = parser.parse_args()
    folder: Path = arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if arguments.only:
        paint(folder, arguments.only.split("\n"))
        return
    stored = read_digests()
    results = {
        name: digest(scene()) for group in GROUPS for name, scene in scenes_of(group).items()
    }
    changed = [name for name in results if arguments.all or results[name] != stored.get(name)]
    gone = [name for name in stored if name not in results]
    for old in folder.glob("*.png"):
        old.unlink()
    paint(folder, changed)
    with TemporaryDirectory() as earlier:
        if paint_before(
            Path(earlier),
            [name for name in stored if results.get(name, stored[name]) != stored[name]],
        ):
            for path in sorted(Path(earlier).glob("pictures/*.png")):
                compare(path, folder / path.name).save(folder / path.name)
    DIGESTS.write_text(
        "".join(f"{stored_value}  {name}\n" for name, stored_value in results.items())
    )
    for heading, names in (("changed", changed), ("gone", gone)):
        for name in names:
            sys.stdout.write(f"{heading}: {name}\n")
    sys.stdout.write(f"{len(changed)} of {len(results)} scenes to look at: {folder}\n")


def paint(folder: Path, names: Iterable[str]) -> None:
    """Paint scenes, each into a file of a folder."""
    for name in names:
        group, _ = name.split(": ", 1)
        if scene := scenes_of(group).get(name):
            beside(scene()).save(folder / f"{name.replace(': ', ' - ')}.png")


def paint_before(folder: Path, names: Sequence[str]) -> bool:
    """Paint scenes with the code that the kept digests are of; return False if it cannot."""
    last = ("git", "log", "-1", "--format=%H", "--", str(DIGESTS.relative_to(ROOT)))
    commit = subprocess.run(last, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    if not names or not commit:
        return False
    code = ("git", "archive", commit.strip(), *CODE)
    archive = subprocess.run(code, cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(("tar", "-x"), cwd=folder, input=archive, check=True)
    # Wherever that commit had this tool, its code paints what this one asks for.
    tool = shutil.copy(__file__, folder / "painting.py")
    arguments = ("--folder", str(folder / "pictures"), "--only", "\n".join(names))
    painted = subprocess.run((sys.executable, tool, *arguments), cwd=folder, check=False)
    return painted.returncode == 0


def beside(images: Sequence[Image.Image], in_a_row: int = 4) -> Image.Image:
    """Return one image with all of them, so many in a row."""
    width, height = (
        max(sides) for sides in zip(*(other_image.size for other_image in images), strict=True)
    )
    columns, rows = min(in_a_row, len(images)), -(-len(images) // in_a_row)
    sheet = Image.new("RGB", (columns * (width + GAP), rows * (height + GAP)), GROUND)
    for order, image in enumerate(images):
        place = (order % in_a_row * (width + GAP), order // in_a_row * (height + GAP))
        sheet.paste(image.convert("RGB"), place)
    return sheet


def compare(before: Path, next_path: Path) -> Image.Image:
    """Return what was painted before, what is painted now, and where they differ."""
    old, new = (Image.open(path).convert("RGB") for path in (before, next_path))
    size = (max(old.width, new.width), max(old.height, new.height))
    both = [image.crop((0, 0, *size)) for image in (old, new)]
    differing = ImageChops.difference(*both).convert("L").point(lambda value: 255 * (value > 0))
    return beside([*both, differing], 3 if size[0] < 2 * size[1] else 1)


if __name__ == "__main__":
    main()
