"""How the settings of servers and people are stored: host role, defaults, presets and so on."""

import json
from operator import itemgetter
from typing import Final

from sqlalchemy import Connection, RowMapping, bindparam, delete, func, select

from bot.storage.databases.dialects import put, put_if_new
from bot.storage.tables.loading import rows_in
from bot.storage.tables.records import Preset, ServerDefaults
from bot.storage.tables.schema import (
    HOST_ROLES,
    LANGUAGES,
    PRESETS,
    PRIVATE_CHANNELS,
    SERVER_DEFAULTS,
    TEXT_BOARDS,
    THEMES,
    read_row,
    read_rows,
)
from bot.texts.language import Language, language_of
from engine.games import GAMES
from engine.options import RowOne
from rendering.themes import USUAL, Theme

MOST_PRESETS: Final = 25
"""How many presets a server may have; Discord offers no more to choose from."""

_DEFAULTS: Final = select(SERVER_DEFAULTS).where(
    SERVER_DEFAULTS.c.guild_id == bindparam("guild_id")
)
_PRESETS: Final = rows_in(PRESETS).where(PRESETS.c.guild_id == bindparam("guild_id"))


def put_host_role(connection: Connection, guild_id: int, role_id: int) -> None:
    """Make everyone with a role a host on a server."""
    put(connection, HOST_ROLES, {"guild_id": guild_id}, {"role_id": role_id})


def read_host_roles(connection: Connection) -> dict[int, int]:
    """Each server's host role; what cannot be read is left out."""
    rows = connection.execute(select(HOST_ROLES)).mappings()
    return dict(read_rows(HOST_ROLES, rows, itemgetter("guild_id", "role_id")))


def put_defaults(connection: Connection, guild_id: int, defaults: ServerDefaults) -> None:
    """Set how matches on a server begin."""
    values = {
        "row1": defaults.row1.value,
        "ready": int(defaults.ready),
        "pings": int(defaults.pings),
        "theme": defaults.theme.value,
        "language": defaults.language and defaults.language.value,
    }
    put(connection, SERVER_DEFAULTS, {"guild_id": guild_id}, values)


def read_defaults(connection: Connection, guild_id: int) -> ServerDefaults:
    """How matches on a server begin; as usual where that was never set, or cannot be read."""
    row = connection.execute(_DEFAULTS, {"guild_id": guild_id}).mappings().first()
    return read_row(SERVER_DEFAULTS, row, _defaults) or ServerDefaults()


def read_all_defaults(connection: Connection) -> dict[int, ServerDefaults]:
    """Each server's defaults, where they were set and can be read."""
    rows = connection.execute(select(SERVER_DEFAULTS)).mappings()
    return dict(read_rows(SERVER_DEFAULTS, rows, lambda row: (row["guild_id"], _defaults(row))))


def _defaults(row: RowMapping) -> ServerDefaults:
    theme = Theme(row["theme"]) if row["theme"] in set(Theme) else USUAL
    return ServerDefaults(
        RowOne(row["row1"]),
        ready=bool(row["ready"]),
        pings=bool(row["pings"]),
        theme=theme,
        language=language_of(row["language"]) if row["language"] else None,
    )


def put_theme(connection: Connection, user_id: int, theme: Theme | None) -> None:
    """Set what a person's own boards are painted in, or forget it."""
    if theme is None:
        connection.execute(delete(THEMES).where(THEMES.c.user_id == user_id))
    else:
        put(connection, THEMES, {"user_id": user_id}, {"theme": theme.value})


def read_themes(connection: Connection) -> dict[int, Theme]:
    """What people have chosen for their own boards; what cannot be read is left out."""
    rows = connection.execute(select(THEMES)).mappings()
    return dict(read_rows(THEMES, rows, lambda row: (row["user_id"], Theme(row["theme"]))))


def put_language(connection: Connection, user_id: int, language: Language) -> None:
    """Set in which language somebody last used the Dealer."""
    put(connection, LANGUAGES, {"user_id": user_id}, {"language": language.value})


def read_languages(connection: Connection) -> dict[int, Language]:
    """In which language people last used the Dealer; what cannot be read is left out."""
    rows = connection.execute(select(LANGUAGES)).mappings()
    return dict(
        read_rows(LANGUAGES, rows, lambda row: (row["user_id"], language_of(row["language"])))
    )


def put_text_boards(connection: Connection, user_id: int, *, is_sent: bool) -> None:
    """Set whether somebody is sent the boards of their matches in words and symbols, too."""
    if is_sent:
        put_if_new(connection, TEXT_BOARDS, {"user_id": user_id})
    else:
        connection.execute(delete(TEXT_BOARDS).where(TEXT_BOARDS.c.user_id == user_id))


def read_text_boards(connection: Connection) -> dict[int, bool]:
    """To whom they are sent; what cannot be read is left out."""
    rows = connection.execute(select(TEXT_BOARDS)).mappings()
    return dict.fromkeys(read_rows(TEXT_BOARDS, rows, itemgetter("user_id")), True)


def put_preset(connection: Connection, guild_id: int, preset: Preset) -> bool:
    """Store a preset in place of the one of its name; return whether there was room for it."""
    of_guild = select(func.count()).where(
        PRESETS.c.guild_id == guild_id, PRESETS.c.name != preset.name
    )
    if (connection.scalar(of_guild) or 0) >= MOST_PRESETS:
        return False
    values = {"game": preset.game, "options": dict(preset.options)}
    put(connection, PRESETS, {"guild_id": guild_id, "name": preset.name}, values)
    return True


def delete_preset(connection: Connection, guild_id: int, name: str) -> bool:
    """Delete a preset; return whether there was one."""
    named = delete(PRESETS).where(PRESETS.c.guild_id == guild_id, PRESETS.c.name == name)
    return bool(connection.execute(named).rowcount)


def read_presets(connection: Connection, guild_id: int) -> tuple[Preset, ...]:
    """A server's presets by their names; one that cannot be read is left out."""
    rows = connection.execute(_PRESETS, {"guild_id": guild_id}).mappings()
    return tuple(sorted(read_rows(PRESETS, rows, _preset), key=lambda each: each.name))


def put_private_channel(
    connection: Connection, guild_id: int, user_id: int, channel_id: int | None
) -> bool:
    """Give a player a private channel, or take it back; return False if it is somebody else's."""
    table = PRIVATE_CHANNELS.c
    if channel_id is None:
        theirs = delete(PRIVATE_CHANNELS).where(
            table.guild_id == guild_id, table.user_id == user_id
        )
        connection.execute(theirs)
        return True
    owner = connection.scalar(select(table.user_id).where(table.channel_id == channel_id))
    if owner not in {None, user_id}:
        return False
    key = {"guild_id": guild_id, "user_id": user_id}
    put(connection, PRIVATE_CHANNELS, key, {"channel_id": channel_id})
    return True


def read_private_channels(connection: Connection, guild_id: int) -> dict[int, int]:
    """The private channels on a server by their players; one that cannot be read is left out."""
    of_guild = select(PRIVATE_CHANNELS).where(PRIVATE_CHANNELS.c.guild_id == guild_id)
    rows = connection.execute(of_guild).mappings()
    return dict(read_rows(PRIVATE_CHANNELS, rows, itemgetter("user_id", "channel_id")))


def _preset(row: RowMapping) -> Preset:
    options = json.loads(row["options"])
    if row["game"] not in GAMES or not all(isinstance(each, str) for each in options.values()):
        raise ValueError
    return Preset(row["name"], row["game"], options)
