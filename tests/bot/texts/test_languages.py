"""Tests that translations have the same arguments, and that every text is in the catalogues."""

import ast
import importlib
import re
import string
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import AsyncMock

import discord
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

import bot.texts
from bot.texts import answers, clocks, language
from bot.texts.language import (
    NAMES,
    Language,
    Text,
    _,
    language_of,
    mark_of,
    read_catalogue,
    say,
    speaking,
    spoken,
)
from bot.texts.lessons.pages import pages_of
from engine.games import GAMES
from engine.games.fire_and_ice.rules import FireAndIce
from engine.options import descriptions
from engine.refusals import OFF_BOARD
from engine.seats import SEATS
from engine.texts import texts_of
from engine.words.sentences import Plural, WordInContext
from tests.bot.posts.transcripts.playing import transcript_of
from tests.bot.posts.transcripts.scripts import RECORDS, name_of, read_script
from tests.bot.posts.transcripts.test_transcripts import Untranslated
from tools.docs import catalogue
from tools.docs.catalogue import (
    BOT,
    KEYWORDS,
    SPEAKING,
    TRANSLATED,
    catalogue_of,
    interpolated,
    is_translated,
    missing_in_pages,
    said_by_commands,
)

TEXTS = Path(bot.texts.__file__).parent
LAYOUT = r"\b(EC|DMO) [12](, )?: [EWFA.]+( / [EWFA.]+)*"
"""A set of pieces as it is typed."""
LABEL = r"\b[A-Z]{3,}\b"
"""A word on a picture, which is the same in every language."""
FEATURES = BOT / "features"
WORDS = re.compile(r"[^\W\d_]{2,}")
QUIET = {
    *("Cc", "Cf", "Cs", "Co", "Zl", "Zp", "min", "undo ruling"),
    *("FORBIDDEN", "NO_HISTORY", "REFUSED", "GONE", "REMOVED", "TIMED_OUT", "UNREADABLE"),
    "The record",
}
"""Strings that nobody reads, or that are the same in every language."""


# Catalogues


