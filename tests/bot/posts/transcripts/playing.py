"""Plays a script through `decide`, as a runner would, and writes down all that the Dealer posts."""

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from textwrap import indent
from typing import cast

from bot.live.decide.dealer_seat import dealer_action_request
from bot.live.decide.decide import begin_live_match, decide
from bot.posts.attachments import Attachments, attachments_of
from bot.posts.boards import marked_picture
from bot.posts.compose import Composer
from bot.texts import answers
from bot.texts.clocks import with_countdowns
from bot.texts.language import Language, say, speaking
from bot.values.card import MatchCard, Person, Readers, Stakes
from bot.values.discord_time import snowflake_ms
from bot.values.effects import Circumstances, Effects
from bot.values.events import (
    DealerActed,
    Event,
    GapEnded,
    GapStarted,
    HostMessage,
    HostReminderRequested,
    MessageDeleted,
    MessageEdited,
    PlayerMessage,
    PostDelivered,
    PracticeHoldChanged,
    PrivateChannelChanged,
    RoomObstructed,
    RoomRead,
    RoomReading,
    RulingGiven,
    TimerFired,
)
from bot.values.obstacles import Obstacle, OptionalPermission, PlayerAbsent, SlowModeTooLong
from bot.values.post import NOWHERE, DisplaySettings, Post
from engine.matches.match import Match
from engine.opponents.thinking import Level
from engine.records.record import write_record
from engine.seats import HOST as HOST_VIEW
from engine.seats import Seat
from engine.seeds import commitment_to
from tests.bot.features import of_features
from tests.bot.posts.transcripts.scripts import Act, Script
from tests.helpers.clocks.fake_clock import BEGAN_MS, snowflake
from tests.helpers.rooms.cards import ADA, BOB, DEALER, GUILD, HOST, ROOM, delivery_of

MIRROR, FOLLOWER, NEWCOMER, PRIVATE_CHANNEL = 77, 88, 99, 111
NAMES = {HOST: "Host", DEALER: "Dealer", FOLLOWER: "Fan", NEWCOMER: "Eve"}
CHANNELS = {ROOM: "#room", MIRROR: "#mirror", PRIVATE_CHANNEL: "#private"}
MENTION = re.compile(r"<@([0-9]+)>")
CHANNEL = re.compile(r"<#([0-9]+)>")
MESSAGE_LINK = re.compile(r"https://discord\.com/channels/(?:[0-9]+|@me)/[0-9]+/([0-9]+)")
PLACE = re.compile(r"(show:1:\w+):[0-9]+")
"""The id of a button with the place of its post in the outbox, which depends on all before it."""
COUNTDOWN = re.compile(r"<t:([0-9]+):R>")
BUTTONS = ("by button", "by an old button")
CIRCUMSTANCES: Mapping[str, Callable[[str, int], Event]] = {
    "is away": lambda _, now_ms: GapStarted(now_ms),
    "is back": lambda *_: GapEnded(None),
    "practice waits": lambda _, now_ms: PracticeHoldChanged(ROOM + 1, now_ms),
    "practice need not wait": lambda _, now_ms: PracticeHoldChanged(None, now_ms),
    "is kept out": lambda obstacle, _: RoomObstructed(Obstacle[obstacle]),
    "lacks": lambda lack, _: OptionalPermission[lack],
    "finds slow mode": lambda seconds, _: SlowModeTooLong(int(seconds)),
    "misses": lambda seat, _: PlayerAbsent(Seat(seat)),
    "loses the channel of": lambda seat, _: PrivateChannelChanged(Seat(seat), None, is_lost=True),
}
"""Circumstances of the Dealer, by a script's words."""


def transcript_of(script: Script, language: Language) -> str:
    with speaking(language):
        return "\n".join(Play(script, language).written())


