"""Texts for an operator if the matches cannot be resumed at a start."""

import sqlite3

import pytest
from sqlalchemy.exc import DatabaseError, OperationalError

from bot.cogs.bot import why_not_resumed
from bot.storage.databases.database import DatabaseServerError
from bot.storage.tables.loading import DamagedDataError

MALFORMED = DatabaseError(None, None, sqlite3.DatabaseError("the disk image is malformed"))
AWAY = OperationalError(None, None, DatabaseServerError("the database system is starting up"))


@pytest.mark.parametrize("error", [MALFORMED, DamagedDataError("no list of matches")])
def test_a_damaged_database_is_to_be_replaced_by_a_sound_copy(error: Exception):
    text = why_not_resumed(error)
    assert text.startswith("The database is damaged (")
    assert "dealer verify" in text


def test_a_server_that_does_not_answer_is_no_damage():
    assert why_not_resumed(AWAY) == (
        "DATABASE_URL: the database cannot be read (the database system is starting up): start "
        "again once it can."
    )
