"""A match of any game, whatever players, hosts, lots and time do to it, in any order."""

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from itertools import cycle, islice, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.clocks import Reserve, Seconds
from engine.game import AnyGame, Game
from engine.games import GAMES
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match, Transition
from engine.matches.notices import ClockReminder, RulingUndone, SubmissionReceived, TurnStarted
from engine.matches.rulings import Undo, UndoRuling
from engine.notation import is_concession
from engine.options import option_kinds
from engine.refusals import Refused
from engine.seats import PUBLIC, SEATS, Seat
from engine.seeds import commitment_to
from tests.engine.matches.outlook import check_log, check_record, check_wakes
from tests.engine.playing import in_hand, is_said, masked, readings, reserves, standing, until_due
from tests.engine.scribbles import a_submission
from tests.games.common.grounds import COMMON_TEXTS, texts_of
from tests.games.common.samples import EVERY_GAME, game_of, samples_of
from tests.games.referees.agreement import as_printed, disagreement, referee_of, without_messages
from tests.helpers.games.random_play import random_states

CHATTER = "hello there"
MAX_LED = 14
"""Largest number of legal actions before all else."""
MAX_STATES = 60
CONSIDERED = 150
"""Number of legal actions to choose one from."""

SHORT_TIMES = ("10", "7.5", "40", "5", "6")


def with_short_clocks(name: str) -> tuple[AnyGame, ...]:
    """Return a game with its samples and clocks that soon run out; `first` makes play sooner."""
    kinds = option_kinds(GAMES[name])
    timed = [option for option, kind in kinds.items() if isinstance(kind.number, float)]
    times = dict(zip(timed, cycle(SHORT_TIMES), strict=False))
    return tuple(
        game_of(name, **{**options, **times, **other_items})
        for options in samples_of(name).options
        for other_items in ({"grace": "0"}, {"grace": "1.5", "first": "ec"})
    )


RULINGS = (
    *("undo", "undo", "pause", "resume", "resume", "time ec +3", "time dmo -2", "time ec -99"),
    *("time dmo +1.5", "time dmo", "nonsense", "Undo", "award", "time ec +-3", "undo both"),
    *("undo ruling", "undo ruling", "Undo  Ruling", "seat dmo", "seat both Eve"),
    *("say ec", "say both pass", "say dmo hello there", "Say EC takeback", "say dmo lock"),
)
TAKEN_BACK = {"time", "award", "abort", "say", "undo"}
ENDINGS = (
    *((Speaker.EC, "concede"), (Speaker.DMO, "Concede,"), (Speaker.HOST, "award ec")),
    *((Speaker.HOST, "award dmo"), (Speaker.HOST, "abort"), (Speaker.HOST, "say ec concede")),
)
LOTS = ("first ec", "take first", "hide ec A1", "remove A1", "board ec 1", "side dmo empire", "x")

# Time since the last event: so many seconds, or until the next due time.
BY_THE_CLOCK = ("before due", "at due", "after due", "at wake")
WHILES = st.one_of(
    st.just("0"),
    st.sampled_from(("0", "0.001", "1", "2.5", "4", "9")),
    st.sampled_from((*BY_THE_CLOCK, "-3", "40", "5000")),
)
CHOICES = st.integers(0, 10**6)
SEATS_DRAWN = st.sampled_from(SEATS)
SLIGHT = Decimal("0.001")
MAX_MACHINES = 16
"""Each with examples of its own, until everything that must come up has."""


# Codes that must come up, or the machine is not testing anything.
SEEN = {
    *("ec accepted", "dmo accepted", "host accepted", "dealer accepted", "ec not-a-submission"),
    *(
        "ec match-over",
        "TurnStarted",
        "MatchEnded",
        "MatchPaused",
        "MatchResumed",
        "PlayerReplaced",
        "undone",
    ),
    *("said", "said in vain", "award undone", "RulingUndone", "host nothing-to-undo"),
    "judged twice",
}


def expected_in(game: AnyGame) -> set[str]:
    kind = type(game)
    demands = {
        # The records of tests/games/referees cover secret turns that a host opens.
        "SubmissionReceived": kind.takes_secrets is not Game.takes_secrets and not kind.is_judged,
        "TurnContinued": has_turns_of_parts(game),
        "MoveHeld": "takeback" in option_kinds(kind),
        "MoveTakenBack": "takeback" in option_kinds(kind),
        "ReserveChanged": game.starting_reserve is not None,
        "time undone": game.starting_reserve is not None,
        "host no-reserve": game.starting_reserve is None,
    }
    return SEEN | {name for name, is_due in demands.items() if is_due}


