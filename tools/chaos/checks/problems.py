"""The conditions for every match at the end, however often the bot was killed."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from math import ceil
from typing import Any, Final, TypeAlias

from bot.features.panels.panel import End
from bot.features.panels.texts import ENDED
from bot.texts import matches
from bot.texts.answers import WHICH_MATCH
from bot.values.discord_time import snowflake_ms
from engine.matches.entries import POSTED, Entry, Speaker
from engine.matches.match import Match
from engine.records.record import read_record, write_record
from engine.records.referee import referee
from engine.seats import SEATS
from tests.helpers.databases.kept_matches import Kept, KeptPost
from tools.chaos.checks.acknowledgements import Acknowledgements
from tools.chaos.checks.circumstances import Circumstances
from tools.chaos.people.players import PlayedMatch
from tools.chaos.people.practising import PracticeMatch
from tools.chaos.people.watch import Post
from tools.chaos.scripts.script import Script, Way, told

TOLERANCE_MS: Final = 60
"""By how much two readings of one clock in two processes may differ here."""
COUNTDOWN: Final = re.compile(r"<t:[0-9]+:[RT]>")
REPEATED: Final = re.compile(r"\[In the game room\]\(<https://\S*/([0-9]+)>\)")
LINK: Final = re.compile(r"<https://[^>]*>")
AWAITED: Final = re.compile(
    r"((?:EC|DMO)(?: DMO)?) (?:your reserve is running: .*|[0-9].* left .*)deadline <t>\).*$",
    re.MULTILINE,
)
"""Texts about a clock, which depend on whether it had been started by then."""
STOOD_STILL: Final = " on a running clock"
"""Said of a turn during which the clock stood still, as it does while nobody hears the players."""
TIME_USED: Final = re.compile(r"\n⏱️ Time used: .*")
"""No two runs of a match take the same time."""
LOCKED: Final = re.compile(r"\*\*(EC|DMO)\*\* locks\.")
"""The last of two to lock at the same time."""
HEARING_SECONDS: Final = 10.0
"""After how long a bot that is there must have heard what was done."""
KEEPING_SECONDS: Final = 3.0
"""After how long a bot must have kept what it has heard."""
REFUSAL: Final = "❌"
ANIMATION: Final = "🎞️"
ROOM, AUDIENCE = "R", "A"
"""The initials of the readers of posts that go in the order of matches."""
BEGUN: Final = ENDED[End.BEGUN]()
CUT_SHORT: Final = "..."
LONGEST_NAME: Final = 40
FLOOD_WINDOW_SECONDS: Final = 5.0
MAX_ANSWERS_IN_A_WINDOW: Final = 2
"""To one player, by one process."""

Shown: TypeAlias = tuple[str, ...]
Played: TypeAlias = PlayedMatch | PracticeMatch


def problems_of(
    played: PlayedMatch,
    stored: Kept,
    circumstances: Circumstances,
    acknowledgements: Acknowledgements,
    reference: Sequence[Shown] | None,
) -> list[str]:
    """Return all faults of a match that is over."""
    texts = [
        *_log_faults(played.script, stored),
        *_end_faults(played.script, stored),
        *_record_faults(played, stored),
        *_post_faults(played, stored, circumstances),
        *_answer_faults(played, circumstances),
        *_form_faults(played, stored, acknowledgements),
        *_change_faults(played, stored, circumstances),
        *_time_faults(stored, circumstances),
        *_panel_faults(played),
        *_mirror_faults(played),
    ]
    if reference is not None and not _look_alike(reference, public_boards(played)):
        texts.append(_difference("boards", reference, public_boards(played)))
    return [f"{played}: {fault}" for fault in texts]


def problems_of_practice(
    practice: PracticeMatch, stored: Kept, circumstances: Circumstances
) -> list[str]:
    """Return all faults of a practice match that is over; the Dealer's actions are its own."""
    texts = [
        *_source_faults(stored),
        *_record_faults(practice, stored),
        *_post_faults(practice, stored, circumstances),
        *_time_faults(stored, circumstances),
    ]
    return [f"{practice}: {fault}" for fault in texts]


# The log


