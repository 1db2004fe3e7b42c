"""`python -m memdesk.cli`: the command line alone."""

from __future__ import annotations

import sys

from memdesk.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
