"""The findings of a check before a match, their severity, and their texts."""

from dataclasses import replace

import discord
import pytest

from bot.live.services.checks import (
    Check,
    CheckFacts,
    Finding,
    Player,
    Private,
    Severity,
    report,
    run_checks,
)
from bot.posts.sending.room import PLAYER_PERMISSIONS, ROOM_PERMISSIONS, MemberPermissions
from bot.texts.answers import SUBMIT_LABEL
from bot.texts.seating import LONGEST_MESSAGE
from engine.games import GAMES
from engine.games.fire_and_ice.rules import FireAndIce
from engine.options import read_options
from engine.seats import Seat

ROOM = 22
EVERYTHING = discord.Permissions(**dict.fromkeys(ROOM_PERMISSIONS, True))


def all_but(*missing: str) -> discord.Permissions:
    return discord.Permissions(**dict.fromkeys({*ROOM_PERMISSIONS} - {*missing}, True))


def player(seat: Seat, **more: object) -> Player:
    name = {Seat.EC: "Ada", Seat.DMO: "Bob"}[seat]
    everything = MemberPermissions(EVERYTHING, EVERYTHING)
    return replace(Player(id=1, name=name, allowed=everything), **more)  # type: ignore[arg-type]


FACTS = CheckFacts(
    room_id=ROOM,
    allowed=MemberPermissions(EVERYTHING, EVERYTHING),
    role="Dealer",
    game=FireAndIce(),
    players=(player(Seat.EC), player(Seat.DMO)),
)


def with_ec(**more: object) -> CheckFacts:
    return replace(FACTS, players=(player(Seat.EC, **more), player(Seat.DMO)))


def without(*missing: str, on_server: tuple[str, ...] = ()) -> CheckFacts:
    return replace(FACTS, allowed=MemberPermissions(all_but(*missing), all_but(*on_server)))


def test_where_all_is_well_a_match_may_start_and_nothing_is_amiss():
    check = run_checks(FACTS)
    assert check.problems == ()
    assert not check.stops(force=False)
    assert len(check.findings) == 2


TIMED_OUT = MemberPermissions(
    *2 * [discord.Permissions(view_channel=True, read_message_history=True)], 1_700_000_000_000
)
IN_ROOM = f"Allow it under <#{ROOM}> → Edit Channel → Permissions → "
ON_SERVER = "Allow it under Server Settings → Roles → Dealer."
FOUND: list[tuple[CheckFacts, Severity, tuple[str, ...]]] = [
    (without("view_channel"), Severity.FATAL, ("I don't have *View Channel*", f"{IN_ROOM}Dealer.")),
    (without("send_messages"), Severity.FATAL, ("I don't have *Send Messages*", IN_ROOM)),
    (without("read_message_history"), Severity.FATAL, ("*Read Message History*", IN_ROOM)),
    (
        without("attach_files", on_server=("attach_files",)),
        Severity.STOP,
        ("I don't have *Attach Files*", ON_SERVER, "I describe boards in words"),
    ),
    (
        without("add_reactions"),
        Severity.STOP,
        ("*Add Reactions*", IN_ROOM, "I confirm each move with a short reply"),
    ),
    (
        without("attach_files", "add_reactions"),
        Severity.STOP,
        ("*Attach Files* and *Add Reactions*", "I describe boards in words and confirm"),
    ),
    (replace(FACTS, reads_messages=False), Severity.FATAL, ("*Message Content Intent*", "Bot.")),
    (replace(FACTS, is_taken=True), Severity.FATAL, (f"already a live match in <#{ROOM}>",)),
    (replace(FACTS, is_private=True), Severity.FATAL, ("private channel",)),
    (replace(FACTS, slow_mode=30), Severity.WARNING, ("Slow mode", "30 s")),
    *(
        (replace(FACTS, host_error_ms=error_ms), Severity.WARNING, (f"clock is off by {time}.",))
        for error_ms, time in ((30_200, "30 s"), (-30_200, "30 s"), (5_400_000, "1 h 30 min"))
    ),
    (
        with_ec(allowed=MemberPermissions(all_but("send_messages"), EVERYTHING)),
        Severity.STOP,
        ("**Ada** doesn't have *Send Messages*", f"{IN_ROOM}Ada."),
    ),
    (
        replace(FACTS, allowed=TIMED_OUT),
        Severity.FATAL,
        (f"I'm timed out and can't write in <#{ROOM}>", "*Remove Timeout*"),
    ),
    (
        with_ec(allowed=TIMED_OUT),
        Severity.STOP,
        (f"**Ada** is timed out until <t:1700000000:f> and can't write in <#{ROOM}>", "*Remove"),
    ),
    (with_ec(busy_in=(5, 6)), Severity.WARNING, ("**Ada**", "<#5> and <#6>", "allowed")),
    (with_ec(is_busy_elsewhere=True), Severity.WARNING, ("**Ada**", "outside this server")),
    (with_ec(private=Private.CLOSED), Severity.WARNING, ("**Ada**", f"button *{SUBMIT_LABEL()}*")),
    (with_ec(private=Private.UNKNOWN), Severity.WARNING, ("**Ada**", f"button *{SUBMIT_LABEL()}*")),
]


@pytest.mark.parametrize(("facts", "weight", "parts"), FOUND)
def test_what_is_amiss_is_said_and_weighed(
    facts: CheckFacts, weight: Severity, parts: tuple[str, ...]
):
    check = run_checks(facts)
    (finding,) = check.problems
    assert finding.severity is check.severity is weight
    for part in parts:
        assert part in finding.text


