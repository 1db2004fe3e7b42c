"""A program that holds a database open in WAL mode and writes rows without a pause; run by itself.

Arguments: the database, and how many rows make a transaction. It says "ready" once the first are in, and ends when its
input does. `n` counts up, and all rows of one transaction have one `batch`: a torn copy shows as a batch that is short.
"""

from __future__ import annotations

import sqlite3
import sys
import threading


def main(path: str, rows: int) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA wal_autocheckpoint=20")
    connection.execute("CREATE TABLE IF NOT EXISTS t (n INTEGER PRIMARY KEY, batch INTEGER, text VARCHAR)")
    ended = threading.Event()
    threading.Thread(target=_wait_for_end, args=(ended,), daemon=True).start()
    batch = 0
    while not ended.is_set():
        connection.execute("BEGIN")
        if batch % 50 == 49:
            connection.execute("DELETE FROM t")
        connection.executemany("INSERT INTO t (batch, text) VALUES (?, ?)", [(batch, "x" * 900)] * rows)
        connection.execute("COMMIT")
        batch += 1
        if batch == 1:
            sys.stdout.write("ready\n")
            sys.stdout.flush()
        ended.wait(0.0005)


def _wait_for_end(ended: threading.Event) -> None:
    sys.stdin.buffer.read()
    ended.set()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