def sentences(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def translations(message: Message) -> tuple[str, ...]:
    value = message.string or ""
    return (value,) if isinstance(value, str) else tuple(value)


def arguments(sentence: str) -> set[str]:
    """Return a sentence's fields; one without a name would be ''."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def translated(there: Language) -> Iterator[Message]:
    """Yield the sentences that are said in another language; the others are said in English."""
    return filter(is_translated, catalogue_of(there))


@pytest.mark.parametrize("spoken_there", TRANSLATED)
def test_a_translation_has_the_arguments_that_the_sentence_has_in_english(spoken_there: Language):
    for message in translated(spoken_there):
        ours, theirs = sentences(message), translations(message)
        if ours == ("",):
            continue
        assert arguments(theirs[-1]) == arguments(ours[-1]), message.id
        # One of something may be said without the number.
        for text in theirs:
            assert arguments(text) <= set().union(*map(arguments, ours)), message.id


@pytest.mark.parametrize("spoken_there", TRANSLATED)
def test_what_is_typed_stays_english(spoken_there: Language):
    for message in translated(spoken_there):
        typed = set(re.findall(r"`[^`]*`", sentences(message)[-1]))
        assert typed <= set(re.findall(r"`[^`]*`", translations(message)[-1])), message.id


CATALOGUE = """
msgid ""
msgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Ready"
msgstr "Bereit"

msgid "{n} day"
msgid_plural "{n} days"
msgstr[0] "ein Tag"
msgstr[1] "{n} Tage"

msgid "New"
msgstr ""

#, fuzzy
msgid "Changed"
msgstr "Wie früher"
"""


def test_a_missing_or_stale_sentence_is_said_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "de.po"
    path.write_text(CATALOGUE, "utf-8")
    monkeypatch.setattr(language, "_catalogue", lambda _: read_catalogue(path))
    assert [_(item) for item in ("Ready", "New", "Changed", "Never heard of")] == [
        *("Bereit", "New", "Changed", "Never heard of")
    ]
    days = [Plural("{n} day", "{n} days", n, n=n) for n in (1, 2)]
    assert [*map(say, days)] == ["ein Tag", "2 Tage"]
    weeks = [Plural("{n} week", "{n} weeks", n, n=n) for n in (1, 2)]
    assert [*map(say, weeks)] == ["1 week", "2 weeks"]
    assert say(WordInContext("button", "New")) == "New"


async def test_make_catalogue_lists_what_is_missing_stale_or_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "de.po"
    path.write_text(CATALOGUE, "utf-8")
    monkeypatch.setattr(catalogue, "path_of", lambda _: path)
    code = Catalog()
    for sentence in ("Ready", "New", "Changed again"):
        code.add(sentence)
    monkeypatch.setattr(catalogue, "said", AsyncMock(return_value=code))
    await catalogue.main()
    assert set(capsys.readouterr().out.splitlines()) == {
        "de: no longer said: {n} day",
        "de: missing: New",
        "de: stale: Changed again",
    }
    with path.open("rb") as source:
        assert [message.id for message in read_po(source) if is_translated(message)] == [
            "",
            "Ready",
        ]


def texts_by_name() -> dict[str, Text]:
    """Return the texts that modules have as constants, by module and name."""
    modules = (
        importlib.import_module(".".join(path.relative_to(BOT.parent).with_suffix("").parts))
        for path in (*TEXTS.rglob("*.py"), *FEATURES.rglob("texts.py"))
    )
    return {
        f"{module.__name__.removesuffix('.__init__')}.{name}": var
        for module in modules
        for name, var in vars(module).items()
        if isinstance(var, Text)
    }


def imported(tree: ast.AST, module: str) -> dict[str, str]:
    """Return a module's imports, by their names in it."""
    results = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                results[name.asname or name.name] = f"{node.module}.{name.name}"
    own = {name.rpartition(".")[2]: name for name in TEXTS_BY_NAME if name.startswith(f"{module}.")}
    return own | results


TEXTS_BY_NAME = texts_by_name()


def said_with(path: Path) -> Iterator[tuple[str, set[str], set[str]]]:
    """Yield each call that says a sentence: where, what the sentence takes, and what is put in."""
    tree = ast.parse(path.read_text())
    module = ".".join(path.relative_to(BOT.parent).with_suffix("").parts).removesuffix(".__init__")
    known = imported(tree, module)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or any(keyword.arg is None for keyword in node.keywords):
            continue
        lines, called = {str(keyword.arg) for keyword in node.keywords}, ast.unparse(node.func)
        place = f"{path.relative_to(BOT.parent)}:{node.lineno}"
        if called in KEYWORDS:
            literals = [
                argument.value for argument in node.args if isinstance(argument, ast.Constant)
            ]
            taken = set().union(*(arguments(str(literal)) for literal in literals))
            # Facts can be added to a sentence that is not said at once.
            is_said = called == "_" or (called != "Text" and path.is_relative_to(BOT))
            added = set() if is_said else taken
            if literals:
                yield place, taken, lines | added
            continue
        first, _dot, rest = called.partition(".")
        text = TEXTS_BY_NAME.get(".".join(filter(None, (known.get(first, first), rest))))
        if text is not None:
            yield place, arguments(text.source) - {*text.facts}, lines


def test_every_sentence_is_said_with_what_it_takes():
    paths = [path for package in SPEAKING for path in package.rglob("*.py")]
    calls = [sentence for path in paths for sentence in said_with(path)]
    assert len(calls) > 1000
    assert [call for call in calls if call[1] != call[2]] == []


def test_no_sentence_is_said_where_it_would_not_be_found():
    assert list(interpolated()) == []


def written(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the strings of a module that are no sentence of the catalogue and no docstring."""
    tree = ast.parse(path.read_text())
    known = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        called = getattr(node, "func", None)
        name = getattr(called, "id", getattr(called, "attr", ""))
        if isinstance(node, ast.Call) and name in {*KEYWORDS, "cast", "compile"}:
            known |= {id(argument) for argument in node.args}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in known:
            yield node.lineno, node.value


def test_no_sentence_is_written_past_the_catalogue():
    past = [
        f"{path.relative_to(BOT)}:{line}: {text}"
        for path in (*TEXTS.rglob("*.py"), *FEATURES.rglob("texts.py"))
        for line, text in written(path)
        if path.name != "language.py"
        and text not in QUIET
        and WORDS.search(re.sub(r"`[^`]*`", "", text))
        and (" " in text.strip() or text[:1].isupper())
    ]
    assert past == []


# Pages of rules


def test_a_paragraph_of_a_page_is_said_in_german_by_the_mark_of_its_english():
    with speaking(Language.DE):
        assert [_(page.title) for page in pages_of(FireAndIce)][:2] == ["Das Ziel", "Ein Zug"]


def test_a_paragraph_whose_english_has_changed_is_said_in_english_and_listed(
    monkeypatch: pytest.MonkeyPatch,
):
    changed = "The aim of late"
    monkeypatch.setattr(catalogue, "said_in_pages", lambda: {changed})
    listed = [*missing_in_pages(Language.DE)]
    assert f"missing: <!-- {mark_of(changed)} --> {changed}" in listed
    assert f"stale in fire-and-ice.de.md: <!-- {mark_of('Taking a move back')} -->" in listed
    with speaking(Language.DE):
        assert _(changed) == changed


# Speaking


def test_a_sentence_is_said_in_the_language_spoken():
    later = Text("The match is over.")
    with speaking(Language.DE):
        assert (_("The match is over."), later()) == ("Die Partie ist vorbei.",) * 2
        with speaking(Language.EN):
            assert later() == "The match is over."
        assert spoken() is Language.DE
    assert later() == "The match is over."


def test_a_text_that_is_put_into_another_is_said_in_the_same_language():
    outer = Text("{count} more", count=Text("nobody"))
    with speaking(Language.DE):
        assert outer() == _("{count} more", count=_("nobody"))
        assert _("nobody") in outer()


def test_numbers_choose_the_form():
    of_cells = Plural("{cells} is already covered.", "{cells} are already covered.")
    assert say(of_cells.about(count=1, cells="E5")) == "E5 is already covered."
    assert say(of_cells.about(count=2, cells="E5 and E6")) == "E5 and E6 are already covered."
    assert say(Plural("{n} a", "{n} b", 1, n=1)) == "1 a"
    assert say(WordInContext("button", "Pass {n}", n=2)) == "Pass 2"


@pytest.mark.parametrize("locale", list(discord.Locale))
def test_every_locale_of_discord_has_a_language(locale: discord.Locale):
    expected = Language.DE if locale is discord.Locale.german else Language.EN
    assert language_of(locale.value) is expected


def test_every_language_has_a_name_of_its_own():
    assert set(NAMES) == set(Language)


# Nothing is said past the catalogue: every word is marked by a language that only marks


class Marks(Untranslated):
    """A language in which every sentence is itself, in marks."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "_catalogue", lambda _: Marks())


def unmarked(words: str) -> list[str]:
    while (inner := re.sub(r"⟦[^⟦⟧]*⟧", "", words)) != words:
        words = inner
    asides = (r"`[^`]*`", r"<[^>]*>", r"https?://\S+", LAYOUT, r"\b(Ada|Bob|EC|DMO)\b", LABEL)
    for aside in asides:
        words = re.sub(aside, "", words)
    for title in (game.title for game in GAMES.values()):
        words = words.replace(title, "")
    return [text for text in WORDS.findall(words) if text != "min"]


OWN_WORDS = re.compile(
    r"^(?! {4}).*|(?<=\]) (\S+|say:.+)$|^ {4}\([^)]*\)( as before)?", re.MULTILINE
)
"""A transcript's words beside posts' texts: destinations, ids of buttons, files."""


@pytest.mark.usefixtures("marked", "encodes_no_picture")
@pytest.mark.parametrize("record", RECORDS, ids=name_of)
def test_every_word_of_a_match_is_from_the_catalogue(record: Path):
    script = record.read_text()
    text = OWN_WORDS.sub("", transcript_of(read_script(script), Language.EN))
    words = unmarked(re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    assert {*words} - {*WORDS.findall(script)} <= {"Dealer", "Eve", "Fan", "Host"}


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize("name", GAMES)
def test_every_word_of_rules_options_and_clocks_is_from_the_catalogue(name: str):
    kind, texts = GAMES[name], texts_of(GAMES[name])
    lines = [say(texts.rules()), say(texts.rules_of(kind())), clocks.of_game(kind())]
    lines += map(say, descriptions(kind).values())
    lines += map(say, texts.words.values())
    lines += [say(texts.role(kind(), seat)) for seat in SEATS]
    lines.append(answers.refusal(OFF_BOARD(last="I9")))
    for text in lines:
        assert unmarked(text) == [], text


# Commands


@pytest.mark.parametrize("spoken_there", list(Language))
async def test_every_description_is_within_discords_limits(spoken_there: Language):
    described = await said_by_commands(spoken_there)
    assert len(described) > 100
    for text in described:
        assert 1 <= len(text) <= 100, text
        # What the library says where there is no description.
        assert text != "…"
