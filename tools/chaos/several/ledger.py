"""What a database notes by itself: who took a shard, and who owned it at each commit of a match.

Each connection of a process tells its process id as the name of its application. At the end of each
transaction that changes a match, the database compares it with whoever took the match's shard last.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import make_url

from tests.helpers.kept_databases import OnServer
from tests.postgres_server import connected

TABLES: Final = ("matches", "entries", "letters")
"""The tables that only the owner of a match's shard may change."""

_TAKINGS: Final = """
CREATE TABLE ledger_takings (number int, epoch int, pid int, at_ms bigint);
CREATE FUNCTION note_taking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_takings VALUES (
    NEW.number, NEW.epoch, split_part(NEW.owner, ':', 2)::int,
    extract(epoch FROM clock_timestamp()) * 1000
  );
  RETURN NULL;
END $$;
CREATE TRIGGER taking AFTER UPDATE ON shards
FOR EACH ROW WHEN (NEW.epoch <> OLD.epoch) EXECUTE FUNCTION note_taking();
"""
_COMMITS: Final = """
CREATE TABLE ledger_commits (name text, number int, pid int, owner int);
CREATE FUNCTION note_commit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed int := CASE TG_TABLE_NAME
    WHEN 'matches' THEN to_jsonb(NEW) -> 'id' ELSE to_jsonb(NEW) -> 'match_id' END;
  shard int;
BEGIN
  SELECT (guild_id >> 22) % (SELECT max(count) FROM shards)
    INTO shard FROM matches WHERE id = changed;
  INSERT INTO ledger_commits SELECT
    TG_TABLE_NAME, shard, current_setting('application_name')::int, (
      SELECT pid FROM ledger_takings WHERE number = shard ORDER BY epoch DESC LIMIT 1
    );
  RETURN NULL;
END $$;
"""
_AT_COMMIT: Final = """
CREATE CONSTRAINT TRIGGER commit AFTER INSERT OR UPDATE ON {table}
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_commit();
"""


@dataclass(frozen=True)
class Taking:
    """A shard that a process has taken.

    Attributes:
        number: The shard's.
        epoch: Which of its owners the process is.
        pid: The process.
        at: When, in seconds of the wall clock.
    """

    number: int
    epoch: int
    pid: int
    at: float


@dataclass(frozen=True)
class Ledger:
    """What the database has noted."""

    database: OnServer

    async def open(self) -> None:
        """Let the database, which has its tables, note it all from now on."""
        url = make_url(self.database.url)
        connection = await connected(url.port or 0, url.database or "")
        triggers = (_AT_COMMIT.format(table=each) for each in TABLES)
        for each in (_TAKINGS, _COMMITS, *triggers):
            await connection.execute(each)
        await connection.close()

    def takings(self) -> Sequence[Taking]:
        """Who took which shard, in order."""
        rows = self.database.rows("SELECT * FROM ledger_takings ORDER BY number, epoch")
        return [
            Taking(each["number"], each["epoch"], each["pid"], each["at_ms"] / 1000)
            for each in rows
        ]

    def commits(self) -> int:
        """How many changes of matches were compared."""
        ((count,),) = self.database.rows("SELECT count(*) FROM ledger_commits")
        return int(count)

    def trespasses(self) -> list[str]:
        """The changes of matches that were committed by others than the owner of the shard."""
        rows = self.database.rows(
            "SELECT name, number, pid, owner, count(*) FROM ledger_commits "
            "WHERE pid IS DISTINCT FROM owner GROUP BY name, number, pid, owner"
        )
        return [
            f"process {pid} has committed {count} changes of {name} on shard {number}, "
            f"which process {owner} had taken before"
            for name, number, pid, owner, count in rows
        ]
