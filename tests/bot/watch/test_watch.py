"""The viewer as people use it: its keys, what it shows at which size, and nothing it should not."""

import asyncio
import re
from typing import Any

import pytest
from textual.pilot import Pilot

from bot.texts.players import replays
from bot.watch import words
from bot.watch.app import Watch
from engine.games import GAMES
from engine.games.fire_and_ice.rules import FireAndIce
from engine.seats import Seat
from rendering.text.grid import written
from tests.bot.watch.records import FLOWER_FIELD, RECORDS, WITH_SECRETS, film_of
from tests.waiting import PATIENCE_SECONDS

SMALL = (80, 24)
LARGE = (120, 40)
every_record = pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
DOMINOES = RECORDS["fire-and-ice"]
GARDENS = RECORDS["demeters-anguish"]
SEAS = RECORDS["deep-sea-voyage"]


def screen(watch: Watch) -> list[str]:
    """What stands on the screen, line by line."""
    return [strip.text for strip in watch.screen._compositor.render_strips()]


def text(watch: Watch) -> str:
    return "\n".join(screen(watch))


async def press(pilot: Pilot[Any], *keys: str) -> str:
    """Press some keys, and return what stands on the screen then."""
    await pilot.press(*keys)
    return text(pilot.app)


def move(shown: str) -> int:
    return int(re.search(r"Move (\d+) of", shown)[1])


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("keys", "number"),
    [
        ([], 0),
        (["right"], 1),
        (["left"], 0),
        (["right", "right", "left"], 1),
        (["pagedown"], 10),
        (["pagedown", "pagedown"], 13),
        (["pagedown", "right", "pageup"], 1),
        (["right", "pageup"], 0),
        (["end"], 13),
        (["end", "right"], 13),
        (["end", "left", "home"], 0),
        (["7", "enter"], 7),
        (["1", "2", "enter"], 12),
        (["1", "2", "backspace", "enter"], 1),
        (["1", "2", "escape", "enter"], 0),
        (["end", "0", "enter"], 0),
        (["5", "right", "enter"], 1),
        (["enter"], 0),
        (["backspace"], 0),
        (["1", "4", "enter"], 0),
        (["x", "?"], 0),
    ],
)
async def test_keys_lead_to_moves(keys: list[str], number: int):
    async with Watch(film_of(DOMINOES)).run_test(size=SMALL) as pilot:
        shown = await press(pilot, *keys)
        assert move(shown) == number
        assert "of 13" in shown


async def test_a_number_stands_there_as_it_is_typed_and_a_wrong_one_is_named():
    film = film_of(DOMINOES)
    async with Watch(film).run_test(size=SMALL) as pilot:
        assert words.going_to("14") in await press(pilot, "1", "4")
        assert replays.out_of_range(film.last) in await press(pilot, "enter")
        assert replays.out_of_range(film.last) not in await press(pilot, "right")


@pytest.mark.exhaustive
async def test_a_number_is_never_longer_than_that_of_any_move():
    async with Watch(film_of(DOMINOES)).run_test(size=SMALL) as pilot:
        await press(pilot, *"9" * 60)
        assert move(await press(pilot, "enter")) == 0


@pytest.mark.exhaustive
@every_record
@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_move_shows_its_board_and_what_was_done(record: str, size: tuple[int, int]):
    watch = Watch(film_of(record))
    async with watch.run_test(size=size) as pilot:
        for keys in ([], ["right"], ["end"], ["left"]):
            shown = await press(pilot, *keys)
            frame = watch._frame
            for line in written(frame.boards[watch._focus]).split("\n"):
                assert line in shown
            assert frame.told.done.split(":")[0] in shown


@pytest.mark.exhaustive
@every_record
async def test_players_clocks_and_result_have_room(record: str):
    watch = Watch(film_of(record))
    async with watch.run_test(size=SMALL) as pilot:
        shown = await press(pilot, "end")
        told = watch._frame.told
        for line in (*told.players, told.result):
            assert line in shown


