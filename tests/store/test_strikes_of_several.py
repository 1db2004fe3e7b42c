"""A change of several files is killed, or a system call of it fails, at the first, second, third... writing call.

A fact on its way from one file to another is in one of the two at least, whenever one looks; the next start carries
the change out in full or takes it back.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from memdesk.store.sweep import Ending
from memdesk.text.document import decode, encode
from tests.store.saver import Answer, Order, asked
from tests.store.strikes import kill_at_each, needs_strace, striking, sweep
from tests.store.victim import STRUCK_AT

pytestmark = needs_strace

FACT = "fact: the ferry leaves at 07:40\n"
LINE = "line: see fact.md\n"


@pytest.fixture
def order(tmp_path: Path) -> Order:
    """A root with two files, and a history that is there."""
    root = tmp_path / "memory"
    root.mkdir()
    path = root / "there.md"
    path.write_bytes(b"x: 0\n")
    order = Order(state=str(tmp_path / "own"), root=str(root), path=str(path), base="x: 0\n", mine="x: 1\n")
    assert asked(order).result == "Saved"
    return order


class Moves:
    """One move after the other, each between files as they were at first. `kind` says what they are."""

    def __init__(self, order: Order, kind: str) -> None:
        self._order = order
        self.root = Path(order.root)
        kinds: dict[str, list[tuple[str, str | None, str | None]]] = {
            "lines": [
                ("there.md", "x: 1\n", "x: 1\n" + FACT),
                ("here.md", "y: 1\n" + FACT, "y: 1\n"),
            ],
            "files": [
                ("fact.md", None, FACT),
                ("there.md", "x: 1\n", "x: 1\n" + LINE),
                ("here.md", "y: 1\n" + FACT, "y: 1\n"),
            ],
            "away": [
                ("there.md", "x: 1\n", "x: 1\n" + FACT),
                ("here.md", "y: 1\n", "y: 2\n"),
                ("fact.md", FACT, None),
            ],
            # Nothing stands in the way of any of them at first; in the end the last one cannot be made.
            "in vain": [
                ("fact.md", None, FACT),
                ("line.md", None, LINE),
                ("there.md", "x: 1\n", "x: 2\n"),
                ("there.md", "x: 1\n", "x: 3\n"),
            ],
        }
        self.parts = kinds[kind]

    def next(self) -> Order:
        for name, before, _ in self.parts:
            if before is None:
                (self.root / name).unlink(missing_ok=True)
            else:
                (self.root / name).write_bytes(encode(before))
        parts = [(str(self.root / name), before, after) for name, before, after in self.parts]
        return replace(self._order, parts=parts)

    def texts(self) -> list[str | None]:
        paths = [self.root / name for name, _, _ in self.parts]
        return [decode(path.read_bytes()) if path.exists() else None for path in paths]

    @property
    def before(self) -> list[str | None]:
        return [before for _, before, _ in self.parts]

    @property
    def after(self) -> list[str | None]:
        return [after for _, _, after in self.parts]


def left_aside(root: Path) -> bool:
    """Whether a file that is being taken away lies beside its name."""
    return any(FACT in decode(path.read_bytes()) for path in root.glob(".memdesk-*"))


@pytest.mark.parametrize(("call", "numbers"), [("renameat2", range(1, 7)), ("pwrite64", range(1, 60, 4))])
def test_a_disk_that_fails_for_good_on_the_way_loses_nothing(order: Order, call: str, numbers: range) -> None:
    """What cannot be given back to one file is taken from no other; once the disk is well, it is settled."""
    moves = Moves(order, "away")
    left_open = 0
    with striking(f"{call}:error=EIO:when={STRUCK_AT}+") as fail:
        for number in numbers:
            answer = fail(call, number, moves.next())
            assert answer is not None
            texts = moves.texts()
            assert any(FACT in (text or "") for text in texts) or left_aside(moves.root), (number, texts)
            left_open += texts not in (moves.before, moves.after)
            sweep(order)
            assert moves.texts() in (moves.before, moves.after), number
    assert left_open, "the disk never failed in the middle"


def test_another_writer_meanwhile_keeps_every_byte(order: Order) -> None:
    """After each kill another program writes into both files before the next start."""
    moves = Moves(order, "lines")
    is_swept = False
    there, here = (moves.root / name for name in ("there.md", "here.md"))

    def look(_order: Order, answer: Answer | None) -> None:
        nonlocal is_swept
        if not is_swept and answer is None:
            for path in (there, here):
                path.write_bytes(path.read_bytes() + b"theirs: 1\n")
        if is_swept and answer is None:
            assert all(b"theirs: 1\n" in path.read_bytes() for path in (there, here))
            assert [FACT in (text or "") for text in moves.texts()] in ([True, False], [False, True])
        is_swept = not is_swept

    kills = kill_at_each(moves.next, look)
    assert Ending.FINISHED in kills.endings


@pytest.mark.parametrize("call", ["renameat2", "unlinkat"])
def test_what_is_taken_back_is_taken_back_by_the_next_start_as_well(order: Order, call: str) -> None:
    """Killed while files are created, and while they are taken away again."""
    moves, left_over = Moves(order, "in vain"), set[tuple[bool, ...]]()
    with striking(f"{call}:signal=KILL:when={STRUCK_AT}") as kill:
        for number in range(1, STRUCK_AT):
            answer = kill(call, number, moves.next())
            left_over.add(tuple(text is not None for text in moves.texts()[:2]))
            sweep(order)
            assert moves.texts() == moves.before, number
            if answer is not None:
                break
    assert (True, False) in left_over, "never killed between the two files"
