"""Names for ids and instants, and for the kinds of posts, as the tables of decisions have them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final

from bot.live.decide import live_match
from bot.posts.answers import Answers
from bot.values.discord_time import DISCORD_EPOCH_MS
from bot.values.post import Origin, Post
from engine.hints.near_misses import NearMiss
from engine.matches.match import Match
from engine.matches.notices import ClockReminder, MatchEnded
from tests.helpers.clocks.fake_clock import BEGAN_MS

PLACES: Final = {"ec": 0, "dmo": 1, "ec privately": 2, "dmo privately": 3, "hana": 4, "host": 5}
POSTS: Final = 100
"""From here on the last digits of an id are of a post."""


def ms(seconds: str) -> int:
    return BEGAN_MS + round(float(seconds) * 1000)


def seconds(at_ms: int) -> str:
    return f"{(at_ms - BEGAN_MS) / 1000:g}"


def named(text: object) -> str:
    """A text with names for the ids and instants in it: `ec@10` for the EC's message of 10 s."""

    def name(match: re.Match[str]) -> str:
        number = int(match[0])
        at_ms, last = (number >> 22) + DISCORD_EPOCH_MS, number & (1 << 22) - 1
        if BEGAN_MS <= number < 2 * BEGAN_MS:
            return seconds(number)
        if not BEGAN_MS - 10**6 <= at_ms < BEGAN_MS + 10**8:
            return match[0]
        if last == (1 << 22) - 1:
            return f"before {seconds(at_ms + 1)}"
        speaker = (
            f"post {last - POSTS}"
            if last >= POSTS
            else next((person for person, place in PLACES.items() if place == last), f"{last}")
        )
        return f"{speaker}@{seconds(at_ms)}"

    return re.sub(r"[0-9]{13,}", name, str(text))


@dataclass(frozen=True)
class NotingComposer(Answers):
    """Writes posts, and notes of what kind each is."""


KINDS: dict[tuple[str, str | None], str] = {}
"""The kind of a post by its words and its reaction."""


def _noting(name: str, kind_of: Callable[..., str]) -> None:
    write = getattr(Answers, name)

    @wraps(write)
    def noted(composer: Answers, *value: Any, **more: Any) -> Any:
        written = write(composer, *value, **more)
        posts = (written,) if isinstance(written, Post) else tuple(written)
        is_beside = any(isinstance(origin, Origin) and origin.has_picture for origin in value)
        kind = kind_of(*value) + " beside a picture" * is_beside
        KINDS.update({(post.content, post.reply.reaction): kind for post in posts})
        return posts if not isinstance(written, Post) else written

    setattr(NotingComposer, name, noted)


def _notice_kind(_: Match, notice: Any, __: Origin, overrun: Any) -> str:
    kind = type(notice).__name__
    if isinstance(notice, ClockReminder):
        kind += f" {notice.kind.name.lower()} {notice.seconds}"
    if isinstance(notice, MatchEnded) or kind == "TurnStarted":
        kind += f" {notice.outcome.reason}" if isinstance(notice, MatchEnded) else ""
        if overrun:
            late = overrun.late
            to = (
                f" to {'edit of ' * late.is_edit}{named(late.message_id)} at {late.at}"
                if late
                else ""
            )
            kind += (
                f" (overrun of {overrun.ran_out.allowed} from {named(overrun.turn_message_id)}{to})"
            )
    return kind


def _hinted(near: NearMiss) -> str:
    if near.meant or near.fault:
        return near.meant or (near.fault.code if near.fault else "")
    if near.passes:
        return "that nobody passes"
    return "of another word for concede" if near.concedes else "of the notation"


for name, kind_of in {
    "_posts": _notice_kind,
    "refusal": lambda _, refusal, __: f"refused {refusal.code}",
    "hint": lambda _, near, __: f"hint {_hinted(near)}",
    "misplaced": lambda *_: "misplaced",
    "own_board": lambda *_: "own board",
    "final": lambda *_: "final",
    "stale": lambda *_: "stale",
    "outdated": lambda *_: "outdated",
    "ruling_reason": lambda reason: f"because {reason}",
    "called": lambda match: f"called {match.turn_left}",
    "waits_for": lambda room: f"waits for {room}",
    "left": lambda *_: "practice over",
    "counted": lambda *_: "counted",
    "unreachable": lambda _, seat: f"unreached {seat}",
    "failed": lambda *_: "failed",
    "obstructed": lambda obstacle: f"obstructed {obstacle.name}",
    "channel_lost": lambda seat, _: f"channel lost {seat}",
    "remark": lambda remark: f"remark {remark.topic}",
    "changed": lambda seat: f"changed {seat}",
    "for_all": lambda _, earlier: f"follow-up, {earlier} earlier",
    "gap_notice": lambda _, seconds: f"away {seconds}",
    "started_late": lambda *_: "started late",
}.items():
    _noting(name, kind_of)


def use_noting_composer(monkeypatch: Any) -> None:
    """Let all live matches' posts be noted by their kinds."""
    monkeypatch.setattr(live_match, "Answers", NotingComposer)