@pytest.mark.exhaustive
@every_record
async def test_all_keys_are_named_on_eighty_columns(record: str):
    film = film_of(record)
    async with Watch(film).run_test(size=SMALL) as pilot, asyncio.timeout(PATIENCE_SECONDS):
        # The keys are drawn some time after the rest.
        while not (footer := screen(pilot.app)[-1]).strip():
            await pilot.pause()
        labels = [words.MOVE, words.TEN, words.ENDS, words.GO_TO, words.SCROLL, words.QUIT]
        labels += [words.HIDDEN] if film.game.has_secrets() else []
        labels += [words.BOARD] if len(film.frame(0, open_=False).boards) > 1 else []
        named = re.findall(rf"\S+ ({'|'.join((*labels, words.HIDDEN, words.BOARD))})\b", footer)
        assert sorted({*named}) == sorted({*labels})
        assert footer.rstrip().endswith(f"q {words.QUIT}")


@pytest.mark.exhaustive
@pytest.mark.parametrize("size", [(20, 8), (60, 20)])
async def test_a_terminal_that_is_too_small_shows_as_much_as_it_can(size: tuple[int, int]):
    async with Watch(film_of(GARDENS)).run_test(size=size) as pilot:
        await press(pilot, "end", "h", "b", "left", "down")
        assert pilot.app.is_running


@pytest.mark.exhaustive
async def test_a_terminal_may_change_its_size():
    async with Watch(film_of(GARDENS)).run_test(size=SMALL) as pilot:
        await pilot.resize_terminal(50, 24)
        await pilot.pause()
        shown = text(pilot.app)
        assert ("EC's garden" in shown, "DMO's garden" in shown) == (True, False)
        await pilot.resize_terminal(50, 60)
        await pilot.pause()
        assert "DMO's garden" not in text(pilot.app)
        await pilot.resize_terminal(*LARGE)
        await pilot.pause()
        assert "DMO's garden" in text(pilot.app)


# Hidden things


async def test_what_is_hidden_is_shown_when_asked_for_and_only_then():
    async with Watch(film_of(WITH_SECRETS)).run_test(size=LARGE) as pilot:
        public = await press(pilot, "2", "enter")
        assert "submits something in secret" in public
        assert "hide G7" not in public
        assert "hidden" not in public.lower().replace("h hidden", "")
        opened = await press(pilot, "h")
        assert "hide G7 blue, F1 red" in opened
        assert words.HIDDEN_SHOWN in opened
        assert "hidden blue" in opened
        assert await press(pilot, "h") == public


@pytest.mark.exhaustive
async def test_what_is_hidden_is_known_at_the_end():
    async with Watch(film_of(WITH_SECRETS)).run_test(size=LARGE) as pilot:
        assert "hidden blue" not in await press(pilot, "end", "left")
        assert "hidden blue" in await press(pilot, "right")


@pytest.mark.exhaustive
async def test_a_game_without_secrets_has_no_key_for_them():
    async with Watch(film_of(DOMINOES)).run_test(size=SMALL) as pilot:
        assert words.HIDDEN_SHOWN not in await press(pilot, "h")


# Boards


@pytest.mark.exhaustive
async def test_both_gardens_stand_side_by_side_where_there_is_room():
    for size in (SMALL, LARGE):
        async with Watch(film_of(GARDENS)).run_test(size=size) as pilot:
            assert any("EC's" in line and "DMO's" in line for line in screen(pilot.app))


@pytest.mark.exhaustive
async def test_the_board_that_changed_is_looked_at_and_another_by_a_key():
    async with Watch(film_of(SEAS)).run_test(size=SMALL) as pilot:
        assert "Board 2 (2 of 3)" not in text(pilot.app)
        shown = await press(pilot, "end")
        assert "Board 2" in shown
        seen = {re.search(r"Board (\d)", await press(pilot, "b"))[1] for _ in range(3)}
        assert seen == {"1", "2", "3"}


# What is said


async def test_a_step_that_was_undone_says_so_and_a_new_player_has_their_name():
    undone = film_of(FLOWER_FIELD).frame(2, open_=False)
    assert "(taken back)" in undone.told.done
    film = film_of(WITH_SECRETS)
    assert [film.frame(number, open_=False).told.players[1].split(":")[0] for number in (4, 5)] == [
        "DMO Bob",
        "DMO Eve",
    ]
    assert all("Eve wins" in film.frame(number, open_=False).told.result for number in (0, 6))


