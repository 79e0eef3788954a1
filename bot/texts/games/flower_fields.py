"""Doubting Flower Field and Flower Field: what is said in them."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final, cast

from bot.texts.alts import Names
from bot.texts.alts import flower_fields as alts
from bot.texts.game_texts import GameTexts
from bot.texts.matches import FIRST, choose_first, chosen_first, undone
from bot.texts.seating import Seating, counted, listing, spelled
from bot.texts.submissions import REPLACEABLE
from engine.game import AnyGame, Reason
from engine.games.flower_fields.board import Field, Flower
from engine.games.flower_fields.position import (
    Accepted,
    Challenged,
    Committed,
    Doubted,
    GaveUp,
    Passed,
    Phase,
    Planted,
)
from engine.games.flower_fields.rules import (
    DoubtingFlowerField,
    FlowerField,
    FlowerFields,
    FlowerFieldsView,
)
from engine.grid import Cell
from engine.matches.entries import Cause, CauseKind
from engine.refusals import Refused
from engine.seats import SEATS, Seat

FIELDS: Final = "`C4 D4 E4 D5 / C4 D4 E4 D3`"

TURNS: Final = (
    "A field is four flowers joined by their sides, and no two may be alike. On your turn, plant "
    "one or two flowers, `D5 red, C4 blue` or `D5R C4B`, each beside one that was there before "
    "your turn. Colours are red, blue and {third}.\n"
    "Or claim that the other player's last planting made two fields alike, in shape and colours, "
    "one of them moved, turned or flipped: `challenge` (for more time, once a turn) and then the "
    "fields, or `give up`; or at once `challenge C4 D4 E4 D5 / C4 D4 E4 D3`. If you are right, the "
    "planting is undone, and its planter loses a life and takes the turn again. If not, you lose a "
    "life and take the turn again.\n"
)
DOUBTS: Final = (
    "First, each of you hides two flowers in secret. Whoever plants on a hidden flower, their own "
    "or not, blows it up and loses a life; a cell that both picked holds none. A challenge may "
    "include up to {most} without a flower, as if your hidden ones stood there. It always "
    "succeeds, but the other player may `doubt` it (or `cc`) with their next action. If it was "
    "true, they lose another life. If not, they get the life back, you lose one, and the planting "
    "is put back. `accept` gives up the doubt.\n"
)
END: Final = (
    "With no lives or no time left, you lose. On a full board, whoever did not plant last has one "
    "`challenge` or `pass`; then more lives win, and if they are equal, whoever planted last.\n"
    "Calculators, programs and formulas are not allowed; notes are. `concede` ends the match at "
    "once."
)


class FlowerFieldsTexts(GameTexts):
    """What the Dealer says in both games."""

    refusals: ClassVar[Mapping[str, str]] = {
        "malformed": (
            "I can't read that. Type one or two flowers in different cells, each with its colour, "
            "such as `D5 red, C4 {third}`; or `challenge` and two fields of four cells each, such "
            "as `challenge C4 D4 E4 D5 / C4 D4 E4 D3`."
        ),
        "wrong-phase": (
            "Not now. The match starts with {before}; after that, each turn is a planting or a "
            "challenge, and `pass` is only for a full board."
        ),
        "off-board": "{cells}: the board is A1 to {last}.",
        "occupied": "{cells} already {has} a flower.",
        "not-beside": "{cells} {are} not beside any flower that was there before this turn.",
        "not-a-field": "A field is four cells joined by their sides; {cells} are not.",
        "same-field": "Both fields are the same four cells: {cells}.",
        "too-many-unseen": "{most}, and {cells} {have} none.",
        "old-flowers": (
            "A challenge is about the other player's last planting: one of the fields must include "
            "{cells}."
        ),
        "no-planting": "The other player has no planting on the board that you could challenge.",
        "committed": "This turn is a challenge: name the two fields, or `give up`.",
        "not-committed": "There is nothing to give up: type `challenge` first.",
        "nothing-to-doubt": "There is no claim to doubt or accept right now.",
        "accept-or-doubt": "You have no lives left: `doubt` the claim against you, or `accept` it.",
    }
    reasons: ClassVar[Mapping[Reason, str]] = {
        Reason.NO_LIVES: "{loser} has no lives left",
        Reason.FULL_BOARD: "The board is full",
    }
    options: ClassVar[Mapping[str, str]] = {
        "row1": "Where the picture has row 1 (at the bottom if not set)",
        "turn": "Seconds for a turn (120)",
        "extra": "Extra seconds for a turn with a challenge (60)",
        "periods": "Reserve periods for each player (20)",
        "period": "Seconds in a reserve period (30)",
        "choice": "Seconds to choose who goes first (60)",
        "chain": "Whether the second flower may stand beside the first of the same turn (off)",
        "lives": "Lives for each player (3)",
    }
    rules: ClassVar[str] = TURNS.format(third=FlowerField.notation.third) + END

    def understood(self, seating: Seating, view: FlowerFieldsView) -> str:  # noqa: ARG002
        """The flowers that are hidden."""
        return f"You hide {_flowers(view, view.own) or 'no flowers'}."

    def notation(self, view: FlowerFieldsView) -> str:
        """How to hide flowers, make a choice, or play a turn."""
        if view.phase is Phase.HIDING:
            return _hiding(view)
        if view.to_move is None:
            return FIRST
        if view.must_answer:
            return "`doubt` or `accept`."
        if view.committed:
            return f"two fields, such as {FIELDS}, or `give up`."
        if view.phase is Phase.FINAL:
            return f"`challenge` and two fields, such as {FIELDS}, or `pass`."
        return f"`D5 red` or `D5 red, C4 blue`, or `challenge` and two fields, such as {FIELDS}."

    def role(self, game: AnyGame, seat: Seat) -> str:  # noqa: ARG002 - both have as many
        """How many lives a seat has."""
        lives = _rules(game).lives
        return f"{lives} {'life' if lives == 1 else 'lives'}"

    def request(self, seating: Seating, view: FlowerFieldsView, seats: tuple[Seat, ...]) -> str:
        """Hidden flowers, a choice, or a turn."""
        who = seating.mentions(seats)
        if view.phase is Phase.HIDING:
            return (
                f"{who} hide your flowers, with the button below or in a direct message to me: "
                f"{_hiding(view)} {REPLACEABLE} If time runs out, you hide none."
            )
        if view.to_move is None:
            return choose_first(who)
        return f"{who} {_wanted(_rules(seating.game), view)}"

    def done(self, seating: Seating, view: FlowerFieldsView, cause: Cause) -> str:
        """What the last action did, or who goes first."""
        if cause.kind is CauseKind.RULING:
            return undone()
        if view.latest is None:
            return _before_turns(seating, view, cause)
        return _done(seating, view)

    def alt(self, picture: str, view: FlowerFieldsView, names: Names) -> str:  # noqa: ARG002
        """The bed."""
        return alts.describe(view, self.ended(view))

    def refusal(self, game: AnyGame, refusal: Refused) -> str:
        """What differs between the two games is filled in."""
        rules, is_one = _rules(game), len(refusal.cells) == 1
        most = counted(rules.most_unseen, "cell")
        facts = {
            "third": rules.notation.third,
            "before": f"{'hiding flowers and ' * rules.doubting}settling who goes first",
            "most": (
                f"A challenge may include at most {most} without a flower"
                if rules.most_unseen
                else "Every cell of a challenge must have a flower"
            ),
            "has": "has" if is_one else "have",
            "have": "has" if is_one else "have",
        }
        return super().refusal(game, Refused(refusal.code, refusal.cells, facts | refusal.facts))


class DoubtingFlowerFieldTexts(FlowerFieldsTexts):
    """What is said differently where flowers are hidden and claims are doubted."""

    options: ClassVar[Mapping[str, str]] = {
        **FlowerFieldsTexts.options,
        "lives": "Lives for each player (5)",
        "setup": "Seconds to hide flowers (600)",
    }
    rules: ClassVar[str] = (
        TURNS.format(third=DoubtingFlowerField.notation.third)
        + DOUBTS.format(most=counted(DoubtingFlowerField.most_unseen, "cell"))
        + END
    )


def _rules(game: AnyGame) -> FlowerFields:
    return cast("FlowerFields", game)


def _hiding(view: FlowerFieldsView) -> str:
    """How to hide flowers: anywhere but where one is planted."""
    return (
        "`hide A1 red, G7 blue` (or `hide A1R G7B`) hides two flowers, each red, blue or "
        f"{view.third}, in any two cells but {_cells(flower.cell for flower in view.flowers)}."
    )


# What is wanted


def _wanted(game: FlowerFields, view: FlowerFieldsView) -> str:
    """What may be done in a turn, to follow its player's mention."""
    if view.must_answer:
        return "that takes your last life: `doubt` it, or `accept` it. Silence accepts it too."
    if view.committed:
        return "name the two fields, four cells each, or `give up`."
    if view.phase is Phase.FINAL:
        return "the board is full: you have one `challenge`, or you can `pass`."
    plant = "plant one or two flowers"
    if game.chain:
        plant = f"{plant} (here the second may stand beside the first)"
    doubt = ". Before that, you may `doubt` that challenge (or `cc`)" if view.may_doubt else ""
    challenge = ", or `challenge`" if view.marked else ""
    return f"your turn: {plant}{challenge}{doubt}."


