"""The referee's verdicts on each entry of a record, and on its end."""

import json

from engine.records.referee import referee
from engine.refusals import Refused
from tests.engine.records.short import HEAD, judged


def test_each_entry_gets_an_object_and_so_does_the_end():
    objects = judged("dmo first ec\nec E4 E5\nec E6 E7\n", takeback="0")
    start = (
        "........./........./........./........./....w..../....w..../........./........./........."
    )
    result = (
        "........./........./....r..../....w..../....w..../....w..../........./........./........."
    )
    assert objects == [
        {"line": 4, "who": "dmo", "verdict": "accepted", "position": start, "to_act": ["ec"]},
        {
            "line": 5,
            "who": "ec",
            "verdict": "rejected",
            "code": "occupied",
            "message": "occupied: E4 E5",
            "cells": ["E4", "E5"],
            "position": start,
            "to_act": ["ec"],
        },
        {"line": 6, "who": "ec", "verdict": "accepted", "position": result, "to_act": ["dmo"]},
        {
            "result": None,
            "position": result,
            "to_act": ["dmo"],
            "clock": {"ec": {"reserve": 300.0}, "dmo": {"reserve": 300.0}},
        },
    ]
    assert json.loads(json.dumps(objects)) == objects


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
