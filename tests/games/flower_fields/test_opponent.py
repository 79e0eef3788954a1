"""The opponent of the Flower Fields: what it overlooks never, and how it hides and bluffs."""

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from engine.games.flower_fields.board import (
    CELLS,
    FIRST_FLOWER,
    Bed,
    Flower,
    FlowerColor,
    Planting,
    all_fields,
    are_alike,
)
from engine.games.flower_fields.position import (
    Challenged,
    Claim,
    Doubted,
    FlowerPosition,
    Hiding,
    Phase,
    Plant,
    Word,
)
from engine.opponents.choose import choose
from engine.opponents.flower_fields.bed import PLACES, SearchedBed, numbered
from engine.opponents.flower_fields.hidden import Target, guesses, public_beliefs
from engine.opponents.flower_fields.lives import chance, mix
from engine.opponents.flower_fields.proof import Proof
from engine.opponents.thinking import Budget, Level, SearchBudget
from tests.games.common.samples import game_of
from tests.games.flower_fields.positions import (
    DMO,
    EC,
    GAME,
    acted,
    cells,
    doubting,
    flower_field,
    flowers,
    meadow,
)
from tests.helpers.games.random_play import played_at_random

NODES = 60
GAMES = ("flower-field", "doubting-flower-field")
LIVES = 12
TURNS = (Phase.TURN, Phase.CHALLENGE)
UNSEEN = "challenge C4 D3 D4 D5 / D3 D4 D5 E4"


def chosen(state: FlowerPosition, seed=3, level=Level.HARD, game=GAME):
    seat = game.to_act(state)[0]
    return choose(game, game.view(state, seat), seat, Budget(level, seed, NODES))


def is_repeated(bed: Bed, challenged) -> bool:
    """Return whether two visible fields are alike, and one has one of some cells; by trying all."""
    colors = bed.colors
    visible = [field for field, _ in all_fields() if colors.keys() >= {*field}]
    claimed = [field for field in visible if {*field} & {*challenged}]
    return any(
        are_alike((cell, other), colors)
        for cell, other in product(claimed, visible)
        if {*cell} != {*other}
    )


def grown(seed: int, limit: int, *, chain=False) -> SearchedBed:
    """Return a bed after some safe plantings, as the search grows it."""
    dice = Random(seed)
    bed = SearchedBed.of([FIRST_FLOWER], chain=chain)
    for _ in range(limit):
        if moves := list(bed.all_moves()):
            bed = bed.after(dice.choice(moves))
    return bed


def flowers_of(bed: SearchedBed) -> tuple[Flower, ...]:
    return tuple(
        Flower(cell, (*FlowerColor,)[bed.colors[place]])
        for cell, place in PLACES.items()
        if bed.visible >> place & 1
    )


# Legal, always


@pytest.mark.parametrize("level", Level)
def test_a_committed_seat_claims_or_gives_up_and_a_full_board_is_passed(level: Level):
    committed = acted(meadow("ec E4R", "dmo D5R D3B"), "challenge")
    assert isinstance(chosen(committed, level=level), Claim) or (
        chosen(committed, level=level) is Word.GIVE_UP
    )
    full = Bed((Planting(DMO, tuple(Flower(c, FlowerColor.RED) for c in CELLS if c != CELLS[24])),))
    state = replace(meadow(), bed=full)
    action = chosen(state, level=level)
    assert GAME.act(state, EC, action).outcome


# Visible duplicates


@pytest.mark.exhaustive
@pytest.mark.parametrize("game", [flower_field(first="ec"), doubting(first="ec")])
@pytest.mark.parametrize("level", [Level.GREEDY, Level.HARD])
def test_it_finds_every_visible_duplicate_at_once(game, level: Level):
    result = Counter()
    for seed in range(3):
        for index, state in enumerate(played_at_random(game, seed, 20)):
            if state.outcome or state.phase not in TURNS or state.doubtful or index % 3:
                continue
            planting = state.bed.latest(state.to_move.opponent)
            visible = [flower.cell for flower in planting.flowers] if planting else []
            expected = is_repeated(state.bed, visible)
            action = chosen(state, level=level, game=game)
            if expected:
                assert isinstance(action, Claim)
                assert are_alike(action.fields, state.bed.colors)
            elif game.name == "flower-field":
                assert not isinstance(action, Claim) or state.phase is Phase.CHALLENGE
            result[expected] += 1
    assert result[True]
    assert result[False]