def test_a_ruling_and_the_dealers_absence_are_told_after_who_it_was():
    lines = ("ec @5 E6 E7", "host @9 undo", "dealer @10 pause", "dealer @75 resume", "ec concede")
    film = film_of("\n".join(("game: fire-and-ice", "first: ec", "ec: Ada", "", *lines)))
    assert [film.frame(number, open_=True).told.done for number in range(2, 6)] == [
        "Host: undoes the last action",
        "Dealer: the clocks are stopped",
        "Dealer: I was away for 1:05. Nobody loses time for it.",
        "Ada concedes (1.0 s)",
    ]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "name", ["[bold red]Ada[/]", "[@click=app.quit]x[/]", "$primary", "**Ada**", r"\[b]_x_", "[/]"]
)
async def test_markup_in_a_name_is_shown_as_it_is(name: str):
    record = DOMINOES.replace("ec: Ada", f"ec: {name}")
    async with Watch(film_of(record)).run_test(size=LARGE) as pilot:
        shown = await press(pilot, "right")
        assert f"{name}: F5 G5" in shown
        assert f"{name} lays F5 (white) and G5 (red)." in shown
        assert f"EC {name}: " in shown


async def test_nothing_in_a_record_reaches_the_terminal_as_a_control_character():
    evil = "A\x1b]0;x\x07\x1b[2J\x9b31m\u202eb\u2028"
    record = f"{WITH_SECRETS.replace('ec: Ada', f'ec: {evil}')}".replace("dmo Eve", f"dmo {evil}")
    film = film_of(record)
    for number in range(film.last + 1):
        for open_ in (False, True):
            frame = film.frame(number, open_=open_)
            told = (frame.told.done, frame.told.happened, *frame.told.players, frame.told.result)
            assert all(each.isprintable() for each in (*told, *frame.in_words))
    async with Watch(film).run_test(size=LARGE) as pilot:
        for shown in [await press(pilot, "end", "h") for _ in range(2)]:
            assert all(line.isprintable() for line in shown.split("\n"))


@pytest.mark.exhaustive
async def test_the_words_can_be_scrolled_where_they_have_no_room():
    async with Watch(film_of(GARDENS)).run_test(size=SMALL) as pilot:
        before = await press(pilot, "end")
        assert await press(pilot, "down", "down") != before
        assert await press(pilot, "up", "up") == before


# Colours


@pytest.mark.exhaustive
async def test_without_colours_nothing_is_coloured(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with Watch(film_of(SEAS)).run_test(size=SMALL) as pilot:
        await press(pilot, "end")
        picture = pilot.app.export_screenshot()
        _, _, drawn = picture.partition('clip-path="url(')
        body = re.sub(r'<circle[^>]*fill="#[0-9a-f]{6}"/>', "", drawn)
        colours = {*re.findall(r'fill="#([0-9a-f]{6})"', body)}
        assert colours
        assert all(each[:2] == each[2:4] == each[4:] for each in colours)


@pytest.mark.exhaustive
async def test_q_ends_it():
    watch = Watch(film_of(DOMINOES))
    async with watch.run_test(size=SMALL) as pilot:
        await pilot.press("q")
    assert watch.return_code == 0


@pytest.mark.exhaustive
def test_the_last_move_shows_the_end_that_it_led_to():
    game, lines = FireAndIce(first=Seat.EC), ["game: fire-and-ice", "first: ec", ""]
    position = game.begin()
    while position.outcome is None:
        (seat,) = game.to_act(position)
        action = next(game.legal(position, seat))
        lines.append(f"{seat} {game.write(action)}")
        position = game.act(position, seat, action)
    film = film_of("\n".join(lines))
    for number, is_over in ((film.last - 1, False), (film.last, True)):
        assert ("The match is over" in film.frame(number, open_=False).in_words[0]) is is_over


def test_there_is_a_record_of_every_game():
    assert {film_of(record).game.name for record in RECORDS.values()} == {*GAMES}
