"""Every sentence that players and hosts read, but for those of one game, which its cog has."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final
from unicodedata import category

from bot.obstacles import Lack, Obstacle
from bot.texts import clocks as clock_words
from bot.texts.clocks import TurnEnd, duration
from engine.clocks import Reserve, Seconds
from engine.game import Outcome, Reason
from engine.matches.entries import Cause
from engine.matches.match import AnyGame
from engine.matches.notices import (
    Adjusted,
    Opened,
    Progressed,
    Received,
    Reminded,
    Resumed,
    Spent,
    TakenBack,
)
from engine.refusals import Refused
from engine.seats import Seat

HEARD: Final = "👀"
HEARD_IN_WORDS: Final = f"{HEARD} Your move is heard and held."
LONGEST_MESSAGE: Final = 2000
LEAST_OF_A_BOARD: Final = 40
"""With fewer characters than that, nothing worth reading can be said of a board."""
MOST_LISTED: Final = 25

_MARKDOWN: Final = re.compile(r"([\\*_~`|>#\[\]()<:@-])")
# Controls, marks of direction, joiners, separators of lines; and letters that look like nothing.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
# What no post can hold, and what would forge a countdown's mark.
_UNSENDABLE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_BLANKS: Final = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")

SEAT_TITLES: Final = {Seat.EC: "Elimination Candidate", Seat.DMO: "Death Match Opponent"}


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits at a match, for sentences about them."""

    game: AnyGame
    ids: Mapping[Seat, int]
    names: Mapping[Seat, str]

    def name(self, seat: Seat) -> str:
        """A player's name, in bold, unable to break the text around it."""
        return f"**{plain_name(self.names[seat])}**"

    def mention(self, seat: Seat) -> str:
        """A player's mention; whether it pings is decided by the letter."""
        return f"<@{self.ids[seat]}>"

    def mentions(self, seats: tuple[Seat, ...]) -> str:
        """Mentions of several players."""
        return " ".join(self.mention(seat) for seat in seats)


class GameWords(ABC):
    """What one game says in its own words."""

    refusals: ClassVar[Mapping[str, str]]
    options: ClassVar[Mapping[str, str]]
    rules: ClassVar[str]

    def understood(self, seating: Seating, view: Any) -> str:
        """What the viewer's own secret submission says, in games that have one."""
        raise NotImplementedError

    def announced(self, seating: Seating, view: Any, seat: Seat) -> str:  # noqa: ARG002
        """All that the room learns of a secret submission; empty where it learns nothing yet."""
        return f"🤫 {seating.name(seat)} has submitted."

    def amending(self, view: Any) -> str:  # noqa: ARG002 - in most games the latest one counts
        """How what a seat has submitted is changed, as long as it may be."""
        return "Send another one to replace it"

    @abstractmethod
    def notation(self, view: Any) -> str:
        """How what is awaited now is typed; in a phase of secrets, how those are."""

    def score(self, seating: Seating, view: Any) -> str:  # noqa: ARG002 - many games have none
        """How the players stand at the end, in games that are decided by counting."""
        return ""

    def rules_of(self, game: AnyGame) -> str:  # noqa: ARG002 - for games that leave a choice open
        """The rules as they are in one match; `rules` are those of any."""
        return self.rules

    @abstractmethod
    def role(self, game: AnyGame, seat: Seat) -> str:
        """What a seat is in this game."""

    @abstractmethod
    def request(self, seating: Seating, view: Any, seats: tuple[Seat, ...]) -> str:
        """What is wanted of the awaited seats, with their mentions."""

    @abstractmethod
    def done(self, seating: Seating, view: Any, cause: Cause) -> str:
        """What has just happened, from the public view and what caused it."""

    def refusal(self, game: AnyGame, refusal: Refused) -> str:  # noqa: ARG002 - games may look
        """The sentence for a refusal, naming the rule and the cells."""
        code = refusal.facts.get("said", refusal.code)
        sentence = (REFUSALS | dict(self.refusals)).get(code, UNKNOWN_REFUSAL)
        cells = listing(_some([str(cell) for cell in refusal.cells]))
        return sentence.format(cells=cells, code=refusal.code, **refusal.facts)


