"""The options of a match: typed values, declared as fields of a game."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Final, Generic, TypeVar

from engine.clocks import DECIMAL, Seconds, read_seconds, write_seconds
from engine.seats import Seat
from engine.words.sentences import Sentence, as_sentence

T = TypeVar("T")

MAX_REPEATED: Final = 60
MAX_GRACE: Final = Seconds(2)
_WHOLE: Final = re.compile(r"[0-9]{1,6}", re.ASCII)
_SOME: Final = re.compile(r"(?=0*[1-9])[0-9]{1,6}", re.ASCII)
_DIGEST: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
_INTEGER: Final = re.compile(r"-?[0-9]{1,1000}", re.ASCII)
GRAMMAR: Final = """
seconds    = 1*12DIGIT [ "." 1*12DIGIT ]
positive   = seconds                            ; more than zero
grace      = seconds                            ; at most 2
whole      = 1*6DIGIT
some       = whole                              ; more than zero
integer    = [ "-" ] 1*1000DIGIT
digest     = 64( DIGIT / %x61-66 )
"""


class OptionError(ValueError):
    """A value that cannot be accepted for an option."""

    def __init__(self, name: str, problem: Sentence) -> None:
        self.name = name
        self.problem = problem
        super().__init__(f"{name}: {problem}")


@dataclass(frozen=True)
class OptionKind(Generic[T]):
    """A type of option and its notation in a record's header.

    Attributes:
        expected: The look of a value.
        rule: The name of its rule in the grammar; empty if `choices` are all there is.
        read: From notation to value; raises ValueError.
        write: From value to notation.
        choices: All notations, if they can be listed.
        number: The least value, if the option is a number.
        maximum: The greatest value, if there is one.
        in_file: True if it is so long that a host attaches it as a text file.
        by_host: True if a host gives it, False if the Dealer works it out.
        is_hidden: True if nobody is told it before the match is over.
    """

    expected: Sentence
    read: Callable[[str], T]
    write: Callable[[T], str]
    rule: str = ""
    choices: tuple[str, ...] = ()
    number: int | float | None = None
    maximum: float | None = None
    in_file: bool = False
    by_host: bool = True
    is_hidden: bool = False


@dataclass(frozen=True)
class OptionFile:
    """A text file that a host may attach, which is read as several options by their names.

    Attributes:
        draw: From a seed, and a size if one is wanted, to such a file.
        sizes: The sizes that it may have.
    """

    description: Sentence
    read: Callable[[str], Mapping[str, str]]
    draw: Callable[[int, int | None], str]
    sizes: range


class Unheld(StrEnum):
    """The seats whose moves are final at once, in a game that holds moves."""

    EC = "ec"
    DMO = "dmo"
    BOTH = "both"


class RowOne(StrEnum):
    """The place of row 1 in the picture."""

    BOTTOM = "bottom"
    TOP = "top"


def shortened(text: str, limit: int = MAX_REPEATED) -> str:
    """Return the part of a text worth repeating in a refusal."""
    return text if len(text) <= limit else f"{text[:limit]}..."


def _reader(
    shape: re.Pattern[str], make: Callable[[str], T], accepts: Callable[[T], bool] = lambda _: True
) -> Callable[[str], T]:
    def read(text: str) -> T:
        if shape.fullmatch(text) is None or not accepts(value := make(text)):
            raise ValueError(text)
        return value

    return read


SECONDS: Final = OptionKind(
    Sentence("seconds, zero or more"), read_seconds, write_seconds, "seconds", number=0.0
)
# As small as a millisecond, the finest step of Discord's clock.
POSITIVE_SECONDS: Final = OptionKind(
    Sentence("seconds, more than zero"),
    _reader(DECIMAL, Seconds, bool),
    write_seconds,
    "positive",
    number=0.001,
)
GRACE: Final = OptionKind(
    Sentence("0 to 2 seconds"),
    _reader(DECIMAL, Seconds, MAX_GRACE.__ge__),
    write_seconds,
    "grace",
    number=0.0,
    maximum=float(MAX_GRACE),
)
WHOLE: Final = OptionKind(
    Sentence("a whole number, zero or more"), _reader(_WHOLE, int), str, "whole", number=0
)
SOME: Final = OptionKind(
    Sentence("a whole number, one or more"), _reader(_SOME, int), str, "some", number=1
)


def whole(least: int, most: int) -> OptionKind[int]:
    """Return the kind of whole numbers from a least to a most, a row of nines if it is above 9."""
    digits = len(str(most))
    rule = f"1*{digits}DIGIT" if least == 0 else f"( %x31-39 *{digits - 1}DIGIT )"
    return OptionKind(
        Sentence("a whole number from {least} to {most}", least=least, most=most),
        _reader(_WHOLE, int, range(least, most + 1).__contains__),
        str,
        f"%x{ord('0') + least:x}-{ord('0') + most:x}" if digits == 1 else rule,
        number=least,
        maximum=most,
    )


INTEGER: Final = OptionKind(
    Sentence("a whole number"), _reader(_INTEGER, int), str, "integer", number=-(2**53) + 1
)
COMMITMENT: Final = OptionKind[str | None](
    Sentence("64 lower-case hexadecimal digits"),
    _reader(_DIGEST, str),
    str,
    "digest",
    by_host=False,
)
SWITCH: Final = OptionKind[bool](
    Sentence("on or off"),
    lambda text: bool(("off", "on").index(text)),
    lambda is_on: "on" if is_on else "off",
    choices=("on", "off"),
)
SEAT: Final = OptionKind[Seat](Sentence("ec or dmo"), Seat, str, choices=tuple(Seat))
FIXED_SEAT: Final = OptionKind[Seat | None](Sentence("ec or dmo"), Seat, str, choices=tuple(Seat))
UNHELD: Final = OptionKind[Unheld | None](
    Sentence("ec, dmo or both"), Unheld, str, choices=tuple(Unheld), by_host=False
)
ROW_ONE: Final = OptionKind(Sentence("bottom or top"), RowOne, str, choices=tuple(RowOne))


def option(kind: OptionKind[T], default: T, description: Sentence | str = "") -> Any:
    """Declare a field of a game as an option that a host may set.

    The Dealer itself describes those that many games have.
    """
    metadata = {"kind": kind, "description": description and as_sentence(description)}
    return field(default=default, metadata=metadata)


def time_option(
    default: Seconds, what: str, kind: OptionKind[Seconds] = SECONDS, **more: Sentence
) -> Any:
    """Declare a field of a game as an option in seconds; what they are for follows the number."""
    words, usual = Sentence(what), write_seconds(default)
    description = Sentence("Seconds {what}, or 5m, 24h, 3d ({usual})", what=words, usual=usual)
    return field(default=default, metadata={"kind": kind, "description": description, **more})


def time_limit(default: Seconds, purpose: str) -> Any:
    """Declare a field of a game as a limit of time, told with the rules of a match."""
    return time_option(default, purpose, purpose=Sentence(purpose))


def descriptions(game: type[Any]) -> dict[str, Sentence]:
    """Return the descriptions of a game's own options and files by name."""
    files = {name: file.description for name, file in game.files.items()}
    return files | _declared(game, "description")


