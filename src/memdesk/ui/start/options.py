"""What the window is started with."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple


class Options(NamedTuple):
    """The folders to open, as absolute paths; or a throwaway copy of the sample memory, with agents at work or not.

    With a `picture` the window is drawn into that PNG file, as an absolute path, and closed.
    """

    roots: tuple[str, ...] = ()
    sample: bool = False
    demo: bool = False
    picture: str = ""

    @property
    def stands_alone(self) -> bool:
        """Whether this start opens a window of its own, whatever is open already: it shows copies that go with it."""
        return self.sample or self.demo or bool(self.picture)


def parse_options(arguments: Sequence[str]) -> Options:
    """The options in `arguments`; argparse ends the process where they make no sense."""
    if not arguments:
        return Options()
    import argparse

    parser = argparse.ArgumentParser("memdesk", description="See and edit what your agents remember.")
    parser.add_argument("roots", nargs="*", metavar="ROOT", help="a folder of memory to open")
    parser.add_argument("--sample", action="store_true", help="open a throwaway copy of the sample memory")
    parser.add_argument("--demo", action="store_true", help="the same, with an agent at work in each copy")
    parser.add_argument("--picture", metavar="FILE", help="draw the window into a PNG file and quit")
    found = parser.parse_args(arguments)
    picture = os.path.abspath(found.picture) if found.picture else ""
    return Options(tuple(os.path.abspath(root) for root in found.roots), found.sample, found.demo, picture)
