"""Tests of the pictures that are painted for a person to compare."""

from pathlib import Path
from typing import Any

from PIL import Image

from tools.docs.pictures import beside, compare, paint


def test_a_scene_is_painted_into_a_file_of_its_name(tmp_path: Path) -> None:
    paint(tmp_path, ["fire-and-ice: start", "fire-and-ice: no such scene"])
    assert [path.name for path in tmp_path.iterdir()] == ["fire-and-ice - start.png"]


def test_images_stand_in_rows_and_none_covers_another() -> None:
    images = [Image.new("RGB", (10, 5), (shade, 0, 0)) for shade in (10, 20, 30, 40, 50)]
    painted: dict[Any, int] = {color: count for count, color in beside(images).getcolors() or []}
    assert [painted[image.getpixel((0, 0))] for image in images] == [50] * 5


def test_where_two_pictures_differ_is_white(tmp_path: Path) -> None:
    red = Image.new("RGB", (10, 20), (250, 0, 0))
    red.save(tmp_path / "before.png")
    red.putpixel((3, 4), (0, 250, 0))
    red.save(tmp_path / "after.png")
    compared = compare(tmp_path / "before.png", tmp_path / "after.png").convert("RGB")
    assert [compared.getpixel((3 + 18 * column, 4)) for column in range(3)] == [
        (250, 0, 0),
        (0, 250, 0),
        (255, 255, 255),
    ]
