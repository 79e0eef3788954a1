"""The settings in the environment; a wrong one is reported in a line of advice."""

from ipaddress import IPv4Address
from typing import Final, Literal, Self, TypeVar

from pydantic import (
    AnyHttpUrl,
    AnyWebsocketUrl,
    IPvAnyAddress,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.storage.databases.database_url import (
    POSTGRESQL,
    ExtraMissingError,
    location_of,
    require_extra,
)

DEFAULT_DATABASE: Final = "sqlite:///data/dealer.sqlite"

HIGHEST_PORT: Final = 65_535
MAX_SHARDS: Final = 10_000

T = TypeVar("T", bound=BaseSettings)


class StartError(Exception):
    """Error for a bot that cannot start or go on; the message is a line of advice."""


class DatabaseSettings(BaseSettings):
    """The place of the database, the only setting that some commands need."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", hide_input_in_errors=True)

    database_url: str = DEFAULT_DATABASE

    @field_validator("database_url")
    @classmethod
    def _names_a_place(cls, url: str) -> str:
        try:
            location_of(url)
        except ExtraMissingError:
            raise
        except ValueError:
            raise ValueError(
                f"name a SQLite file, such as {DEFAULT_DATABASE}, or a PostgreSQL database, such "
                f"as {POSTGRESQL}://user:password@host/dealer"
            ) from None
        return url


class Settings(DatabaseSettings):
    """All settings, from environment variables of the same names or from a `.env` file."""

    discord_token: SecretStr
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    discord_api: AnyHttpUrl | None = None
    discord_gateway: AnyWebsocketUrl | None = None
    shard_count: int | None = None
    shard_ids: str = ""
    metrics_port: int | None = None
    metrics_host: IPvAnyAddress = IPv4Address("127.0.0.1")

    @field_validator("discord_token")
    @classmethod
    def _has_token(cls, token: SecretStr) -> SecretStr:
        stripped = token.get_secret_value().strip()
        if not stripped:
            raise ValueError("put your application's bot token there")
        return SecretStr(stripped)

    @field_validator("log_level", mode="before")
    @classmethod
    def _in_upper_case(cls, level: str) -> str:
        return level.upper()

    @field_validator("discord_api", "discord_gateway", "metrics_port", "shard_count", mode="before")
    @classmethod
    def _blank_is_unset(cls, value: str | None) -> str | None:
        return value or None

    @field_validator("metrics_port")
    @classmethod
    def _is_port(cls, port: int | None) -> int | None:
        if port is not None and not 1 <= port <= HIGHEST_PORT:
            raise ValueError(f"name a port from 1 to {HIGHEST_PORT}")
        if port is not None:
            require_extra("metrics", "prometheus_client")
        return port

    @field_validator("shard_count")
    @classmethod
    def _is_count(cls, count: int | None) -> int | None:
        if count is not None and not 1 <= count <= MAX_SHARDS:
            raise ValueError(f"name a number from 1 to {MAX_SHARDS}")
        return count

    @model_validator(mode="after")
    def _has_both_addresses_or_neither(self) -> Self:
        # With only one of them set, the library would show the token to the real Discord.
        if bool(self.discord_api) != bool(self.discord_gateway):
            raise ValueError("set DISCORD_API and DISCORD_GATEWAY both, or neither")
        return self


def load_settings() -> Settings:
    """Read all settings, or raise StartError."""
    return _load(Settings)


def load_database_url() -> str:
    """Read only the database's place, or raise StartError."""
    return _load(DatabaseSettings).database_url


def _load(kind: type[T]) -> T:
    try:
        return kind.model_validate({})
    except ValidationError as error:
        raise StartError(_one_line(error)) from None


def _one_line(error: ValidationError) -> str:
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"]).upper()
    if first["type"] == "missing":
        return f"{name} is missing: set it in the environment or in a .env file (see .env.example)."
    problem = first["msg"].removeprefix("Value error, ")
    return f"{name}: {problem}." if name else f"{problem}."
