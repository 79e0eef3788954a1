"""Five-Card Trick: in each round, both seats secretly play two of the same five cards.

The rules are those of docs/rulings/five-card-trick.md.
"""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from math import sqrt
from typing import ClassVar, Final

from engine.clocks import Seconds
from engine.game import AnyGame, Json, Outcome, Reason
from engine.games.five_card_trick.cards import TRICKS, Card, Side, Trick
from engine.grids.grid import NO_CELL, Cell
from engine.kinds import scene
from engine.kinds.scene import Counter, Owner, Scene
from engine.kinds.scene_texts import SceneTexts
from engine.kinds.sealed import SealedGame, SealedState, SealedView
from engine.matches.entries import Cause, CauseKind
from engine.notation import CONCEDE, Token, one_of
from engine.options import option, time_limit, whole
from engine.refusals import Malformed, NotASubmission, Refusal, illegal
from engine.seats import SEATS, Seat
from engine.texts import REPLACEABLE, Seating
from engine.words.sentences import Joined, Plural, Sentence, Words, listing, spelled

# Notation

WORDS: Final[Mapping[Token, Card]] = {
    word: card for card in Card for word in (card.value, card.value[:2])
}
BLOCK_WORDS: Final = tuple(word for word, card in WORDS.items() if card is Card.BLOCK)
PLAIN_WORDS: Final = tuple(word for word, card in WORDS.items() if card is not Card.BLOCK)
NO_TARGET: Final = Refusal(
    "no-target",
    Sentence("Name the card to block right after `block`, as in `block claim`."),
    Malformed,
)
TWO_CARDS: Final = Refusal(
    "two-cards",
    Sentence("Play exactly two cards. The word right after `block` is only its target."),
    Malformed,
)

# Rules

SAME_CARD: Final = illegal("same-card", "Play two different cards, not {card} twice.")
THREE_RUNNING: Final = illegal(
    "three-running", "You played {card} in your last two rounds, so it is barred in this one."
)
SAME_PAIR: Final = illegal(
    "same-pair", "{first} and {second} was your pair in the last round: play another one."
)
POINTS: Final = Reason("points", Sentence("All rounds are over, and chips decide"))
CHIP: Final = 1.5
"""The worth of a lead of one chip, as the logarithm of odds, where half a round is left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FiveCardState(SealedState[Trick]):
    """A state of the match.

    Attributes:
        ec: The EC's side.
        dmo: The DMO's side.
        pot: The number of chips in the pot.
        rounds: The number of rounds that have been counted.
    """

    ec: Side = Side()
    dmo: Side = Side()
    pot: int = 1
    rounds: int = 0

    def side(self, seat: Seat) -> Side:
        """Return a seat's side."""
        return self.ec if seat is Seat.EC else self.dmo


@dataclass(frozen=True, slots=True, kw_only=True)
class FiveCardView(SealedView[Trick]):
    """A state as a viewer sees it; only submissions are secret.

    Attributes:
        scene: The counters, and the cards of both seats.
        ec: The EC's side.
        dmo: The DMO's side.
        pot: The number of chips in the pot.
        rounds: The number of rounds that have been counted.
        last: The number of the last round, if chips are not equal after it.
        is_overtime: True if chips were equal after the rounds of the match.
        replays: The number of rounds in a match that may be replayed.
    """

    scene: Scene
    ec: Side
    dmo: Side
    pot: int
    rounds: int
    last: int
    is_overtime: bool
    replays: int

    def side(self, seat: Seat) -> Side:
        """Return a seat's side."""
        return self.ec if seat is Seat.EC else self.dmo


