"""The buttons below a post of a match.

discord.py would keep a view in memory as long as it runs, so each is stopped before it is posted:
`bot.cogs.buttons` knows the buttons by their ids, even in a later process.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from discord import ButtonStyle, SelectOption, ui

from bot.texts import answers
from bot.texts.language import say
from bot.values.post import Post
from engine.game import AnyGame
from engine.texts import texts_of
from rendering import close_ups_of

OPEN_FORM: Final = "form"
"""The start of the id of a secrets button; the match's number follows: `form:7`."""
SAY: Final = "say"
"""The start of the id of a button that says a word; both follow: `say:pass:7`.

Of a select's id only the match's number: `say:7`. Its values are the ids that buttons would have.
"""
SURE: Final = "sure"
"""The start of the id of a button that says a word after a question: `sure:lock:7`."""
BOARD: Final = "board"
"""The start of the id of any other button below a board: `board:rules:7`."""
SHOW: Final = "show"
"""The start of the id of a button that shows the cells of a refusal: `show:7:room:12`.

The refusal's place follows: its match, its readers, and its number among their posts. Which cells
and which position these are is stored with it; the length of the log would tell how often somebody
has submitted in secret.
"""
ALONE: Final = "alone"
"""The start of the id of a button that shows one of several boards: `alone:2:7`."""
CONCEDE: Final = "concede"
"""The word that ends a match, which is asked about first."""
LOCK: Final = "lock"
"""The word that ends what a player submits, which is asked about while something is missing."""
MAX_WORD_BUTTONS: Final = 5
"""The number of words up to which each has a button; of more, one is chosen in a select."""
MAX_CHOICES: Final = 25
"""The number of choices that fit into a select."""
LONGEST_CHOICE: Final = 100


class BoardButton(StrEnum):
    """The actions of the buttons below a board."""

    MINE = "mine"
    LARGE = "large"
    READ = "read"
    RULES = "rules"
    CONCEDE = "concede"
    GO_ON = "go-on"


def buttons_below(post: Post, game: AnyGame) -> ui.View | None:
    """Return the buttons of a post that suit its turn or phase; None if it has none."""
    buttons = tuple(_buttons(post, game))
    return finished(*buttons) if buttons else None


def sure(word: str, match_id: int) -> ui.View:
    """Return the buttons that ask a player to confirm a word."""
    name = f"{SURE}:{word}:{match_id}"
    return finished(
        ui.Button(label=answers.SAY_NOW[word](), custom_id=name, style=ButtonStyle.danger),
        _of(BoardButton.GO_ON, match_id),
    )


def of_boards(match_id: int, game: AnyGame) -> ui.View:
    """Return the buttons below a single board: one for each board of the game."""
    return finished(
        *(
            ui.Button(label=say(label), custom_id=f"{ALONE}:{board}:{match_id}")
            for board, label in texts_of(game).boards.items()
        )
    )


def select(custom_id: str, placeholder: str, labels: Mapping[str, str]) -> ui.Select[ui.View]:
    """Make a select of one value, from the labels of the values, as many as fit into it."""
    options = [
        SelectOption(label=label[:LONGEST_CHOICE], value=value) for value, label in labels.items()
    ]
    return ui.Select(custom_id=custom_id, placeholder=placeholder, options=options[:MAX_CHOICES])


def finished(*items: ui.Item[Any]) -> ui.View:
    """Return a view that the library need not remember."""
    view = ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def _buttons(post: Post, game: AnyGame) -> Iterator[ui.Item[ui.View]]:
    extras, match_id = post.extras, post.place.match_id
    if extras.has_form:
        name = f"{OPEN_FORM}:{match_id}"
        yield ui.Button(label=answers.SUBMIT_LABEL(), custom_id=name, style=ButtonStyle.primary)
    if extras.has_form or extras.shows_own:
        yield _of(BoardButton.MINE, match_id)
    if extras.host_reads:
        yield _of(BoardButton.READ, match_id)
    yield from _words(extras.words or (), game, match_id)
    if extras.words is not None:
        if close_ups_of(game):
            yield _of(BoardButton.LARGE, match_id)
        yield _of(BoardButton.RULES, match_id)
        yield _of(BoardButton.CONCEDE, match_id)
    if extras.marks:
        name = f"{SHOW}:{match_id}:{post.readers}:{post.place.number}"
        yield ui.Button(label=answers.SHOW_ME(), custom_id=name)


def _words(words: Sequence[str], game: AnyGame, match_id: int) -> Iterator[ui.Item[ui.View]]:
    """Yield a button for each word, or a select of them; more than fit into one are only typed."""
    labels = {f"{SAY}:{word}:{match_id}": say(texts_of(game).words[word]) for word in words}
    if len(labels) <= MAX_WORD_BUTTONS:
        for name, label in labels.items():
            yield ui.Button(label=label, custom_id=name, style=ButtonStyle.primary)
    elif len(labels) <= MAX_CHOICES:
        yield select(f"{SAY}:{match_id}", answers.WORD_PLACEHOLDER(), labels)


def _of(kind: BoardButton, match_id: int) -> ui.Button[ui.View]:
    return ui.Button(label=say(answers.LABELS[kind]), custom_id=f"{BOARD}:{kind}:{match_id}")