# What was done


def _before_turns(seating: Seating, view: FlowerFieldsView, cause: Cause) -> str:
    over = (
        "Both players have hidden their flowers."
        if cause.seat
        else "Time is up for hiding flowers."
    )
    if view.to_move is None:
        return over
    if seating.game.first:
        return f"{over} {seating.name(view.to_move)} goes first."
    return chosen_first(seating, cause, view.to_move)


def _done(  # noqa: PLR0911 - one return for each kind of event
    seating: Seating, view: FlowerFieldsView
) -> str:
    """The latest action, and on a full board what the lives then say."""
    match view.latest:
        case Planted() as planted:
            return _planted(seating, view, planted)
        case Committed(seat):
            return f"{seating.name(seat)} challenges; the two fields, or `give up`, come next."
        case Challenged() as challenged:
            return _challenged(seating, view, challenged)
        case GaveUp(seat):
            return f"{seating.name(seat)} gives up. {_failed(seating, view, seat)}"
        case Doubted() as doubted:
            return _doubted(seating, view, doubted)
        case Accepted(seat, by_clock):
            silent = " by silence" if by_clock else ""
            return f"{seating.name(seat)} accepts the claim{silent}."
        case Passed(seat):
            return f"{seating.name(seat)} passes. {_counted(seating, view)}"
        case None:
            return ""


