"""Answers to whoever types, presses a button or gives a command, and refusals."""

import re
from collections.abc import Sequence
from typing import Final

from bot.texts import clocks
from bot.texts.clocks import TurnDeadline
from bot.texts.language import Text, _, say
from bot.texts.seating import (
    LONGEST_MESSAGE,
    Seating,
    at_most,
    plain_name,
    shortened,
    waiting,
)
from engine.clocks import Reserve, Timing
from engine.grids.grid import Cell
from engine.matches.notices import SubmissionReceived
from engine.refusals import Refused
from engine.seats import Seat
from engine.words.alts import LONGEST_ALT, length
from engine.words.sentences import Plural, listing

# Refused commands

STARTING: Final = Text("I'm still starting up. Please try again in a few seconds.")
NOT_KEPT: Final = Text(
    "I can't save anything right now, so that didn't count and nothing has changed. Please try "
    "again in a minute."
)
TRY_AGAIN: Final = Text(
    "Something went wrong on my side, and nothing has changed. Please try again."
)
OUTDATED_COMMAND: Final = Text("That command has changed. Reload Discord and run it again.")

# Refused entries


def refusal(refused: Refused) -> str:
    """Return the rule behind a refused entry, and the cells that it is about."""
    cells = listing(at_most([str(cell) for cell in refused.cells]))
    facts = {"cells": cells, "count": len(refused.cells), **refused.sentence.facts}
    return say(refused.sentence.about(**facts))


def rejected(refused: Refused) -> str:
    """Reply to a refused entry."""
    return f"❌ {refusal(refused)}"


# Matches

NO_MATCH: Final = Text("There is no match in this room.")
NO_LIVE_MATCH: Final = Text("There is no live match in this room.")
NO_LIVE_MATCHES: Final = Text("There is no live match on this server.")
NO_SUCH_MATCH: Final = Text("No live match on this server has that number; see `/match list`.")
QUARANTINED: Final = Text(
    "The match here is paused because I can't replay what I saved of it. The host has been told; "
    "`/match abort` ends it."
)
PAUSED_CLOCKS: Final = Text("⏸️ The match is paused and the clocks are stopped.")
PAUSED: Final = Text("The match is paused. `/match resume` resumes it.")
RESUMED: Final = Text("The match has resumed.")
ABORTED: Final = Text("The match has been aborted.")
UNDONE: Final = Text("Undone.")
RECORD_LATER: Final = Text("The record is available once the match is over.")


def status(
    seating: Seating, to_act: tuple[Seat, ...], *, awaits_host: bool, is_paused: bool
) -> str:
    """Answer `/match status`."""
    awaited = _("Waiting for the host's ruling.") if awaits_host else waiting(seating, to_act)
    lines = [PAIRING(game=seating.game.title, **seating.bold_names), awaited]
    return " ".join([*lines, _("The match is paused.")] if is_paused else lines)


PAIRING: Final = Text("{game}: {ec} (EC) against {dmo} (DMO).")


def clock_line(seating: Seating, seat: Seat, left: Reserve | None) -> str:
    """Return the line of `/match clock` for a seat that is not awaited.

    `left` is None in a game without reserve.
    """
    if left is None:
        return _("{player}: no reserve in this game.", player=seating.name(seat))
    return f"{seating.name(seat)}: {clocks.reserve(left, seating.game.reserve_period)}."


def waiting_clock(seating: Seating, seat: Seat, timing: Timing, left: Reserve) -> str:
    """Return the line of an awaited seat whose clock starts with its turn's post."""
    turn = clocks.length(timing.clock.turn)
    if timing.seat is None:
        text = _("{time}; the clock starts once the turn is posted", time=turn)
    else:
        text = _(
            "{time} of turn time, then {reserve}; the clock starts once the turn is posted",
            time=turn,
            reserve=clocks.reserve(left, seating.game.reserve_period),
        )
    return f"{seating.name(seat)}: {text}."


def running_clock(
    seating: Seating, seat: Seat, end: TurnDeadline, *, runs: bool, is_held: bool
) -> str:
    """Return the line of an awaited seat; its clock stands still while a move is held."""
    text = clocks.left_until(end, seating.game.reserve_period, runs=runs)
    if end.is_on_reserve:
        text = _("on reserve: {left}", left=text)
    if is_held:
        text = _("{left}; the move isn't final yet", left=text)
    return f"{seating.name(seat)}: {text}."


def match_line(seating: Seating, number: int, room_id: int) -> str:
    """Return a line of `/match list`."""
    line = _(
        "No. {number} in <#{room}>, {game}: {ec} against {dmo}",
        number=number,
        room=room_id,
        game=seating.game.title,
        **seating.bold_names,
    )
    return _("{match} (practice)", match=line) if seating.is_practice else line


