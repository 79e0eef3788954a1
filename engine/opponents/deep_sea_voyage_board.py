"""A lean board of Deep Sea Voyage, which measures the ships' ways after many placements at once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from math import exp
from typing import Final, Self, TypeAlias

from engine.bit_board import bits
from engine.games.deep_sea_voyage.board import Board, Ship, Side, depths
from engine.opponents.thinking import OutOfNodesError, Thinking
from engine.polyominoes import Form, Polyomino, forms

PIECE_SIZE: Final = 5
BYTE: Final = 8
CUT_OFF: Final = 0
"""Stands for the steps of a ship that has no way left."""


@dataclass(frozen=True, slots=True)
class Laying:
    """A pentomino as it may be placed: which it is, and the set of its tiles."""

    piece: Polyomino
    mask: int


@dataclass(frozen=True)
class LeanBoard:
    """A board with what lies on it, as far as it matters for ways.

    Attributes:
        board: How it was at the start.
        covered: The tiles under pentominoes.
        bank: The pentominoes that are left.
    """

    board: Board
    covered: int
    bank: tuple[Polyomino, ...]

    def after(self, laying: Laying) -> Self:
        """The board with one more pentomino."""
        bank = tuple(piece for piece in self.bank if piece is not laying.piece)
        return type(self)(self.board, self.covered | laying.mask, bank)

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """The steps of each ship's shortest way, in the order of `Ship`; `CUT_OFF` without one."""
        (steps,) = self.measured([0])
        return steps

    @cached_property
    def free(self) -> int:
        """The tiles that can still hold pentominoes."""
        return self.board.free & ~self.covered

    def layings(self, goals: int, avoided: int = 0) -> Iterator[Laying]:
        """The placements that cover any of some tiles, and none of the avoided ones."""
        free = self.free & ~avoided
        for form, piece in self._forms:
            anchors = form.fitting(free) & form.reaching(goals)
            for bit in bits(anchors):
                yield Laying(piece, form.mask * bit)

    @cached_property
    def fits(self) -> int:
        """How many placements there are."""
        return sum(form.fitting(self.free).bit_count() for form, _ in self._forms)

    @property
    def _forms(self) -> Iterator[tuple[Form, Polyomino]]:
        forms_of = forms(self.board.grid)
        return ((form, piece) for piece in self.bank for form in forms_of[piece])

    def measured(self, masks: Sequence[int]) -> list[tuple[int, ...]]:
        """The steps of each ship's shortest way once some more tiles are walls, for each set.

        Every set of tiles gets a board of its own, all of them side by side in one number, so that
        a single flood from the dropoffs runs over all of them. Two boards are kept apart by an
        empty row, and start at a byte of their own, from which each ship's arrival is read.
        """
        grid = self.board.grid
        stride = grid.stride
        size = (stride * (grid.side + 1) + BYTE - 1) // BYTE
        boards = int.from_bytes((b"\x01" + bytes(size - 1)) * len(masks), "little")
        walls = int.from_bytes(b"".join(mask.to_bytes(size, "little") for mask in masks), "little")
        layer = boards * self.board.dropoffs
        starts = [grid.bit(cell).bit_length() - 1 for cell in self._starts]
        wanted = boards * sum({1 << start for start in starts})
        rest = boards * (self.board.passable & ~self.covered) & ~walls & ~layer
        wanted &= rest
        found = [[CUT_OFF] * len(masks) for _ in starts]
        number, length = 0, size * len(masks)
        while layer and wanted:
            number += 1
            layer = (layer << 1 | layer >> 1 | layer << stride | layer >> stride) & rest
            rest ^= layer
            if arrived := layer & wanted:
                wanted ^= arrived
                seen = arrived.to_bytes(length, "little")
                for steps, start in zip(found, starts, strict=True):
                    # In one byte there may be several ships' starts.
                    column = seen[start // BYTE :: size].translate(_HAS_BIT[start % BYTE])
                    for at in compress(range(len(masks)), column):
                        steps[at] = number
        return list(zip(*found, strict=True))

    @property
    def _starts(self) -> tuple[tuple[int, int], ...]:
        return tuple(self.board.starts[ship] for ship in Ship)

    @cached_property
    def narrows(self) -> int:
        """The tiles of which a pentomino must cover one to make any ship's way longer.

        To block all shortest ways of a ship, five tiles must lie on all of them together; so one of
        the tiles lies on at least a fifth of the ways.
        """
        layers = depths(self.board, self.board.passable & ~self.covered)
        starts = map(self.board.grid.bit, self._starts)
        found = 0
        for start, steps in zip(starts, self.steps, strict=True):
            if steps != CUT_OFF:
                found |= self._narrows(layers[:steps], start)
        return found & self.free

    def _narrows(self, nearer: Sequence[int], start: int) -> int:
        """The tiles on at least a fifth of a ship's shortest ways, without the ship's start."""
        beside = self.board.grid.beside
        stages = [start]
        for layer in reversed(nearer):
            stages.append(beside(stages[-1]) & layer)
        to_go = _counts(stages[::-1], self.board.grid.stride)
        gone = _counts(stages, self.board.grid.stride)
        least = to_go[start] / PIECE_SIZE
        return sum(bit for bit, count in gone.items() if count * to_go[bit] >= least)


_HAS_BIT: Final = tuple(
    bytes(value >> place & 1 for value in range(1 << BYTE)) for place in range(BYTE)
)
"""For each place in a byte, whether that bit is set, by the byte."""


def _counts(stages: Sequence[int], stride: int) -> Mapping[int, float]:
    """In how many ways each tile is reached through tiles of all the stages before, by its bit."""
    counts = dict.fromkeys(bits(stages[0]), 1.0)
    for stage in stages[1:]:
        for bit in bits(stage):
            counts[bit] = (
                counts.get(bit << 1, 0)
                + counts.get(bit >> 1, 0)
                + counts.get(bit << stride, 0)
                + counts.get(bit >> stride, 0)
            )
    return counts


# What a board is worth

Chances: TypeAlias = tuple[float, float, float]
"""How likely a board is won, drawn and lost."""

PARAMS = {"W": 0.65, "BASE": 0.3, "SHARE": 0.5}
BATCH: Final = 256
"""So many placements are measured at once."""
ROUGHLY: Final = 120


def exact(lead: float) -> Chances:
    """A board that ends with a lead."""
    return float(lead > 0), float(lead == 0), float(lead < 0)


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-max(-50.0, min(50.0, value))))


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is to be expected of a board, for one side.

    Attributes:
        lead: By how many steps its ships have less to go than the others' in all.
        mine: How many steps of lead it can gain with one placement.
        theirs: The same for the other side.
        is_settled: Whether nothing more can be placed.
    """

    lead: int
    mine: float = 0.0
    theirs: float = 0.0
    is_settled: bool = False

    @property
    def mean(self) -> float:
        return self.lead + PARAMS["W"] * (self.mine - self.theirs)


@dataclass(frozen=True, slots=True)
class Option:
    """A placement that cuts off no ship, with the lead it leaves."""

    laying: Laying
    lead: int


@dataclass(frozen=True)
class Survey:
    """What may be placed on a board, as one side sees it; options with most lead first."""

    board: LeanBoard
    lead: int
    options: tuple[Option, ...]

    @property
    def outlook(self) -> Outlook:
        """What is to be expected here with either side as likely to place next."""
        if not self.options:
            return Outlook(self.lead, is_settled=not self.board.fits)
        mine = max(0, self.options[0].lead - self.lead)
        theirs = max(0, self.lead - self.options[-1].lead)
        return Outlook(self.lead, mine, theirs)


@dataclass(frozen=True, slots=True)
class Choice:
    laying: Laying | None
    outlook: Outlook


class Surveyor:
    """Surveys boards for a side, as far as the budget goes."""

    def __init__(self, side: Side, thinking: Thinking) -> None:
        self.side = side
        self.thinking = thinking

    def chances(self, outlook: Outlook) -> Chances:
        if outlook.is_settled:
            return exact(outlook.lead)
        width = PARAMS["BASE"] + PARAMS["SHARE"] * (outlook.mine + outlook.theirs)
        mean = outlook.mean
        win, loss = _logistic((mean - 0.5) / width), _logistic((-mean - 0.5) / width)
        return win, 1 - win - loss, loss

    def lead(self, steps: tuple[int, ...]) -> int:
        red, white, blue, black = steps
        lead = blue + black - red - white
        return lead if self.side is Side.EMPIRE else -lead

    def survey(self, board: LeanBoard, most: int | None = None) -> Survey:
        layings = list(board.layings(board.narrows))
        if most is not None and len(layings) > most:
            layings = self.thinking.generator.sample(layings, most)
        options = list[Option]()
        for start in range(0, len(layings), BATCH):
            batch = layings[start : start + BATCH]
            try:
                self.thinking.spend(len(batch))
            except OutOfNodesError:
                break
            for laying, steps in zip(
                batch, board.measured([each.mask for each in batch]), strict=True
            ):
                if CUT_OFF not in steps:
                    options.append(Option(laying, self.lead(steps)))
        options.sort(key=lambda each: -each.lead)
        return Survey(board, self.lead(board.steps), tuple(options))

    def choices(self, survey: Survey, sign: int, count: int, share: float) -> list[Choice]:
        """The choices for the side (or the other, by the sign) that look best, best first, and a pass."""
        passing = Choice(None, survey.outlook)
        if share == 0:
            options = survey.options if sign > 0 else survey.options[::-1]
            found = [Choice(each.laying, Outlook(each.lead)) for each in options[:count]]
            found.append(Choice(None, Outlook(survey.lead)))
            return found
        found = self._rough(survey, sign)
        found.sort(key=lambda each: -sign * each.outlook.mean)
        budget = (self.thinking.most - self.thinking.nodes) * share
        start = self.thinking.nodes
        cost = max(len(survey.options), 100)
        refined = []
        for each in found[:30]:
            if self.thinking.nodes - start + cost > budget or each.laying is None:
                break
            refined.append(
                Choice(each.laying, self.survey(survey.board.after(each.laying)).outlook)
            )
        if len(refined) >= 3:
            found = refined
            found.sort(key=lambda each: -sign * each.outlook.mean)
        found = [*found[:count], passing]
        found.sort(key=lambda each: -sign * each.outlook.mean)
        return found

    def _rough(self, survey: Survey, sign: int) -> list[Choice]:
        best = survey.options if sign > 0 else survey.options[::-1]
        threats = [each for each in best[::-1] if sign * (survey.lead - each.lead) > 0]
        hopes = [each for each in best if sign * (each.lead - survey.lead) > 0]
        tried = list(best[:ROUGHLY])
        if threats:
            worst = threats[0].laying.mask
            tried += [each for each in best[ROUGHLY:] if each.laying.mask & worst][:ROUGHLY]
            tried += [
                Option(laying, survey.lead)
                for laying, _ in zip(
                    survey.board.layings(worst, survey.board.narrows), range(ROUGHLY)
                )
            ]
        return [
            Choice(each.laying, _roughly(survey.lead, each, hopes, threats, sign)) for each in tried
        ]


def _roughly(lead, option, hopes, threats, sign) -> Outlook:
    hope = abs(_first(option, hopes, lead) - lead)
    threat = abs(_first(option, threats, lead) - lead)
    mine, theirs = (hope, threat) if sign > 0 else (threat, hope)
    return Outlook(option.lead, mine, theirs)


def _first(option, others, lead):
    piece, mask = option.laying.piece, option.laying.mask
    for each in others:
        if not each.laying.mask & mask and each.laying.piece is not piece:
            return each.lead
    return lead
