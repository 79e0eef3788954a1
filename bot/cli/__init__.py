"""The `dealer` command, built on argparse.

Each command imports its own code: refereeing a record must not wait for a Discord client to load.
"""

import json
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, TypeVar

from engine.games import GAMES
from engine.opponents.choose import has_opponent
from engine.opponents.thinking import Level
from engine.options import OptionFile
from engine.records.record import MAX_BYTES, Record, RecordError, decode, read_record
from engine.records.referee import final_match, referee
from engine.seats import PUBLIC, SEATS

if TYPE_CHECKING:
    from bot.storage.databases.database_url import DatabaseLocation

T = TypeVar("T")

FAILED: Final = 1
NO_RECORD: Final = 2
NO_DATABASE: Final = 2
BAD_OPTION: Final = 2
INTERRUPTED: Final = 130
LONGEST_SILENCE_SECONDS: Final = 120
"""After this long without a word from Discord, which usually says something every 41 seconds."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the typed command, and exit with its status."""
    args = _parser().parse_args(arguments)
    try:
        status = args.carry_out(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        # The output's reader is gone; the rest of the buffer must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = FAILED
    sys.exit(status)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="dealer", description="A Discord bot that deals Death Matches.", allow_abbrev=False
    )
    commands = parser.add_subparsers(title="commands", metavar="command", required=True)

    def add(
        name: str, carry_out: Callable[[Namespace], int], summary: str | None = None
    ) -> ArgumentParser:
        summary = summary or (carry_out.__doc__ or "").partition("\n")[0]
        added = commands.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        added.set_defaults(carry_out=carry_out)
        return added

    add("run", _run)
    _add_play_options(add("play", _play))
    add("health", _health)
    add("backup", _backup).add_argument(
        "file", type=Path, help="the file to make, which must not exist yet"
    )
    copying = add("copy", _copy)
    copying.add_argument("source", metavar="FROM_URL", help="what to copy, as in DATABASE_URL")
    copying.add_argument(
        "target", metavar="TO_URL", help="a file that does not exist yet, or an empty database"
    )
    add("verify", _verify).add_argument(
        "file", type=Path, nargs="?", help="the file to check (the one in DATABASE_URL if not set)"
    )
    add("referee", _referee).add_argument(
        "files", nargs="+", help="match records; - for standard input"
    )
    _add_picture_options(add("picture", _picture))
    _add_drawing_options(add("replay", _replay), "the GIF file to write")
    _add_analyse_options(add("analyse", _analyse))
    for game in GAMES.values():
        for name, file in game.files.items():
            summary = f"Draw {name} for {game.title}; its start command takes the file."
            _add_option_file_options(add(name, partial(_option_file, file), summary), name, file)
    _add_site_options(add("site", _site))
    _add_opponent_options(add("opponent", _opponent))
    return parser


def _add_play_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--port", type=int, default=8080, help="the port for the page (%(default)s)"
    )
    parser.add_argument(
        "--db",
        type=Path,
        default=Path("data/play.sqlite"),
        help="the file to keep the matches in (%(default)s)",
    )


def _add_drawing_options(parser: ArgumentParser, label: str) -> None:
    parser.add_argument("file", help="a match record; - for standard input")
    _add_output(parser, label)


def _add_picture_options(parser: ArgumentParser) -> None:
    _add_drawing_options(parser, "the PNG file to write")
    parser.add_argument(
        "--at",
        type=_number,
        metavar="N",
        help="after how many entries of the record (all of them if not set)",
    )


def _add_analyse_options(parser: ArgumentParser) -> None:
    parser.add_argument("file", help="the record of a match that is over; - for standard input")
    parser.add_argument(
        "--seconds",
        type=_positive,
        help="how long to think in all (about 0.1 s for each position if not set)",
    )
    _add_output(parser, "the PNG file to write the graph to", required=False)


def _add_option_file_options(parser: ArgumentParser, name: str, file: OptionFile) -> None:
    _add_output(parser, "the text file to write")
    _add_seed(parser, f"a number that fixes the {name} (%(default)s)")
    parser.add_argument(
        "--size",
        type=int,
        choices=file.sizes,
        help="tiles along each side (drawn too if not set)",
    )


def _add_site_options(parser: ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, help="the site's folder; made if it is not there")
    parser.add_argument(
        "--server", type=int, metavar="ID", help="the Discord server (all of them if not set)"
    )


def _add_opponent_options(parser: ArgumentParser) -> None:
    played = [name for name, kind in GAMES.items() if has_opponent(kind)]
    parser.add_argument("game", choices=played, metavar="GAME", help=", ".join(played))
    parser.add_argument(
        "--level",
        choices=[level.value for level in Level],
        default=Level.NORMAL.value,
        help="how strong it is (%(default)s)",
    )
    _add_seed(parser, "a number that fixes what it plays (%(default)s)")
    parser.add_argument(
        "--nodes",
        type=_positive,
        help="how many positions to look at for an action (by level if not set)",
    )


