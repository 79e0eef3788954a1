"""What the bot is told by its environment, and what to do where that is wrong."""

from typing import Self, TypeVar

from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

DEFAULT_DATABASE = "sqlite+aiosqlite:///data/dealer.sqlite"


T = TypeVar("T", bound=BaseSettings)


class SettingsError(Exception):
    """A setting is wrong or missing; the message is one line that says what to do."""


class DatabaseSettings(BaseSettings):
    """Where matches are kept, which is all that some commands need to know."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", hide_input_in_errors=True)

    database_url: str = DEFAULT_DATABASE

    @field_validator("database_url")
    @classmethod
    def _is_sqlite(cls, url: str) -> str:
        try:
            parsed = make_url(url)
        except (ArgumentError, ValueError):
            parsed = None
        is_sqlite = parsed is not None and parsed.drivername == "sqlite+aiosqlite"
        if parsed is None or not is_sqlite or parsed.database in {None, "", ":memory:"}:
            raise ValueError(f"name a SQLite file, such as {DEFAULT_DATABASE}")
        return url


class Settings(DatabaseSettings):
    """The settings, from environment variables of the same names or a file `.env`."""

    discord_token: str = Field(repr=False)
    log_level: str = "INFO"
    discord_api: str | None = None
    discord_gateway: str | None = None

    @field_validator("discord_token")
    @classmethod
    def _has_token(cls, token: str) -> str:
        if not token.strip():
            raise ValueError("put your application's bot token there")
        return token.strip()

    @field_validator("log_level")
    @classmethod
    def _is_level(cls, level: str) -> str:
        levels = ("DEBUG", "INFO", "WARNING", "ERROR")
        if level.upper() not in levels:
            raise ValueError(f"choose one of {', '.join(levels)}")
        return level.upper()

    @model_validator(mode="after")
    def _names_both_addresses(self) -> Self:
        # With only one of them set, the library would show the token to the real Discord.
        if bool(self.discord_api) != bool(self.discord_gateway):
            raise ValueError("set DISCORD_API and DISCORD_GATEWAY both, or neither")
        for name, address, scheme in (
            ("DISCORD_API", self.discord_api, "http"),
            ("DISCORD_GATEWAY", self.discord_gateway, "ws"),
        ):
            if address and not address.startswith((f"{scheme}://", f"{scheme}s://")):
                raise ValueError(f"{name} begins with {scheme}:// or {scheme}s://")
        return self


def load_settings() -> Settings:
    """Read the settings.

    Raises:
        SettingsError: One is wrong or missing.
    """
    return _load(Settings)


def load_database_url() -> str:
    """Read where matches are kept, whatever else is set.

    Raises:
        SettingsError: It is wrong.
    """
    return _load(DatabaseSettings).database_url


def _load(kind: type[T]) -> T:
    try:
        return kind.model_validate({})
    except ValidationError as error:
        raise SettingsError(_one_line(error)) from None


def _one_line(error: ValidationError) -> str:
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"]).upper()
    if first["type"] == "missing":
        return f"{name} is missing: set it in the environment or in a file .env (see .env.example)."
    problem = first["msg"].removeprefix("Value error, ")
    return f"{name}: {problem}." if name else f"{problem}."
