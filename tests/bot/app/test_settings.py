"""The settings: one line names what is wrong or missing and says what to do."""

from pathlib import Path

import pytest

from bot.app.settings import DEFAULT_DATABASE, Settings, StartError, load_settings
from bot.cli import main
from bot.storage.databases import database_url
from bot.storage.databases.database_url import location_of
from tests.sandbox.clients import point_at

TOKEN = "MTA.secret.token"
SERVER = "postgresql+asyncpg://host/dealer"
NAMES = [name.upper() for name in Settings.model_fields]

Environment = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Environment:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.chdir(tmp_path)
    return monkeypatch


def test_a_token_is_all_that_must_be_set():
    settings = load_settings()
    assert settings.discord_token.get_secret_value() == TOKEN
    assert settings.database_url == DEFAULT_DATABASE
    assert settings.log_level == "INFO"
    assert (settings.discord_api, settings.discord_gateway) == (None, None)
    assert (settings.metrics_port, str(settings.metrics_host)) == (None, "127.0.0.1")
    assert (settings.shard_count, settings.shard_ids) == (None, "")


@pytest.mark.parametrize(
    ("setting", "value", "is_read_as"),
    [
        ("SHARD_COUNT", "", None),
        ("SHARD_COUNT", "1", 1),
        ("SHARD_COUNT", "10000", 10_000),
        ("METRICS_PORT", "", None),
        ("METRICS_PORT", "1", 1),
        ("METRICS_PORT", "65535", 65535),
        ("LOG_LEVEL", "info", "INFO"),
        ("LOG_LEVEL", "eRRoR", "ERROR"),
        ("DISCORD_API", "", None),
        ("DISCORD_GATEWAY", "", None),
    ],
)
def test_a_setting_may_be_blank_at_either_end_of_its_range_or_in_any_case(
    environment: Environment, setting: str, value: str, is_read_as: int | str | None
):
    environment.setenv(setting, value)
    assert getattr(load_settings(), setting.lower()) == is_read_as


@pytest.mark.parametrize(
    ("setting", "value", "extra"),
    [("DATABASE_URL", SERVER, "postgres"), ("METRICS_PORT", "9464", "metrics")],
)
def test_what_needs_an_extra_that_is_not_installed_says_how_to_install_it(
    environment: Environment, setting: str, value: str, extra: str
):
    environment.setattr(database_url, "find_spec", lambda package: None)
    environment.setenv(setting, value)
    with pytest.raises(StartError) as refused:
        load_settings()
    assert str(refused.value) == (
        f"{setting}: it needs the extra {extra}: pip install '.[{extra}]' in the Dealer's folder."
    )


def test_the_environment_comes_before_a_file_env(environment: Environment, tmp_path: Path):
    (tmp_path / ".env").write_text("DISCORD_TOKEN=other\nLOG_LEVEL=debug\nUNKNOWN=1\n")
    settings = load_settings()
    assert settings.discord_token.get_secret_value() == TOKEN
    assert settings.log_level == "DEBUG"
    environment.delenv("DISCORD_TOKEN")
    assert load_settings().discord_token.get_secret_value() == "other"


def test_a_database_may_be_named_with_the_driver_that_once_was_needed(environment: Environment):
    environment.setenv("DATABASE_URL", "sqlite+aiosqlite:///kept.sqlite")
    assert location_of(load_settings().database_url) == Path("kept.sqlite")