@dataclass(frozen=True, kw_only=True)
class FiveCardTrick(SealedGame[FiveCardState, Trick, FiveCardView]):
    """The rules, with a match's options.

    >>> game = FiveCardTrick()
    >>> state = game.begin()
    >>> for seat, text in ((Seat.EC, "score grow"), (Seat.DMO, "claim block score")):
    ...     state = game.act(state, seat, game.read(state, seat, text))
    >>> state.ec.chips, state.dmo.chips, state.ec.blocked
    (1, 2, <Card.SCORE: 'score'>)
    """

    name: ClassVar[str] = "five-card-trick"
    title: ClassVar[str] = "Five-Card Trick"
    summary: ClassVar[str] = "secretly play two of five cards a round, for chips and the pot"
    words: ClassVar[frozenset[str]] = frozenset(map(str, WORDS)) | {CONCEDE}
    other_words: ClassVar[Mapping[str, str]] = dict.fromkeys(("against", "target"), "")
    reasons: ClassVar[AbstractSet[Reason]] = frozenset({POINTS})
    grammar: ClassVar[str] = f"""
action     = card S card
card       = {one_of(PLAIN_WORDS)}
card       =/ block S ( {one_of(WORDS)} )
block      = {one_of(BLOCK_WORDS)}
"""
    examples: ClassVar[tuple[str, ...]] = ("score grow", "claim block steal", "gr st", "bl sc cl")

    rounds: int = option(whole(1, 99), 25, "Rounds in a match (25)")
    overtime: int = option(whole(0, 99), 5, "More rounds if chips are equal then (5)")
    replays: int = option(
        whole(0, 99), 3, "Rounds replayed at most because neither plays anything (3)"
    )
    turn: Seconds = time_limit(Seconds(90), "for each round")

    @property
    def top_right(self) -> Cell:
        return NO_CELL

    def start(self) -> FiveCardState:
        return FiveCardState()

    def read_submission(self, typed: tuple[Token, ...]) -> Trick:
        if not all(word in WORDS for word in typed):
            raise NotASubmission
        words = iter(typed)
        cards, target = list[Card](), None
        for word in words:
            cards.append(WORDS[word])
            if cards[-1] is Card.BLOCK:
                named = next(words, None)
                if named is None:
                    raise NO_TARGET()
                target = WORDS[named]
        if len(cards) != 2:
            raise TWO_CARDS()
        first, second = sorted(cards, key=list(Card).index)
        return Trick((first, second), target)

    def write_submission(self, submission: Trick) -> str:
        return str(submission)

    def candidates(self, state: FiveCardState) -> Iterable[Trick]:  # noqa: ARG002 - always the same
        return TRICKS

    def check(self, state: FiveCardState, seat: Seat, submission: Trick) -> None:
        """Check that two cards may be played together, and now.

        Raises:
            Illegal: `same-card`, `three-running` or `same-pair`.
        """
        side, (first, second) = state.side(seat), submission.cards
        if first is second:
            raise SAME_CARD(card=first.title())
        for card in submission.cards:
            if card in side.barred:
                raise THREE_RUNNING(card=card.title())
        if {first, second} == side.latest:
            raise SAME_PAIR(first=first.title(), second=second.title())

    def resolve(self, state: FiveCardState, ec: Trick | None, dmo: Trick | None) -> FiveCardState:
        """Return the state after Score and Grow, then Claim and Steal, then Block and lights."""
        tricks = {Seat.EC: ec, Seat.DMO: dmo}
        works = {
            seat: state.side(seat).working(tricks[seat], tricks[seat.opponent]) for seat in SEATS
        }
        gained = {seat: int(Card.SCORE in works[seat]) for seat in SEATS}
        pot = state.pot + sum(Card.GROW in cards for cards in works.values())
        for seat in SEATS:
            if Card.CLAIM in works[seat]:
                is_stolen = Card.STEAL in works[seat.opponent]
                gained[seat.opponent if is_stolen else seat] += pot
                pot = 1
        sides = {}
        for seat in SEATS:
            other = tricks[seat.opponent]
            is_blocking = other and Card.BLOCK in works[seat.opponent]
            blocked = other.target if other and is_blocking else None
            sides[seat] = state.side(seat).after(tricks[seat], works[seat], gained[seat], blocked)
        ec_side, dmo_side = sides[Seat.EC], sides[Seat.DMO]
        rounds = state.rounds + 1
        outcome = self._outcome(rounds, ec_side.chips, dmo_side.chips)
        return FiveCardState(ec=ec_side, dmo=dmo_side, pot=pot, rounds=rounds, outcome=outcome)

    def _outcome(self, rounds: int, ec: int, dmo: int) -> Outcome | None:
        is_over = rounds == self.rounds + self.overtime or (rounds == self.rounds and ec != dmo)
        return Outcome(Seat.EC if ec > dmo else Seat.DMO, POINTS) if is_over else None

    def _last(self, state: FiveCardState) -> int:
        """Return the number of the last round, if chips are not equal after it."""
        return self.rounds + self.overtime if self._is_overtime(state) else self.rounds

    def _is_overtime(self, state: FiveCardState) -> bool:
        return state.rounds >= self.rounds

    def value(self, state: FiveCardState, seat: Seat) -> float:
        """Return the lead in chips and in what promises some; the fewer rounds left, the surer."""
        left = self._last(state) - state.rounds
        own, other = (state.side(side).worth(state.pot, left) for side in (seat, seat.opponent))
        return CHIP * (own - other) / sqrt(0.5 + left)

    def shown(self, state: FiveCardState) -> FiveCardView:
        return FiveCardView(
            scene=_scene(state),
            ec=state.ec,
            dmo=state.dmo,
            pot=state.pot,
            rounds=state.rounds,
            last=self._last(state),
            is_overtime=self._is_overtime(state),
            replays=self.replays,
        )

    def rebuilt(self, view: FiveCardView) -> FiveCardState:
        return FiveCardState(
            replayed=view.replayed,
            outcome=view.outcome,
            ec=view.ec,
            dmo=view.dmo,
            pot=view.pot,
            rounds=view.rounds,
        )

    def tally(self, state: FiveCardState) -> tuple[int, int]:
        """Return the chips."""
        return state.ec.chips, state.dmo.chips

    def position(self, state: FiveCardState) -> Json:
        """Return chips, pot, lights, blocked cards, and the latest two submissions of each seat."""
        sides = {seat.value: state.side(seat) for seat in SEATS}
        return {
            "rounds": state.rounds,
            "chips": {seat: side.chips for seat, side in sides.items()},
            "pot": state.pot,
            "lights": {
                seat: " ".join(card for card in Card if card in side.lights)
                for seat, side in sides.items()
            },
            "blocked": {seat: side.blocked for seat, side in sides.items()},
            "played": {
                seat: [str(trick or "") for trick in side.played] for seat, side in sides.items()
            },
        }


