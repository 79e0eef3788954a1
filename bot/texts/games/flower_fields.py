"""Doubting Flower Field and Flower Field: what is said in them."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final, cast

from bot.texts.alts import Names
from bot.texts.alts import flower_fields as alts
from bot.texts.game_texts import GameTexts
from bot.texts.matches import FIRST, choose_first, chosen_first, undone
from bot.texts.seating import Seating, listing
from bot.texts.submissions import REPLACEABLE
from engine.games.flower_fields.board import Colour, Field, Flower
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
from engine.matches.match import AnyGame
from engine.refusals import Refused
from engine.seats import SEATS, Seat

HIDING: Final = (
    "`hide A1 red, G7 blue` (or `hide A1R G7B`) hides two flowers, red, blue or yellow, in any two "
    "cells but D4."
)

FIELDS: Final = "`C4 D4 E4 D5 / C4 D4 E4 D3`"

TURNS: Final = (
    "A field is four flowers joined by their sides, and no two are to be alike. On your turn "
    "plant one flower or two, `D5 red, C4 blue` or `D5R C4B`, each beside one that was there "
    "before your turn. Colours are red, blue and {third}.\n"
    "Or say that the last planting of the other player has made two fields alike, in shape and "
    "colours, one of them moved, turned or flipped: `challenge` (which gives you more time, once "
    "a turn) and then the fields, or `give up`; or at once "
    "`challenge C4 D4 E4 D5 / C4 D4 E4 D3`. If that is so, the planting is undone, and its planter "
    "loses a life and has the turn again. If not, you lose a life and have the turn again.\n"
)
DOUBTS: Final = (
    "First each hides two flowers in secret. Whoever plants on a hidden one, no matter whose, "
    "blows it up and loses a life; a cell that both picked holds none. In a challenge up to two "
    "cells may be without a flower, as if your hidden ones stood there. It succeeds in any case, "
    "but the other may `doubt` it (`cc`) with the next action. If it was true, that costs another "
    "life; if not, the doubter has the life back, the challenger loses one, and the planting is "
    "put back. `accept` forgoes the doubt.\n"
)
END: Final = (
    "Without a life, or without time, you have lost. On a full board the one who did not plant "
    "last has one challenge or `pass`; then more lives win, and if they are equal, who planted "
    "last.\n"
    "Calculators, programs and formulas are not allowed; notes are. `concede` gives the match up "
    "at once."
)


class FlowerFieldsTexts(GameTexts):
    """What the Dealer says in both games."""

    refusals: ClassVar[Mapping[str, str]] = {
        "malformed": (
            "Type one flower or two in different cells, each with its colour, as `D5 red, C4 "
            "{third}`; or `challenge` and two fields of four cells each, as `challenge C4 D4 E4 "
            "D5 / C4 D4 E4 D3`."
        ),
        "wrong-phase": (
            "Not now. {before} it is settled who begins, then turns are plantings or challenges, "
            "and `pass` is for a full board alone."
        ),
        "off-board": "{cells}: the board is A1 to {last}.",
        "occupied": "There is a flower already: {cells}.",
        "not-beside": "{cells}: beside no flower that was there before this turn.",
        "not-a-field": "A field is four cells joined by their sides; {cells} are not.",
        "same-field": "Both fields are the same four cells: {cells}.",
        "too-many-unseen": "A challenge may have {most} without a flower, and here are {cells}.",
        "old-flowers": (
            "A challenge is about the last planting of the other player that stands: one of the "
            "fields must have {cells} in it."
        ),
        "no-planting": "No planting of the other player stands that you could challenge.",
        "committed": "This turn is a challenge: name the two fields, or `give up`.",
        "not-committed": "There is nothing to give up: `challenge` first.",
        "nothing-to-doubt": "There is no claim that you could doubt or accept now.",
        "accept-or-doubt": "You have no life left: `doubt` the claim against you, or `accept` it.",
    }
    options: ClassVar[Mapping[str, str]] = {
        "row1": "Where the picture has row 1 (at the bottom if not set)",
        "turn": "Seconds for a turn (120)",
        "extra": "Seconds more for a turn with a challenge (60)",
        "periods": "How many periods of reserve each player has (20)",
        "period": "Seconds of one period of reserve (30)",
        "choice": "Seconds for choosing who begins (60)",
        "chain": "Whether the second flower may stand beside the first of the same turn (off)",
        "lives": "Lives of each player (3)",
    }
    rules: ClassVar[str] = TURNS.format(third="purple") + END

    def understood(self, seating: Seating, view: FlowerFieldsView) -> str:  # noqa: ARG002
        """The flowers that are hidden."""
        return f"You hide {_flowers(view, view.own) or 'nothing'}."

    def notation(self, view: FlowerFieldsView) -> str:
        """How flowers are hidden, a choice is made, or a turn is played."""
        if view.phase is Phase.HIDING:
            return HIDING
        if view.to_move is None:
            return FIRST
        if view.must_answer:
            return "`doubt` or `accept`."
        if view.committed:
            return f"two fields, such as {FIELDS}, or `give up`."
        if view.phase is Phase.FINAL:
            return f"`challenge` with two fields, such as {FIELDS}, or `pass`."
        return f"`D5 red` or `D5 red, C4 blue`; or `challenge` with two fields, such as {FIELDS}."

    def role(self, game: AnyGame, seat: Seat) -> str:  # noqa: ARG002 - both have as many
        """How many lives a seat has."""
        lives = _rules(game).lives
        return f"{lives} {'life' if lives == 1 else 'lives'}"

    def request(self, seating: Seating, view: FlowerFieldsView, seats: tuple[Seat, ...]) -> str:
        """Hidden flowers, a choice, or a turn."""
        who = seating.mentions(seats)
        if view.phase is Phase.HIDING:
            return (
                f"{who} hide your flowers, by the button below or in a direct message to me: "
                f"{HIDING} {REPLACEABLE} Silence hides nothing."
            )
        if view.to_move is None:
            return choose_first(who)
        return f"{who} {_wanted(_rules(seating.game), view)}"

    def done(self, seating: Seating, view: FlowerFieldsView, cause: Cause) -> str:
        """What the latest action did, or who begins."""
        if cause.kind is CauseKind.RULING:
            return undone()
        if view.latest is None:
            return _before_turns(seating, view, cause)
        return _done(seating, view)

    def alt(self, picture: str, view: FlowerFieldsView, names: Names) -> str:  # noqa: ARG002 - it is one picture
        """The bed."""
        return alts.describe(view)

    def refusal(self, game: AnyGame, refusal: Refused) -> str:
        """What differs in the two games is filled in."""
        rules = _rules(game)
        differing = {
            "third": _colours(doubting=rules.doubting)[Colour.YELLOW],
            "before": "First both hide flowers and" if rules.doubting else "First",
            "most": "at most two cells" if rules.doubting else "no cell",
        }
        told = Refused(refusal.code, refusal.cells, differing | refusal.facts)
        return super().refusal(game, told)


class DoubtingFlowerFieldTexts(FlowerFieldsTexts):
    """What is said otherwise where flowers are hidden and claims are doubted."""

    options: ClassVar[Mapping[str, str]] = {
        **FlowerFieldsTexts.options,
        "lives": "Lives of each player (5)",
        "setup": "Seconds for hiding flowers (600)",
    }
    rules: ClassVar[str] = TURNS.format(third="yellow") + DOUBTS + END


def _rules(game: AnyGame) -> FlowerFields:
    return cast("FlowerFields", game)


# What is wanted


def _wanted(game: FlowerFields, view: FlowerFieldsView) -> str:
    """What may be done in a turn, to follow its player's mention."""
    if view.must_answer:
        return "that takes your last life: `doubt` it or `accept` it. Silence accepts it, too."
    if view.committed:
        return "name the two fields, four cells each, or `give up`."
    if view.phase is Phase.FINAL:
        return "the board is full: you have one `challenge`, or `pass`."
    plant = "plant one flower or two"
    if game.chain:
        plant = f"{plant} (here the second may stand beside the first)"
    doubt = "; but first you may `doubt` that (`cc`)" if view.may_doubt else ""
    challenge = ", or `challenge`" if view.marked else ""
    return f"your turn: {plant}{challenge}{doubt}."


