"""The referee's messages, and how lots fall; its verdicts are held against the second referee's."""

from engine.records.referee import referee
from engine.refusals import Refused
from tests.engine.records.short import HEAD, judged


def test_the_message_is_what_a_player_would_be_told():
    def explain(refusal: Refused) -> str:
        return f"because of {refusal.code}"

    objects = referee(HEAD + "first: ec\n\nec E4 E5\n", explain)
    assert objects[0]["message"] == "because of occupied"


def test_a_lot_depends_only_on_the_seed_and_falls_both_ways():
    def first(seed: int) -> list[str]:
        return judged("dealer @60\nec @61 hm\n", seed=str(seed))[1]["to_act"]

    firsts = [first(seed) for seed in range(40)]
    assert firsts == [first(seed) for seed in range(40)]
    assert {*map(tuple, firsts)} == {("ec",), ("dmo",)}