# Characters that no post can hold, and those that would forge a countdown's mark.
_UNSENDABLE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")

# Secret submissions

SUBMIT_LABEL: Final = Text("Submit in secret")
FORM_LABEL: Final = Text("Your submission")
FINAL_FORM_LABEL: Final = Text("Your submission (it will be final)")


def received(
    seating: Seating,
    understood: str,
    changing: str,
    notice: SubmissionReceived,
    end: TurnDeadline | None,
) -> str:
    """Answer a secret submission in private: how it was read, and how to change it."""
    if not notice.may_change:
        final = _("That's final: you can't change it now.")
        return f"🤫 {understood}\n{final}"
    left = f": {clocks.left_until(end, seating.game.reserve_period)}" if end else ""
    return f"🤫 {understood}\n{changing}{left}."


def changing(seating: Seating, amending: str, ends_with: Seat | None) -> str:
    """Say how to change a submission, and until when: another seat's may end the phase."""
    if ends_with is None:
        return _("{amending} while this phase lasts", amending=amending)
    player = seating.name(ends_with)
    return _("{amending} until {player} has submitted too", amending=amending, player=player)


ENDS_NEXT: Final = Text("Once {player} has submitted too, both are final.")


TOLD_ALOUD: Final = Text(
    "❌ That was a secret, so it doesn't count here, and everyone could read it. Send it to me "
    "in a direct message or use the button above."
)

# Replies in the room

FINAL: Final = Text("❌ That move is final; editing it changes nothing.")
LINE_FINAL: Final = Text(
    "❌ That line has been carried out; editing it changes nothing. `/match undo what:ruling` "
    "takes it back."
)
HOW_TO_CONCEDE: Final = Text("💡 To concede the match, type `concede`.")


def for_earlier(answer: str, messages: int) -> str:
    """Extend an answer to the messages before the one that it replies to.

    >>> print(for_earlier("No.", 2))
    No.
    The 2 messages before it don't count either.
    """
    before = Plural(
        "The message before it doesn't count either.",
        "The {count} messages before it don't count either.",
        count=messages,
    )
    return f"{answer}\n{say(before)}"


def nearly(notation: str, fault: str = "") -> str:
    """Return the hint to an awaited player whose words are nearly a submission, and their fault."""
    if fault:
        return _("💡 {fault} If you meant to play, type {notation}", fault=fault, notation=notation)
    return _("💡 I took that as chat. To make a move, type {notation}", notation=notation)


NO_PASSING: Final = Text("💡 `pass` doesn't count here. Type {notation}")
MEANT: Final = Text("💡 I took that as chat. Did you mean `{text}`? Then type it like that.")


NEARLY_SECRET: Final = Text(
    "💡 I took that as chat. What I'm waiting for is secret: send it to me in a direct message "
    "or use the button above."
)
UNREACHED: Final = Text(
    "✉️ {player} I can't answer you in private: allow direct messages from this server."
)
UNREACHED_BUT_BY_FORM: Final = Text(
    "✉️ {player} I can't answer you in private: allow direct messages from this server, or use the "
    "button above."
)


# Replies in private


PICTURE_UNREAD: Final = Text("🖼️ I can't read the picture: only your text counts.")


def awaited(notation: str, *, has_picture: bool = False) -> str:
    """Say that a private message is no submission."""
    if has_picture:
        text = _("❌ I can't read pictures; type it like this:")
    else:
        text = _("❌ I can't read that as a submission. I only read plain text.")
    return f"{text}\n{notation}"


def nearly_in_private(text: str, fault: str, notation: str) -> str:
    """Return the answer to what is no submission, but has one meaning or a fault that is known."""
    if not text:
        return f"❌ {fault}\n{notation}"
    if fault:
        return _(
            "❌ {fault} Did you mean `{text}`? Then send it like that.", fault=fault, text=text
        )
    return _("❌ I can't read that. Did you mean `{text}`? Then send it like that.", text=text)


OUTDATED: Final = Text("❌ That message is from before this phase. Send it again as a new message.")
PLAYED_ELSEWHERE: Final = Text("❌ I'm not waiting for anything here right now. Play in <#{room}>.")
NOT_SECRET: Final = Text("❌ That isn't secret, so it doesn't count here. Type it in <#{room}>.")
COUNTED: Final = Text("✅ Got it. It's in <#{room}>.")


