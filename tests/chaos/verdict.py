"""What must be true of every match at the end, however often the bot was killed meanwhile."""

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from bot.discord_clock import snowflake_ms
from bot.letters import Letter
from engine.entries import POSTED, Entry, Speaker
from engine.games import GAMES
from engine.match import Match
from engine.options import read_options
from engine.record import read_record, write_record
from engine.referee import referee
from engine.seats import SEATS
from tests.chaos.lives import Lived
from tests.chaos.players import Performance
from tests.chaos.scripts import Script, Way, told
from tests.chaos.watch import Post, Watch

TOLERANCE_MS: Final = 60
"""By how much two readings of one clock in two processes may differ here."""
COUNTDOWN: Final = re.compile(r"<t:[0-9]+:[RT]>")
AWAITED: Final = re.compile(
    r"(your reserve is running: .*|[0-9].* left .*)ends <t>\).*$", re.MULTILINE
)
"""What is said of a clock depends on whether it had been started by then."""
LOCKED: Final = re.compile(r"\*\*(EC|DMO)\*\* locks\.")
"""Who of two was the last to do it at the same time."""
LISTENING_SECONDS: Final = 1.0
"""After how long a bot that is there must have heard what was done."""
REFUSAL: Final = "❌"


@dataclass(frozen=True)
class Kept:
    """A match as the database has it.

    Attributes:
        match: The match that its log leads to.
        began_ms: When it began.
        entries: The log, each line with the source that it came from.
        letters: What was to be told.
        reason: How it ended.
        winner: Who has won.
    """

    match: Match
    began_ms: int
    entries: tuple[tuple[Entry, str | None], ...]
    letters: tuple["KeptLetter", ...]
    reason: str | None
    winner: str | None

    @property
    def log(self) -> tuple[Entry, ...]:
        return tuple(entry for entry, _ in self.entries)


@dataclass(frozen=True)
class KeptLetter:
    """A row of the outbox."""

    sequence: int
    name: str
    body: dict[str, Any]
    state: str
    message_id: int | None

    @property
    def letter(self) -> Letter:
        """What it says."""
        return TypeAdapter(Letter).validate_python(self.body)


def _kept_letters(rows: Iterable[Sequence[Any]]) -> Iterator[KeptLetter]:
    """The rows of an outbox, each with its place among what the same readers are told."""
    counts = Counter[str]()
    for sequence, text, state, message_id in rows:
        body = json.loads(text)
        readers = "H" if body["for_host"] else (body["to"] or "room")[0].upper()
        counts[readers] += 1
        name = f"{readers}{counts[readers]}"
        yield KeptLetter(sequence, name, body, state, message_id)


def kept_match(database: Path, match_id: int) -> Kept:
    """A match from the database itself."""
    with closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        (row,) = connection.execute("SELECT * FROM matches WHERE id = ?", (match_id,))
        entries = connection.execute(
            "SELECT who, at, text, source FROM entries WHERE match_id = ? ORDER BY number",
            (match_id,),
        ).fetchall()
        letters = connection.execute(
            "SELECT sequence, body, state, message_id FROM letters WHERE match_id = ? "
            "ORDER BY sequence",
            (match_id,),
        ).fetchall()
    game = GAMES[row["game"]]
    log = tuple(
        (Entry(Speaker(each["who"]), Decimal(each["at"]), each["text"]), each["source"])
        for each in entries
    )
    rules = game(**read_options(game, json.loads(row["options"])))
    return Kept(
        match=Match.replay(rules, (entry for entry, _ in log)),
        began_ms=row["began_ms"],
        entries=log,
        letters=tuple(_kept_letters(letters)),
        reason=row["reason"],
        winner=row["winner"],
    )


@dataclass(frozen=True)
class Circumstances:
    """What else was going on while a match was played.

    Attributes:
        lives: The lives of the bot.
        troubled: When something was wrong between the bot and Discord, in seconds, from and to.
        dms_closed: Whether direct messages were refused at times.
    """

    lives: Sequence[Lived] = ()
    troubled: Sequence[tuple[float, float]] = ()
    dms_closed: bool = False

    def down_ms(self, since_ms: float, until_ms: float) -> float:
        """How much of a time no bot was there at all."""
        gaps = ((one.ended * 1000, other.born * 1000) for one, other in pairwise(self.lives))
        return sum(max(0.0, min(until_ms, born) - max(since_ms, ended)) for ended, born in gaps)

    def listened(self, since: float, until: float) -> bool:
        """Whether one bot was there all the time, and nothing was wrong."""
        there = any(
            life.ready is not None and life.ready <= since and until <= life.ended
            for life in self.lives
        )
        return there and not any(begun < until and since < over for begun, over in self.troubled)


