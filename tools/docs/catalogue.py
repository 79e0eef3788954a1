"""Updates the catalogues from the code: `make catalogue`.

New sentences come in without a translation, or as fuzzy with that of a similar old sentence; until
somebody translates it or removes the mark, it is said in English. Sentences without a translation
are printed.
"""

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final

import discord
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po
from discord import app_commands

import bot
import engine
import rendering
from bot.cogs.interactions import DESCRIPTIONS, TEXT
from bot.texts.language import (
    CATALOGUES,
    Language,
    _,
    mark_of,
    marked_paragraphs,
    pages_in,
    say,
    speaking,
)
from bot.texts.lessons.pages import pages_of
from engine.games import GAMES
from tests.helpers.rooms.dealers import unconnected

BOT: Final = Path(bot.__path__[0])
SPEAKING: Final = tuple(Path(package.__path__[0]) for package in (bot, engine, rendering))
"""The packages with sentences."""
KEYWORDS: Final[dict[str, Any]] = {
    "_": None,
    "Sentence": None,
    "Text": None,
    "Plural": (1, 2),
    "illegal": (2,),
    "untimely": (2,),
    "malformed": None,
    "option": (3,),
    "time_limit": (2,),
    "time_option": (2,),
    "WordInContext": ((1, "c"), 2),
}
NAMES: Final = re.compile(r"(\{\w+\} ?)+")
TITLES: Final = {game.title for game in GAMES.values()}
TRANSLATED: Final = tuple(language for language in Language if language is not Language.EN)
"""The languages that have a catalogue."""


def path_of(language: Language) -> Path:
    """Return the path of a language's catalogue."""
    return CATALOGUES / f"{language}.po"


def catalogue_of(language: Language) -> Catalog:
    """Return a language's catalogue as it is now."""
    with path_of(language).open("rb") as source:
        return read_po(source, locale=language.value)


async def said() -> Catalog:
    """Return all sentences of the Dealer, with their places."""
    catalog = Catalog()
    for package in SPEAKING:
        for name, _line, sentence, _comments, context in extract_from_dir(
            package, method_map=[("**.py", "python")], keywords=KEYWORDS
        ):
            catalog.add(sentence, locations=[(f"{package.name}/{name}", 0)], context=context)
    for sentence in sorted(await descriptions()):
        catalog.add(sentence, locations=[("bot/cogs", 0)])
    return catalog


def said_in_pages() -> set[str]:
    """Return the paragraphs of all pages of rules; a name for others needs no translation."""
    return {
        source
        for kind in GAMES.values()
        for page in pages_of(kind)
        for source in page.sources()
        if not NAMES.fullmatch(source)
    }


def missing_in_pages(language: Language) -> Iterator[str]:
    """Yield the English that the pages of rules in a language lack, and what is stale in them."""
    said = {mark_of(source): source for source in said_in_pages()}
    known = {
        mark: path.name
        for path in pages_in(language)
        for mark, _ in marked_paragraphs(path.read_text())
    }
    for mark in said.keys() - known.keys():
        yield f"missing: <!-- {mark} --> {said[mark]}"
    for mark in known.keys() - said.keys():
        yield f"stale in {known[mark]}: <!-- {mark} -->"


class Listener(app_commands.Translator):
    """Notes every description that is asked for, and translates none."""

    def __init__(self) -> None:
        self.heard = list[app_commands.locale_str]()

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,  # noqa: ARG002 - given by discord.py
        context: app_commands.TranslationContextTypes,
    ) -> None:
        """Note a text that Discord shows; nothing is translated."""
        if context.location in DESCRIPTIONS:
            self.heard.append(string)


async def described_by_commands() -> list[app_commands.locale_str]:
    """Return the descriptions of commands, their groups and their options."""
    client = unconnected()
    await client.setup_hook()
    listener = Listener()
    for command in client.tree.get_commands():
        await command.get_translated_payload(client.tree, listener)
    return listener.heard


async def descriptions() -> set[str]:
    """Return the descriptions that are no `Text`."""
    heard = await described_by_commands()
    return {text.message for text in heard if TEXT not in text.extras} - TITLES


async def said_by_commands(language: Language) -> set[str]:
    """Return all descriptions in a language."""
    with speaking(language):
        return {
            say(text.extras[TEXT]) if TEXT in text.extras else _(text.message)
            for text in await described_by_commands()
        }


def interpolated() -> Iterator[str]:
    """Yield the places of sentences inside f-strings, in which they are not found."""
    for path in chain.from_iterable(package.rglob("*.py") for package in SPEAKING):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.JoinedStr):
                inner = [
                    component for component in ast.walk(node) if isinstance(component, ast.Call)
                ]
                if any(getattr(call.func, "id", "") in KEYWORDS for call in inner):
                    yield f"{path}:{node.lineno}"


async def main() -> None:
    """Update every catalogue, and print its missing translations."""
    whole = await said()
    for language in TRANSLATED:
        catalogue = catalogue_of(language)
        catalogue.update(whole)
        for gone in catalogue.obsolete:
            print(f"{language}: no longer said: {gone}")
        catalogue.obsolete.clear()
        for message in catalogue:
            if not is_translated(message):
                print(f"{language}: {'stale' if message.fuzzy else 'missing'}: {message.id}")
        write(catalogue, path_of(language))
        for fault in sorted(missing_in_pages(language)):
            print(f"{language}: {fault}")


def is_translated(message: Message) -> bool:
    """Return whether a sentence has a complete translation."""
    strings = message.string if isinstance(message.string, tuple) else (message.string,)
    return all(strings) and not message.fuzzy


HEADER: Final = """\
# What the Dealer says, in another language; `make catalogue` brings this up to date with the code.
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plural_forms}\\n"

"""


def write(catalogue: Catalog, path: Path) -> None:
    """Write a catalogue without dates and line numbers, which change each time."""
    with path.open("wb") as target:
        header = HEADER.format(language=path.stem, plural_forms=catalogue.plural_forms)
        target.write(header.encode())
        write_po(
            target, catalogue, width=100, omit_header=True, sort_by_file=True, include_lineno=False
        )


if __name__ == "__main__":
    import asyncio

    asyncio.run(main())
