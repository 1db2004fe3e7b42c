"""`set`: the one save, by its exit codes, its JSON, and beside another writer."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from memdesk.store.folders import StateFolders
from memdesk.store.locks import DocumentLocks
from tests.cli.conftest import MEMORY, PROFILE, Ran, memdesk, versions_of
from tests.layouts.everos_texts import CANONICAL
from tests.patience import PATIENCE_S
from tests.services.everos_at_work import BELOW

DOC = "evva:USER_PROFILE.md"


def test_a_section_is_replaced_and_nothing_else(evva: Path) -> None:
    path = evva / "USER_PROFILE.md"
    path.chmod(0o640)
    ran = memdesk("set", DOC, "--section", "Working style", "--body", "One step at a time.", "--json")
    assert ran.code == 0
    told = ran.json
    assert (told["status"], told["path"], told["merged"]) == ("saved", str(path), False)
    assert told["message"]
    assert path.read_bytes() == PROFILE.replace(b"Tests first.", b"One step at a time.")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(os.listdir(evva)) == ["USER_PROFILE.md", "projects"]


@pytest.mark.parametrize("words", [(), ("--body", "-")])
def test_the_text_comes_from_stdin(evva: Path, words: tuple[str, ...]) -> None:
    ran = memdesk("set", DOC, "--section", "Preferences", *words, body=b"raw \0\nbytes\n")
    assert (ran.code, ran.out) == (0, b"")
    assert (evva / "USER_PROFILE.md").read_bytes() == PROFILE.replace(b"Short answers.", b"raw \0\nbytes")
    assert "Saved" in ran.sentence


@pytest.mark.parametrize(
    "words", [("set", DOC, "--section", "Preferences"), ("add", DOC, "--section", "Preferences"), ("note",)]
)
def test_text_that_is_not_utf_8_is_refused(evva: Path, words: tuple[str, ...]) -> None:
    ran = memdesk(*words, *(["-"] if words[0] != "set" else []), body=b"na\xefve\n")
    assert (ran.code, ran.out) == (3, b"")
    assert "Byte 3 of this text is not UTF-8: 0xEF." in ran.sentence
    assert (evva / "USER_PROFILE.md").read_bytes() == PROFILE
    given = "--body" if words[0] == "set" else ""
    ran = memdesk(*words, *filter(None, [given]), "na\udcefve")
    assert ran.code == 3


def test_line_ends_of_the_file_are_kept(evva: Path) -> None:
    (evva / "USER_PROFILE.md").write_bytes(PROFILE.replace(b"\n", b"\r\n"))
    assert memdesk("set", DOC, "--section", "Preferences", body=b"a\nb\n").code == 0
    wanted = PROFILE.replace(b"Short answers.", b"a\nb").replace(b"\n", b"\r\n")
    assert (evva / "USER_PROFILE.md").read_bytes() == wanted


def test_the_same_text_again_writes_nothing(evva: Path) -> None:
    before = (evva / "USER_PROFILE.md").stat()
    ran = memdesk("set", DOC, "--section", "Preferences", "--body", "Short answers.", "--json")
    assert (ran.code, ran.json["status"]) == (0, "unchanged")
    after = (evva / "USER_PROFILE.md").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_document_is_made_with_its_closed_headings(evva: Path) -> None:
    (evva / "USER_PROFILE.md").unlink()
    assert memdesk("set", DOC, "--section", "Working style", "--body", "Tests first.").code == 0
    assert (
        evva / "USER_PROFILE.md"
    ).read_bytes() == b"## Preferences\n\n## Working style\nTests first.\n\n## Recurring topics\n"


def test_a_closed_heading_is_refused(evva: Path) -> None:
    ran = memdesk("set", DOC, "--section", "Secrets", "--body", "x")
    assert (ran.code, ran.out) == (3, b"")
    assert "Secrets" in ran.sentence
    told = memdesk("set", DOC, "--section", "Secrets", "--body", "x", "--json")
    assert (told.code, told.json["status"]) == (3, "refused")
    assert (evva / "USER_PROFILE.md").read_bytes() == PROFILE


def test_a_section_written_by_hand_can_be_set(evva: Path) -> None:
    (evva / "USER_PROFILE.md").write_bytes(PROFILE + b"\n## Notes\nmine\n")
    assert memdesk("set", DOC, "--section", "Notes", "--body", "changed").code == 0
    assert (evva / "USER_PROFILE.md").read_bytes() == PROFILE + b"\n## Notes\nchanged\n"


@pytest.mark.parametrize("data", [b"\xff\xfe#\0#\0", b"```\n## Preferences\n", b"\0" * 50])
def test_what_cannot_be_edited_safely_is_refused(evva: Path, data: bytes) -> None:
    (evva / "USER_PROFILE.md").write_bytes(data)
    ran = memdesk("set", DOC, "--section", "Preferences", "--body", "x")
    assert ran.code == 3
    assert ran.sentence
    assert (evva / "USER_PROFILE.md").read_bytes() == data


def test_a_link_out_of_every_root_is_refused(evva: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_bytes(PROFILE)
    (evva / "USER_PROFILE.md").unlink()
    (evva / "USER_PROFILE.md").symlink_to(tmp_path / "outside.md")
    ran = memdesk("set", DOC, "--section", "Preferences", "--body", "x")
    assert ran.code == 3
    assert (tmp_path / "outside.md").read_bytes() == PROFILE
    allowed = memdesk("--root", tmp_path, "set", DOC, "--section", "Preferences", "--body", "x")
    assert allowed.code == 0
    assert (evva / "USER_PROFILE.md").is_symlink()
    assert (tmp_path / "outside.md").read_bytes() == PROFILE.replace(b"Short answers.", b"x")


def test_a_folder_given_with_root_may_be_written(home: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_bytes(b"## A\nx\n\n## B\n")
    ran = memdesk("set", tmp_path / "notes.md", "--section", "A", "--body", "y", "--root", tmp_path, "--json")
    assert (ran.code, ran.json["status"]) == (0, "saved")
    assert (tmp_path / "notes.md").read_bytes() == b"## A\ny\n\n## B\n"


def test_a_project_s_own_file_is_written_as_that_file_only(evva: Path, tmp_path: Path) -> None:
    project = tmp_path / "api"
    project.mkdir()
    (project / "EVVA.md").write_bytes(b"## Rules\nold\n")
    assert memdesk("set", project / "EVVA.md", "--section", "Rules", "--body", "new").code == 0
    assert (project / "EVVA.md").read_bytes() == b"## Rules\nnew\n"
    (project / "OTHER.md").write_bytes(b"## Rules\nold\n")
    assert memdesk("set", project / "OTHER.md", "--section", "Rules", "--body", "new").code == 3


LIMITED = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
from memdesk.cli import main
sys.exit(main(sys.argv[2:]))
"""