def _add_seed(parser: ArgumentParser, label: str) -> None:
    parser.add_argument("--seed", type=int, default=0, help=label)


def _positive(text: str) -> int:
    if not _number(text):
        raise ArgumentTypeError(f"a whole number above zero is wanted, not {text!r}")
    return int(text)


def _number(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError(f"a whole number is wanted, not {text!r}")
    return int(text)


def _add_output(parser: ArgumentParser, label: str, *, required: bool = True) -> None:
    parser.add_argument("-o", "--output", type=Path, required=required, help=label)


# The bot


def _run(_: Namespace) -> int:
    """Run the bot on Discord, with the settings in the environment or in a .env file."""
    import asyncio

    from bot.app.run import run, set_up_logging
    from bot.app.settings import StartError, load_settings

    with _exiting_on(StartError, end=""):
        settings = load_settings()
        set_up_logging(settings.log_level)
        asyncio.run(run(settings))
    return 0


def _play(args: Namespace) -> int:
    """Play on this machine, on a page that stands in for Discord."""
    import asyncio
    from importlib.util import find_spec

    from bot.app.settings import StartError

    if not find_spec("sandbox"):
        _fail("No sandbox is installed here: clone the Dealer's repository, and run `make play`.")
    from bot.cli.play import play

    with _exiting_on(StartError, end=""):
        asyncio.run(play(args.port, args.db))
    return 0


def _health(_: Namespace) -> int:
    """Fail if the running bot has not heard from Discord lately (for containers)."""
    from sqlalchemy.exc import DatabaseError

    from bot.storage.databases.database import DatabaseUnavailableError
    from bot.storage.store import read_silence_ms

    silence_ms = inf
    with suppress(DatabaseUnavailableError, DatabaseError):
        silence_ms = read_silence_ms(_database_url())
    if silence_ms / 1000 > LONGEST_SILENCE_SECONDS:
        _fail("The bot has not heard from Discord lately.")
    return 0


# Its database


def _backup(args: Namespace) -> int:
    """Copy the database in DATABASE_URL to a file; the bot may be running."""
    from bot.storage.databases.atomic_file import BackupError
    from bot.storage.databases.database_url import location_of, name_of
    from bot.storage.maintenance import back_up

    source = location_of(_database_url())
    with _exiting_on(BackupError, f"{args.file}: "):
        _in_database(source, lambda place: back_up(place, args.file))
    print(f"{name_of(source)} is copied to {args.file}.")
    return 0


def _copy(args: Namespace) -> int:
    """Copy everything, live matches included, from one database to another; no bot may run."""
    import asyncio

    from bot.cli.progress import Progress
    from bot.features import load_stores
    from bot.storage.databases.database_url import location_of, name_of
    from bot.storage.maintenance import CopyError, copy

    with _exiting_on(ValueError, "FROM_URL or TO_URL: ", status=BAD_OPTION):
        source, target = location_of(args.source), location_of(args.target)

    load_stores()
    with _exiting_on(CopyError), Progress(sys.stderr, "rows").shown() as progress:
        findings = asyncio.run(copy(source, target, progress.show))
    print(
        f"{name_of(source)} is copied to {name_of(target)}: live matches: {findings.live} "
        f"({findings.quarantined} quarantined), over: {findings.over}. Both have been verified."
    )
    return 0


def _verify(args: Namespace) -> int:
    """Look for faults in a database and in the log of every match. Nothing is changed."""
    from bot.features import load_stores
    from bot.storage.databases.database_url import location_of, name_of
    from bot.storage.maintenance import verify

    load_stores()
    place = args.file or location_of(_database_url())
    findings = _in_database(place, verify)
    for fault in findings.faults:
        print(fault)
    print(
        f"{name_of(place)}: live matches: {findings.live} ({findings.quarantined} quarantined), "
        f"over: {findings.over}, faults: {len(findings.faults)}."
    )
    return FAILED if findings.faults else 0


def _in_database(place: "DatabaseLocation", work: "Callable[[DatabaseLocation], T]") -> T:
    """Return the result of work on a database, or exit if it cannot be read."""
    from bot.storage.databases.database import DatabaseUnavailableError
    from bot.storage.databases.database_url import name_of

    with _exiting_on(DatabaseUnavailableError, f"{name_of(place)}: ", status=NO_DATABASE):
        return work(place)


def _site(args: Namespace) -> int:
    """Write the finished matches in DATABASE_URL as pages that any web host serves."""
    from bot.cli.site.build import build, load
    from bot.cli.site.folder import NoSiteError
    from bot.live.services.processes import all_cores
    from bot.storage.databases.database_url import location_of

    archive = _in_database(location_of(_database_url()), lambda place: load(place, args.server))
    with _exiting_on(NoSiteError, f"{args.folder}: "):
        built = _or_exit(args.folder, lambda: build(archive, args.folder, all_cores()), FAILED)
    for match_id, reason in built.left_out:
        _warn(f"match {match_id} is left out: {reason}", FAILED)
    print(
        f"{args.folder}: matches: {built.matches} ({built.drawn} drawn now), "
        f"files written: {built.written}, removed: {built.removed}."
    )
    return FAILED if built.left_out else 0


def _database_url() -> str:
    from bot.app.settings import StartError, load_database_url

    with _exiting_on(StartError, end=""):
        return load_database_url()


# Match records


def _referee(args: Namespace) -> int:
    """Judge match records line by line."""
    return max(_judge(name, is_named=len(args.files) > 1) for name in args.files)


def _judge(name: str, *, is_named: bool) -> int:
    from bot.texts.answers import refusal

    try:
        verdicts = referee(_read(name), refusal)
    except RecordError as error:
        return _warn(f"{name}:{error.line}: {error.problem}", NO_RECORD)
    except OSError as error:
        return _warn(f"{name}: {error.strerror}", NO_RECORD)
    for verdict in verdicts:
        print(json.dumps({"file": name} | verdict if is_named else verdict))
    return FAILED if any(verdict.get("verdict") == "rejected" for verdict in verdicts) else 0


def _picture(args: Namespace) -> int:
    """Draw the position after an entry of a match record, or at its end."""
    from rendering import every_board

    record = _record(args.file)
    count = len(record.entries)
    if args.at is not None and args.at > count:
        _fail(f"{args.file}: it has {count} entries, not {args.at}", BAD_OPTION)
    shown = replace(record, entries=record.entries[: args.at])
    match = _or_exit(args.file, lambda: final_match(shown))
    pictures = every_board(match.game, match.view(PUBLIC))
    return _write(args, {picture.name: picture.png for picture in pictures})


def _replay(args: Namespace) -> int:
    """Make an animation of a match record: what everybody saw, move by move."""
    from rendering.animation import animation

    record = _record(args.file)
    gif = animation(_or_exit(args.file, lambda: final_match(record)))
    return _write(args, {"match": gif} if gif else {})


def _analyse(args: Namespace) -> int:
    """Say where a match was lost: the chance of winning before and after each move."""
    from bot.cli.analyse import analyse, report
    from engine.opponents.analysis import Course

    record = _record(args.file)
    match = _or_exit(args.file, lambda: final_match(record))
    if match.result is None:
        _fail(f"{args.file}: the match is not over", NO_RECORD)
    if not has_opponent(type(match.game)):
        _fail(f"{args.file}: {match.game.name} cannot be analysed", NO_RECORD)
    names = {seat: record.players.get(seat, seat.upper()) for seat in SEATS}
    analysis = analyse(Course.of(match), args.seconds)
    if args.output:
        from rendering.chances import picture

        graph = picture(analysis)
        _write(args, {graph.name: graph.png})
    for line in report(analysis, names):
        print(line)
    return 0


def _or_exit(name: str | Path, operation: Callable[[], T], status: int = NO_RECORD) -> T:
    """Return the result of work on a file, or exit with the file's fault."""
    try:
        return operation()
    except RecordError as error:
        _fail(f"{name}:{error.line}: {error.problem}", NO_RECORD)
    except OSError as error:
        _fail(f"{name}: {error.strerror}", status)


def _record(name: str) -> Record:
    return _or_exit(name, lambda: read_record(_read(name)))


def _write(args: Namespace, pictures: dict[str, bytes]) -> int:
    """Write one picture to the output, or several to files beside it, each by its name."""
    if not pictures:
        _fail(f"{args.file}: there is no board to draw")
    for name, content in pictures.items():
        several = args.output.with_stem(f"{args.output.stem}-{name}")
        path = args.output if len(pictures) == 1 else several
        _or_exit(args.output, partial(path.write_bytes, content), FAILED)
    return 0


def _read(name: str) -> str:
    """Return the text of a record, or enough of it to show that it is too large."""
    with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
        return decode(file.read(MAX_BYTES + 1))


def _option_file(file: OptionFile, args: Namespace) -> int:
    text = file.draw(args.seed, args.size)
    _or_exit(args.output, lambda: args.output.write_text(text, encoding="utf-8"), FAILED)
    return 0


# The opponents


def _opponent(args: Namespace) -> int:
    """Play for another program, which speaks a line protocol on standard input and output."""
    from bot.cli.opponent import Session, answers
    from engine.opponents.thinking import Budget

    budget = Budget(Level(args.level), args.seed, args.nodes)
    for line in answers(Session.begin(GAMES[args.game], budget), sys.stdin.buffer):
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
    return 0


@contextmanager
def _exiting_on(
    kind: type[Exception], where: str = "", end: str = ".", status: int = FAILED
) -> Iterator[None]:
    """Exit if an error of a kind is raised in the block, and print it between two texts."""
    try:
        yield
    except kind as error:
        _fail(f"{where}{error}{end}", status)


def _warn(line: str, status: int) -> int:
    print(line, file=sys.stderr)
    return status


def _fail(line: str, status: int = FAILED) -> NoReturn:
    sys.exit(_warn(line, status))