# What was done


def _before_turns(seating: Seating, view: FlowerFieldsView, cause: Cause) -> str:
    over = "Both have hidden their flowers." if cause.seat else "The time for hiding is over."
    if view.to_move is None:
        return over
    if seating.game.first:
        return f"{over} {seating.name(view.to_move)} begins."
    return chosen_first(seating, cause, view.to_move)


def _done(  # noqa: PLR0911 - one return for each kind of event
    seating: Seating, view: FlowerFieldsView
) -> str:
    """The latest action, and on a full board what the lives then say."""
    match view.latest:
        case Planted() as planted:
            return _planted(seating, view, planted)
        case Committed(seat):
            return f"{seating.name(seat)} will challenge: two fields, or `give up`, are to follow."
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
    lost = "two lives" if several else "a life"
    return (
        f"{said} 💥 {blown_up} up on {listing([*map(str, planted.exploded)])}, which costs "
        f"{lost} ({_left(view, planted.seat)})."
    )


def _challenged(seating: Seating, view: FlowerFieldsView, challenged: Challenged) -> str:
    """A challenge; one with unseen cells is told alike whether it was true or not."""
    seat = challenged.seat
    said = f"{seating.name(seat)} challenges with {_both(challenged.fields)}"
    if not challenged.succeeded:
        return f"{said}, and is wrong. {_failed(seating, view, seat)}"
    declared = "which is declared successful" if challenged.has_unseen else "and is right"
    defender = seat.opponent
    lost = f"{seating.name(defender)} loses a life ({_left(view, defender)})"
    if view.phase is Phase.FINAL:
        return f"{said}, {declared}. {lost}. {_counted(seating, view)}"
    undone = _cells(flower.cell for flower in challenged.undone)
    return (
        f"{said}, {declared}. The planting on {undone} is undone; {lost}{_again(view, defender)}."
    )


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
        return f"{said}, and fails: {lost}{_again(view, defender)}."
    put_back = _cells(flower.cell for flower in doubted.put_back)
    return (
        f"{said}, and succeeds: that life is back ({_left(view, defender)}), and the planting on "
        f"{put_back} too. {seating.name(challenger)} loses a life "
        f"({_left(view, challenger)}){_again(view, challenger)}."
    )