def test_a_disk_that_takes_no_more_leaves_the_old_file(evva: Path) -> None:
    command = [sys.executable, "-c", LIMITED, "100000", "set", DOC, "--section", "Preferences"]
    ran = subprocess.run(command, input=b"x" * 150_000, capture_output=True, check=False, timeout=PATIENCE_S)
    assert ran.returncode == 5
    assert ran.stderr.count(b"\n") == 1
    assert (evva / "USER_PROFILE.md").read_bytes() == PROFILE
    assert sorted(os.listdir(evva)) == ["USER_PROFILE.md", "projects"]


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_words_that_cannot_be_written_do_not_change_the_exit_code(evva: Path, words: Sequence[str]) -> None:
    command = [sys.executable, "-m", "memdesk.cli", "set", DOC, "--section", "Preferences", "--body", "new"]
    with open("/dev/full", "wb") as full:
        ran = subprocess.run([*command, *words], stdout=full, stderr=full, check=False, timeout=PATIENCE_S)
    assert ran.returncode == 0
    assert b"new" in (evva / "USER_PROFILE.md").read_bytes()


CLASHING = """
import sys
from pathlib import Path
from memdesk.services.workspace.workspace import Workspace

save = Workspace.save

def save_late(self, path, why):
    Path(path).write_bytes(Path(path).read_bytes().replace(b"Short answers.", b"Long answers."))
    return save(self, path, why)

Workspace.save = save_late
from memdesk.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_clash_writes_nothing(evva: Path) -> None:
    command = [sys.executable, "-c", CLASHING, "set", DOC, "--json", "--body", "x", "--section"]
    ran = subprocess.run([*command, "Preferences"], capture_output=True, check=False, timeout=PATIENCE_S)
    assert ran.returncode == 4
    assert b'"status": "conflict"' in ran.stdout
    theirs = PROFILE.replace(b"Short answers.", b"Long answers.")
    assert (evva / "USER_PROFILE.md").read_bytes() == theirs
    (evva / "USER_PROFILE.md").write_bytes(PROFILE)
    ran = subprocess.run([*command, "Working style"], capture_output=True, check=False, timeout=PATIENCE_S)
    assert ran.returncode == 0
    assert b'"status": "merged"' in ran.stdout
    assert b'"taken": ["Preferences"]' in ran.stdout
    assert (evva / "USER_PROFILE.md").read_bytes() == theirs.replace(b"Tests first.", b"x")


AGENT = """
import os, sys, time
from pathlib import Path

path, log = Path(sys.argv[1]), Path(sys.argv[2])
number = 0
while not log.with_name("stop").exists():
    number += 1
    text = path.read_bytes()
    head, mark, tail = text.partition(b"## Open issues\\n")
    new = head + mark + b"- issue %d\\n" % number + tail
    if number % 2:
        temporary = path.with_name(".memdir-1.tmp")
        temporary.write_bytes(new)
        os.replace(temporary, path)
    else:
        path.write_bytes(new)
    with log.open("ab") as file:
        file.write(b"- issue %d\\n" % number)
    time.sleep(0.05)