class Play:
    """A match that is played from a script; each post stands as soon as it is decided.

    Attributes:
        messages: Last message of each seat and of the host, in the room and in private.
        unposted: Posts that have not come to stand yet, while Discord is slow; otherwise None.
    """

    def __init__(self, script: Script, language: Language) -> None:
        self.script, self.settings = script, script.settings
        self.now_ms = BEGAN_MS
        self.messages: dict[tuple[str, bool], int] = {}
        self.unposted: list[PostDelivered] | None = None
        self.wake_ms: int | None = None
        self.is_connected = True
        self._ids: list[int] = []
        self._alts: dict[str, str] = {}
        self.card = self._card(language)

    def _card(self, language: Language) -> MatchCard:
        settings, game = self.settings, self.script.record.game
        if "rehearsal" not in settings and "practice" not in settings:
            game = replace(game, commitment=commitment_to(game.seed))
        people = {Seat.EC: Person(ADA, "Ada"), Seat.DMO: Person(BOB, "Bob")}
        for seat, name in self.script.record.players.items():
            people[seat] = replace(people[seat], name=name)
        if "dealer" in settings:
            people[Seat(settings["dealer"])] = Person(DEALER, "Dealer", Level.NORMAL)
        self._names = NAMES | {person.id: person.name for person in people.values()}
        card = MatchCard(
            guild_id=0 if settings.get("practice") == "direct" else GUILD,
            room_id=ROOM,
            game=game,
            players=people,
            host_id=HOST,
            began_ms=BEGAN_MS,
            id=1,
            is_practice="practice" in settings,
            pings="quiet" not in settings,
            language=language,
            private_channels={
                Seat(seat): PRIVATE_CHANNEL for seat in settings.get("channel", "").split()
            },
            stakes=Stakes(settings.get("winner", ""), settings.get("loser", "")),
        )
        return card.with_unheld_seats()

    def written(self) -> Iterator[str]:
        languages = {Seat(seat): Language.DE for seat in self.settings.get("german", "").split()}
        in_text = frozenset(Seat(seat) for seat in self.settings.get("symbols", "").split())
        readers = Readers(languages, in_text)
        beginning = Match.begin(self.card.game, starts_clock_by_post=True)
        composer = Composer(self.card, readers)
        live, posts = begin_live_match(
            self.card, beginning.match, composer.posts(beginning, NOWHERE), read_through=0
        )
        self.live = replace(live, readers=readers)
        yield from self._posted(posts)
        yield from self._happen(*map(self._delivered, posts))
        for act in self.script.acts:
            yield from self._pass_time(
                BEGAN_MS + int(act.at * 1000), wakes=not act.how.endswith("late")
            )
            yield from self._done(act)
        if self.live.match.result:
            yield "\nRecord:\n"
            match = self.live.match
            yield write_record(match.game, self.live.card.names_at_first, match.entries)

    # Events

    def _pass_time(self, until_ms: int, *, wakes: bool) -> Iterator[str]:
        """Let time pass; what is late is heard before the timer that should have gone before."""
        while wakes and self.wake_ms is not None and self.wake_ms <= until_ms:
            due_ms = self.wake_ms
            self.now_ms = max(self.now_ms, due_ms)
            posts = list(self._happen(TimerFired()))
            if posts:
                yield f"\n(at {(self.now_ms - BEGAN_MS) / 1000:g} s)"
                yield from posts
            if self.wake_ms == due_ms:
                break
        self.now_ms = until_ms

    def _happen(self, *events: Event) -> Iterator[str]:
        waiting = list(events)
        while waiting:
            circumstances = Circumstances(self.now_ms, self.is_connected)
            self.live, effects = decide(self.live, waiting.pop(0), circumstances)
            self.card = self.live.card
            if effects.refusal:
                refused = answers.refusal(effects.refusal)
                yield f"refused ({effects.refusal.code}): {self._readable(refused)}"
            waiting[:0] = [*effects.next_events, *effects.requeued_events]
            yield from self._posted(effects.posts)
            waiting += self._follow_ups(effects)
            if not effects.next_events:
                self.wake_ms = effects.wake_ms

    def _follow_ups(self, effects: Effects) -> Iterator[Event]:
        """Yield Discord's reports: posts that stand, and a room in which nothing else was said."""
        stood = [self._delivered(post) for post in effects.posts]
        if self.unposted is None:
            yield from stood
        else:
            self.unposted += stood
        if effects.reading:
            reading = effects.reading
            yield RoomRead(
                RoomReading((), self.live.read_through), reading.scope.until_ms, reading.number
            )

    def _done(self, act: Act) -> Iterator[str]:
        events, message = list(self._events(act)), self.messages.get((act.who, act.is_private))
        is_new = bool(message) and message == self._ids[-1]
        yield f"\n> {act.line}{f'  ({self._label(message)})' if is_new and message else ''}"
        if act.how.startswith("asks"):
            yield self._readable(self._answer(act))
        yield from self._happen(*events)

    def _answer(self, act: Act) -> str:
        """Return the answer to a question, which changes nothing."""
        match, composer = self.live.match_at(self.now_ms), self.live.composer
        match act.how, act.text:
            case "asks for", "clocks":
                return composer.clocks(match)
            case "asks for", "status":
                is_paused = match.clock.paused_since is not None
                awaits_host = match.awaits_host
                return answers.status(
                    composer.seating, match.to_act, awaits_host=awaits_host, is_paused=is_paused
                )
            case "asks for", "secrets":
                paragraphs = composer.texts.host_reading(composer.seating, match.view(HOST_VIEW))
                return "\n".join(map(say, paragraphs))
            case "asks for", "own":
                return composer.own_secret(match, Seat(act.who))
        raise ValueError(act.line)

    def _events(self, act: Act) -> Iterator[Event]:
        """Yield the reports of an act by the gateway or a command."""
        match act.who, act.how:
            case _, how if how.startswith("asks"):
                return
            case "dealer", "posts":
                yield from self._late_posts(int(Decimal(act.text or act.at) * 1000))
            case "dealer", how:
                self.is_connected = how != "is away"
                if how == "is slow":
                    self.unposted = []
                elif how == "loses the mirror":
                    yield from (feature.lost_mirror() for feature in of_features("lost_mirror"))
                elif how:
                    yield CIRCUMSTANCES[how](act.text, self.now_ms)
            case "host", "types":
                message = self._new_message(act)
                yield HostMessage(act.text, message, HOST, self.now_ms, heard_through=message)
            case "host", "edits":
                message = self.messages["host", False]
                yield HostMessage(act.text, message, HOST, self.now_ms, is_edit=True)
            case "host", "reminds":
                yield HostReminderRequested()
            case "host", _:
                ruling, _, because = act.text.partition(" because ")
                newcomer = Person(NEWCOMER, ruling.split()[-1]) if "seat" in ruling else None
                yield RulingGiven(ruling, self._new_id(), self.now_ms, newcomer, because, HOST)
            case seat, how:
                yield self._said(Seat(seat), how, act)

    def _said(self, seat: Seat, how: str, act: Act) -> Event:
        if seat in self.card.dealers_seats:
            asked = {event.seat: event for event in dealer_action_request(self.live)}
            return DealerActed(asked[seat], act.text, self.now_ms)
        if how == "deletes":
            return MessageDeleted(self.messages[seat, False], self.now_ms)
        if how in {"edits", "edits late"}:
            return MessageEdited(seat, self.messages[seat, False], act.text, self.now_ms)
        if how == "by form":
            return PlayerMessage.by_interaction(seat, act.text, self._new_id(), "token")
        if how in BUTTONS:
            pressed_on = self.live.turn_message_id or 0
            pressed_on -= BUTTONS.index(how)
            return PlayerMessage.by_interaction(seat, act.text, self._new_id(), "token", pressed_on)
        is_edit, is_private = how == "edits privately", act.is_private
        message = self.messages[seat, True] if is_edit else self._new_message(act)
        event = PlayerMessage(
            seat, act.text, message, self.now_ms, is_private, is_edit, heard_through=message
        )
        channel = self.card.private_channels.get(seat) if is_private else None
        return replace(event, has_picture=how == "with a picture", channel_id=channel)

    def _late_posts(self, stood_ms: int) -> Iterator[Event]:
        """Yield the late posts, which stand now, or since some time ago."""
        stood, self.unposted = self.unposted or [], None
        for post in stood:
            self._stands[post.sequence] = message = self._new_id(BEGAN_MS + stood_ms)
            stands = replace(post, at_ms=BEGAN_MS + stood_ms, message_id=message)
            yield replace(stands, posts_elsewhere=self._posts_elsewhere(post.board_post))

    def _new_id(self, at_ms: int | None = None) -> int:
        self._ids.append(snowflake(at_ms or self.now_ms, len(self._ids) + 1))
        return self._ids[-1]

    def _new_message(self, act: Act) -> int:
        message = self._new_id()
        self.messages[act.who, act.is_private] = message
        return message

    def _delivered(self, post: Post) -> PostDelivered:
        is_reached = (
            post.recipient is None
            or post.recipient not in self.settings.get("unreachable", "").split()
        )
        message = self._stands[post.place.sequence] if is_reached else None
        unreachable_seat = None if is_reached else post.missed_by
        delivery = delivery_of(
            post, message, self.now_ms, unreachable_seat=unreachable_seat, is_echoed=True
        )
        return replace(delivery, posts_elsewhere=self._posts_elsewhere(delivery.board_post))

    def _posts_elsewhere(self, post: Post | None) -> tuple[Post, ...]:
        if post is None:
            return ()
        message = self._stands[post.place.sequence]
        with speaking(self.card.language):
            return tuple(
                other_post
                for feature in of_features("posts_elsewhere")
                for other_post in feature.posts_elsewhere(self.settings, self.card, post, message)
            )

    # Posts

    def _posted(self, posts: tuple[Post, ...]) -> Iterator[str]:
        self._stands = {post.place.sequence: self._new_id() for post in posts}
        for post in posts:
            yield from self._post(post)

    def _post(self, post: Post) -> Iterator[str]:
        match = self.live.match
        made = attachments_of(self.card, match, post, self._look)
        post = asyncio.run(made.with_figures(post))
        yield self._head(post)
        if post.reply.reaction:
            return
        yield indent(self._readable(post.content), "    ")
        yield from self._buttons(made)
        yield from self._pictures(post, made)
        if post.extras.marks:
            with speaking(
                self._look(self.card, viewer := post.recipient or self.card.reader).language
            ):
                alt = marked_picture(match, viewer, self.card.names, post.extras.marks).alt
            yield f"    (shown on press) {alt}"
        if post.extras.has_animation:
            yield f"    (replay.gif) {made.animation_alt()}"
        if post.extras.has_record:
            yield "    (the record)"

    def _look(self, card: MatchCard, viewer: object) -> DisplaySettings:
        language = self.live.readers.languages.get(cast("Seat", viewer), card.language)
        return DisplaySettings(language=language)

    def _head(self, post: Post) -> str:
        """Describe a post's destination, its pings, and the message it answers."""
        where = CHANNELS.get(post.audience or post.reply.channel_id or 0, str(post.readers))
        lines = [f"{self._label(self._stands[post.place.sequence])} {where}"]
        if post.pings:
            lines.append("pings " + " ".join(self._names[ping] for ping in post.pings))
        if post.reply.token:
            lines.append("answers the interaction")
        elif post.reply.message_id:
            lines.append(
                f"{post.reply.reaction or 'replies'} to {self._label(post.reply.message_id)}"
            )
        return ", ".join(lines)

    def _buttons(self, made: Attachments) -> Iterator[str]:
        view = made.buttons()
        for item in view.children if view else ():
            custom_id = PLACE.sub(r"\1:N", item.custom_id or "")
            options = ", ".join(option.label for option in getattr(item, "options", ()))
            label = f"{item.placeholder}: {options}" if options else item.label
            yield f"    [{label}] {custom_id}"

    def _pictures(self, post: Post, made: Attachments) -> Iterator[str]:
        """Yield the alt texts; one that the same reader has just been given is not repeated."""
        for picture in made.pictures() if post.extras.has_board else ():
            place = f"{post.order[0]} {picture.name}"
            is_known = self._alts.get(place) == picture.alt
            self._alts[place] = picture.alt
            yield f"    ({picture.name}) {'as before' if is_known else picture.alt}"

    def _label(self, message: int) -> str:
        """Return the second at which a message stood, with a letter if others stood before it then.

        So a post more or less changes no other label than those of its second.
        """
        at_ms = snowflake_ms(message)
        same = [some_id for some_id in self._ids if snowflake_ms(some_id) == at_ms]
        letter = "abcdefghijklmnopqrstuvwxyz"[same.index(message)]
        return f"#{(at_ms - BEGAN_MS) / 1000:g}{letter}"

    def _readable(self, content: str) -> str:
        """Return a text with names for ids, and with its countdowns as seconds from now."""
        content = with_countdowns(content, self.now_ms)
        content = CHANNEL.sub(lambda mention: CHANNELS.get(int(mention[1]), "#elsewhere"), content)
        content = MENTION.sub(lambda mention: f"@{self._names[int(mention[1])]}", content)
        content = MESSAGE_LINK.sub(lambda link: self._label(int(link[1])), content)
        return COUNTDOWN.sub(lambda mark: f"<{int(mark[1]) - self.now_ms // 1000:+} s>", content)
