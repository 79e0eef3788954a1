"""The texts of Doubting Flower Field and Flower Field."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final, cast

from engine.game import AnyGame
from engine.games.flower_fields import position, symbols
from engine.games.flower_fields.board import (
    Flower,
    FlowerColor,
    Planting,
    cells_without_flower,
)
from engine.games.flower_fields.position import Event, Fate, FlowerFieldsView, Phase, Word
from engine.games.flower_fields.rules import DoubtingFlowerField, FlowerField, FlowerFields
from engine.matches.entries import Cause
from engine.seats import SEATS, Seat
from engine.text_boards import TextBoard
from engine.texts import (
    FIRST,
    FIRST_LABELS,
    PLACE_OF_ROW_ONE,
    REPLACEABLE,
    GameTexts,
    Seating,
    choose_first,
    chosen_first,
    ended,
)
from engine.words.alts import Names
from engine.words.sentences import (
    Fact,
    Joined,
    Plural,
    Sentence,
    WordInContext,
    Words,
    listing,
    spelled,
)

FIELDS: Final = "`C4 D4 E4 D5 / C4 D4 E4 D3`"
SAYABLE: Final = {
    Phase.CHOICE: tuple(FIRST_LABELS),
    Phase.CHALLENGE: ("give up",),
    Phase.ANSWER: ("doubt", "accept"),
    Phase.FINAL: ("pass",),
}
NOTATIONS: Final = {
    Phase.CHOICE: FIRST,
    Phase.TURN: Sentence(
        "`D5 red` or `D5 red, C4 blue`, or `challenge` and two fields, such as {fields}."
    ),
    Phase.CHALLENGE: Sentence("two fields, such as {fields}, or `give up`."),
    Phase.ANSWER: Sentence("`doubt` or `accept`."),
    Phase.FINAL: Sentence("`challenge` and two fields, such as {fields}, or `pass`."),
}
REQUESTS: Final = {
    Phase.CHALLENGE: Sentence("{who} name the two fields, four cells each, or `give up`."),
    Phase.ANSWER: Sentence(
        "{who} that takes your last life: `doubt` it, or `accept` it. If you don't answer, you "
        "accept it."
    ),
    Phase.FINAL: Sentence("{who} the board is full: you have one `challenge`, or you can `pass`."),
}

TURNS: Final = Sentence(
    "A field is four flowers joined by their sides, and no two may be alike. On your turn, plant "
    "one or two flowers, `D5 red, C4 blue` or `D5R C4B`, each beside one that was there before "
    "your turn. Colours are red, blue and {third}.\n"
    "Or claim that the other player's last planting made two fields alike, in shape and colours, "
    "one of them moved, turned or flipped: `challenge` (for more time, once a turn) and then the "
    "fields, or `give up`; or at once `challenge C4 D4 E4 D5 / C4 D4 E4 D3`. If you are right, the "
    "planting is undone and its planter loses a life; if not, you do. The one who loses it takes "
    "the turn again.\n"
)
HIDING: Final = Sentence(
    "First, each of you hides two flowers in secret. If you plant on a hidden flower, even your "
    "own, you blow it up and lose a life; a cell that both picked holds none. A challenge may "
    "include up to {unseen}, as if your hidden ones stood there. It always succeeds, but the other "
    "player may `doubt` it (or `cc`) with their next action. If it was true, they lose another "
    "life; if not, they get theirs back, you lose one, and the planting stands again. `accept` "
    "gives up the doubt.\n"
)
END: Final = Sentence(
    "With no lives or no time left, you lose. On a full board, the one who did not plant last has "
    "one `challenge` or `pass`; then more lives win; if equal, the last planting.\n"
    "Calculators, programs and formulas are not allowed; notes are. `concede` ends the match at "
    "once."
)

PLANT: Final = Sentence("plant one or two flowers")
PLANT_IN_A_ROW: Final = Sentence(
    "plant one or two flowers (here the second may stand beside the first)"
)
TURN: Final = Sentence("{who} your turn: {plant}.")
TURN_AFTER_A_PLANTING: Final = Sentence("{who} your turn: {plant}, or `challenge`.")

CLAIM_IS_WRONG: Final = Sentence("{player} challenges with {fields} and is wrong.")
CLAIM_IS_RIGHT: Final = Sentence("{player} challenges with {fields} and is right.")
CLAIM_SUCCEEDS: Final = Sentence("{player} challenges with {fields}, which succeeds.")
DOUBT_IS_WRONG: Final = Sentence(
    "{player} doubts the claim and is wrong, so they lose another life ({lives} left) and take the "
    "turn again."
)
DOUBT_IS_WRONG_AT_LAST: Final = Sentence(
    "{player} doubts the claim and is wrong, so they lose another life ({lives} left)."
)
SAYS: Final = {
    Word.CHALLENGE: Sentence("{player} challenges; the two fields, or `give up`, come next."),
    Word.GIVE_UP: Sentence("{player} gives up the challenge."),
    Word.ACCEPT: Sentence("{player} accepts the claim."),
    Word.PASS: Sentence("{player} passes."),
}
LETS_STAND: Final = Sentence("{player} lets the claim stand by not answering.")
LOSES: Final = Sentence("{player} loses a life ({lives} left).")
SHOWN_AGAIN: Final = Sentence(
    "*My secret* below each board shows you these again, and so does `board` in a private message "
    "to me."
)
LOSES_AND_REPEATS: Final = Sentence(
    "{player} loses a life ({lives} left) and takes the turn again."
)


class FlowerFieldsTexts(GameTexts):
    """The words of one of the two games."""

    words: ClassVar[Mapping[str, Sentence]] = {
        **FIRST_LABELS,
        "doubt": Sentence("Doubt"),
        "accept": Sentence("Accept"),
        "pass": Sentence("Pass"),
        "give up": Sentence("Give up"),
    }

    def __init__(self, game: type[FlowerFields]) -> None:
        self._game = game

    def rules(self) -> Words:
        turns = TURNS.about(third=self._game.third)
        doubts = HIDING.about(unseen=cells_without_flower(self._game.max_unseen))
        return Joined([turns, doubts if self._game.doubting else "", END], "")

    def can_hide(self, view: FlowerFieldsView) -> bool:
        """Return whether flowers are hidden, which are never shown before the match is over."""
        return view.doubting

    def understood(self, view: FlowerFieldsView) -> Words:
        if not view.own:
            return ""
        lines: list[Words] = [Sentence("You hide {flowers}.", flowers=_flowers(view, view.own))]
        if blown_up := [flower.cell for flower in view.own if flower.cell in view.exploded]:
            lines.append(Sentence("Blown up: {cells}.", cells=listing(blown_up)))
        if view.phase is Phase.HIDING:
            lines.append(SHOWN_AGAIN)
        return Joined(lines)

    def sayable(self, game: AnyGame, view: FlowerFieldsView) -> tuple[str, ...]:  # noqa: ARG002
        """Return who goes first, what ends a challenge, or a pass on a full board."""
        return SAYABLE.get(view.phase, ())

    def notation(self, view: FlowerFieldsView) -> Words:
        if view.phase is Phase.HIDING:
            return _hiding(view)
        return NOTATIONS[view.phase].about(fields=FIELDS)

    def role(self, game: AnyGame, seat: Seat) -> Words:  # noqa: ARG002 - both have as many
        return Plural("{count} life", "{count} lives", count=cast("FlowerFields", game).lives)

    def request(self, seating: Seating, view: FlowerFieldsView, seats: tuple[Seat, ...]) -> Words:
        name = seating.mentions(seats)
        if view.phase is Phase.HIDING:
            return Sentence(
                "{who} hide your flowers, with the button below or in a direct message to me: "
                "{how} {replaceable} If time runs out, you hide none.",
                who=name,
                how=_hiding(view),
                replaceable=REPLACEABLE,
            )
        if view.phase is Phase.CHOICE:
            return choose_first(name)
        if view.phase is Phase.TURN:
            return _turn(cast("FlowerFields", seating.game), view, name)
        return REQUESTS[view.phase].about(who=name)

    def news(self, seating: Seating, view: FlowerFieldsView, cause: Cause) -> Words:
        match view.latest:
            case None:
                return _before_turns(seating, view, cause)
            case Planting() as planted:
                return _planted(seating, view, planted)
            case position.Challenged() as challenged:
                return _challenged(seating, view, challenged)
            case position.Doubted() as doubted:
                return _doubted(seating, view, doubted)
            case position.Said() as said:
                return _said(seating, view, said)

    def alt(self, picture: str, view: FlowerFieldsView, names: Names) -> Words:  # noqa: ARG002
        lives = ", ".join(f"{seat.upper()} {view.lives(seat)}" for seat in SEATS)
        return Joined(
            [
                f"{self._game.title}.",
                ended(view) or _stage(view),
                Sentence("Lives: {lives}.", lives=lives),
                Sentence("Last: {deed}.", deed=_deed(view.latest, view)) if view.latest else "",
                PLACE_OF_ROW_ONE[view.row_one],
                *(_cells_in(color, view) for color in FlowerColor),
                _told(Sentence("Latest planting, marked: {facts}."), view.fresh),
                _told(Sentence("Hidden flowers blew up on: {facts}."), view.exploded),
                _told(Sentence("Your hidden flowers: {facts}."), _colored(view.own, view)),
                _told(Sentence("Hidden flowers: {facts}."), _hidden(view)),
            ]
        )

    def text_boards(self, view: FlowerFieldsView) -> tuple[TextBoard, ...]:
        return symbols.boards(view)


def _hiding(view: FlowerFieldsView) -> Words:
    """Explain how to hide flowers: anywhere but where one is planted."""
    return Sentence(
        "`hide A1 red, G7 blue` (or `hide A1R G7B`) hides two flowers, each red, blue or {third}, "
        "in any two cells but {cells}.",
        third=view.third,
        cells=listing(flower.cell for flower in view.bed.flowers),
    )


def _turn(game: FlowerFields, view: FlowerFieldsView, name: str) -> Words:
    turn = TURN_AFTER_A_PLANTING if view.marked else TURN
    request = turn.about(who=name, plant=PLANT_IN_A_ROW if game.chain else PLANT)
    if not view.doubtful:
        return request
    doubt = Sentence("Before that, you may `doubt` that challenge (or `cc`).")
    return Joined([request, doubt])


# News


def _before_turns(seating: Seating, view: FlowerFieldsView, cause: Cause) -> Words:
    if cause.seat:
        over = Sentence("Both players have hidden their flowers.")
    else:
        over = Sentence("Time is up for hiding flowers.")
    if view.to_move is None:
        return over
    if seating.game.first:
        first = Sentence("{player} goes first.", player=seating.name(view.to_move))
        return Joined([over, first])
    return chosen_first(seating, cause, view.to_move)


def _planted(seating: Seating, view: FlowerFieldsView, planted: Planting) -> Words:
    text = Sentence(
        "{player} plants {flowers}.",
        player=seating.name(planted.seat),
        flowers=_flowers(view, planted.flowers),
    )
    blown_up = Plural(
        "💥 A hidden flower blows up on {cells}, which costs a life ({lives} left).",
        "💥 Hidden flowers blow up on {cells}, which costs {count} lives ({lives} left).",
        len(planted.exploded),
        cells=listing(planted.exploded),
        count=spelled(len(planted.exploded)),
        lives=view.lives(planted.seat),
    )
    return Joined([text, blown_up if planted.exploded else ""])


def _challenged(seating: Seating, view: FlowerFieldsView, challenged: position.Challenged) -> Words:
    """Tell a challenge; with unseen cells it reads alike, true or not."""
    challenger, defender = challenged.seat, challenged.seat.opponent
    claim = CLAIM_SUCCEEDS if challenged.has_unseen else CLAIM_IS_RIGHT
    text = (claim if challenged.succeeded else CLAIM_IS_WRONG).about(
        player=seating.name(challenger),
        fields=listing([f"`{' '.join(map(str, field))}`" for field in challenged.fields]),
    )
    if not challenged.undone:
        loser = defender if challenged.succeeded else challenger
        return Joined([text, _cost(seating, view, loser)])
    undone = Sentence(
        "The planting on {cells} is undone; {lost}",
        cells=listing(flower.cell for flower in challenged.undone),
        lost=_loses(seating, view, defender),
    )
    return Joined([text, undone])


def _doubted(seating: Seating, view: FlowerFieldsView, doubted: position.Doubted) -> Words:
    defender, challenger = doubted.seat, doubted.seat.opponent
    player, lives = seating.name(defender), view.lives(defender)
    if not doubted.succeeded:
        wrong = DOUBT_IS_WRONG_AT_LAST if view.is_out(defender) else DOUBT_IS_WRONG
        return wrong.about(player=player, lives=lives)
    right = Sentence(
        "{player} doubts the claim and is right: they get that life back ({lives} left), and the "
        "planting on {cells} is put back.",
        player=player,
        lives=lives,
        cells=listing(flower.cell for flower in doubted.put_back),
    )
    return Joined([right, _loses(seating, view, challenger)])


def _said(seating: Seating, view: FlowerFieldsView, said: position.Said) -> Words:
    sentence = LETS_STAND if said.by_clock else SAYS[said.word]
    text = sentence.about(player=seating.name(said.seat))
    match said.word:
        case Word.GIVE_UP:
            return Joined([text, _cost(seating, view, said.seat)])
        case Word.PASS:
            return Joined([text, _counted(seating, view)])
        case _:
            return text


def _cost(seating: Seating, view: FlowerFieldsView, loser: Seat) -> Words:
    """Tell the cost of a challenge; on a full board no turn follows, and the lives decide."""
    if not view.bed.is_full:
        return _loses(seating, view, loser)
    lost = LOSES.about(player=seating.name(loser), lives=view.lives(loser))
    return Joined([lost, _counted(seating, view)])


def _loses(seating: Seating, view: FlowerFieldsView, loser: Seat) -> Words:
    loses = LOSES if view.is_out(loser) else LOSES_AND_REPEATS
    return loses.about(player=seating.name(loser), lives=view.lives(loser))


def _counted(seating: Seating, view: FlowerFieldsView) -> Words:
    lives = listing([f"{seating.name(seat)} {view.lives(seat)}" for seat in SEATS])
    if view.ec_lives == view.dmo_lives:
        return Sentence("Lives: {lives}, so the one who planted last is ahead.", lives=lives)
    return Sentence("Lives: {lives}.", lives=lives)


def _flowers(view: FlowerFieldsView, flowers: Iterable[Flower]) -> Words:
    colored = ((flower.cell, symbols.flower_kind(view, flower.color).meaning) for flower in flowers)
    return listing(Sentence("{cell} ({color})", cell=cell, color=color) for cell, color in colored)


# Alt texts

STAGES: Final = {
    Phase.CHOICE: Sentence("It isn't decided yet who goes first."),
    Phase.TURN: Sentence("{seat} to move."),
    Phase.CHALLENGE: Sentence("{seat} has to name two fields."),
    Phase.ANSWER: Sentence("{seat} has to doubt or accept."),
    Phase.FINAL: Sentence("{seat} to move."),
}
MAY_DOUBT: Final = Sentence("{seat} to move, and may doubt.")
SUBMITTED: Final = Sentence("Players are hiding flowers; submitted: {seats}.")
NOBODY_SUBMITTED: Final = Sentence("Players are hiding flowers; submitted: nobody.")
FATES: Final = {
    Fate.LIVE: Sentence("live"),
    Fate.EXPLODED: Sentence("blown up"),
    Fate.CANCELLED: Sentence("cancelled"),
}
CAPITALIZED: Final = {
    "red": Sentence("Red"),
    "blue": Sentence("Blue"),
    "yellow": Sentence("Yellow"),
    "purple": Sentence("Purple"),
}
CHALLENGES: Final = {
    True: Sentence("{seat}'s challenge with {fields} succeeded"),
    False: Sentence("{seat}'s challenge with {fields} failed"),
}
SAID: Final = {
    Word.CHALLENGE: Sentence("{seat} began a challenge"),
    Word.GIVE_UP: Sentence("{seat} gave up the challenge"),
    Word.ACCEPT: Sentence("{seat} accepted the claim"),
    Word.PASS: Sentence("{seat} passed"),
}
ACCEPTED_LATE: Final = Sentence("{seat} accepted the claim (out of time)")
DOUBTS: Final = {
    True: Sentence("{seat}'s doubt of {fields} succeeded"),
    False: Sentence("{seat}'s doubt of {fields} failed"),
}


def _stage(view: FlowerFieldsView) -> Words:
    if view.phase is Phase.HIDING:
        ready = listing([seat.upper() for seat in view.submitted])
        return (SUBMITTED if view.submitted else NOBODY_SUBMITTED).about(seats=ready)
    may_doubt = view.phase is Phase.TURN and view.doubtful
    stage = MAY_DOUBT if may_doubt else STAGES[view.phase]
    return stage.about(seat=view.to_move and view.to_move.upper())


def _deed(event: Event, view: FlowerFieldsView) -> Words:
    seat = event.seat.upper()
    match event:
        case Planting(flowers=flowers, exploded=exploded):
            planted = Sentence(
                "{seat} planted {flowers}", seat=seat, flowers=Joined(_colored(flowers, view), ", ")
            )
            return _with(planted, Sentence("hidden flowers blew up on {facts}"), exploded)
        case position.Challenged(succeeded=succeeded, undone=undone):
            challenged = CHALLENGES[succeeded].about(seat=seat, fields=_fields(view))
            return _with(
                challenged, Sentence("undone, crossed out: {facts}"), _colored(undone, view)
            )
        case position.Doubted(succeeded=succeeded, put_back=put_back):
            doubted = DOUBTS[succeeded].about(seat=seat, fields=_fields(view))
            return _with(doubted, Sentence("put back: {facts}"), _colored(put_back, view))
        case position.Said(word=word, by_clock=by_clock):
            return (ACCEPTED_LATE if by_clock else SAID[word]).about(seat=seat)


def _with(deed: Words, came_of_it: Sentence, facts: Sequence[Fact]) -> Words:
    return Joined([deed, _told(came_of_it, facts)], "; ")


def _fields(view: FlowerFieldsView) -> Words:
    solid, dashed = (" ".join(map(str, field)) for field in view.fields)
    return Sentence("{solid} (solid line) and {dashed} (dashed line)", solid=solid, dashed=dashed)


def _cells_in(color: FlowerColor, view: FlowerFieldsView) -> Words:
    cells = sorted(flower.cell for flower in view.bed.flowers if flower.color is color)
    return Sentence(
        "{color}: {cells}.",
        color=CAPITALIZED[view.color_name(color)],
        cells=Joined(cells, ", ") if cells else WordInContext("cells", "none"),
    )


def _colored(flowers: Iterable[Flower], view: FlowerFieldsView) -> list[Words]:
    return [
        Joined([flower.cell, symbols.flower_kind(view, flower.color).meaning]) for flower in flowers
    ]


def _hidden(view: FlowerFieldsView) -> list[Words]:
    return [
        Sentence(
            "{seat} {flower} ({fate})",
            seat=hidden.seat.upper(),
            flower=Joined(_colored([hidden.flower], view)),
            fate=FATES[hidden.fate],
        )
        for hidden in view.hidden
    ]


def _told(sentence: Sentence, facts: Sequence[Fact]) -> Words:
    return sentence.about(facts=Joined(facts, ", ")) if facts else ""


TEXTS: Final = {game.name: FlowerFieldsTexts(game) for game in (DoubtingFlowerField, FlowerField)}
