"""Sections in another order: by keys, and by dragging the head of a card."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from memdesk.store.outcomes import Saved
from memdesk.ui.editor.card_head import CardHead
from memdesk.ui.editor.section_card import SectionCard
from tests.window.conftest import Start
from tests.window.homes import MEMORY, memory_of
from tests.window.inside import ALT, InsideProgram, Key

SWAPPED = b"""## Decisions
Use npm, not yarn.

## Project facts
Go service with two workers.
- start it with make dev

## Open issues
The importer is slow.

## References
docs/design.md
"""


def card_of(inside: InsideProgram, title: str) -> SectionCard:
    return next(card for card in inside.editor.findChildren(SectionCard) if card.title == title)


def test_alt_up_moves_the_section_with_the_caret(start: Start, root: Path) -> None:
    inside = start(root)
    inside.show(memory_of(root))
    inside.put_caret("Decisions")
    inside.key(Key.Key_Up, ALT)

    assert isinstance(inside.save(), Saved)
    assert memory_of(root).read_bytes() == SWAPPED


def test_a_head_is_dragged_to_another_place(start: Start, root: Path) -> None:
    inside = start(root)
    inside.show(memory_of(root))
    head = card_of(inside, "Decisions").findChildren(CardHead)[0]
    target = card_of(inside, "Project facts")
    grip = QPoint(head.width() // 2, head.height() // 2)
    end = head.mapFromGlobal(target.mapToGlobal(QPoint(40, 4)))
    QTest.mousePress(head, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, grip)
    for step in (grip - QPoint(0, 12), (grip + end) / 2, end):
        QTest.mouseMove(head, step)
        QTest.qWait(5)
    QTest.mouseRelease(head, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end)

    assert inside.text.encode() == SWAPPED
    inside.editor.undo()
    assert inside.text.encode() == MEMORY