def given_back(answer: str, form_text: str) -> str:
    """Answer a form that does not count, with its text, ready to be copied."""
    sent = _UNSENDABLE.sub("", form_text)
    if not sent.strip():
        return answer
    # No submission has a backtick, and some of them would end the quotation.
    text, quoted = _("You sent:"), sent.replace("`", "'")
    head, end = f"{answer}\n{text}\n```\n", "\n```"
    return head + shortened(quoted, LONGEST_MESSAGE - len(head) - len(end)) + end


# Unrouted messages

NO_SEAT: Final = Text(
    "You aren't playing in a live match, so there is nothing to submit. `/practice` starts one "
    "against me."
)
NO_SEAT_THERE: Final = Text("You aren't playing in a live match in {room}.")
LONGEST_ROOM_NAME: Final = 100
WHICH_MATCH: Final = Text(
    "You are playing in several matches. Which one is this for? (Next time, you can start with the "
    "room, as in `#room-name ...`.)"
)
WHICH_PLACEHOLDER: Final = Text("Choose the match")
FOR_ROOM: Final = Text("Passed on to {room}.")
MESSAGE_GONE: Final = Text("That message has been deleted. Please send it again.")
MESSAGE_NOT_FETCHED: Final = Text("I can't read your message right now. Please choose again.")
TOO_LONG: Final = Text("That is too long: a submission can have at most {most} characters.")
NOT_YOUR_MATCH: Final = Text("Only the two players of this match can submit.")
MATCH_ENDED: Final = Text("That match is over.")
NONE_AWAITED: Final = Text("The match isn't waiting for anything secret right now.")


def no_seat(room: str) -> str:
    """Say that the writer plays in no live match, or in none in the room they named."""
    there = plain_name(room[:LONGEST_ROOM_NAME])
    return NO_SEAT_THERE(room=there) if room else NO_SEAT()


# Buttons below a board

LABELS: Final = {
    "mine": Text("My secret"),
    "read": Text("Read (hosts)"),
    "large": Text("One board, large"),
    "rules": Text("Rules"),
    "concede": Text("Concede"),
    "go-on": Text("No, play on"),
}
WORD_PLACEHOLDER: Final = Text("Choose or type")
SAY_NOW: Final = {"concede": Text("Yes, I concede"), "lock": Text("Yes, lock")}
"""The labels of the buttons below the question whether somebody wants to say a word."""
SHOW_ME: Final = Text("Show me")
STALE: Final = Text("❌ That button belongs to an earlier turn. The latest board has its own.")
SURE: Final = Text("Do you want to concede? The match ends at once and your opponent wins.")
SURE_TO_LOCK: Final = Text(
    "Locking is final: you can't submit anything more. Do you want to lock anyway?"
)
NOT_SAID: Final = Text("You're still in the match. Nothing has changed.")
NOTHING_HIDDEN: Final = Text("You have nothing hidden in this match.")
NOTHING_TO_READ: Final = Text("There is nothing for hosts to read right now.")
NOTHING_TO_SHOW: Final = Text("❌ I can't show you that: I don't know which cells it was about.")
TOLD_TO_OTHERS: Final = Text("❌ Only the player who got that message can see this.")


def shown(cells: Sequence[Cell], last: Cell) -> str:
    """Say which cells a board marks, and which it lacks; `last` is its upper right corner."""
    there = [str(cell) for cell in cells if cell.lies_up_to(last)]
    missing = [str(cell) for cell in cells if not cell.lies_up_to(last)]
    lines = [_("Marked: {cells}.", cells=listing(at_most(there)))] if there else []
    if missing:
        text = Plural(
            "{cells} is not on this board.",
            "{cells} are not on this board.",
            len(missing),
            cells=listing(at_most(missing)),
        )
        lines.append(say(text))
    return " ".join(lines)


def with_shown(alt: str, cells: Sequence[Cell], last: Cell) -> str:
    """Put the marked cells before a board's alt text."""
    text = f"{shown(cells, last)} ".lstrip()
    while length(f"{text}{alt}") > LONGEST_ALT:
        alt = f"{alt.removesuffix('…')[:-1]}…"
    return f"{text}{alt}"


# `/me`


def themed(theme: str | None) -> str:
    """Answer `/me` with the theme of their own boards, if they have chosen one."""
    if theme is None:
        return _("Boards that only you see use their server's theme. `/me theme:` changes that.")
    return _(
        "Boards that only you see are {theme} (`theme`): in direct messages, in your private "
        "channel, and in answers to your commands.",
        theme=theme,
    )


IN_TEXT: Final = {
    True: Text(
        "I also send you each board of your matches in words (`text`), in a direct message or your "
        "private channel; for that, you have to allow direct messages from the server."
    ),
    False: Text("With `/me text:on`, I also send you each board of your matches in words."),
}
"""The other line of that answer, by whether they are sent boards in words, too."""
