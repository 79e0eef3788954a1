"""The animation of a match: what it shows when, how long it lasts and how large it is."""

from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import accumulate, pairwise
from typing import Any

import pytest
from PIL import Image

from engine.games import GAMES
from engine.matches.match import Match
from engine.records.history import fresh_match, state_reached
from engine.records.record import read_record
from engine.records.referee import final_match
from engine.seats import PUBLIC
from rendering import Picture, every_board, painter_of
from rendering import animation as module
from rendering.animation import (
    MAX_BYTES,
    MAX_FRAMES,
    MAX_MS,
    animation,
    durations,
    is_moving,
    spread,
    views,
)
from rendering.themes import Theme
from tests.games.common.samples import EVERY_GAME
from tests.rendering.positions.boards import match_of

every_game = pytest.mark.parametrize("name", EVERY_GAME)


@cache
def animated(name: str) -> bytes:
    return animation(match_of(name))


def frames_of(gif: bytes) -> list[tuple[bytes, int]]:
    image, frames = Image.open(BytesIO(gif)), []
    for number in range(image.n_frames):
        image.seek(number)
        frames.append((image.convert("RGB").tobytes(), image.info["duration"]))
    return frames


def frame_of(match: Match, view: Any) -> bytes:
    """Return all boards of a view in place: the second beside the first, the third below it."""
    images = [picture.image.convert("RGB") for picture in every_board(match.game, view)]
    size = Image.open(BytesIO(animated(match.game.name))).size
    frame = Image.new("RGB", size, images[0].getpixel((0, 0)))
    width, height = (
        max(other_image.width for other_image in images),
        max(other_image.height for other_image in images),
    )
    for image, (across, down) in zip(images, [(0, 0), (1, 0), (0, 1)], strict=False):
        frame.paste(image, (across * width, down * height))
    return frame.tobytes()


def prefixes(match: Match) -> list[Match]:
    """Return the match as it stood before and after each of its entries."""
    return list(
        accumulate(
            match.entries,
            lambda current_match, entry: current_match.enter(entry).match,
            initial=fresh_match(match),
        )
    )


@every_game
def test_it_lasts_half_a_minute_at_most_and_is_small(name: str):
    gif = animated(name)
    frames = frames_of(gif)
    assert gif.startswith(b"GIF89a")
    assert len(gif) <= MAX_BYTES
    assert 1 < len(frames) <= MAX_FRAMES
    assert sum(count for _, count in frames) <= MAX_MS


@every_game
def test_every_frame_shows_all_boards_as_the_room_could_see_them_at_once(name: str):
    match = match_of(name)
    could_be_seen = set[bytes]()
    for stood in prefixes(match):
        # A held move has been typed in the room.
        public = (stood.view(PUBLIC), stood.game.view(state_reached(stood), PUBLIC))
        could_be_seen |= {frame_of(match, view) for view in public}
    assert {pixels for pixels, _ in frames_of(animated(name))} <= could_be_seen


@every_game
def test_nothing_is_shown_before_the_room_knew_it(name: str):
    """Up to its end a match looks the same whatever followed: what it discloses comes last."""
    whole = match_of(name)
    for stood in prefixes(whole)[:: max(1, len(whole.entries) // 4)]:
        current = views(stood)
        assert not any(view.outcome for view in current) or stood.result
        assert current == views(whole)[: len(current)]


@every_game
def test_the_last_frame_is_the_final_board(name: str):
    match = match_of(name)
    assert frames_of(animated(name))[-1][0] == frame_of(match, match.view(PUBLIC))


@pytest.mark.parametrize(
    "undone",
    ["dmo D5 C5\nhost undo\n", "dmo D5 C5\ndmo takeback\n", "host award ec\nhost undo ruling\n"],
)
def test_what_was_undone_or_taken_back_is_not_shown(undone: str):
    text = "game: fire-and-ice\nfirst: ec\n\nec E6 E7\n{}dmo E3-F3\n"
    assert seen_in(text.format(undone)) == seen_in(text.format(""))


def test_there_is_no_animation_of_a_table_without_a_board():
    record = "game: free-table\nboard: none\nfirst: ec\n\nec @1 !bid 5\nhost @2 award ec\n"
    match = final_match(read_record(record))
    assert animation(match) == b""
    assert not is_moving(b"")


def seen_in(record: str) -> list[Any]:
    return views(final_match(read_record(record)))


def test_a_match_without_moves_is_one_picture():
    begun = Match.begin(GAMES["fire-and-ice"](), has_clocks=False).match
    assert len(frames_of(animation(begun))) == 1


@pytest.mark.parametrize("count", [1, 2, 3, 40, 101, 10_000])
@pytest.mark.parametrize("limit", [1, 2, 3, 100])
def test_of_many_frames_some_are_left_out_evenly_but_neither_end(count: int, limit: int):
    numbers = spread(range(count), limit)
    assert len(numbers) == min(count, limit)
    assert numbers == sorted({*numbers})
    assert numbers[-1] == count - 1
    assert limit == 1 or numbers[0] == 0
    gaps = {later - earlier for earlier, later in pairwise(numbers)}
    assert not gaps or max(gaps) - min(gaps) <= 1


def test_frames_last_half_a_minute_together_and_long_enough_to_be_seen():
    for frames in range(1, MAX_FRAMES + 1):
        picture = durations(frames)
        assert len(picture) == frames
        assert sum(picture) <= MAX_MS
        assert min(picture) >= 250


def test_a_file_that_would_be_too_large_shows_fewer_moves(monkeypatch: pytest.MonkeyPatch):
    whole = animated("compass-collisions")
    monkeypatch.setattr(module, "MAX_BYTES", len(whole) * 2 // 3)
    smaller = animation(match_of("compass-collisions"))
    assert len(smaller) <= len(whole) * 2 // 3
    ends = [
        [pixels for pixels, _ in frames_of(gif)][:: len(frames_of(gif)) - 1]
        for gif in (whole, smaller)
    ]
    assert ends[0] == ends[1]


def painted_in_animation(game: str, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the views that are painted for the animation of a match."""
    seen = list[Any]()
    painter = painter_of(GAMES[game])
    pictures = painter.pictures

    def paint(view: Any, theme: Theme) -> tuple[Picture, ...]:
        seen.append(view)
        return pictures(view, theme)

    monkeypatch.setattr(painter, "pictures", paint)
    animation(match_of(game))
    return seen


def test_no_frame_is_painted_from_what_a_seat_sees(monkeypatch: pytest.MonkeyPatch):
    painted = painted_in_animation("doubting-flower-field", monkeypatch)
    assert painted
    assert all(view == replace(view, viewer=PUBLIC) for view in painted)


def test_moves_are_left_out_before_anything_is_painted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "views", lambda match: views(match) * 1_000)
    assert len(painted_in_animation("flower-field", monkeypatch)) == MAX_FRAMES
