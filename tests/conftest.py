"""What every test stands on: a home of its own, bounded properties, and one Qt application that tolerates no litter."""

from __future__ import annotations

import gc
import logging
import os
import re
import threading
import weakref
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeAlias

import pytest
from hypothesis import HealthCheck, settings

from tests.patience import PATIENCE_S

if TYPE_CHECKING:
    from PySide6.QtCore import QMessageLogContext, QThread, QThreadPool, QTimer, QtMsgType
    from PySide6.QtWidgets import QApplication

    ActsAlone: TypeAlias = QTimer | QThread | QThreadPool

GRACE_S = PATIENCE_S / 20
"""How long what a test has told to stop may take to do so."""

_MANY = 20_000
"""A test that brought so many objects loaded modules: the next one need not look through these again."""

_DESCRIPTORS = "/proc/self/fd"

KEPT_VARIABLES = re.compile(
    r"PATH|TMPDIR|TEMP|TMP|SYSTEMROOT|LD_LIBRARY_PATH|(PYTEST|PYTHON|QT)\w*", re.IGNORECASE
)
"""All other variables are taken away, since any of them may lead to an agent's real memory."""

PLATFORM_NOISE = (
    re.compile("This plugin does not support"),  # the offscreen platform has no window manager to ask
)

# A busy machine is slow, not wrong: neither a single example nor the making of one is timed. The same examples each
# time tell whether a change broke something; what nobody has thought of yet is looked for with the other profile.
settings.register_profile(
    "ci",
    max_examples=60,
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("deep", settings.get_profile("ci"), max_examples=5000, derandomize=False)
settings.load_profile("ci")


def pytest_collection_finish() -> None:
    """What was there before the first test no test leaves behind: pass over it when looking for what one does."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder, which is all that this test and the programs it starts know of the user."""
    home = tmp_path_factory.mktemp("home")
    for name in os.environ:
        if not KEPT_VARIABLES.fullmatch(name):
            monkeypatch.delenv(name)
    folders = {
        "HOME": "",
        "USERPROFILE": "",
        "APPDATA": "AppData/Roaming",
        "LOCALAPPDATA": "AppData/Local",
        "XDG_CONFIG_HOME": ".config",
        "XDG_DATA_HOME": ".local/share",
        "XDG_STATE_HOME": ".local/state",
        "XDG_CACHE_HOME": ".cache",
    }
    for name, folder in folders.items():
        monkeypatch.setenv(name, str(home / folder))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return home


@pytest.fixture(autouse=True)
def no_leaked_threads() -> Iterator[None]:
    """Fail a test that leaves a thread running."""
    before = set(threading.enumerate())
    yield
    leaked = [thread for thread in threading.enumerate() if thread not in before and not _is_foreign(thread)]
    for thread in leaked:
        thread.join(GRACE_S)
    assert not [thread.name for thread in leaked if thread.is_alive()], "threads still run after the test"


def _is_foreign(thread: threading.Thread) -> bool:
    """Whether Python only knows the thread by having been called from it, as from Qt's pool: it never joins those."""
    return thread.name.startswith("Dummy-")


@pytest.fixture(scope="session")
def qapp() -> Iterator[QApplication]:
    """The one Qt application of this process, without a screen."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QFontDatabase
    from PySide6.QtWidgets import QApplication

    application = QApplication(["memdesk"])
    application.setQuitOnLastWindowClosed(False)
    assert QFontDatabase.families(), (
        "no fonts are installed: every glyph would be a box, and nothing would say so"
    )
    yield application
    application.shutdown()


@pytest.fixture
def expected_warnings() -> list[str]:
    """Patterns of the warnings that a test of the window brings about on purpose; each must come."""
    return []


@pytest.fixture(autouse=True)
def no_open_files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Fail a test that leaves a file of its own open: a database above all, where the system tells what is open."""
    own = str(tmp_path_factory.getbasetemp())
    before = set(_open_files(own))
    yield
    if set(_open_files(own)) - before:
        gc.collect()
    left = sorted(set(_open_files(own)) - before)
    assert not left, f"files are open after the test: {left}"


def _open_files(folder: str) -> Iterator[tuple[str, str]]:
    """The descriptors of this process for what lies in `folder`; none where the system has no list of them."""
    if not os.path.isdir(_DESCRIPTORS):
        return
    for number in os.listdir(_DESCRIPTORS):
        with suppress(OSError):
            path = os.readlink(f"{_DESCRIPTORS}/{number}")
            if path.startswith(folder):
                yield number, path


@pytest.fixture(scope="session")
def _set_aside() -> list[weakref.ref[ActsAlone]]:
    """The timers, threads and pools among the objects that are no longer looked through."""
    return []


@pytest.fixture(autouse=True)
def _clean_window(
    request: pytest.FixtureRequest, expected_warnings: list[str], _set_aside: list[weakref.ref[ActsAlone]]
) -> Iterator[None]:
    """Fail a test that warns of what it did not expect; one of the window also if it leaves windows, timers or workers.

    What a test looks at itself, by `caplog`, it may log.
    """
    if "qapp" not in request.fixturenames:
        warnings = _Warnings()
        logging.getLogger().addHandler(warnings)
        yield
        logging.getLogger().removeHandler(warnings)
        if "caplog" not in request.fixturenames:
            # What a module expects of its windows need not come where there is none.
            warnings.refuse_strays(expected_warnings)
        return
    application = request.getfixturevalue("qapp")
    with _Warnings() as warnings:
        gc.disable()  # as the program does: a worker that looks for cycles takes down what Qt is using
        yield
        leaks = _what_is_left(application, _set_aside)
        gc.enable()
    assert not leaks, f"still there after the test: {', '.join(leaks)}"
    warnings.compare_with(expected_warnings)


class _Warnings(logging.Handler):
    """Collects what Qt and Python log from WARNING upwards."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def __enter__(self) -> Self:
        from PySide6.QtCore import qInstallMessageHandler

        logging.getLogger().addHandler(self)
        qInstallMessageHandler(self._on_qt_message)
        return self

    def __exit__(self, *_: object) -> None:
        from PySide6.QtCore import qInstallMessageHandler

        qInstallMessageHandler(None)
        logging.getLogger().removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        message = record.getMessage()
        is_of_qt = record.name == "qt"
        if not (is_of_qt and any(noise.search(message) for noise in PLATFORM_NOISE)):
            self.messages.append(message)

    def _on_qt_message(self, kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        from PySide6.QtCore import QtMsgType

        is_harmless = kind in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg)
        if not is_harmless and not any(noise.search(message) for noise in PLATFORM_NOISE):
            self.messages.append(f"Qt: {message}")

    def refuse_strays(self, patterns: list[str]) -> None:
        """Fail on a message that no pattern expects."""
        stray = [text for text in self.messages if not any(re.search(pattern, text) for pattern in patterns)]
        assert not stray, f"unexpected warnings: {stray}"

    def compare_with(self, patterns: list[str]) -> None:
        """Fail on a message that no pattern expects, and on a pattern that no message fulfils."""
        self.refuse_strays(patterns)
        missing = [
            pattern for pattern in patterns if not any(re.search(pattern, text) for text in self.messages)
        ]
        assert not missing, f"these warnings were expected and never came: {missing}"


def _what_is_left(application: QApplication, set_aside: list[weakref.ref[ActsAlone]]) -> list[str]:
    """Open windows, running timers, threads and busy workers that outlive the test."""
    from PySide6.QtCore import QCoreApplication, QEvent, QThread, QThreadPool, QTimer
    from shiboken6 import isValid

    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    windows = [
        f"window {type(widget).__name__}" for widget in application.topLevelWidgets() if widget.isVisible()
    ]
    alive = [found for found in _objects_of_qt(set_aside) if isValid(found)]
    timers = [_describe(found) for found in alive if isinstance(found, QTimer) and found.isActive()]
    threads = [
        f"thread {found.objectName() or type(found).__name__}"
        for found in alive
        if isinstance(found, QThread) and found is not application.thread() and not _has_ended(found)
    ]
    pools = [QThreadPool.globalInstance(), *(found for found in alive if isinstance(found, QThreadPool))]
    workers = ["workers in the thread pool" for pool in pools if not pool.waitForDone(int(GRACE_S * 1000))]
    return windows + timers + threads + workers[:1]


def _objects_of_qt(set_aside: list[weakref.ref[ActsAlone]]) -> list[ActsAlone]:
    """What may go on by itself. Of very many objects, those that are none of these are not looked at a second time."""
    from PySide6.QtCore import QThread, QThreadPool, QTimer

    objects = gc.get_objects()
    # A tuple of them is told twice as fast as a union, and there are tens of thousands of objects.
    new = [found for found in objects if isinstance(found, (QTimer, QThread, QThreadPool))]
    known = [found for reference in set_aside if (found := reference()) is not None]
    if len(objects) > _MANY:
        set_aside += map(weakref.ref, new)
        gc.freeze()
    return new + known


def _has_ended(thread: QThread) -> bool:
    return not thread.isRunning() or thread.wait(int(GRACE_S * 1000))


def _describe(timer: QTimer) -> str:
    return f"timer of {timer.interval()} ms in {type(timer.parent()).__name__}"
