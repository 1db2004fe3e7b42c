"""Random keys, compositions, pastes, drags, screen-reader edits and undo in any view, plus an outside writer."""

from __future__ import annotations

import random
import re
from collections import Counter

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QAccessible, QInputMethodEvent, QKeyEvent, QTextBlockFormat, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from memdesk.text.document import canonical
from memdesk.ui.editor.section_card import Body
from memdesk.ui.editor.text_input import RAW_TYPE
from memdesk.ui.editor.units import code_points, unit_count
from tests.ui.editor.desk import Desk

PIECES = [
    *(
        b"word ",
        b"a",
        b"\xc2\xa0",
        b"\xff",
        b"\xc3",
        b"\xa9",
        b"\0",
        b"\r",
        b"\x85",
        b"\x0c",
        b"\t",
        b"aaa",
        b"   ",
    ),
    *(
        text.encode()
        for text in ("\u2028", "\u2029", "😀", "\ufdd0", "\ufeff", "\U0010f000", "\ue000", "\ufffc", "é日")
    ),
    b"- b [x] ",
]
HEADINGS = [b"## S%d", b"## S%d", b"# S%d", b"\nS%d\n---", b"   ## S%d ##"]
BREAKS = [b"\n", b"\r\n", b"\n", b"\n\n"]
PASTED = [
    *(
        "x",
        "two\nlines",
        "win\r\nlines\r\n",
        "mac\rline",
        "a\u2028b\u2029c",
        "n\u00a0b",
        "😀",
        "\ufdd0",
        "\ue000\ue003",
    ),
    *("\U0010f000", "\n", "long paste of several words\nand\n\nmore", "\ufffc", "é"),
]
TYPED: list[str] = [*"abz .é-#`\t", "😀", "\ue001"]
WORDS = ["hello world ", "## New", "```", "aaaa", "---", "=="]
KEYS = [
    (Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier),
    (Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier),
    (Qt.Key.Key_Delete, Qt.KeyboardModifier.NoModifier),
    (Qt.Key.Key_Delete, Qt.KeyboardModifier.NoModifier),
    (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier),
    (Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier),
    (Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier),
    (Qt.Key.Key_Delete, Qt.KeyboardModifier.ControlModifier),
]
ARROWS = [
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End),
    *(Qt.Key.Key_PageDown, Qt.Key.Key_PageUp),
]
WEIGHTS = {
    "char": 20,
    "word": 6,
    "key": 25,
    "paste": 6,
    "drag": 3,
    "compose": 8,
    "accessible": 3,
    "undo": 14,
    "redo": 7,
    "agent": 0,
    "format": 1,
    "arrow": 6,
    "cut": 3,
}


def random_file(rng: random.Random) -> bytes:
    """A small file with any mixture of what is hard to show."""
    out = [b"\xef\xbb\xbf"] if rng.random() < 0.3 else []
    for number in range(rng.randrange(7)):
        if number or rng.random() < 0.6:
            out.append(rng.choice(HEADINGS) % number + rng.choice(BREAKS))
        lines = rng.randrange(5)
        out += [b"".join(rng.choices(PIECES, k=rng.randrange(6))) + rng.choice(BREAKS) for _ in range(lines)]
    data = b"".join(out)
    return data[:-1] if rng.random() < 0.3 and data.endswith(b"\n") else data