@pytest.mark.parametrize(
    ("weight", "alone", "forced"),
    [
        (Severity.FINE, True, True),
        (Severity.WARNING, True, True),
        (Severity.STOP, False, True),
        (Severity.FATAL, False, False),
    ],
)
def test_a_host_can_force_all_but_what_is_fatal(weight: Severity, alone: bool, forced: bool):
    check = Check((Finding(weight, "Something."),))
    assert bool(check.stops(force=False)) != alone
    assert bool(check.stops(force=True)) != forced


def test_each_permission_is_named_once_with_the_place_where_it_is_missing():
    facts = without(*ROOM_PERMISSIONS, on_server=("send_messages", "attach_files"))
    messages = [finding.text for finding in run_checks(facts).problems]
    assert len(messages) == 4
    for name in ("View Channel", "Send Messages", "Read Message History"):
        assert sum(f"*{name}*" in message for message in messages) == 1
    (of_server,) = [message for message in messages if "*Send Messages*" in message]
    assert ON_SERVER in of_server


@pytest.mark.parametrize("missing", PLAYER_PERMISSIONS)
def test_a_player_needs_to_read_and_write_and_nothing_else(missing: str):
    allowed = MemberPermissions(all_but(*({*ROOM_PERMISSIONS} - {*PLAYER_PERMISSIONS})), EVERYTHING)
    assert run_checks(with_ec(allowed=allowed)).problems == ()
    lacking = with_ec(allowed=MemberPermissions(all_but(missing), EVERYTHING))
    assert len(run_checks(lacking).problems) == 1


def test_a_refusal_gives_the_gravest_reason_says_of_others_and_whether_it_can_be_forced():
    facts = replace(without("attach_files"), is_taken=True)
    refusal = run_checks(facts).refusal()
    assert refusal.startswith("There is already a live match")
    assert refusal.endswith("`/match check` lists the other problems (1).")
    assert "`force`" not in refusal
    assert "`force`" in run_checks(without("attach_files")).refusal()


def test_who_is_reached_in_private_is_said_in_one_line():
    both = tuple(player(seat, private=Private.REACHED) for seat in Seat)
    messages = [finding.text for finding in run_checks(replace(FACTS, players=both)).findings]
    assert "I can reach **Ada** and **Bob** in private." in messages


@pytest.mark.parametrize(
    ("facts", "verdict"),
    [
        (FACTS, "✅ A match can start here."),
        (replace(FACTS, slow_mode=30), "✅ A match can start here."),
        (without("attach_files"), "only with the option `force`"),
        (without("send_messages"), "❌ No match can start here."),
    ],
)
def test_a_report_begins_with_what_all_findings_come_to(facts: CheckFacts, verdict: str):
    lines = report(run_checks(facts), facts, {Seat.EC: "*Ada*"}).splitlines()
    assert lines[0] == "## A Battle of Fire and Ice"
    assert r"**\*Ada\*** (Elimination Candidate)" in lines[1]
    assert verdict in lines[2]


CLOCKS = [
    (
        "fire-and-ice",
        {},
        "60 s for each turn, then 5:00 of reserve; 5 s in which a move can be taken back",
    ),
    ("fire-and-ice", {"turn": "90", "reserve": "0"}, "90 s for each turn, with no reserve; "),
    ("compass-collisions", {}, "60 s for each turn, then 3 periods of 60 s each; "),
    ("compass-collisions", {"periods": "1"}, "60 s for each turn, then 1 period of 60 s; "),
    ("demeters-anguish", {}, "120 s for both halves of a turn, then 5:00 of reserve; "),
    ("deep-sea-voyage", {}, "90 s to look at the boards and choose a side; 45 s to pick a board"),
    ("flower-field", {"extra": "75"}, "75 s more for a turn with a challenge"),
    ("doubting-flower-field", {}, "10 min to hide flowers"),
]


@pytest.mark.parametrize(("name", "options", "text"), CLOCKS)
def test_a_report_gives_the_clocks_in_words(name: str, options: dict[str, str], text: str):
    game = GAMES[name](**read_options(GAMES[name], options))
    facts = replace(FACTS, game=game)
    assert text in report(run_checks(facts), facts, {})


@pytest.mark.parametrize(
    ("name", "options", "text"),
    [
        ("fire-and-ice", {}, "⚙️ All options at their defaults."),
        ("fire-and-ice", {"seed": "5", "turn": "60"}, "⚙️ All options at their defaults."),
        # Boards that were drawn are no choice of the host's.
        ("deep-sea-voyage", {"seed": "5"}, "⚙️ All options at their defaults."),
        (
            "fire-and-ice",
            {"row1": "top", "turn": "90"},
            "⚙️ `row1=top`, `turn=90`; everything else at its default.",
        ),
        (
            "fire-and-ice",
            {"turn": "259200", "reserve": "5400", "grace": "0.5"},
            "⚙️ `grace=0.5`, `turn=3d`, `reserve=1h30m`; everything else at its default.",
        ),
    ],
)
def test_a_report_names_the_options_that_are_not_as_usual(
    name: str, options: dict[str, str], text: str
):
    facts = replace(FACTS, game=GAMES[name](**read_options(GAMES[name], options)))
    assert text in report(run_checks(facts), facts, {}).splitlines()


def test_a_report_fits_into_a_message_whatever_is_found():
    busy = tuple(
        player(seat, name="*" * 32, busy_in=tuple(range(2**62, 2**62 + 60))) for seat in Seat
    )
    facts = replace(without(*ROOM_PERMISSIONS), players=busy, slow_mode=30, is_taken=True)
    messages = report(run_checks(facts), facts, dict.fromkeys(Seat, "*" * 32))
    assert len(messages) <= LONGEST_MESSAGE
    assert "❌ There is already a live match" in messages


def test_without_a_game_only_the_room_is_reported():
    facts = replace(FACTS, game=None, players=())
    assert "⏳" not in report(run_checks(facts), facts, {})
