"""Work on Memdesk from a checkout: set everything up, then open, test, check, draw or measure it.

python3 packaging/dev.py run [ARGS]     open Memdesk; ARGS are its own
python3 packaging/dev.py test [ARGS]    run the tests, without a screen; ARGS go to pytest
python3 packaging/dev.py lint           check style, types and floors
python3 packaging/dev.py shots DIR      draw every screen into DIR (shots --help says what of them)
python3 packaging/dev.py keyboard       write docs/keyboard.md anew, from the table of actions
python3 packaging/dev.py translations   bring the catalogues of the translations up to date with the source
python3 packaging/dev.py wheel          build wheel and sdist, and try the wheel in an environment of its own
python3 packaging/dev.py bundle         build the folder that needs no Python, and try it
python3 packaging/dev.py deb [SUITE]    the same, pack it for Debian, and try that in a bare Debian, as root
python3 packaging/dev.py bench [ARGS]   measure against floors of the same run
python3 packaging/dev.py soak [ARGS]    try every promise of the save for long (--minutes 30)

Only the standard library, in a syntax that an older Python still reads: it has to say which one is needed.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

MINIMUM = (3, 11)
CHECKOUT = Path(__file__).resolve().parent.parent
PYTEST_WORKERS = "3"
"""One more than the machine of the checks has cores: a test of the window waits for a third of its time."""
OTHER_SYSTEMS = ("darwin", "win32") if sys.platform == "linux" else ()

# Soname to Debian package. A missing one would show as a bare ImportError, or as Qt aborting the process.
QT_LIBRARIES = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
}
X11_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
}
# Program to Debian package: a virtual display with a window manager, keys from outside, injected faults.
TEST_PROGRAMS = {
    "Xvfb": "xvfb",
    "xauth": "xauth",
    "xdotool": "xdotool",
    "openbox": "openbox",
    "strace": "strace",
}

# What pip and uv say, with the system's own words in it, where no server can be reached.
NO_NETWORK = (
    b"name resolution",
    b"Name or service not known",
    b"nodename nor servname",
    b"getaddrinfo failed",
    b"dns error",
    b"Failed to establish a new connection",
    b"Network is unreachable",
    b"timed out",
)


class SetupError(Exception):
    """What stands in the way and what to do about it, in one sentence."""


class Packages:
    """Debian's packages: installed as root, named to everybody else."""

    def __init__(
        self,
        *,
        is_root: bool,
        apt_get: str | None,
        sudo: str | None = None,
        call: Callable[..., int] = subprocess.call,
    ) -> None:
        self._is_root = is_root
        self._apt_get = apt_get
        self._sudo = sudo
        self._call = call
        self._lists_are_fresh = False

    @classmethod
    def of_this_system(cls) -> Packages:
        """The packages of the machine we run on."""
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        return cls(is_root=is_root, apt_get=shutil.which("apt-get"), sudo=shutil.which("sudo"))

    def need(self, packages: Sequence[str], purpose: str) -> None:
        """Install `packages`; where that is not ours to do, raise `SetupError` with the line to type."""
        if packages and not self._install(packages):
            raise SetupError(f"{purpose} needs system packages that are missing; {self.advice(packages)}")

    def want(self, packages: Sequence[str], purpose: str) -> None:
        """Install `packages`; where that is not ours to do, say the line to type and go on."""
        if packages and not self._install(packages):
            say(f"{purpose} will be skipped, because system packages are missing; {self.advice(packages)}")

    def advice(self, packages: Sequence[str]) -> str:
        """The exact line that installs `packages`, or what to look for where there is no apt-get."""
        names = " ".join(packages)
        if not self._apt_get:
            return f"install what Debian calls: {names}"
        sudo, who = ("sudo ", "") if self._sudo and not self._is_root else ("", " as root")
        return f"type{who}: {sudo}apt-get update && {sudo}apt-get install -y {names}"

    def _install(self, packages: Sequence[str]) -> bool:
        if not (self._is_root and self._apt_get):
            return False
        say(f"Installing {' '.join(packages)}")
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        if not self._lists_are_fresh:
            self._call([self._apt_get, "update", "-qq"], env=quiet, stdout=subprocess.DEVNULL)
            self._lists_are_fresh = True
        install = [self._apt_get, "install", "-y", "-qq", "--no-install-recommends", *packages]
        return self._call(install, env=quiet, stdout=subprocess.DEVNULL) == 0