def has_turns_of_parts(game: AnyGame) -> bool:
    states = [*random_states(game, Random(0), MAX_STATES)]
    public = (state for state in pairwise(states) if not game.takes_secrets(state[1]))
    clocks = ((game.timing(before), game.timing(result)) for before, result in public)
    return any(old and new and old.occasion == new.occasion for old, new in clocks)


class MatchMachine(RuleBasedStateMachine):
    """Plays one match, and keeps a plain account of what an undo should bring back."""

    games: tuple[AnyGame, ...]
    seen: Counter[str]

    @initialize(choice=CHOICES, seed=st.integers(0, 50))
    def begin(self, choice: int, seed: int) -> None:
        text = commitment_to(seed) if seed % 2 else None
        game = self.games[choice % len(self.games)]
        self.game = replace(game, seed=seed, commitment=text)
        # Lots due before the first turn are drawn before anything is posted.
        self.match = Match.begin(self.game, starts_clock_by_post=True).chain(Match.draw_lots).match
        # The state before each accepted entry of a player, with the reserves of its turn's start.
        self.before: list[tuple[Any, tuple[Reserve, ...]]] = []
        # The match before each ruling that can be taken back, with the account just above.
        self.before_rulings: list[tuple[Match, list[tuple[Any, tuple[Reserve, ...]]]]] = []
        # How often each reminder was given in the turn.
        self.reminders = Counter[tuple[Any, ...]]()
        self.play_on(choice, choice // 7 % MAX_LED)

    # Events

    @rule(choice=CHOICES, turns=st.integers(1, 6))
    def play_on(self, choice: int, turns: int) -> None:
        generator = Random(choice)
        for _ in range(turns):
            if self.match.lot_due_at is not None:
                self.draw_lots()
            if self.match.clock.started is None and not self.match.result:
                self.enter(Speaker.DEALER, "posted", "0.5")
            if self.match.held:
                self.take(self.match.advance_time(self.match.held.until or self.match.now))
            self.play(generator.randrange(10**6), generator.choice(("0", "1", "2.5")))

    @rule(choice=CHOICES, result=WHILES)
    def play(self, choice: int, result: str) -> None:
        seats = self.match.to_act or SEATS
        seat = seats[choice % len(seats)]
        texts = self.legal_texts(seat)
        if not texts:
            return
        is_free = self.match.clock.paused_since is None and self.match.held is None
        step = self.enter(Speaker(seat.value), texts[choice % len(texts)], result)
        if result == "0" and is_free and not step.refusal:
            assert len(step.match.entries) > 0
        assert not (result == "0" and is_free and step.refusal), step.refusal

    @rule(choice=CHOICES, seat=SEATS_DRAWN, result=WHILES)
    def scribble(self, choice: int, seat: Seat, result: str) -> None:
        """Type a text that is usually refused."""
        legal = [text for other_seat in SEATS for text in self.legal_texts(other_seat)[:8]]
        typed = texts_of(self.game)
        lines = (*legal, *typed, *COMMON_TEXTS)
        text = a_submission(Random(choice), sorted(self.game.words), lines)
        if not is_concession(text):
            self.enter(Speaker(seat.value), text, result)

    @rule(seat=SEATS_DRAWN, text=st.sampled_from(("takeback", CHATTER, "lock", "pass", "agree")))
    def say_a_word(self, seat: Seat, text: str) -> None:
        self.enter(Speaker(seat.value), text, "1")

    @rule(ruling=st.sampled_from(RULINGS), result=WHILES)
    def give_a_ruling(self, ruling: str, result: str) -> None:
        self.enter(Speaker.HOST, ruling, result)

    @rule(choice=CHOICES, result=WHILES)
    def say_for_a_seat(self, choice: int, result: str) -> None:
        """Speak for a seat as a host, which counts as if that seat had typed it."""
        seats = self.match.to_act or SEATS
        seat = seats[choice % len(seats)]
        texts = [*self.legal_texts(seat), "takeback"]
        self.enter(Speaker.HOST, f"say {seat} {texts[choice % len(texts)]}", result)

    @precondition(lambda self: not self.match.result)
    @rule(seat=SEATS_DRAWN, result=WHILES)
    def give_the_seat_to_another(self, seat: Seat, result: str) -> None:
        self.enter(Speaker.HOST, f"seat {seat} Eve", result)

    @precondition(lambda self: self.match.result)
    @rule(seat=SEATS_DRAWN, result=WHILES)
    def play_after_the_end(self, seat: Seat, result: str) -> None:
        assert self.enter(Speaker(seat), "concede", result).refusal

    @precondition(lambda self: not self.match.result)
    @rule(
        ruling=st.sampled_from(("undo", "time", "time ec -99", "award ec", "abort", "say")),
        choice=CHOICES,
        result=WHILES,
        later=WHILES,
    )
    def undo_a_ruling(self, ruling: str, choice: int, result: str, later: str) -> None:
        seat = (self.match.to_act or SEATS)[0]
        lines = self.legal_texts(seat) or [CHATTER]
        subject = {"time": f" {seat} +7", "say": f" {seat} {lines[choice % len(lines)]}"}
        self.enter(Speaker.HOST, ruling + subject.get(ruling, ""), result)
        for _ in range(choice % 4 // 2 + 1):
            self.enter(Speaker.HOST, "undo ruling", later)

    @precondition(lambda self: self.match.result)
    @rule(result=WHILES, ruling=st.sampled_from(("undo", "undo ruling")))
    def undo_the_end(self, result: str, ruling: str) -> None:
        self.enter(Speaker.HOST, ruling, result)

    @precondition(lambda self: self.match.clock.paused_since is None and not self.match.result)
    @rule(seat=SEATS_DRAWN, choice=CHOICES, result=WHILES, resumes=st.booleans())
    def pause(self, seat: Seat, choice: int, result: str, resumes: bool) -> None:
        """Check that texts in a pause do not count, and the remaining time stays the same."""
        left = until_due(self.match)
        self.enter(Speaker.HOST, "pause", "0")
        texts = [text for other_seat in SEATS for text in self.legal_texts(other_seat)]
        if texts and not self.match.result:
            text = texts[choice % len(texts)]
            # A text that counts from an awaited seat may be conversation from the other one.
            code = "paused" if is_said(self.match, seat, text) else "not-a-submission"
            step = self.enter(Speaker(seat.value), text, result)
            assert step.refusal
            assert step.refusal.code == code
        if resumes:
            self.enter(Speaker.HOST, "resume", result)
            assert until_due(self.match) == left

    @precondition(lambda self: self.match.held and self.match.clock.paused_since is None)
    @rule(result=WHILES)
    def pause_while_a_move_is_held(self, result: str) -> None:
        self.pause(self.match.held.entry.speaker.seat, 0, result, resumes=True)

    @precondition(lambda self: not self.match.result)
    @rule(choice=CHOICES, result=WHILES)
    def undo_what_follows_a_ruling(self, choice: int, result: str) -> None:
        """Check that reserve given by a host during an undone turn is gone with it."""
        self.enter(Speaker.HOST, f"time {SEATS[choice % 2]} +7", "0")
        self.play(choice, result)
        self.enter(Speaker.HOST, "undo", result)

    @precondition(lambda self: self.match.clock.paused_since is not None)
    @rule(result=WHILES)
    def resume(self, result: str) -> None:
        self.enter(Speaker.HOST, "resume", result)

    @precondition(lambda self: self.match.held)
    @rule(result=st.one_of(WHILES, st.sampled_from(("4", "4.75"))))
    def take_back(self, result: str) -> None:
        self.enter(self.match.held.entry.speaker, "takeback", result)

    @precondition(lambda self: len(self.match.entries) > 12)
    @rule(ending=st.sampled_from(ENDINGS), result=WHILES)
    def end(self, ending: tuple[Speaker, str], result: str) -> None:
        """End the match by somebody's word."""
        self.enter(*ending, result)

    @precondition(lambda self: self.match.clock.started is None and not self.match.result)
    @rule(result=st.sampled_from(("0", "0.5", "3")))
    def post(self, result: str) -> None:
        self.enter(Speaker.DEALER, "posted", result)

    @rule(result=WHILES, is_inclusive=st.booleans())
    def wait(self, result: str, is_inclusive: bool) -> None:
        until = max(self.match.now, self.instant(result))
        self.take(self.match.advance_time(until, inclusive=is_inclusive))

    @precondition(lambda self: not self.match.result)
    @rule(result=WHILES)
    def log_the_time(self, result: str) -> None:
        self.enter(Speaker.DEALER, "", result)

    @precondition(lambda self: self.match.lot_due_at is not None or len(self.match.entries) < 3)
    @rule(lot=st.sampled_from(LOTS))
    def state_a_lot(self, lot: str) -> None:
        self.enter(Speaker.DEALER, lot, "0")

    @precondition(lambda self: self.match.lot_due_at is not None)
    @rule()
    def draw_lots(self) -> None:
        self.take(self.match.draw_lots())
        assert self.match.lot_due_at is None

    # Execution

    def instant(self, result: str) -> Seconds:
        """Return an instant this long after now, or the next due time."""
        if result not in BY_THE_CLOCK:
            return self.match.now + Decimal(result)
        due = self.match.next_wake() if result == "at wake" else self.match.next_due()
        change = {"before due": -SLIGHT, "after due": SLIGHT}.get(result, Decimal(0))
        return self.match.now if due is None else due + change

    def legal_texts(self, seat: Seat) -> list[str]:
        if self.match.result:
            return []
        legal = islice(self.game.legal(self.match.state, seat), CONSIDERED)
        return [self.game.write(action) for action in legal]

    def enter(self, speaker: Speaker, text: str, result: str) -> Transition:
        """Type something, and check the result against what is allowed."""
        instant = self.instant(result)
        entry = Entry(speaker, max(instant, Seconds(0)), text)
        step = self.match.enter(entry)
        unheard = self.match.enter(replace(entry.effective, text=CHATTER)).match
        self.check_said(entry, step)
        if step.refusal:
            self.check_refused(step, unheard)
        elif entry.ruling == UndoRuling():
            self.check_ruling_undone(step)
        else:
            self.keep_account(entry, step, unheard)
        self.seen[f"{speaker} {step.refusal.code if step.refusal else 'accepted'}"] += 1
        self.seen.update(type(notice).__name__ for notice in step.notices)
        is_ruling = speaker is Speaker.HOST and not step.refusal
        self.take(step, may_grow=is_ruling)
        return step

    def keep_account(self, entry: Entry, step: Transition, unheard: Match) -> None:
        """Note the match to which an accepted entry can be taken back."""
        if entry.speaker.seat:
            self.before_rulings = []
        elif entry.speaker is Speaker.HOST and entry.text.lower().split()[0] in TAKEN_BACK:
            self.before_rulings.append((unheard, [*self.before]))
        if seat := entry.effective.speaker.seat:
            self.check_secrets(step, unheard, seat, entry.effective.text)
            self.before.append((unheard.state, in_hand(unheard)))
        elif entry.ruling == Undo():
            self.check_undone(step)

    def take(self, step: Transition, *, may_grow: bool = False) -> None:
        before, self.match = self.match, step.match
        assert self.match.now >= before.now
        self.check_reminders(step)
        if not may_grow:
            pairs = zip(reserves(before), reserves(self.match), strict=True)
            assert all(later <= earlier for earlier, later in pairs)
        assert tuple(before.entries) == self.match.entries[: len(before.entries)]

    def check_reminders(self, step: Transition) -> None:
        """Check that in each turn no reminder is given twice."""
        for notice in step.notices:
            if isinstance(notice, TurnStarted | RulingUndone):
                self.reminders.clear()
            elif isinstance(notice, ClockReminder):
                self.reminders[notice.seats, notice.kind, notice.seconds] += 1
        assert {*self.reminders.values()} <= {1}

    def check_refused(self, step: Transition, unheard: Match) -> None:
        """Check that a refused entry acts like conversation: only time has passed."""
        assert isinstance(step.refusal, Refused)
        assert standing(step.match) == standing(unheard)
        assert step.match.entries == unheard.entries
        news = step.match.entries[len(self.match.entries) :]
        assert all(entry.speaker is Speaker.DEALER for entry in news)

    def check_secrets(self, step: Transition, unheard: Match, seat: Seat, text: str) -> None:
        """Check that others learn only that a secret is in, until its phase ends."""
        goes_on = any(
            isinstance(notice, SubmissionReceived) and notice.goes_on for notice in step.notices
        )
        if not goes_on:
            return
        for viewer in (PUBLIC, seat.opponent):
            assert masked(step.match.view(viewer)) == masked(unheard.view(viewer)), text
        assert self.game.position(step.match.state) == self.game.position(unheard.state)

    def check_said(self, entry: Entry, step: Transition) -> None:
        """Check that a host's words for a seat have the effect of that seat's own."""
        if entry.effective is entry:
            return
        typed = self.match.enter(entry.effective)
        assert standing(step.match) == standing(typed.match)
        assert str(step.refusal) == str(typed.refusal)
        assert step.notices == typed.notices
        self.seen["said in vain" if step.refusal else "said"] += 1

    def check_ruling_undone(self, step: Transition) -> None:
        """Check that match and clocks are just as before the ruling."""
        before, self.before = self.before_rulings.pop()
        next_match = step.match
        assert (next_match.state, next_match.result, next_match.to_act) == (
            before.state,
            before.result,
            before.to_act,
        )
        assert reserves(next_match) == reserves(before)
        assert next_match.clock.opening_reserves == before.clock.opening_reserves
        assert next_match.clock.paused_since == self.match.clock.paused_since
        assert readings(next_match) == readings(before)
        self.seen.update(
            f"{notice.ruling.split()[0]} undone"
            for notice in step.notices
            if isinstance(notice, RulingUndone)
        )

    def check_undone(self, step: Transition) -> None:
        """Check that position and reserves are those from before a player's latest entry."""
        state, in_hand = self.before.pop()
        assert step.match.state == state
        assert self.game.position(step.match.state) == self.game.position(state)
        assert reserves(step.match) == in_hand
        assert step.match.result is None
        assert step.match.held is None
        self.seen["undone"] += 1

    # Invariants

    @invariant()
    def reserves_are_never_below_zero(self) -> None:
        in_hand = (self.match.clock.reserves, self.match.clock.opening_reserves)
        assert all(other_reserves.of(seat) >= 0 for other_reserves in in_hand for seat in SEATS)
        assert all(left >= 0 for left in reserves(self.match))

    @invariant()
    def nobody_is_awaited_exactly_where_it_is_over_or_a_lot_is_due(self) -> None:
        is_idle = self.match.result is not None or self.match.lot_due_at is not None
        assert (self.match.to_act == ()) is is_idle
        assert list(self.match.to_act) == [seat for seat in SEATS if seat in self.match.to_act]

    @invariant()
    def what_is_next_is_not_past(self) -> None:
        due, wake = self.match.next_due(), self.match.next_wake()
        assert due is None or due >= self.match.now
        assert wake is None or wake >= self.match.now
        assert due is None or (wake is not None and wake <= due)

    @invariant()
    def an_undo_is_possible_exactly_where_a_player_was_heard(self) -> None:
        assert (self.match.undo_point is not None) is bool(self.before)

    @invariant()
    def a_ruling_can_be_taken_back_until_a_player_acts(self) -> None:
        assert (self.match.ruling_point is not None) is bool(self.before_rulings)

    # Final invariants

    def teardown(self) -> None:
        """Check that the log and its record lead to the same match, and what time does to it."""
        check_log(self.match)
        check_wakes(self.match)
        text, judged = check_record(self.match)
        if any(entry.speaker is Speaker.HOST for entry in self.match.entries):
            self.check_with_second_referee(text, judged)

    def check_with_second_referee(self, text: str, judged: list[Any]) -> None:
        """Check that the plain referee, without the engine, judges every ruling alike."""
        real = without_messages(as_printed(judged))
        other = disagreement(referee_of(self.game.name), text, real)
        assert other is None, f"{text}\n{real}\n{other}"
        self.seen["judged twice"] += 1


@pytest.mark.parametrize("name", EVERY_GAME)
def test_whatever_happens_a_match_keeps_its_rules(name: str):
    games = with_short_clocks(name)
    expected, seen = expected_in(games[0]), Counter[str]()
    # Draws depend on all constants in the code: the next ones may show something new.
    for number in range(MAX_MACHINES):
        machine = type(f"{name}-{number}", (MatchMachine,), {"games": games, "seen": seen})
        run_state_machine_as_test(
            machine,
            # Failures are short enough as they are, and shortening them would take minutes.
            settings=settings(max_examples=12, stateful_step_count=20, phases=[Phase.generate]),
        )
        if expected <= seen.keys():
            break
    assert expected <= seen.keys()
