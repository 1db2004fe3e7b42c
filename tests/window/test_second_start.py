"""A second start shows its folders in the window that is open, says so, and ends."""

from __future__ import annotations

import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from memdesk.services.handing_over import MOST_BYTES, pack_request
from memdesk.store.folders import StateFolders
from memdesk.store.instance import Instance, call, has_sockets
from memdesk.ui.start.second import _SYSTEM_SAID_NO, hand_over_to_first
from tests.patience import PATIENCE_S, wait_until
from tests.window.conftest import Begin, Start
from tests.window.homes import make_home, memory_of
from tests.window.inside import InsideProgram

pytestmark = pytest.mark.skipif(not has_sockets(), reason="this system has no sockets that are files")


@pytest.fixture
def first(start: Start, root: Path) -> Iterator[InsideProgram]:
    """The window that is open, in this process."""
    program = start(root)
    instance = Instance(StateFolders.of_this_user().state)
    assert instance.claim()
    program.program.open_door(instance)
    yield program
    program.close()
    assert instance.claim(), "a closed window holds on to its claim"
    instance.release()


def finish(first: InsideProgram, second: subprocess.Popen[bytes]) -> tuple[int, str, str]:
    """Let the window answer; the exit code of the second start and what it said."""
    first.wait_until(lambda: second.poll() is not None, what="the end of the second start")
    out, err = second.communicate()
    return second.returncode, out.decode(), err.decode()


def test_its_folders_are_shown(first: InsideProgram, begin: Begin, home: Path, tmp_path: Path) -> None:
    other = make_home(tmp_path / "elsewhere")
    first.window.showMinimized()
    code, out, err = finish(first, begin(other, home / "nowhere"))
    assert out == f"Memdesk is already open; it now shows {other}.\n"
    assert (code, err) == (1, f"There is no folder {home / 'nowhere'}.\n")
    assert str(other) in [root.path for root in first.desk.workspace.roots]
    first.wait_until(lambda: first.session.path.startswith(str(other)), what="a document of it")
    assert not first.window.isMinimized()
    assert finish(first, begin(other))[:2] == (0, out)
    assert finish(first, begin()) == (0, "Memdesk is already open; its window is in front.\n", "")


def test_unsaved_text_stays_where_it_is(
    first: InsideProgram, begin: Begin, root: Path, tmp_path: Path
) -> None:
    first.show(memory_of(root))
    first.put_caret("Decisions")
    first.type("MINE ")
    assert finish(first, begin(make_home(tmp_path / "elsewhere")))[0] == 0
    first.show(memory_of(root))
    assert "MINE Use npm" in first.text


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HTTP/1.1\r\n\r\n",
        b'{"memdesk": 1, "roots": ["etc"]}\n',
        b"x" * (MOST_BYTES + 1),
        pack_request(["/"] * 1000),
    ],
)
def test_nonsense_opens_nothing(first: InsideProgram, said: bytes) -> None:
    before = first.desk.workspace.roots
    with call(StateFolders.of_this_user().state, PATIENCE_S) as line:
        line.sendall(said)
        line.shutdown(socket.SHUT_WR)
        line.setblocking(False)
        first.wait_until(lambda: _is_hung_up(line), what="the end of the call")
    assert first.desk.workspace.roots == before


def _is_hung_up(line: socket.socket) -> bool:
    try:
        said = line.recv(MOST_BYTES)
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True
    assert not said, "nonsense is not answered"
    return True


def test_of_two_at_once_one_wins_and_a_killed_one_is_followed(root: Path, begin: Begin) -> None:
    both = [begin(root), begin(root)]
    loser = _wait_for_one(both)
    winner = both[1 - both.index(loser)]
    out, err = loser.communicate()
    assert (loser.returncode, out.decode(), err) == (
        0,
        f"Memdesk is already open; it now shows {root}.\n",
        b"",
    )
    assert winner.poll() is None
    winner.send_signal(signal.SIGKILL)
    winner.communicate()
    third = begin(root)
    fourth = begin(root)
    assert _wait_for_one([third, fourth]).returncode == 0
    for process in (third, fourth):
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE_S)


def _wait_for_one(processes: list[subprocess.Popen[bytes]]) -> subprocess.Popen[bytes]:
    wait_until(lambda: any(process.poll() is not None for process in processes), what="one to end")
    return next(process for process in processes if process.poll() is not None)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped here")
@pytest.mark.parametrize("from_desktop", [False, True])
def test_a_window_that_does_not_answer_is_told_of_where_somebody_reads_it(
    root: Path, begin: Begin, qapp: QApplication, capsys: pytest.CaptureFixture[str], from_desktop: bool
) -> None:
    state = StateFolders.of_this_user().state
    hung = begin(root)
    _wait_until_it_listens(state)
    hung.send_signal(signal.SIGSTOP)
    boxes: list[str] = []
    reader = QTimer()
    reader.timeout.connect(lambda: boxes.extend(_read_and_close()))
    reader.start(20)
    code = hand_over_to_first(Instance(state), state, [], from_desktop=from_desktop)
    assert code == _SYSTEM_SAID_NO
    said = capsys.readouterr().err.strip()
    assert said.startswith("Memdesk is open already and does not answer")
    assert boxes == [said] * from_desktop


def _wait_until_it_listens(state: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            call(state, PATIENCE_S).close()
            return
        except OSError:
            assert time.monotonic() < end, "nobody listens"
            time.sleep(0.02)


def _read_and_close() -> Iterator[str]:
    box = QApplication.activeModalWidget()
    if isinstance(box, QMessageBox):
        yield box.text()
        box.button(QMessageBox.StandardButton.Close).click()
