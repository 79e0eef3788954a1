"""In which language the Dealer speaks: the code says all in English, catalogues translate it.

A sentence stands in the code once, in English, as `_("...")`, or as a `Text` where it is written
down before it is known who will read it. `catalogues/de.po` holds the same sentences in German; one
that it lacks is said in English. `make catalogue` brings it up to date, and lists what it lacks.
The language is that of the running task: whoever carries what is said to a reader sets it first.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

import polib


class Language(StrEnum):
    """A language that the Dealer speaks, by its code."""

    EN = "en"
    DE = "de"


NAMES: Final = {Language.EN: "English", Language.DE: "Deutsch"}
"""What each language is called by those who speak it."""

CATALOGUES: Final = Path(__file__).with_name("catalogues")

_SPOKEN: Final[ContextVar[Language]] = ContextVar("language", default=Language.EN)


def language_of(locale: str | None) -> Language:
    """The language for one of Discord's locales; English for those that the Dealer does not speak.

    >>> language_of("de"), language_of("en-GB"), language_of("fr"), language_of(None)
    (<Language.DE: 'de'>, <Language.EN: 'en'>, <Language.EN: 'en'>, <Language.EN: 'en'>)
    """
    code = (locale or "").partition("-")[0]
    return Language(code) if code in set(Language) else Language.EN


def spoken() -> Language:
    """What is spoken at present in the running task."""
    return _SPOKEN.get()


def speak(language: Language) -> None:
    """Speak a language for the rest of the running task."""
    _SPOKEN.set(language)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Speak a language for a while."""
    token = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def _(source: str, /, **values: object) -> str:
    """A sentence in the language spoken, with what is put into it.

    Args:
        source: The English sentence, with a name in braces for each thing that is put in.
        values: What is put in, by these names; a `Text` among them is said in the same language.
    """
    return _filled(_catalogue(_SPOKEN.get()).gettext(source), values)


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """A sentence about so many of something.

    Args:
        one: The English sentence about one of them.
        many: The English sentence about any other number of them.
        count: How many there are.
        values: What is put in, by name.
    """
    return _filled(_catalogue(_SPOKEN.get()).ngettext(one, many, count), values)


def pgettext(context: str, source: str, /, **values: object) -> str:
    """A word that other languages have several words for; `context` tells which is meant."""
    return _filled(_catalogue(_SPOKEN.get()).pgettext(context, source), values)


class Text:
    """A sentence to be said later, in the language spoken then: `TEXT(name="Ada")`."""

    __slots__ = ("_known", "source")

    def __init__(self, source: str, /, **known: object) -> None:
        """Write a sentence down.

        Args:
            source: The English sentence, with a name in braces for each thing that is put in.
            known: What is put in and is known already, by name.
        """
        self.source = source
        self._known = known

    def __call__(self, **values: object) -> str:
        """The sentence in the language spoken, with what is put into it."""
        return _(self.source, **self._known, **values)


class Plural(Text):
    """A sentence that depends on a number, to be said later: `PLURAL(count=2, cells="E5, E6")`."""

    __slots__ = ("many",)

    def __init__(self, one: str, many: str, /, **known: object) -> None:
        """Write a sentence down as it is about one of something, and about more."""
        super().__init__(one, **known)
        self.many = many

    def __call__(self, **values: object) -> str:
        """The sentence about so many of something; the number is put in as `count`."""
        known = {**self._known, **values}
        return ngettext(self.source, self.many, int(str(known["count"])), **known)


def _filled(sentence: str, values: Mapping[str, object]) -> str:
    said = {name: each() if isinstance(each, Text) else each for name, each in values.items()}
    return sentence.format(**said)


@cache
def _catalogue(language: Language) -> NullTranslations:
    if language is Language.EN:
        return NullTranslations()
    return read_catalogue(CATALOGUES / f"{language}.po")


def read_catalogue(path: Path) -> GNUTranslations:
    """Read a catalogue in 45 ms; what it lacks or marks as fuzzy stays as it is in English."""
    return GNUTranslations(BytesIO(polib.pofile(str(path), encoding="utf-8").to_binary()))