"""


SAVES = int(os.environ.get("MEMDESK_TEST_SAVES", "20"))


def test_saves_beside_a_busy_agent_lose_nothing(
    evva: Path, tmp_path: Path, memdesk_here: Callable[..., Ran]
) -> None:
    """Saved in this process, one upon the other: a start for each would leave the agent alone most of the time."""
    path, log = evva / "projects" / "-srv-api" / "MEMORY.md", tmp_path / "log"
    log.touch()
    agent = subprocess.Popen([sys.executable, "-c", AGENT, path, log])
    codes = []
    try:
        while not log.stat().st_size:
            assert agent.poll() is None, "the agent does not write"
            time.sleep(0.01)
        for number in range(SAVES):
            ran = memdesk_here("set", path, "--section", "Decisions", "--body", f"decision {number}")
            codes.append(ran.code)
            time.sleep(0.01)
    finally:
        (tmp_path / "stop").touch()
        agent.wait(PATIENCE_S)
    assert set(codes) <= {0, 4}
    assert 0 in codes
    issues = {line for line in log.read_bytes().split(b"\n") if line}
    on_disk = set(path.read_bytes().split(b"\n"))
    kept = on_disk.union(*(version.split(b"\n") for version in versions_of(path)))
    assert issues <= kept
    for number, code in enumerate(codes):
        if code == 0:
            assert b"decision %d" % number in kept
    assert path.read_bytes().startswith(MEMORY[: MEMORY.index(b"Use SQLite.")])


RUNNING = """
import sys
from memdesk.cli.interrupts import let_interrupts_end_the_process
let_interrupts_end_the_process()
sys.stdout.write("running\\n")
sys.stdout.flush()
from memdesk.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""What `python -m memdesk.cli` does, and a word once it does it: of a Ctrl+C before that, Python itself complains."""


@pytest.mark.parametrize("delay_s", [0.0, 0.05, 0.15, 0.25, 0.35])
def test_an_interrupt_leaves_the_file_old_or_new(evva: Path, delay_s: float) -> None:
    command = [sys.executable, "-c", RUNNING, "set", DOC, "--section", "Preferences", "--body", "new"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"running\n"
        time.sleep(delay_s)
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=PATIENCE_S)
    new = PROFILE.replace(b"Short answers.", b"new")
    assert (evva / "USER_PROFILE.md").read_bytes() in (PROFILE, new)
    assert process.returncode in (0, 130, -signal.SIGINT)
    assert b"Traceback" not in complaint


def test_a_key_and_a_text_may_begin_with_a_dash(home: Path) -> None:
    log = home / "memory" / BELOW
    log.parent.mkdir(parents=True)
    log.write_bytes(CANONICAL.replace("track: user\n", "track: user\nmood: calm\n").encode())
    words = ("--root", home / "memory")
    ran = memdesk(*words, "set", log, "--entry", "---/mood", "--body", "-calmer")
    assert ran.code == 0, ran.err
    assert memdesk(*words, "show", log, "--entry", "---/mood").out == b"-calmer"


def test_a_key_with_broken_bytes_is_found_as_json_has_it(evva: Path) -> None:
    (evva / "USER_PROFILE.md").write_bytes(b"## Caf\xe9\none\n")
    key = memdesk("tree", evva, "--json").json[0]["documents"][0]["nodes"][0]["key"]
    assert memdesk("show", DOC, "--entry", key).out == b"one"


@pytest.mark.skipif(sys.platform != "linux", reason="only /proc tells which files another process has open")
def test_what_was_emptied_meanwhile_is_not_merged_with(evva: Path) -> None:
    path = evva / "USER_PROFILE.md"
    locks = DocumentLocks(StateFolders.of_this_user().locks)
    words = [
        sys.executable,
        "-m",
        "memdesk.cli",
        "set",
        DOC,
        "--section",
        "Preferences",
        "--body",
        "x",
        "--json",
    ]
    with locks.held(str(path)):
        setting = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not _has_open(setting.pid, ".lock"):
            assert setting.poll() is None
            time.sleep(0.01)
        path.write_bytes(b"")
    out, err = setting.communicate(timeout=PATIENCE_S)
    assert (setting.returncode, err) == (4, b"")
    told = json.loads(out)
    assert told["status"] == "conflict"
    assert "most of what it held is gone" in told["message"]
    assert path.read_bytes() == b""


def _has_open(process: int, ending: str) -> bool:
    """Whether a process has a file open whose name ends so."""
    for descriptor in Path(f"/proc/{process}/fd").iterdir():
        with suppress(OSError):
            if os.readlink(descriptor).endswith(ending):
                return True
    return False