def _scene(state: FiveCardState) -> Scene:
    counters = [Counter(Owner(seat), "CHIPS", state.side(seat).chips) for seat in SEATS]
    hands = (scene.Hand(Owner(seat), tuple(_open_cards(state.side(seat)))) for seat in SEATS)
    return Scene(
        last=None,
        counters=(*counters, Counter(Owner.TABLE, "POT", state.pot)),
        hands=tuple(hands),
    )


def _open_cards(side: Side) -> Iterator[scene.Card]:
    for card in Card:
        yield scene.Card(
            card.upper(),
            is_lit=card in side.lights,
            is_void=card is side.blocked,
            is_latest=card in side.latest,
        )


# Words

WAYS: Final = Sentence(
    "`score grow` plays Score and Grow; `claim block steal` plays Claim, and Block against Steal."
)


CANCELLED: Final = Sentence("{card} (cancelled)")
BLOCKED: Final = Sentence("{card} (blocked)")


class FiveCardTexts(SceneTexts):
    """The game's own words."""

    title: ClassVar[str] = FiveCardTrick.title
    words: ClassVar[Mapping[str, Sentence]] = {}

    def rules(self) -> Words:
        return Sentence(
            "In each round, both of you play two of {cards} cards in secret; both are then shown. "
            "A card that you both play does nothing. Score: 1 chip for you. Grow: 1 chip into the "
            "pot. Claim: you take the pot, but if your opponent's Steal works, your opponent does; "
            "an empty pot gets 1 chip again. Block: name a card, such as `block claim`; your "
            "opponent's does nothing in the next round. Each card that you play lights its light, "
            "even if it does nothing; once all {cards} are on, you get 1 chip and they go out. You "
            "can't play a card in three rounds in a row, nor the same pair in two. If you submit "
            "nothing in time, you play nothing; if neither of you does, the round is replayed, as "
            "long as replays are left. After the last round, more chips win; if they are equal, "
            "there is overtime, and then the DMO wins. `concede` ends the match at once.",
            cards=spelled(len(Card)),
        )

    def role(self, game: AnyGame, seat: Seat) -> Words:  # noqa: ARG002 - the same in every match
        return Sentence("needs more chips") if seat is Seat.EC else Sentence("wins a tie")

    def request(self, seating: Seating, view: FiveCardView, seats: tuple[Seat, ...]) -> Words:
        return Sentence(
            "{players} round {number} of {last}: play two cards in secret, with the button below "
            "or in a direct message to me. {ways} {replaceable}",
            players=seating.mentions(seats),
            number=view.rounds + 1,
            last=view.last,
            ways=WAYS,
            replaceable=REPLACEABLE,
        )

    def notation(self, view: FiveCardView) -> Words:  # noqa: ARG002 - the same in every round
        return WAYS

    def news(self, seating: Seating, view: FiveCardView, cause: Cause) -> Words:
        if view.is_replay:
            return Sentence(
                "⌛ Neither of you has played anything, so round {number} is replayed: replay "
                "{count} of {replays} at most.",
                number=view.rounds + 1,
                count=view.replayed,
                replays=view.replays,
            )
        if not view.rounds:
            return ""
        is_late = cause.kind is CauseKind.TIME
        played = [_round(seating.name(seat), view, seat) for seat in SEATS]
        pot = Plural("{count} chip is in the pot.", "{count} chips are in the pot.", count=view.pot)
        return Joined([Sentence("⌛ Time is up.") if is_late else "", *played, pot], "\n")

    def standing(self, view: FiveCardView) -> Words:
        """Say which cards cannot be played, or do nothing, in the round to come."""
        if view.outcome:
            return ""
        overtime = Sentence("This is overtime: chips were equal.") if view.is_overtime else ""
        return Joined([overtime, *(_limits(seat, view.side(seat)) for seat in SEATS)])

    def score(self, seating: Seating, view: FiveCardView) -> Words:
        chips = listing(f"{seating.name(seat)} {view.side(seat).chips}" for seat in SEATS)
        text = Sentence("Chips: {chips}.", chips=chips)
        if view.ec.chips != view.dmo.chips:
            return text
        return Joined([text, Sentence("It is a tie, so the DMO wins.")])

    def understood(self, view: FiveCardView) -> Words:
        return Sentence("You play {cards}.", cards=_named(view.own)) if view.own else ""

    def can_hide(self, view: FiveCardView) -> bool:
        """Return True as long as there are rounds."""
        return view.outcome is None

    def revealed(self, view: FiveCardView) -> Words:
        """Tell the submissions for a round that was never resolved."""
        return Joined(
            [
                Sentence("{seat} had submitted {cards}.", seat=seat.upper(), cards=_named(trick))
                for seat, trick in zip(SEATS, view.sealed, strict=True)
                if trick
            ]
        )

    def now(self, view: FiveCardView) -> Words:
        awaited = [seat.upper() for seat in SEATS if seat not in view.submitted]
        return Joined(
            [
                Sentence("Round {number} of {last}.", number=view.rounds + 1, last=view.last),
                Sentence("Waiting for {players}.", players=listing(awaited)) if awaited else "",
                Sentence("Your cards, still secret: {cards}.", cards=_named(view.own))
                if view.own
                else "",
            ]
        )


