"""Ways to play matches in tests: typed lines, and random matches as a Dealer would log them."""

from dataclasses import fields, replace
from decimal import Decimal
from random import Random
from typing import Any

from engine.clocks import Reserve, Seconds
from engine.game import AnyGame, Outcome, Reason
from engine.games.fire_and_ice.rules import FireAndIce
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match, Transition
from engine.matches.notices import Notice, TurnStarted
from engine.options import read_options
from engine.refusals import NotASubmission, Refused
from engine.seats import SEATS, Seat
from engine.words.sentences import Sentence

MILLISECOND = Decimal("0.001")
AT_ONCE, SECOND = Seconds(0), Seconds(1)


def fire_and_ice(**options: str) -> FireAndIce:
    return FireAndIce(**read_options(FireAndIce, options))


def entry(line: str) -> Entry:
    """Return `ec @12.5 E6 E7` as an entry; every line has a time."""
    name, stamp, *text = line.split(maxsplit=2)
    return Entry(Speaker(name), Decimal(stamp.removeprefix("@")), "".join(text))


def tried(match: Match, line: str) -> Transition:
    return match.enter(entry(line))


def code(step: Transition) -> str:
    return step.refusal.code if step.refusal else ""


def played(match: Match, *lines: str) -> Match:
    for line in lines:
        step = tried(match, line)
        assert not step.refusal, f"{line}: {step.refusal}"
        match = step.match
    return match


def say(match: Match, line: str, delay: Seconds = SECOND) -> Transition:
    """Return the result of `ec E6 E7`, typed this long after the last event."""
    name, text = line.split(maxsplit=1)
    return match.enter(Entry(Speaker(name), match.now + delay, text))


def say_all(match: Match, *lines: str) -> Match:
    for line in lines:
        step = say(match, line)
        assert not step.refusal, f"{line}: {step.refusal}"
        match = step.match
    return match


def begun(game: AnyGame, *, timed: bool = True, by_posts: bool = False) -> Match:
    return Match.begin(game, has_clocks=timed, starts_clock_by_post=by_posts).match


def at_state(match: Match, state: Any) -> Match:
    return match.reach(state, match.now)


def reserves(match: Match) -> tuple[Reserve, ...]:
    return tuple(match.reserve_left(seat) for seat in SEATS)


def standing(match: Match) -> dict[str, Any]:
    """Return everything that defines a match at an instant, except its past."""
    return {
        "state": match.state,
        "result": match.result,
        "to_act": match.to_act,
        "reserves": reserves(match),
        "opening_reserves": match.clock.opening_reserves,
        "started": match.clock.started,
        "held": match.held and (match.held.entry, match.held.state, match.held.until),
        "paused_since": match.clock.paused_since,
        "lot_due_at": match.lot_due_at,
        "flag": match.clock.flag_at,
        "next_due": match.next_due(),
    }


