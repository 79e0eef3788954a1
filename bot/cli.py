"""`dealer`: the command that plays, runs, keeps, referees and draws."""

import asyncio
import json
import logging
import os
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from bot.app import StartError, run, set_up_logging, silent_seconds
from bot.settings import Settings, SettingsError, load_database_url, load_settings
from bot.storage.backup import BackupFailed, back_up
from bot.storage.database import NoDatabase, path_of
from bot.storage.verify import verify
from bot.texts import texts_of
from engine.games.deep_sea_voyage.boards import LEAST_SIDE, MOST_SIDE, write_boards
from engine.games.deep_sea_voyage.generator import draw_boards
from engine.records.record import MOST_BYTES, RecordError, decode, read_record
from engine.records.referee import final_match, referee
from engine.seats import PUBLIC, SEATS
from rendering import painter_of
from sandbox.server import BOT_TOKEN, Sandbox

NO_RECORD = 2
NO_DATABASE = 2
# Discord's gateway acknowledges a heartbeat about every 41 seconds.
LONGEST_SILENCE_SECONDS = 120

app = typer.Typer(
    help="A Discord bot that deals Death Matches.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """The entry point of the command."""
    app()


@app.command("run")
def run_bot() -> None:
    """Run the bot on Discord, with the settings of the environment or of a file .env."""
    try:
        settings = load_settings()
        set_up_logging(settings.log_level)
        asyncio.run(run(settings))
    except (SettingsError, StartError) as error:
        _fail(str(error))


@app.command()
def health() -> None:
    """Tell whether a running bot has heard from Discord lately (for containers)."""
    try:
        silence = silent_seconds(load_database_url())
    except SettingsError as error:
        _fail(str(error))
    if silence is None or silence > LONGEST_SILENCE_SECONDS:
        _fail("The bot has not heard from Discord lately.")


@app.command()
def play(
    port: Annotated[int, typer.Option(help="Where the page is served, on this machine.")] = 8080,
    db: Annotated[Path, typer.Option(help="The file that keeps the matches.")] = Path(
        "data/play.sqlite"
    ),
) -> None:
    """Play on this machine: a stand-in for Discord with a page, and the bot."""
    set_up_logging("WARNING")
    # On one machine an acknowledgement may overtake the library's note of what it answers.
    logging.getLogger("discord.gateway").setLevel(logging.ERROR)
    try:
        asyncio.run(_play_here(port, db))
    except (SettingsError, StartError) as error:
        _fail(str(error))


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to make; there must be none yet.")],
) -> None:
    """Copy the database of DATABASE_URL to a file, also while the bot runs."""
    source = _database()
    try:
        back_up(source, file)
    except NoDatabase as error:
        _fail(f"{source}: {error}.", NO_DATABASE)
    except BackupFailed as error:
        _fail(f"{file}: {error}.")
    typer.echo(f"{source} is copied to {file}.")


@app.command("verify")
def verify_database(
    file: Annotated[
        Path | None, typer.Argument(help="The file to look at; if not named, DATABASE_URL's.")
    ] = None,
) -> None:
    """Look for faults in a database: the file, and every match's log. Nothing is changed."""
    path = file or _database()
    try:
        findings = verify(path)
    except NoDatabase as error:
        _fail(f"{path}: {error}.", NO_DATABASE)
    for fault in findings.faults:
        typer.echo(fault)
    typer.echo(
        f"{path}: live matches: {findings.live} ({findings.aside} set aside), "
        f"over: {findings.over}, faults: {len(findings.faults)}."
    )
    raise typer.Exit(int(bool(findings.faults)))


@app.command("referee")
def judge(
    files: Annotated[list[str], typer.Argument(help="Match records; - for standard input.")],
) -> None:
    """Judge match records line by line."""
    raise typer.Exit(max(_judge(name, named=len(files) > 1) for name in files))


@app.command()
def picture(
    file: Annotated[str, typer.Argument(help="A match record; - for standard input.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The PNG file to write.")],
) -> None:
    """Draw the position at a record's end."""
    try:
        record = read_record(_read(file))
    except RecordError as error:
        _fail(f"{file}:{error.line}: {error.problem}", NO_RECORD)
    except OSError as error:
        _fail(f"{file}: {error.strerror}", NO_RECORD)
    match = final_match(record)
    names = {seat: record.players.get(seat, seat.upper()) for seat in SEATS}
    pictures = painter_of(match.game).pictures(match.view(PUBLIC), names)
    try:
        for each in pictures:
            path = output if len(pictures) == 1 else output.with_stem(f"{output.stem}-{each.name}")
            path.write_bytes(each.png)
    except OSError as error:
        _fail(f"{output}: {error.strerror}")


@app.command()
def boards(
    output: Annotated[Path, typer.Option("-o", "--output", help="The text file to write.")],
    seed: Annotated[int, typer.Option(help="What the boards are drawn from.")] = 0,
    size: Annotated[
        int | None,
        typer.Option(min=LEAST_SIDE, max=MOST_SIDE, help="Tiles to a side; if not set, drawn too."),
    ] = None,
) -> None:
    """Draw three boards for Deep Sea Voyage; its start command takes the file."""
    try:
        output.write_text(write_boards(draw_boards(seed, size)), encoding="utf-8")
    except OSError as error:
        _fail(f"{output}: {error.strerror}")


async def _play_here(port: int, database: Path) -> None:
    """Serve the page and run the bot in one process, joined by sockets alone, until told to stop.

    Raises:
        StartError: The port is taken.
    """
    database.parent.mkdir(parents=True, exist_ok=True)
    sandbox = Sandbox(port=port, state=database.with_suffix(".sandbox.sqlite"))
    try:
        await sandbox.start()
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise StartError(
            f"Port {port} cannot be used ({reason}): name another by --port."
        ) from None
    settings = Settings(
        discord_token=BOT_TOKEN,
        database_url=f"sqlite+aiosqlite:///{database}",
        discord_api=sandbox.api,
        discord_gateway=sandbox.gateway,
    )
    try:
        await run(settings, lambda: typer.echo(f"Ready: {sandbox.address}/"))
    finally:
        await sandbox.close()


def _judge(name: str, *, named: bool) -> int:
    """Print the judgement of one file; its exit status."""
    try:
        objects = referee(_read(name), lambda game, refusal: texts_of(game).refusal(game, refusal))
    except RecordError as error:
        typer.echo(f"{name}:{error.line}: {error.problem}", err=True)
        return NO_RECORD
    except OSError as error:
        typer.echo(f"{name}: {error.strerror}", err=True)
        return NO_RECORD
    for each in objects:
        typer.echo(json.dumps({"file": name} | each if named else each))
    return int(any(each.get("verdict") == "rejected" for each in objects))


def _database() -> Path:
    try:
        return path_of(load_database_url())
    except SettingsError as error:
        _fail(str(error))


def _read(name: str) -> str:
    """The text of a record's file, or of as much of it as shows that it is too large."""
    with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
        return decode(file.read(MOST_BYTES + 1))


def _fail(line: str, status: int = 1) -> NoReturn:
    typer.echo(line, err=True)
    raise typer.Exit(status)
