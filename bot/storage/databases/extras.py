"""Libraries that only some bots need: extras of the package."""

from importlib.util import find_spec


class ExtraMissingError(ValueError):
    """An extra is not installed; the message is a clause that says what to do."""


def require_extra(extra: str, package: str) -> None:
    """Do nothing if an extra is installed.

    Args:
        extra: Its name in pyproject.toml.
        package: What it installs.

    Raises:
        ExtraMissingError: It is not installed.
    """
    if not find_spec(package):
        raise ExtraMissingError(
            f"it needs the extra {extra}: pip install '.[{extra}]' in the Dealer's folder"
        )
