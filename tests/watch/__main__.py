"""The long run: `python -m tests.watch --creates 60000`."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.watch.many_creates import is_good, make_many, sentence_of


def main() -> int:
    """Make so many files, print what the watcher made of them; 1 where it was not good enough."""
    parser = argparse.ArgumentParser(
        description="Make very many files and see whether the watcher knows all."
    )
    parser.add_argument("--creates", type=int, default=60_000, help="how many files (60000)")
    files = parser.parse_args().creates
    with tempfile.TemporaryDirectory() as folder:
        figures = make_many(Path(folder), files)
    sys.stdout.write(sentence_of(figures) + "\n")
    return 0 if is_good(figures) else 1


if __name__ == "__main__":
    sys.exit(main())
