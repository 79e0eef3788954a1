"""Optional libraries: extras of the package."""

from importlib.util import find_spec


class ExtraMissingError(ValueError):
    """Error for a missing extra; the message is a clause of advice."""


def require_extra(extra: str, package: str) -> None:
    """Check that an extra from pyproject.toml is installed, by one of its packages.

    Raises:
        ExtraMissingError: It is not installed.
    """
    if not find_spec(package):
        raise ExtraMissingError(
            f"it needs the extra {extra}: pip install '.[{extra}]' in the Dealer's folder"
        )
