"""Damaged records, and their reading."""

import json
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from bot.texts.game_texts import texts_of
from engine.clocks import Seconds
from engine.games import GAMES
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.records.record import RecordError, decode, read_record, write_record
from engine.records.referee import referee
from engine.refusals import Refused
from engine.seats import Seat
from tests.engine.scribbles import anything, damaged
from tests.games.common.grounds import CONSIDERED
from tests.games.common.samples import Options, game_of, samples_of
from tools.fuzz.answers import check_sentence


@cache
def records() -> tuple[str, ...]:
    """Return a few short records of each game."""
    return tuple(
        _record(name, options, seed)
        for name in GAMES
        for options in samples_of(name).options[:2]
        for seed in range(2)
    )


def _record(name: str, options: Options, seed: int) -> str:
    generator, match = Random(f"{name} {options} {seed}"), None
    match = (
        Match.begin(game_of(name, **options), starts_clock_by_post=True)
        .chain(Match.draw_lots)
        .match
    )
    for _ in range(12):
        match = match.enter(Entry(Speaker.DEALER, match.now + 1, "posted")).match
        if match.result:
            break
        seat = generator.choice(match.to_act)
        legal = list(islice(match.game.legal(match.state, seat), CONSIDERED))
        text = match.game.write(generator.choice(legal))
        delay = generator.choice((Seconds(2), Seconds("7.25"), Seconds(130)))
        step = match.enter(Entry(Speaker(seat.value), match.now + delay, text))
        match = step.chain(Match.draw_lots).match
    return write_record(match.game, {Seat.EC: "Ada", Seat.DMO: "Bob"}, match.entries)


LINES = (
    *("dealer", "dealer @1", "dealer @5 posted", "dealer posted", "dealer first ec", "host undo"),
    *("host pause", "host resume", "host time ec +60", "host time dmo -7.5", "host award ec"),
    *(
        "host abort",
        "ec concede",
        "dmo @0 concede",
        "# a comment",
        "",
        "host @9 time ec +999999999",
    ),
    *("seed: 7", "first: ec", "turn: 0", "reserve: 0", "takeback: 0", "periods: 0", "ec: ", "ec"),
    *("dealer take first", "dealer board ec 2", "dealer side ec empire", "dealer remove D4", "\r"),
    *("dealer layout ec R7 / R5 / R3", "host time ec +", "ec @99999999999999999999 E6 E7", "\f"),
)


def a_damaged_record(generator: Random) -> str:
    """Return a record with lines lost, moved, doubled, damaged or foreign."""
    lines = generator.choice(records()).split("\n")
    for _ in range(generator.choice((0, 1, 1, 2, 5, 12))):
        # Rather among the entries, which come later: a bad header is the end of it.
        index = max(generator.randrange(len(lines)) for _ in range(3))
        kind = generator.random()
        if kind < 0.15 and len(lines) > 1:
            del lines[index]
        elif kind < 0.3:
            lines.insert(generator.randint(0, len(lines)), lines[index])
        elif kind < 0.55:
            lines.insert(index, generator.choice(LINES))
        elif kind < 0.9:
            lines[index] = damaged(generator, lines[index])
        else:
            generator.shuffle(lines)
    joint = generator.choice(("\n",) * 5 + ("\r\n", "\n\n", "\r"))
    return joint.join(lines) if generator.random() < 0.97 else anything(generator, 400)


def take_record(text: str) -> str:
    """Read a record, and check that it is written as it was read."""
    try:
        record = read_record(text)
    except RecordError as error:
        return _told_of(error)
    assert all(entry.entry.at >= 0 for entry in record.entries)
    return "read"


def take_for_referee(text: str) -> str:
    """Judge a record, and explain each refusal."""

    def explain(game: Any, refusal: Refused) -> str:
        match = Match.begin(game).chain(Match.draw_lots).match
        check_sentence(match, refusal)
        return texts_of(game).refusal(game, refusal)

    try:
        objects = referee(text, explain)
    except RecordError as error:
        return _told_of(error)
    json.dumps(objects)
    rejected = [description for description in objects if description.get("verdict") == "rejected"]
    return "rejected" if rejected else "accepted"


def _told_of(error: RecordError) -> str:
    assert error.line >= 1
    assert error.problem.strip()
    assert len(error.problem.splitlines()) == 1
    return "no record"


def some_bytes(generator: Random) -> bytes:
    """Return bytes of a record, damaged, in another coding, or of nothing at all."""
    text = a_damaged_record(generator)[:300].encode("utf-8", "surrogatepass")
    data = bytearray(
        generator.choice((b"", b"", b"\xef\xbb\xbf", b"\xff\xfe", b"PK\x03\x04")) + text
    )
    for _ in range(generator.choice((0, 0, 1, 3, 20))):
        data.insert(generator.randint(0, len(data)), generator.randrange(256))
    return bytes(data) if generator.random() < 0.9 else generator.randbytes(200)


def take_bytes(data: bytes) -> str:
    """Read a file."""
    try:
        text = decode(data)
    except RecordError as error:
        return _told_of(error)
    text.encode()
    return "decoded"