def _again(view: FlowerFieldsView, seat: Seat) -> str:
    """The turn that comes anew, if there is one."""
    return " and has the turn again" if view.lives(seat) > 0 else ""


def _left(view: FlowerFieldsView, seat: Seat) -> str:
    return f"{view.lives(seat)} left"


def _counted(seating: Seating, view: FlowerFieldsView) -> str:
    """The lives that decide on a full board."""
    lives = " and ".join(f"{seating.name(seat)} {view.lives(seat)}" for seat in SEATS)
    is_equal = view.ec_lives == view.dmo_lives
    return f"Lives: {lives}{'; whoever planted last is ahead' if is_equal else ''}."


def _both(fields: tuple[Field, Field]) -> str:
    return " and ".join(f"`{' '.join(map(str, field))}`" for field in fields)


def _cells(cells: Iterable[Cell]) -> str:
    return listing([*map(str, cells)])


def _flowers(view: FlowerFieldsView, flowers: Iterable[Flower]) -> str:
    """Flowers with their colours."""
    colours = _colours(doubting=view.doubting)
    return listing([f"{flower.cell} ({colours[flower.colour]})" for flower in flowers])


def _colours(*, doubting: bool) -> Mapping[Colour, str]:
    third = "yellow" if doubting else "purple"
    return {Colour.RED: "red", Colour.BLUE: "blue", Colour.YELLOW: third}


TEXTS: Final = {
    DoubtingFlowerField.name: DoubtingFlowerFieldTexts(),
    FlowerField.name: FlowerFieldsTexts(),
}