REFUSALS: Final = {
    "not-a-submission": "That is no move; it is taken as conversation.",
    "not-your-turn": "It is not your turn.",
    "paused": "The match is paused. The host resumes it.",
    "not-paused": "The match is not paused.",
    "match-over": "The match is over.",
    "move-held": (
        "Your move is already held. Type `takeback` first if you want another one instead."
    ),
    "nothing-held": "You have no held move to take back.",
    "late-take-back": "It is not your turn, and your move is no longer held: it is final.",
    "too-late": "Too late to take back: your time would have run out meanwhile. The move stands.",
    "wrong-phase": "Not now: that is not what is asked for at this point of the match.",
    "nothing-to-undo": "There is nothing to undo.",
    "no-reserve": "This game has no reserve time.",
    "no-lot-due": "No lot is due.",
    "wrong-lot": "That is not the lot that is due.",
    "malformed": "That cannot be read as a move.",
}
UNKNOWN_REFUSAL: Final = "That is refused ({code}). {cells}"

REASONS: Final = {
    Reason.NO_LEGAL_MOVE: "{loser} has to move and has no legal move",
    Reason.OUT_OF_TIME: "{loser} is out of time",
    Reason.CONCEDED: "{loser} concedes",
    Reason.AWARDED: "The host awards the match",
    Reason.ELEMENT_LOST: "{loser} lacks an element",
    Reason.NO_FLOWER_FITS: "No flower fits any more",
    Reason.BOTH_PASSED: "Both players passed",
    Reason.AGREED: "Both players agreed to end it",
    Reason.BOARDS: "The boards are counted",
    Reason.NO_LIVES: "{loser} has no lives left",
    Reason.FULL_BOARD: "The board is full",
}


def plain_name(name: str) -> str:
    r"""A display name with Markdown and invisible characters made harmless.

    >>> print(plain_name("*Ada*"))
    \*Ada\*
    """
    seen = "".join(each for each in name if category(each) not in _UNSEEN and each not in _BLANKS)
    return _MARKDOWN.sub(r"\\\1", seen).strip() or "?"


def listing(words: list[str]) -> str:
    """Words in a row.

    >>> listing(["E5", "E6", "E7"])
    'E5, E6 and E7'
    """
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1] if words else "")))


def _some(words: list[str]) -> list[str]:
    """Words for a row that a post takes, however many were typed."""
    left_out = len(words) - MOST_LISTED
    return [*words[:MOST_LISTED], f"{left_out} more"] if left_out > 0 else words


def opening(seating: Seating, words: GameWords) -> str:
    """The head of a match's first post: who plays what, and how it is typed."""
    players = " against ".join(
        f"{seating.mention(seat)} ({SEAT_TITLES[seat]}, {words.role(seating.game, seat)})"
        for seat in Seat
    )
    return f"## {seating.game.title}\n{players}.\n{words.rules_of(seating.game)}\n"


def opened(seating: Seating, words: GameWords, view: Any, notice: Opened) -> str:
    """The post of a turn or phase: what happened, who is awaited, until when."""
    head = words.done(seating, view, notice.cause) if notice.cause else opening(seating, words)
    lines = [head, _spent(seating, notice.spent), words.request(seating, view, notice.seats)]
    until = clock_words.opened(notice, seating.game.reserve_period)
    return "\n".join(filter(None, (*lines, until)))


def _spent(seating: Seating, spent: Spent | None) -> str:
    if spent is None:
        return ""
    left = clock_words.reserve_left(spent.left, seating.game.reserve_period)
    return f"{seating.name(spent.seat)} has {left}."


