"""Pack the bundle for Debian, and try the package in a bare Debian: `python3 packaging/dev.py deb [SUITE]`.

The bare Debian is made by debootstrap in a folder: no Python, no sources, nothing but what Debian itself holds for
essential and what the package asks for. There the package is installed, started by an ordinary user without a network,
and removed again, after which nothing of it may be left. That needs root; without it the package is only unpacked.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from email.utils import formatdate
from pathlib import Path

from bare_debian import USER_HOME, BareDebian
from bundle import STARTS, make_bundle, size_of
from trial import (
    APP_ID,
    BUILD,
    CHECKOUT,
    DIST,
    Failed,
    check_answers,
    check_picture,
    megabytes,
    output_of,
    paint_and_picture,
    seconds_to_paint,
    spread,
    tell,
)

LINUX = CHECKOUT / "packaging" / "linux"
LIBRARIES = (
    "libdbus-1-3, libegl1, libfontconfig1, libgl1, libglib2.0-0, libwayland-client0, libwayland-cursor0, "
    "libwayland-egl1, libxcb-cursor0, libxcb-icccm4, libxcb-keysyms1, libxcb-shape0, libxkbcommon-x11-0, libxkbcommon0"
)
MAINTAINER = "Memdesk contributors <memdesk@users.noreply.github.com>"
HOME_IN_PACKAGE = Path("usr/lib/memdesk")
LINTIAN = ("lintian", "--allow-root", "--fail-on", "error,warning")
VALIDATORS = (
    (("desktop-file-validate",), f"applications/{APP_ID}.desktop"),
    (("appstreamcli", "validate", "--no-net"), f"metainfo/{APP_ID}.metainfo.xml"),
)
GLIBC = re.compile(rb"GLIBC_2\.(\d+)")


def main(arguments: list[str]) -> int:
    """Pack and try; the exit code tells whether all of it holds."""
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        tell("deb takes the name of a Debian and no more: python3 packaging/dev.py deb [SUITE]")
        return 2
    try:
        package = build_package(make_bundle())
        tell(f"{package}: {megabytes(package.stat().st_size)}")
        try_package(package, arguments[0] if arguments else "stable")
        return 0
    except (Failed, subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        tell(f"The package does not stand: {error}")
        return 1


def build_package(bundle: Path) -> Path:
    """Pack the bundle with its desktop entry, its page of the manual and its icons; the path of the package."""
    version = version_of_checkout()
    machine = output_of(["dpkg", "--print-architecture"], CHECKOUT).strip()
    tree = BUILD / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    fill_tree(tree, bundle, version)
    control = tree / "DEBIAN" / "control"
    control.parent.mkdir()
    control.write_bytes(control_of(version, machine, size_of(tree) // 1024, newest_glibc(bundle)).encode())
    package = DIST / f"memdesk_{version}_{machine}.deb"
    output_of(["dpkg-deb", "--build", "--root-owner-group", "-Zxz", "-z4", tree, package], CHECKOUT)
    return package


def version_of_checkout() -> str:
    """The version that the sources have."""
    code = "import memdesk; print(memdesk.__version__)"
    return output_of([sys.executable, "-c", code], CHECKOUT).strip()


def fill_tree(tree: Path, bundle: Path, version: str) -> None:
    """Lay out the files as they stand on a Debian machine."""
    shutil.copytree(bundle, tree / HOME_IN_PACKAGE, symlinks=True)
    for library in (tree / HOME_IN_PACKAGE).rglob("*.so*"):
        if not library.is_symlink():
            library.chmod(0o644)
    programs, share = tree / "usr" / "bin", tree / "usr" / "share"
    programs.mkdir(parents=True)
    for name in ("memdesk", "memdesk-gui"):
        (programs / name).symlink_to("../lib/memdesk/memdesk")
        pack((LINUX / "memdesk.1").read_bytes(), share / "man" / "man1" / f"{name}.1.gz")
    place(LINUX / f"{APP_ID}.desktop", share / "applications" / f"{APP_ID}.desktop")
    place(LINUX / f"{APP_ID}.metainfo.xml", share / "metainfo" / f"{APP_ID}.metainfo.xml")
    place(LINUX / "copyright", share / "doc" / "memdesk" / "copyright")
    append_license(share / "doc" / "memdesk" / "copyright")
    place(LINUX / "lintian-overrides", share / "lintian" / "overrides" / "memdesk")
    pack((CHECKOUT / "CHANGELOG.md").read_bytes(), share / "doc" / "memdesk" / "NEWS.gz")
    pack(debian_changelog(version).encode(), share / "doc" / "memdesk" / "changelog.gz")
    icons = share / "icons" / "hicolor"
    place(CHECKOUT / "resources" / "icons" / "memdesk.svg", icons / "scalable" / "apps" / f"{APP_ID}.svg")
    for picture in (BUILD / "icons").glob("*.png"):
        place(picture, icons / picture.stem / "apps" / f"{APP_ID}.png")


def place(source: Path, target: Path) -> None:
    """Copy one file, its folders made, readable by all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(0o644)