class LiveMatch:
    """A random match as a live Dealer runs it: posts, wakes, typed lines, hosts."""

    def __init__(self, game: FireAndIce, generator: Random) -> None:
        self.game = game
        self.generator = generator
        first = Match.begin(game, starts_clock_by_post=True)
        self.match = first.match
        self.notices: list[Notice] = list(first.notices)
        self.post_due = True
        self.slow = generator.random() < 0.6

    def enter(self, speaker: Speaker, text: str, delay: Seconds = AT_ONCE) -> Transition:
        """Type something a while after the last event."""
        step = self.match.enter(Entry(speaker, self.match.now + delay, text))
        self._take(step)
        return step

    def _take(self, step: Transition) -> None:
        drawn = step.match.draw_lots()
        self.match = drawn.match
        answers = step.notices + drawn.notices
        self.notices.extend(answers)
        self.post_due = self.post_due or any(
            isinstance(message, TurnStarted) for message in answers
        )

    def while_passing(self, seconds: Seconds) -> None:
        until = self.match.now + seconds
        while (wake := self.match.next_wake()) is not None and wake <= until:
            self._take(self.match.advance_time(wake))
        self._take(self.match.advance_time(until))

    def post(self) -> None:
        self.post_due = False
        self.enter(Speaker.DEALER, "posted", self.a_while(2))

    def a_while(self, limit: float) -> Seconds:
        """Return a random time in milliseconds."""
        return MILLISECOND * self.generator.randint(0, int(limit * 1000))

    def do_something(self) -> None:
        """Do one random thing to a match."""
        doings = {self.play: 12, self.mumble: 3, self.take_back: 3, self.rule: 1, self.wait: 2}
        doing = self.generator.choices(list(doings), weights=list(doings.values()))[0]
        doing()
        if self.post_due and self.generator.random() < 0.9:
            self.post()

    def play(self) -> None:
        for seat in self.match.to_act:
            actions = list(self.game.legal(self.match.state, seat))
            text = self.game.write(self.generator.choice(actions))
            self.enter(Speaker(seat), text, self.a_while(self._thinking()))

    def _thinking(self) -> float:
        return self.generator.choice((1, 8, 14)) if self.slow else 1

    def mumble(self) -> None:
        seat = self.generator.choice(SEATS)
        texts = ("E6 E7", "hello", "E4 E3", "A1 A2", "J1 J2", "E5 F5", "first me", "D4", "undo")
        self.enter(Speaker(seat), self.generator.choice(texts), self.a_while(4))

    def take_back(self) -> None:
        if self.match.held:
            self.enter(self.match.held.entry.speaker, "takeback", self.a_while(6))

    def rule(self) -> None:
        rulings = ("pause", "resume", "undo", "time ec +3", "time dmo -2.5", "time ec -40")
        if self.generator.random() < 0.1:
            self.enter(Speaker(self.generator.choice(SEATS)), "concede")
        self.enter(Speaker.HOST, self.generator.choice(rulings), self.a_while(5))

    def wait(self) -> None:
        self.while_passing(self.a_while(self.generator.choice((3, 25 if self.slow else 6))))

    def finish(self) -> Match:
        """Return the match at a logged instant, over or not."""
        self.enter(Speaker.DEALER, "", self.a_while(3))
        self.enter(Speaker.DEALER, "")
        return self.match


def random_live_match(seed: int, doings: int = 30) -> LiveMatch:
    generator = Random(seed)
    game = fire_and_ice(
        turn="10",
        reserve=generator.choice(("0", "7.5", "40")),
        takeback=generator.choice(("0", "5")),
        choice="6",
        seed=str(seed),
        **generator.choice(({}, {"first": "ec"}, {"first": "dmo", "fire": "dmo"})),
    )
    live = LiveMatch(game, generator)
    if generator.random() < 0.9:
        live.post()
    for _ in range(doings if live.slow else 4 * doings):
        live.do_something()
    return live


def over(winner: Seat | None, reason: str) -> Outcome:
    return Outcome(winner, Reason(reason, Sentence(reason)))


def in_hand(match: Match) -> tuple[Reserve, ...]:
    return tuple(match.clock.opening_reserves.of(seat) for seat in SEATS)


def readings(match: Match) -> list[Seconds | None]:
    """Return the clocks' readings: of the turn, of a held move, of a lot that is due."""
    stands_at = match.now if match.clock.paused_since is None else match.clock.paused_since
    since = (match.clock.started, match.held and match.held.entry.at, match.lot_due_at)
    return [None if number is None else stands_at - number for number in since]


def is_said(match: Match, seat: Seat, text: str) -> bool:
    try:
        match.game.read(match.state, seat, text)
    except Refused as refusal:
        return not isinstance(refusal, NotASubmission)
    return True


def until_due(match: Match) -> Seconds | None:
    """Return the time until time next changes the match."""
    due = match.next_due()
    return None if due is None else due - match.now


def masked(view: Any) -> Any:
    """Return a view without the fields that say something is in, or locked."""
    payload = {"submitted": (), "finished": (), "latest": ()}
    present = {field.name for field in fields(view)}
    return replace(view, **{name: payload[name] for name in payload.keys() & present})
