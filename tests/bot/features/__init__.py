from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from bot.features import EXTENSIONS


def of_features(function: str = "fill") -> list[ModuleType]:
    """Return the features' tests that have a function for tests of the core."""
    folders = dict.fromkeys(path.split(".")[2] for path in EXTENSIONS)
    paths = [f"{__name__}.{folder}" for folder in folders]
    modules = [import_module(path) for path in paths if find_spec(path)]
    return [module for module in modules if hasattr(module, function)]