@pytest.mark.parametrize("chain", [False, True])
def test_the_searched_bed_has_exactly_the_plantings_that_repeat_no_field(chain: bool):
    for seed, length in enumerate((1, 5)):
        bed = grown(seed, length, chain=chain)
        slow = Bed((Planting(EC, tuple(f for f in flowers_of(bed) if f != FIRST_FLOWER)),))
        dice = Random(seed)
        safe = {frozenset(move.typed) for move in bed.all_moves()}
        plantings = [
            frozenset(other_planting) for other_planting in slow.plantings_that_fit(chain=chain)
        ]
        assert safe <= {*plantings}
        tried = [*dice.sample(plantings, 6), *sorted(safe, key=str)[:4]]
        for planting in tried:
            result = slow.with_planting(Planting(DMO, tuple(planting)))
            repeated = is_repeated(result, [flower.cell for flower in planting])
            assert repeated is (planting not in safe)


@pytest.mark.parametrize("chain", [False, True])
def test_a_bed_grown_by_plantings_is_the_bed_of_its_flowers(chain: bool):
    for seed in range(20):
        bed = grown(seed, seed, chain=chain)
        plain = SearchedBed.of(flowers_of(bed), chain=chain)
        assert replace(bed, safe=tuple(sorted(bed.safe))) == replace(
            plain, safe=tuple(sorted(plain.safe))
        )


@pytest.mark.parametrize("name", GAMES)
def test_it_plants_no_duplicate_as_long_as_anything_else_is_left(name: str):
    game = game_of(name, first="ec")
    for seed in range(6):
        bed = grown(seed, 2 * seed % 9)
        standing = Planting(EC, tuple(f for f in flowers_of(bed) if f != FIRST_FLOWER))
        state = replace(meadow(lives=(3, 3)), bed=Bed((standing,)))
        action = chosen(state, seed, game=game)
        assert isinstance(action, Plant)
        if bed.safe:
            result = state.bed.with_planting(Planting(EC, action.flowers))
            assert not is_repeated(result, [flower.cell for flower in action.flowers])


# Running out of lives


@pytest.mark.exhaustive
def test_a_proof_agrees_with_trying_everything():
    def wins(bed: SearchedBed) -> bool:
        if bed.colors not in known:
            known[bed.colors] = any(not wins(bed.after(move)) for move in bed.all_moves())
        return known[bed.colors]

    results = Counter()
    for seed in range(20):
        late = [bed for index in range(12, 22) if 0 < len((bed := grown(seed, index)).safe) < 4]
        for bed in late[:1]:
            known: dict[bytes, bool] = {}
            rated = Proof(SearchBudget(Budget(nodes=20_000), 0)).rated(bed, list(bed.all_moves()))
            best = max(value for value, _ in rated)
            assert best == pytest.approx(float(wins(bed)), abs=0.01)
            results[wins(bed)] += 1
    assert results[True] > 2
    assert results[False] > 0


# Claims, bluffs and doubts


def test_who_departs_from_the_mix_gains_nothing():
    for own_score, other_items in ((5, 5), (4, 2), (2, 4), (3, 3), (1, 6)):
        index = mix(own_score, other_items)
        accepted, caught = (
            1 - chance(other_items - 1, own_score),
            chance(own_score - 1, other_items),
        )
        proven = 1 - chance(other_items - 2, own_score)
        assert index.truth * proven + (1 - index.truth) * caught == pytest.approx(
            accepted, abs=0.01
        )
        assert 0 < index.doubts < 1
        assert 0 < index.bluffs < 2


