"""Plays the rows of a table through `decide`, and writes down what is decided about each.

A row is an instant, who does what, and how: `12 ec edits @10: E6 E8` is the EC's edit at 12 s of
their message of 10 s. Below it stand the decisions: entries of the log with their sources, posts by
their kinds and readers, what is read, what waits and when the match is woken; then what is
remembered now that was not before, after `=`.
"""

import asyncio
import re
import shutil
from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import text

from bot.live.decide.dealer_seat import dealer_action_request, pace_of
from bot.live.decide.decide import begin_live_match, decide, decide_after_error
from bot.live.decide.rulings import is_on_hold
from bot.live.resume import resumed
from bot.storage.store import Store
from bot.storage.tables.records import StoredMatch
from bot.values.card import MatchCard, Person
from bot.values.discord_time import UNKNOWN, GatewayLag
from bot.values.effects import Circumstances, Effects, SourcedEntry
from bot.values.events import (
    DealerActed,
    DealerActionRequest,
    Event,
    GapEnded,
    GapStarted,
    HostMessage,
    HostReminderRequested,
    MatchChoice,
    MatchChoiceRejected,
    MessageDeleted,
    MessageEdited,
    PlayerMessage,
    PostDelivered,
    PostEchoed,
    PracticeHoldChanged,
    PrivateChannelChanged,
    RoomMessage,
    RoomObstructed,
    RoomRead,
    RoomReading,
    RulingGiven,
    TimerFired,
)
from bot.values.obstacles import (
    HostRemark,
    Obstacle,
    OptionalPermission,
    PlayerAbsent,
    SlowModeTooLong,
)
from bot.values.post import NOWHERE, Extras, Place, Post, Urgency, Worth
from engine.games import GAMES
from engine.matches.match import Match
from engine.opponents.thinking import Level
from engine.options import read_options
from engine.seats import SEATS, Seat
from tests.bot.live.deciding.noting import KINDS, PLACES, POSTS, NotingComposer, ms, named, seconds
from tests.helpers.clocks.fake_clock import BEGAN_MS, snowflake
from tests.helpers.rooms.cards import ADA, BOB, DEALER, GUILD, HOST, card_of, delivery_of

ROW: Final = re.compile(
    r"(?P<at>[0-9.]+)(?: heard (?P<heard>[0-9.]+))? (?P<who>\w+)"
    r"(?: (?P<how>[^:]+?))?(?:: ?(?P<text>.*))?"
)
PEOPLE: Final = {ADA: "ec", BOB: "dmo", HOST: "host", 88: "follower"}
PRIVATE_CHANNEL, OTHER_ROOM, FOLLOWER = 111, 77, 88
T = TypeVar("T")

SIMPLE: Final[Mapping[str, Callable[[str, int], Event]]] = {
    "wakes": lambda *_: TimerFired(),
    "away": lambda how, _: GapEnded(ms(how.removeprefix("since ")) if how else None),
    "back": lambda *_: GapEnded(None, is_new_session=True),
    "silent": lambda _, at_ms: GapStarted(at_ms),
    "closed": lambda how, _: RoomObstructed(Obstacle[how]),
    "secret": lambda how, at_ms: PracticeHoldChanged(
        OTHER_ROOM if how == "awaited" else None, at_ms
    ),
    "left": lambda how, _: PlayerAbsent(Seat(how)),
    "slow": lambda how, _: SlowModeTooLong(int(how)),
    "lacks": lambda how, _: OptionalPermission[how],
    "mirror": lambda *_: HostRemark(f"mirror:{OTHER_ROOM}", ""),
    "chosen": lambda how, _: MatchChoice(5, Seat(how), 6, 7),
    "unchosen": lambda *_: MatchChoiceRejected(5),
    "channel": lambda how, _: PrivateChannelChanged(
        Seat(how.split()[0]), None if "none" in how else PRIVATE_CHANNEL, is_lost="lost" in how
    ),
}
"""The events that depend on nothing else, by the first word of their rows."""


