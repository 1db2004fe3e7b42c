"""Tables of Lance, read from a private copy while another process adds to them. Needs the extra `memdesk[everos]`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from memdesk.store.foreign_tables import NotReadable, lance_rows

lance = pytest.importorskip("lance", reason="Lance's library is not installed (memdesk[everos])")

WRITER = """
import sys
import lance, pyarrow
path = sys.argv[1]
def table(batch):
    return pyarrow.table({"batch": [batch] * 5, "md_path": ["a.md"] * 5, "vector": [[0.0] * 8] * 5})
lance.write_dataset(table(0), path)
sys.stdout.write("ready\\n")
sys.stdout.flush()
for batch in range(1, 40):
    lance.write_dataset(table(batch), path, mode="append")
    if batch % 10 == 0:
        dataset = lance.dataset(path)
        dataset.optimize.compact_files()
        dataset.cleanup_old_versions(older_than=__import__("datetime").timedelta(0))
sys.stdin.buffer.read()
"""


def test_rows_are_whole_while_another_process_adds_and_tidies_up(tmp_path: Path) -> None:
    tables, ours = tmp_path / "lancedb", str(tmp_path / "ours")
    tables.mkdir()
    path = tables / "episode.lance"
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
        latest = 0
        while latest < 39 and writer.poll() is None:
            rows = lance_rows(str(tables), "episode", ["batch", "missing"], ours)
            batches = [int(str(row["batch"])) for row in rows]
            assert sorted(batches) == sorted(list(range(max(batches) + 1)) * 5)
            assert max(batches) >= latest
            latest = max(batches)
        writer.communicate()
    assert latest == 39
    assert os.listdir(ours) == []


def test_a_table_that_is_none_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        lance_rows(str(tmp_path), "episode", ["id"], str(tmp_path / "ours"))
    (tmp_path / "episode.lance").mkdir()
    with pytest.raises(NotReadable):
        lance_rows(str(tmp_path), "episode", ["id"], str(tmp_path / "ours"))


@pytest.mark.skipif(not Path("/usr/bin/strace").exists(), reason="needs strace")
def test_no_call_of_the_system_writes_below_the_table(tmp_path: Path) -> None:
    tables = tmp_path / "lancedb"
    tables.mkdir()
    subprocess.run(
        [sys.executable, "-c", WRITER, str(tables / "episode.lance")],
        check=True,
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )
    code = (
        "import sys; from memdesk.store.foreign_tables import lance_rows;"
        "assert len(lance_rows(sys.argv[1], 'episode', ['batch'], sys.argv[2])) == 200"
    )
    trace = tmp_path / "trace"
    subprocess.run(
        [
            *("/usr/bin/strace", "-f", "-qq", "-e", "trace=file", "-o", str(trace)),
            *(sys.executable, "-c", code, str(tables), str(tmp_path / "ours")),
        ],
        check=True,
        capture_output=True,
    )
    about = [line for line in trace.read_bytes().decode().split("\n") if str(tables) in line]
    assert about
    assert not [line for line in about if "O_WRONLY" in line or "O_RDWR" in line or "O_CREAT" in line]
    calls = {line.partition(" ")[2].lstrip(" ").partition("(")[0] for line in about}
    assert calls <= {"openat", "newfstatat", "lstat", "stat", "statx", "access", "readlink", "execve"}
