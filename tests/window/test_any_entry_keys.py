"""Any keys in a list of entries, in any order, while its agent writes: nothing breaks, and undo gives it all back."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path
from types import TracebackType

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from memdesk.text.outline import NodeKind
from tests.window.conftest import Start
from tests.window.inside import ALT, CONTROL, NONE, SHIFT, InsideProgram, Key
from tests.window.test_entries import LIST, Rows

EVENTS = int(os.environ.get("MEMDESK_TEST_EVENTS", "120"))
SEEDS = range(int(os.environ.get("MEMDESK_TEST_SEEDS", "2")))

KEYS = [
    *[(key, NONE) for key in (Key.Key_Return, Key.Key_Escape, Key.Key_Delete, Key.Key_F2, Key.Key_Backspace)],
    *[
        (key, NONE)
        for key in (Key.Key_Up, Key.Key_Down, Key.Key_Left, Key.Key_Right, Key.Key_Home, Key.Key_End)
    ],
    *[(key, SHIFT) for key in (Key.Key_Up, Key.Key_Down, Key.Key_Return)],
    *[(key, CONTROL) for key in (Key.Key_Return, Key.Key_Z, Key.Key_Z, Key.Key_A, Key.Key_Down)],
    *[(key, ALT) for key in (Key.Key_Up, Key.Key_Down)],
    (Key.Key_Z, CONTROL | SHIFT),
]
WORDS = ["word ", "Staging", " is *(2026-05-14T17:26:33Z)*", "## New", "- a", "(x)"]
AGENT = [
    b"- The agent was here *(2026-06-02T00:00:00Z)*\n",
    b"- And here *(2026-06-03T00:00:00Z)*\n",
    b"no bullet at all\n",
]


@pytest.fixture
def errors(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    found: list[BaseException] = []

    def keep(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        found.append(error)

    monkeypatch.setattr(sys, "excepthook", keep)
    return found


class AnyKeys:
    """Presses keys in the rows of `inside`, by a seed; `log` says which."""

    def __init__(self, inside: InsideProgram, seed: int) -> None:
        self._inside = inside
        self._random = random.Random(seed)
        self.log: list[str] = []

    def play(self) -> None:
        """One key, or some words where an entry is open."""
        if self._random.random() < 0.3:
            words = self._random.choice(WORDS)
            self.log.append(repr(words))
            self._inside.type(words)
        else:
            key, modifiers = self._random.choice(KEYS)
            self.log.append(f"{key.name} {modifiers.name}")
            self._inside.key(key, modifiers)
        if self._random.random() < 0.1:
            QTest.qWait(130)
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()

    def write(self, path: Path) -> None:
        """Put a line of the agent's somewhere, as it rewrites the file."""
        lines = path.read_bytes().splitlines(keepends=True)
        lines.insert(self._random.randrange(len(lines) + 1), self._random.choice(AGENT))
        self.log.append("agent")
        path.write_bytes(b"".join(lines))


def check(rows: Rows) -> None:
    """The rows show the entries there are, where no filter, fold or new entry is in the way."""
    outline = rows.inside.session.outline()
    kinds = (NodeKind.ENTRY, NodeKind.LOOSE)
    there = [(n.key, n.occurrence) for node in outline.nodes for n in node.children if n.kind in kinds]
    shown = [row.node_id for row in rows.view.rows if row.is_entry]
    assert set(shown) <= set(there)
    assert shown == [node_id for node_id in there if node_id in set(shown)]


@pytest.fixture
def memory(home: Path) -> Path:
    folder = home / "state" / "0123456789abcdef"
    folder.mkdir(parents=True)
    path = folder / "memory.md"
    path.write_bytes(LIST)
    return path


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_gives_back_what_any_keys_did(
    start: Start, memory: Path, errors: list[BaseException], seed: int
) -> None:
    inside = start(memory.parent.parent)
    inside.show(memory)
    rows, keys = Rows(inside), AnyKeys(inside, seed)
    rows.go_to("Staging")
    for _ in range(EVENTS):
        keys.play()
        assert not errors, keys.log[-12:]
        check(rows)
    inside.editor.finish_writing()
    inside.key(Key.Key_Escape)
    while inside.session.text.can_undo:
        inside.editor.undo()

    assert not errors, keys.log[-12:]
    assert inside.text.encode() == LIST, keys.log


@pytest.mark.parametrize("seed", SEEDS)
def test_any_keys_while_the_agent_writes(
    start: Start, memory: Path, errors: list[BaseException], seed: int
) -> None:
    inside = start(memory.parent.parent)
    inside.show(memory)
    rows, keys = Rows(inside), AnyKeys(inside, seed)
    rows.go_to("Staging")
    for at in range(EVENTS):
        keys.play()
        if at % 25 == 24:
            keys.write(memory)
            QTest.qWait(20)
        assert not errors, keys.log[-12:]
    inside.editor.finish_writing()
    inside.settle()
    QTest.qWait(300)

    assert not errors, keys.log[-12:]
    if rows.block.writing.editor is None:
        check(rows)
