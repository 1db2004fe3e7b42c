"""A program that keeps EverOS's state database open and writes it, as EverOS does; run by itself.

Argument: the memory-root. Each line of its input, `STATUS PATH MTIME ERROR`, becomes the state of a file, and it
answers `done` once that is committed; it ends when its input does, without closing the database first.
"""

from __future__ import annotations

import os
import sqlite3
import sys

_TABLE = """CREATE TABLE IF NOT EXISTS md_change_state (
    created_at DATETIME NOT NULL, updated_at DATETIME NOT NULL, md_path VARCHAR NOT NULL, kind VARCHAR NOT NULL,
    change_type VARCHAR NOT NULL, mtime FLOAT NOT NULL, first_seen_at DATETIME NOT NULL,
    last_changed_at DATETIME NOT NULL, lsn INTEGER NOT NULL, status VARCHAR NOT NULL, retryable BOOLEAN,
    last_attempt_at DATETIME, retry_count INTEGER NOT NULL, error VARCHAR, PRIMARY KEY (md_path))"""
_NOW = "2026-11-20 22:14:25.809418"


def main(root: str) -> None:
    folder = os.path.join(root, ".index", "sqlite")
    os.makedirs(folder, exist_ok=True)
    connection = sqlite3.connect(os.path.join(folder, "system.db"), isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA wal_autocheckpoint=0")
    connection.execute(_TABLE)
    _tell_done()
    for line in iter(sys.stdin.buffer.readline, b""):
        status, path, modified, error = line.decode().rstrip("\n").split("\t")
        connection.execute(
            "INSERT OR REPLACE INTO md_change_state VALUES (?, ?, ?, 'episode', 'modified', ?, ?, ?, 1, ?, ?, ?, 0, ?)",
            (
                _NOW,
                _NOW,
                path,
                float(modified),
                _NOW,
                _NOW,
                status,
                0 if error else None,
                _NOW,
                error or None,
            ),
        )
        _tell_done()
    os._exit(0)


def _tell_done() -> None:
    sys.stdout.write("done\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
