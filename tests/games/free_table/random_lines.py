"""Random lines at a free table, by players and hosts: most can be done, and many nearly."""

from collections.abc import Callable, Sequence
from random import Random

NAMES = ("pot", "chips", "man", "züge", "Chip")
LABELS = ("K", "m", "FL", "10", "#", "-", "-", "", "KKK")
MANNERS = ("aloud", "sealed", "secret")
DECKS = ("cards", "1..9", "1..11x4", "5..6", "9..1", "1..200", "1..201", "1..3x0", "king")
DICE = ("2d6", "d6", "1d2", "4d6", "20d6", "3d1000", "0d6", "21d6", "2d0", "2d1001", "2d", "six")
SAID = ("bid 5", "wow", "pass", "roll the dice", "open the door", "\N{GAME DIE}", "B2 B3 takes")
TOO_LONG = ("a" * 201, "b " * 251, "E4=K " * 101, "pot=1 " * 41, "c" * 501)


def a_players_line(dice: Random) -> str:
    """Return a player's line in a turn: cells, dice, items to open, words."""
    if dice.random() < 0.04:
        return dice.choice(("", "!")) + dice.choice(TOO_LONG)
    kinds = (_cells, _cells, _cells, _roll_of_a_player, _open_of_a_player, _words)
    line = _joined(dice, kinds)
    return line if dice.random() < 0.3 else f"!{line}"


def a_hosts_line(dice: Random) -> str:
    """Return a host's line, mostly one that opens a turn."""
    if dice.random() < 0.04:
        return f"!{dice.choice(TOO_LONG)}"
    kinds = (_cells, _cells, _counters, _counters, _roll, _deck, _deal, _deal, _open, _open, _clear)
    line = _joined(dice, kinds)
    if dice.random() < 0.4:
        line = dice.choice((f"{line} / {_next(dice)}", _next(dice), f"{_next(dice)} / {line}"))
    return f"!{line}"


def _joined(dice: Random, kinds: Sequence[Callable[[Random], str]]) -> str:
    count = dice.choice((1, 1, 1, 2, 3))
    return " / ".join(dice.choice(kinds)(dice) for _ in range(count))


def _cell(dice: Random) -> str:
    if dice.random() < 0.05:
        return dice.choice(("Z9", "A0", "T20", "A21"))
    return f"{dice.choice('ABC')}{dice.randint(1, 3)}"


def _cells(dice: Random) -> str:
    """Return a piece laid, moved, labelled or taken away, mostly one's own."""
    start, goal = _cell(dice), _cell(dice)
    label = dice.choice(LABELS)
    third = f"{start} {goal} {_cell(dice)}"
    subject = dice.choice(
        (start, f"{start} {goal}", f"{start}-{goal}", f"{start}={label}", f"{start}={label}", third)
    )
    return f"{dice.choice(('', '', '', 'ec ', 'dmo '))}{subject}"


def _counters(dice: Random) -> str:
    if dice.random() < 0.03:
        return " ".join(f"{text}{text}=1" for text in "abcdefghijklm")
    return " ".join(
        f"{dice.choice(('', 'ec ', 'dmo '))}{dice.choice(NAMES)}{_change(dice)}"
        for _ in range(dice.choice((1, 1, 2, 13)))
    )


def _change(dice: Random) -> str:
    if dice.random() < 0.05:
        return dice.choice(("", "=", " + 1", "=999999", "+999999", "=1000000", "-1" + "0" * 12))
    return f"{dice.choice(('=', '=', '+', '-', '=-', '=+'))}{dice.randint(0, 9)}"


def _roll(dice: Random) -> str:
    return f"roll {dice.choice(DICE[: dice.choice((4, 5, 99))])}{dice.choice(('', ' ec', ' dmo'))}"


def _roll_of_a_player(dice: Random) -> str:
    return f"roll {dice.choice(DICE[: dice.choice((4, 99))])}"


def _deck(dice: Random) -> str:
    return f"deck {dice.choice(DECKS[: dice.choice((4, 99))])}"


def _deal(dice: Random) -> str:
    count = dice.choice((1, 2, 3, 3, 8, 60, 61, 0))
    return f"deal {count}{dice.choice(('', ' ec', ' dmo'))}"


def _open(dice: Random) -> str:
    return f"open{dice.choice(('', ' ec', ' dmo'))}{_numbers(dice)}"


def _open_of_a_player(dice: Random) -> str:
    return f"open{_numbers(dice)}"


def _numbers(dice: Random) -> str:
    return "".join(f" {dice.randint(0, 6)}" for _ in range(dice.choice((0, 0, 1, 2))))


def _clear(dice: Random) -> str:
    return dice.choice(("clear", "clear", "clear all"))


def _words(dice: Random) -> str:
    return dice.choice(SAID)


def _next(dice: Random) -> str:
    seats = dice.choice(("", "", " ec", " dmo", " both", " both"))
    manner = dice.choice(("", "", *(f" {other_manner}" for other_manner in MANNERS)))
    seconds = dice.choice(("", "", "", " 20", " 90", " 0"))
    return f"next{seats}{manner}{seconds}"
