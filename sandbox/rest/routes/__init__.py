"""Discord's routes, one module for each of its resources."""

from importlib import import_module
from pkgutil import iter_modules

from sandbox.rest.request import ROUTES

__all__ = ["ROUTES"]

for module in iter_modules(__path__):
    import_module(f"{__name__}.{module.name}")
