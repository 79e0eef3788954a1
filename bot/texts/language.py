"""The Dealer's languages: the code is in English, catalogues translate it.

A sentence stands in the code once, in English, as `_("...")`, or as a `Text` where it is written
before its reader is known. `catalogues/de.po` holds the same sentences in German; one that it lacks
stays in English. `make catalogue` brings it up to date, and lists what it lacks.
A page of rules has its German beside it: `GAME.de.md`, of `GAME.md`.
The language belongs to the running task: set it before composing a text for a reader.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from functools import cache
from gettext import GNUTranslations, NullTranslations
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Final

import polib

import engine.games
from engine.words.sentences import Fact, Sentence, Wording, Words


class Language(StrEnum):
    """A language that the Dealer speaks, by its code."""

    EN = "en"
    DE = "de"


NAMES: Final = {Language.EN: "English", Language.DE: "Deutsch"}
"""Each language's own name."""

CATALOGUES: Final = Path(__file__).with_name("catalogues")
PAGES: Final = (Path(__file__).with_name("lessons"), Path(engine.games.__path__[0]))
"""The folders with pages of rules."""
MARKED: Final = re.compile(r"<!-- (\w{8}) -->\n(?:## )?((?:.+\n)+)")
# Lines are as long as a page has them; only quotations and a block of code have lines of their own.
WRAPPED: Final = re.compile(r"(?<!```)\n(?!```|> )")

_SPOKEN: Final[ContextVar[Language]] = ContextVar("language", default=Language.EN)


def language_of(locale: str | None) -> Language:
    """Return the language for one of Discord's locales; English if it is not supported.

    >>> language_of("de"), language_of("en-GB"), language_of("fr"), language_of(None)
    (<Language.DE: 'de'>, <Language.EN: 'en'>, <Language.EN: 'en'>, <Language.EN: 'en'>)
    """
    code = (locale or "").partition("-")[0]
    return Language(code) if code in NAMES else Language.EN


def spoken() -> Language:
    """Return the language of the running task."""
    return _SPOKEN.get()


def speak(language: str) -> None:
    """Speak a language, given by its code, for the rest of the running task."""
    _SPOKEN.set(Language(language))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language, given by its code, for a while."""
    token = _SPOKEN.set(Language(language))
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def _(source: str, /, **values: Fact) -> str:
    """Return a sentence in the language spoken, with its values filled in.

    Args:
        source: The English sentence, with a name in braces for each value.
        values: Values by name; sentences among them are said in the same language.
    """
    return say(Sentence(source, **values))


class Text(Sentence):
    """A sentence to be said later, in the language spoken then: `TEXT(name="Ada")`."""

    __slots__ = ()

    def __call__(self, **values: Fact) -> str:
        """Say the sentence in the language spoken."""
        return say(self.about(**values))


def say(words: Words) -> str:
    """Say words in the language spoken."""
    return words.said(_catalogue(_SPOKEN.get())) if isinstance(words, Wording) else words


@cache
def _catalogue(language: Language) -> NullTranslations:
    if language is Language.EN:
        return NullTranslations()
    catalogue = read_catalogue(CATALOGUES / f"{language}.po")
    catalogue.add_fallback(PageParagraphs(language))
    return catalogue


class PageParagraphs(NullTranslations):
    """The paragraphs of the pages of rules in a language, each by the mark of its English."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        self.by_mark = {
            mark: words
            for path in pages_in(language)
            for mark, words in marked_paragraphs(path.read_text())
        }

    def gettext(self, message: str) -> str:
        """Return a paragraph in the language; in English if it is missing or stale."""
        return self.by_mark.get(mark_of(message), message)


def pages_in(language: Language) -> Iterator[Path]:
    """Yield the pages of rules in a language other than English."""
    for root in PAGES:
        yield from sorted(root.rglob(f"*.{language}.md"))


def marked_paragraphs(page: str) -> Iterator[tuple[str, str]]:
    """Yield the paragraphs of a page in another language, and the marks of their English."""
    for mark, block in MARKED.findall(page):
        yield mark, unwrapped(block.strip())


def mark_of(english: str) -> str:
    """Return the mark that a translation has of its English; another English has another one."""
    return sha256(english.encode()).hexdigest()[:8]


def unwrapped(block: str) -> str:
    """Return a paragraph of a page without the breaks between its lines."""
    return WRAPPED.sub(" ", block)


def read_catalogue(path: Path) -> GNUTranslations:
    """Read a catalogue, in 45 ms; missing and fuzzy entries stay in English."""
    return GNUTranslations(BytesIO(polib.pofile(str(path), encoding="utf-8").to_binary()))
