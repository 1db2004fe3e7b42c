"""The edit law over every layout that ships; `python -m tests.edit_law` runs it over a thousand documents of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

import pytest

from memdesk.layouts.contract import Change, ChangeKind, Layout, Plan
from memdesk.layouts.evva import Evva
from memdesk.layouts.ub import Ub
from memdesk.layouts.view import View
from memdesk.text.document import decode
from memdesk.text.edits import Edit
from tests.edit_law.run import Broken, Figures, LawRun
from tests.layouts.samples import AGENTS, named

DOCUMENTS = 60


def broken_by(layout: Layout, folder: Path, documents: int) -> tuple[list[Broken], Figures]:
    with closing(LawRun(layout, folder)) as run:
        return list(run.run(range(documents))), run.figures


@pytest.mark.parametrize("layout", AGENTS, ids=named)
def test_a_change_moves_nothing_beside_it(layout: Layout, tmp_path: Path) -> None:
    broken, figures = broken_by(layout, tmp_path, DOCUMENTS)
    assert [str(one) for one in broken] == []
    assert figures.made > DOCUMENTS
    assert figures.on_disk


WRONGS: Mapping[str, Callable[[str], Edit]] = {
    "before everything": lambda text: Edit(0, "", "stray\n"),
    "behind everything": lambda text: Edit(len(text), "", "\nstray"),
}


class Careless(Evva):
    """evva, but that each change makes an edit that nobody asked for."""

    def __init__(self, wrong: str) -> None:
        self._wrong = WRONGS[wrong]

    def compose(self, view: View, change: Change) -> Plan:
        """The plan, and one edit more where it finds a place."""
        plan = super().compose(view, change)
        [(path, edits)] = plan.edits.items()
        stray = self._wrong(text_at(view, path))
        is_free = change.kind is ChangeKind.SET_BODY and all(edit.start != stray.start for edit in edits)
        return Plan({path: (*edits, stray)}) if is_free else plan


@pytest.mark.parametrize("wrong", WRONGS)
def test_the_law_sees_an_edit_that_nobody_asked_for(wrong: str, tmp_path: Path) -> None:
    assert any(
        "beyond the change" in broken.law for broken in LawRun(Careless(wrong), tmp_path).run(range(10))
    )


class Unstamped(Ub):
    """ub, but that entries are added without a time."""

    def compose(self, view: View, change: Change) -> Plan:
        """A bullet at the end."""
        if change.kind is not ChangeKind.ADD:
            return super().compose(view, change)
        text = text_at(view, change.document.path)
        return Plan({change.document.path: (Edit(len(text), "", f"\n- {change.body}\n"),)})


def test_the_law_sees_what_the_agent_would_drop(tmp_path: Path) -> None:
    broken, _ = broken_by(Unstamped(), tmp_path, 20)
    assert any("drops what was written" in one.law for one in broken)


class Joining(Ub):
    """ub, but that a removed entry takes the next line with it."""

    def compose(self, view: View, change: Change) -> Plan:
        """One line more."""
        plan = super().compose(view, change)
        if change.kind is not ChangeKind.REMOVE:
            return plan
        text, [(path, [edit, *others])] = text_at(view, change.document.path), list(plan.edits.items())
        end = text.find("\n", edit.end) + 1 or len(text)
        return Plan({path: (Edit(edit.start, text[edit.start : end], edit.new), *others)})


def test_the_law_sees_what_goes_with_something_else(tmp_path: Path) -> None:
    broken, _ = broken_by(Joining(), tmp_path, 20)
    assert any("came or went" in one.law for one in broken)


def text_at(view: View, path: str) -> str:
    try:
        return decode(view.read(path))
    except FileNotFoundError:
        return ""
