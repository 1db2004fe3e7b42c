"""Gather the licences of all that the bundle carries along: `python packaging/notices.py FOLDER`.

It runs in the environment that the bundle is built from. Each library brings its own licence; Qt's wheels do not, so
the texts of theirs lie beside this file.
"""

from __future__ import annotations

import re
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

OWN = "memdesk"
TEXTS = Path(__file__).resolve().parent / "licenses"
LICENSE_FILE = re.compile(r"(?:LICEN[CS]E|COPYING|NOTICE)", re.IGNORECASE)
HEAD = """\
This folder holds the licences of Memdesk and of all that it carries along.

Python: PSF licence, python.txt.
PySide6 and Qt: used under the LGPL version 3, LGPL-3.txt and GPL-3.txt. Their libraries lie beside the program as files
of their own and may be replaced by others. Their sources: https://www.qt.io/download-open-source.
What Qt itself is made of: https://doc.qt.io/qt-6/licenses-used-in-qt.html.

"""


def main(arguments: list[str]) -> int:
    """Write the texts and a list of them into the folder named; returns the exit code."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        sys.stderr.write("Name the folder for the licences: python packaging/notices.py FOLDER\n")
        return 2
    folder = Path(arguments[0])
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(TEXTS, folder)
    of_python = Path(sysconfig.get_path("stdlib"), "LICENSE.txt")
    if of_python.exists():
        shutil.copyfile(of_python, folder / "python.txt")
    lines = [line_of(library, folder) for library in sorted(libraries(), key=lambda library: library.name)]
    (folder / "README.txt").write_bytes((HEAD + "\n".join(lines) + "\n").encode())
    return 0


def libraries() -> Iterator[Distribution]:
    """Memdesk and all that it needs, directly or not, as far as it is installed."""
    names, seen = [OWN], set[str]()
    while names:
        name = re.sub(r"[-_.]+", "-", names.pop()).lower()
        if name in seen:
            continue
        seen.add(name)
        try:
            found = distribution(name)
        except PackageNotFoundError:  # for another system or another Python
            continue
        yield found
        needed = [line for line in found.requires or () if "extra ==" not in line]
        names += [re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in needed]


def line_of(library: Distribution, folder: Path) -> str:
    """Copy the licences of a library; its line in the list."""
    for file in library.files or ():
        if LICENSE_FILE.match(file.name) and ".dist-info" in file.parts[0]:
            shutil.copyfile(str(file.locate()), folder / f"{library.name}-{file.name}")
    fields = (name for name in ("License-Expression", "License") if name in library.metadata)
    named = next((library.metadata[name].partition("\n")[0] for name in fields), "see its licence")
    return f"{library.name} {library.version}: {named}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