def _planted(seating: Seating, view: FlowerFieldsView, planted: Planted) -> str:
    said = f"{seating.name(planted.seat)} plants {_flowers(view, planted.flowers)}."
    if not planted.exploded:
        return said
    several = len(planted.exploded) > 1
    blown_up = "Hidden flowers blow" if several else "A hidden flower blows"
    lost = f"{spelled(len(planted.exploded))} lives" if several else "a life"
    return (
        f"{said} 💥 {blown_up} up on {listing([*map(str, planted.exploded)])}, which costs "
        f"{lost} ({_left(view, planted.seat)})."
    )


def _challenged(seating: Seating, view: FlowerFieldsView, challenged: Challenged) -> str:
    """A challenge; one with unseen cells is told alike whether it was true or not."""
    seat = challenged.seat
    said = f"{seating.name(seat)} challenges with {_both(challenged.fields)}"
    if not challenged.succeeded:
        return f"{said} and is wrong. {_failed(seating, view, seat)}"
    declared = ", which succeeds" if challenged.has_unseen else " and is right"
    defender = seat.opponent
    lost = f"{seating.name(defender)} loses a life ({_left(view, defender)})"
    if view.phase is Phase.FINAL:
        return f"{said}{declared}. {lost}. {_counted(seating, view)}"
    undone = _cells(flower.cell for flower in challenged.undone)
    return f"{said}{declared}. The planting on {undone} is undone; {lost}{_again(view, defender)}."


def _failed(seating: Seating, view: FlowerFieldsView, challenger: Seat) -> str:
    """What a challenge that failed costs."""
    lost = f"{seating.name(challenger)} loses a life ({_left(view, challenger)})"
    if view.phase is Phase.FINAL:
        return f"{lost}. {_counted(seating, view)}"
    return f"{lost}{_again(view, challenger)}."


def _doubted(seating: Seating, view: FlowerFieldsView, doubted: Doubted) -> str:
    defender, challenger = doubted.seat, doubted.seat.opponent
    said = f"{seating.name(defender)} doubts the claim"
    if not doubted.succeeded:
        lost = f"{seating.name(defender)} loses another life ({_left(view, defender)})"
        return f"{said} and is wrong: {lost}{_again(view, defender)}."
    put_back = _cells(flower.cell for flower in doubted.put_back)
    return (
        f"{said} and is right: they get that life back ({_left(view, defender)}), and the planting "
        f"on {put_back} is put back. {seating.name(challenger)} loses a life "
        f"({_left(view, challenger)}){_again(view, challenger)}."
    )


def _again(view: FlowerFieldsView, seat: Seat) -> str:
    """That a turn is played again, if it is."""
    return "" if view.is_out(seat) else " and takes the turn again"


def _left(view: FlowerFieldsView, seat: Seat) -> str:
    return f"{view.lives(seat)} left"


def _counted(seating: Seating, view: FlowerFieldsView) -> str:
    """The lives that decide on a full board."""
    lives = " and ".join(f"{seating.name(seat)} {view.lives(seat)}" for seat in SEATS)
    is_equal = view.ec_lives == view.dmo_lives
    return f"Lives: {lives}{', so whoever planted last is ahead' if is_equal else ''}."


def _both(fields: tuple[Field, Field]) -> str:
    return " and ".join(f"`{' '.join(map(str, field))}`" for field in fields)


def _cells(cells: Iterable[Cell]) -> str:
    return listing([*map(str, cells)])


def _flowers(view: FlowerFieldsView, flowers: Iterable[Flower]) -> str:
    """Flowers with their colours."""
    colours = alts.colours(view.third)
    return listing([f"{flower.cell} ({colours[flower.colour]})" for flower in flowers])


TEXTS: Final = {
    DoubtingFlowerField.name: DoubtingFlowerFieldTexts(),
    FlowerField.name: FlowerFieldsTexts(),
}