class Environment:
    """The virtual environment of a checkout, with Memdesk and its tools installed in place."""

    def __init__(self, checkout: Path, uv: str | None) -> None:
        self._checkout = checkout
        self._uv = uv
        self._folder = checkout / ".venv"
        self._stamp = self._folder / "memdesk-stamp"
        self.python = self._folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    def ready(self) -> Path:
        """The environment's interpreter, after setting up or mending what is not as the stamp says."""
        if self._is_complete():
            return self.python
        say(f"Setting up {self._folder}")
        self._stamp.unlink(missing_ok=True)
        if not self._is_usable():
            self._create()
        self._install()
        self._stamp.write_bytes(self.fingerprint())
        return self.python

    def fingerprint(self) -> bytes:
        """What the environment was made from. A moved checkout counts, since its path stands in every script."""
        place = f"{sys.version_info[:2]} {self._checkout}\n".encode()
        return hashlib.sha256(place + (self._checkout / "pyproject.toml").read_bytes()).hexdigest().encode()

    def _is_complete(self) -> bool:
        try:
            stamp = self._stamp.read_bytes()
        except OSError:
            return False
        return stamp == self.fingerprint() and self._passes("find_spec('memdesk')")

    def _is_usable(self) -> bool:
        """Whether it can be installed into: left half-made, or of another Python, it is made anew."""
        same_python = f"sys.version_info[:2] == {sys.version_info[:2]}"
        has_installer = "True" if self._uv else "find_spec('pip')"
        return self._passes(f"{same_python} and {has_installer}")

    def _passes(self, condition: str) -> bool:
        """Whether the interpreter starts at all and finds the condition true."""
        code = f"import sys; from importlib.util import find_spec; sys.exit(not ({condition}))"
        try:
            probe = subprocess.run([self.python, "-I", "-c", code], check=False, capture_output=True)
        except OSError:
            return False
        return probe.returncode == 0

    def _create(self) -> None:
        if self._folder.exists():
            shutil.rmtree(self._folder)
        if self._uv:
            self._call([self._uv, "venv", "--quiet", "--python", sys.executable, str(self._folder)])
            return
        self._call([sys.executable, "-m", "venv", str(self._folder)])

    def _install(self) -> None:
        target = f"{self._checkout}[dev]"
        if self._uv:
            self._call([self._uv, "pip", "install", "--quiet", "--python", str(self.python), "-e", target])
            return
        pip = [str(self.python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        self._call([*pip, "-e", target])

    def _call(self, command: Sequence[str]) -> None:
        ran = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if ran.returncode == 0:
            return
        if any(sign in ran.stdout for sign in NO_NETWORK):
            raise SetupError(
                "The libraries could not be fetched, because the network does not answer; "
                "connect to it and type the same again"
            )
        say(ran.stdout.decode(errors="replace").rstrip())
        raise SetupError("The set-up stopped there; mend what it says, then type the same again")


def main(arguments: Sequence[str]) -> int:
    """Do what `arguments` ask for; the exit code is that of the last program run."""
    usage = (__doc__ or "").strip()
    name, rest = (arguments[0], list(arguments[1:])) if arguments else ("", [])
    if name in ("-h", "--help"):
        print(usage)
        return 0
    if name not in COMMANDS:
        say(usage)
        return 2
    try:
        check_python((sys.version_info[0], sys.version_info[1]))
        return COMMANDS[name](rest)
    except SetupError as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        return 130


def run(arguments: list[str]) -> int:
    """Open Memdesk."""
    python = set_up({**QT_LIBRARIES, **X11_LIBRARIES})
    return hand_over(python, ["-m", "memdesk", *arguments])


def test(arguments: list[str]) -> int:
    """Run pytest without a screen; tests in a real window are skipped where its programs are missing."""
    python = set_up(QT_LIBRARIES, "Tests that drive a real window or inject faults")
    os.chdir(CHECKOUT)
    # Where nothing compiled is kept, each worker and each of the hundreds of programs they start compiles all anew.
    return hand_over(
        python,
        ["-m", "pytest", *workers_for(arguments), *arguments],
        QT_QPA_PLATFORM="offscreen",
        PYTHONDONTWRITEBYTECODE="",
    )


def lint(arguments: list[str]) -> int:
    """Run every static check, all at the same time."""
    if arguments:
        raise SetupError("lint checks everything and takes no arguments")
    python = set_up({})
    os.chdir(CHECKOUT)
    checks = (
        [str(python), "-m", "ruff", "check", "."],
        [str(python), "-m", "ruff", "format", "--check", "."],
        [str(python), "-m", "mypy"],
        *(types_of(python, system) for system in OTHER_SYSTEMS),
        [str(python.with_name("lint-imports")), "--no-logo"],
    )
    with ThreadPoolExecutor(len(checks)) as pool:
        runs = list(pool.map(_run_quietly, checks))
    for run in runs:
        sys.stdout.write(run.stdout)
    return int(any(run.returncode for run in runs))


def _run_quietly(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command and keep what it says, so that checks at the same time do not speak at the same time."""
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


def types_of(python: Path, system: str) -> list[str]:
    """The check of types as on another system; what is for this one alone cannot be reached there."""
    cache = os.path.join(".mypy_cache", system)
    options = ["--platform", system, "--no-warn-unreachable", "--cache-dir", cache]
    return [str(python), "-m", "mypy", *options, "src"]


def shots(arguments: list[str]) -> int:
    """Draw every screen into the folder named."""
    asks_for_help = arguments == ["--help"]
    names_folder = bool(arguments) and arguments[0][0] != "-" and all(a[:2] == "--" for a in arguments[1:2])
    if not names_folder and not asks_for_help:
        raise SetupError("Name one folder for the pictures: python3 packaging/dev.py shots DIR [--help]")
    python = set_up(QT_LIBRARIES)
    return hand_over(
        python, [str(CHECKOUT / "packaging" / "shots.py"), *arguments], QT_QPA_PLATFORM="offscreen"
    )


def keyboard(arguments: list[str]) -> int:
    """Write the page about the keys."""
    if arguments:
        raise SetupError("keyboard writes one page and takes no arguments")
    python = set_up(QT_LIBRARIES)
    return hand_over(python, [str(CHECKOUT / "packaging" / "keyboard.py")], QT_QPA_PLATFORM="offscreen")


def translations(arguments: list[str]) -> int:
    """Bring the catalogues up to date, or only say with `--check` what is missing."""
    return hand_over(Path(sys.executable), [str(CHECKOUT / "packaging" / "translations.py"), *arguments])


def wheel(arguments: list[str]) -> int:
    """Build wheel and sdist into `dist`, and try the wheel where nothing of this checkout is."""
    if arguments:
        raise SetupError("wheel takes no arguments: python3 packaging/dev.py wheel")
    python = set_up(QT_LIBRARIES)
    return hand_over(python, [str(CHECKOUT / "packaging" / "wheel.py"), str(CHECKOUT / "dist")])


def bundle(arguments: list[str]) -> int:
    """Build the folder that needs no Python, try it away from here, and print its size and its start."""
    python = set_up(QT_LIBRARIES)
    return hand_over(python, [str(CHECKOUT / "packaging" / "bundle.py"), *arguments])


def deb(arguments: list[str]) -> int:
    """Build the bundle, pack it for Debian, and try the package in a bare Debian."""
    python = set_up(QT_LIBRARIES)
    return hand_over(python, [str(CHECKOUT / "packaging" / "deb.py"), *arguments])


def bench(arguments: list[str]) -> int:
    """Measure start-up, keys and merges against floors of the same run."""
    python = set_up(QT_LIBRARIES, "Measurements in a real window")
    os.chdir(CHECKOUT)
    return hand_over(python, ["-m", "tests.bench", *arguments])


def soak(arguments: list[str]) -> int:
    """Let agents and faults at the program for long, and print what was lost."""
    python = set_up(QT_LIBRARIES, "Injected faults")
    os.chdir(CHECKOUT)
    return hand_over(python, ["-m", "tests.soak", *arguments], QT_QPA_PLATFORM="offscreen")


COMMANDS: Mapping[str, Callable[[list[str]], int]] = {
    "run": run,
    "test": test,
    "lint": lint,
    "shots": shots,
    "keyboard": keyboard,
    "translations": translations,
    "wheel": wheel,
    "bundle": bundle,
    "deb": deb,
    "bench": bench,
    "soak": soak,
}


def check_python(version: tuple[int, int]) -> None:
    """Refuse a Python that is too old, and name a newer one where it is on PATH."""
    if version >= MINIMUM:
        return
    names = [f"python3.{minor}" for minor in range(19, MINIMUM[1] - 1, -1)]
    newer = next((name for name in names if shutil.which(name)), None)
    advice = f"type: {newer} {' '.join(sys.argv)}" if newer else "install a newer one and start this with it"
    needed, found = (".".join(map(str, pair)) for pair in (MINIMUM, version))
    raise SetupError(f"Memdesk needs Python {needed} or newer, and this is {found}; {advice}")


def set_up(libraries: Mapping[str, str], in_a_real_window: str = "") -> Path:
    """The interpreter to go on with. All that must be there is asked for at once, so that one line gets it.

    `in_a_real_window` names what can be left out where a display, its programs or Qt's libraries for it are missing.
    """
    packages = Packages.of_this_system()
    uv = shutil.which("uv")
    packages.need(missing_packages(libraries) + missing_venv(uv), "Memdesk")
    if in_a_real_window:
        packages.want(missing_packages(X11_LIBRARIES, TEST_PROGRAMS), in_a_real_window)
    return Environment(CHECKOUT, uv).ready()


def missing_packages(libraries: Mapping[str, str], programs: Mapping[str, str] | None = None) -> list[str]:
    """Debian's packages for those `libraries` and `programs` that are not there; elsewhere Qt brings its own."""
    if not sys.platform.startswith("linux"):
        return []
    absent = [package for soname, package in libraries.items() if not can_load(soname)]
    return absent + [package for program, package in (programs or {}).items() if not shutil.which(program)]


def can_load(soname: str) -> bool:
    """Whether the dynamic linker finds the library."""
    try:
        ctypes.CDLL(soname)
    except OSError:
        return False
    return True


def missing_venv(uv: str | None) -> list[str]:
    """Debian splits `ensurepip` off its Python; another Python than the system's own needs its version's package."""
    if uv or importlib.util.find_spec("ensurepip"):
        return []
    is_the_systems = os.path.realpath(sys.executable) == os.path.realpath("/usr/bin/python3")
    return ["python3-venv" if is_the_systems else f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"]


def workers_for(arguments: Sequence[str]) -> list[str]:
    """How many workers pytest takes, unless asked for. A file stays on one: its windows share one application.

    Files come in their order, not those with most tests first: the longest test of all has a file of its own.
    """
    if any(argument.startswith(("-n", "--numprocesses")) for argument in arguments):
        return []
    return ["-n", PYTEST_WORKERS, "--dist=loadfile", "--no-loadscope-reorder"]


def hand_over(python: Path, arguments: Sequence[str], **settings: str) -> int:
    """Become the program, so that what it prints last is last and a signal reaches it."""
    command = [str(python), *arguments]
    surroundings = {**os.environ, **settings}
    if os.name == "posix":
        sys.stdout.flush()
        os.execve(command[0], command, surroundings)
    return subprocess.call(command, env=surroundings)


def say(sentence: str) -> None:
    """Tell the person at the terminal; stdout stays the program's."""
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