def test_a_last_life_is_never_given_up_without_a_doubt_and_so_nobody_bluffs_for_it():
    assert all(mix(lives, 1).doubts == 1 and mix(lives, 1).bluffs == 0 for lives in range(1, LIVES))
    claimed = acted(meadow("ec E4R", "dmo D5R D3B", lives=(5, 1)), UNSEEN)
    assert claimed.phase is Phase.ANSWER
    levels = [level for level in Level if level is not Level.RANDOM]
    assert {chosen(claimed, 1, level) for level in levels} == {Word.DOUBT}


def test_it_claims_what_its_own_hidden_flower_makes_true():
    state = meadow("ec E4R", "dmo D5R D3R", ec="C4R A1B")
    own = Counter(type(chosen(state, seed)).__name__ for seed in range(5))
    assert own == {"Claim": 5}
    assert state.is_true(EC, chosen(state).fields, state.bed)


def test_it_bluffs_now_and_then_with_claims_that_may_be_true():
    state = meadow("ec E4R", "dmo D5R D3B", ec="A1B A7R")
    actions = [chosen(state, seed) for seed in range(20)]
    bluffs = [action for action in actions if isinstance(action, Claim)]
    assert 0 < len(bluffs) < 15
    target = Target(SearchedBed.of(state.bed.flowers, chain=False), 0)
    assert all(guesses(target.bed.colors, bluff.fields) for bluff in bluffs)


def test_it_doubts_what_cannot_be_true_and_now_and_then_what_may_be():
    before = meadow("ec E4R", "dmo D5R D3B", dmo="C4R A1B")
    claimed = acted(before, UNSEEN)
    assert {chosen(claimed, seed) for seed in range(8)} == {Word.DOUBT}  # C4 is its own
    mixed = acted(meadow("ec E4R", "dmo D5R D3B"), UNSEEN)
    assert 5 < sum(chosen(mixed, seed) is Word.DOUBT for seed in range(20)) < 20


def test_a_claim_that_was_found_not_to_be_true_is_not_made_again():
    # Both hid in C4, so that neither has a live flower there.
    game = doubting(first="ec")
    state = game.begin()
    for seat, text in ((EC, "hide C4 red, A1 blue"), (DMO, "hide C4 blue, A7 red")):
        state = game.act(state, seat, game.read(state, seat, text))
    before = acted(state, "E4 red", "D5 red, D3 red", game=game)
    claim = chosen(before, game=game)
    caught = acted(before, game.write(claim), "doubt", game=game)
    assert (caught.to_move, caught.lives(EC)) == (EC, 4)
    assert before.bed.colors == caught.bed.colors
    assert all(chosen(caught, seed, game=game) != claim for seed in range(5))


def test_beliefs_follow_what_everybody_saw():
    unseen = (cells("C4 D3 D4 D5"), cells("D3 D4 D5 E4"))
    planted = (Planting(EC, flowers("E4R")), Planting(DMO, flowers("D5R D3B")))
    claim = Challenged(EC, unseen, has_unseen=True, succeeded=True, undone=flowers("D5R D3B"))
    c4r = numbered(flowers("C4R")[0])

    def likely(*events):
        beliefs = public_beliefs(EC, frozenset(), 0.6, events).beliefs()
        assert sum(map(sum, beliefs)) == pytest.approx(2) or len(events) > 3
        return beliefs[c4r[0]][c4r[1]]

    before = likely(*planted)
    assert 0 < before < 0.2
    assert likely(*planted, claim) == before
    assert likely(*planted, claim, Planting(DMO, flowers("D5B"))) == pytest.approx(0.6)
    assert likely(*planted, claim, Doubted(DMO, unseen, succeeded=False)) == pytest.approx(1)
    caught = Doubted(DMO, unseen, succeeded=True, put_back=flowers("D5R D3B"))
    assert likely(*planted, claim, caught) == 0
    assert likely(*planted, Planting(EC, flowers("C4Y"))) == 0


def test_it_never_hides_in_the_middle_and_not_always_in_the_same_cells():
    game = doubting()
    hidden = {chosen(game.begin(), seed, game=game) for seed in range(30)}
    assert len(hidden) > 25
    assert all(isinstance(action, Hiding) for action in hidden)
