"""Sections in another order: by keys, and by dragging the head of a card."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from memdesk.store.outcomes import Saved
from memdesk.ui.editor.card_head import CardHead
from memdesk.ui.editor.section_card import SectionCard
from tests.window.conftest import Start
from tests.window.homes import MEMORY, make_home, memory_of
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


def test_of_sections_of_one_name_that_with_the_caret_is_meant_however_many_an_agent_puts_above(
    start: Start, home: Path
) -> None:
    text = "## Notes\none\n\n## Notes\ntwo\n\n## Notes\nthree\n"
    memory = memory_of(make_home(home, text.encode()))
    inside = start(memory.parents[2])
    inside.show(memory)
    inside.editor.focus_section("Notes", 2)
    memory.write_text("## Notes\nzero\n\n" + text)
    inside.wait_until(lambda: "zero" in inside.text, what="the section of the agent")
    inside.settle()
    inside.wait_until(lambda: section_in_tree(inside) == ("Notes", 3), what="the row of the tree")
    inside.memory.sections.remove()
    assert inside.text == "## Notes\nzero\n\n" + text.removesuffix("\n## Notes\nthree\n")


def section_in_tree(inside: InsideProgram) -> tuple[str, int] | None:
    target = inside.memory.tree.target
    section = target.section if target is not None else None
    return (section.key, section.occurrence) if section is not None else None
