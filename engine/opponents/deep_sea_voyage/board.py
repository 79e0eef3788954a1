"""A lean board of Deep Sea Voyage, with either side's possible gains by one more pentomino.

The engine's own boards measure the ships' ways one position at a time; here a single flood does it
for hundreds of placements at once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress, islice
from typing import Final, NamedTuple, Self, TypeAlias

from engine.games.deep_sea_voyage.board import Board, Side, depths
from engine.grids.grid import bits
from engine.grids.polyominoes import Form, Polyomino, forms
from engine.opponents.thinking import OutOfNodesError, SearchBudget, logistic

PIECE_SIZE: Final = 5
BYTE: Final = 8
CUT_OFF: Final = 0
"""The steps of a ship that has no way left."""


class Laying(NamedTuple):
    """A pentomino as it may be placed, with the set of its tiles.

    A tuple, like `Option`, because thousands of them are made for a single action.
    """

    piece: Polyomino
    mask: int


@dataclass(frozen=True)
class LeanBoard:
    """A board with the pentominoes on it, as far as they matter for ways.

    Attributes:
        board: The board at the start.
        covered: The tiles under pentominoes.
        bank: The pentominoes that are left.
    """

    board: Board
    covered: int
    bank: tuple[Polyomino, ...]

    def after(self, laying: Laying) -> Self:
        """Return the board with one more pentomino."""
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
        """Yield the placements that cover any of some tiles, and none of the avoided ones."""
        free = self.free & ~avoided
        for form, piece in self._forms:
            for bit in bits(form.fitting(free) & form.reaching(goals)):
                yield Laying(piece, form.mask * bit)

    @cached_property
    def fits(self) -> int:
        """The number of placements."""
        return sum(form.fitting(self.free).bit_count() for form, _ in self._forms)

    @property
    def _forms(self) -> Iterator[tuple[Form, Polyomino]]:
        forms_of = forms(self.board.grid)
        return ((form, piece) for piece in self.bank for form in forms_of[piece])

    def measured(self, masks: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the steps of each ship's shortest way with more tiles as walls, for each set.

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
        starts = [grid.bit_of[cell].bit_length() - 1 for cell in self.board.starts.values()]
        awaited = boards * sum({1 << start for start in starts})
        rest = boards * (self.board.passable & ~self.covered) & ~walls & ~layer
        awaited &= rest
        steps_of_ships = [[CUT_OFF] * len(masks) for _ in starts]
        distance, length = 0, size * len(masks)
        while layer and awaited:
            distance += 1
            layer = (layer << 1 | layer >> 1 | layer << stride | layer >> stride) & rest
            rest ^= layer
            if arrived := layer & awaited:
                awaited ^= arrived
                seen = arrived.to_bytes(length, "little")
                for steps, start in zip(steps_of_ships, starts, strict=True):
                    # In one byte there may be several ships' starts.
                    column = seen[start // BYTE :: size].translate(_HAS_BIT[start % BYTE])
                    for index in compress(range(len(masks)), column):
                        steps[index] = distance
        return list(zip(*steps_of_ships, strict=True))

    @cached_property
    def narrows(self) -> int:
        """The tiles of which a pentomino must cover one to make any ship's way longer.

        To block all shortest ways of a ship, five tiles must lie on all of them together; so one of
        the tiles lies on at least a fifth of the ways.
        """
        layers = depths(self.board, self.board.passable & ~self.covered)
        narrows = 0
        for start, steps in zip(self.board.starts.values(), self.steps, strict=True):
            if steps != CUT_OFF:
                narrows |= self._narrows(layers[:steps], self.board.grid.bit_of[start])
        return narrows & self.free

    def _narrows(self, nearer: Sequence[int], start: int) -> int:
        """Return the tiles on at least a fifth of a ship's shortest ways, without its start."""
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
"""Tables for each bit of a byte: True if the bit is set, by the byte."""


def _counts(stages: Sequence[int], stride: int) -> Mapping[int, float]:
    """Return the number of ways to each tile through tiles of all stages before, by its bit."""
    counts = dict.fromkeys(bits(stages[0]), 1.0)
    for stage in stages[1:]:
        for bit in bits(stage):
            beside = (bit << 1, bit >> 1, bit << stride, bit >> stride)
            counts[bit] = sum(counts.get(other, 0) for other in beside)
    return counts


# Possible gains

BATCH: Final = 256
"""The number of placements that are measured at once."""
CONSIDERED: Final = 60
"""The number of placements of a kind whose effect on either side's gains is estimated."""
COUNTED: Final = {1: (0.95, 0.35), 0: (0.35, 0.35), -1: (0.35, 0.95)}
"""The parts of a side's possible gain and of the other one's that come true, if it places next on
the board (1), neither is on it (0), or the other one does (-1); fitted, like the two below, to how
the boards of some dozens of games ended.
"""
MIN_WIDTH: Final = 0.3
WIDTH: Final = 0.3
"""The uncertainty of the end, by what both sides together could gain."""

