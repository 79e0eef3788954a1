"""The referee's verdicts on each entry of a record, and on its end."""

import json

import pytest

from engine.records.referee import referee
from engine.refusals import Refused
from tests.engine.records.short import HEAD, judged


@pytest.mark.parametrize(
    ("posted", "left"),
    [("dealer @40 posted", 290), ("dealer @40 Posted", 290), ("dealer @40", 250)],
)
def test_where_there_are_posts_clocks_wait_for_them(posted: str, left: int):
    objects = judged(f"{posted}\nec @110 E6 E7\n", first="ec", takeback="0")
    assert [description.get("verdict") for description in objects] == ["accepted", "accepted", None]
    assert objects[-1]["clock"]["ec"] == {"reserve": left}


def test_a_record_with_the_dealers_own_pauses_is_judged_as_an_older_one_with_a_hosts():
    older = """ec @10 E6 E7
host @20 pause
ec @21 takeback
host @3620 resume
dmo @3640 E3 E2
host @3700 pause
dmo @3710 concede
"""
    newer = older.replace("host", "dealer").replace("pause", "Pause")
    result = [judged(item, first="ec", takeback="0") for item in (older, newer)]
    assert [item.get("code") for item in result[0]] == [None, None, "paused", *[None] * 5]
    assert result[0][-1]["clock"]["dmo"] == {"reserve": 300.0}
    assert [{**item, "who": ""} for item in result[0]] == [
        {**item, "who": ""} for item in result[1]
    ]


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


def test_while_a_lot_is_due_nobody_is_to_act_until_an_entry_settles_it():
    objects = judged("dealer @60\nhost @61 pause\nhost @62 resume\nec @63 hm\ndealer @64\n")
    assert [description["to_act"] for description in objects[:3]] == [[], [], []]
    assert objects[3]["code"] == "not-a-submission"
    assert objects[3]["to_act"] in (["ec"], ["dmo"])


def test_a_lot_depends_only_on_the_seed_and_falls_both_ways():
    def first(seed: int) -> list[str]:
        return judged("dealer @60\nec @61 hm\n", seed=str(seed))[1]["to_act"]

    firsts = [first(seed) for seed in range(40)]
    assert firsts == [first(seed) for seed in range(40)]
    assert {*map(tuple, firsts)} == {("ec",), ("dmo",)}


def test_a_held_move_is_accepted_but_shown_only_once_it_is_final():
    objects = judged("ec @1 E6 E7\ndmo @6 E3 F3\ndealer @6\ndmo @6 E3 F3\ndealer @12\n", first="ec")
    picture = [sum(description["position"].count(half) for half in "rb") for description in objects]
    assert [description.get("code", description.get("verdict")) for description in objects] == [
        *("accepted", "not-your-turn", "accepted", "accepted", "accepted", None)
    ]
    assert picture == [0, 0, 1, 1, 2, 2]
    assert [description["to_act"] for description in objects] == [
        [s] for s in ("ec", "ec", "dmo", "dmo", "ec", "ec")
    ]


def test_in_a_file_without_times_a_held_move_becomes_final_at_its_end():
    objects = judged("ec E6 E7\n", first="ec")
    assert objects[0]["to_act"] == ["ec"]
    assert objects[-1]["to_act"] == ["dmo"]
    assert objects[-1]["position"].count("r") == 1


@pytest.mark.parametrize(
    ("body", "winner", "reason"),
    [
        ("ec @1 concede\n", "dmo", "conceded"),
        ("dealer @360\n", "dmo", "out-of-time"),
        ("host @1 award ec\n", "ec", "awarded"),
        ("host @1 abort\n", None, "aborted"),
    ],
)
def test_the_last_object_tells_the_result(body: str, winner: str | None, reason: str):
    last = judged(body, first="ec")[-1]
    assert last["result"] == {"winner": winner, "reason": reason}
    assert last["to_act"] == []


def test_the_clock_is_what_is_left_at_the_last_entry():
    last = judged("dealer @72.5\n", first="ec")[-1]
    assert last["clock"] == {"ec": {"reserve": 287.5}, "dmo": {"reserve": 300.0}}
