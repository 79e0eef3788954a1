"""Grammars in ABNF (RFC 5234 and 7405): whether they match a text, and random texts of theirs.

It reads what docs/record.md needs: no rule may be part of itself.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

CORE = r"""
ALPHA = %x41-5A / %x61-7A
DIGIT = %x30-39
HTAB  = %x09
SP    = %x20
WSP   = SP / HTAB
CR    = %x0D
LF    = %x0A
VCHAR = %x21-7E
"""
AS_IT_IS = 0.7
"""How often a text that may be typed in any case is in that of the grammar."""
MORE = 3
"""How many more than the least are made of what may be repeated without end."""

SIGN = re.compile(
    r"""\s*(?: (?P<rule>[A-Za-z][A-Za-z0-9-]*) | (?P<exact>%s)?"(?P<text>[^"]*)"
    | %x(?P<low>[0-9A-F]+)(?:-(?P<high>[0-9A-F]+))?
    | (?P<times>[0-9]*\*[0-9]*|[0-9]+) | (?P<sign>[][()/]) )\s*""",
    re.VERBOSE,
)
Own = Callable[[str], str]
"""Makes of a text of a rule what the rule's comment wants."""


@dataclass(frozen=True)
class Rule:
    name: str


@dataclass(frozen=True)
class Text:
    text: str
    exact: bool


@dataclass(frozen=True)
class Range:
    low: int
    high: int


@dataclass(frozen=True)
class Times:
    what: Any
    least: int
    most: int | None


@dataclass(frozen=True)
class Row:
    parts: tuple[Any, ...]


@dataclass(frozen=True)
class Either:
    ways: tuple[Any, ...]


class Grammar:
    """The rules of a grammar, some of them with `=/`."""

    def __init__(self, text: str) -> None:
        self.rules: dict[str, Either] = {}
        for name, more, body in definitions(CORE + text):
            assert bool(more) is (name in self.rules), name
            known = self.rules[name].ways if more else ()
            self.rules[name] = Either((*known, *_Reader(body).read().ways))

    def matches(self, rule: str, text: str) -> bool:
        return self._pattern(rule).fullmatch(text) is not None

    @cache  # noqa: B019 - a few grammars for a whole run
    def _pattern(self, rule: str) -> re.Pattern[str]:
        return re.compile(self.expression(Rule(rule)), re.ASCII)

    def expression(self, what: Any) -> str:
        """A regular expression for a part of the grammar."""
        match what:
            case Rule(name):
                return self.expression(self.rules[name])
            case Text(text, exact):
                return re.escape(text) if exact else f"(?i:{re.escape(text)})"
            case Range(low, high):
                return f"[\\U{low:08x}-\\U{high:08x}]"
            case Times(part, least, most):
                return f"(?:{self.expression(part)}){{{least},{'' if most is None else most}}}"
            case Row(parts):
                return "".join(map(self.expression, parts))
            case Either(ways):
                return f"(?:{'|'.join(map(self.expression, ways))})"

    def text(self, what: Any, dice: Random, own: Mapping[str, Own]) -> str:
        """A text of a part of the grammar; what the comments of some rules add is in `own`."""
        match what:
            case Rule(name):
                made = self.text(self.rules[name], dice, own)
                return own[name](made) if name in own else made
            case Text(text, exact):
                return text if exact or dice.random() < AS_IT_IS else text.swapcase()
            case Range(low, high):
                return chr(dice.randint(low, high))
            case Times(part, least, most):
                times = dice.randint(least, least + MORE if most is None else most)
                return "".join(self.text(part, dice, own) for _ in range(times))
            case Row(parts):
                return "".join(self.text(part, dice, own) for part in parts)
            case Either(ways):
                return self.text(dice.choice(ways), dice, own)
        raise AssertionError(what)


def definitions(text: str) -> Iterator[tuple[str, str, str]]:
    """Each definition's name, the slash of `=/`, and its body without comments."""
    bare = re.sub(r"\s*;.*", "", text)
    joined = re.sub(r"\n[ \t]+", " ", bare)
    for line in filter(str.strip, joined.splitlines()):
        found = re.fullmatch(r"([A-Za-z][A-Za-z0-9-]*)\s*=(/?)\s*(.*)", line)
        assert found, line
        yield found[1], found[2], found[3]


class _Reader:
    """Reads the body of a definition."""

    def __init__(self, body: str) -> None:
        self.signs = list(SIGN.finditer(body))
        assert "".join(sign[0] for sign in self.signs) == body, body

    def read(self) -> Either:
        whole = self._either()
        assert not self.signs, self.signs
        return whole

    def _either(self) -> Either:
        ways = [self._row()]
        while self._next("sign") == "/":
            self.signs.pop(0)
            ways.append(self._row())
        return Either(tuple(ways))

    def _row(self) -> Row:
        parts: list[Any] = []
        while self.signs and self._next("sign") not in {"/", ")", "]"}:
            parts.append(self._part())
        assert parts
        return Row(tuple(parts))

    def _part(self) -> Any:
        sign = self.signs.pop(0)
        if sign["times"]:
            least, star, most = sign["times"].partition("*")
            last = (int(most) if most else None) if star else int(least)
            return Times(self._part(), int(least or 0), last)
        if sign["sign"]:
            inner = self._either()
            closing = self.signs.pop(0)["sign"]
            assert sign["sign"] + closing in {"()", "[]"}
            return inner if closing == ")" else Times(inner, 0, 1)
        if sign["low"]:
            return Range(int(sign["low"], 16), int(sign["high"] or sign["low"], 16))
        return Rule(sign["rule"]) if sign["rule"] else Text(sign["text"], bool(sign["exact"]))

    def _next(self, kind: str) -> str | None:
        return self.signs[0][kind] if self.signs else None