def progressed(
    seating: Seating, words: GameWords, view: Any, notice: Progressed, end: TurnEnd | None
) -> str:
    """The post of something done within a turn: what it was, and who is awaited until when."""
    done = words.done(seating, view, notice.cause)
    return f"{done}\n{_goes_on(seating, notice.seats, end)}"


def reminded(seating: Seating, notice: Reminded) -> str:
    """A clock's reminder."""
    who = seating.mentions(notice.seats)
    return clock_words.reminded(who, notice, seating.game.reserve_period)


def taken_back(seating: Seating, notice: TakenBack, end: TurnEnd | None) -> str:
    """A held move was cancelled."""
    goes_on = _goes_on(seating, (notice.seat,), end)
    return f"↩️ {seating.name(notice.seat)} takes the move back; the clock ran on. {goes_on}"


def changed(seating: Seating, seat: Seat) -> str:
    """A held move was edited into another one, which is held in its place."""
    return f"✏️ {seating.name(seat)} changes the move, which is held anew. The clock ran on."


def paused() -> str:
    """A host stopped the clocks."""
    return "⏸️ The match is paused and the clocks stand still. Only `concede` is heard now."


def resumed(seating: Seating, notice: Resumed, end: TurnEnd | None) -> str:
    """A host let the clocks run again."""
    return f"▶️ The match goes on. {_goes_on(seating, notice.seats, end)}"


def away(seating: Seating, seconds: Seconds, seats: tuple[Seat, ...], end: TurnEnd | None) -> str:
    """The Dealer was down or cut off, and nobody is charged for it."""
    lost = duration(Seconds(round(seconds)))
    goes_on = _goes_on(seating, seats, end)
    return f"🔌 The Dealer was away for {lost}; nobody is charged. {goes_on}"


def started_late(seating: Seating, seats: tuple[Seat, ...], end: TurnEnd | None) -> str:
    """The countdown of a post is no longer true, since its clock starts only now."""
    return f"⏳ The clock starts only now. {_goes_on(seating, seats, end)}"


def _goes_on(seating: Seating, seats: tuple[Seat, ...], end: TurnEnd | None) -> str:
    """Who is awaited, and until when, in a turn that runs already."""
    if not seats:
        return ""
    return clock_words.goes_on(seating.mentions(seats), end, seating.game.reserve_period)


def adjusted(seating: Seating, notice: Adjusted, *, is_running: bool) -> str:
    """A host gave or took reserve, perhaps while it is used."""
    left = clock_words.reserve_left(notice.left, seating.game.reserve_period, is_running=is_running)
    return f"🛠️ By the host's ruling {seating.name(notice.seat)} has {left}."


def ended(seating: Seating, outcome: Outcome, last: str, score: str = "") -> str:
    """The result of a match; `last` says what the last action was, `score` how they stand."""
    if outcome.winner is None:
        return ABORTED_IN_ROOM
    loser = seating.name(outcome.winner.opponent)
    reason = REASONS[outcome.reason].format(loser=loser)
    winner = seating.name(outcome.winner)
    result = f"🏁 {reason}. {winner} wins the Death Match!"
    return "\n".join(filter(None, (last, score, result)))


def refused(words: GameWords, game: AnyGame, refusal: Refused) -> str:
    """The reply to a refused submission."""
    return f"❌ {words.refusal(game, refusal)}"


def for_earlier(answer: str, messages: int) -> str:
    """An answer to a message that stands for those before it, too.

    >>> print(for_earlier("No.", 2))
    No.
    The 2 messages before it do not count either.
    """
    before = "message before it does" if messages == 1 else f"{messages} messages before it do"
    return f"{answer}\nThe {before} not count either."


def received(
    seating: Seating, understood: str, changing: str, notice: Received, end: TurnEnd | None
) -> str:
    """The private answer to a secret submission: what was understood, and how it is changed."""
    if not notice.may_change:
        return f"🤫 {understood}\nIt stands: nothing can be changed any more."
    left = f": {clock_words.left_until(end, seating.game.reserve_period)}" if end else ""
    return f"🤫 {understood}\n{changing}{left}."


