"""A Debian system in a folder, with no more in it than Debian's essential packages."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from trial import clean_environment, output_of, tell

NEEDED = ("debootstrap", "unshare", "chroot")
USER = "visitor"
USER_HOME = f"/home/{USER}"
# What is started ends with its process group's namespace, and what is mounted is mounted for it alone.
INSIDE = """
mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/dev/shm" && exec chroot "$@"
"""
NOT_COMPARED = (
    "var/lib/dpkg",
    "var/lib/apt",
    "var/lib/systemd",
    "var/log",
    "var/cache",
    "proc",
    "dev",
    "tmp",
    "home",
)
"""Where Debian itself writes down what was installed and removed, and what is the user's."""


class BareDebian:
    """The system in `folder`, with one ordinary user, whose home is `home` as seen from outside.

    What runs in it runs in namespaces of its own, which end with it.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        self.name = name
        self.home = folder / USER_HOME.lstrip("/")
        self._before: frozenset[str] = frozenset()
        self._as_root("useradd", "--create-home", USER)

    @staticmethod
    def hindrance() -> str:
        """Why no such system can be made here; empty where it can."""
        missing = [program for program in NEEDED if shutil.which(program) is None]
        if missing:
            return f"{' and '.join(missing)} is not installed"
        return "" if os.geteuid() == 0 else "only root can make a Debian of its own"

    @classmethod
    def made(cls, suite: str, store: Path, folder: Path) -> BareDebian:
        """A copy in `folder` of the bare system of that suite, which is fetched into `store` at the first time."""
        base = store / suite
        if not base.exists():
            tell(f"Fetching a bare Debian {suite}")
            half = store / f"{suite}.half"
            shutil.rmtree(half, ignore_errors=True)
            store.mkdir(parents=True, exist_ok=True)
            output_of(["debootstrap", "--variant=minbase", suite, half], store)
            half.rename(base)
        root = folder / "root"
        subprocess.run(["cp", "--archive", "--reflink=auto", base, root], check=True)
        if Path("/etc/resolv.conf").exists():
            (root / "etc/resolv.conf").unlink(missing_ok=True)
            shutil.copyfile("/etc/resolv.conf", root / "etc/resolv.conf")
        release = (root / "etc/debian_version").read_bytes().decode().strip()
        return cls(root, f"Debian {release}")

    def install(self, package: Path) -> None:
        """Let Debian install what the package names as its dependencies, from its own archive, and then the package.

        Raises:
            Failed: it does not install.
        """
        place = f"/tmp/{package.name}"
        shutil.copyfile(package, self.folder / place.lstrip("/"))
        self._as_root("apt-get", "update", "-qq")
        depends = output_of(["dpkg-deb", "--field", package, "Depends"], self.folder).strip()
        names = [part.split()[0] for part in depends.split(",")]
        quietly = ("-y", "-qq", "--no-install-recommends")
        self._as_root("apt-get", "install", *quietly, *names)
        self._before = self._files()
        self._as_root("dpkg", "--install", place)

    def has(self, program: str) -> bool:
        """Whether that program is on the path there."""
        return any(
            (self.folder / folder / program).exists() for folder in ("usr/bin", "usr/local/bin", "bin")
        )

    def command(self, command: Sequence[str], settings: Mapping[str, str] | None = None) -> list[str]:
        """What runs a command there as the ordinary user; with no network, unless on a display."""
        surroundings = {**clean_environment(USER_HOME), **(settings or {})}
        if "DISPLAY" in surroundings:
            del surroundings["QT_QPA_PLATFORM"]
        own = [] if "DISPLAY" in surroundings else ["--net"]
        named = [f"{name}={value}" for name, value in surroundings.items()]
        return self._inside(
            own, [f"--userspec={USER}:{USER}"], ["env", "-i", "-C", USER_HOME, *named, *command]
        )

    def ask(self, *command: str, codes: Sequence[int] = (0,)) -> str:
        """What a command prints that the ordinary user runs there. Raises `Failed` where it ends with another code."""
        return output_of(self.command(command), self.folder, codes=codes)

    def try_on_screen(self, show: Callable[[dict[str, str]], object]) -> str:
        """Call `show` with the surroundings for a display of this machine, where it can have one; what came of it."""
        if shutil.which("Xvfb") is None:
            return "not tried on a screen, since Xvfb is not installed"
        read, write = os.pipe()
        command = [
            "Xvfb",
            "-displayfd",
            str(write),
            "-ac",
            "-screen",
            "0",
            "1600x1000x24",
            "-nolisten",
            "tcp",
        ]
        server = subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL)
        os.close(write)
        try:
            with os.fdopen(read) as answer:
                number = answer.readline().strip()
            show({"DISPLAY": f":{number}"})
        finally:
            server.terminate()
            server.wait()
        return "on an X11 screen too"

    def purge(self, name: str) -> list[str]:
        """Remove the package; what stands there now and did not before it came, but for what the user has."""
        self._as_root("apt-get", "purge", "-y", "-qq", name)
        return sorted(self._files() - self._before)

    def _files(self) -> frozenset[str]:
        found = []
        for folder, folders, files in os.walk(self.folder):
            place = os.path.relpath(folder, self.folder)
            if place in NOT_COMPARED:
                folders.clear()
                continue
            found += [os.path.normpath(os.path.join(place, name)) for name in (*folders, *files)]
        return frozenset(found)

    def _as_root(self, *command: str) -> None:
        setting = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive"]
        output_of(self._inside([], [], [*setting, *command]), self.folder)

    def _inside(self, own: Sequence[str], options: Sequence[str], command: Sequence[str]) -> list[str]:
        namespaces = ["unshare", "--mount", "--pid", "--fork", "--kill-child", *own]
        return [*namespaces, "sh", "-c", INSIDE, str(self.folder), *options, str(self.folder), *command]
