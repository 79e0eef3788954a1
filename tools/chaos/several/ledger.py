"""The owner at each commit of a match, as the database itself notes it.

Each connection of a process tells its process id as its application's name. At the end of each
transaction that changes a match, the database compares it with the holder of the owner's lock.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from sqlalchemy import make_url

from bot.storage.databases.postgres import LOCK
from bot.storage.store import Store
from tests.helpers.databases.kept_databases import OnServer
from tests.helpers.databases.postgres_server import CHEAPLY, Databases, Server, connected

TABLES: Final = ("matches", "entries", "letters")
"""The tables that only the owner may change."""

_COMMITS: Final = f"""
CREATE TABLE ledger_commits (name text, pid text, owner text);
CREATE FUNCTION note_commit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_commits SELECT TG_TABLE_NAME, current_setting('application_name'), (
    SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND datname = current_database()
    AND classid::bigint << 32 | objid::bigint = {LOCK}
  );
  RETURN NULL;
END $$;
"""
_AT_COMMIT: Final = """
CREATE CONSTRAINT TRIGGER commit AFTER INSERT OR UPDATE ON {table}
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_commit();
"""


@dataclass(frozen=True)
class Ledger:
    """The database's notes."""

    database: OnServer

    @classmethod
    @asynccontextmanager
    async def on_new_server(cls) -> AsyncIterator[tuple[Server, "Ledger"]]:
        """Yield a server of its own, and the notes of a new database there."""
        with Server.running(*CHEAPLY) as server:
            url = await Databases(server.port).create("template1")
            await (await Store.open(url)).close()
            ledger = cls(OnServer(url))
            await ledger.open()
            yield server, ledger

    async def open(self) -> None:
        """Let the database, which has its tables, note all commits from now on."""
        url = make_url(self.database.url)
        connection = await connected(url.port or 0, url.database or "")
        for text in (_COMMITS, *(_AT_COMMIT.format(table=table) for table in TABLES)):
            await connection.execute(text)
        await connection.close()

    def commits(self) -> int:
        """Return the number of matches' changes compared."""
        ((count,),) = self.database.rows("SELECT count(*) FROM ledger_commits")
        return int(count)

    def trespasses(self) -> list[str]:
        """Return the changes of matches that were committed by others than the owner."""
        rows = self.database.rows(
            "SELECT name, pid, owner, count(*) FROM ledger_commits "
            "WHERE pid IS DISTINCT FROM owner GROUP BY name, pid, owner"
        )
        return [
            f"process {pid} has committed {count} changes of {name}, "
            f"while process {owner} owned the database"
            for name, pid, owner, count in rows
        ]