def changing(seating: Seating, amending: str, ends_with: Seat | None) -> str:
    """How a submission is changed, and until when: a seat's submission may end the phase."""
    if ends_with is None:
        return f"{amending}, as long as this phase lasts"
    return f"{amending}, until {seating.name(ends_with)} has submitted, too"


def ends_next(seating: Seating, seat: Seat) -> str:
    """The warning to a seat whose submission ends a phase in which others could be replaced."""
    return f"Once {seating.name(seat)} has, too, neither can be changed."


def awaited(notation: str) -> str:
    """What somebody is told who says something in private that is no submission."""
    return f"❌ That is no submission I can read; I read text alone.\n{notation}"


def told_aloud(notation: str) -> str:
    """Something secret was said in the room; it does not count, and has been seen."""
    return (
        "❌ That is secret, so it does not count here, and everybody may have read it. Send it to "
        f"me in a direct message, or by the button above.\n{notation}"
    )


FIRST: Final = "`first me` or `first them` (`first ec`, `first dmo`)."
FINAL: Final = "❌ That move is final: it stands, and the edit changes nothing."
HOW_TO_CONCEDE: Final = "💡 To give the match up, type `concede`."


def nearly(notation: str) -> str:
    """What an awaited player said aloud is nearly a submission."""
    return f"💡 I took that as conversation. What I can read now: {notation}"


def nearly_secret(notation: str) -> str:
    """The same, in a phase of secrets."""
    return (
        "💡 I took that as conversation. What I am waiting for is secret: send it to me in a "
        f"direct message, or by the button above.\n{notation}"
    )


def outdated(notation: str) -> str:
    """A private message from before the phase was edited."""
    return f"❌ That message is older than this phase: send it as a new one.\n{notation}"


def played_in(room_id: int) -> str:
    """Nothing that is said in private is awaited."""
    return f"❌ Nothing counts here now: play in <#{room_id}>."


def no_secret(room_id: int) -> str:
    """What was said in private is to be said aloud."""
    return f"❌ That is no secret, so it does not count here: type it in <#{room_id}>."


def counted(room_id: int) -> str:
    """What was said in private counts, and all are told."""
    return f"✅ That counts; see <#{room_id}>."


def given_back(answer: str, form_text: str) -> str:
    """The answer to a form that does not count, with what it held, ready to be copied."""
    sent = _UNSENDABLE.sub("", form_text)
    if not sent.strip():
        return answer
    # No submission has a backtick, and some of them would end the quotation.
    head, end, quoted = f"{answer}\nYou sent:\n```\n", "\n```", sent.replace("`", "'")
    return head + shortened(quoted, LONGEST_MESSAGE - len(head) - len(end)) + end


def shortened(text: str, most: int) -> str:
    """The beginning of a text that is too long.

    >>> shortened("E6 E7 E8", 7)
    'E6 E...'
    """
    return text if len(text) <= most else text[: most - 3] + "..."


def unreached(seating: Seating, seat: Seat, *, has_form: bool) -> str:
    """A player who said something in private takes no direct messages."""
    other_way = ", or use the button above" if has_form else ""
    return (
        f"✉️ {seating.mention(seat)} I cannot answer you in private: allow direct messages from "
        f"this server{other_way}."
    )