@pytest.mark.parametrize(
    ("set_to", "named", "advice"),
    [
        ({"DISCORD_TOKEN": None}, "DISCORD_TOKEN", ".env.example"),
        ({"DISCORD_TOKEN": ""}, "DISCORD_TOKEN", "bot token"),
        ({"DISCORD_TOKEN": " \t "}, "DISCORD_TOKEN", "bot token"),
        ({"DATABASE_URL": ""}, "DATABASE_URL", DEFAULT_DATABASE),
        ({"DATABASE_URL": "data/dealer.sqlite"}, "DATABASE_URL", DEFAULT_DATABASE),
        ({"DATABASE_URL": "mysql+aiomysql://h/d"}, "DATABASE_URL", DEFAULT_DATABASE),
        ({"DATABASE_URL": "postgresql+asyncpg://h"}, "DATABASE_URL", DEFAULT_DATABASE),
        ({"DATABASE_URL": "postgresql+asyncpg://h/"}, "DATABASE_URL", "@host/dealer"),
        ({"DATABASE_URL": "postgresql+asyncpg://h:port/d"}, "DATABASE_URL", DEFAULT_DATABASE),
        ({"DATABASE_URL": "sqlite://"}, "DATABASE_URL", DEFAULT_DATABASE),
        ({"DATABASE_URL": "sqlite:///"}, "DATABASE_URL", DEFAULT_DATABASE),
        ({"DATABASE_URL": "sqlite://host:port/x"}, "DATABASE_URL", DEFAULT_DATABASE),
        ({"DATABASE_URL": "sqlite:///:memory:"}, "DATABASE_URL", DEFAULT_DATABASE),
        ({"LOG_LEVEL": "loud"}, "LOG_LEVEL", "'DEBUG', 'INFO', 'WARNING' or 'ERROR'"),
        ({"LOG_LEVEL": ""}, "LOG_LEVEL", "'DEBUG', 'INFO', 'WARNING' or 'ERROR'"),
        ({"DISCORD_API": "here", "DISCORD_GATEWAY": "ws://h/"}, "DISCORD_API", "valid URL"),
        ({"DISCORD_API": "ftp://h/", "DISCORD_GATEWAY": "ws://h/"}, "DISCORD_API", "'http' or"),
        (
            {"DISCORD_API": "http://h/", "DISCORD_GATEWAY": "http://h/"},
            "DISCORD_GATEWAY",
            "'ws' or",
        ),
        ({"DISCORD_API": "http://127.0.0.1:1/api"}, "DISCORD_GATEWAY", "both, or neither"),
        ({"DISCORD_GATEWAY": "ws://127.0.0.1:1/"}, "DISCORD_API", "both, or neither"),
        ({"METRICS_PORT": "0"}, "METRICS_PORT", "from 1 to 65535"),
        ({"METRICS_PORT": "65536"}, "METRICS_PORT", "from 1 to 65535"),
        ({"METRICS_PORT": "nine"}, "METRICS_PORT", "valid integer"),
        ({"METRICS_HOST": "metrics.example"}, "METRICS_HOST", "IPv4 or IPv6 address"),
        ({"SHARD_COUNT": "0"}, "SHARD_COUNT", "from 1 to 10000"),
        ({"SHARD_COUNT": "-1"}, "SHARD_COUNT", "from 1 to 10000"),
        ({"SHARD_COUNT": "10001"}, "SHARD_COUNT", "from 1 to 10000"),
        ({"SHARD_COUNT": "two"}, "SHARD_COUNT", "valid integer"),
        (
            {"DISCORD_API": "http://127.0.0.1:1/api", "DISCORD_GATEWAY": ""},
            "DISCORD_GATEWAY",
            "both, or neither",
        ),
        (
            {"DISCORD_API": "", "DISCORD_GATEWAY": "ws://127.0.0.1:1/"},
            "DISCORD_API",
            "both, or neither",
        ),
    ],
)
def test_what_is_wrong_or_missing_is_named_in_one_line_with_what_to_do(
    environment: Environment, set_to: dict[str, str | None], named: str, advice: str
):
    for name, value in set_to.items():
        if value is None:
            environment.delenv(name)
        else:
            environment.setenv(name, value)
    with pytest.raises(StartError) as raised:
        load_settings()
    line = str(raised.value)
    assert named in line
    assert advice in line
    assert len(line.splitlines()) == 1
    assert TOKEN not in line


def test_blanks_around_a_token_are_no_part_of_it(environment: Environment):
    environment.setenv("DISCORD_TOKEN", f" {TOKEN}\n")
    assert load_settings().discord_token.get_secret_value() == TOKEN


@pytest.mark.parametrize(
    "wrong",
    [{"log_level": "loud"}, {"discord_api": "http://127.0.0.1:1"}, {"database_url": "nowhere"}],
    ids=lambda wrong: next(iter(wrong)),
)
def test_the_token_is_shown_nowhere(wrong: dict[str, str]):
    settings = load_settings()
    assert TOKEN not in repr(settings) + str(settings)
    with pytest.raises(ValueError, match="validation error") as raised:
        Settings(discord_token=TOKEN, **wrong)
    text = str(raised.value) + repr(raised.value)
    # The library shortens what it shows, so that a part of the token would do harm enough.
    assert not any(TOKEN[index : index + 5] in text for index in range(len(TOKEN) - 4))


@pytest.mark.parametrize(
    ("set_to", "named"),
    [
        ({"DISCORD_TOKEN": TOKEN, "LOG_LEVEL": "loud"}, "LOG_LEVEL"),
        ({"DISCORD_TOKEN": TOKEN, "DISCORD_API": "http://127.0.0.1:1"}, "DISCORD_GATEWAY"),
        ({"DISCORD_TOKEN": TOKEN, "DATABASE_URL": "sqlite:////dev/null/d.sqlite"}, "DATABASE_URL"),
        ({"DISCORD_TOKEN": TOKEN, "DATABASE_URL": "sqlite:///text.sqlite"}, "DATABASE_URL"),
        ({}, "DISCORD_TOKEN"),
    ],
    ids=["level", "one address", "no folder", "no database", "no token"],
)
def test_run_says_what_is_wrong_in_one_line_and_fails(
    environment: Environment, set_to: dict[str, str], named: str, capsys: pytest.CaptureFixture[str]
):
    # Nobody listens at port 1, so that nothing can be shown to anyone.
    nowhere = {"DISCORD_API": "http://127.0.0.1:1", "DISCORD_GATEWAY": "ws://127.0.0.1:1"}
    values = set_to if "DISCORD_API" in set_to else nowhere | set_to
    Path("text.sqlite").write_text("this is no database, but a text of some length\n" * 9)
    environment.delenv("DISCORD_TOKEN")
    # The command changes the addresses for good; other tests need what was there.
    point_at(environment, *nowhere.values())
    for name, value in values.items():
        environment.setenv(name, value)
    with pytest.raises(SystemExit, match="1"):
        main(["run"])
    printed = capsys.readouterr()
    assert printed.out == ""
    (line,) = printed.err.splitlines()
    assert named in line
    assert TOKEN not in line
