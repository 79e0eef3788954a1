"""Random texts of a grammar in ABNF, which the package `abnf` reads and matches.

No rule may be part of itself.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from abnf import ParseError
from abnf import Rule as AnyRule
from abnf.parser import Alternation, Concatenation, Literal, Option, Repetition

AS_IT_IS = 0.7
"""Frequency of the grammar's own case in a text that may be typed in any case."""
MORE = 3
"""Largest number of repetitions above the least, where they are unlimited."""

Own = Callable[[str], str]
"""Makes of a text of a rule what the rule's comment wants."""


class Grammar:
    """A grammar; its rules are a class of their own."""

    def __init__(self, text: str) -> None:
        self.rules = type("Rule", (AnyRule,), {})
        self.rules.load_grammar("\n".join(filter(str.strip, text.splitlines())))

    def matches(self, rule: str, text: str) -> bool:
        try:
            self.rules(rule).parse_all(text)
        except ParseError:
            return False
        return True

    def ways(self, rule: str) -> list[Any]:
        """Return the alternatives of a rule."""
        definition = self.rules(rule).definition
        return definition.parsers if isinstance(definition, Alternation) else [definition]

    def text(  # noqa: PLR0911 - one return for each kind of part
        self, part: Any, dice: Random, own: Mapping[str, Own]
    ) -> str:
        match part:
            case AnyRule():
                made = self.text(part.definition, dice, own)
                return own[part.name](made) if part.name in own else made
            case Literal(value=(str(low), str(high))):
                return chr(dice.randint(ord(low), ord(high)))
            case Literal(value=text, case_sensitive=exact):
                return text if exact or dice.random() < AS_IT_IS else text.swapcase()
            case Repetition(repeat=repeat, element=element):
                limit = repeat.min + MORE if repeat.max is None else repeat.max
                times = dice.randint(repeat.min, limit)
                return "".join(self.text(element, dice, own) for _ in range(times))
            case Option(alternation=element):
                return self.text(element, dice, own) if dice.random() < 0.5 else ""
            case Concatenation(parsers=parts):
                return "".join(self.text(other_part, dice, own) for other_part in parts)
            case Alternation(parsers=ways):
                return self.text(dice.choice(ways), dice, own)
        raise AssertionError(part)
