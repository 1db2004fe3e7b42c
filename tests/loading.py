"""Loads the program before it is forked, which its commands and windows otherwise load module by module, each anew."""

from __future__ import annotations

import pkgutil
from importlib import import_module

COMMANDS = ("cli", "services", "layouts", "store", "text")
WINDOW = (*COMMANDS, "watch", "ui")


def load_all(packages: tuple[str, ...]) -> None:
    """Import every module of these packages of `memdesk`, but for those that run when imported."""
    for name in packages:
        package = import_module(f"memdesk.{name}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
