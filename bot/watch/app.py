"""The viewer in the terminal: keys, and where everything stands; a film says what is shown."""

from typing import ClassVar, Final

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Footer, Static

from bot.texts.players import replays
from bot.watch import words
from bot.watch.arrangement import Arrangement, arranged, followed
from bot.watch.drawing import drawn_boards, drawn_words
from bot.watch.film import Film, Frame
from bot.watch.paints import paints_of

TEN: Final = 10
MOST_DIGITS: Final = 5
"""No record has more entries than that."""
HEADING_AND_FOOTER: Final = 2
MARGINS: Final = 2


class Watch(App[None]):
    """Steps through a match; nothing in it is read as markup."""

    TITLE = "dealer watch"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #heading { height: 1; padding: 0 1; text-style: bold; background: $panel; }
    #body { height: 1fr; padding: 0 1; layout: vertical; }
    #body.beside { layout: horizontal; }
    #boards { width: auto; height: auto; }
    #scroll { width: 1fr; height: 1fr; scrollbar-size-vertical: 1; }
    .beside #scroll { margin-left: 2; }
    #words { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", words.MOVE, key_display="←→"),
        Binding("right", "go(1)", show=False),
        Binding("pageup", f"go({-TEN})", words.TEN, key_display="PgUp/Dn"),
        Binding("pagedown", f"go({TEN})", show=False),
        Binding("home", "begin", words.ENDS, key_display="Home/End"),
        Binding("end", "end", show=False),
        Binding("enter", "go_to", words.GO_TO, key_display="0-9⏎"),
        Binding("h", "toggle_hidden", words.HIDDEN),
        Binding("b", "next_board", words.BOARD),
        Binding("up", "scroll_words(-1)", words.SCROLL, key_display="↑↓"),
        Binding("down", "scroll_words(1)", show=False),
        Binding("q", "quit", words.QUIT),
        Binding("ctrl+c", "quit", show=False, priority=True),
        Binding("escape", "forget_number", show=False),
        Binding("backspace", "drop_digit", show=False),
    ]

    def __init__(self, film: Film) -> None:
        super().__init__()
        self._film = film
        self._number = 0
        self._open = False
        self._focus = 0
        self._typed = ""
        self._problem = ""

    def compose(self) -> ComposeResult:
        """A line on top, the boards, the words, and the keys."""
        yield Static(id="heading", markup=False)
        with Container(id="body"):
            yield Static(id="boards", markup=False)
            with VerticalScroll(id="scroll", can_focus=False):
                yield Static(id="words", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:  # noqa: ARG002
        """Keys that would do nothing in this game are neither named nor heard."""
        if action == "toggle_hidden":
            return self._film.game.has_secrets()
        return action != "next_board" or len(self._frame.boards) > 1

    def on_mount(self) -> None:
        """Show the beginning."""
        self._show()

    def on_resize(self) -> None:
        """Find another arrangement, once the new size is known everywhere."""
        self.call_later(self._show)

    def on_key(self, event: events.Key) -> None:
        """Take a digit of a move's number."""
        if event.key in set("0123456789") and len(self._typed) < MOST_DIGITS:
            self._typed += event.key
            self._problem = ""
            self._show_heading()

    def action_go(self, by: int) -> None:
        """So many moves on, or back, as far as there are any."""
        self._turn(min(max(0, self._number + by), self._film.last))

    def action_begin(self) -> None:
        """The beginning."""
        self._turn(0)

    def action_end(self) -> None:
        """The last move."""
        self._turn(self._film.last)

    def action_go_to(self) -> None:
        """The move whose number was typed, if there is one."""
        typed, self._typed = self._typed, ""
        if typed and int(typed) <= self._film.last:
            self._turn(int(typed))
        elif typed:
            self._problem = replays.out_of_range(self._film.last)
            self._show_heading()

    def action_drop_digit(self) -> None:
        """Take the last digit back."""
        self._typed = self._typed[:-1]
        self._show_heading()

    def action_forget_number(self) -> None:
        """Take all digits back."""
        self._typed = self._problem = ""
        self._show_heading()

    def action_toggle_hidden(self) -> None:
        """Show what is hidden, or only what everybody saw."""
        self._open = not self._open
        self._show()

    def action_next_board(self) -> None:
        """Look at the next board."""
        self._focus = (self._focus + 1) % len(self._frame.boards)
        self._show()

    def action_scroll_words(self, by: int) -> None:
        """The words, where there are more than have room."""
        self.query_one("#scroll", VerticalScroll).scroll_relative(y=by, animate=False)

    @property
    def _frame(self) -> Frame:
        return self._film.frame(self._number, open_=self._open)

    def _turn(self, number: int) -> None:
        before = self._frame.boards
        self._number, self._typed, self._problem = number, "", ""
        self._focus = followed(self._focus, before, self._frame.boards)
        self.query_one("#scroll", VerticalScroll).scroll_home(animate=False)
        self._show()

    def _show(self) -> None:
        frame, paints = self._frame, paints_of(type(self._film.game))
        where = self._arranged(frame)
        self.query_one("#body").set_class(where.beside, "beside")
        self.query_one("#boards", Static).update(
            drawn_boards(frame.boards, self._focus, where, paints)
        )
        self.query_one("#words", Static).update(drawn_words(frame, self._focus, where, paints))
        self._show_heading()

    def _arranged(self, frame: Frame) -> Arrangement:
        width, height = self.size
        return arranged(frame.boards, width - MARGINS, height - HEADING_AND_FOOTER)

    def _show_heading(self) -> None:
        parts = (
            "" if self._problem else self._film.game.title,
            words.place(self._number, self._film.last),
            words.HIDDEN_SHOWN if self._open else "",
            words.going_to(self._typed) if self._typed else self._problem,
        )
        self.query_one("#heading", Static).update(Content(words.joined(parts)))