Chances: TypeAlias = tuple[float, float, float]
"""The probabilities that a board is won, drawn and lost."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The prospects of a board, for one side.

    Attributes:
        lead: The steps that its ships have less to go than the other side's, in all.
        own_gain: The steps it could gain by one placement.
        other_gain: The steps the other side could gain.
        is_settled: True if nothing more can be placed.
    """

    lead: int
    own_gain: int = 0
    other_gain: int = 0
    is_settled: bool = False

    @property
    def is_quiet(self) -> bool:
        """True if it makes no difference who places next."""
        return self.is_settled or not (self.own_gain or self.other_gain)

    def mean(self, placing: int) -> float:
        """Return the lead to be expected at the end, if this side (1) or the other (-1) is next."""
        own_part, other_part = COUNTED[placing]
        return self.lead + own_part * self.own_gain - other_part * self.other_gain

    def chances(self, placing: int) -> Chances:
        """Return the probabilities that the board is won, drawn and lost, by who is next."""
        if self.is_settled:
            return float(self.lead > 0), float(self.lead == 0), float(self.lead < 0)
        mean = self.mean(placing)
        width = MIN_WIDTH + WIDTH * (self.own_gain + self.other_gain)
        win, loss = (logistic((lead - 1 / 2) / width) for lead in (mean, -mean))
        return win, 1 - win - loss, loss


class Option(NamedTuple):
    """A placement that cuts off no ship, with the lead after it."""

    laying: Laying
    lead: int

    def leaves(self, other: Laying) -> bool:
        """Return whether another placement is still possible after it."""
        return not self.laying.mask & other.mask and self.laying.piece is not other.piece


@dataclass(frozen=True)
class Survey:
    """The possible placements on a board, for one side.

    Attributes:
        lead: The side's lead as it is.
        options: Placements that may make ways longer, those best for the side first.
    """

    board: LeanBoard
    lead: int
    options: tuple[Option, ...]
    _choices: dict[int, list["Choice"]] = field(default_factory=dict, compare=False)

    @cached_property
    def outlook(self) -> Outlook:
        """The prospects here before it is known who places next."""
        if not self.options:
            return Outlook(self.lead, is_settled=not self.board.fits)
        best, worst = self.options[0].lead, self.options[-1].lead
        return Outlook(self.lead, max(0, best - self.lead), max(0, self.lead - worst))

    def choices(self, sign: int) -> list["Choice"]:
        """Return the choices of the side (1) or of the other one (-1), best first."""
        if sign not in self._choices:
            self._choices[sign] = self._estimates(sign)
        return self._choices[sign]

    def _estimates(self, sign: int) -> list["Choice"]:
        """Estimate choices by what this survey says of replies.

        Tried are the best placements, and those that prevent the best one of the opponent.
        """
        best, dreaded = self.options[::sign], self.options[::-sign]
        tried = list(best[:CONSIDERED])
        if dreaded and sign * (self.lead - dreaded[0].lead) > 0:
            tiles = dreaded[0].laying.mask
            rest = (option for option in best[CONSIDERED:] if option.laying.mask & tiles)
            tried += islice(rest, CONSIDERED)
            # A placement that covers no narrow changes nothing, so it need not be measured.
            harmless = self.board.layings(tiles, self.board.narrows)
            tried += (Option(laying, self.lead) for laying in islice(harmless, CONSIDERED))
        choices = [Choice(option.laying, self._estimate(option)) for option in tried]
        # The other side may reply.
        return sorted(choices, key=lambda choice: -sign * choice.outlook.mean(-sign))

    def _estimate(self, option: Option) -> Outlook:
        """Return the prospects after an option, if other options gain as much then as now."""
        best = next(
            (other.lead for other in self.options if option.leaves(other.laying)), self.lead
        )
        worst = next(
            (other.lead for other in reversed(self.options) if option.leaves(other.laying)),
            self.lead,
        )
        return Outlook(option.lead, max(0, best - self.lead), max(0, self.lead - worst))


@dataclass(frozen=True, slots=True)
class Choice:
    """An option on a board, with the board's prospects then.

    Attributes:
        laying: The pentomino placed; None for a pass.
        outlook: The prospects, for the side that surveyed.
    """

    laying: Laying | None
    outlook: Outlook


def lead_of(steps: tuple[int, ...], side: Side) -> int:
    """Return a side's lead by the steps of each ship, none of which is cut off."""
    red, white, blue, black = steps
    lead = blue + black - red - white
    return lead if side is Side.EMPIRE else -lead


def survey_of(board: LeanBoard, side: Side, limit: int, budget: SearchBudget) -> Survey:
    """Return a side's possible placements, or a sample of so many, as far as the budget goes."""
    layings = [*board.layings(board.narrows)]
    if len(layings) > limit:
        layings = budget.generator.sample(layings, limit)
    options = list[Option]()
    for start in range(0, len(layings), BATCH):
        batch = layings[start : start + BATCH]
        try:
            budget.spend(len(batch))
        except OutOfNodesError:
            break
        measured = board.measured([laying.mask for laying in batch])
        options += (
            Option(laying, lead_of(steps, side))
            for laying, steps in zip(batch, measured, strict=True)
            if CUT_OFF not in steps
        )
    options.sort(key=lambda option: -option.lead)
    return Survey(board, lead_of(board.steps, side), tuple(options))
