"""The bar that shows the progress of long work on a terminal."""

from io import StringIO

from bot.cli.progress import Progress


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_how_many_games_are_over():
    terminal = Terminal()
    with Progress(terminal, "games").shown() as progress:
        progress.show(0, 8)
        progress.show(2, 8)
    wiped = "\r\x1b[K"
    assert terminal.getvalue() == (
        f"{wiped}[{'.' * 40}] 0 of 8 games{wiped}[{'#' * 10}{'.' * 30}] 2 of 8 games{wiped}"
    )


def test_anything_but_a_terminal_shows_nothing():
    stream = StringIO()
    with Progress(stream, "games").shown() as progress:
        progress.show(2, 8)
    assert stream.getvalue() == ""