def limits(game: type[Any]) -> dict[str, Sentence]:
    """Return the purposes of a game's limits of time by name, a turn's first."""
    return _declared(game, "purpose")


def _declared(game: type[Any], key: str) -> dict[str, Sentence]:
    return {
        declared.name: sentence
        for declared in fields(game)
        if (sentence := declared.metadata.get(key))
    }


def option_kinds(game: type[Any]) -> dict[str, OptionKind[Any]]:
    """Return a game's options by name, in the order they are declared."""
    return {
        declared.name: declared.metadata["kind"]
        for declared in fields(game)
        if "kind" in declared.metadata
    }


def times_of(game: type[Any]) -> frozenset[str]:
    """Return the names of a game's options that are times."""
    kinds = option_kinds(game).items()
    return frozenset(name for name, kind in kinds if isinstance(kind.number, float))


def read_options(game: type[Any], values: Mapping[str, str]) -> dict[str, Any]:
    """Read options from their notation.

    Raises:
        OptionError: The game has no such option, or the value is not of its kind.
    """
    kinds = option_kinds(game)
    return {name: _read_option(kinds, name, value) for name, value in values.items()}


def _read_option(kinds: Mapping[str, OptionKind[Any]], name: str, value: str) -> Any:
    if name not in kinds:
        raise OptionError(shortened(name), Sentence("this game has no such option"))
    try:
        return kinds[name].read(value)
    except OptionError:
        raise
    except ValueError:
        problem = Sentence(
            "expected {wanted}, got {given}",
            wanted=kinds[name].expected,
            given=repr(shortened(value)),
        )
        raise OptionError(name, problem) from None


def write_options(game: Any) -> dict[str, str]:
    """Return all options' notation; defaults too, so that a new default changes no old match."""
    values = {name: (kind, getattr(game, name)) for name, kind in option_kinds(type(game)).items()}
    return {name: kind.write(value) for name, (kind, value) in values.items() if value is not None}


def chosen_options(game: Any) -> dict[str, str]:
    """Return the notation of the options that are not as usual, but for the seed.

    Values that a game has drawn from its seed are left out, as are those that the Dealer works out.
    So are hidden ones, since this is shown, and kept for other matches.
    """
    usual, kinds = write_options(type(game)(seed=game.seed)), option_kinds(type(game))
    texts = {name for name, kind in kinds.items() if kind.by_host and not kind.is_hidden}
    written = {name: text for name, text in write_options(game).items() if name in texts}
    return {name: text for name, text in written.items() if usual.get(name) != text}
