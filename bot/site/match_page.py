"""The page of one match, with its boards and its record."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final

from markupsafe import Markup, escape

from bot.card import MatchCard
from bot.seasons.archive import FinishedMatch
from bot.site.boards import Boards, boards_of
from bot.site.markup import data, joined, name, page
from bot.texts import texts_of
from bot.texts.alts import Names
from bot.texts.hosts import archive
from bot.texts.seating import SEAT_TITLES
from engine.matches.match import Match
from engine.records.history import HistoryStep, history
from engine.records.record import write_record
from engine.records.summary import Thinking, thinking_in
from engine.seats import PUBLIC, SEATS, Seat
from rendering.sprite_sheet import NO_LIMIT

MATCHES: Final = "matches"
PLAYERS: Final = "players"

BODY: Final = Markup(
    """<h1>{players}</h1>
<p class="lead">{game}, <time datetime="{day}">{day}</time>. {result}</p>
<div class="match">
<section class="view" aria-label="Board">
<div id="controls" hidden>
<p id="said" aria-live="polite"></p>
<div class="buttons">
<button type="button" data-go="first" title="Home">First</button>
<button type="button" data-go="previous" title="Left arrow">Previous</button>
<button type="button" data-go="next" title="Right arrow">Next</button>
<button type="button" data-go="last" title="End">Last</button>
</div>
</div>
<div id="boards">
{pictures}</div>
</section>
<section class="moves" aria-label="Moves">
{toggle}<ol id="steps">
{steps}</ol>
<p><a href="{number}.dm" download>Match record</a></p>
</section>
</div>
<dl class="seats">
{seats}</dl>
{script}"""
)
TOGGLE: Final = Markup(
    """<p class="toggle"><label><input type="checkbox" id="hidden-shown" autocomplete="off"> \
Show what was hidden</label></p>
"""
)
# Of these a page has many: this way of filling in takes a quarter of `format`'s time.
STEP: Final = Markup(
    """<li id="move-%(number)s"%(undone)s><a href="#move-%(number)s">\
<span class="number">%(number)s</span>\
<span class="what">%(who)s %(what)s%(remark)s</span></a>%(clock)s</li>
"""
)
TYPED: Final = Markup("<code>%s</code>")
SECRET: Final = Markup('<span class="public">%s</span><span class="hidden">%s</span>')
CLOCK: Final = Markup('<span class="clock">%s</span>')
UNDONE: Final = Markup(' class="undone"')
TAKEN_BACK: Final = Markup(" <small>(taken back)</small>")
PICTURE: Final = Markup(
    '<img data-name="{name}" src="{number}-{name}.png" width="{width}" height="{height}" '
    'alt="{alt}">\n'
)
SEAT: Final = Markup('<dt>{seat} ({role})</dt><dd><a href="../{href}">{name}</a>. {time}</dd>\n')


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    """A match on its pages.

    Attributes:
        files: The files by their paths, below the site's folder.
        steps: How many steps it has.
        thinking: How long each seat thought.
    """

    files: dict[str, bytes]
    steps: int
    thinking: dict[Seat, Thinking]


def draw(match: FinishedMatch) -> DrawnMatch:
    """Write a match's page, draw its boards, and write its record.

    Raises:
        Refused: Its log cannot be replayed.
    """
    card, names = match.card, archive.called(match.card.names)
    beginning = Match.begin(card.game, by_posts=True, reminds=False).match
    steps = history(beginning, match.entries)
    boards = boards_of(beginning.view(PUBLIC), steps, card.game, names)
    thinking = thinking_in(steps)
    stem = f"{MATCHES}/{card.id}"
    files = {
        f"{stem}.html": _page(match, steps, thinking, boards),
        f"{stem}.png": boards.sheet,
        f"{stem}.dm": write_record(card.game, card.names_at_first, match.entries).encode(
            errors="replace"
        ),
        **{
            f"{stem}-{each}.png": replace(picture, most=NO_LIMIT).png
            for each, (picture, _) in boards.last.items()
        },
    }
    return DrawnMatch(files, len(steps), thinking)


def player_path(player_id: int) -> str:
    """A player's page. Its name tells nobody their Discord id."""
    return f"{PLAYERS}/{sha256(str(player_id).encode()).hexdigest()[:16]}.html"


def day_of(card: MatchCard) -> str:
    """The day on which a match began, in UTC."""
    return f"{datetime.fromtimestamp(card.began_ms / 1000, UTC):%Y-%m-%d}"


def _page(
    match: FinishedMatch,
    steps: Sequence[HistoryStep],
    thinking: dict[Seat, Thinking],
    boards: Boards,
) -> bytes:
    card, names = match.card, archive.called(match.card.names)
    body = BODY.format(
        players=Markup(" against ").join(name(names[seat]) for seat in SEATS),
        game=card.game.title,
        day=day_of(card),
        result=archive.result(card.game, match.outcome, names),
        pictures=joined(_picture(card.id, each, *shown) for each, shown in boards.last.items()),
        toggle=TOGGLE if boards.hide or any(each.is_secret for each in steps) else "",
        steps=joined(_step(number, each, names) for number, each in enumerate(steps, start=1)),
        number=card.id,
        seats=joined(_seat(card, seat, names, thinking[seat]) for seat in SEATS),
        script=data("match", {"sheet": f"{card.id}.png", **boards.script}),
    )
    title = f"{' against '.join(names[seat] for seat in SEATS)}, {card.game.title}"
    script = Markup('<script src="../match.js" defer></script>\n')
    return page(title, body, root="../", head=script)


def _picture(match_id: int, called: str, picture: Any, alt: str) -> Markup:
    width, height = picture.image.size
    return PICTURE.format(number=match_id, name=called, width=width, height=height, alt=alt)


def _step(number: int, step: HistoryStep, names: Names) -> Markup:
    said = archive.step(step, names)
    what = TYPED % said.what if said.is_typed else escape(said.what)
    if said.publicly:
        what = SECRET % (said.publicly, what)
    return STEP % {
        "number": number,
        "who": name(said.who),
        "what": what,
        "undone": "" if step.counts else UNDONE,
        "remark": "" if step.counts else TAKEN_BACK,
        "clock": _clock(step),
    }


def _clock(step: HistoryStep) -> Markup:
    """What a step took, and what its player has left."""
    if step.seconds is None:
        return Markup()
    told = [archive.took(step.seconds)]
    if step.game.starting_reserve is not None:
        period = step.game.reserve_period
        told += [archive.left(step.after.reserve_left(seat), period) for seat in step.seats]
    return CLOCK % ", ".join(told)


def _seat(card: MatchCard, seat: Seat, names: Names, thinking: Thinking) -> Markup:
    used = f"Time used: {archive.took(thinking.used)}"
    longest = f", longest think: {archive.took(thinking.longest)}" if thinking.step else ""
    return SEAT.format(
        seat=SEAT_TITLES[seat](),
        role=texts_of(card.game).role(card.game, seat),
        href=player_path(card.players[seat].id),
        name=name(names[seat]),
        time=f"{used}{longest}.",
    )
