"""One process holds the claim, and only until it dies; the socket is private and known by its user."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from memdesk.store.instance import Instance, call, has_sockets, is_of_this_user
from tests.patience import PATIENCE_S

needs_sockets = pytest.mark.skipif(not has_sockets(), reason="this system has no sockets that are files")
HOLDER = """
import sys, time
from memdesk.store.instance import Instance
instance = Instance(sys.argv[1])
print(instance.claim(), flush=True)
instance.listen()
print("listens", flush=True)
time.sleep(60)
"""
CALLER = """
import os, socket, sys
os.setuid(65534)
line = socket.socket(socket.AF_UNIX)
line.connect(sys.argv[1])
line.recv(1)
"""


def test_one_claims_and_after_it_the_next(tmp_path: Path) -> None:
    first, second = Instance(str(tmp_path / "state")), Instance(str(tmp_path / "state"))
    assert first.claim()
    assert first.claim(), "it is the one already"
    assert not second.claim()
    first.release()
    assert second.claim()
    second.release()


def test_two_state_folders_are_two_instances(tmp_path: Path) -> None:
    instances = [Instance(str(tmp_path / name)) for name in ("one", "other")]
    assert [instance.claim() for instance in instances] == [True, True]
    for instance in instances:
        instance.release()


def test_a_folder_that_cannot_be_used_opens_a_window_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "state").write_bytes(b"in the way")
    instance = Instance(str(tmp_path / "state"))
    assert instance.claim()
    assert instance.listen() is None


@needs_sockets
def test_what_a_killed_program_left_is_no_obstacle(tmp_path: Path) -> None:
    folder = str(tmp_path / "state")
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, folder], stdout=subprocess.PIPE)
    assert holder.stdout is not None
    assert [holder.stdout.readline() for _ in range(2)] == [b"True\n", b"listens\n"]
    instance = Instance(folder)
    assert not instance.claim()
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    with pytest.raises(ConnectionRefusedError):
        call(folder, 1)
    assert instance.claim()
    assert instance.listen() is not None
    call(folder, 1).close()
    instance.release()
    with pytest.raises(FileNotFoundError):
        call(folder, 1)


@needs_sockets
@pytest.mark.parametrize("length", [10, 200], ids=["a short name", "a name too long for a socket"])
def test_the_socket_is_private_and_heard(tmp_path: Path, length: int) -> None:
    if length > 90 and sys.platform != "linux":
        pytest.skip("only Linux reaches a socket by the descriptor of its folder")
    folder = tmp_path / ("x" * length)
    instance = Instance(str(folder))
    assert instance.claim()
    door = instance.listen()
    assert door is not None
    modes = [stat.S_IMODE(os.stat(path).st_mode) for path in (folder, *folder.iterdir())]
    assert modes == [0o700, 0o600, 0o600]
    with call(str(folder), 1) as line:
        heard, _ = door.accept()
        with heard:
            assert is_of_this_user(heard)
            line.sendall(b"x")
            assert heard.recv(1) == b"x"
    instance.release()


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0,
    reason="only Linux tells who calls, and only root can be two",
)
def test_another_user_is_known(tmp_path: Path) -> None:
    folder = tmp_path
    for parent in (folder, *folder.parents[:2]):
        os.chmod(parent, 0o777)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(folder / "s"))
        os.chmod(folder / "s", 0o777)
        door.listen()
        other = subprocess.Popen([sys.executable, "-c", CALLER, "s"], cwd=folder)
        heard, _ = door.accept()
        with heard:
            assert not is_of_this_user(heard)
        assert other.wait(PATIENCE_S) == 0