def faults_of(
    played: Performance, kept: Kept, circumstances: Circumstances, reference: Sequence[str] | None
) -> list[str]:
    """All that is wrong with a match that is over."""
    found = [
        *_log_faults(played.script, kept),
        *_end_faults(played.script, kept),
        *_record_faults(played, kept),
        *_post_faults(played, kept, circumstances),
        *_answer_faults(played, circumstances),
        *_change_faults(played, kept, circumstances),
        *_time_faults(played, kept, circumstances),
    ]
    if reference is not None and public_boards(played) != list(reference):
        found.append(_difference("boards", reference, public_boards(played)))
    return [f"{played}: {fault}" for fault in found]


# The log


def _log_faults(script: Script, kept: Kept) -> Iterator[str]:
    sources = [source for _, source in kept.entries if source]
    if len({*sources}) < len(sources):
        yield f"two entries of one source: {sources}"
    rulings = [entry.text for entry, source in kept.entries if source and _is_ruling(entry)]
    if rulings != script.rulings:
        yield f"the host's rulings are {rulings}, not {script.rulings}"
    expected, found = (_comparable(script, log) for log in (script.log, told(kept.log)))
    if expected != found:
        yield _difference("log", expected, found)


def _is_ruling(entry: Entry) -> bool:
    return entry.who is Speaker.HOST


