"""The one command that sets up a checkout: what it needs, what it says, and what it mends."""

from __future__ import annotations

import ast
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

SCRIPT = Path(__file__).resolve().parents[1] / "packaging/dev.py"

PROJECT = b"""
[project]
name = "memdesk"
version = "0"
optional-dependencies = { dev = [] }
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""
# Builds the smallest editable wheel, so that the real installers do their real work without a network.
BACKEND = b"""
import os, zipfile

FILES = {
    "memdesk.py": "",
    "memdesk-0.dist-info/METADATA": "Metadata-Version: 2.1\\nName: memdesk\\nVersion: 0\\nProvides-Extra: dev\\n",
    "memdesk-0.dist-info/WHEEL": "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
}

def build_editable(folder, settings=None, metadata=None):
    if os.path.exists("pull-the-plug"):
        os._exit(9)
    name = "memdesk-0-py3-none-any.whl"
    record = "".join(f"{path},,\\n" for path in [*FILES, "memdesk-0.dist-info/RECORD"])
    with zipfile.ZipFile(os.path.join(folder, name), "w") as wheel:
        for path, text in {**FILES, "memdesk-0.dist-info/RECORD": record}.items():
            wheel.writestr(path, text)
    return name
"""


def load_script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("dev", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


dev = load_script()


def run_script(*arguments: str) -> tuple[int, str, str]:
    ran = subprocess.run([sys.executable, SCRIPT, *arguments], check=False, capture_output=True)
    return ran.returncode, ran.stdout.decode(), ran.stderr.decode()


class AptGet:
    """Notes what would be typed, and answers with an exit code."""

    def __init__(self, exit_code: int) -> None:
        self.lines: list[str] = []
        self._exit_code = exit_code

    def __call__(self, command: list[str], **_: object) -> int:
        self.lines.append(" ".join(command))
        return self._exit_code


def test_it_uses_the_standard_library_only() -> None:
    imported: set[str] = set()
    for node in ast.walk(ast.parse(SCRIPT.read_bytes())):
        if isinstance(node, ast.Import):
            imported.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module or "")
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names


def test_an_older_python_can_read_it_and_is_told_what_is_needed() -> None:
    ast.parse(SCRIPT.read_bytes(), feature_version=(3, 7))
    with pytest.raises(dev.SetupError, match=r"^Memdesk needs Python 3\.11 or newer, and this is 3\.9; \w+"):
        dev.check_python((3, 9))
    dev.check_python((3, 11))


def test_without_a_command_it_says_how_it_is_used() -> None:
    for arguments in ((), ("dance",)):
        code, output, errors = run_script(*arguments)
        assert (code, output) == (2, "")
        assert "packaging/dev.py test" in errors


def test_help_is_no_error() -> None:
    code, output, errors = run_script("--help")
    assert (code, errors) == (0, "")
    assert all(f"packaging/dev.py {name}" in output for name in dev.COMMANDS)


@pytest.mark.parametrize("arguments", [("shots",), ("shots", "a", "b"), ("lint", "src")])
def test_a_wrong_argument_is_answered_in_one_sentence(arguments: tuple[str, ...]) -> None:
    code, output, errors = run_script(*arguments)
    assert (code, output) == (1, "")
    assert errors.count("\n") == 1


def test_workers_can_be_chosen() -> None:
    assert dev.workers_for(["tests/text", "--no-header"])[0] == "-n"
    assert (
        dev.workers_for(["-n0"])
        == dev.workers_for(["-n", "4"])
        == dev.workers_for(["--numprocesses=1"])
        == []
    )


def test_what_is_missing_is_found_by_looking() -> None:
    libraries = {"libc.so.6": "libc6", "libnowhere.so.9": "libnowhere9"}
    programs = {"sh": "dash", "no-such-program": "nowhere"}
    expected = ["libnowhere9", "nowhere"] if sys.platform == "linux" else []
    assert dev.missing_packages(libraries, programs) == expected


@pytest.mark.parametrize(
    ("sudo", "line"),
    [
        ("/usr/bin/sudo", "type: sudo apt-get update && sudo apt-get install -y libgl1 libegl1"),
        (None, "type as root: apt-get update && apt-get install -y libgl1 libegl1"),
    ],
)
def test_who_is_not_root_reads_the_exact_line(
    sudo: str | None, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    packages = dev.Packages(is_root=False, apt_get="/usr/bin/apt-get", sudo=sudo, call=AptGet(0))
    with pytest.raises(dev.SetupError) as raised:
        packages.need(["libgl1", "libegl1"], "Qt")
    assert str(raised.value) == f"Qt needs system packages that are missing; {line}"
    packages.want(["libgl1", "libegl1"], "Some tests")
    assert (
        capsys.readouterr().err
        == f"Some tests will be skipped, because system packages are missing; {line}\n"
    )


def test_without_apt_get_the_packages_are_named() -> None:
    packages = dev.Packages(is_root=True, apt_get=None)
    with pytest.raises(dev.SetupError, match="install what Debian calls: libgl1"):
        packages.need(["libgl1"], "Qt")


def test_root_installs_and_updates_the_lists_once() -> None:
    apt_get = AptGet(0)
    packages = dev.Packages(is_root=True, apt_get="apt-get", call=apt_get)
    packages.need([], "Nothing")
    assert apt_get.lines == []
    packages.need(["libgl1"], "Qt")
    packages.want(["xvfb", "xauth"], "Some tests")
    assert [line.split()[1] for line in apt_get.lines] == ["update", "install", "install"]
    assert apt_get.lines[-1].endswith(" xvfb xauth")


def test_root_is_told_when_an_installation_fails() -> None:
    packages = dev.Packages(is_root=True, apt_get="apt-get", call=AptGet(100))
    with pytest.raises(dev.SetupError, match="apt-get install -y libgl1"):
        packages.need(["libgl1"], "Qt")


@pytest.fixture(params=["pip", "uv"])
def environment(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], object]:
    """Makes the environment of a small checkout, each time as a new run of the command would."""
    uv = shutil.which("uv") if request.param == "uv" else None
    if request.param == "uv" and uv is None:
        pytest.skip("uv is not on PATH; to test with it too, type: pip install uv")
    (tmp_path / "pyproject.toml").write_bytes(PROJECT)
    (tmp_path / "backend.py").write_bytes(BACKEND)
    return lambda: dev.Environment(tmp_path, uv)


def installs(python: Path) -> bool:
    return subprocess.run([python, "-c", "import memdesk"], check=False).returncode == 0


def test_an_environment_is_made_once_and_mended_whatever_broke_it(
    environment: Callable[[], object], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def ready() -> bool:
        """Make it ready, and tell whether there was something to do."""
        assert installs(environment().ready())  # type: ignore[attr-defined] # dev is loaded by path
        return "Setting up" in capfd.readouterr().err

    stamp, python = tmp_path / ".venv/memdesk-stamp", tmp_path / ".venv/bin/python"
    plug = tmp_path / "pull-the-plug"

    assert ready()
    assert not ready()

    (tmp_path / "pyproject.toml").write_bytes(PROJECT + b"# changed\n")
    plug.touch()
    with pytest.raises(dev.SetupError, match="type the same again"):
        ready()
    assert not stamp.exists()
    plug.unlink()
    assert ready()

    python.unlink()
    python.symlink_to(tmp_path / "a-python-that-was-removed")
    assert ready()

    next(tmp_path.glob(".venv/lib/*/site-packages/memdesk.py")).unlink()
    assert ready()
    assert not ready()


@pytest.mark.parametrize(
    ("said", "advice", "shown"),
    [
        ("Request failed: Temporary failure in name resolution", "the network does not answer", ""),
        ("No space left on device", "mend what it says", "No space left on device\n"),
    ],
)
def test_what_stopped_the_installer_is_said_in_one_sentence(
    said: str, advice: str, shown: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stopped = [sys.executable, "-c", f"import sys; sys.exit({said!r})"]
    with pytest.raises(dev.SetupError, match=advice):
        dev.Environment(tmp_path, None)._call(stopped)
    assert capsys.readouterr().err == shown
