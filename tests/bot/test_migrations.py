"""The tables' history: up and down on data, and never half way."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic import command, op
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, inspect, text
from sqlalchemy.exc import OperationalError

from bot.schema import LETTERS, METADATA
from bot.store import Store
from tests.bot.changes import change, entry, letter_of
from tests.bot.support import GUILD, card_of


@contextmanager
def opened(path: Path) -> Iterator[Connection]:
    engine: Engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        yield connection
        connection.commit()
    engine.dispose()


def configured(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", "migrations:")
    config.attributes["connection"] = connection
    return config


def indexes_of(connection: Connection, table: str) -> list[str]:
    """How a table's indexes are made, their conditions included."""
    made = connection.execute(
        text("SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = :table"),
        {"table": table},
    )
    return sorted(sql for sql in made.scalars() if sql)


def tables_of(connection: Connection) -> dict[str, Any]:
    """All that can be asked of the tables."""
    about = inspect(connection)
    return {
        name: {
            "columns": [
                {key: str(value) for key, value in column.items()}
                for column in about.get_columns(name)
            ],
            "key": about.get_pk_constraint(name),
            "foreign": about.get_foreign_keys(name),
            "unique": about.get_unique_constraints(name),
            "indexes": indexes_of(connection, name),
        }
        for name in sorted(about.get_table_names())
        if name != "alembic_version"
    }


def test_the_migrated_tables_are_those_of_the_code(tmp_path: Path):
    with opened(tmp_path / "migrated") as migrated, opened(tmp_path / "made") as made:
        command.upgrade(configured(migrated), "head")
        METADATA.create_all(made)
        context = MigrationContext.configure(
            migrated, opts={"compare_type": True, "compare_server_default": True}
        )
        assert compare_metadata(context, METADATA) == []
        assert tables_of(migrated) == tables_of(made)


async def test_a_database_with_data_goes_down_and_up_again(store: Store, database: Path):
    match_id = await store.begin(card_of(), read_to=0)
    await store.commit(
        change(match_id, entries=(entry(0, "message:1"),), letters=(letter_of(match_id, 1),))
    )
    await store.put_alive(1)
    await store.put_host_role(GUILD, 1)
    await store.close()
    with opened(database) as connection:
        before = tables_of(connection)
        command.downgrade(configured(connection), "base")
        assert tables_of(connection) == {}
        command.upgrade(configured(connection), "head")
        assert tables_of(connection) == before
    again = await Store.open(f"sqlite+aiosqlite:///{database}")
    assert await again.live_matches() == []
    await again.begin(card_of(), read_to=0)
    await again.close()


def test_every_revision_goes_down_and_up(tmp_path: Path):
    with opened(tmp_path / "database") as connection:
        config = configured(connection)
        for revision in reversed(list(ScriptDirectory.from_config(config).walk_revisions())):
            command.upgrade(config, revision.revision)
            reached = tables_of(connection)
            command.downgrade(config, "-1")
            command.upgrade(config, revision.revision)
            assert tables_of(connection) == reached
        assert len(ScriptDirectory.from_config(config).get_heads()) == 1


async def test_a_file_is_opened_by_a_store_again_and_again(database: Path):
    for expected in (0, 1, 2):
        store = await Store.open(f"sqlite+aiosqlite:///{database}")
        assert len(await store.live_matches()) == expected
        await store.begin(card_of(room_id=expected), read_to=0)
        await store.close()


async def test_the_first_opening_may_be_cut_short_and_is_made_good_by_the_next(
    database: Path, monkeypatch: pytest.MonkeyPatch
):
    url, made = f"sqlite+aiosqlite:///{database}", op.create_index

    def cut_short(*_: object, **__: object) -> None:
        raise OperationalError("cut short", None, Exception())

    monkeypatch.setattr(op, "create_index", cut_short)
    with pytest.raises(OperationalError):
        await Store.open(url)
    monkeypatch.setattr(op, "create_index", made)
    store = await Store.open(url)
    await store.begin(card_of(), read_to=0)
    await store.close()


def test_letters_are_looked_up_by_their_state():
    assert "ix_letters_state" in {index.name for index in LETTERS.indexes}
