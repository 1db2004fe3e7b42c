"""The entry points decide between window and shell, and say in one sentence why no window can open."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from PySide6.QtCore import qWarning

from memdesk.ui.start.display import told_instead_of_aborted, why_no_window

EXIT_SYSTEM_SAID_NO = 5
NO_DISPLAY = b"neither DISPLAY nor WAYLAND_DISPLAY is set"

needs_command_line = pytest.mark.skipif(
    find_spec("memdesk.cli.__main__") is None, reason="there is no command line yet"
)
on_x11_or_wayland = pytest.mark.skipif(
    sys.platform in ("win32", "darwin"), reason="every session of this system has a display"
)


def run(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, *arguments], check=False, capture_output=True, cwd=cwd)


@pytest.fixture(autouse=True)
def _no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)


@on_x11_or_wayland
@pytest.mark.parametrize(
    "arguments",
    [("-m", "memdesk"), ("-c", "import sys; from memdesk.__main__ import main_gui; sys.exit(main_gui())")],
)
def test_without_a_display_it_says_what_to_do(arguments: tuple[str, ...]) -> None:
    ran = run(*arguments)
    assert (ran.returncode, ran.stdout) == (EXIT_SYSTEM_SAID_NO, b"")
    assert NO_DISPLAY in ran.stderr
    assert ran.stderr.count(b"\n") == 1


@on_x11_or_wayland
@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("DISPLAY", ":64999", b"no display answers at DISPLAY=:64999; start"),
        (
            "QT_QPA_PLATFORM",
            "paper",
            b"Qt knows no platform called paper (QT_QPA_PLATFORM); unset QT_QPA_PLATFORM,",
        ),
    ],
)
def test_where_qt_would_abort_it_says_what_to_do(
    name: str, value: str, reason: bytes, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv(name, value)
    ran = run("-m", "memdesk", "--sample")
    assert (ran.returncode, ran.stdout) == (EXIT_SYSTEM_SAID_NO, b"")
    assert ran.stderr.startswith(b"Memdesk cannot open its window, because " + reason)
    assert ran.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("warning", "advice"),
    [
        ("Failed to create wl_display (No such file or directory)", "no display"),
        (
            'Could not load the Qt platform plugin "xcb" in "" even though it was found.',
            "apt-get install libxcb-cursor0",
        ),
    ],
)
def test_qts_last_words_become_an_advice(warning: str, advice: str) -> None:
    assert advice in why_no_window([warning])


def test_what_qt_says_where_a_window_can_open_is_passed_on(expected_warnings: list[str]) -> None:
    expected_warnings.append("a font is missing")
    with told_instead_of_aborted():
        qWarning("a font is missing")


@pytest.mark.skipif(find_spec("memdesk.ui.app") is None, reason="there is no window yet")
@on_x11_or_wayland
def test_a_library_that_qt_misses_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "PySide6"
    package.mkdir()
    (package / "__init__.py").touch()
    for module in ("QtCore", "QtGui", "QtWidgets"):
        (package / f"{module}.abi3.so").write_bytes(b"no library")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("DISPLAY", ":99")
    ran = run("-m", "memdesk")
    assert ran.returncode == EXIT_SYSTEM_SAID_NO
    assert ran.stderr.startswith(b"Memdesk cannot open its window, because Qt does not load (")
    assert ran.stderr.count(b"\n") == 1


@needs_command_line
@on_x11_or_wayland
def test_folders_are_for_the_window(tmp_path: Path) -> None:
    for name in ("notes", "tree"):
        (tmp_path / name).mkdir()
    assert NO_DISPLAY in run("-m", "memdesk", "notes", cwd=tmp_path).stderr
    assert NO_DISPLAY in run("-m", "memdesk", "./tree", cwd=tmp_path).stderr


@needs_command_line
@pytest.mark.parametrize(
    "arguments", [("--help",), ("--version",), ("roots", "--json"), ("--root", ".", "roots")]
)
def test_commands_are_for_the_shell(arguments: tuple[str, ...]) -> None:
    ran = run("-m", "memdesk", *arguments)
    assert ran.returncode in (0, 1)
    assert NO_DISPLAY not in ran.stderr
    assert ran.stdout


@needs_command_line
def test_a_misspelt_command_opens_no_window(tmp_path: Path) -> None:
    ran = run("-m", "memdesk", "chekc", "evva", cwd=tmp_path)
    assert (ran.returncode, ran.stdout, ran.stderr.count(b"\n")) == (2, b"", 1)
    assert b"chekc" in ran.stderr
    assert NO_DISPLAY not in ran.stderr


@needs_command_line
def test_a_command_wins_over_a_folder_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "roots").mkdir()
    assert NO_DISPLAY not in run("-m", "memdesk", "roots", cwd=tmp_path).stderr
