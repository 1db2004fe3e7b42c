"""Put an agent's layout where an installer would put a plug-in: a module, its entry point, its sample beside it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

TOYS = Path(__file__).parent


def install(site: Path, name: str, code: bytes, sample: Path) -> None:
    """Install the layout `name` into the folder `site`, which has to stand on the path."""
    site.mkdir(exist_ok=True)
    (site / f"toy_{name}.py").write_bytes(code)
    shutil.copytree(sample, site / "samples" / name)
    facts = site / f"toy_{name}-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_bytes(f"Metadata-Version: 2.1\nName: toy-{name}\nVersion: 1.0\n".encode())
    (facts / "entry_points.txt").write_bytes(f"[memdesk.layouts]\n{name} = toy_{name}:LAYOUT\n".encode())
    sys.modules.pop(f"toy_{name}", None)


def install_magpie(site: Path) -> None:
    """Install Magpie with its sample."""
    install(site, "magpie", (TOYS / "magpie.py").read_bytes(), TOYS / "samples" / "magpie")


def magpie_home(home: Path) -> Path:
    """A home in which Magpie keeps what its sample shows; gives the folder of its roots."""
    shutil.copytree(TOYS / "samples" / "magpie", home / ".magpie")
    (home / ".magpie" / "sample.json").unlink()
    return home / ".magpie"
