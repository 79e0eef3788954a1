"""The tables of docs/scale.md, as lines of Markdown."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from bot.posts.audience import Audience
from bot.posts.post import Urgency
from bot.posts.sending.rate_limit import MOST_REQUESTS, WINDOW_SECONDS
from engine.games import GAMES
from tests.bench.figures import percentile
from tests.offered import PLAYED
from tests.simulation.discord_stub import ANSWER_SECONDS
from tests.simulation.outcome import Outcome, Plan
from tests.simulation.recording import MIRROR, PACES, USUAL, Pace, Recording, record
from tests.simulation.run import simulate

MATCHES: Final = 2
"""How many of each game are recorded at each pace."""
ROOMS: Final = (250, 500, 750, 1_000, 1_250, 1_500)
MIRRORED, PRACTICE = 0.25, 0.1
MOST_BOARD_SECONDS: Final = 1.0
MOST_DROPPED: Final = 0.01
STEP: Final = 50
"""How closely it is looked for how many matches hold."""
WARNINGS: Final = (Urgency.LAST_WARNING, Urgency.WARNING)
MOST_ROOMS: Final = 4_000

Cells = Iterable[object]


@cache
def recordings(pace: Pace) -> tuple[Recording, ...]:
    """Some matches of every game."""
    audience = Audience(mirror=MIRROR)
    return tuple(record(game, seed, pace, audience) for game in PLAYED for seed in range(MATCHES))


def table(head: Cells, rows: Iterable[Cells]) -> Iterator[str]:
    """A table's lines."""
    head = list(head)
    yield line(head)
    yield line("---" for _ in head)
    yield from map(line, rows)


def line(cells: Cells) -> str:
    """One line of a table."""
    return f"| {' | '.join(map(str, cells))} |"


# What a turn takes

TURN_HEAD: Final = (
    *("game", "actions in a match", "seconds for each", "boards", "reactions", "in private"),
    *("reminders", "all requests", "commits", "for a mirror"),
)


def turn_row(game: str, pace: Pace) -> Cells:
    """What the Dealer does for each action of a player's, on average."""
    matches = [each for each in recordings(pace) if each.game == game]
    actions = sum(each.actions for each in matches)
    posts = [post for each in matches for post in each.posts]

    def each(count: float) -> str:
        return f"{count / actions:.2f}"

    return (
        GAMES[game].title,
        round(actions / len(matches)),
        f"{sum(each.seconds for each in matches) / actions:.0f}",
        each(sum(post.urgency is Urgency.TURN for post in posts)),
        each(sum(post.reaction is not None for post in posts)),
        each(sum(post.to is not None for post in posts)),
        each(sum(post.urgency in WARNINGS for post in posts)),
        each(sum(post.audience is None for post in posts)),
        each(sum(each.commits for each in matches)),
        each(sum(post.audience is not None for post in posts)),
    )


# What waits

LOAD_HEAD: Final = (
    *("live matches", "requests a second", "boards wait", "last warnings", "warnings", "others"),
    *("warnings dropped", "posts waiting, before → after"),
)


def load_row(rooms: int, pace: Pace) -> Cells:
    """How long posts wait with so many live matches without an audience."""
    outcome = simulate(recordings(pace), Plan(rooms))
    return (
        f"{rooms:,}",
        f"{outcome.rate:.1f}",
        _waits(outcome, Urgency.TURN),
        _waits(outcome, Urgency.LAST_WARNING),
        _waits(outcome, Urgency.WARNING),
        _waits(outcome, Urgency.USUAL),
        f"{outcome.dropped(*WARNINGS):.1%}",
        "{:,} → {:,}".format(*outcome.waiting),
    )


EXTRAS_HEAD: Final = (
    *("live matches", "requests a second", "boards wait", "reports", "practice", "audience"),
    "posts waiting, before → after",
)


def extras_row(rooms: int, pace: Pace) -> Cells:
    """The same where some matches have an audience, and some are for practice."""
    outcome = simulate(recordings(pace), Plan(rooms, MIRRORED, PRACTICE))
    return (
        f"{rooms:,}",
        f"{outcome.rate:.1f}",
        _waits(outcome, Urgency.TURN),
        _waits(outcome, Urgency.REPORT),
        _waits(outcome, Urgency.PRACTICE),
        _waits(outcome, Urgency.AUDIENCE),
        "{:,} → {:,}".format(*outcome.waiting),
    )


def _waits(outcome: Outcome, urgency: Urgency) -> str:
    delays = outcome.delays(urgency)
    if not delays:
        return "all dropped"
    return f"{percentile(delays, 50):.2f}, {percentile(delays, 99):.2f} s"


# How many matches hold

HOLD_HEAD: Final = (
    *("people think", "an action takes", "requests for it", "by arithmetic", "boards in time"),
    "warnings as well",
)


def hold_row(pace: Pace) -> Cells:
    """How many live matches one budget carries."""
    matches = recordings(pace)
    return (
        *demand(pace),
        f"{_most_rooms(matches, _boards_hold):,}",
        f"{_most_rooms(matches, _warnings_hold):,}",
    )


def demand(pace: Pace) -> tuple[str, ...]:
    """What an action takes, and how many live matches that allows by arithmetic."""
    matches = recordings(pace)
    actions = sum(each.actions for each in matches)
    return (
        f"{pace.median:.0f} s",
        f"{sum(each.seconds for each in matches) / actions:.0f} s",
        f"{sum(map(_requests, matches)) / actions:.2f}",
        f"{_carried(matches):,.0f}",
    )


def _carried(matches: Sequence[Recording]) -> float:
    """How many live matches make as many requests as there may be: matches drawn alike."""
    seconds = sum(each.seconds + ANSWER_SECONDS * each.openings for each in matches)
    requests_each = sum(map(_requests, matches)) / seconds
    return MOST_REQUESTS / WINDOW_SECONDS / requests_each


def _requests(match: Recording) -> int:
    """What all its posts take; each in private asks for the channel of direct messages first."""
    posts = [each for each in match.posts if each.audience is None]
    return len(posts) + sum(each.to is not None for each in posts)


def _boards_hold(outcome: Outcome) -> bool:
    return percentile(outcome.delays(Urgency.TURN), 99) < MOST_BOARD_SECONDS


def _warnings_hold(outcome: Outcome) -> bool:
    return _boards_hold(outcome) and outcome.dropped(*WARNINGS) < MOST_DROPPED


def _most_rooms(matches: Sequence[Recording], holds: Callable[[Outcome], bool]) -> int:
    """The most that hold, by halving: more matches never wait less."""
    low, high = 0, MOST_ROOMS
    while high - low > STEP:
        middle = (low + high) // 2 // STEP * STEP
        low, high = (middle, high) if holds(simulate(matches, Plan(middle))) else (low, middle)
    return low


def report() -> Iterator[str]:
    """All tables."""
    yield from table(TURN_HEAD, (turn_row(game, USUAL) for game in PLAYED))
    yield ""
    yield from table(LOAD_HEAD, (load_row(rooms, USUAL) for rooms in ROOMS))
    yield ""
    yield from table(EXTRAS_HEAD, (extras_row(rooms, USUAL) for rooms in ROOMS))
    yield ""
    yield from table(HOLD_HEAD, (hold_row(pace) for pace in PACES))
