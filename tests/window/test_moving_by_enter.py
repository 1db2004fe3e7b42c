"""Enter in the question where to move something, pressed before it is known what would come of it."""

from __future__ import annotations

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtTest import QTest

from tests.window.inside import Key
from tests.window.test_entries import Rows
from tests.window.test_moving_facts import Open, Samples, samples

__all__ = ("samples",)


def asked(samples: Open) -> Samples:
    """About to move a bullet of ub's to OK, with the document typed and nothing waited for."""
    all_of = samples("ub", "ok")
    all_of.inside.show(all_of.memory_about("pnpm"))
    Rows(all_of.inside).go_to("pnpm")
    dialog = all_of.open_dialog()
    QTest.keyClicks(dialog.field, "ok bakery memory")
    assert not dialog.move_button.isEnabled()
    return all_of


def test_nothing_is_said_of_a_document_before_it_is_known(samples: Open) -> None:
    dialog = asked(samples).dialog
    assert not dialog.move_button.isEnabled()
    assert "Nothing fits" not in dialog._nothing.accessibleName()


def test_it_moves_as_soon_as_that_is_known(samples: Open) -> None:
    all_of = asked(samples)
    QTest.keyClick(all_of.dialog.field, Key.Key_Return)
    all_of.inside.wait_until(lambda: all_of.inside.said("Moved 1 fact to OK."), what="the move")
    assert not all_of.dialogs


def test_it_moves_nothing_where_another_document_is_typed_meanwhile(samples: Open) -> None:
    all_of = asked(samples)
    dialog = all_of.dialog
    QTest.keyClick(dialog.field, Key.Key_Return)
    dialog.field.selectAll()
    QTest.keyClicks(dialog.field, "ok greenhouse memory")
    all_of.inside.wait_until(dialog.copy_button.isEnabled, what="what would come of it")
    assert dialog.isVisible()
    QTest.keyClick(dialog, Key.Key_Escape)


def test_a_question_that_was_closed_works_nothing_out(samples: Open) -> None:
    all_of = asked(samples)
    dialog = all_of.dialog
    wanted: list[object] = []
    dialog.proposal_wanted.connect(lambda target, _section: wanted.append(target))
    dialog.look_again()

    def close_and_go_on() -> None:
        dialog.reject()
        # What is closed in a slot is deleted after it, and timers run meanwhile where it asks something else.
        inner = QEventLoop()
        QTimer.singleShot(400, inner.quit)
        inner.exec()
        outer.quit()

    outer = QEventLoop()
    QTimer.singleShot(0, close_and_go_on)
    outer.exec()
    assert not wanted
    all_of.inside.unlock()
    all_of.inside.settle()
    assert not all_of.dialogs