def _source_faults(stored: Kept) -> Iterator[str]:
    sources = [source for _, source in stored.entries if source]
    if len({*sources}) < len(sources):
        yield f"two entries of one source: {sources}"


def _log_faults(script: Script, stored: Kept) -> Iterator[str]:
    yield from _source_faults(stored)
    rulings = [
        _nameless(entry.text)
        for entry, source in stored.entries
        if source and entry.speaker is Speaker.HOST
    ]
    expected_rulings = [_nameless(ruling) for ruling in script.rulings]
    if rulings != expected_rulings:
        yield f"the host's rulings are {rulings}, not {expected_rulings}"
    expected, result = (_comparable(script, log) for log in (script.log, told(stored.log)))
    if expected != result:
        yield _difference("log", expected, result)


def _nameless(ruling: str) -> str:
    return " ".join(ruling.split()[:2]) if ruling.startswith("seat ") else ruling


def _comparable(script: Script, log: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Normalise a log: simultaneous entries are sorted, and double forms are joined."""
    turns = defaultdict[tuple[str | None, str], set[int]](set)
    for number, turn in enumerate(script.turns):
        for act in turn.acts if len(turn.acts) > 1 else ():
            turns[act.seat, _plain(act.text)].add(number)
    lines = [(name, _plain(text)) for name, text in log]
    if script.has(Way.FILL_IN, Way.CHOOSE):
        # It may be sent twice: by form, or after an unanswered menu.
        lines = [line for line, _ in groupby(lines)]
    # A turn's lines are adjacent, so that each is a group; all others keep their order.
    ordered, together = list[tuple[str, str]](), list[tuple[str, str]]()
    shared = set[int]()
    for line in lines:
        if not shared & turns[line]:
            ordered.extend(dict.fromkeys(sorted(together)))
            together, shared = [], turns[line]
        together.append(line)
        shared = shared & turns[line]
    return [*ordered, *dict.fromkeys(sorted(together))]


def _plain(text: str) -> str:
    """Return a text as a player's edit leaves it, who types it in other words."""
    return " ".join(text.upper().replace("-", " ").rstrip("!").split())


def _end_faults(script: Script, stored: Kept) -> Iterator[str]:
    match, outcome = stored.match, script.match.result
    assert outcome
    if match.result != outcome or (stored.reason, stored.winner) != (
        outcome.reason.code,
        outcome.winner,
    ):
        yield f"it ended as {match.result}, {stored.reason}, {stored.winner}, not as {outcome}"
    position, expected = (item.game.position(item.state) for item in (match, script.match))
    if position != expected:
        yield f"the position is {position}, not {expected}"
    left, due = ([item.reserve_left(seat) for seat in SEATS] for item in (match, script.match))
    if left != due:
        yield f"the reserves are {left}, not {due}"


def _record_faults(played: Played, stored: Kept) -> Iterator[str]:
    """Check that the posted record is the log, and that every line of it is accepted."""
    post = played.boards[-1]
    if post.is_in_words:
        # No files could be attached just then; `/match record` gives it again.
        return
    attached = post.message.attachments
    files = [file for file in attached if file["filename"].endswith(".dm")]
    if len(files) != 1:
        yield f"the last board has {len(files)} records"
        return
    data = played.watch.sandbox.services.world.store.file(int(files[0]["id"]))
    text = (data or b"").decode()
    names = dict(read_record(text).players)
    if text != write_record(stored.match.game, names, stored.log):
        yield "the record is not the log"
    *entries, end = referee(text)
    rejected = [entry for entry in entries if entry["verdict"] != "accepted"]
    if rejected:
        yield f"the record's lines are rejected: {rejected}"
    result = stored.match.result
    if result and end["result"] != result.written:
        yield f"the record ends as {end['result']}"


# Posts in the room, and in private


def public_boards(played: PlayedMatch) -> list[Shown]:
    """Return the room's boards and texts, without times and names."""
    return [tuple(_impersonal(played, text) for text in post.told) for post in played.boards]


def _impersonal(played: PlayedMatch, text: str) -> str:
    seated = [(seat, played.people.seated(seat)) for seat in SEATS]
    for seat, person in (*seated, *played.former):
        text = re.sub(rf"<@{person.id}>|\b{re.escape(person.name)}\b", seat.upper(), text)
    text = TIME_USED.sub("", text.replace(STOOD_STILL, ""))
    text = LOCKED.sub("Somebody locks.", LINK.sub("<link>", COUNTDOWN.sub("<t>", text)))
    return AWAITED.sub(r"Waiting for \1.", text).replace("`", "'")


def _look_alike(reference: Sequence[Shown], boards: Sequence[Shown]) -> bool:
    """Return whether the same was shown, though some of it in words, which may be cut short."""
    return len(reference) == len(boards) and all(
        len(pair) == len(other) and all(map(_reads_alike, pair, other))
        for pair, other in zip(reference, boards, strict=True)
    )


def _reads_alike(reference: str, text: str) -> bool:
    if not text.endswith(CUT_SHORT):
        return reference == text
    return reference.startswith(text.removesuffix(CUT_SHORT)[:-LONGEST_NAME])


def _post_faults(played: Played, stored: Kept, circumstances: Circumstances) -> Iterator[str]:
    stood = defaultdict[str, list[Post]](list)
    for post in chain.from_iterable(_own_posts(played)):
        stood[post.name].append(post)
    for name, posts in stood.items():
        if len(posts) > 1:
            yield f"post {name} stands {len(posts)} times: {posts[0].message.content!r}"
    rows = {row.name: row for row in stored.posts}
    if unknown := stood.keys() - rows.keys():
        yield f"posts of posts that are not kept: {sorted(unknown)}"
        return
    for posts in _own_posts(played):
        yield from _order_faults(posts, rows)
    for row in stored.posts:
        yield from _delivery_faults(row, stood.get(row.name, []), circumstances)


def _order_faults(posts: list[Post], rows: dict[str, KeptPost]) -> Iterator[str]:
    """Check the order of posts: only urgent ones and answers may pass others."""
    places = defaultdict[Any, list[int]](list)
    for post in posts:
        places[rows[post.name].post.order].append(post.number)
    for order, numbers in places.items():
        if numbers != sorted(numbers):
            yield f"posts of {order} are out of order: {numbers}"


def order_faults_of_matches(channel_id: int, posts: Iterable[Post]) -> Iterator[str]:
    """Check that a channel's posts go in the order of its matches; animations may come late."""
    for readers in (ROOM, AUDIENCE):
        shown = [post for post in posts if post.readers == readers and post.match_id]
        match_ids = [post.match_id for post in shown if not post.content.startswith(ANIMATION)]
        if match_ids != sorted(match_ids):
            yield f"posts in {channel_id} are not in the order of their matches: {match_ids}"


def _answers_form(body: dict[str, Any]) -> bool:
    """Return whether a post answered a form in place; its token is soon deleted."""
    return str(body.get("answers")).startswith("interaction:")


def _delivery_faults(
    row: KeptPost, posts: list[Post], circumstances: Circumstances
) -> Iterator[str]:
    body = row.body
    about = f"post {row.sequence} ({row.state}, {body.get('content')!r})"
    is_post = not body.get("reaction") and not _answers_form(body)
    # It may be worth sending still as the last bot stops, if it is not urgent.
    may_wait = (body["expires_ms"] or 0) > circumstances.lifetimes[-1].ended * 1000
    if row.state == "waiting" and not may_wait:
        yield f"{about} still waits"
    elif row.state == "delivered" and is_post:
        if [post.id for post in posts] != [row.message_id]:
            yield f"{about} is message {row.message_id}, but {[post.id for post in posts]} stand"
    elif row.state == "dropped" and not _may_be_dropped(body, circumstances):
        yield f"{about} was dropped"


def _may_be_dropped(body: dict[str, Any], circumstances: Circumstances) -> bool:
    """Return whether a post may expire: late, outdated, without its message or its reader."""
    may_expire = body.get("expires_ms") is not None or body.get("for_turn")
    is_private = body.get("to") is not None and circumstances.dms_closed
    return bool(may_expire or body.get("reaction") or _answers_form(body) or is_private)


def _own_posts(played: Played) -> list[list[Post]]:
    """Return the posts of a match in each channel."""
    channels = played.watch.posts.values()
    return [[post for post in posts if post.match_id == played.match_id] for posts in channels]


def _mirror_faults(played: PlayedMatch) -> Iterator[str]:
    """Check that each copied board was shown in the room before, and that the result is copied."""
    unrepeated = {board.id: board for board in played.boards}
    for post in played.watch.boards(int(played.people.mirror)):
        if post.match_id != played.match_id:
            continue
        (link,) = REPEATED.findall(post.message.content)
        board = unrepeated.pop(int(link), None)
        if board is None or board.id > post.id:
            yield f"post {post.name} repeats what did not stand in the room"
            continue
        # A late copy names the person who has been given a seat since then.
        alts = [[_impersonal(played, alt) for alt in shown.told[1:]] for shown in (board, post)]
        pairs = zip(*alts, strict=False)
        if not all(_reads_alike(*pair) or _reads_alike(*pair[::-1]) for pair in pairs):
            yield _difference(f"repeated post {post.name}", *alts)
    if played.boards and played.boards[-1].id in unrepeated:
        yield "the result was not repeated"


def _panel_faults(played: PlayedMatch) -> Iterator[str]:
    """Check that one panel stands for a match that waited, and says that it has begun."""
    if len(played.panels) != played.script.asks_ready:
        yield f"{len(played.panels)} panels stand"
    if played.script.has(Way.SHUT):
        # Where the Dealer may not view the room, nothing there can be edited.
        return
    for panel in played.panels:
        if panel.message.components or BEGUN not in panel.message.content:
            yield f"a panel still says: {panel.message.content}"


def _answer_faults(played: PlayedMatch, circumstances: Circumstances) -> Iterator[str]:
    for message_id in played.chatter:
        if played.watch.answered[message_id]:
            yield f"conversation was answered: {message_id}"
    for message_id in played.told:
        answers = _answers(played, message_id)
        if len(answers) > 1 or (not answers and not circumstances.dms_closed):
            yield f"message {message_id} in private was to be answered once, and got {answers}"
    for message_id in played.refused:
        answers = _answers(played, message_id)
        if len(answers) != 1 or not answers[0].startswith(REFUSAL):
            yield f"message {message_id} was to be refused once, and got {answers}"
    for flood in played.floods:
        yield from _flood_faults(played, flood, circumstances)


def _answers(played: PlayedMatch, message_id: int) -> list[str]:
    """Return the answers to a message, without questions and marks in words."""
    answers = (post.content for post in played.watch.answered[message_id])
    return [answer for answer in answers if answer not in {matches.HEARD_IN_WORDS(), WHICH_MATCH()}]


def _flood_faults(
    played: PlayedMatch, flood: Sequence[int], circumstances: Circumstances
) -> Iterator[str]:
    """Check that many lines at once get few answers; each process that reads them may answer."""
    answers = [_answers(played, message_id) for message_id in flood]
    if any(len(answer) > 1 or not all(map(_is_refusal, answer)) for answer in answers):
        yield f"lines typed at once were each to be refused at most once, and got {answers}"
    posts = [post for message_id in flood for post in played.watch.answered[message_id]]
    times = [snowflake_ms(post.id) / 1000 for post in posts] or [0.0]
    windows = ceil((max(times) - min(times)) / FLOOD_WINDOW_SECONDS) + 1
    processes = circumstances.lives_between(snowflake_ms(flood[0]) / 1000, max(times))
    value = sum(map(len, answers))
    if value > MAX_ANSWERS_IN_A_WINDOW * windows * max(1, processes):
        yield f"{len(flood)} lines typed at once got {value} answers"


def _is_refusal(answer: str) -> bool:
    return answer.startswith(REFUSAL)


def _form_faults(
    played: PlayedMatch, stored: Kept, acknowledgements: Acknowledgements
) -> Iterator[str]:
    """Check that acknowledged forms are judged, and returned ones are not."""
    judged = stored.judged
    for submission in acknowledgements.promised:
        if submission.match_id == played.match_id and submission.source not in judged:
            yield f"{submission.source} was acknowledged, and never judged"
    for submission in acknowledgements.returned:
        if submission.match_id == played.match_id and submission.source in judged:
            yield f"{submission.source} was said not to be kept, and was judged"


def _change_faults(
    played: PlayedMatch, stored: Kept, circumstances: Circumstances
) -> Iterator[str]:
    """Check that a deletion or an edit that a bot has heard of in time is in the log."""
    sources = " ".join(source for _, source in stored.entries if source)
    window_ms = 1000 * float(getattr(stored.match.game, "takeback", 0))
    for change in played.changes:
        kind = "deletion" if change.is_deletion else "edit"
        heard_ms = circumstances.heard_ms(change.message_id)
        if heard_ms is None:
            if circumstances.listened(change.at, change.at + HEARING_SECONDS):
                yield f"the {kind} of {change.message_id} was not heard, though the bot was there"
            continue
        in_time = heard_ms - snowflake_ms(change.message_id) < window_ms
        was_there = circumstances.listened(change.at, heard_ms / 1000 + KEEPING_SECONDS)
        if in_time and was_there and f"{kind}:{change.message_id}" not in sources:
            yield f"the {kind} of {change.message_id} was heard in time, and is not in the log"


# Time


def _time_faults(stored: Kept, circumstances: Circumstances) -> Iterator[str]:
    """Check by outside clocks that no time without the bot is charged, and nothing is early."""
    match = Match.begin(stored.match.game, starts_clock_by_post=True).match
    opened_ms: int | None = None
    earlier: Entry | None = None
    for entry, source in stored.entries:
        at_ms = stored.began_ms + int(entry.at * 1000)
        if entry.text == POSTED and source and match.clock.started is None:
            opened_ms = snowflake_ms(int(source.split(":")[1]))
        before, match = match, match.enter(entry).match
        previous, earlier = earlier, entry
        if opened_ms is None or before.clock.started is None or before.result:
            continue
        nobodys_ms = circumstances.nobodys_ms(opened_ms, at_ms)
        if entry.speaker is Speaker.DEALER and not entry.text and _fell(before, match):
            limit_ms = float((before.clock.flag_at or 0) - before.clock.started) * 1000
            early_ms = opened_ms + limit_ms + nobodys_ms - at_ms
            if early_ms > TOLERANCE_MS:
                yield f"a flag fell {early_ms:.0f} ms early, at {entry.at}"
        elif entry.speaker.seat and source and source.startswith(("message:", "interaction:")):
            said_ms = snowflake_ms(int(source.split(":")[1]))
            if previous and _overtook(previous, entry):
                continue
            yield from _charge_faults(before, entry, opened_ms, said_ms, circumstances)


def _charge_faults(
    before: Match, entry: Entry, opened_ms: int, said_ms: int, circumstances: Circumstances
) -> Iterator[str]:
    assert before.clock.started is not None
    shift = 0 if before.clock.paused_since is None else float(entry.at - before.clock.paused_since)
    charged_ms = float(entry.at - before.clock.started) * 1000 - shift * 1000
    fair_ms = max(0.0, said_ms - opened_ms - circumstances.nobodys_ms(opened_ms, said_ms))
    if charged_ms - fair_ms > TOLERANCE_MS:
        gaps = circumstances.gaps_after(opened_ms, said_ms)
        yield (
            f"{entry.text!r} was charged {charged_ms:.0f} ms, of which {fair_ms:.0f} are fair: "
            f"it was said after {said_ms - opened_ms} ms, and these were nobody's: {gaps}"
        )


def _overtook(previous: Entry, entry: Entry) -> bool:
    """Return whether the other player's simultaneous action came first, though it was later."""
    return previous.speaker.seat not in {None, entry.speaker.seat} and previous.at == entry.at


def _fell(before: Match, next_match: Match) -> bool:
    """Return whether time changed the match, other than by making a held move final."""
    return before.held is None and before.state != next_match.state


def _difference(label: str, expected: Sequence[Any], result: Sequence[Any]) -> str:
    for number, (item, other) in enumerate(zip(expected, result, strict=False)):
        if item != other:
            return f"the {label} differs at {number}: {other!r} instead of {item!r}"
    return f"the {label} has {len(result)} lines instead of {len(expected)}: {list(result)[-3:]}"