def _named(trick: Trick) -> Words:
    """Return both cards as sentences have them."""
    return listing(_card(trick, card) for card in trick.cards)


def _card(trick: Trick, card: Card) -> Words:
    if card is Card.BLOCK and trick.target:
        return Sentence("Block against {card}", card=trick.target.title())
    return card.title()


def _round(name: str, view: FiveCardView, seat: Seat) -> Words:
    """Tell a seat's part of the latest round."""
    side, other = view.side(seat), view.side(seat.opponent)
    trick = side.played[-1]
    if trick is None:
        return Sentence("{player} plays nothing.", player=name)
    remarks = {card: CANCELLED if card in other.latest else BLOCKED for card in side.void}
    cards = [
        remarks[card].about(card=_card(trick, card)) if card in remarks else _card(trick, card)
        for card in trick.cards
    ]
    played = Plural(
        "{player} plays {cards}: {count} chip.",
        "{player} plays {cards}: {count} chips.",
        player=name,
        cards=listing(cards),
        count=side.gained,
    )
    if not side.has_just_lit_all:
        return played
    lit = Sentence(
        "All {cards} lights are on, for 1 more chip, and go out.", cards=spelled(len(Card))
    )
    return Joined([played, lit])


def _limits(seat: Seat, side: Side) -> Words:
    """Say which cards of a seat do nothing in the round to come, or cannot be played."""
    name = seat.upper()
    void = (
        Sentence("{seat}'s {card} is blocked now.", seat=name, card=side.blocked.title())
        if side.blocked
        else ""
    )
    barred = [
        Sentence("{seat} can't play {card} now.", seat=name, card=card.title())
        for card in side.barred
    ]
    latest = listing(card.title() for card in Card if card in side.latest)
    pair = Sentence("{seat} can't play {cards} together now.", seat=name, cards=latest)
    return Joined([void, *(barred or ([pair] if side.latest else []))])


TEXTS: Final = {FiveCardTrick.name: FiveCardTexts()}