class Storage:
    """A database, in which a runner would store what is decided, and from which another goes on."""

    def __init__(self, path: Path, new_database: Path) -> None:
        shutil.copy(new_database, path)
        self._runner, self._url = asyncio.Runner(), f"sqlite:///{path}"
        self.store = self.run(Store.open(self._url))

    def run(self, operation: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(operation)

    def begin(self, card: MatchCard, posts: tuple[Post, ...]) -> None:
        assert self.run(self.store.begin(card, 0, posts)) == card.id

    def keep(self, effects: Effects) -> None:
        if effects.can_commit_later:
            self.store.commit_with_next(effects)
        elif effects.needs_commit:
            self.run(self.store.commit(effects))

    def stored(self, room_id: int, alive_ms: int) -> StoredMatch:
        """Return the match as another process finds it, which has noted the gap."""
        stored = self.run(self.store.latest_match(room_id))
        self.run(self.store.put_gap(alive_ms))
        return stored

    def log_pauses_as_hosts(self) -> None:
        """Log pauses like earlier versions, which had no pauses of the Dealer's own."""
        older = text("UPDATE entries SET who = 'host' WHERE text IN ('pause', 'resume')")
        self.run(self.store.access.write(lambda connection: connection.execute(older)))

    def close(self) -> None:
        self.run(self.store.close())
        self._runner.close()


def repeated(post: Post) -> tuple[Post, ...]:
    """Return a board's posts for elsewhere, as a feature returns them; the second pings."""
    board = Post(
        extras=Extras(has_board=True),
        audience=OTHER_ROOM,
        place=Place(log_length=post.place.log_length),
        worth=Worth(expires_with_turn=True, urgency=Urgency.AUDIENCE),
    )
    return board, replace(board, extras=replace(board.extras, has_board=False), pings=(FOLLOWER,))


class Play:
    """A live match that is brought from row to row as a runner would, without tasks.

    Attributes:
        storage: Database for the rows with a restart.
        unsent: Posts that have not been delivered.
    """

    def __init__(self, settings: str, storage: Storage | None = None) -> None:
        words = settings.split()
        game = next((word for word in words if word in GAMES), "fire-and-ice")
        options = dict(word.split("=", 1) for word in words if "=" in word)
        flags = {word for word in words if "=" not in word and word != game}
        KINDS.clear()
        self.promptness = UNKNOWN
        if "prompt" in options:
            lag_ms, _, since = options.pop("prompt").partition("@")
            self.promptness = GatewayLag(ms(since or "0"), int(lag_ms))
        defaults = {"first": "ec"} if game == "fire-and-ice" and "choice" not in options else {}
        players = card_of().players
        level = Level(options.pop("level", Level.NORMAL))
        for seat in options.pop("dealer", "").split(","):
            if seat:
                players = {**players, Seat(seat): Person(DEALER, "Dealer", level)}
        is_practice = bool(flags & {"practice", "direct"})
        card = card_of(
            GAMES[game](**read_options(GAMES[game], defaults | options)),
            players=players,
            is_practice=is_practice,
            host_id=ADA if is_practice else HOST,
            guild_id=0 if "direct" in flags else GUILD,
        )
        self.answers_stand = "slow" not in flags
        self.is_connected, self.now_ms, self.wake_ms = True, BEGAN_MS, None
        self.storage = storage
        self.asked: dict[Seat, DealerActionRequest] = {}
        self.unsent: dict[int, Post] = {}
        beginning = Match.begin(card.game, starts_clock_by_post=True)
        posts = NotingComposer(card).posts(beginning, NOWHERE)
        if storage:
            storage.begin(card, posts)
        self.live, posts = begin_live_match(card, beginning.match, posts, read_through=0)
        self.is_followed = "followed" in flags
        self.unsent = {post.place.sequence: post for post in posts}
        self.seen = self._remembered()
        if "unposted" not in flags:
            self.played("2 post 1 stands")

    # Events

    def played(self, row: str) -> list[str]:
        """Let a row happen; the decisions about it."""
        if row.endswith(" begins"):
            text = "; ".join(map(self._written, self.unsent.values()))
            state = ", ".join(f"{key} {value}" for key, value in self.seen.items())
            return [*filter(None, [text]), f"= {state}"]
        match = ROW.fullmatch(row)
        assert match, row
        now = match["heard"] or match["at"]
        self.now_ms = max(self.now_ms, ms(now)) if match["heard"] is None else ms(now)
        if match["who"] == "restart":
            if "earlier version" in match["how"]:
                self.storage.log_pauses_as_hosts()
            self._restart(ms(match["how"].rpartition(" ")[2]))
            event: Event = GapEnded(None)
        else:
            event = self._event(match)
        is_given_up = (match["how"] or "").endswith("and fails")
        lines = [*self._happen(event, is_given_up=is_given_up)]
        remembered = self._remembered()
        changes = [f"{key} {value}" for key, value in remembered.items() if value != self.seen[key]]
        self.seen = remembered
        return [*lines, f"= {', '.join(changes)}"] if changes else lines

    def _happen(self, event: Event, *, is_given_up: bool = False) -> Iterator[str]:
        waiting, is_first = [event], True
        while waiting:
            event = waiting.pop(0)
            circumstances = Circumstances(self.now_ms, self.is_connected, self.promptness)
            judge = decide_after_error if is_given_up else decide
            live, effects = judge(self.live, event, circumstances)
            again = judge(self.live, event, circumstances)[1]
            # A refusal equals itself alone.
            assert replace(again, refusal=None) == replace(effects, refusal=None)
            self.live = live
            if self.storage:
                self.storage.keep(effects)
            lines = self._told(effects)
            label = "" if is_first else f"{self._label(event)}: "
            if lines or not is_first:
                yield f"{label}{'; '.join(lines) or 'nothing'}"
            is_first = False
            waiting[:0] = [*effects.next_events, *effects.requeued_events]
            if effects.completed_post:
                self.unsent.pop(effects.completed_post[0], None)
            for post in effects.posts:
                self.unsent[post.place.sequence] = post
                if self.answers_stand and post.acknowledgement:
                    self._stands(post)
            if not effects.next_events:
                self.wake_ms = effects.wake_ms

    def _stands(self, post: Post) -> None:
        """Deliver an answer at once, without effects that are worth a line."""
        sequence = post.place.sequence
        message_id = snowflake(self.now_ms, POSTS + sequence)
        stood = PostDelivered(sequence, message_id, self.now_ms, post.acknowledgement)
        self.live, effects = decide(self.live, stood, Circumstances(self.now_ms))
        if self.storage:
            self.storage.keep(effects)
        self.unsent.pop(sequence, None)

    def _restart(self, alive_ms: int) -> None:
        """End the process, and start another one with the stored data."""
        stored = self.storage.stored(self.live.card.room_id, alive_ms)
        match = Match.replay(stored.card.game, (entry.entry for entry in stored.entries))
        self.live = resumed(stored, match, alive_ms)
        self.unsent = {post.place.sequence: post for post in stored.waiting}

    def _event(self, row: re.Match[str]) -> Event:
        name, text, at_ms = row["who"], row["text"] or "", ms(row["at"])
        how = (row["how"] or "").removesuffix("and fails").strip()
        if name in {"ec", "dmo", "hana"}:
            return self._said(name, how, text, at_ms)
        if name in {"away", "back", "silent"}:
            self.is_connected = name != "silent"
        if how == "while disconnected":
            self.is_connected = False
        if name in SIMPLE:
            return SIMPLE[name](how, at_ms)
        return getattr(self, f"_{name}")(how, text, at_ms)

    def _post(self, how: str, _: str, at_ms: int) -> Event:
        number, *words = how.split(" ")
        sequence = self.live.turn_post_sequence if number == "turn" else int(number)
        post = self.unsent.get(sequence, Post(place=Place(sequence=sequence)))
        message_id = None if "dropped" in words else snowflake(at_ms, POSTS + sequence)
        unreachable_seat = next((Seat(word) for word in words if word in {*SEATS}), None)
        is_echoed = "echoed" in words
        delivery = delivery_of(
            post, message_id, at_ms, unreachable_seat=unreachable_seat, is_echoed=is_echoed
        )
        is_repeated = delivery.board_post and self.is_followed
        return replace(delivery, posts_elsewhere=repeated(post) if is_repeated else ())

    def _host(self, how: str, text: str, at_ms: int) -> Event:
        if how == "calls":
            return HostReminderRequested()
        ruling, _, because = text.partition(" because ")
        person = Person(99, ruling.split()[-1]) if ruling.startswith("seat") else None
        picture = int(how.removeprefix("shown ")) if how else None
        number = snowflake(at_ms, PLACES["host"])
        return RulingGiven(ruling, number, at_ms, person, because, undone_entry=picture)

    def _read(self, how: str, text: str, _: int) -> Event:
        events = tuple(map(self._found, filter(None, text.split(" | "))))
        until = re.search(r"until ([0-9.]+)", how)
        read_through = max((message.origin.message_id or 0 for message in events), default=0)
        reading = RoomReading(events, max(read_through, self.live.read_through))
        return RoomRead(
            reading, ms(until[1]) if until else None, self.live.reading - ("older" in how)
        )

    def _dealer(self, how: str, text: str, at_ms: int) -> Event:
        return DealerActed(self.asked[Seat(how)], text, at_ms)

    def _echo(self, how: str, *_: object) -> Event:
        return PostEchoed(self.live.turn_message_id or 0 if how == "turn" else 5)

    def _said(self, name: str, how: str, text: str, at_ms: int) -> Any:
        edit = re.fullmatch(r"(edits|edits privately|edits aloud|deletes) @([0-9.]+)", how)
        place = f"{name} privately" if "privately" in how or "form" in how else name
        said_id = snowflake(ms(edit[2]) if edit else at_ms, PLACES[place])
        if name == "hana":
            heard_through = 0 if edit else said_id
            return HostMessage(
                text, said_id, HOST, at_ms, is_edit=bool(edit), heard_through=heard_through
            )
        seat = Seat(name)
        if how.startswith("deletes"):
            return MessageDeleted(said_id, at_ms)
        if edit and edit[1] == "edits":
            return MessageEdited(seat, said_id, text, at_ms)
        if how == "by form":
            return PlayerMessage.by_interaction(seat, text, said_id, "token")
        if "button" in how:
            pressed_on = 1 if "old" in how else self.live.turn_message_id or 2
            return PlayerMessage.by_interaction(seat, text, said_id, "token", pressed_on)
        message = PlayerMessage(
            seat,
            text,
            said_id,
            at_ms,
            is_private="privately" in how,
            is_edit=bool(edit),
            heard_through=0 if "privately" in how else said_id,
        )
        channel = PRIVATE_CHANNEL if "in channel" in how else None
        return replace(message, channel_id=channel, has_picture="with picture" in how)

    def _found(self, row: str) -> RoomMessage:
        match = ROW.fullmatch(row.strip())
        assert match, row
        message: RoomMessage = self._said(
            match["who"], match["how"] or "", match["text"], ms(match["at"])
        )
        return message

    # Decisions

    def _told(self, effects: Effects) -> list[str]:
        lines = [self._entry(entry) for entry in effects.entries]
        lines += [self._written(post) for post in effects.posts]
        if effects.reading:
            scope = effects.reading.scope
            until = "all" if scope.until_ms is None else f"until {seconds(scope.until_ms)}"
            lines.append(f"reads {until}{' (newest known)' * scope.is_newest_known}")
        lines += [f"{name} {value}" for name, value in self._others(effects) if value]
        lines += [word for word, holds in self._words(effects) if holds]
        if not effects.next_events and effects.wake_ms != self.wake_ms:
            wake_ms = effects.wake_ms
            lines.append("sleeps" if wake_ms is None else f"wakes at {seconds(wake_ms)}")
        return lines

    def _others(self, effects: Effects) -> Iterator[tuple[str, object]]:
        if effects.completed_post:
            sequence, message_id = effects.completed_post
            yield f"post {sequence}", "stands" if message_id else "is dropped"
        yield "settles", effects.settled_interaction_id and named(effects.settled_interaction_id)
        yield "looks for", " ".join(effects.seats_to_check)
        yield "refuses", effects.refusal and effects.refusal.code
        yield "ends", effects.outcome and f"{effects.outcome.winner} {effects.outcome.reason}"

    def _words(self, effects: Effects) -> Iterator[tuple[str, bool]]:
        yield "waits", effects.is_deferred
        yield "reopens", effects.reopens_room
        yield "goes on", effects.is_reopened
        yield "card", effects.card is not None
        has_more = bool(effects.entries or effects.posts or effects.outcome)
        yield "kept later", effects.needs_commit and effects.can_commit_later
        yield "kept", effects.needs_commit and not effects.can_commit_later and not has_more

    def _entry(self, sourced: SourcedEntry) -> str:
        entry = sourced.entry
        source = f" ({named(sourced.source)})" if sourced.source else ""
        return f"+{entry.speaker} @{entry.at:f} {entry.text}".rstrip() + source

    def _written(self, post: Post) -> str:
        is_repeated = post.audience is not None
        kind = "repeated" if is_repeated else KINDS[post.content, post.reply.reaction]
        place = f"/{post.place.number}" * (post.place.number != post.place.sequence)
        words = [f"#{post.place.sequence}{place}", kind] + ["mark"] * bool(post.reply.reaction)
        words += [f"to {post.readers}"] * (post.readers != "room")
        words += [f"in channel {post.reply.channel_id}"] * bool(post.reply.channel_id)
        words += [f"on {named(post.reply.message_id)}"] * bool(post.reply.message_id)
        words += [f"for {post.reply.token}"] * bool(post.reply.token)
        words += ["pings " + " ".join(PEOPLE[ping] for ping in post.pings)] * bool(post.pings)
        facts = {
            "has_board": post.extras.has_board,
            "has_form": post.extras.has_form,
            "has_record": post.extras.has_record,
            "animation": post.extras.has_animation,
            "starts_clock": post.starts_clock,
            "expires_with_turn": post.worth.expires_with_turn,
            "marks": post.extras.marks,
        }
        words += [name for name, holds in facts.items() if holds]
        length = len(self.live.match.entries)
        words += [f"showing {post.place.log_length}"] * (post.place.log_length != length)
        words += [f"once {named(post.topic)}"] * bool(post.topic)
        words += [post.worth.urgency.name.lower()] * (post.worth.urgency is not Urgency.USUAL)
        words += [f"until {seconds(post.worth.expires_ms or 0)}"] * bool(post.worth.expires_ms)
        return " ".join(words)

    def _asks(self) -> list[Seat]:
        asked = {event.seat: event for event in dealer_action_request(self.live)}
        self.asked |= asked
        return [*asked]

    def _asked(self, seat: Seat) -> str:
        longest, moment = pace_of(self.live, seat)
        return f"{seat} for {longest:g} s after {moment:g} s"

    def _label(self, event: Event) -> str:
        events = getattr(event, "message", event)
        text = getattr(events, "text", "")
        person = getattr(events, "seat", "")
        return f"{type(event).__name__} {person} {text}".strip().replace("  ", " ")

    def _remembered(self) -> dict[str, str]:
        """Return the state that decisions may depend on, by short names."""
        live, match = self.live, self.live.match
        held = match.held
        return {
            "channels": " ".join(sorted(live.card.private_channels)) or "none",
            "awaits": " ".join(match.to_act) or ("host" if match.awaits_host else "nobody"),
            "runs since": f"{match.clock.started}",
            "paused since": f"{match.clock.paused_since}",
            "held": f"{held.entry.text} until {held.until}" if held else "nothing",
            "held message": named(live.held_message_id),
            "reserves": " ".join(f"{match.reserve_left(seat)}" for seat in SEATS),
            "asks": ", ".join(self._asked(seat) for seat in self._asks()) or "nothing",
            "opened by": named(live.turn_message_id),
            "changeable after": named(live.earliest_editable_id),
            "turn post": f"{live.turn_post_sequence}",
            "read to": named(live.read_through),
            "newest post": named(live.newest_message_id),
            "latest board": named(live.board_link.rpartition("/")[2]) or "none",
            "gap since": "-" if live.away_since_ms is None else seconds(live.away_since_ms),
            "last gap's end": seconds(live.last_gap_end_ms) if live.last_gap_end_ms else "-",
            "catching up": f"{live.is_catching_up}",
            "reading": f"{live.reading}" if live.is_reading else f"none after {live.reading}",
            "closed": f"{live.is_obstructed}",
            "unposted": f"{live.is_unposted}",
            "unreached": " ".join(sorted(live.unreachable_seats)) or "nobody",
            "waiting": f"{len(live.deferred)}{'!' * live.has_people_waiting}",
            "inbox": f"{len(live.inbox)}",
            "follow-ups": f"{len(live.acknowledgements.follow_ups)}",
            "secrets awaited": f"{live.awaits_secrets}",
            "waits for secret": f"{is_on_hold(live)}",
            "told once": named(" ".join(sorted(live.announced_topics))) or "nothing",
            "heard": f"{len(live.processed_sources)}",
        }