class Player:
    """Plays random events on `desk` and checks after each."""

    def __init__(self, desk: Desk, rng: random.Random, counts: Counter[str], agent_weight: int = 0) -> None:
        self.desk = desk
        self.rng = rng
        self.counts = counts
        self.log: list[str] = []
        self.outside_writes = 0
        self._weights = {**WEIGHTS, "agent": agent_weight}

    def play(self) -> None:
        """One event in one view, and everything that must hold after it."""
        desk, rng = self.desk, self.rng
        bodies = desk.sections.stack.bodies
        view = rng.choice([*bodies, *[desk.source] * max(1, len(bodies) // 2)])
        if rng.random() < 0.4:
            self._select(view)
        what = rng.choices([*self._weights], [*self._weights.values()])[0]
        before, before_lines = desk.text.text, _lines(desk.text.text)
        was_empty, first = not view.bridge.count, view.bridge.first
        touched = self._selected_blocks(view)
        put_in = getattr(self, f"_{what}")(view)
        self.log.append(f"{what} {put_in!r} in {type(view).__name__} {first}")
        self.counts[what] += 1
        desk.check()
        if what in ("arrow", "format"):
            assert desk.text.text == before
        if what in ("char", "paste", "cut", "format", "arrow") and not was_empty:
            self._check_bystanders(before_lines, first + touched[0], first + touched[1])
        if what == "char":
            assert put_in in desk.text.text
        if view is desk.source or what in ("undo", "redo", "agent") or rng.random() < 0.2:
            desk.check_sections()
            desk.check()
        if rng.random() < 0.1:
            self._switch()

    def finish(self, data: bytes) -> None:
        """Undo everything, redo everything."""
        desk = self.desk
        last = desk.text.text
        steps = 0
        while desk.text.can_undo:
            desk.walk(desk.text.undo, desk.source.bridge.place)
            steps += 1
        desk.check()
        if not self.outside_writes:
            assert desk.session.data == data
        for _ in range(steps):
            desk.walk(desk.text.redo, desk.source.bridge.place)
        desk.check()
        desk.check_sections()
        if not self.outside_writes:
            assert desk.text.text == last
        self.counts["undo steps walked"] += 2 * steps
        self.counts["dropped"] += len(desk.text.dropped)

    # Where

    def _select(self, view: Body) -> None:
        """A caret or a selection anywhere; now and then inside a surrogate pair, where Qt's own keys never go."""
        document, rng = view.document(), self.rng
        end = document.characterCount() - 1
        start = rng.randint(0, end)
        stop = min(end, start + rng.choice((0, 0, 0, 1, 2, 9, 60)))
        if rng.random() < 0.97:
            start, stop = _outside_pairs(view, start), _outside_pairs(view, stop)
        cursor = view.textCursor()
        cursor.setPosition(start)
        cursor.setPosition(stop, QTextCursor.MoveMode.KeepAnchor)
        view.setTextCursor(cursor)

    def _selected_blocks(self, view: Body) -> tuple[int, int]:
        cursor, document = view.textCursor(), view.document()
        start, end = document.findBlock(cursor.selectionStart()), document.findBlock(cursor.selectionEnd())
        return start.blockNumber(), end.blockNumber()

    def _check_bystanders(self, before: list[str], first: int, last: int) -> None:
        """Lines beside those of the selection keep their bytes."""
        now = _lines(self.desk.text.text)
        above, below = max(0, first - 1), len(before) - (last + 2)
        assert now[:above] == before[:above]
        if below > 0:
            assert now[len(now) - below :] == before[len(before) - below :]

    def _switch(self) -> None:
        """From the source to the cards, at the same place of the text."""
        desk = self.desk
        here = desk.source.bridge.places()[0]
        desk.sections.sync()
        desk.sections.focus_at(here)
        body = desk.sections.body_in_use
        if body is not None and body.bridge.count and body.bridge.covers(here):
            self.counts["switched"] += 1
            assert body.bridge.places()[0] == here

    # What

    def _char(self, view: Body) -> str:
        typed = self.rng.choice(TYPED)
        QApplication.sendEvent(
            view, QKeyEvent(QKeyEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, typed)
        )
        return typed

    def _word(self, view: Body) -> str:
        typed = self.rng.choice(WORDS)
        QTest.keyClicks(view, typed)
        return typed

    def _key(self, view: Body) -> str:
        key, modifier = self.rng.choice(KEYS)
        single = key == Qt.Key.Key_Return or modifier != Qt.KeyboardModifier.NoModifier
        for _ in range(1 if single else self.rng.choice((1, 1, 5))):
            QTest.keyClick(view, key, modifier)
        return f"{key.name} {modifier.name}"

    def _paste(self, view: Body) -> str:
        data, text = QMimeData(), self.rng.choice(PASTED)
        data.setText(text)
        if self.rng.random() < 0.3:
            data.setData(RAW_TYPE, b"".join(self.rng.choices(PIECES + BREAKS, k=4)))
        if self.rng.random() < 0.2:
            data.setHtml("<b>x</b><ul><li>y</ul><img src=q>")
        view.insertFromMimeData(data)
        if not data.hasFormat(RAW_TYPE):
            wanted = re.sub("\r\n?", "\n", text)
            assert wanted in self.desk.text.text.replace("\r\n", "\n")
        return text

    def _drag(self, view: Body) -> str:
        """What Qt does for a drag inside one widget."""
        cursor = view.textCursor()
        if not cursor.hasSelection():
            return ""
        data, taken = view.createMimeDataFromSelection(), cursor.selectedText()
        target = QTextCursor(view.document())
        steps = self.rng.randint(0, view.document().characterCount() - 1)
        target.movePosition(QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.MoveAnchor, steps)
        with self.desk.text.transaction():
            target.beginEditBlock()
            cursor.removeSelectedText()
            view.setTextCursor(target)
            view.insertFromMimeData(data)
            target.endEditBlock()
        return taken

    def _compose(self, view: Body) -> str:
        for shown in ("に", "にほ", "日本")[: self.rng.randint(1, 3)]:
            QApplication.sendEvent(view, QInputMethodEvent(shown, []))
            self.desk.check()
            if self._weights["agent"] and self.rng.random() < 0.3:
                self.outside_writes += 1
                view.setFocus()
                self.desk.rewrite(f"q{self.outside_writes}\n" + self.desk.text.text)
                self.desk.check()
        committed = self.rng.choice(["日本", "", "😀", "é"])
        commit = QInputMethodEvent("", [])
        commit.setCommitString(committed)
        QApplication.sendEvent(view, commit)
        return committed

    def _accessible(self, view: Body) -> str:
        editable = QAccessible.queryAccessibleInterface(view).editableTextInterface()
        length = view.document().characterCount() - 1
        start = self.rng.randint(0, length)
        end = min(length, start + self.rng.randint(0, 6))
        what = self.rng.choice(["insert", "replace", "delete"])
        if what == "insert":
            editable.insertText(start, "acc\nx")
        elif what == "replace":
            editable.replaceText(start, end, "R")
        elif end > start:
            editable.deleteText(start, end)
        return what

    def _undo(self, view: Body) -> None:
        QTest.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    def _redo(self, view: Body) -> None:
        both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        QTest.keyClick(view, Qt.Key.Key_Z, both)

    def _format(self, view: Body) -> None:
        cursor = QTextCursor(view.document())
        cursor.select(QTextCursor.SelectionType.Document)
        wanted = QTextBlockFormat()
        wanted.setLineHeight(22, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        cursor.mergeBlockFormat(wanted)

    def _arrow(self, view: Body) -> str:
        key = self.rng.choice(ARROWS)
        QTest.keyClick(view, key)
        return key.name

    def _cut(self, view: Body) -> None:
        view.createMimeDataFromSelection()
        if view.textCursor().hasSelection():
            QTest.keyClick(view, Qt.Key.Key_Delete, Qt.KeyboardModifier.ShiftModifier)

    def _agent(self, view: Body) -> None:
        view.setFocus()
        self.outside_writes += 1
        caret, has_lines = view.bridge.places()[0], view.bridge.count > 0
        before = self.desk.text.text
        lines, moved = _lines(before), False
        for _ in range(self.rng.randint(1, 3)):
            moved |= self._rewrite(lines)
        self.desk.rewrite(canonical("".join(lines)))
        if has_lines and not moved:
            self._check_caret(view, before[caret : caret + 12], before)

    def _rewrite(self, lines: list[str]) -> bool:
        """Change one line as agents do; whether lines changed places."""
        rng, number = self.rng, self.outside_writes
        at, chance = rng.randrange(len(lines)), rng.random()
        if chance < 0.3:
            lines[at] = f"agent{number} line\n" + lines[at]
        elif chance < 0.5:
            half = len(lines[at]) // 2
            lines[at] = lines[at][:half] + f"<g{number}>" + lines[at][half:]
        elif chance < 0.7 and len(lines) > 1:
            del lines[at]
        elif chance < 0.85:
            lines.insert(at, f"## Agent {number}\nbody {number}\n")
        else:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
            return True
        return False

    def _check_caret(self, view: Body, text_behind: str, before: str) -> None:
        """The caret is still before the text it was before, where that can be told."""
        now = self.desk.text.text
        if "\n" in text_behind or len(text_behind) < 9:
            return
        if now.count(text_behind) != 1 or before.count(text_behind) != 1:
            return
        body = view if view is self.desk.source else self.desk.sections.body_in_use
        if body is None:
            return
        self.counts["caret checked"] += 1
        at = body.bridge.places()[0]
        assert now[at : at + 12] == text_behind


def _lines(text: str) -> list[str]:
    return re.split("(?<=\n)", text)


def _outside_pairs(view: Body, position: int) -> int:
    block = view.document().findBlock(position)
    content = block.text()
    return block.position() + unit_count(content[: code_points(content, position - block.position())])
