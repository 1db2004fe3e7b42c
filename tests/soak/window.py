"""`python -m tests.soak.window --minutes 10 --seed 1`: the real window among busy agents, as figures.

The exit code is 1 where something was lost or went wrong.
"""

from __future__ import annotations

import argparse
import sys

from tests.soak.own_home import crash_reports, own_home


def main() -> int:
    """Run in a home of its own and print the figures."""
    parser = argparse.ArgumentParser("tests.soak.window")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--every", type=float, default=0.4, help="mean seconds between two writes of the agents"
    )
    options = parser.parse_args()
    with own_home() as folder:
        from PySide6.QtWidgets import QApplication

        from tests.soak.demonstration import run

        app = QApplication([])
        try:
            figures = run(folder, options.minutes, options.seed, options.every)
        except AssertionError as error:
            # Else the program's own hook takes it for an error of its own, and shows it to nobody.
            sys.stdout.write(f"{error}\n")
            return 1
        finally:
            app.processEvents()
            sys.stdout.writelines(crash_reports())
    for name, value in vars(figures).items():
        sys.stdout.write(f"{name}: {dict(value) if isinstance(value, dict) else value}\n")
    return 0 if figures.is_well else 1


if __name__ == "__main__":
    sys.exit(main())