def append_license(target: Path) -> None:
    """Write the terms of our licence below the head of Debian's file, in Debian's way: blank lines are full stops."""
    _, _, terms = (CHECKOUT / "LICENSE").read_bytes().decode().partition("contributors\n\n")
    lines = [f" {line or '.'}\n" for line in terms.rstrip().split("\n")]
    with target.open("ab") as file:
        file.write("".join(lines).encode())


def pack(data: bytes, target: Path) -> None:
    """Write a compressed file, without a time in it, readable by all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(gzip.compress(data, compresslevel=9, mtime=0))
    target.chmod(0o644)


def debian_changelog(version: str) -> str:
    """The list of changes in the form that Debian reads; the real one lies beside it."""
    return (
        f"memdesk ({version}) unstable; urgency=medium\n\n  * What changed stands in NEWS.gz.\n\n"
        f" -- {MAINTAINER}  {formatdate()}\n"
    )


def newest_glibc(bundle: Path) -> str:
    """The version of the C library that the machine must have at least: the newest that a file here names."""
    files = [path for path in bundle.rglob("*") if path.is_file() and not path.is_symlink()]
    named = (GLIBC.findall(path.read_bytes()) for path in files if is_program(path))
    return f"2.{max(int(minor) for found in named for minor in found)}"


def is_program(path: Path) -> bool:
    """Whether a file is a program or a library."""
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def control_of(version: str, machine: str, size_kib: int, glibc: str) -> str:
    """What Debian's package manager reads of the package."""
    return (
        f"Package: memdesk\nVersion: {version}\nArchitecture: {machine}\nInstalled-Size: {size_kib}\n"
        f"Maintainer: {MAINTAINER}\nSection: editors\nPriority: optional\nDepends: libc6 (>= {glibc}), {LIBRARIES}\n"
        "Suggests: fonts-noto-cjk\n"
        "Description: see, edit, review and prune what your AI agents remember\n"
        " Memdesk shows the memory that AI agents keep on disk, while they run and\n"
        " write the same files. It brings its own Python and its own Qt.\n"
    )


def try_package(package: Path, suite: str) -> None:
    """Try the package in a bare Debian, or say why that was not tried, and start what it unpacks to.

    Raises:
        Failed: it does not install, does not do what it should, or leaves something behind.
    """
    if shutil.which(LINTIAN[0]) is None:
        tell("lintian is not installed here: the package was not read by it.")
    else:
        output_of([*LINTIAN, package], CHECKOUT)
    hindrance = BareDebian.hindrance()
    with tempfile.TemporaryDirectory(prefix="memdesk-debian-") as folder:
        if hindrance:
            output_of(["dpkg-deb", "--extract", package, folder], CHECKOUT)
            validate(Path(folder))
            home = Path(folder, "home")
            home.mkdir()
            start = paint_and_picture(Path(folder, "usr", "bin", "memdesk"), home)
            tell(
                f"Unpacked into an empty folder and started in {start:.2f} s. Not installed, since {hindrance}."
            )
            return
        debian = BareDebian.made(suite, BUILD / "debian", Path(folder))
        tell(try_installed(debian, package))


def validate(root: Path) -> None:
    """Have the desktop's own programs read its files, as far as these are installed here."""
    for command, name in VALIDATORS:
        if shutil.which(command[0]) is None:
            tell(f"{command[0]} is not installed here: {name} was not read by it.")
        else:
            output_of([*command, root / "usr" / "share" / name], CHECKOUT)


def try_installed(debian: BareDebian, package: Path) -> str:
    """Install, start and remove the package there; what came of it, in one sentence."""
    debian.install(package)
    if debian.has("python3"):
        raise Failed("this Debian has a Python, so nothing shows that the package brings its own")
    validate(debian.folder)
    starts = [take_picture(debian, "memdesk") for _ in range(STARTS)]
    take_picture(debian, "memdesk-gui")
    sample = HOME_IN_PACKAGE / "_internal/memdesk/resources/samples/evva/home"
    debian.ask("cp", "-r", f"/{sample}", f"{USER_HOME}/sample")
    check_answers(
        lambda asked: debian.ask("memdesk", *asked, codes=(0, 1)),
        version_of_checkout(),
        f"{USER_HOME}/sample",
    )
    on_screen = debian.try_on_screen(lambda display: take_picture(debian, "memdesk", display))
    left = debian.purge("memdesk")
    if left:
        raise Failed(f"{len(left)} files are left once it is removed: {', '.join(left[:5])}")
    return (
        f"Installed in {debian.name} without a Python; as an ordinary user without a network, {STARTS} starts to the "
        f"first paint {spread(starts)}; {on_screen}; commands answer; removed, and nothing is left."
    )


def take_picture(debian: BareDebian, program: str, settings: Mapping[str, str] | None = None) -> float:
    """Have the user there take a picture of the sample; the seconds to the first paint."""
    picture = debian.home / "sample.png"
    picture.unlink(missing_ok=True)
    command = debian.command([program, "--sample", "--picture", f"{USER_HOME}/{picture.name}"], settings)
    seconds = seconds_to_paint(command, os.environ, debian.home)
    check_picture(picture)
    return seconds


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