OBSTRUCTED: Final = {
    Obstacle.FORBIDDEN: (
        "I can no longer read or write in {room}, so the match is paused and nobody's clock runs. "
        "Let me back in, then use `/match resume` there."
    ),
    Obstacle.NO_HISTORY: (
        "I can no longer read the message history of {room}, so I could miss a move: the match is "
        "paused and nobody's clock runs. Grant me *Read Message History*, then use `/match resume` "
        "there."
    ),
    Obstacle.REFUSED: (
        "Discord does not accept the turn's post in {room}, so the match is paused. "
        "`/match resume` there sends it again; `/match board` shows the position."
    ),
    Obstacle.GONE: (
        "The room is deleted. The match is paused and kept; `/match abort` in another room of the "
        "server, with its number, ends it."
    ),
    Obstacle.REMOVED: (
        "I was removed from the server of {room}. The match is paused and kept. Invite me again, "
        "then use `/match resume` there."
    ),
    Obstacle.UNREADABLE: (
        "I cannot read {room}: Discord's answers make no sense to me. The match is paused and "
        "nobody's clock runs. `/match resume` there lets me try again; `/match abort` ends it."
    ),
}

LACKING: Final = {
    Lack.FILES: (
        "📎 I can no longer attach files here, so boards come in words; the match goes on. "
        "{host} Grant me *Attach Files*, and the pictures come back."
    ),
    Lack.REACTIONS: (
        f"{HEARD} I can no longer add reactions here, so I reply when I have heard a move. "
        f"{{host}} Grant me *Add Reactions*, and the {HEARD} comes back."
    ),
}


def lacking(lack: Lack, host_id: int) -> str:
    """The room is told that the Dealer has to do without something."""
    return LACKING[lack].format(host=f"<@{host_id}>")


def slowed(room_id: int, seconds: int, most: Seconds) -> str:
    """The host is told that a room is slower than its game allows for."""
    return (
        f"Slow mode in <#{room_id}> is {seconds} s, and this game allows for {int(most)} s at "
        "most: players have to wait before they can correct a move or take it back, and may run "
        "out of time. Make it shorter, or grant the players *Bypass Slowmode*."
    )


def left(seating: Seating, seat: Seat, room_id: int) -> str:
    """The host is told that a player cannot be there."""
    return (
        f"{seating.name(seat)} has left the server. The match in <#{room_id}> goes on, and so "
        "does the clock. To stop it, use `/match pause` or `/match abort` there."
    )