def _comparable(script: Script, log: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """A log in which what was done at the same time, or sent twice by form, looks the same."""
    rank = {
        (act.seat, act.text): number
        for number, turn in enumerate(script.turns)
        if len(turn.acts) > 1
        for act in turn.acts
    }
    lines = [(who, _plain(script, text)) for who, text in log]
    lines = [line for line, _ in groupby(lines)] if _has_forms(script) else lines
    # A turn's lines are adjacent, so that each is a group; all others keep their order.
    ordered: list[tuple[str, str]] = []
    for number, group in groupby(lines, key=rank.get):
        together = [*group]
        ordered.extend(together if number is None else dict.fromkeys(sorted(together)))
    return ordered


def _has_forms(script: Script) -> bool:
    return any(act.way is Way.FORM for turn in script.turns for act in turn.acts)


def _plain(script: Script, text: str) -> str:
    """A domino however it is typed; anything else as it is."""
    if script.game != "fire-and-ice":
        return text
    return " ".join(text.upper().replace("-", " ").split())


def _end_faults(script: Script, kept: Kept) -> Iterator[str]:
    outcome, match = script.outcome, kept.match
    if match.result != outcome or (kept.reason, kept.winner) != (outcome.reason, outcome.winner):
        yield f"it ended as {match.result}, {kept.reason}, {kept.winner}, not as {outcome}"
    position = match.game.position(match.state)
    if position != script.position:
        yield f"the position is {position}, not {script.position}"
    left = tuple(match.reserve_left(seat) for seat in SEATS)
    if left != script.reserves:
        yield f"the reserves are {left}, not {script.reserves}"


def _record_faults(played: Performance, kept: Kept) -> Iterator[str]:
    """The record that was posted is the log, and every line of it is accepted."""
    post = played.boards[-1]
    files = [each for each in post.message.attachments if each["filename"].endswith(".dm")]
    if len(files) != 1:
        yield f"the last board has {len(files)} records"
        return
    data = played.watch.sandbox.hub.world.store.file(int(files[0]["id"]))
    text = (data or b"").decode()
    names = dict(read_record(text).players)
    if text != write_record(kept.match.game, names, kept.log):
        yield "the record is not the log"
    *entries, end = referee(text)
    rejected = [each for each in entries if each["verdict"] != "accepted"]
    if rejected:
        yield f"the record's lines are rejected: {rejected}"
    result = kept.match.result
    if result and end["result"] != {"winner": result.winner, "reason": result.reason}:
        yield f"the record ends as {end['result']}"


# What stands in the room, and in private


def public_boards(played: Performance) -> list[str]:
    """What a room was shown, without times and names."""
    return [_impersonal(played, each) for each in played.boards]


def _impersonal(played: Performance, post: Post) -> str:
    alts = (each.get("description") or "" for each in post.message.attachments)
    text = "\n".join((post.message.content, *alts))
    for seat, person in (("EC", played.cast.ec), ("DMO", played.cast.dmo)):
        text = re.sub(rf"<@{person.id}>|\b{re.escape(person.name)}\b", seat, text)
    text = LOCKED.sub("Somebody locks.", COUNTDOWN.sub("<t>", text))
    return AWAITED.sub("to act.", text)


def _post_faults(played: Performance, kept: Kept, circumstances: Circumstances) -> Iterator[str]:
    stood = _posts_by_name(played)
    for name, posts in stood.items():
        if len(posts) > 1:
            yield f"letter {name} stands {len(posts)} times: {posts[0].message.content!r}"
    letters = {letter.name: letter for letter in kept.letters}
    if unknown := stood.keys() - letters.keys():
        yield f"posts of letters that are not kept: {sorted(unknown)}"
        return
    for channel in _channels(played):
        yield from _order_faults(_own(played, channel), letters)
    for letter in kept.letters:
        yield from _letter_faults(letter, stood.get(letter.name, []), circumstances)


def _order_faults(posts: list[Post], letters: dict[str, KeptLetter]) -> Iterator[str]:
    """Boards and warnings may pass what is not urgent, and everything what answers a player."""
    numbers: dict[Any, list[int]] = {}
    for post in posts:
        numbers.setdefault(letters[post.name].letter.order, []).append(post.number)
    for order, found in numbers.items():
        if found != sorted(found):
            yield f"letters of {order} are out of order: {found}"


def _answers_form(body: dict[str, Any]) -> bool:
    """Whether a letter was shown where a form was sent from; its token is not kept for long."""
    return str(body.get("answers")).startswith("interaction:")


def _letter_faults(
    letter: KeptLetter, posts: list[Post], circumstances: Circumstances
) -> Iterator[str]:
    body = letter.body
    about = f"letter {letter.sequence} ({letter.state}, {body.get('content')!r})"
    is_post = not body.get("reaction") and not _answers_form(body)
    if letter.state == "waiting":
        yield f"{about} still waits"
    elif letter.state == "delivered" and is_post:
        if [post.id for post in posts] != [letter.message_id]:
            yield f"{about} is message {letter.message_id}, but {[post.id for post in posts]} stand"
    elif letter.state == "dropped" and not _may_be_dropped(body, circumstances):
        yield f"{about} was dropped"


def _may_be_dropped(body: dict[str, Any], circumstances: Circumstances) -> bool:
    """What is late, of a turn that is over, a mark on what is gone, an answer nobody awaits."""
    may_expire = body.get("expires_ms") is not None or body.get("for_turn")
    is_private = body.get("to") is not None and circumstances.dms_closed
    return bool(may_expire or body.get("reaction") or _answers_form(body) or is_private)


def _posts_by_name(played: Performance) -> dict[str, list[Post]]:
    found: dict[str, list[Post]] = {}
    for channel in _channels(played):
        for post in _own(played, channel):
            found.setdefault(post.name, []).append(post)
    return found


def _channels(played: Performance) -> list[int]:
    """The channels in which anything of a match stands."""
    return [
        channel
        for channel, posts in played.watch.posts.items()
        if any(post.match_id == played.match_id for post in posts)
    ]


def _own(played: Performance, channel: int) -> list[Post]:
    return [post for post in played.watch.posts[channel] if post.match_id == played.match_id]


def _answer_faults(played: Performance, circumstances: Circumstances) -> Iterator[str]:
    for message_id in played.chatter:
        if played.watch.answered[message_id]:
            yield f"conversation was answered: {message_id}"
    for message_id in played.told:
        answers = [each.message.content for each in played.watch.answered[message_id]]
        if len(answers) > 1 or (not answers and not circumstances.dms_closed):
            yield f"message {message_id} in private was to be answered once, and got {answers}"
    for message_id in played.refused:
        answers = [each.message.content for each in played.watch.answered[message_id]]
        if len(answers) != 1 or not answers[0].startswith(REFUSAL):
            yield f"message {message_id} was to be refused once, and got {answers}"


def _change_faults(played: Performance, kept: Kept, circumstances: Circumstances) -> Iterator[str]:
    """A deletion or an edit that a bot was there to hear must be in the log."""
    sources = " ".join(source for _, source in kept.entries if source)
    window = float(getattr(kept.match.game, "takeback", 0))
    for change in played.changes:
        kind = "deletion" if change.is_deletion else "edit"
        in_time = change.at - snowflake_ms(change.message_id) / 1000 < window - 0.2
        was_heard = f"{kind}:{change.message_id}" in sources
        listened = circumstances.listened(change.at, change.at + LISTENING_SECONDS)
        if in_time and listened and not was_heard:
            yield f"the {kind} of {change.message_id} was not heard, though the bot was there"


# Time


def _time_faults(played: Performance, kept: Kept, circumstances: Circumstances) -> Iterator[str]:
    """No time without the bot is charged, and none falls due early, by clocks outside of it."""
    match = Match.begin(kept.match.game, by_posts=True).match
    opened_ms: int | None = None
    for entry, source in kept.entries:
        at_ms = kept.began_ms + int(entry.at * 1000)
        if entry.text == POSTED and source and match.started is None:
            opened_ms = snowflake_ms(int(source.split(":")[1]))
        before, match = match, match.enter(entry).match
        if opened_ms is None or before.started is None or before.result:
            continue
        down_ms = circumstances.down_ms(opened_ms, at_ms)
        if entry.who is Speaker.DEALER and not entry.text and _fell(before, match):
            limit_ms = float((before.flag_at() or 0) - before.started) * 1000
            early_ms = opened_ms + limit_ms + down_ms - at_ms
            if early_ms > TOLERANCE_MS:
                yield f"a flag fell {early_ms:.0f} ms early, at {entry.at}"
        elif entry.who.seat and source and source.startswith(("message:", "interaction:")):
            said_ms = snowflake_ms(int(source.split(":")[1]))
            yield from _charge_faults(before, entry, opened_ms, said_ms, circumstances)


def _charge_faults(
    before: Match, entry: Entry, opened_ms: int, said_ms: int, circumstances: Circumstances
) -> Iterator[str]:
    assert before.started is not None
    shift = 0 if before.paused_since is None else float(entry.at - before.paused_since)
    charged_ms = float(entry.at - before.started) * 1000 - shift * 1000
    fair_ms = max(0.0, said_ms - opened_ms - circumstances.down_ms(opened_ms, said_ms))
    if charged_ms - fair_ms > TOLERANCE_MS:
        yield f"{entry.text!r} was charged {charged_ms:.0f} ms, of which {fair_ms:.0f} are fair"


def _fell(before: Match, after: Match) -> bool:
    """Whether a time that ended changed the match, and not a held move that became final."""
    return before.held is None and before.state != after.state


def _difference(what: str, expected: Sequence[Any], found: Sequence[Any]) -> str:
    for number, (one, other) in enumerate(zip(expected, found, strict=False)):
        if one != other:
            return f"the {what} differs at {number}: {other!r} instead of {one!r}"
    return f"the {what} has {len(found)} lines instead of {len(expected)}: {list(found)[-3:]}"


# What a power cut leaves


def lost_submissions(copy: Path, performances: Iterable[Performance], watch: Watch) -> list[str]:
    """What Discord's users can see to be kept, and a database has not."""
    with closing(sqlite3.connect(copy)) as connection:
        try:
            sources = connection.execute("SELECT source FROM entries WHERE source IS NOT NULL")
            kept = {source.split(":")[1] for (source,) in sources}
            rows = connection.execute(
                "SELECT match_id, sequence, body, state, message_id FROM letters "
                "ORDER BY match_id, sequence"
            )
            letters = {
                (match_id, letter.name)
                for match_id, group in groupby(rows, key=itemgetter(0))
                for letter in _kept_letters(each[1:] for each in group)
            }
        except sqlite3.OperationalError:
            kept, letters = set(), set()
    shown = {str(each) for each in watch.reactions}.union(
        source.split(":")[1] for each in performances for source in each.acknowledged if source
    )
    posts = (post for channel in watch.posts.values() for post in channel if post.match_id)
    return [
        *(f"{source} was acknowledged, and is lost" for source in sorted(shown - kept)),
        *(
            f"letter {post.name} of match {post.match_id} stands, and is lost"
            for post in posts
            if (post.match_id, post.name) not in letters
        ),
    ]
