"""Both referees agree on random records of all games, whatever stands around what is typed."""

import random
import re
from collections import Counter

import pytest

from tests.plain import (
    compass_collisions,
    deep_sea_voyage,
    demeters_anguish,
    fire_and_ice,
    flower_fields,
    random_compass_collisions,
    random_deep_sea_voyage,
    random_demeters_anguish,
    random_flower_fields,
    random_records,
)
from tests.plain.agreement import account_of, disagreement, real_judgement

GAMES = {
    "fire-and-ice": (fire_and_ice.referee, random_records.random_record),
    "compass-collisions": (
        compass_collisions.referee,
        random_compass_collisions.random_record,
    ),
    "demeters-anguish": (demeters_anguish.referee, random_demeters_anguish.random_record),
    "deep-sea-voyage": (deep_sea_voyage.referee, random_deep_sea_voyage.random_record),
    "doubting-flower-field": (
        flower_fields.doubting_referee,
        random_flower_fields.random_doubting_record,
    ),
    "flower-field": (flower_fields.plain_referee, random_flower_fields.random_plain_record),
}
RECORDS = 25

PLAYERS_LINE = re.compile(r"(?:ec|dmo) (?:@[0-9.]+ )?")
PAIRS = ("()", "[]", "{}", "<>", "“”", "«»", "「」", '""', "''", "``", "**", "__")
SIGNS = (
    *"*_~|`'\"!()[]{}<>.,;:+&-=?/#",
    *"\u200b\u200d\u00ad\ufeff\u202e\ufe0f\u0301\x00\x1c",
    *"“”«»¡❗。…–—−→⇒➡‽¿？！．",  # noqa: RUF001
)
SEPARATORS = (" -> ", " => ", "-->", " → ", " to ", " TO ", " and ", " & ", " + ", "; ", ": ", ". ")
OTHER_BLANKS = ("\u00a0", "\u3000", "\t", " \u200b")


def decorated(text: str, dice: random.Random) -> str:
    """A text with other signs in it, most of which make no difference."""
    for _ in range(dice.choice([0, 1, 1, 2, 3])):
        text = dice.choice([wrapped, with_sign, with_separator, in_full_width, ended])(text, dice)
    return text


def wrapped(text: str, dice: random.Random) -> str:
    before, after = dice.choice(PAIRS)
    start, end = sorted(dice.choices([*word_ends(text), 0, len(text)], k=2))
    return text[:start] + before + text[start:end] + after + text[end:]


def with_sign(text: str, dice: random.Random) -> str:
    place = dice.choice([*word_ends(text), dice.randint(0, len(text))])
    return text[:place] + dice.choice(SIGNS) + text[place:]


def with_separator(text: str, dice: random.Random) -> str:
    found = dice.choice([*re.finditer("[ ,-]+", text), None])
    if found is None:
        return text
    return text[: found.start()] + dice.choice([*SEPARATORS, *OTHER_BLANKS]) + text[found.end() :]


def in_full_width(text: str, dice: random.Random) -> str:
    place = dice.randint(0, len(text))
    wide = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
    return text[:place] + text[place:].translate(wide)


def ended(text: str, dice: random.Random) -> str:
    return text + dice.choice([".", "!", "...", " .", "?", " :)", "…", "!!1", " lol"])


def word_ends(text: str) -> list[int]:
    return [found.end() for found in re.finditer("[A-Za-z0-9]+", text)]


def with_players_lines_decorated(record: str, dice: random.Random) -> str:
    lines = record.split("\n")
    begins = next((at for at, line in enumerate(lines) if PLAYERS_LINE.match(line)), len(lines))
    for at in range(begins, len(lines)):
        head = PLAYERS_LINE.match(lines[at])
        if head and lines[at][head.end() :].strip():
            text = lines[at][head.end() :].rstrip("\r")
            lines[at] = head[0] + decorated(text, dice)
    return "\n".join(lines)


@pytest.mark.parametrize("game", GAMES)
def test_both_referees_agree_on_decorated_texts(game: str):
    referee, random_record = GAMES[game]
    verdicts: Counter[str] = Counter()
    for seed in range(RECORDS):
        dice = random.Random(f"decorated {seed}")
        record = random_record(10_000 + seed).text
        text = with_players_lines_decorated(record, dice)
        real = real_judgement(text)
        assert disagreement(referee, text, real) is None, account_of(referee, text)
        if not isinstance(real, str):
            verdicts.update(one.get("code", one.get("verdict", "")) for one in real)
    assert verdicts["accepted"] > RECORDS
    assert verdicts["not-a-submission"] > RECORDS