def boards_in_words(alts: tuple[str, ...], most: int) -> str:
    """The alt texts of boards at the end of a post, in so many characters at most."""
    # Whatever names are in it, nothing of it is Markdown there.
    frame = "\n```\n{}\n```"
    each = (most // max(1, len(alts))) - len(frame)
    described = (shortened(alt.replace("`", "'"), each) for alt in alts)
    return "".join(frame.format(alt) for alt in described) if each > LEAST_OF_A_BOARD else ""


def set_aside(number: int, room_id: int) -> str:
    """A match cannot go on as it was kept; its room is 0 where not even that is known."""
    where = f" in <#{room_id}>" if room_id else ""
    return (
        f"⚠️ Match no. {number}{where} is paused: what I kept of it cannot be replayed, so "
        "I leave it as it is. Nobody's clock runs."
    )


def why_aside(reason: str) -> str:
    """What the host is told beside that."""
    return (
        f"The reason: {plain_name(reason)}. `dealer verify` says more; `/match abort` with its "
        "number ends it."
    )


def about(seating: Seating) -> str:
    """Which match a letter to its host is about."""
    return f"⚠️ {seating.game.title}, {seating.name(Seat.EC)} against {seating.name(Seat.DMO)}:"


def choose_first(who: str) -> str:
    """The request to say who begins."""
    return (
        f"{who} choose who begins: type `first me` or `first them` (`first ec`, `first dmo`). "
        "Without a word it is drawn by lot."
    )


def chosen_first(seating: Seating, cause: Cause, first: Seat) -> str:
    """Who begins, and by whose word."""
    if cause.seat is None:
        return f"🎲 Drawn by lot: {seating.name(first)} begins."
    return f"{seating.name(cause.seat)} decides: {seating.name(first)} begins."


def undone() -> str:
    """A host took an entry back."""
    return "🛠️ By the host's ruling the latest action is undone, and its turn opens anew."


# What is said in private, before it is known of which match

NO_SEAT: Final = "You sit at no live match, so there is nothing to submit."
NO_SEAT_THERE: Final = "You sit at no live match in {room}."
LONGEST_ROOM_NAME: Final = 100
WHICH_MATCH: Final = (
    "You sit at several matches. Which one is this for? (Next time you can begin with the room, as "
    "in `#room-name ...`.)"
)
FOR_ROOM: Final = "Taken for {room}."
WHICH_PLACEHOLDER: Final = "Choose the match"
MESSAGE_GONE: Final = "The message that this is about is gone. Please send it again."
MESSAGE_NOT_FETCHED: Final = "I cannot read your message just now. Please choose again."
TOO_LONG: Final = "That is too long to be a submission: {most} characters are more than enough."
NOT_YOUR_MATCH: Final = "Only the two players of this match can submit anything."
MATCH_ENDED: Final = "That match is over."
NONE_AWAITED: Final = "Nothing secret is asked for at this point of the match."
SUBMIT_LABEL: Final = "Submit in secret"
FORM_LABEL: Final = "Your submission"
FINAL_FORM_LABEL: Final = "Your submission, which will be final"
REPLACEABLE: Final = "You may replace yours until both are in."


def no_seat(room: str) -> str:
    """What somebody is told who speaks in private and sits at no match, or at none in that room."""
    there = plain_name(room[:LONGEST_ROOM_NAME])
    return NO_SEAT_THERE.format(room=there) if room else NO_SEAT


# What is said where nothing can be kept

STANDSTILL: Final = (
    "⚠️ The Dealer cannot save anything right now, so the clocks stand still and nobody is charged. "
    "What is typed meanwhile is heard as soon as it can be saved."
)
KEPT_AGAIN: Final = (
    "✅ The Dealer can save everything again. Nobody is charged for the time in between."
)


def standstill(room_ids: Sequence[int], reason: str) -> str:
    """What a host is told of it, with the database's own reason."""
    rooms = listing(_some([f"<#{room_id}>" for room_id in room_ids]))
    return (
        f"⚠️ I cannot save anything right now ({plain_name(reason)}), so the clocks in {rooms} "
        "stand still and nobody is charged. The matches go on by themselves once I can write to "
        "the database again."
    )


# What commands answer

NO_MATCH: Final = "There is no match in this room."
NO_LIVE_MATCH: Final = "There is no live match in this room."
NO_LIVE_MATCHES: Final = "No match is live on this server."
SET_ASIDE: Final = (
    "The match here is paused, as what I kept of it cannot be replayed. The host knows; "
    "`/match abort` ends it."
)
ABORTED_IN_ROOM: Final = "🏁 The host has aborted the match. There is no winner."
NO_SUCH_MATCH: Final = "No match of that number is live on this server; see `/match list`."
PAUSED_CLOCKS: Final = "⏸️ The match is paused, and the clocks stand still."
PAUSED: Final = "The match is paused. `/match resume` lets it go on."
RESUMED: Final = "The match goes on."
ABORTED: Final = "The match is aborted."
RECORD_LATER: Final = "The record is given out when the match is over."
HOSTS_ONLY: Final = (
    "Only a host can do that: somebody with Manage Server, or with the role set by "
    "`/dealer host-role`."
)
MANAGERS_ONLY: Final = "Only somebody with Manage Server can say who is a host."
OWN_MATCH: Final = (
    "You are playing in this match, so you cannot rule on it. Another host can: anybody else with "
    "Manage Server, or with the role set by `/dealer host-role`."
)
EVERYONE_NO_HOST: Final = (
    "@everyone cannot be the host role: every player would be a host. Choose a role that only "
    "hosts have."
)
SERVERS_ONLY: Final = "Use this in a channel of a server."
SAME_PLAYER: Final = "The two players must be different people."
BOT_PLAYER: Final = "A bot cannot play: {name} is one."
ROOM_TAKEN: Final = "There is a live match in {room} already. `/match abort` there ends it."
ROOM_MISSING: Final = "Choose a text channel with the option `room`."
ROOM_PERMISSIONS: Final = "I lack permissions in {room}: {missing}. Grant them and start again."
OTHER_SERVER: Final = "That channel is not on this server."
STARTED: Final = "The match is dealt in {room}. (Seed of its lots: {seed}.)"
OUTDATED_COMMAND: Final = "That command has changed. Reload Discord and give it again."
NOT_HERE: Final = "Both players must be members of this server."
NOT_KEPT: Final = (
    "I cannot save anything right now, so that does not count and nothing was changed. Please try "
    "again in a minute."
)
STARTING: Final = "I am just starting. Please try again in a few seconds."
PLAYER_PERMISSIONS: Final = "{player} may not play in {room}: {missing} is missing there."
FILE_TOO_LARGE: Final = "the file is too large; {most} bytes are more than enough"
FILE_NOT_TEXT: Final = "the file is no text in UTF-8"
FILE_NOT_FETCHED: Final = "the file cannot be fetched from Discord; try again"
LONGEST_PROBLEM: Final = 500
TRY_AGAIN: Final = "Something went wrong here; nothing was changed. Please try again."


def host_role_set(role_id: int) -> str:
    """The answer to `/dealer host-role`."""
    return f"Whoever has <@&{role_id}> is a host from now on."


def bad_option(name: str, problem: str) -> str:
    """A start command's option was refused."""
    return f"Option `{name}`: {problem[:LONGEST_PROBLEM]}."


def status(seating: Seating, to_act: tuple[Seat, ...], *, is_paused: bool) -> str:
    """The answer to `/match status`."""
    players = " against ".join(f"{seating.name(seat)} ({seat.value.upper()})" for seat in Seat)
    awaited = listing([seating.name(seat) for seat in to_act]) or "nobody"
    pause = " The match is paused." if is_paused else ""
    return f"{seating.game.title}: {players}. Awaited: {awaited}.{pause}"


def clock_line(seating: Seating, seat: Seat, left: Reserve | None, *, waits: bool) -> str:
    """One seat's line in the answer to `/match clock`, where no clock runs for it.

    Args:
        seating: Who sits at the match.
        seat: The seat.
        left: Its reserve; None in a game without.
        waits: Whether it is awaited, and its clock starts once the post stands.
    """
    reserve = "no reserve in this game"
    if left is not None:
        reserve = clock_words.reserve(left, seating.game.reserve_period)
    starts = "; the clock starts as soon as the turn is posted" if waits else ""
    return f"{seating.name(seat)}: {reserve}{starts}."


def running_clock(seating: Seating, seat: Seat, end: TurnEnd, *, runs: bool, is_held: bool) -> str:
    """The line of a seat that is awaited; the clock `runs`, or stands, as while a move is held."""
    left = clock_words.left_until(end, seating.game.reserve_period, runs=runs)
    reserve = "reserve is running: " if end.is_on_reserve else ""
    held = "; a move is held" if is_held else ""
    return f"{seating.name(seat)}: {reserve}{left}{held}."


def match_line(seating: Seating, number: int, room_id: int) -> str:
    """One line in the answer to `/match list`."""
    players = f"{seating.name(Seat.EC)} against {seating.name(Seat.DMO)}"
    return f"No. {number} in <#{room_id}>, {seating.game.title}: {players}"


def match_list(lines: list[str]) -> str:
    """The answer to `/match list`: all lines, or as many as a message takes and how many more."""
    for shown in range(len(lines), 0, -1):
        more = [f"... and {len(lines) - shown} more."] if shown < len(lines) else []
        text = "\n".join((*lines[:shown], *more))
        if len(text) <= LONGEST_MESSAGE:
            return text
    return NO_LIVE_MATCHES
